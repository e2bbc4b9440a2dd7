-- dispatch_charge: soft mode, step two: the courier seen on top pays the step, and the log entry is written. One that
-- went off duty in between pays from its kept weight.
-- KEYS 1 weights  2 kept weights (hash)  3 log entry of (order, epoch)  4 open charges
-- ARGV 1 courier  2 step  3 TTL of the log entry in ms
-- Reply {1, courier, step} charged; {2, courier, step} the log entry was there: nothing changed; {0} unknown courier
local old = redis.call('GET', KEYS[3])
if old then
  local colon = string.find(old, ':', 1, true)
  return {2, string.sub(old, colon + 1), tonumber(string.sub(old, 1, colon - 1))}
end
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  redis.call('ZINCRBY', KEYS[1], '-' .. ARGV[2], ARGV[1])
elseif redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  redis.call('HINCRBY', KEYS[2], ARGV[1], '-' .. ARGV[2])
else
  return {0}
end
redis.call('SET', KEYS[3], ARGV[2] .. ':' .. ARGV[1], 'PX', ARGV[3])
redis.call('HINCRBY', KEYS[4], ARGV[1], ARGV[2])
return {1, ARGV[1], tonumber(ARGV[2])}

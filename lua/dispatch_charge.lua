-- dispatch_charge: soft mode, step two: the courier seen on top pays the step, and the log entry is written. One that
-- went off duty in between pays from its kept weight; one that has come to its load limit in between is left alone.
-- KEYS 1 weights  2 kept weights (hash)  3 log entry of (order, epoch)  4 open charges  5 orders in hand (hash)
--      6 load limits (hash)  7 who has made or found the log entry last (string); only where units of work interleave
-- ARGV 1 courier  2 step  3 TTL of the log entry in ms  4 '1': also at its load limit
--      5 with key 7: the name of this attempt
-- Reply {1, courier, step, weight, in hand, limit, 0} charged, all as before the step;
--       {2, courier, step} the log entry was there: nothing changed; {0} unknown courier; {3} at its load limit
local function made()
  if KEYS[7] then
    redis.call('SET', KEYS[7], ARGV[5], 'PX', ARGV[3])
  end
end
local old = redis.call('GET', KEYS[3])
if old then
  made()
  local colon = string.find(old, ':', 1, true)
  return {2, string.sub(old, colon + 1), tonumber(string.sub(old, 1, colon - 1))}
end
local limits = redis.call('HMGET', KEYS[6], ARGV[1], '')
local limit = tonumber(limits[1] or limits[2] or 0)
if limit > 0 and ARGV[4] ~= '1' and tonumber(redis.call('HGET', KEYS[5], ARGV[1]) or 0) >= limit then
  return {3}
end
local weight
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  weight = redis.call('ZINCRBY', KEYS[1], '-' .. ARGV[2], ARGV[1])
elseif redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  weight = redis.call('HINCRBY', KEYS[2], ARGV[1], '-' .. ARGV[2])
else
  return {0}
end
local step = tonumber(ARGV[2])
made()
redis.call('SET', KEYS[3], ARGV[2] .. ':' .. ARGV[1], 'PX', ARGV[3])
redis.call('HINCRBY', KEYS[4], ARGV[1], step)
local inHand = redis.call('HINCRBY', KEYS[5], ARGV[1], 1) - 1
return {1, ARGV[1], step, weight + step, inHand, limit, 0}

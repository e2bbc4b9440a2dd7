-- dispatch_release: gives the step of a recorded assignment back, once: to the set if the courier is on duty, else to
-- its kept weight. The courier has an order less in hand. A log entry that is still there goes with it.
-- KEYS 1 weights  2 kept weights  3 log entry of (order, epoch)  4 open charges  5 mark "released" of (order, epoch)
--      6 orders in hand
-- ARGV 1 courier  2 step charged  3 TTL of the mark in ms
-- Reply 1 given back; 0 it was given back before: nothing changed
if not redis.call('SET', KEYS[5], '1', 'NX', 'PX', ARGV[3]) then
  return 0
end
redis.call('HINCRBY', KEYS[6], ARGV[1], -1)
local old = redis.call('GET', KEYS[3])
if old then
  local colon = string.find(old, ':', 1, true)
  redis.call('DEL', KEYS[3])
  redis.call('HINCRBY', KEYS[4], string.sub(old, colon + 1), '-' .. string.sub(old, 1, colon - 1))
end
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  redis.call('ZINCRBY', KEYS[1], ARGV[2], ARGV[1])
elseif redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  redis.call('HINCRBY', KEYS[2], ARGV[1], ARGV[2])
end
return 1

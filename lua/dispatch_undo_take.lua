-- dispatch_undo_take: a take whose order did not want it any more (closed, or of an older epoch): the log entry goes,
-- the courier has an order less in hand, and its step goes back, to the set if it is on duty, else to its kept weight.
-- KEYS 1 weights  2 kept weights  3 log entry of (order, epoch)  4 open charges  5 orders in hand
--      6 who has made or found the log entry last; only by the attempt that has failed
-- ARGV 1 with key 6: the name of that attempt; a take that another one has found meanwhile stays
-- Reply {1, courier, step}; {0} no log entry, or it is another attempt's: nothing changed
local old = redis.call('GET', KEYS[3])
if not old or KEYS[6] and redis.call('GET', KEYS[6]) ~= ARGV[1] then
  return {0}
end
local colon = string.find(old, ':', 1, true)
local courier, step = string.sub(old, colon + 1), string.sub(old, 1, colon - 1)
redis.call('DEL', KEYS[3])
redis.call('HINCRBY', KEYS[4], courier, '-' .. step)
redis.call('HINCRBY', KEYS[5], courier, -1)
if redis.call('ZSCORE', KEYS[1], courier) then
  redis.call('ZINCRBY', KEYS[1], step, courier)
elseif redis.call('HEXISTS', KEYS[2], courier) == 1 then
  redis.call('HINCRBY', KEYS[2], courier, step)
end
return {1, courier, tonumber(step)}

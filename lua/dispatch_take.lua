-- dispatch_take: strong mode, the one atomic step of an assignment. The courier with the highest weight pays the
-- step and is written to the log; an order that has its log entry keeps that courier and nobody pays again.
-- Ties: highest weight, then the greatest courier id (bytewise), as ZREVRANGE orders them.
-- KEYS 1 weights (zset of those on duty)  2 log entry of (order, epoch)  3 open charges (hash)
-- ARGV 1 step  2 TTL of the log entry in ms  3 last rank wanted in the reply (0 or more)
--      4 courier that must not get it, or ''  5 courier that must get it, or ''   (4 and 5 may be left out)
-- Reply {1, courier, step, ranking…} taken; ranking = id, weight, id, weight, … before the step
--       {2, courier, step} the log entry was there already: nothing changed
--       {0} nobody can take it: nothing changed
local top = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[3], 'WITHSCORES')
local courier = top[1]
local named = ARGV[5]
if named and named ~= '' then
  courier = redis.call('ZSCORE', KEYS[1], named) and named
elseif courier and courier == ARGV[4] then
  courier = redis.call('ZREVRANGE', KEYS[1], 1, 1)[1]
end
local old
if courier then
  old = redis.call('SET', KEYS[2], ARGV[1] .. ':' .. courier, 'NX', 'GET', 'PX', ARGV[2])
else
  old = redis.call('GET', KEYS[2])
  if not old then
    return {0}
  end
end
if old then
  local colon = string.find(old, ':', 1, true)
  return {2, string.sub(old, colon + 1), tonumber(string.sub(old, 1, colon - 1))}
end
redis.call('ZINCRBY', KEYS[1], '-' .. ARGV[1], courier)
redis.call('HINCRBY', KEYS[3], courier, ARGV[1])
return {1, courier, tonumber(ARGV[1]), unpack(top)}

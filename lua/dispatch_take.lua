-- dispatch_take: strong mode, the one atomic step of an assignment. Of the couriers below their load limit the one with
-- the highest weight pays the step and is written to the log; an order that has its log entry keeps that courier and
-- nobody pays again.
-- Ties: highest weight, then the greatest courier id (bytewise), as ZREVRANGE orders them.
-- KEYS 1 weights (zset of those on duty)  2 log entry of (order, epoch)  3 open charges (hash)
--      4 orders in hand (hash)  5 load limits (hash: a courier's own, under '' the campus's; 0: none)
--      6 who has made or found the log entry last (string); only where units of work interleave
-- ARGV 1 step  2 TTL of the log entry in ms  3 last rank wanted in the reply (0 or more)
--      4 how many of those passed over are wanted in the reply
--      5 courier that must not get it, or ''  6 courier that must get it, or ''
--      7 '1': that one also at its load limit   (5 to 7 may be left out)  8 with key 6: the name of this attempt
-- Reply {1, courier, step, weight, in hand, limit, passed over, ranking…, loads…} taken; all as before the step;
--         ranking = id, weight, id, weight, …; loads = id, in hand, limit, … of the first who were passed over
--       {2, courier, step} the log entry was there already: nothing changed
--       {0} nobody can take it: nothing changed
local function limitOf(courier)
  local limits = redis.call('HMGET', KEYS[5], courier, '')
  return tonumber(limits[1] or limits[2] or 0)
end
local function inHandOf(courier)
  return tonumber(redis.call('HGET', KEYS[4], courier) or 0)
end
local told = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[3], 'WITHSCORES')
local courier, limit = told[1]
local passed = 0
if ARGV[6] and ARGV[6] ~= '' then
  courier = redis.call('ZSCORE', KEYS[1], ARGV[6]) and ARGV[6]
  limit = limitOf(ARGV[6])
  if limit > 0 and ARGV[7] ~= '1' and inHandOf(ARGV[6]) >= limit then
    courier = nil
  end
else
  local rank = 0
  while courier do
    if courier ~= ARGV[5] then
      limit = limitOf(courier)
      if limit == 0 then
        break
      end
      local inHand = inHandOf(courier)
      if inHand < limit then
        break
      end
      passed = passed + 1
      if passed <= tonumber(ARGV[4]) then
        told[#told + 1] = courier
        told[#told + 1] = inHand
        told[#told + 1] = limit
      end
    end
    rank = rank + 1
    courier = redis.call('ZREVRANGE', KEYS[1], rank, rank)[1]
  end
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
if KEYS[6] then
  redis.call('SET', KEYS[6], ARGV[8], 'PX', ARGV[2])
end
if old then
  local colon = string.find(old, ':', 1, true)
  return {2, string.sub(old, colon + 1), tonumber(string.sub(old, 1, colon - 1))}
end
local step = tonumber(ARGV[1])
local weight = redis.call('ZINCRBY', KEYS[1], '-' .. ARGV[1], courier) + step
redis.call('HINCRBY', KEYS[3], courier, ARGV[1])
local inHand = redis.call('HINCRBY', KEYS[4], courier, 1) - 1
return {1, courier, step, weight, inHand, limit, passed, unpack(told)}

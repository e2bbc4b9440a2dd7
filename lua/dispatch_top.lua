-- dispatch_top: soft mode, step one: who of the couriers below their load limit is on top. Changes nothing; between
-- this and dispatch_charge another consumer may see the same courier.
-- KEYS 1 weights  2 log entry of (order, epoch)  3 orders in hand (hash)  4 load limits (hash)
-- ARGV 1 last rank wanted in the reply  2 how many of those passed over are wanted in the reply
--      3 courier that must not get it, or ''  4 courier that must get it, or ''  5 '1': that one also at its load limit
-- Reply {1, courier, 0, weight, 0, limit, passed over, ranking…, loads…} as of dispatch_take;
--       {2, courier, step} the log entry is there; {0} nobody can take it
local old = redis.call('GET', KEYS[2])
if old then
  local colon = string.find(old, ':', 1, true)
  return {2, string.sub(old, colon + 1), tonumber(string.sub(old, 1, colon - 1))}
end
local function limitOf(courier)
  local limits = redis.call('HMGET', KEYS[4], courier, '')
  return tonumber(limits[1] or limits[2] or 0)
end
local function inHandOf(courier)
  return tonumber(redis.call('HGET', KEYS[3], courier) or 0)
end
local told = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[1], 'WITHSCORES')
local courier, limit = told[1]
local passed = 0
if ARGV[4] ~= '' then
  courier = redis.call('ZSCORE', KEYS[1], ARGV[4]) and ARGV[4]
  limit = limitOf(ARGV[4])
  if limit > 0 and ARGV[5] ~= '1' and inHandOf(ARGV[4]) >= limit then
    courier = nil
  end
else
  local rank = 0
  while courier do
    if courier ~= ARGV[3] then
      limit = limitOf(courier)
      if limit == 0 then
        break
      end
      local inHand = inHandOf(courier)
      if inHand < limit then
        break
      end
      passed = passed + 1
      if passed <= tonumber(ARGV[2]) then
        told[#told + 1] = courier
        told[#told + 1] = inHand
        told[#told + 1] = limit
      end
    end
    rank = rank + 1
    courier = redis.call('ZREVRANGE', KEYS[1], rank, rank)[1]
  end
end
if not courier then
  return {0}
end
local weight = tonumber(redis.call('ZSCORE', KEYS[1], courier))
return {1, courier, 0, weight, 0, limit, passed, unpack(told)}

-- dispatch_leave: a courier goes off duty: out of the set, its weight kept, and with it the lower median of those who
-- stay (its own weight if it was the last), to come back at the same distance.
-- KEYS 1 weights  2 kept weights  3 medians at leaving
-- ARGV 1 courier
-- Reply {1, weight, median}; {0} not on duty: nothing changed
local weight = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not weight then
  return {0}
end
redis.call('ZREM', KEYS[1], ARGV[1])
local median = weight
local count = redis.call('ZCARD', KEYS[1])
if count > 0 then
  local rank = math.floor((count - 1) / 2)
  median = redis.call('ZRANGE', KEYS[1], rank, rank, 'WITHSCORES')[2]
end
redis.call('HSET', KEYS[2], ARGV[1], weight)
redis.call('HSET', KEYS[3], ARGV[1], median)
return {1, tonumber(weight), tonumber(median)}

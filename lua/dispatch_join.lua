-- dispatch_join: a courier comes on duty.
-- Fair from now: a new one joins at the lower median weight of those on duty, a returning one at that median plus its
-- distance from the median when it left, so that a flood is impossible and toggling duty gains nothing. With nobody on
-- duty there is nobody to be fair to: it joins with the weight kept for it (a new one's is the start weight).
-- Catch up: it joins with the weight kept for it.
-- Where the database goes first, what the rule comes to is told before and done after the commit.
-- KEYS 1 weights  2 kept weights  3 medians at leaving (hash)
-- ARGV 1 courier  2 'fair_from_now' or 'catch_up'  3 'tell': nothing is changed, or the adjustment that was told
--      4 the weight to be kept for one who is not enrolled yet   (3 and 4 may be left out)
-- Reply {1, weight, adjustment}; {0, weight} on duty already; {-1} not enrolled
local weight = redis.call('ZSCORE', KEYS[1], ARGV[1])
if weight then
  return {0, tonumber(weight)}
end
local kept = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or ARGV[4])
if not kept then
  return {-1}
end
local told = tonumber(ARGV[3])
weight = kept + (told or 0)
local count = redis.call('ZCARD', KEYS[1])
if not told and count > 0 and ARGV[2] == 'fair_from_now' then
  local rank = math.floor((count - 1) / 2)
  local median = tonumber(redis.call('ZRANGE', KEYS[1], rank, rank, 'WITHSCORES')[2])
  local before = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or nil)
  weight = median
  if before then
    weight = median + kept - before
  end
end
if ARGV[3] ~= 'tell' then
  redis.call('ZADD', KEYS[1], weight, ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
  redis.call('HDEL', KEYS[3], ARGV[1])
end
return {1, weight, weight - kept}

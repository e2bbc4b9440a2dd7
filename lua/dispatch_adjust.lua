-- dispatch_adjust: adds differences to weights, in the set or kept; once per mark. A courier that is in neither
-- (a keyspace that lost it) is put where its duty says, counting from 0.
-- KEYS 1 weights  2 kept weights  3 mark "adjusted" of this calibration
-- ARGV 1 TTL of the mark in ms, then per courier: id, difference, '1' on duty or '0' off duty
-- Reply number of couriers adjusted; -1 this calibration was applied before: nothing changed
if not redis.call('SET', KEYS[3], '1', 'NX', 'PX', ARGV[1]) then
  return -1
end
local adjusted = 0
for i = 2, #ARGV, 3 do
  local courier, difference = ARGV[i], ARGV[i + 1]
  if redis.call('ZSCORE', KEYS[1], courier) then
    redis.call('ZINCRBY', KEYS[1], difference, courier)
  elseif redis.call('HEXISTS', KEYS[2], courier) == 1 or ARGV[i + 2] ~= '1' then
    redis.call('HINCRBY', KEYS[2], courier, difference)
  else
    redis.call('ZADD', KEYS[1], difference, courier)
  end
  adjusted = adjusted + 1
end
return adjusted

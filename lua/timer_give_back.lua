-- timer_give_back: the effect of a claimed timer failed: the attempt is counted, it waits for its next try or is dead.
-- KEYS 1 due (zset)  2 in flight (zset)  3 attempts (hash)  4 dead (zset)
-- ARGV 1 timer  2 end of the lease in ms  3 instant of the next try in ms  4 attempts after which it is dead  5 now in ms
-- Reply {1, attempts} waits · {2, attempts} dead · {0} it is not claimed under this lease: nothing changed
local lease = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not lease or tonumber(lease) ~= tonumber(ARGV[2]) then
  return {0}
end
redis.call('ZREM', KEYS[2], ARGV[1])
local attempts = redis.call('HINCRBY', KEYS[3], ARGV[1], 1)
if attempts >= tonumber(ARGV[4]) then
  redis.call('ZADD', KEYS[4], ARGV[5], ARGV[1])
  return {2, attempts}
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return {1, attempts}

-- timer_schedule: a timer is due at an instant, anew: what was known of it (claimed, attempts, dead) is forgotten.
-- KEYS 1 due (zset)  2 in flight (zset)  3 attempts (hash)  4 dead (zset)
-- ARGV 1 due instant in ms  2 timer
-- Reply 1 it was not waiting, 0 it was: its instant is the new one
redis.call('HDEL', KEYS[3], ARGV[2])
if redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2]) == 0 then
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('ZREM', KEYS[4], ARGV[2])
return 1

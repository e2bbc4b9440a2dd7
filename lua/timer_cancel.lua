-- timer_cancel: a timer is not wanted any more, wherever it is.
-- KEYS 1 due (zset)  2 in flight (zset)  3 attempts (hash)  4 dead (zset)
-- ARGV 1 timer
-- Reply 1 it was waiting, in flight or dead, 0 it was not there
local found = redis.call('ZREM', KEYS[1], ARGV[1]) + redis.call('ZREM', KEYS[2], ARGV[1])
    + redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
return found > 0 and 1 or 0

-- timer_ack: a claimed timer is done with. Only for the lease that it was claimed under: who comes late changes nothing.
-- KEYS 1 in flight (zset)  2 attempts (hash)
-- ARGV 1 timer  2 end of the lease in ms
-- Reply 1 done, 0 it is not claimed under this lease
local lease = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not lease or tonumber(lease) ~= tonumber(ARGV[2]) then
  return 0
end
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 1

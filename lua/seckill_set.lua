-- seckill_set: an activity that is there is stopped, resumed, or has another end.
-- KEYS 1 live (hash)
-- ARGV 1 state  2 end in ms
-- Reply 1 set, 0 it is not there
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'end', ARGV[2])
return 1

-- seckill_mend: what can be reserved is set from the database, after a comparison.
-- KEYS 1 live (hash)
-- ARGV 1 state  2 begin in ms  3 end in ms  4 units
-- Reply OK
redis.call('PERSIST', KEYS[1])
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'begin', ARGV[2], 'end', ARGV[3], 'stock', ARGV[4])
return redis.status_reply('OK')

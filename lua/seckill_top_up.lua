-- seckill_top_up: more units can be reserved.
-- KEYS 1 live (hash)
-- ARGV 1 units
-- Reply the stock now. An error if it is missing.
if redis.call('HEXISTS', KEYS[1], 'stock') == 0 then
  return redis.error_reply('ERR the stock of the activity is missing')
end
return redis.call('HINCRBY', KEYS[1], 'stock', ARGV[1])

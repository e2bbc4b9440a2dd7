-- seckill_release: a reservation or its order is given up: the user may try again and the unit is for somebody else.
-- Only the order that holds the slot gives it back, so doing it twice does it once.
-- KEYS 1 live (hash)  2 slots (hash)
-- ARGV 1 user  2 order no  3 units back to the stock (1, or 0 where the database had none)
--      4 order no that the slot is for instead, or ''
-- Reply 1 released, 0 the slot is not this order's
local slot = redis.call('HGET', KEYS[2], ARGV[1])
if not slot or string.sub(slot, 1, #ARGV[2] + 1) ~= ARGV[2] .. ' ' then
  return 0
end
if ARGV[4] == '' then
  redis.call('HDEL', KEYS[2], ARGV[1])
else
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[4] .. ' ')
end
if redis.call('HEXISTS', KEYS[1], 'stock') == 1 then
  redis.call('HINCRBY', KEYS[1], 'stock', ARGV[3])
end
return 1

-- seckill_preload: an activity is started: its units can be reserved. What is there already is left alone, so starting
-- it again never overwrites live stock.
-- KEYS 1 live (hash)
-- ARGV 1 state  2 begin in ms  3 end in ms  4 units
-- Reply 1 preloaded, 0 it was there
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'begin', ARGV[2], 'end', ARGV[3], 'stock', ARGV[4])
return 1

-- campaign_close: the draw is done: its record or step goes. With a time to live a mark stays, so that a step that
-- arrives late is refused.
-- KEYS 1 record or step of the draw  2 in-flight index (zset; only with the record)
-- ARGV 1 time to live of the mark in ms, 0: none  2 draw (only with the record)
-- Reply 1
if tonumber(ARGV[1]) > 0 then
  redis.call('SET', KEYS[1], 'x', 'PX', ARGV[1])
else
  redis.call('DEL', KEYS[1])
end
if KEYS[2] then
  redis.call('ZREM', KEYS[2], ARGV[2])
end
return 1

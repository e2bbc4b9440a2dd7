-- campaign_refund_shard: a granted discount was given back: the user's amount goes down, the count stays.
-- KEYS 1 mark of this refund  2 totals (hash)
-- ARGV 1 user  2 amount  3 time to live of the mark in ms, 0: none
-- Reply 1 done · 0 it was before: nothing changed
if tonumber(ARGV[3]) > 0 and not redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[3]) then
  return 0
end
redis.call('HINCRBY', KEYS[2], ARGV[1], '-' .. ARGV[2])
return 1

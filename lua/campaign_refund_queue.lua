-- campaign_refund_queue: a granted discount was given back: its amount becomes compensation, or of a campaign that has
-- ended counts as unspent. The place stays used.
-- KEYS 1 mark of this refund  2 compensation (list)  3 figures (hash)
-- ARGV 1 amount  2 time to live of the mark in ms, 0: none
-- Reply 1 done · 0 it was before: nothing changed
if tonumber(ARGV[2]) > 0 and not redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[2]) then
  return 0
end
if redis.call('HEXISTS', KEYS[3], 'ended') == 1 then
  redis.call('HINCRBY', KEYS[3], 'unspent', ARGV[1])
else
  redis.call('RPUSH', KEYS[2], ARGV[1])
  redis.call('HINCRBY', KEYS[3], 'compensation', ARGV[1])
end
return 1

-- campaign_end: the campaign has ended: what is left in a queue counts as unspent.
-- KEYS 1 chunks (list)  2 returned amounts (list)  3 compensation (list)  4 figures (hash)
-- Reply what is unspent
if redis.call('HSETNX', KEYS[4], 'ended', 1) == 1 then
  local left = redis.call('HMGET', KEYS[4], 'amount', 'compensation')
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  redis.call('HDEL', KEYS[4], 'cursor', 'returned', 'amount', 'compensation')
  redis.call('HINCRBY', KEYS[4], 'unspent', tonumber(left[1] or 0) + tonumber(left[2] or 0))
end
return tonumber(redis.call('HGET', KEYS[4], 'unspent'))

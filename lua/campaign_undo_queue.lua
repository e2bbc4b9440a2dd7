-- campaign_undo_queue: undoes what an interrupted draw has taken from a queue and not returned, and leaves a mark in
-- place of its step.
-- KEYS 1 step of the draw  2 returned amounts (list)  3 compensation (list)  4 figures (hash)
-- ARGV 1 time to live of the mark in ms  2 user
-- Reply 1 undone · 0 it was before, or nothing was taken: only the mark is there; or another user has taken: nothing
--       changed
local step = redis.call('GET', KEYS[1])
if not step or step == 'x' then
  redis.call('SET', KEYS[1], 'x', 'PX', ARGV[1])
  return 0
end
local amount, compensation, user = string.match(step, '^%a:(%d+):(%d+):(.*)$')
if user ~= ARGV[2] then
  return 0
end
redis.call('SET', KEYS[1], 'x', 'PX', ARGV[1])
amount, compensation = tonumber(amount), tonumber(compensation)
if redis.call('HEXISTS', KEYS[4], 'ended') == 1 then
  redis.call('HINCRBY', KEYS[4], 'unspent', amount + compensation)
  return 1
end
if amount > 0 then
  redis.call('LPUSH', KEYS[2], amount)
  redis.call('HINCRBY', KEYS[4], 'returned', 1)
  redis.call('HINCRBY', KEYS[4], 'amount', amount)
end
if compensation > 0 then
  redis.call('RPUSH', KEYS[3], compensation)
  redis.call('HINCRBY', KEYS[4], 'compensation', compensation)
end
return 1

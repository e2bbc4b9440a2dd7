-- campaign_return: gives back to its queue what a draw has taken and does not keep: a whole amount to the head, all
-- else to the compensation. Of a campaign that has ended it counts as unspent.
-- KEYS 1 step of the draw  2 returned amounts (list)  3 compensation (list)  4 figures (hash)
-- ARGV 1 kept of the amount  2 kept of the compensation  3 amount and 4 compensation that were taken; only where the
--      step was not recorded
-- Reply 1 done · 0 it was done before, or nothing was taken, or the draw is over: nothing changed
local step = redis.call('GET', KEYS[1])
local amount, compensation, user
if step then
  amount, compensation, user = string.match(step, '^T:(%d+):(%d+):(.*)$')
else
  amount, compensation = ARGV[3], ARGV[4]
end
if not amount then
  return 0
end
amount, compensation = tonumber(amount), tonumber(compensation)
local keptAmount, keptCompensation = tonumber(ARGV[1]), tonumber(ARGV[2])
local pieces = {amount - keptAmount, compensation - keptCompensation}
if user then
  redis.call('SET', KEYS[1], 'K:' .. ARGV[1] .. ':' .. ARGV[2] .. ':' .. user)
end
if redis.call('HEXISTS', KEYS[4], 'ended') == 1 then
  redis.call('HINCRBY', KEYS[4], 'unspent', pieces[1] + pieces[2])
  return 1
end
if keptAmount == 0 then
  redis.call('LPUSH', KEYS[2], amount)
  redis.call('HINCRBY', KEYS[4], 'returned', 1)
  redis.call('HINCRBY', KEYS[4], 'amount', amount)
  pieces[1] = 0
end
for _, piece in ipairs(pieces) do
  if piece > 0 then
    redis.call('RPUSH', KEYS[3], piece)
    redis.call('HINCRBY', KEYS[4], 'compensation', piece)
  end
end
return 1

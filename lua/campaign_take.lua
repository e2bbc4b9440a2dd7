-- campaign_take: takes one amount for a draw, returned ones first, and one of the compensation if there is any.
-- Chunks hold amounts of a fixed width, highest byte first; the cursor counts those used of the first chunk.
-- KEYS 1 step of the draw  2 chunks (list)  3 returned amounts (list)  4 compensation (list)  5 figures (hash)
-- ARGV 1 bytes per amount  2 user  3 anything; only where keyspace and database commit as one: then no step is recorded
-- Reply {1, amount, compensation or 0} taken · {2, step} it had taken: nothing changed · {0} nothing is left: nothing
--       changed · {-1} the draw is over, or another user's: nothing changed
local step = redis.call('GET', KEYS[1])
if step then
  if string.match(step, '^T:%d+:%d+:(.*)$') ~= ARGV[2] then
    return {-1}
  end
  return {2, step}
end
local amount = redis.call('LPOP', KEYS[3])
if amount then
  amount = tonumber(amount)
  redis.call('HINCRBY', KEYS[5], 'returned', -1)
else
  local chunk = redis.call('LINDEX', KEYS[2], 0)
  if not chunk then
    return {0}
  end
  local width = tonumber(ARGV[1])
  local cursor = redis.call('HINCRBY', KEYS[5], 'cursor', 1)
  amount = 0
  for i = (cursor - 1) * width + 1, cursor * width do
    amount = amount * 256 + string.byte(chunk, i)
  end
  if cursor * width >= #chunk then
    redis.call('LPOP', KEYS[2])
    redis.call('HDEL', KEYS[5], 'cursor')
  end
end
redis.call('HINCRBY', KEYS[5], 'amount', -amount)
local compensation = redis.call('LPOP', KEYS[4])
if compensation then
  compensation = tonumber(compensation)
  redis.call('HINCRBY', KEYS[5], 'compensation', -compensation)
else
  compensation = 0
end
if not ARGV[3] then
  redis.call('SET', KEYS[1], 'T:' .. amount .. ':' .. compensation .. ':' .. ARGV[2])
end
return {1, amount, compensation}

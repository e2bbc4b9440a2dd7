-- campaign_settle: charges what a draw has taken to its user and judges it. A user's total is one integer,
-- count * 10^12 + amount.
-- KEYS 1 record of the draw  2 totals (hash: user -> total)
-- ARGV 1 queue  2 amount  3 compensation  4 count limit  5 amount limit  6 payable, or -1: no bound
--      7 largest discount, or -1: no bound  8 user; only where keyspace and database commit as one: then the draw has
--      no record, and none is made
-- Reply {1, decision} · {2, record} it was settled before: nothing changed · {0} it has not begun, or is done: nothing
--       changed · {-1} it is over: nothing changed
-- A decision is verdict:queue:amount:compensation:granted; verdict is granted, count_limit, amount_limit or
-- nothing_payable. The record becomes S:begin:decision:user.
local record = redis.call('GET', KEYS[1])
local begun, user
if record then
  local kind = string.sub(record, 1, 1)
  if kind == 'x' then
    return {-1}
  end
  if kind == 'S' then
    return {2, record}
  end
  begun, user = string.match(record, '^B:(%d+):(.*)$')
else
  user = ARGV[8]
  if not user then
    return {0}
  end
end
local place = 1000000000000
local amount, compensation = tonumber(ARGV[2]), tonumber(ARGV[3])
local total = redis.call('HINCRBY', KEYS[2], user, place + amount)
local count = math.floor(total / place)
local before = total - count * place - amount
local allowance = tonumber(ARGV[5]) - before
local verdict = allowance > 0 and 'granted' or 'amount_limit'
local payable, largest = tonumber(ARGV[6]), tonumber(ARGV[7])
if payable >= 0 and payable < allowance then
  allowance = payable
  verdict = allowance > 0 and verdict or 'nothing_payable'
end
if largest >= 0 and largest < allowance then
  allowance = largest
end
if count > tonumber(ARGV[4]) then
  verdict = 'count_limit'
end
local granted = 0
if verdict ~= 'granted' then
  total = redis.call('HINCRBY', KEYS[2], user, -(place + amount))
  if total == 0 then
    redis.call('HDEL', KEYS[2], user)
  end
else
  granted = math.min(amount + compensation, allowance)
  if granted ~= amount then
    redis.call('HINCRBY', KEYS[2], user, granted - amount)
  end
end
local decision = verdict .. ':' .. ARGV[1] .. ':' .. ARGV[2] .. ':' .. ARGV[3] .. ':' .. granted
if begun then
  redis.call('SET', KEYS[1], 'S:' .. begun .. ':' .. decision .. ':' .. user)
end
return {1, decision}

-- seckill_reserve: one attempt at a flash sale, the one atomic step that decides. One unit per user: whoever has a slot
-- is told which order it is. What is refused changes nothing.
-- KEYS 1 live (hash: state, begin, end, stock)  2 slots (hash: user -> "order no, space, message id")  3 stream
--      4 answers (hash: request -> "order no, space, user"), or none
-- ARGV 1 now in ms  2 user  3 order no  4 message id, or * for the next one  5 with answers: the request
-- Reply the message id: reserved · 1 sold out · {2, slot} has one already · 3 unknown · 4 not started · 5 ended · 6 stopped
--       {7, answer} this request has reserved before: nothing is done
--       An error if the stock is missing: nobody knows how many units there are.
if KEYS[4] then
  local answer = redis.call('HGET', KEYS[4], ARGV[5])
  if answer then
    return {7, answer}
  end
end
local live = redis.call('HMGET', KEYS[1], 'state', 'begin', 'end', 'stock')
if not live[1] then
  return 3
end
local now = tonumber(ARGV[1])
if live[1] == 'ended' or now >= tonumber(live[3]) then
  return 5
end
if live[1] ~= 'started' then
  return 6
end
if now < tonumber(live[2]) then
  return 4
end
if not live[4] then
  return redis.error_reply('ERR the stock of the activity is missing')
end
if tonumber(live[4]) < 1 then
  return 1
end
local slot = redis.call('HGET', KEYS[2], ARGV[2])
if slot then
  return {2, slot}
end
local id = redis.call('XADD', KEYS[3], ARGV[4], 'user', ARGV[2], 'no', ARGV[3], 'at', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'stock', -1)
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3] .. ' ' .. id)
if KEYS[4] then
  redis.call('HSET', KEYS[4], ARGV[5], ARGV[3] .. ' ' .. ARGV[2])
end
return id

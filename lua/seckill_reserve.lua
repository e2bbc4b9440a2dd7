-- seckill_reserve: one attempt at a flash sale, the one atomic step that decides. One unit per user: while units are
-- left, whoever has a slot is told which order it is; with none left everybody is told that it is sold out. What is
-- refused changes nothing.
-- KEYS 1 live (hash: state, begin, end, stock)  2 slots (hash: user -> "order no, space, message id")  3 stream
--      4 answers (hash: request -> "order no, space, user"), or none
-- ARGV 1 now in ms  2 user  3 order no  4 message id, or * for the next one  5 with answers: the request
-- Reply the message id: reserved · 1 sold out · {2, slot} has one already · 3 unknown · 4 not started · 5 ended · 6 stopped
--       {7, answer} this request has reserved before: nothing is done
--       An error if the stock is missing: nobody knows how many units there are.
local call = redis.call -- a rush runs this more often than anything else: what it looks up, it looks up once
local liveKey, slotsKey, answersKey = KEYS[1], KEYS[2], KEYS[4]
local at, user, no = ARGV[1], ARGV[2], ARGV[3]
if answersKey then
  local answer = call('HGET', answersKey, ARGV[5])
  if answer then
    return {7, answer}
  end
end
local live = call('HMGET', liveKey, 'state', 'begin', 'end', 'stock')
local state, stock = live[1], live[4]
if not state then
  return 3
end
local now = tonumber(at)
if state == 'ended' or now >= tonumber(live[3]) then
  return 5
end
if state ~= 'started' then
  return 6
end
if now < tonumber(live[2]) then
  return 4
end
if not stock then
  return redis.error_reply('ERR the stock of the activity is missing')
end
if tonumber(stock) < 1 then
  return 1
end
local slot = call('HGET', slotsKey, user)
if slot then
  return {2, slot}
end
local id = call('XADD', KEYS[3], ARGV[4], 'user', user, 'no', no, 'at', at)
call('HINCRBY', liveKey, 'stock', -1)
call('HSET', slotsKey, user, no .. ' ' .. id)
if answersKey then
  call('HSET', answersKey, ARGV[5], no .. ' ' .. user)
end
return id

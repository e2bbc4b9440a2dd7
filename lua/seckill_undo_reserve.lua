-- seckill_undo_reserve: who has reserved could not keep it: the unit, the slot and the answer go back as if nothing had
-- been. Not once a consumer has read the message: then it becomes an order, and the user's next attempt is told which.
-- KEYS 1 live (hash)  2 slots (hash)  3 stream  4 answers (hash), or none
-- ARGV 1 user  2 order no  3 message id  4 group of the consumers  5 with answers: the request
-- Reply 1 taken back · 0 a consumer has it, or it is gone: nothing changed
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] .. ' ' .. ARGV[3] then
  return 0
end
-- An error where nobody has read yet, so that there is no group.
local read = redis.pcall('XPENDING', KEYS[3], ARGV[4], ARGV[3], ARGV[3], 1)
if #read > 0 or redis.call('XDEL', KEYS[3], ARGV[3]) == 0 then
  return 0
end
redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('HEXISTS', KEYS[1], 'stock') == 1 then
  redis.call('HINCRBY', KEYS[1], 'stock', 1)
end
if KEYS[4] then
  redis.call('HDEL', KEYS[4], ARGV[5])
end
return 1

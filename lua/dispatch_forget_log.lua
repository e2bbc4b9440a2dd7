-- dispatch_forget_log: the assignment is in the database; its log entry is not needed any more and its charge is no
-- longer open.
-- KEYS 1 log entry of (order, epoch)  2 open charges  3 who has made it; only where units of work interleave
-- Reply 1 forgotten; 0 there was none
local old = redis.call('GET', KEYS[1])
if not old then
  return 0
end
local colon = string.find(old, ':', 1, true)
redis.call('DEL', KEYS[1])
if KEYS[3] then
  redis.call('DEL', KEYS[3])
end
redis.call('HINCRBY', KEYS[2], string.sub(old, colon + 1), '-' .. string.sub(old, 1, colon - 1))
return 1

-- lock_release: a grant is given back, by its holder alone: whoever took the lock after it had run out keeps it.
-- KEYS 1 lock (hash: holder, fence)
-- ARGV 1 holder  2 fence
-- Reply 1 free · 0 the lock has run out, or another grant has it by now: nothing changed
local held = redis.call('HMGET', KEYS[1], 'holder', 'fence')
if held[1] ~= ARGV[1] or held[2] ~= ARGV[2] then
  return 0
end
return redis.call('DEL', KEYS[1])

-- lock_renew: the lease of a grant begins anew; its holder asks for that at a third of the lease.
-- KEYS 1 lock (hash: holder, fence)
-- ARGV 1 holder  2 fence  3 lease in ms
-- Reply 1 renewed · 0 the lock has run out, or another grant has it by now: nothing changed
local held = redis.call('HMGET', KEYS[1], 'holder', 'fence')
if held[1] ~= ARGV[1] or held[2] ~= ARGV[2] then
  return 0
end
return redis.call('PEXPIRE', KEYS[1], ARGV[3])

-- lock_take: one at a time. Whoever holds a lock works alone until its time is over or it gives the lock back; asked for
-- again by its holder, as after a reply that was lost, it is granted anew. Every grant has a fencing value, greater than
-- all before it, also where the lock had run out: the counter stands beside the lock, and may serve many of them.
-- KEYS 1 lock (hash: holder, fence)  2 counter of fencing values (string)
-- ARGV 1 holder  2 lease in ms  3 now in ms: no value is less, so that they grow on where the counter was lost
-- Reply {1, fence} taken · {0, holder} somebody else has it: nothing changed
local holder = redis.call('HGET', KEYS[1], 'holder')
if holder and holder ~= ARGV[1] then
  return {0, holder}
end
local fence = math.max(tonumber(redis.call('GET', KEYS[2]) or 0) + 1, tonumber(ARGV[3]))
redis.call('SET', KEYS[2], fence)
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'fence', fence)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {1, fence}

-- timer_claim: takes what is due, earliest first, for one worker until its lease ends. Leases that have ended go back
-- first, with the attempt counted; those with too many attempts become dead letters.
-- KEYS 1 due (zset)  2 in flight (zset: end of lease)  3 attempts (hash)  4 dead (zset: since when)
-- ARGV 1 now in ms  2 end of the new leases in ms, later than any lease that has ended  3 most to take
--      4 attempts after which a timer is dead
-- Reply {{timer, due instant, …} taken, {timer, …} dead by this call}
local dead = {}
for _, timer in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
  redis.call('ZREM', KEYS[2], timer)
  if redis.call('HINCRBY', KEYS[3], timer, 1) >= tonumber(ARGV[4]) then
    redis.call('ZADD', KEYS[4], ARGV[1], timer)
    dead[#dead + 1] = timer
  else
    redis.call('ZADD', KEYS[1], ARGV[1], timer)
  end
end
local taken = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[3])
for i = 1, #taken, 2 do
  redis.call('ZREM', KEYS[1], taken[i])
  redis.call('ZADD', KEYS[2], ARGV[2], taken[i])
end
return {taken, dead}

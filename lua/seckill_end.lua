-- seckill_end: an activity has ended and every reservation is dealt with: only the word that it has ended stays for a
-- while, and the answers of requests that may come again.
-- KEYS 1 live (hash)  2 slots (hash)  3 stream  4 to 6 the stream's retries, attempts and counters  7 answers (hash)
--      8 counter of the users' locks
-- ARGV 1 how long the word and the answers stay, in ms
-- Reply the stock that was left, -1 it was missing
local stock = redis.call('HGET', KEYS[1], 'stock')
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[8])
redis.call('HSET', KEYS[1], 'state', 'ended', 'end', '0')
redis.call('PEXPIRE', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[7], ARGV[1])
return stock and tonumber(stock) or -1

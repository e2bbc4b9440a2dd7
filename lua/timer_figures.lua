-- timer_figures: how many timers are where, and when the next thing happens. Changes nothing.
-- KEYS 1 due (zset)  2 in flight (zset)  3 dead (zset)
-- Reply {due, in flight, dead, earliest due instant or '', earliest end of a lease or ''}
local due = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
local lease = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2]
return {redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]), due or '', lease or ''}

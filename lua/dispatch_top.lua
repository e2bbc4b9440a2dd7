-- dispatch_top: soft mode, step one: who is on top. Changes nothing; between this and dispatch_charge another
-- consumer may see the same courier.
-- KEYS 1 weights  2 log entry of (order, epoch)
-- ARGV 1 last rank wanted in the reply  2 courier that must not get it, or ''  3 courier that must get it, or ''
-- Reply {1, courier, 0, ranking…}; {2, courier, step} the log entry is there; {0} nobody can take it
local old = redis.call('GET', KEYS[2])
if old then
  local colon = string.find(old, ':', 1, true)
  return {2, string.sub(old, colon + 1), tonumber(string.sub(old, 1, colon - 1))}
end
local top = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[1], 'WITHSCORES')
local courier = top[1]
if ARGV[3] ~= '' then
  courier = redis.call('ZSCORE', KEYS[1], ARGV[3]) and ARGV[3]
elseif courier and courier == ARGV[2] then
  courier = redis.call('ZREVRANGE', KEYS[1], 1, 1)[1]
end
if not courier then
  return {0}
end
return {1, courier, 0, unpack(top)}

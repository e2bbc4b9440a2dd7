-- campaign_begin: a draw begins. Its record and its place in the in-flight index, in one step; once per draw. Whoever
-- finds it settled goes on with it as if it had begun now, at another instant than before in any case: by that the one
-- who settled it knows that it is not theirs any more to take back.
-- KEYS 1 record of the draw  2 in-flight index (zset: draw -> begin)
-- ARGV 1 draw  2 now in ms  3 user
-- Reply {1} it begins · {2, record} it had begun: nothing changed but the begin of a settled one · {-1} it is over:
--       nothing changed
local record = redis.call('GET', KEYS[1])
if record then
  if string.sub(record, 1, 1) == 'x' then
    return {-1}
  end
  local begun, settled = string.match(record, '^S:(%d+)(:.*)$')
  if begun then
    begun = string.format('%.0f', math.max(tonumber(begun) + 1, tonumber(ARGV[2])))
    redis.call('SET', KEYS[1], 'S:' .. begun .. settled)
    redis.call('ZADD', KEYS[2], begun, ARGV[1])
  end
  return {2, record}
end
redis.call('SET', KEYS[1], 'B:' .. ARGV[2] .. ':' .. ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return {1}

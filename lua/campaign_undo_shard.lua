-- campaign_undo_shard: undoes what an interrupted draw has charged to its user, and leaves a mark in place of its
-- record. The in-flight entry stays until all queues are undone.
-- KEYS 1 record of the draw  2 totals (hash)
-- ARGV 1 time to live of the mark in ms  2 user, for those who go on after a crash
--      3 only by whoever began it and has failed: at which instant
-- Reply 1 undone · 0 it was before, or there was nothing: only the mark is there; or it began at another instant, with
--       somebody else: nothing changed
local record = redis.call('GET', KEYS[1])
local begun = record and string.match(record, '^[BS]:(%d+):')
if ARGV[3] and begun ~= ARGV[3] then
  return 0
end
redis.call('SET', KEYS[1], 'x:' .. ARGV[2], 'PX', ARGV[1])
if not record or string.sub(record, 1, 1) == 'x' then
  return 0
end
local granted, user = string.match(record, '^S:%d+:granted:%d+:%d+:%d+:(%d+):(.*)$')
if granted then
  local total = redis.call('HINCRBY', KEYS[2], user, -(1000000000000 + tonumber(granted)))
  if total == 0 then
    redis.call('HDEL', KEYS[2], user)
  end
end
return 1

-- campaign_fill: adds chunks of amounts to a queue that is being built, if it holds as many chunks as the caller
-- believes.
-- KEYS 1 chunks (list)  2 figures (hash)
-- ARGV 1 chunks it holds  2 amounts added  3 their sum  4… chunks
-- Reply chunks it holds now
local held = redis.call('LLEN', KEYS[1])
if held ~= tonumber(ARGV[1]) then
  return held
end
redis.call('HINCRBY', KEYS[2], 'places', ARGV[2])
redis.call('HINCRBY', KEYS[2], 'amount', ARGV[3])
return redis.call('RPUSH', KEYS[1], unpack(ARGV, 4))

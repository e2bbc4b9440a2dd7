-- dispatch_weights: the whole picture of a campus at one moment. Changes nothing.
-- KEYS 1 weights  2 kept weights  3 open charges
-- Reply {{id, weight, …} on duty, highest first; {id, weight, …} kept, in no order; {id, sum of open charges, …}}
return {
  redis.call('ZREVRANGE', KEYS[1], 0, -1, 'WITHSCORES'),
  redis.call('HGETALL', KEYS[2]),
  redis.call('HGETALL', KEYS[3]),
}

-- dispatch_enrol: a new courier begins, off duty, with the start weight kept for it.
-- KEYS 1 weights  2 kept weights
-- ARGV 1 courier  2 start weight
-- Reply 1 enrolled; 0 known already: nothing changed
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  return 0
end
return redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2])

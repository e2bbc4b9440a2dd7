-- outbox_append: messages go to the end of a stream, each with its number as its id, in order of the numbers. What the
-- stream has had already is refused by its last id, and that is as good as done: so the whole can be repeated.
-- KEYS 1 stream
-- ARGV number and message, again and again
-- Reply how many were new · the error of a key that is no stream
local new = 0
for i = 1, #ARGV, 2 do
  local id = redis.pcall('XADD', KEYS[1], ARGV[i], 'message', ARGV[i + 1])
  if type(id) ~= 'table' then
    new = new + 1
  elseif not string.find(id.err, 'equal or smaller') then
    return id
  end
end
return new

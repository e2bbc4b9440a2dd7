-- SPDX-License-Identifier: GPL-3.0-or-later
-- What makes the pages' figures cheap. Words in braces as in 0001; {on TABLE}: after the name of an index that is dropped,
-- where the database wants it.

-- A day's assignments of a courier that were not taken away again are counted in the index alone. The new one is made
-- first: the old one also serves the reference to the courier.
CREATE INDEX assignment_day ON assignment(courier_id, at, released_at, charged, given_back);
DROP INDEX assignment_courier {on assignment};

-- What was taken away lately, to put counts right that were kept.
CREATE INDEX assignment_released ON assignment(released_at, courier_id, at) {only released_at};

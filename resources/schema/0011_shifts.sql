-- SPDX-License-Identifier: GPL-3.0-or-later
-- Shifts of couriers: when the roster wants them on duty. Words in braces as in 0001.

-- Minutes count from the beginning of the day in the business zone; a shift that ends above 1440 ends on the next day.
-- weekday: 1 Monday … 7 Sunday.
CREATE TABLE shift_week (
  courier_id {id} NOT NULL REFERENCES courier(courier_id),
  weekday {int} NOT NULL,
  begin_minute {int} NOT NULL,
  end_minute {int} NOT NULL,
  PRIMARY KEY (courier_id, weekday, begin_minute, end_minute)
) {table:clustered};

-- What takes the place of a weekday's shifts on one date. day_no: days since 1970-01-01. A row from 0 to 0: off all day.
CREATE TABLE shift_exception (
  courier_id {id} NOT NULL REFERENCES courier(courier_id),
  day_no {int} NOT NULL,
  begin_minute {int} NOT NULL,
  end_minute {int} NOT NULL,
  PRIMARY KEY (courier_id, day_no, begin_minute, end_minute)
) {table:clustered};

-- Of each courier with a roster: what it said at looked_at, and when it says something else next (NULL: never).
-- followed_at: when duty was last made what the roster said; what somebody has set by hand since holds until next_at.
CREATE TABLE shift_state (
  courier_id {id} NOT NULL PRIMARY KEY REFERENCES courier(courier_id),
  on_duty {int} NOT NULL,
  looked_at {int} NOT NULL,
  followed_at {int} NOT NULL,
  next_at {int}
) {table};

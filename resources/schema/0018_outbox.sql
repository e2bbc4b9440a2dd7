-- SPDX-License-Identifier: GPL-3.0-or-later
-- Messages where keyspace and database commit apart; embedded both tables stay empty. Words in braces as in 0001.

-- A message is written with the rows that it tells of, and put into a stream later (engine/outbox). This table alone never
-- takes its ids in blocks: whoever changes an order has its row locked until the commit, so that of two changes the later
-- one has the greater id. campus_id: empty where the topic is of no campus. message: its fields, a line each.
-- number: given by the relay to what is committed, dense, in order of outbox_id; NULL: none yet. done_at: the effect is
-- committed; NULL: it is not. Numbers are given by a compare-and-set of last_number below, and not unique by an index: one
-- that is unique would have a server sort all that has no number whenever some of it is read.
CREATE TABLE outbox (
  outbox_id {pk},
  topic {text} NOT NULL,
  campus_id {id} NOT NULL,
  message {text} NOT NULL,
  created_at {int} NOT NULL,
  number {int},
  done_at {int}
) {table};
CREATE INDEX outbox_number ON outbox(number, outbox_id);
CREATE INDEX outbox_done ON outbox(done_at, number);

-- Who relays: one row, slot 1. owner: empty: nobody. epoch: grows with each change of owner. beat: grows with whatever the
-- owner does; one that stands still for as long as a lease, by the clock of whoever watches, is over. generation: of the
-- streams. last_number: the last one given. relayed: the messages up to this number are in streams of that generation.
CREATE TABLE outbox_relay (
  slot {int} NOT NULL PRIMARY KEY,
  owner {text} NOT NULL,
  epoch {int} NOT NULL,
  beat {int} NOT NULL,
  generation {int} NOT NULL,
  last_number {int} NOT NULL,
  relayed {int} NOT NULL
) {table};

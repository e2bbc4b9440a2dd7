-- SPDX-License-Identifier: GPL-3.0-or-later
-- Where services share a workspace: whether its keyspace may be used; embedded it stays as it is. Words in braces as in
-- 0001.

-- One row, slot 1. number: grows with each change. is_open: 0 while the keyspace is made anew, which owner (an engine's
-- name; '': nobody) does for this reason, probably until until_at. beat: grows while the owner lives. masters: ids of the
-- histories of Redis' masters when it was opened last, in order, a blank between: another one may lack what was
-- acknowledged.
CREATE TABLE keyspace_gate (
  slot {int} NOT NULL PRIMARY KEY,
  number {int} NOT NULL,
  is_open {int} NOT NULL,
  reason {text} NOT NULL,
  until_at {int} NOT NULL,
  owner {text} NOT NULL,
  beat {int} NOT NULL,
  masters {text} NOT NULL
) {table};

-- The change of the gate that the engine has seen: from then on no batch of it uses the keyspace while it is closed.
ALTER TABLE engine_node ADD COLUMN gate {int} NOT NULL DEFAULT 0;

-- Messages of the outbox that are deleted because they were done, by topic: so that all there ever were can be counted.
CREATE TABLE outbox_gone (
  topic {id} NOT NULL PRIMARY KEY,
  messages {int} NOT NULL
) {table};

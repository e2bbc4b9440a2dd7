-- SPDX-License-Identifier: GPL-3.0-or-later
-- Generations of the keyspace. Words in braces as in 0001. Append-only.

-- The keyspace carries the number of the newest row, so that one that was emptied, put back to an earlier time or
-- exchanged for another is told from the one that the rows belong to. No row: it is as it was made.
CREATE TABLE keyspace_generation (
  generation {int} NOT NULL PRIMARY KEY,
  opened_at {int} NOT NULL,
  actor {text} NOT NULL,
  reason {text} NOT NULL
) {table:clustered};

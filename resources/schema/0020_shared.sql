-- SPDX-License-Identifier: GPL-3.0-or-later
-- Several engines on one database. Words in braces as in 0001. Rows are made by engines that share a workspace: where
-- one engine owns it there are none.

-- The engines that have the workspace open, each by a name that no other one ever has. slot: the stripe of sums that it
-- changes (ledger_balance, task_sum). batch: number of its last batch that was committed, which tells whether a commit
-- has happened whose answer was lost; at: engine time then.
CREATE TABLE engine_node (
  node {id} NOT NULL PRIMARY KEY,
  slot {int} NOT NULL,
  batch {int} NOT NULL,
  at {int} NOT NULL
) {table};

-- Ids that engines give to rows themselves are taken in blocks: next_id is the first one that nobody has. The row 'audit'
-- has no ids: it is locked by whoever adds entries to the audit log, which are a chain.
CREATE TABLE id_block (
  kind {id} NOT NULL PRIMARY KEY,
  next_id {int} NOT NULL
) {table};

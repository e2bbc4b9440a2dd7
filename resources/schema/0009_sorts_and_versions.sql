-- SPDX-License-Identifier: GPL-3.0-or-later
-- More to sort by, and what two people change at the same time. Words in braces as in 0001.

-- A refund's amount never changes, and refunds are few beside orders: one more entry of an index when it is made.
CREATE INDEX refund_amount ON refund(amount, refund_id);

-- Since when an alert is late, as alert_state has it by campus: one more entry when it fires, moved when somebody handles
-- it. Only late orders have alerts.
CREATE INDEX alert_due ON alert(state, due_at, alert_id, campus_id);

-- Grows with what becomes of an alert, by a person or because the order moved on; not when it only fires again.
ALTER TABLE alert ADD COLUMN version {int} NOT NULL DEFAULT 1;

-- How often settings were changed, and by whom last: kind says which, subject of what (a campus; empty: the workspace).
-- What has no row is at version 1: nobody has changed it since this is counted.
CREATE TABLE setting_change (
  kind {word} NOT NULL,
  subject {id} NOT NULL,
  version {int} NOT NULL,
  at {int} NOT NULL,
  actor {text} NOT NULL,
  PRIMARY KEY (kind, subject)
) {table:clustered};

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Order timeouts. Words in braces as in 0001. Append-only table: timer_end.

ALTER TABLE campus ADD COLUMN unpaid_ms {int} NOT NULL DEFAULT 1800000;
ALTER TABLE campus ADD COLUMN unassigned_ms {int} NOT NULL DEFAULT 120000;
ALTER TABLE campus ADD COLUMN pick_up_late_ms {int} NOT NULL DEFAULT 7200000;
ALTER TABLE campus ADD COLUMN delivery_late_ms {int} NOT NULL DEFAULT 86400000;
ALTER TABLE campus ADD COLUMN auto_confirm_ms {int} NOT NULL DEFAULT 604800000;
ALTER TABLE campus ADD COLUMN auto_reassign {int} NOT NULL DEFAULT 0;
ALTER TABLE campus ADD COLUMN alert_repeat_ms {int} NOT NULL DEFAULT 300000;

-- timer: the kind of the order's present stage. due_at is set while it is armed; NULL: it had its effect, was cancelled
-- or is dead. timer_flags: 1 every stage has a timer (imported orders: only the unpaid one), 2 there may be an open
-- alert or a failure of this order.
ALTER TABLE orders ADD COLUMN timer {word};
ALTER TABLE orders ADD COLUMN due_at {int};
ALTER TABLE orders ADD COLUMN timer_flags {int} NOT NULL DEFAULT 0;
-- Orders of before have their unpaid timer, from the moment they were placed.
UPDATE orders SET timer = 'unpaid', due_at = created_at + 1800000 WHERE status = 'WAIT_PAY';
CREATE INDEX orders_due ON orders(timer, due_at, order_id, campus_id) {only due_at};

-- Settings of the workspace; a name that is not there has its default: queue (1), poll_ms (1000), paused:KIND (0).
CREATE TABLE timer_control (
  name {word} NOT NULL PRIMARY KEY,
  value {int} NOT NULL
) {table};

-- What became of a timer: outcome done or cancelled; by_hand: an operator did it, maybe before it was due. version: that
-- of the order; every arming raises it, so a timer ends once.
CREATE TABLE timer_end (
  order_id {int} NOT NULL REFERENCES orders(order_id),
  version {int} NOT NULL,
  kind {word} NOT NULL,
  due_at {int} NOT NULL,
  at {int} NOT NULL,
  outcome {word} NOT NULL,
  by_hand {int} NOT NULL,
  PRIMARY KEY (order_id, version)
) {table:clustered};

-- Timers whose effect failed: tried again at next_try_at, or dead (then the order's due_at is NULL).
CREATE TABLE timer_failure (
  order_id {int} NOT NULL PRIMARY KEY REFERENCES orders(order_id),
  kind {word} NOT NULL,
  due_at {int} NOT NULL,
  attempts {int} NOT NULL,
  reason {text} NOT NULL,
  next_try_at {int},
  dead_at {int}
) {table};
CREATE INDEX timer_failure_dead ON timer_failure(dead_at, order_id);

-- next_at: when it fires again (firing and silenced). acted_*: who acknowledged, silenced or resolved it last.
CREATE TABLE alert (
  alert_id {pk},
  order_id {int} NOT NULL REFERENCES orders(order_id),
  campus_id {id} NOT NULL REFERENCES campus(campus_id),
  kind {word} NOT NULL,
  state {word} NOT NULL,
  due_at {int} NOT NULL,
  fired_at {int} NOT NULL,
  repeats {int} NOT NULL,
  next_at {int},
  actor {text},
  acted_at {int},
  resolved_at {int},
  resolution {text}
) {table};
CREATE INDEX alert_order ON alert(order_id, kind);
CREATE INDEX alert_next ON alert(next_at) {only next_at};
CREATE INDEX alert_state ON alert(state, campus_id, alert_id);

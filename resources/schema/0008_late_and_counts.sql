-- SPDX-License-Identifier: GPL-3.0-or-later
-- Returned and late orders, and what makes the pages' figures cheap. Words in braces as in 0001; {on TABLE}: after the
-- name of an index that is dropped, where the database wants it.

-- imported: recorded by an import, its goods had arrived. Of before: rows that an import has matched, those whose
-- request was recorded for another instant than the engine's, and numbers as imports make them ("R1/2").
ALTER TABLE goods_return ADD COLUMN imported {int} NOT NULL DEFAULT 0;
UPDATE goods_return SET imported = 1 WHERE matched = 1 OR requested_at <> created_at OR return_no LIKE '%/%';

-- Orders whose stage (unassigned, pick-up, delivery) has a limit that no armed timer tells any more: the timer had its
-- effect, was cancelled, failed for good, was postponed after its limit, or belongs to a former courier. limit_at: the
-- limit, maybe still to come. The row goes when the stage moves on. All other limits are orders.due_at.
CREATE TABLE late_order (
  order_id {int} NOT NULL PRIMARY KEY REFERENCES orders(order_id),
  campus_id {id} NOT NULL REFERENCES campus(campus_id),
  kind {word} NOT NULL,
  limit_at {int} NOT NULL
) {table};
CREATE INDEX late_order_limit ON late_order(limit_at, order_id, campus_id, kind);
INSERT INTO late_order(order_id, campus_id, kind, limit_at)
  SELECT o.order_id, o.campus_id, o.timer, MAX(e.due_at)
  FROM orders o JOIN timer_end e ON e.order_id = o.order_id AND e.kind = o.timer
  WHERE o.timer IN ('unassigned', 'pick_up_late', 'delivery_late') AND o.due_at IS NULL
  GROUP BY o.order_id, o.campus_id, o.timer;
INSERT INTO late_order(order_id, campus_id, kind, limit_at)
  SELECT o.order_id, o.campus_id, o.timer, f.due_at
  FROM timer_failure f JOIN orders o ON o.order_id = f.order_id AND o.timer = f.kind
  WHERE f.dead_at IS NOT NULL AND o.timer IN ('unassigned', 'pick_up_late', 'delivery_late')
    AND NOT EXISTS (SELECT 1 FROM late_order l WHERE l.order_id = f.order_id);
-- Of an order that was given to another courier after its limit an alert is still open.
INSERT INTO late_order(order_id, campus_id, kind, limit_at)
  SELECT a.order_id, o.campus_id, MIN(a.kind), MIN(a.due_at)
  FROM alert a JOIN orders o ON o.order_id = a.order_id
  WHERE a.state <> 'resolved' AND a.kind IN ('unassigned', 'pick_up_late', 'delivery_late')
    AND o.status IN ('PAID', 'WAIT_PICK_UP', 'DELIVERING')
    AND NOT EXISTS (SELECT 1 FROM late_order l WHERE l.order_id = a.order_id)
  GROUP BY a.order_id, o.campus_id;
-- The rows above go with the stage only where the order says that there is something to look at.
UPDATE orders SET timer_flags = timer_flags | 2 WHERE order_id IN (SELECT order_id FROM late_order);

-- A day's assignments of a courier that were not taken away again are counted in the index alone. The new one is made
-- first: the old one also serves the reference to the courier.
CREATE INDEX assignment_day ON assignment(courier_id, at, released_at, charged, given_back);
DROP INDEX assignment_courier {on assignment};

-- What was taken away lately, to put counts right that were kept.
CREATE INDEX assignment_released ON assignment(released_at, courier_id, at) {only released_at};

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Flash sales. Words in braces as in 0001. Append-only table: activity_log.

-- Units: stock + added = units_left + live orders + returned, once it was started. units_left are out of the voucher's
-- stock: product.stock + units_left of its activities = received − deducted + given back.
CREATE TABLE activity (
  activity_id {id} NOT NULL PRIMARY KEY,
  name {text} NOT NULL,
  voucher {id} NOT NULL REFERENCES product(sku),
  campus_id {id} NOT NULL REFERENCES campus(campus_id),
  price {int} NOT NULL,
  stock {int} NOT NULL,
  added {int} NOT NULL,
  units_left {int} NOT NULL CHECK (units_left >= 0),
  returned {int} NOT NULL,
  begin_at {int} NOT NULL,
  end_at {int} NOT NULL,
  state {word} NOT NULL,
  version {int} NOT NULL,
  created_at {int} NOT NULL,
  started_at {int},
  ended_at {int}
) {table};
CREATE INDEX activity_state ON activity(state, end_at);
CREATE INDEX activity_voucher ON activity(voucher);

CREATE TABLE activity_log (
  entry_id {pk},
  activity_id {id} NOT NULL,
  at {int} NOT NULL,
  actor {text} NOT NULL,
  action {word} NOT NULL,
  amount {int} NOT NULL,
  reason {text} NOT NULL
) {table};
CREATE INDEX activity_log_activity ON activity_log(activity_id, entry_id);

-- live: 1 for an order of an activity that is not closed, else NULL; so a user has at most one.
ALTER TABLE orders ADD COLUMN activity_id {id};
ALTER TABLE orders ADD COLUMN live {int};
CREATE UNIQUE INDEX orders_live ON orders(activity_id, user_id, live) {only live};
CREATE INDEX orders_activity ON orders(activity_id, order_id) {only activity_id};

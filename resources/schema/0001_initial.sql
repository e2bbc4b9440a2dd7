-- SPDX-License-Identifier: GPL-3.0-or-later
-- Portable schema; {words} are the dialect's (engine/store/database/dialect.h):
--   {pk} auto-increment row id   {id} external id, 64 characters, binary collation   {word} enumeration or short code
--   {text} any text   {blob} bytes   {int} 64-bit integer   {table} table options
--   {only COLUMN} partial index on COLUMN IS NOT NULL where the database has them, else nothing
-- Amounts are minor units; instants are UTC epoch milliseconds. Append-only tables: weight_entry, order_event,
-- duty_entry, stock_entry, payment, owed_payment.

CREATE TABLE meta (
  name {word} NOT NULL PRIMARY KEY,
  value {text} NOT NULL
) {table};

-- calibrate_from: the next automatic calibration is the first set minute after this instant.
-- duty_version counts the duty changes, so that an assignment's evidence can name who was off duty by one number.
CREATE TABLE campus (
  campus_id {id} NOT NULL PRIMARY KEY,
  name {text} NOT NULL,
  mode {word} NOT NULL,
  join_rule {word} NOT NULL,
  start_weight {int} NOT NULL,
  step {int} NOT NULL,
  log_ttl_ms {int} NOT NULL,
  calibrate_minute {int} NOT NULL,
  calibrate_from {int} NOT NULL,
  duty_version {int} NOT NULL,
  paused {int} NOT NULL
) {table};

CREATE TABLE courier (
  courier_id {id} NOT NULL PRIMARY KEY,
  campus_id {id} NOT NULL REFERENCES campus(campus_id),
  name {text} NOT NULL,
  phone {text} NOT NULL,
  on_duty {int} NOT NULL,
  created_at {int} NOT NULL
) {table};
CREATE INDEX courier_campus ON courier(campus_id, courier_id);

-- Who came on and went off duty, numbered per campus.
CREATE TABLE duty_entry (
  campus_id {id} NOT NULL REFERENCES campus(campus_id),
  version {int} NOT NULL,
  courier_id {id} NOT NULL REFERENCES courier(courier_id),
  on_duty {int} NOT NULL,
  at {int} NOT NULL,
  actor {text} NOT NULL,
  PRIMARY KEY (campus_id, version)
) {table:clustered};
CREATE INDEX duty_entry_courier ON duty_entry(courier_id, version);

-- Kinds: start, join (adjustment), drift and calibration (what was found and what was done about it: they sum to 0).
-- Charges and what was given back are in assignment. Weight = sum of these − charged + given back − open charges.
CREATE TABLE weight_entry (
  entry_id {pk},
  courier_id {id} NOT NULL REFERENCES courier(courier_id),
  at {int} NOT NULL,
  kind {word} NOT NULL,
  amount {int} NOT NULL,
  actor {text} NOT NULL,
  reason {text} NOT NULL
) {table};
CREATE INDEX weight_entry_courier ON weight_entry(courier_id, entry_id);

CREATE TABLE product (
  sku {id} NOT NULL PRIMARY KEY,
  name {text} NOT NULL,
  unit_price {int} NOT NULL,
  stock {int} NOT NULL CHECK (stock >= 0)
) {table};

-- Stock received or corrected by hand: stock = received − deducted + restocked + given back.
CREATE TABLE stock_entry (
  entry_id {pk},
  sku {id} NOT NULL REFERENCES product(sku),
  at {int} NOT NULL,
  quantity {int} NOT NULL,
  actor {text} NOT NULL
) {table};
CREATE INDEX stock_entry_sku ON stock_entry(sku);

-- request_key is NULL where it equals order_no. wait_reason and wait_since are set while a paid, open order has no
-- courier; so are wanted_courier (reassigned to) and avoid_courier (taken from).
CREATE TABLE orders (
  order_id {pk},
  order_no {id} NOT NULL UNIQUE,
  request_key {id} UNIQUE,
  body_hash {blob} NOT NULL,
  user_id {id} NOT NULL,
  campus_id {id} NOT NULL REFERENCES campus(campus_id),
  status {word} NOT NULL,
  payable {int} NOT NULL,
  placed_at {int} NOT NULL,
  created_at {int} NOT NULL,
  paid_at {int},
  courier_id {id} REFERENCES courier(courier_id),
  epoch {int} NOT NULL,
  wait_reason {word},
  wait_since {int},
  wanted_courier {id},
  avoid_courier {id},
  close_reason {word},
  closed_at {int},
  version {int} NOT NULL
) {table};
CREATE INDEX orders_placed ON orders(placed_at, order_id);
CREATE INDEX orders_status ON orders(status, placed_at, order_id, campus_id);
CREATE INDEX orders_campus ON orders(campus_id, placed_at);
CREATE INDEX orders_courier ON orders(courier_id, status);
CREATE INDEX orders_user ON orders(user_id, placed_at);
CREATE INDEX orders_payable ON orders(payable);
CREATE INDEX orders_paid ON orders(paid_at);
CREATE INDEX orders_waiting ON orders(wait_reason, campus_id, order_id) {only wait_reason};

CREATE TABLE order_line (
  order_id {int} NOT NULL REFERENCES orders(order_id),
  line_no {int} NOT NULL,
  sku {id} NOT NULL,
  quantity {int} NOT NULL,
  unit_price {int} NOT NULL,
  PRIMARY KEY (order_id, line_no)
) {table:clustered};

CREATE TABLE deduction (
  deduction_id {pk},
  order_id {int} NOT NULL UNIQUE REFERENCES orders(order_id),
  at {int} NOT NULL,
  given_back_at {int}
) {table};

-- Per SKU what an order took out of stock, and what closing it gave back.
CREATE TABLE deduction_line (
  deduction_id {int} NOT NULL REFERENCES deduction(deduction_id),
  sku {id} NOT NULL,
  quantity {int} NOT NULL,
  given_back {int} NOT NULL,
  PRIMARY KEY (deduction_id, sku)
) {table:clustered};

CREATE TABLE payment (
  payment_no {id} NOT NULL PRIMARY KEY,
  order_id {int} NOT NULL UNIQUE REFERENCES orders(order_id),
  amount {int} NOT NULL,
  at {int} NOT NULL
) {table};

-- Late and unmatched payments, and the full refund owed for a paid order that was closed (kind 'closed_order').
CREATE TABLE owed_payment (
  payment_no {id} NOT NULL PRIMARY KEY,
  order_no {text} NOT NULL,
  amount {int} NOT NULL,
  at {int} NOT NULL,
  kind {word} NOT NULL
) {table};

CREATE TABLE order_event (
  event_id {pk},
  order_id {int} NOT NULL REFERENCES orders(order_id),
  at {int} NOT NULL,
  kind {word} NOT NULL,
  actor {text} NOT NULL,
  detail {text} NOT NULL
) {table};
CREATE INDEX order_event_order ON order_event(order_id, event_id);

-- given_back: of the charge. A give-back is asked once: when the order is reassigned, or closed before pick-up.
-- evidence: lines "weight id" (the ranking before the step, highest first) and "x id" (excluded).
CREATE TABLE assignment (
  order_id {int} NOT NULL REFERENCES orders(order_id),
  epoch {int} NOT NULL,
  courier_id {id} NOT NULL REFERENCES courier(courier_id),
  at {int} NOT NULL,
  mode {word} NOT NULL,
  charged {int} NOT NULL,
  given_back {int} NOT NULL,
  by_name {int} NOT NULL,
  evidence {text} NOT NULL,
  duty_version {int} NOT NULL,
  script_sha {word} NOT NULL,
  message_id {word} NOT NULL,
  picked_up_at {int},
  released_at {int},
  release_reason {text},
  PRIMARY KEY (order_id, epoch)
) {table:clustered};
CREATE INDEX assignment_courier ON assignment(courier_id, at, charged, given_back);

CREATE TABLE dead_letter (
  letter_id {pk},
  topic {word} NOT NULL,
  message_id {word} NOT NULL,
  payload {text} NOT NULL,
  order_no {id},
  epoch {int} NOT NULL,
  reason {text} NOT NULL,
  attempts {int} NOT NULL,
  at {int} NOT NULL,
  resolved_at {int},
  resolution {text}
) {table};
CREATE INDEX dead_letter_open ON dead_letter(resolved_at, letter_id);

-- The embedded keyspace: absolute post-images per batch, folded into a snapshot now and then.
CREATE TABLE keyspace_journal (
  seq {int} NOT NULL PRIMARY KEY,
  at {int} NOT NULL,
  payload {blob} NOT NULL,
  checksum {int} NOT NULL
) {table};
CREATE TABLE keyspace_snapshot (
  snapshot_id {int} NOT NULL,
  slice_no {int} NOT NULL,
  payload {blob} NOT NULL,
  checksum {int} NOT NULL,
  PRIMARY KEY (snapshot_id, slice_no)
) {table};

-- Which engine owns a workspace that several machines can reach: one row, slot 1. expires_at is by the database's clock,
-- 0: given back. Unused in SQLite, where the folder is locked.
CREATE TABLE engine_lease (
  slot {int} NOT NULL PRIMARY KEY,
  owner {text} NOT NULL,
  connection_id {int} NOT NULL,
  epoch {int} NOT NULL,
  expires_at {int} NOT NULL
) {table};

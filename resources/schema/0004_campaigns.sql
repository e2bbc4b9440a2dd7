-- SPDX-License-Identifier: GPL-3.0-or-later
-- Random-discount campaigns. Words in braces as in 0001. Append-only table: campaign_point.

-- state: draft, building, running, paused, ended; end_reason: time, stopped, exhausted. What is in its queues is in the
-- keyspace.
CREATE TABLE campaign (
  campaign_no {pk},
  campaign_id {id} NOT NULL UNIQUE,
  name {text} NOT NULL,
  budget {int} NOT NULL,
  places {int} NOT NULL,
  max_discount {int} NOT NULL,
  queues {int} NOT NULL,
  count_limit {int} NOT NULL,
  amount_limit {int} NOT NULL,
  begin_at {int} NOT NULL,
  end_at {int} NOT NULL,
  seed {int},
  cap_at_max {int} NOT NULL,
  validity_ms {int} NOT NULL,
  recovery_ms {int} NOT NULL,
  state {word} NOT NULL,
  end_reason {word},
  started_at {int},
  ended_at {int},
  version {int} NOT NULL
) {table};

-- One row a draw: granted, refused or rolled_back. taken and compensation: what it took from its queue; amount: what was
-- granted. expires_at is set while a granted draw waits for an order. refund_due: given back, and its queue and its user
-- have not been told yet. order_id refers to orders.
CREATE TABLE campaign_draw (
  draw_no {pk},
  draw_id {id} NOT NULL UNIQUE,
  campaign_no {int} NOT NULL REFERENCES campaign(campaign_no),
  user_id {id} NOT NULL,
  state {word} NOT NULL,
  refusal {word},
  queue {int} NOT NULL,
  amount {int} NOT NULL,
  at {int} NOT NULL,
  order_id {int},
  expires_at {int},
  given_back_at {int},
  refund_due {int}
) {table};
CREATE INDEX campaign_draw_order ON campaign_draw(order_id) {only order_id};
CREATE INDEX campaign_draw_expiry ON campaign_draw(expires_at) {only expires_at};
CREATE INDEX campaign_draw_given_back ON campaign_draw(given_back_at) {only given_back_at};
CREATE INDEX campaign_draw_refund ON campaign_draw(refund_due) {only refund_due};

-- The burn-down, looked at now and then.
CREATE TABLE campaign_point (
  campaign_no {int} NOT NULL REFERENCES campaign(campaign_no),
  at {int} NOT NULL,
  budget_left {int} NOT NULL,
  places_left {int} NOT NULL,
  PRIMARY KEY (campaign_no, at)
) {table:clustered};

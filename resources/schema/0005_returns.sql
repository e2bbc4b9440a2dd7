-- SPDX-License-Identifier: GPL-3.0-or-later
-- Returns, refunds and the ledger. Words in braces as in 0001. Append-only tables: money_event, ledger_entry.

-- Per SKU of a deduction: quantity = given_back + requested + returned + what is still returnable. requested: by returns
-- that wait for a decision; returned: by approved ones; restocked: of these what was received and can be sold again.
ALTER TABLE deduction_line ADD COLUMN requested {int} NOT NULL DEFAULT 0;
ALTER TABLE deduction_line ADD COLUMN returned {int} NOT NULL DEFAULT 0;
ALTER TABLE deduction_line ADD COLUMN restocked {int} NOT NULL DEFAULT 0;

-- What a campaign took off the lines' total, so that paying needs no look at draws.
ALTER TABLE orders ADD COLUMN discount {int} NOT NULL DEFAULT 0;
UPDATE orders SET discount = (SELECT SUM(g.amount) FROM campaign_draw g WHERE g.order_id = orders.order_id)
  WHERE order_id IN (SELECT order_id FROM campaign_draw WHERE order_id IS NOT NULL);

-- Settings; campus_id '': the workspace's. NULL: never.
CREATE TABLE return_policy (
  campus_id {id} NOT NULL PRIMARY KEY,
  goods_rule {word} NOT NULL,
  four_eyes_above {int},
  second_above {int}
) {table};

-- body_hash of a matched return is that of the whole row it came from, so that all its parts are known by it.
-- stage: what it waits for, derived from status, first_approver, goods and its refund. amount: what its approval settled,
-- capped to what was refundable; NULL before. asked_amount: what it would have been when it was requested. round: approvals
-- so far. goods_first: its refund waits for the goods, or waited. requested_at: the recorded fact of an import; created_at: engine time.
CREATE TABLE goods_return (
  return_id {pk},
  return_no {id} NOT NULL,
  deduction_id {int} NOT NULL REFERENCES deduction(deduction_id),
  order_id {int} NOT NULL REFERENCES orders(order_id),
  campus_id {id} NOT NULL REFERENCES campus(campus_id),
  body_hash {blob} NOT NULL,
  matched {int} NOT NULL,
  status {word} NOT NULL,
  stage {word} NOT NULL,
  goods {word} NOT NULL,
  goods_first {int} NOT NULL,
  units {int} NOT NULL,
  asked_amount {int} NOT NULL,
  amount {int},
  requester {text} NOT NULL,
  reason {text} NOT NULL,
  requested_at {int} NOT NULL,
  created_at {int} NOT NULL,
  round {int} NOT NULL,
  first_approver {text},
  decider {text},
  decided_at {int},
  decision_reason {text},
  customer_note {text},
  goods_at {int},
  version {int} NOT NULL
) {table};
CREATE UNIQUE INDEX goods_return_no ON goods_return(deduction_id, return_no);
CREATE INDEX goods_return_number ON goods_return(return_no, deduction_id);
CREATE INDEX goods_return_stage ON goods_return(stage, requested_at, return_id, campus_id);
CREATE INDEX goods_return_requested ON goods_return(requested_at, return_id);
CREATE INDEX goods_return_campus ON goods_return(campus_id, requested_at, return_id);
CREATE INDEX goods_return_order ON goods_return(order_id, return_id);

-- Per SKU of a return. approved: NULL while undecided; proposed by the first of two approvers. sellable and damaged are
-- NULL until the goods are received; then sellable + damaged = approved.
CREATE TABLE return_line (
  return_id {int} NOT NULL REFERENCES goods_return(return_id),
  sku {id} NOT NULL,
  units {int} NOT NULL CHECK (units > 0),
  approved {int},
  sellable {int},
  damaged {int},
  PRIMARY KEY (return_id, sku)
) {table:clustered};

-- What was really paid for each line of an order: its value less its part of the discount (by value, largest remainder).
-- Made for all lines of an order at its first approval; the shares sum to the payment. units and settled: of approved
-- returns, sums of return_share.
CREATE TABLE line_share (
  order_id {int} NOT NULL REFERENCES orders(order_id),
  sku {id} NOT NULL,
  line_no {int} NOT NULL,
  quantity {int} NOT NULL,
  share {int} NOT NULL,
  units {int} NOT NULL CHECK (units >= 0),
  settled {int} NOT NULL CHECK (settled >= 0),
  PRIMARY KEY (order_id, sku, line_no)
) {table:clustered};

-- From which lines an approved return took its units, and what it settled of them. Gone when the approval is undone.
CREATE TABLE return_share (
  return_id {int} NOT NULL REFERENCES goods_return(return_id),
  line_no {int} NOT NULL,
  sku {id} NOT NULL,
  units {int} NOT NULL CHECK (units > 0),
  amount {int} NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (return_id, line_no)
) {table:clustered};

-- What an order's payment can still refund: paid - committed. committed: the sum of its refunds of an accepted payment
-- that are not CANCELLED. Made at the first of them; changed by one conditional statement, so also under concurrency
-- never above paid.
CREATE TABLE order_refund (
  order_id {int} NOT NULL PRIMARY KEY REFERENCES orders(order_id),
  paid {int} NOT NULL,
  committed {int} NOT NULL CHECK (committed >= 0)
) {table};

-- (cause, source) is what it was made for, once: "RETURN_ID/ROUND", the caller's key of an order refund, the order id of a
-- closed order, else the payment number. send_key: idempotency key at the provider, made at the first claim, never changed.
CREATE TABLE refund (
  refund_id {pk},
  status {word} NOT NULL,
  cause {word} NOT NULL,
  source {id} NOT NULL,
  order_id {int} REFERENCES orders(order_id),
  return_id {int} REFERENCES goods_return(return_id),
  payment_no {id} NOT NULL,
  campus_id {id},
  amount {int} NOT NULL CHECK (amount > 0),
  body_hash {blob},
  provider {word} NOT NULL,
  send_key {id},
  reference {text} NOT NULL,
  reason {text} NOT NULL,
  requester {text} NOT NULL,
  first_approver {text},
  approver {text},
  requested_at {int} NOT NULL,
  granted_at {int},
  sent_at {int},
  done_at {int},
  last_error {text} NOT NULL,
  version {int} NOT NULL
) {table};
CREATE UNIQUE INDEX refund_source ON refund(cause, source);
CREATE UNIQUE INDEX refund_send_key ON refund(send_key) {only send_key};
CREATE INDEX refund_status ON refund(status, requested_at, refund_id, amount);
CREATE INDEX refund_requested ON refund(requested_at, refund_id);
CREATE INDEX refund_campus ON refund(campus_id, requested_at, refund_id);
CREATE INDEX refund_order ON refund(order_id, refund_id);
CREATE INDEX refund_return ON refund(return_id, refund_id) {only return_id};
CREATE INDEX refund_payment ON refund(payment_no);

-- Sending: a row for each refund that a provider other than a person has to send. due_at: when a worker may take it; while
-- it is leased, the end of the lease; NULL: nothing to do. token: fencing, grows with every claim. look_up: an earlier
-- attempt may have left. position: on the ring, the first 32 bits of the SHA-1 of "refund:ID". dead_at: given up.
CREATE TABLE refund_task (
  refund_id {int} NOT NULL PRIMARY KEY REFERENCES refund(refund_id),
  position {int} NOT NULL,
  due_at {int},
  attempts {int} NOT NULL,
  leased {int} NOT NULL,
  token {int} NOT NULL,
  worker {text} NOT NULL,
  look_up {int} NOT NULL,
  dead_at {int}
) {table};
CREATE INDEX refund_task_due ON refund_task(due_at, refund_id, position) {only due_at};
CREATE INDEX refund_task_dead ON refund_task(dead_at, refund_id) {only dead_at};

-- What happened to returns and refunds; of one of the two, or of both.
CREATE TABLE money_event (
  event_id {pk},
  return_id {int},
  refund_id {int},
  at {int} NOT NULL,
  kind {word} NOT NULL,
  actor {text} NOT NULL,
  detail {text} NOT NULL
) {table};
CREATE INDEX money_event_return ON money_event(return_id, event_id) {only return_id};
CREATE INDEX money_event_refund ON money_event(refund_id, event_id) {only refund_id};

-- Double entry: a row debits one account and credits another by the same amount.
CREATE TABLE ledger_entry (
  entry_id {pk},
  at {int} NOT NULL,
  kind {word} NOT NULL,
  debit {word} NOT NULL,
  credit {word} NOT NULL,
  amount {int} NOT NULL CHECK (amount > 0),
  order_id {int},
  payment_no {id} NOT NULL,
  refund_id {int},
  actor {text} NOT NULL
) {table};
CREATE INDEX ledger_entry_order ON ledger_entry(order_id, entry_id) {only order_id};
CREATE INDEX ledger_entry_at ON ledger_entry(at, entry_id);

-- Sums of ledger_entry per account, changed with it. stripe: of the writer, so that several engines need not wait for each
-- other; a single engine writes stripe 0. A row for every account is there from the beginning: it is only changed.
CREATE TABLE ledger_balance (
  account {word} NOT NULL,
  stripe {int} NOT NULL,
  debit {int} NOT NULL,
  credit {int} NOT NULL,
  PRIMARY KEY (account, stripe)
) {table:clustered};

CREATE TABLE refund_setting (
  name {word} NOT NULL PRIMARY KEY,
  value {text} NOT NULL
) {table};

-- What there is already. A payment that was never accepted, or whose order was closed, is a refund that was granted.
INSERT INTO refund(status, cause, source, order_id, payment_no, campus_id, amount, provider, reference, reason, requester,
                   requested_at, granted_at, last_error, version)
  SELECT 'PENDING', CASE w.kind WHEN 'late' THEN 'late_payment' ELSE w.kind END, w.payment_no, o.order_id, w.payment_no,
         o.campus_id, w.amount, 'manual', '', '', 'system', w.at, w.at, '', 1
  FROM owed_payment w LEFT JOIN orders o ON o.order_no = w.order_no
  WHERE w.amount > 0 AND w.kind <> 'closed_order' ORDER BY w.at, w.payment_no;
INSERT INTO refund(status, cause, source, order_id, payment_no, campus_id, amount, provider, reference, reason, requester,
                   requested_at, granted_at, last_error, version)
  SELECT 'PENDING', 'closed_order', o.order_id, o.order_id, w.payment_no, o.campus_id, w.amount, 'manual', '', '',
         'system', w.at, w.at, '', 1
  FROM owed_payment w JOIN payment p ON p.payment_no = w.payment_no JOIN orders o ON o.order_id = p.order_id
  WHERE w.amount > 0 AND w.kind = 'closed_order' ORDER BY w.at, w.payment_no;
INSERT INTO order_refund(order_id, paid, committed)
  SELECT r.order_id, p.amount, r.amount FROM refund r JOIN payment p ON p.order_id = r.order_id
  WHERE r.cause = 'closed_order';
INSERT INTO money_event(refund_id, at, kind, actor, detail)
  SELECT refund_id, granted_at, 'granted', 'system', '' FROM refund ORDER BY refund_id;

INSERT INTO ledger_entry(at, kind, debit, credit, amount, order_id, payment_no, actor)
  SELECT at, 'payment', 'provider_clearing', 'sales', amount, order_id, payment_no, 'system'
  FROM payment WHERE amount > 0 ORDER BY at, payment_no;
INSERT INTO ledger_entry(at, kind, debit, credit, amount, order_id, payment_no, actor)
  SELECT p.at, 'discount', 'discounts', 'sales', l.total - p.amount, p.order_id, p.payment_no, 'system'
  FROM payment p JOIN (SELECT order_id, SUM(quantity * unit_price) AS total FROM order_line GROUP BY order_id) l
    ON l.order_id = p.order_id
  WHERE l.total > p.amount ORDER BY p.at, p.payment_no;
INSERT INTO ledger_entry(at, kind, debit, credit, amount, order_id, payment_no, actor)
  SELECT w.at, CASE w.kind WHEN 'late' THEN 'late_payment' ELSE 'unmatched_payment' END, 'provider_clearing',
         'unmatched_money', w.amount, o.order_id, w.payment_no, 'system'
  FROM owed_payment w LEFT JOIN orders o ON o.order_no = w.order_no
  WHERE w.amount > 0 AND w.kind <> 'closed_order' ORDER BY w.at, w.payment_no;
INSERT INTO ledger_entry(at, kind, debit, credit, amount, order_id, payment_no, refund_id, actor)
  SELECT granted_at, 'refund_granted', CASE cause WHEN 'closed_order' THEN 'sales_returns' ELSE 'unmatched_money' END,
         'refunds_payable', amount, order_id, payment_no, refund_id, 'system'
  FROM refund ORDER BY refund_id;
INSERT INTO ledger_balance(account, stripe, debit, credit)
  SELECT account, 0, SUM(debit), SUM(credit) FROM (
    SELECT debit AS account, amount AS debit, 0 AS credit FROM ledger_entry
    UNION ALL SELECT credit AS account, 0 AS debit, amount AS credit FROM ledger_entry
    UNION ALL SELECT 'provider_clearing', 0, 0
    UNION ALL SELECT 'sales', 0, 0
    UNION ALL SELECT 'discounts', 0, 0
    UNION ALL SELECT 'sales_returns', 0, 0
    UNION ALL SELECT 'unmatched_money', 0, 0
    UNION ALL SELECT 'refunds_payable', 0, 0) postings
  GROUP BY account;
-- Their truth is the refund now.
DELETE FROM owed_payment WHERE kind = 'closed_order';

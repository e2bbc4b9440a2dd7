-- SPDX-License-Identifier: GPL-3.0-or-later
-- Payments that were not accepted, and the order that one of them has paid since. Words in braces as in 0001.

-- matched_order: the order that it has paid; then nothing of it goes back. NULL: it goes back.
ALTER TABLE owed_payment ADD COLUMN matched_order {int};

-- Who works on it: the login of a person; NULL: nobody. reason_code: why the goods come back, one of return_reason at that
-- time; NULL: none was given.
ALTER TABLE goods_return ADD COLUMN clerk {id};
ALTER TABLE goods_return ADD COLUMN reason_code {id};
ALTER TABLE refund ADD COLUMN clerk {id};
CREATE INDEX goods_return_clerk ON goods_return(clerk, requested_at, return_id) {only clerk};
CREATE INDEX refund_clerk ON refund(clerk, requested_at, refund_id) {only clerk};

-- Reasons that are offered, in order of place. Returns keep their code when one is no longer offered.
CREATE TABLE return_reason (
  code {id} NOT NULL PRIMARY KEY,
  name {text} NOT NULL,
  place {int} NOT NULL
) {table};

CREATE TABLE case_setting (
  name {word} NOT NULL PRIMARY KEY,
  value {text} NOT NULL
) {table};

-- Return rules of the policy. window_days: from delivery; NULL: for ever. auto_approve_up_to: NULL: nothing is approved by
-- rule. fee_points: of what would be refunded, in hundredths of a percent. Reasons are codes, a line each.
ALTER TABLE return_policy ADD COLUMN window_days {int};
ALTER TABLE return_policy ADD COLUMN auto_approve_up_to {int};
ALTER TABLE return_policy ADD COLUMN auto_reasons {text};
ALTER TABLE return_policy ADD COLUMN fee_points {int} NOT NULL DEFAULT 0;
ALTER TABLE return_policy ADD COLUMN fee_free_reasons {text};

-- fee: what the approval kept of what would have been refunded; 0: nothing.
ALTER TABLE goods_return ADD COLUMN fee {int} NOT NULL DEFAULT 0;

INSERT INTO ledger_balance(account, stripe, debit, credit) VALUES ('restocking_fees', 0, 0, 0);

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

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Why money goes back, as returns say why goods do. Words in braces as in 0001.

-- One of return_reason at that time; NULL: none was given. Refunds of returns have that of their return.
ALTER TABLE refund ADD COLUMN reason_code {id};
UPDATE refund SET reason_code = (SELECT g.reason_code FROM goods_return g WHERE g.return_id = refund.return_id)
WHERE return_id IS NOT NULL;

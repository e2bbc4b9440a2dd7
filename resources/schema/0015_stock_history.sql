-- SPDX-License-Identifier: GPL-3.0-or-later
-- The history of a product's stock without an index that begins with the product. Words in braces as in 0001.

-- Orders name products in no order, so an index by product is written in one place per line: with 24 lines it cost as
-- much as everything else that is written for the order. One that begins with the stretch of 256 deductions which a line
-- belongs to is written at its end, and a product's lines are found by one look into each stretch, the last one first.
-- The database reckons it, so that whoever writes a line cannot have it wrong; it is stored in the index alone.
ALTER TABLE deduction_line ADD COLUMN stretch {int} GENERATED ALWAYS AS (deduction_id >> 8) VIRTUAL;
CREATE INDEX deduction_line_stretch ON deduction_line(stretch, sku);
DROP INDEX deduction_line_sku {on deduction_line};

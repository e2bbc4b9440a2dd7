-- SPDX-License-Identifier: GPL-3.0-or-later
-- How many orders a courier may have in hand. Words in braces as in 0001. How many each has is counted in orders; the
-- keyspace counts too, and is compared with the database whenever the workspace is opened.

-- NULL: no limit.
ALTER TABLE campus ADD COLUMN load_limit {int};

-- NULL: as the campus has it; 0: no limit.
ALTER TABLE courier ADD COLUMN load_limit {int};

-- 1: whoever handed the order over by name (wanted_courier) allows more than the limit for it.
ALTER TABLE orders ADD COLUMN over_limit {int};

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Payments that were not accepted, and the order that one of them has paid since. Words in braces as in 0001.

-- matched_order: the order that it has paid; then nothing of it goes back. NULL: it goes back.
ALTER TABLE owed_payment ADD COLUMN matched_order {int};

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Campuses, couriers and products as people keep them. Words in braces as in 0001.

-- disabled_at: since when it takes no part; NULL: it does. Nothing of these is ever deleted.
-- version grows with every change of the other columns by somebody; changed_at, changed_by: the last one (NULL: none since
-- this is counted). Campuses and couriers have theirs in setting_change, a campus together with its dispatch policy.
ALTER TABLE campus ADD COLUMN disabled_at {int};

ALTER TABLE courier ADD COLUMN disabled_at {int};

-- low_stock: at or below it the product is short; NULL: nobody wants to know. Orders do not change it, so its index costs
-- them nothing, and what is short is found among the few products that have a limit.
ALTER TABLE product ADD COLUMN disabled_at {int};
ALTER TABLE product ADD COLUMN version {int} NOT NULL DEFAULT 1;
ALTER TABLE product ADD COLUMN changed_at {int};
ALTER TABLE product ADD COLUMN changed_by {text};
ALTER TABLE product ADD COLUMN low_stock {int};
CREATE INDEX product_low_stock ON product(low_stock, sku) {only low_stock};

-- What somebody did to the stock: received, corrected, or set by an import or the HTTP API (as all that is older counts).
-- reason: of a correction, else what was noted with it; NULL: nothing.
ALTER TABLE stock_entry ADD COLUMN kind {word} NOT NULL DEFAULT 'imported';
ALTER TABLE stock_entry ADD COLUMN reason {text};

-- What orders took of a product, the newest first: a part of its history.
CREATE INDEX deduction_line_sku ON deduction_line(sku, deduction_id);

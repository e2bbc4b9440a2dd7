// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/product_page_store.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "engine/api/seckill_types.h"
#include "engine/store/database/multi_row.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/records/product_store.h"

namespace evenhand::store::productPages {
namespace {

using History = std::vector<api::StockHistoryRow>;

SortColumns columnsOf(api::ProductSort sort) {
    switch (sort) {
        case api::ProductSort::Sku: return {"sku"};
        case api::ProductSort::Name: return {"name", "sku"};
        case api::ProductSort::UnitPrice: return {"unit_price", "sku"};
        case api::ProductSort::Stock: return {"stock", "sku"};
    }
    return {"sku"};
}

void addFilter(SqlText& text, const api::ProductFilter& filter) {
    if (!filter.text.empty()) {
        text.where("((sku >= ? AND sku < ?) OR INSTR(LOWER(name), LOWER(?)) > 0)",
                   {filter.text, prefixEnd(filter.text), filter.text});
    }
    if (filter.disabled) {
        text.where(*filter.disabled ? "disabled_at IS NOT NULL" : "disabled_at IS NULL");
    }
    if (filter.lowOnly) {
        text.where("low_stock IS NOT NULL AND stock <= low_stock AND disabled_at IS NULL");
    }
}

Result<void> addEntries(Database& database, const Sku& sku, std::int64_t rows, History& history) {
    auto& statement = database.statement(
        "SELECT at, kind, quantity, reason, actor FROM stock_entry WHERE sku = ? ORDER BY entry_id DESC LIMIT ?");
    statement.bind(sku.str()).bind(rows);
    return eachRow(statement, [&](const Statement& row) {
        history.push_back({Instant{row.number("at")},
                           row.code("kind", api::stockChangeFrom),
                           row.number("quantity"),
                           0,
                           {},
                           textOf(row, "reason").value_or(std::string()),
                           row.text("actor")});
    });
}

struct StretchTag;

/// What orders took of the product in the `count` stretches of 256 deductions up to `last`, the newest first.
Result<void> addOrdersOf(Database& database, const Sku& sku, std::int64_t last, std::size_t count, std::int64_t rows,
                         History& history) {
    // What is not shown is not joined: a product may be in most orders of a stretch.
    auto& statement = database.statement(repeatedSql<StretchTag>(
        "SELECT d.at, o.order_no, o.activity_id, l.quantity, l.given_back, l.restocked FROM (SELECT deduction_id, "
        "quantity, given_back, restocked FROM deduction_line WHERE sku = ? AND stretch IN (",
        "?",
        ") ORDER BY deduction_id DESC LIMIT ?) l JOIN deduction d ON d.deduction_id = l.deduction_id "
        "JOIN orders o ON o.order_id = d.order_id ORDER BY l.deduction_id DESC",
        count));
    statement.bind(sku.str());
    for (std::size_t i = 0; i < count; ++i) {
        statement.bind(last - static_cast<std::int64_t>(i));  // there is nothing in those below 0
    }
    statement.bind(rows);
    return eachRow(statement, [&](const Statement& row) {
        const auto change = row.isNull("activity_id") ? api::StockChange::Ordered : api::StockChange::OrderedInSale;
        history.push_back({Instant{row.number("at")},
                           change,
                           -row.number("quantity"),
                           row.number("given_back") + row.number("restocked"),
                           row.text("order_no"),
                           {},
                           {}});
    });
}

/// The last stretch up to `most` that has a line; below 0: none has.
Result<std::int64_t> lastStretch(Database& database, std::int64_t most) {
    auto& statement =
        database.statement("SELECT COALESCE(MAX(stretch), -1) AS last FROM deduction_line WHERE stretch <= ?");
    return readNumber(statement.bind(most));
}

/// The last `rows` orders that took of the product. What is ordered often is found in the few last stretches, so those
/// are looked into first; what is ordered seldom costs a look into each.
Result<void> addOrders(Database& database, const Sku& sku, std::int64_t rows, History& history) {
    constexpr std::size_t kFew = 16;
    constexpr std::size_t kMaxStretches = 256;  // in one statement
    const auto before = history.size();
    EVENHAND_ASSIGN(auto last, lastStretch(database, std::numeric_limits<std::int64_t>::max()));
    for (auto count = kFew; last >= 0; count = std::min(2 * count, kMaxStretches)) {
        const auto left = rows - static_cast<std::int64_t>(history.size() - before);
        if (left == 0) {
            break;
        }
        EVENHAND_TRY(addOrdersOf(database, sku, last, count, left, history));
        EVENHAND_ASSIGN(last, lastStretch(database, last - static_cast<std::int64_t>(count)));
    }
    return {};
}

Result<void> addSales(Database& database, const Sku& sku, std::int64_t rows, History& history) {
    auto& statement = database.statement(
        "SELECT g.at, g.activity_id, g.action, g.amount, g.reason, g.actor FROM activity a JOIN activity_log g ON "
        "g.activity_id = a.activity_id WHERE a.voucher = ? AND g.action IN ('started', 'topped_up', 'ended') "
        "ORDER BY g.entry_id DESC LIMIT ?");
    statement.bind(sku.str()).bind(rows);
    return eachRow(statement, [&](const Statement& row) {
        const bool ended = row.code("action", api::activityActionFrom) == api::ActivityAction::Ended;
        history.push_back({Instant{row.number("at")}, ended ? api::StockChange::FromSale : api::StockChange::ToSale,
                           ended ? row.number("amount") : -row.number("amount"), 0, row.text("activity_id"),
                           row.text("reason"), row.text("actor")});
    });
}

}  // namespace

Result<std::vector<api::ProductRow>> page(Database& database, const api::ProductQuery& query) {
    EVENHAND_TRY(checkPage(query.offset, query.limit));
    EVENHAND_TRY(checkAfter(query.after.has_value(), query.sort == api::ProductSort::Sku && !query.descending));
    SqlText text{"SELECT " + std::string(products::kRowColumns) + " FROM product", {}};
    addFilter(text, query.filter);
    if (query.after) {
        text.where("sku > ?", {query.after->str()});
    }
    text.add(columnsOf(query.sort).order(query.descending));
    text.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    return readAll(text.bound(database), products::rowOf);
}

Result<std::int64_t> count(Database& database, const api::ProductFilter& filter) {
    SqlText text{"SELECT COUNT(*) FROM product", {}};
    addFilter(text, filter);
    return readNumber(text.bound(database));
}

Result<api::ProductRow> product(Database& database, const Sku& sku) {
    EVENHAND_ASSIGN(auto found, products::find(database, sku));
    if (!found) {
        return fail(ErrorCode::NotFound, "no such product", "sku", sku.str());
    }
    return std::move(found->row);
}

Result<std::vector<api::StockHistoryRow>> history(Database& database, const Sku& sku, std::int64_t offset,
                                                  std::int64_t limit) {
    EVENHAND_TRY(checkPage(offset, limit));
    EVENHAND_TRY(product(database, sku));
    History all;
    const auto rows = offset + limit;
    EVENHAND_TRY(addEntries(database, sku, rows, all));
    EVENHAND_TRY(addOrders(database, sku, rows, all));
    EVENHAND_TRY(addSales(database, sku, rows, all));
    // Each is in order already: rows of one instant stay as they were written.
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return b.at < a.at; });
    const auto size = static_cast<std::int64_t>(all.size());
    const auto from = all.begin() + std::min(offset, size);
    const auto to = all.begin() + std::min(rows, size);
    return History(std::make_move_iterator(from), std::make_move_iterator(to));
}

}  // namespace evenhand::store::productPages

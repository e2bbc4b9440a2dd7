// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/product_store.h"

#include <algorithm>
#include <unordered_map>

#include "engine/store/database/multi_row.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/counter.h"
#include "engine/store/order_rows/hot_rows.h"

namespace evenhand::store::products {
namespace {

struct StockTag;

Result<void> stockOfSome(Database& database, std::span<const std::string_view> skus,
                         std::unordered_map<std::string, std::int64_t>& found) {
    auto& statement = database.statement(
        repeatedSql<StockTag>("SELECT sku, stock FROM product WHERE sku IN (", "?", ")", skus.size()));
    for (const auto sku : skus) {
        statement.bind(sku);
    }
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        found.emplace(statement.text("sku"), statement.number("stock"));
    }
    return statement.status();
}

}  // namespace

Result<std::vector<std::optional<std::int64_t>>> stockOf(Database& database, std::span<const std::string_view> skus) {
    std::vector<std::optional<std::int64_t>> stocks(skus.size());
    if (auto* hot = hotRows(database)) {
        ReadAhead ahead;
        ahead.skus.assign(skus.begin(), skus.end());
        EVENHAND_TRY(hot->load(ahead));
        for (std::size_t i = 0; i < skus.size(); ++i) {
            EVENHAND_ASSIGN(stocks[i], hot->left(Counter::Stock, skus[i]));
        }
        return stocks;
    }
    if (skus.size() == 1) {  // the common order: no map, no second lookup
        auto& statement = database.statement("SELECT stock FROM product WHERE sku = ?");
        statement.bind(skus.front());
        EVENHAND_TRY(statement.query());
        if (statement.next()) {
            stocks.front() = statement.number("stock");
        }
        EVENHAND_TRY(statement.status());
        statement.finish();
        return stocks;
    }
    std::unordered_map<std::string, std::int64_t> found;
    for (auto rest = skus; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kRowsPerStatement));
        EVENHAND_TRY(stockOfSome(database, some, found));
        rest = rest.subspan(some.size());
    }
    for (std::size_t i = 0; i < skus.size(); ++i) {
        if (const auto it = found.find(std::string(skus[i])); it != found.end()) {
            stocks[i] = it->second;
        }
    }
    return stocks;
}

Result<bool> take(Database& database, std::string_view sku, std::int64_t quantity) {
    return store::take(database, Counter::Stock, sku, quantity);
}

Result<void> giveBack(Database& database, std::string_view sku, std::int64_t quantity) {
    EVENHAND_TRY(store::take(database, Counter::Stock, sku, -quantity));
    return {};
}

Result<void> insert(Database& database, const api::ProductRow& row) {
    auto& statement = database.statement("INSERT INTO product(sku, name, unit_price, stock) VALUES (?, ?, ?, ?)");
    statement.bind(row.sku.str()).bind(row.name).bind(row.unitPrice.minor).bind(row.stock);
    if (auto* hot = hotRows(database)) {
        hot->addProduct(row.sku.str(), row.stock);
    }
    return statement.gather(InsertTurn::First);
}

Result<void> update(Database& database, const api::ProductRow& row, std::int64_t received) {
    auto& statement =
        database.statement("UPDATE product SET name = ?, unit_price = ?, stock = stock + ? WHERE sku = ?");
    statement.bind(row.name).bind(row.unitPrice.minor).bind(received).bind(row.sku.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> addStockEntry(Database& database, const Sku& sku, Instant at, std::int64_t quantity,
                           std::string_view actor) {
    auto& statement = database.statement("INSERT INTO stock_entry(sku, at, quantity, actor) VALUES (?, ?, ?, ?)");
    statement.bind(sku.str()).bind(at).bind(quantity).bind(actor);
    return statement.gather();
}

Result<std::vector<api::ProductRow>> findByPrefix(Database& database, std::string_view prefix, std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT sku, name, unit_price, stock FROM product "
        "WHERE (sku >= ? AND sku < ?) OR (name >= ? AND name < ?) ORDER BY sku LIMIT ?");
    const auto end = prefixEnd(prefix);
    statement.bind(prefix).bind(end).bind(prefix).bind(end).bind(limit);
    return readAll(statement, [](const Statement& row) {
        return api::ProductRow{Sku(row.text("sku")), row.text("name"), Money{row.number("unit_price")},
                               row.number("stock")};
    });
}

}  // namespace evenhand::store::products

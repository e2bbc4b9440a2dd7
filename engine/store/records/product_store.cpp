// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/product_store.h"

#include <algorithm>
#include <unordered_map>

#include "engine/store/database/multi_row.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/counter.h"
#include "engine/store/order_rows/hot_rows.h"
#include "engine/store/order_rows/lock_roots.h"

namespace evenhand::store::products {
namespace {

struct OfferTag;

using Offers = std::unordered_map<std::string, Offer>;

Offer offerOf(const Statement& row) {
    return {row.number("stock"), !row.isNull("disabled_at"), row.maybeNumber("low_stock")};
}

Result<void> offersOfSome(Database& database, std::span<const std::string_view> skus, Offers& found) {
    auto& statement = database.statement(repeatedSql<OfferTag>(
        "SELECT sku, stock, disabled_at, low_stock FROM product WHERE sku IN (", "?", ")", skus.size()));
    for (const auto sku : skus) {
        statement.bind(sku);
    }
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        found.emplace(statement.text("sku"), offerOf(statement));
    }
    return statement.status();
}

Result<std::vector<std::optional<Offer>>> offersInMemory(HotRows& hot, std::span<const std::string_view> skus) {
    std::vector<std::optional<Offer>> offers(skus.size());
    ReadAhead ahead;
    ahead.skus.assign(skus.begin(), skus.end());
    EVENHAND_TRY(hot.load(ahead));
    for (std::size_t i = 0; i < skus.size(); ++i) {
        EVENHAND_ASSIGN(const auto stock, hot.left(Counter::Stock, skus[i]));
        if (stock) {
            EVENHAND_ASSIGN(const auto product, hot.product(skus[i]));
            offers[i] = Offer{*stock, product.disabled, product.lowStock};
        }
    }
    return offers;
}

}  // namespace

Result<std::vector<std::optional<Offer>>> offersOf(Database& database, std::span<const std::string_view> skus) {
    if (database.roots() != nullptr) {
        Roots roots;
        for (const auto sku : skus) {
            roots.add(Sku(sku));
        }
        EVENHAND_TRY(lockRoots(database, roots));
    }
    if (auto* hot = hotRows(database)) {
        return offersInMemory(*hot, skus);
    }
    std::vector<std::optional<Offer>> offers(skus.size());
    if (skus.size() == 1) {  // the common order: no map, no second lookup
        auto& statement = database.statement("SELECT stock, disabled_at, low_stock FROM product WHERE sku = ?");
        statement.bind(skus.front());
        EVENHAND_ASSIGN(offers.front(), readOne(statement, offerOf));
        return offers;
    }
    Offers found;
    for (auto rest = skus; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kRowsPerStatement));
        EVENHAND_TRY(offersOfSome(database, some, found));
        rest = rest.subspan(some.size());
    }
    for (std::size_t i = 0; i < skus.size(); ++i) {
        if (const auto it = found.find(std::string(skus[i])); it != found.end()) {
            offers[i] = it->second;
        }
    }
    return offers;
}

Result<std::vector<std::optional<std::int64_t>>> stockOf(Database& database, std::span<const std::string_view> skus) {
    EVENHAND_ASSIGN(const auto offers, offersOf(database, skus));
    std::vector<std::optional<std::int64_t>> stocks;
    stocks.reserve(offers.size());
    for (const auto& offer : offers) {
        stocks.push_back(offer ? std::optional(offer->stock) : std::nullopt);
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

Result<void> update(Database& database, const api::ProductRow& row, std::int64_t received, const Change& change) {
    if (received != 0) {
        auto& stock = database.statement("UPDATE product SET stock = stock + ? WHERE sku = ?");
        stock.bind(received).bind(row.sku.str());
        EVENHAND_TRY(stock.write());
    }
    auto& statement = database.statement(
        "UPDATE product SET name = ?, unit_price = ?, version = version + 1, changed_at = ?, changed_by = ? "
        "WHERE sku = ? AND (name <> ? OR unit_price <> ?)");
    statement.bind(row.name).bind(row.unitPrice.minor).bind(change.at).bind(change.actor).bind(row.sku.str());
    statement.bind(row.name).bind(row.unitPrice.minor);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> edit(Database& database, const api::ProductRow& row, const Change& change) {
    auto& statement = database.statement(
        "UPDATE product SET name = ?, unit_price = ?, low_stock = ?, version = version + 1, changed_at = ?, "
        "changed_by = ? WHERE sku = ?");
    statement.bind(row.name).bind(row.unitPrice.minor).bind(row.lowStock);
    statement.bind(change.at).bind(change.actor).bind(row.sku.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setLowStock(Database& database, const Sku& sku, std::optional<std::int64_t> lowStock) {
    auto& statement = database.statement("UPDATE product SET low_stock = ? WHERE sku = ?");
    statement.bind(lowStock).bind(sku.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setDisabled(Database& database, const Sku& sku, bool disabled, const Change& change) {
    auto& statement = database.statement(
        "UPDATE product SET disabled_at = ?, version = version + 1, changed_at = ?, changed_by = ? WHERE sku = ?");
    statement.bind(disabled ? std::optional(change.at) : std::nullopt);
    statement.bind(change.at).bind(change.actor).bind(sku.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> addStockEntry(Database& database, const Sku& sku, const Change& change, api::StockChange kind,
                           std::int64_t quantity, std::string_view reason) {
    auto& statement =
        database.statement("INSERT INTO stock_entry(sku, at, quantity, actor, kind, reason) VALUES (?, ?, ?, ?, ?, ?)");
    statement.bind(sku.str()).bind(change.at).bind(quantity).bind(change.actor).bind(api::toText(kind));
    statement.bind(reason.empty() ? std::optional<std::string_view>() : std::optional(reason));
    return statement.gather();
}

api::ProductRow rowOf(const Statement& row) {
    return {Sku(row.text("sku")),
            row.text("name"),
            Money{row.number("unit_price")},
            row.number("stock"),
            row.maybeNumber("low_stock"),
            instantOf(row, "disabled_at"),
            row.number("version")};
}

Result<std::optional<Record>> find(Database& database, const Sku& sku) {
    static const std::string sql =
        "SELECT " + std::string(kRowColumns) + ", changed_at, changed_by FROM product WHERE sku = ?";
    EVENHAND_TRY(lockRoot(database, sku));
    auto& statement = database.statement(sql);
    statement.bind(sku.str());
    return readOne(statement, [](const Statement& row) {
        return Record{rowOf(row), instantOf(row, "changed_at"), textOf(row, "changed_by").value_or(std::string())};
    });
}

Result<std::vector<api::ProductRow>> low(Database& database) {
    static const std::string sql =
        "SELECT " + std::string(kRowColumns) +
        " FROM product WHERE low_stock IS NOT NULL AND stock <= low_stock AND disabled_at IS NULL";
    return readAll(database.statement(sql), rowOf);
}

Result<std::vector<api::ProductRow>> findByPrefix(Database& database, std::string_view prefix, std::int64_t limit) {
    EVENHAND_TRY(checkPage(0, limit));
    static const std::string sql =
        "SELECT " + std::string(kRowColumns) +
        " FROM product WHERE (sku >= ? AND sku < ?) OR (name >= ? AND name < ?) ORDER BY sku LIMIT ?";
    auto& statement = database.statement(sql);
    const auto end = prefixEnd(prefix);
    statement.bind(prefix).bind(end).bind(prefix).bind(end).bind(limit);
    return readAll(statement, rowOf);
}

}  // namespace evenhand::store::products

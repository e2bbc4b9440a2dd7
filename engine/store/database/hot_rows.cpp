// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and changing; what is sent, kept and undone is in hot_rows_scope.cpp.
#include "engine/store/database/hot_rows.h"

#include <algorithm>
#include <cassert>
#include <span>

#include "engine/store/database/multi_row.h"

namespace evenhand::store {
namespace {

constexpr std::size_t kReadAtOnce = 128;
constexpr std::size_t kReadStep = 16;  ///< longer lists are filled up to a multiple, so that few texts exist

struct ByNumberTag;
struct ByKeyTag;
struct ByIdTag;
struct ByCampusTag;
struct StockTag;
struct PaymentTag;
struct OwedTag;
struct UnitsTag;
struct LiveTag;

std::string selectOrders(std::string_view condition) {
    std::string sql =
        "SELECT order_id, order_no, request_key, body_hash, user_id, campus_id, payable, placed_at, created_at, "
        "activity_id, discount";
    for (const auto& column : kOrderColumns) {
        sql.append(", ").append(column.name.text());
    }
    return sql.append(" FROM orders WHERE ").append(condition);
}
const std::string kByNumber = selectOrders("order_no IN (");
const std::string kByKey = selectOrders("request_key IN (");
const std::string kById = selectOrders("order_id IN (");
const std::string kByLive = selectOrders("live = 1 AND (activity_id, user_id) IN (");

/// No id holds a line break.
std::string liveKey(std::string_view activity, std::string_view user) {
    return std::string(activity).append("\n").append(user);
}

/// Without text that the server refuses to compare: it would fail a statement that reads for other commands too.
std::vector<std::string_view> validIds(const std::vector<std::string_view>& texts) {
    std::vector<std::string_view> valid;
    valid.reserve(texts.size());
    for (const auto text : texts) {
        if (base::validateId(text, {})) {
            valid.push_back(text);
        }
    }
    return valid;
}

template <typename Known>
std::vector<std::string_view> unknown(const std::vector<std::string_view>& texts, const Known& known) {
    std::vector<std::string_view> rest;
    for (const auto text : texts) {
        if (!known.contains(std::string(text))) {
            rest.push_back(text);
        }
    }
    std::sort(rest.begin(), rest.end());
    rest.erase(std::unique(rest.begin(), rest.end()), rest.end());
    return rest;
}

}  // namespace

template <typename Tag, typename Value, typename Row>
Result<void> HotRows::select(std::string_view prefix, const std::vector<Value>& values, Row row) {
    struct Reading {
        explicit Reading(bool& flag) : m_flag(flag) { m_flag = true; }
        ~Reading() { m_flag = false; }
        bool& m_flag;
    };
    // While it reads for itself nothing unsent is sent first (MysqlDatabase::send()): what is known here is newer than
    // the server's rows, and remember() does not replace it.
    const Reading reading(m_reading);
    for (std::span<const Value> rest(values); !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kReadAtOnce));
        const auto count =
            some.size() < kReadStep ? some.size() : (some.size() + kReadStep - 1) / kReadStep * kReadStep;
        auto& statement = m_database.statement(repeatedSql<Tag>(prefix, "?", ")", count));
        for (std::size_t i = 0; i < count; ++i) {
            statement.bind(some[std::min(i, some.size() - 1)]);  // the last one again, which IN does not mind
        }
        EVENHAND_TRY(statement.query());
        while (statement.next()) {
            row(statement);
        }
        EVENHAND_TRY(statement.status());
        rest = rest.subspan(some.size());
    }
    return {};
}

Result<void> HotRows::load(const ReadAhead& ahead) {
    EVENHAND_TRY(loadNumbers(validIds(ahead.orderNumbers)));
    EVENHAND_TRY(loadKeys(validIds(ahead.requestKeys)));
    EVENHAND_TRY(loadOrders(ahead.orders));
    EVENHAND_TRY(loadCampuses(validIds(ahead.campuses)));
    EVENHAND_TRY(loadStock(validIds(ahead.skus)));
    EVENHAND_TRY(loadUnits(validIds(ahead.activities)));
    EVENHAND_TRY(loadLive(ahead.liveOrders));
    return loadPayments(validIds(ahead.paymentNumbers));
}

void HotRows::remember(const Statement& row) {
    Order order;
    order.id = OrderId{row.number("order_id")};
    if (m_orders.contains(order.id.value)) {
        return;  // what is known may have been changed here and not been sent yet
    }
    order.number = row.text("order_no");
    order.key = row.isNull("request_key") ? order.number : row.text("request_key");
    order.bodyHash = row.blob("body_hash");
    order.user = row.text("user_id");
    order.campus = row.text("campus_id");
    order.payable = row.number("payable");
    order.placedAt = row.number("placed_at");
    order.createdAt = row.number("created_at");
    order.activity = row.text("activity_id");
    order.discount = row.number("discount");
    for (const auto& column : kOrderColumns) {
        readColumn(row, column, order.state);
    }
    order.m_stored = true;
    m_byNumber[order.number] = order.id.value;
    m_byKey[order.key] = order.id.value;
    if (order.state.live) {
        m_live.try_emplace(liveKey(order.activity, order.user), order.id.value);
    }
    m_orders.emplace(order.id.value, std::move(order));
}

Result<void> HotRows::loadNumbers(const Texts& numbers) {
    const auto rest = unknown(numbers, m_byNumber);
    EVENHAND_TRY(select<ByNumberTag>(kByNumber, rest, [this](const Statement& row) { remember(row); }));
    // What is not there is remembered too (0), or the number of each new order would be asked for at every look.
    for (const auto number : rest) {
        m_byNumber.try_emplace(std::string(number), 0);
    }
    return {};
}

Result<void> HotRows::loadKeys(const Texts& keys) {
    const auto rest = unknown(keys, m_byKey);
    EVENHAND_TRY(loadNumbers(rest));  // a key that equals its order's number is not stored, so only the number finds it
    EVENHAND_TRY(select<ByKeyTag>(kByKey, rest, [this](const Statement& row) { remember(row); }));
    for (const auto key : rest) {
        m_byKey.try_emplace(std::string(key), 0);
    }
    return {};
}

Result<void> HotRows::loadOrders(const std::vector<OrderId>& ids) {
    std::vector<std::int64_t> rest;
    for (const auto id : ids) {
        if (!m_orders.contains(id.value)) {
            rest.push_back(id.value);
        }
    }
    return select<ByIdTag>(kById, rest, [this](const Statement& row) { remember(row); });
}

HotRows::Campus HotRows::campusOf(const Statement& row) {
    return {row.text("mode"), row.number("step"), row.number("log_ttl_ms"), row.number("duty_version"),
            row.number("paused") != 0};
}

Result<void> HotRows::loadCampuses(const Texts& ids) {
    const auto rest = unknown(ids, m_campuses);
    EVENHAND_TRY(select<ByCampusTag>(
        "SELECT campus_id, mode, step, log_ttl_ms, paused, duty_version FROM campus WHERE campus_id IN (", rest,
        [this](const Statement& row) { m_campuses[row.text("campus_id")] = campusOf(row); }));
    for (const auto id : rest) {
        m_campuses.try_emplace(std::string(id), std::nullopt);
    }
    return {};
}

Result<void> HotRows::loadStock(const Texts& skus) {
    const auto rest = unknown(skus, m_products);
    EVENHAND_TRY(select<StockTag>("SELECT sku, stock FROM product WHERE sku IN (", rest, [this](const Statement& row) {
        m_products.try_emplace(row.text("sku"), Product{row.number("stock"), 0, true, false, false});
    }));
    for (const auto sku : rest) {
        m_products.try_emplace(std::string(sku));
    }
    return {};
}

Result<void> HotRows::loadPayments(const Texts& numbers) {
    const auto rest = unknown(numbers, m_paymentUnused);
    const auto used = [this](const Statement& row) { m_paymentUnused[row.text("payment_no")] = false; };
    EVENHAND_TRY(select<PaymentTag>("SELECT payment_no FROM payment WHERE payment_no IN (", rest, used));
    EVENHAND_TRY(select<OwedTag>("SELECT payment_no FROM owed_payment WHERE payment_no IN (", rest, used));
    for (const auto number : rest) {
        m_paymentUnused.try_emplace(std::string(number), true);
    }
    return {};
}

Result<void> HotRows::loadUnits(const Texts& activities) {
    const auto rest = unknown(activities, m_activities);
    EVENHAND_TRY(select<UnitsTag>(
        "SELECT activity_id, units_left FROM activity WHERE activity_id IN (", rest, [this](const Statement& row) {
            m_activities.try_emplace(row.text("activity_id"), Product{row.number("units_left"), 0, true, false, true});
        }));
    for (const auto activity : rest) {
        m_activities.try_emplace(std::string(activity)).first->second.isActivity = true;
    }
    return {};
}

Result<void> HotRows::loadLive(const std::vector<std::pair<std::string_view, std::string_view>>& pairs) {
    std::vector<std::pair<std::string_view, std::string_view>> rest;
    for (const auto& pair : pairs) {
        if (base::validateId(pair.first, {}) && base::validateId(pair.second, {}) &&
            !m_live.contains(liveKey(pair.first, pair.second))) {
            rest.push_back(pair);
        }
    }
    for (std::size_t from = 0; from < rest.size(); from += kReadAtOnce) {
        const auto some = std::span(rest).subspan(from, std::min(rest.size() - from, kReadAtOnce));
        const auto count = (some.size() + kReadStep - 1) / kReadStep * kReadStep;
        m_reading = true;
        auto& statement =
            m_database.statement(repeatedSql<LiveTag>(kByLive, "(?,?)", ")", some.size() == 1 ? 1 : count));
        for (std::size_t i = 0; i < (some.size() == 1 ? 1 : count); ++i) {
            const auto& pair = some[std::min(i, some.size() - 1)];
            statement.bind(pair.first).bind(pair.second);
        }
        auto read = statement.query();
        m_reading = false;
        EVENHAND_TRY(read);
        while (statement.next()) {
            remember(statement);
        }
        EVENHAND_TRY(statement.status());
    }
    for (const auto& pair : rest) {
        m_live.try_emplace(liveKey(pair.first, pair.second), 0);
    }
    return {};
}

Result<const HotRows::Order*> HotRows::liveOrder(std::string_view activity, std::string_view user) {
    EVENHAND_TRY(loadLive({{activity, user}}));
    // `m_live` has the order that was live last and is not changed when that one ends, so the order itself is asked.
    const auto* order = known(m_live, liveKey(activity, user));
    return order != nullptr && order->state.live ? order : nullptr;
}

const HotRows::Order* HotRows::known(const std::unordered_map<std::string, std::int64_t>& index,
                                     const std::string& text) const {
    const auto at = index.find(text);
    return at == index.end() || at->second == 0 ? nullptr : &m_orders.at(at->second);
}

Result<const HotRows::Order*> HotRows::orderByNumber(std::string_view number) {
    EVENHAND_TRY(loadNumbers({number}));
    return known(m_byNumber, std::string(number));
}

Result<const HotRows::Order*> HotRows::orderByKey(std::string_view key) {
    EVENHAND_TRY(loadKeys({key}));
    return known(m_byKey, std::string(key));
}

Result<const HotRows::Order*> HotRows::orderById(OrderId id) {
    EVENHAND_TRY(loadOrders({id}));
    const auto at = m_orders.find(id.value);
    return at == m_orders.end() ? nullptr : &at->second;
}

Result<const HotRows::Campus*> HotRows::campus(std::string_view id) {
    EVENHAND_TRY(loadCampuses({id}));
    const auto& found = m_campuses.at(std::string(id));
    return found ? &*found : nullptr;
}

Result<std::optional<std::int64_t>> HotRows::stock(std::string_view sku) {
    EVENHAND_TRY(loadStock({sku}));
    const auto& product = m_products.at(std::string(sku));
    return product.there ? std::optional(product.stock) : std::nullopt;
}

Result<bool> HotRows::paymentUnused(std::string_view number) {
    EVENHAND_TRY(loadPayments({number}));
    return m_paymentUnused.at(std::string(number));
}

Result<std::int64_t> HotRows::highest(std::string_view sql) {
    // What is unsent is not seen here and need not be: the highest id is only forgotten when nothing with an id is
    // unsent.
    m_reading = true;
    auto& statement = m_database.statement(sql);
    auto read = statement.query();
    m_reading = false;
    EVENHAND_TRY(read);
    const bool some = statement.next();
    EVENHAND_TRY(statement.status());
    const auto number = some ? statement.onlyNumber() : 0;
    statement.finish();
    return number;
}

Result<OrderId> HotRows::insertOrder(Order order) {
    if (m_lastOrder < 0) {
        EVENHAND_ASSIGN(m_lastOrder, highest("SELECT COALESCE(MAX(order_id), 0) FROM orders"));
    }
    if (order.state.live) {
        auto& last = m_live[liveKey(order.activity, order.user)];
        if (last != 0 && m_orders.contains(last) && m_orders.at(last).m_dirty) {
            // Inserts are sent before updates (GatheredRows::rank()). The update that ends the former live order has to
            // reach the server before this insert, or the unique key of live orders would refuse it.
            EVENHAND_TRY(m_database.flush());
        }
    }
    // Counted here: the server would give an id only when the row is sent, and other rows refer to it before that.
    const auto id = ++m_lastOrder;
    order.id = OrderId{id};
    if (order.state.live) {
        m_live[liveKey(order.activity, order.user)] = id;
    }
    order.m_stored = false;
    order.m_dirty = true;
    m_byNumber[order.number] = id;
    m_byKey[order.key] = id;
    auto& made = m_orders.emplace(id, std::move(order)).first->second;
    m_dirtyOrders.push_back(&made);
    if (m_scope) {
        m_orderUndo.push_back({id, true, false, {}});
    }
    return OrderId{id};
}

void HotRows::changeOrder(OrderId id, OrderState state) {
    auto& order = m_orders.at(id.value);
    if (m_scope) {
        m_orderUndo.push_back({id.value, false, order.m_dirty, order.state});
    }
    order.state = std::move(state);
    if (!order.m_dirty) {
        order.m_dirty = true;
        m_dirtyOrders.push_back(&order);
    }
}

Result<bool> HotRows::take(std::string_view sku, std::int64_t quantity) {
    EVENHAND_TRY(loadStock({sku}));
    return takeOf(m_products, sku, quantity);
}

Result<bool> HotRows::takeUnits(std::string_view activity, std::int64_t units) {
    EVENHAND_TRY(loadUnits({activity}));
    return takeOf(m_activities, activity, units);
}

Result<bool> HotRows::takeOf(Products& products, std::string_view id, std::int64_t quantity) {
    auto& entry = *products.find(std::string(id));
    auto& product = entry.second;
    if (!product.there || product.stock < quantity) {
        return false;
    }
    if (m_scope) {
        m_productUndo.push_back({&entry, product});
    }
    product.stock -= quantity;
    product.unsent -= quantity;
    if (!product.dirty) {
        product.dirty = true;
        m_dirtyProducts.push_back(&entry);
    }
    return true;
}

void HotRows::addProduct(std::string_view sku, std::int64_t stock) {
    auto& entry = *m_products.try_emplace(std::string(sku)).first;
    assert(!entry.second.there);
    if (m_scope) {
        m_productUndo.push_back({&entry, entry.second});
    }
    // Not dirty: the caller's own row has this stock, and sending a change of it as well would count it twice.
    entry.second.stock = stock;
    entry.second.there = true;
}

void HotRows::usePayment(std::string_view number) {
    m_paymentUnused[std::string(number)] = false;
    if (m_scope) {
        m_usedInScope.emplace_back(number);
    }
}

Result<DeductionId> HotRows::nextDeduction() {
    if (m_lastDeduction < 0) {
        EVENHAND_ASSIGN(m_lastDeduction, highest("SELECT COALESCE(MAX(deduction_id), 0) FROM deduction"));
    }
    return DeductionId{++m_lastDeduction};
}

}  // namespace evenhand::store

// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and changing; what is sent, kept and undone is in hot_rows_scope.cpp.
#include "engine/store/order_rows/hot_rows.h"

#include <algorithm>
#include <memory>
#include <span>

#include "engine/base/invariant.h"
#include "engine/store/database/multi_row.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/lock_roots.h"
#include "engine/store/order_rows/order_lookup.h"
#include "engine/store/order_rows/payment_number.h"

namespace evenhand::store {
namespace {

constexpr std::size_t kReadAtOnce = 128;
constexpr std::size_t kReadStep = 16;   ///< longer lists are filled up to a multiple, so that few texts exist
constexpr std::int64_t kBlock = 1'000;  ///< ids that are taken at once

struct ByNumberTag;
struct ByKeyTag;
struct ByIdTag;
struct ByCampusTag;
struct StockTag;
struct UnitsTag;
struct LiveTag;
struct PaymentTag;
struct OwedTag;

std::string selectOrders(std::string_view condition) {
    std::string sql =
        "SELECT order_id, order_no, request_key, body_hash, user_id, campus_id, payable, placed_at, created_at, "
        "activity_id, discount";
    for (const auto& column : kOrderColumns) {
        sql.append(", ").append(column.name.text());
    }
    return sql.append(" FROM orders WHERE ").append(condition);
}
const std::string kByNumber = selectOrders(manyOrdersSql(OrderWay::Number));
const std::string kByKey = selectOrders(manyOrdersSql(OrderWay::Key));
const std::string kById = selectOrders(manyOrdersSql(OrderWay::Id));
const std::string kByLive = selectOrders(manyOrdersSql(OrderWay::Live));

std::string selectCounts(const CounterOf& counter) {
    std::string sql = "SELECT ";
    sql.append(counter.id.text()).append(", ").append(counter.number.text()).append(counter.also);
    sql.append(" FROM ").append(counter.table);
    return sql.append(" WHERE ").append(counter.id.text()).append(" IN (");
}
const std::array kByCounted{selectCounts(infoOf(Counter::Stock)), selectCounts(infoOf(Counter::Units))};

std::string selectNumbers(std::string_view paymentTable) {
    return "SELECT payment_no FROM " + std::string(paymentTable) + " WHERE payment_no IN (";
}
const std::array kByPayment{selectNumbers(kPaymentTables[0]), selectNumbers(kPaymentTables[1])};
static_assert(kPaymentTables.size() == kByPayment.size());

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

/// The roots of all these commands at once. Orders are known by number or key first, and read again under their locks.
Result<void> lockAhead(Database& database, HotRows& hot, const ReadAhead& ahead) {
    Roots roots;
    const auto addOrder = [&roots](const HotRows::Order* order) {
        if (order != nullptr) {
            roots.add(order->id).add(CampusId(order->campus), Hold::Read);
        }
    };
    ReadAhead named;
    named.orderNumbers = validIds(ahead.orderNumbers);
    named.requestKeys = validIds(ahead.requestKeys);
    EVENHAND_TRY(hot.load(named));
    for (const auto number : named.orderNumbers) {
        EVENHAND_ASSIGN(const auto* order, hot.orderByNumber(number));
        addOrder(order);
    }
    for (const auto id : ahead.orders) {
        roots.add(id);
    }
    for (const auto campus : ahead.campuses) {
        roots.add(CampusId(campus), Hold::Read);
    }
    for (const auto sku : ahead.skus) {
        roots.add(Sku(sku));
    }
    for (const auto activity : ahead.activities) {
        roots.add(ActivityId(activity));
    }
    EVENHAND_TRY(lockRoots(database, roots));
    return {};
}

}  // namespace

HotRows* hotRows(Database& database) {
    auto& connection = Database::Impl::of(database);
    auto* held = connection.heldRows(
        [](Database::Impl& of) -> std::unique_ptr<HeldRows> { return std::make_unique<HotRows>(of); });
    return static_cast<HotRows*>(held);  // nobody else makes one
}

Result<void> readAhead(Database& database, const ReadAhead& ahead) {
    auto* hot = hotRows(database);
    if (hot == nullptr) {
        return {};
    }
    if (database.locksRoots()) {
        EVENHAND_TRY(lockAhead(database, *hot, ahead));
    }
    return hot->load(ahead);
}

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
    EVENHAND_TRY(loadCounts(Counter::Stock, validIds(ahead.skus)));
    EVENHAND_TRY(loadCounts(Counter::Units, validIds(ahead.activities)));
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
        "SELECT campus_id, mode, step, log_ttl_ms, paused, duty_version, disabled_at FROM campus WHERE campus_id IN (",
        rest, [this](const Statement& row) {
            auto& campus = m_campuses[row.text("campus_id")].emplace(campusOf(row));
            campus.disabled = !row.isNull("disabled_at");
        }));
    for (const auto id : rest) {
        m_campuses.try_emplace(std::string(id), std::nullopt);
    }
    return {};
}

Result<void> HotRows::loadCounts(Counter counter, const Texts& ids) {
    auto& counts = m_counts[indexOf(counter)];
    const auto rest = unknown(ids, counts);
    const auto& sql = kByCounted[indexOf(counter)];
    const auto read = [&counts, counter](const Statement& row) {
        const auto& info = infoOf(counter);
        const auto product =
            counter == Counter::Stock ? Product{!row.isNull("disabled_at"), row.maybeNumber("low_stock")} : Product{};
        counts.try_emplace(row.text(info.id), Count{row.number(info.number), 0, true, false, counter, product});
    };
    EVENHAND_TRY(counter == Counter::Stock ? select<StockTag>(sql, rest, read) : select<UnitsTag>(sql, rest, read));
    for (const auto id : rest) {
        counts.try_emplace(std::string(id)).first->second.counter = counter;
    }
    return {};
}

Result<void> HotRows::loadPayments(const Texts& numbers) {
    const auto rest = unknown(numbers, m_paymentUnused);
    const auto used = [this](const Statement& row) { m_paymentUnused[row.text("payment_no")] = false; };
    EVENHAND_TRY(select<PaymentTag>(kByPayment[0], rest, used));
    EVENHAND_TRY(select<OwedTag>(kByPayment[1], rest, used));
    for (const auto number : rest) {
        m_paymentUnused.try_emplace(std::string(number), true);
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

Result<std::optional<std::int64_t>> HotRows::left(Counter counter, std::string_view id) {
    EVENHAND_TRY(loadCounts(counter, {id}));
    const auto& count = m_counts[indexOf(counter)].at(std::string(id));
    return count.there ? std::optional(count.left) : std::nullopt;
}

Result<HotRows::Product> HotRows::product(std::string_view sku) {
    EVENHAND_TRY(loadCounts(Counter::Stock, {sku}));
    return m_counts[indexOf(Counter::Stock)].at(std::string(sku)).product;
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

Result<std::int64_t> HotRows::nextId(Ids& ids, std::string_view kind, std::string_view highestSql) {
    if (m_database.sharedStripe == 0) {
        if (ids.last < 0) {
            EVENHAND_ASSIGN(ids.last, highest(highestSql));
        }
    } else if (ids.last < 0 || ids.last >= ids.end) {
        EVENHAND_ASSIGN(ids, takeBlock(kind));
    }
    return ++ids.last;
}

/// In the open transaction, so the row stays locked until it ends: others who need a block at the same moment wait. One
/// that is rolled back has taken none, and forgets what it had (endTransaction(), undoScope()).
Result<HotRows::Ids> HotRows::takeBlock(std::string_view kind) {
    m_reading = true;  // these are not its own rows, and nothing unsent is about them; nor is a savepoint needed
    auto& locked = m_database.statement("SELECT next_id FROM id_block WHERE kind = ? FOR UPDATE");
    const auto first = readNumber(locked.bind(kind));
    auto taken = first;
    if (taken) {
        auto& update = m_database.statement("UPDATE id_block SET next_id = next_id + ? WHERE kind = ?");
        taken = update.bind(kBlock).bind(kind).write();
    }
    m_reading = false;
    EVENHAND_TRY(taken);
    if (*taken != 1) {
        return fail(ErrorCode::WorkspaceDamaged, "there is no block of ids of this kind", "kind", std::string(kind));
    }
    return Ids{*first - 1, *first + kBlock - 1};
}

Result<OrderId> HotRows::insertOrder(Order order) {
    // Given here: the server would give one only when the row is sent, and other rows refer to it before that.
    EVENHAND_ASSIGN(const auto id, nextId(m_orderIds, "orders", "SELECT COALESCE(MAX(order_id), 0) FROM orders"));
    if (order.state.live) {
        auto& last = m_live[liveKey(order.activity, order.user)];
        if (last != 0 && m_orders.contains(last) && m_orders.at(last).m_dirty) {
            // Inserts are sent before updates (GatheredRows::rank()). The update that ends the former live order has to
            // reach the server before this insert, or the unique key of live orders would refuse it.
            EVENHAND_TRY(m_database.flush());
        }
    }
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

Result<bool> HotRows::take(Counter counter, std::string_view id, std::int64_t quantity) {
    EVENHAND_TRY(loadCounts(counter, {id}));
    auto& entry = *m_counts[indexOf(counter)].find(std::string(id));
    auto& count = entry.second;
    if (!count.there || !store::holds(kTakenIf, std::optional(count.left), std::optional(quantity))) {
        return false;
    }
    if (m_scope) {
        m_countUndo.push_back({&entry, count});
    }
    const auto before = count.left;
    count.left = changed(kTaken, before, quantity);
    count.unsent += count.left - before;
    if (!count.dirty) {
        count.dirty = true;
        m_dirtyCounts.push_back(&entry);
    }
    return true;
}

void HotRows::addProduct(std::string_view sku, std::int64_t stock) {
    auto& entry = *m_counts[indexOf(Counter::Stock)].try_emplace(std::string(sku)).first;
    EVENHAND_INVARIANT(!entry.second.there, "a product would be added that is there, and its stock be counted from 0");
    if (m_scope) {
        m_countUndo.push_back({&entry, entry.second});
    }
    // Not dirty: the caller's own row has this stock, and sending a change of it as well would count it twice.
    entry.second.left = stock;
    entry.second.there = true;
}

void HotRows::usePayment(std::string_view number) {
    m_paymentUnused[std::string(number)] = false;
    if (m_scope) {
        m_usedInScope.emplace_back(number);
    }
}

Result<DeductionId> HotRows::nextDeduction() {
    EVENHAND_ASSIGN(const auto id,
                    nextId(m_deductionIds, "deduction", "SELECT COALESCE(MAX(deduction_id), 0) FROM deduction"));
    return DeductionId{id};
}

}  // namespace evenhand::store

// SPDX-License-Identifier: GPL-3.0-or-later
// What the open write transaction knows of the rows that every order touches (orders, stock, campuses, payment numbers,
// units of flash sales) and what it has changed of them without having sent it: for databases where each statement
// costs a round trip. Commands read and change rows here; the rows go out as a few statements of many rows, together
// with what gather() holds back, before a statement that names their table and before the commit.
//
// It knows what was read or written in this transaction only, and whoever commits owns the workspace, so nobody else
// has changed it meanwhile; the commit guard has the last word. Row ids are counted here for the same reason: from the
// highest one stored, read once per connection. Where several engines write (Database::shareWriting()) ids are counted
// within blocks that this one has taken, what is decided on is locked, and what was read of it before is forgotten
// (lock()).
//
// Invariants: a change that was sent is in the database exactly as it is known here; once the open scope has a
// savepoint, everything unsent is the scope's own. Inside engine/store only. Thread: as database.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/store/database/database_impl.h"
#include "engine/store/database/roots.h"
#include "engine/store/order_rows/counter.h"
#include "engine/store/order_rows/order_state.h"
#include "engine/store/order_rows/read_ahead.h"

namespace evenhand::store {

class HotRows final : public HeldRows {
public:
    struct Order : OrderRow {
        Order() = default;
        explicit Order(OrderRow row) : OrderRow(std::move(row)) {}

    private:
        friend class HotRows;
        bool m_stored = false;  ///< its row has been sent, in whatever state
        bool m_dirty = false;   ///< it is listed in m_dirtyOrders
    };
    struct Campus {
        std::string mode;
        std::int64_t step = 0, logTtlMs = 0, dutyVersion = 0;
        bool paused = false;
        bool disabled = false;  ///< not read by campusOf(): only who places orders asks
    };
    struct Product {
        bool disabled = false;
        std::optional<std::int64_t> lowStock;
    };
    /// From a row that has all of a campus's columns named here.
    [[nodiscard]] static Campus campusOf(const Statement& row);
    /// The tables it knows rows of, as bits.
    enum Table : unsigned { kOrders = 1, kCounted = 2, kCampus = 4, kPayment = 8 };
    static constexpr TableBit kTables[] = {{"orders", kOrders}, {"product", kCounted}, {"activity", kCounted},
                                           {"campus", kCampus}, {"payment", kPayment}, {"owed_payment", kPayment}};

    explicit HotRows(Database::Impl& database) : m_database(database) {}

    /// Reads what is not known yet, many rows per statement.
    [[nodiscard]] Result<void> load(const ReadAhead& ahead);

    // nullptr, nullopt: there is none. Pointers stay valid until the next statement that is not of this class.
    [[nodiscard]] Result<const Order*> orderByNumber(std::string_view number);
    [[nodiscard]] Result<const Order*> orderByKey(std::string_view key);
    [[nodiscard]] Result<const Order*> orderById(OrderId id);
    [[nodiscard]] Result<const Campus*> campus(std::string_view id);
    /// How many are left.
    [[nodiscard]] Result<std::optional<std::int64_t>> left(Counter counter, std::string_view id);
    /// Of a product that left() has found.
    [[nodiscard]] Result<Product> product(std::string_view sku);
    [[nodiscard]] Result<const Order*> liveOrder(std::string_view activity, std::string_view user);
    /// False: an accepted or owed payment has this number.
    [[nodiscard]] Result<bool> paymentUnused(std::string_view number);

    /// Number, key and campus were looked up before, and the user's live order of an activity.
    [[nodiscard]] Result<OrderId> insertOrder(Order order);
    void changeOrder(OrderId id, OrderState state);
    /// As take() in counter.h.
    [[nodiscard]] Result<bool> take(Counter counter, std::string_view id, std::int64_t quantity);
    /// A product whose row the caller gathers.
    void addProduct(std::string_view sku, std::int64_t stock);
    /// A payment whose row the caller gathers.
    void usePayment(std::string_view number);
    [[nodiscard]] Result<DeductionId> nextDeduction();

    /// Locks these on the server, in their order and before anything else is read of them; what was read of them before
    /// is read again. What is unsent stays so: it is of roots that are locked already. A deadlock or a lock time-out
    /// faults the transaction (Conflict). hot_rows_locks.cpp.
    [[nodiscard]] Result<void> lock(const Roots& roots);

    // For the connection.
    [[nodiscard]] std::span<const TableBit> tables() const noexcept override { return kTables; }
    [[nodiscard]] bool reading() const noexcept override { return m_reading; }
    [[nodiscard]] bool holds(unsigned tables) const noexcept override {
        return ((tables & kOrders) != 0 && !m_dirtyOrders.empty()) ||
               ((tables & kCounted) != 0 && !m_dirtyCounts.empty());
    }
    [[nodiscard]] bool scopeHolds() const noexcept override { return !m_orderUndo.empty() || !m_countUndo.empty(); }
    [[nodiscard]] Result<void> flush(bool onlyBeforeScope) override;
    void invalidate(unsigned tables) override;
    void forget(const Roots& roots) override;
    void openScope() override;
    void keepScope() override;
    void undoScope(bool sent) override;
    void savepointMade() override;
    void endTransaction(bool committed) override;

private:
    struct Count {
        std::int64_t left = 0;
        std::int64_t unsent = 0;  ///< change of `left` that was not sent
        bool there = false;
        bool dirty = false;
        Counter counter = Counter::Stock;
        Product product;  ///< of a stock
    };
    using Counts = std::unordered_map<std::string, Count>;
    struct OrderUndo {
        std::int64_t id = 0;
        bool made = false;  ///< there was none before
        bool dirty = false;
        OrderState before;
    };
    struct CountUndo {
        Counts::value_type* count = nullptr;
        Count before;
    };
    using Texts = std::vector<std::string_view>;

    template <typename Tag, typename Value, typename Row>
    [[nodiscard]] Result<void> select(std::string_view prefix, const std::vector<Value>& values, Row row);
    /// Row ids that are given here.
    struct Ids {
        std::int64_t last = -1;  ///< the one given last, or the highest stored; -1: not read yet
        std::int64_t end = 0;    ///< of the block, where there are blocks
    };
    [[nodiscard]] Result<std::int64_t> highest(std::string_view sql);
    /// `kind`: of the block; `highestSql`: reads the highest one that is stored.
    [[nodiscard]] Result<std::int64_t> nextId(Ids& ids, std::string_view kind, std::string_view highestSql);
    [[nodiscard]] Result<Ids> takeBlock(std::string_view kind);
    void remember(const Statement& row);
    [[nodiscard]] Result<void> loadNumbers(const Texts& numbers);
    [[nodiscard]] Result<void> loadKeys(const Texts& keys);
    [[nodiscard]] Result<void> loadOrders(const std::vector<OrderId>& ids);
    [[nodiscard]] Result<void> loadCampuses(const Texts& ids);
    [[nodiscard]] Result<void> loadCounts(Counter counter, const Texts& ids);
    [[nodiscard]] Result<void> loadPayments(const Texts& numbers);
    [[nodiscard]] Result<void> loadLive(const std::vector<std::pair<std::string_view, std::string_view>>& pairs);
    [[nodiscard]] const Order* known(const std::unordered_map<std::string, std::int64_t>& index,
                                     const std::string& text) const;
    [[nodiscard]] Result<void> flushOrder(Order& order, const OrderState& state);
    [[nodiscard]] Result<void> flushCount(const Counts::value_type& entry, std::int64_t change);
    [[nodiscard]] Result<void> lockSome(RootKind kind, Hold hold, std::span<const Root* const> roots);
    void forgetOrder(std::int64_t id);
    void forgetCount(Counter counter, const std::string& id);
    void clear();

    Database::Impl& m_database;
    bool m_reading = false;
    std::unordered_map<std::int64_t, Order> m_orders;
    std::unordered_map<std::string, std::int64_t> m_byNumber;  ///< 0: there is none
    std::unordered_map<std::string, std::int64_t> m_byKey;     ///< 0: there is none
    std::unordered_map<std::string, std::optional<Campus>> m_campuses;
    std::unordered_map<std::string, bool> m_paymentUnused;
    std::unordered_map<std::string, std::int64_t> m_live;  ///< "activity\nuser" → order that was live last; 0: none
    std::array<Counts, kCounters.size()> m_counts;         ///< of each Counter; they share the list of what is dirty
    std::vector<Order*> m_dirtyOrders;                     ///< in the order of their first change
    std::vector<Counts::value_type*> m_dirtyCounts;
    Ids m_orderIds;
    Ids m_deductionIds;

    bool m_scope = false;
    std::vector<OrderUndo> m_orderUndo;
    std::vector<CountUndo> m_countUndo;
    std::vector<std::string> m_usedInScope;
    std::size_t m_ordersBefore = 0, m_countsBefore = 0;  ///< of the dirty ones, those of before the scope
    Ids m_orderIdsBefore, m_deductionIdsBefore;
};

/// What this connection reads and changes in memory now; nullptr where a statement costs no round trip, and outside of
/// a transaction that writes (Database::gathers).
[[nodiscard]] HotRows* hotRows(Database& database);

}  // namespace evenhand::store

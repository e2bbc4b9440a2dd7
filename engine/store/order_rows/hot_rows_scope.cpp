// SPDX-License-Identifier: GPL-3.0-or-later
// What is sent, kept and undone.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/invariant.h"
#include "engine/store/order_rows/hot_rows.h"

namespace evenhand::store {
namespace {

/// The row is there: its state is replaced.
std::string updateOrderSql(const Dialect& dialect) {
    auto sql = insertOrderSql() + dialect.onConflict("order_id");
    for (const auto& column : kOrderColumns) {
        sql += &column == kOrderColumns ? "" : ", ";
        sql.append(column.name.text()).append(" = ").append(dialect.incoming(column.name.text()));
    }
    return sql;
}

/// The row is there: its number is changed by an amount, so that the table's check has the last word. An INSERT, since
/// only rows of an INSERT can be gathered into one statement. The amount is never negative, for the same check looks at
/// the row that would be inserted too; so there is a text for each sign.
std::string changeCountSql(const CounterOf& counter, const Dialect& dialect, char sign) {
    const std::string table(counter.table);
    const std::string id(counter.id.text());
    const std::string number(counter.number.text());
    return "INSERT INTO " + table + "(" + id + ", " + number + ", " + std::string(counter.others) + ") VALUES (?,?," +
           std::string(counter.fillers) + ")" + dialect.onConflict(id) + number + " = " + table + "." + number + " " +
           sign + " " + dialect.incoming(number);
}

}  // namespace

Result<void> HotRows::flushOrder(Order& order, const OrderState& state) {
    static const std::string insert = insertOrderSql();
    static const std::string update = updateOrderSql(m_database.dialect());
    auto& statement = m_database.statement(order.m_stored ? update : insert);
    bindOrder(statement, order, state);
    order.m_stored = true;
    return statement.gather(InsertTurn::First);
}

Result<void> HotRows::flushCount(const Counts::value_type& entry, std::int64_t change) {
    const auto texts = [this](char sign) {
        return std::array{changeCountSql(infoOf(Counter::Stock), m_database.dialect(), sign),
                          changeCountSql(infoOf(Counter::Units), m_database.dialect(), sign)};
    };
    static const auto less = texts('-');
    static const auto more = texts('+');
    // A row that keeps its value is counted as 1 by the server and not as 2, which sendRows() would take for a row that
    // somebody else has deleted.
    if (change == 0) {
        return {};
    }
    const auto& sql = (change < 0 ? less : more)[indexOf(entry.second.counter)];
    return m_database.statement(sql).bind(entry.first).bind(change < 0 ? -change : change).gather();
}

Result<void> HotRows::flush(bool onlyBeforeScope) {
    if (!onlyBeforeScope) {
        for (auto* order : m_dirtyOrders) {
            EVENHAND_TRY(flushOrder(*order, order->state));
            order->m_dirty = false;
        }
        for (auto* entry : m_dirtyCounts) {
            EVENHAND_TRY(flushCount(*entry, entry->second.unsent));
            entry->second.unsent = 0;
            entry->second.dirty = false;
        }
        m_dirtyOrders.clear();
        m_dirtyCounts.clear();
        m_ordersBefore = m_countsBefore = 0;
        return {};
    }
    // Undoing the command undoes only what is sent behind the savepoint. This goes before it, so rows go as they were
    // when the scope began (see their first undo entry); what the command has changed stays dirty, to be sent later.
    std::unordered_map<std::int64_t, const OrderUndo*> changed;
    for (const auto& undo : m_orderUndo) {
        changed.try_emplace(undo.id, &undo);
    }
    std::vector<Order*> orders;
    for (std::size_t i = 0; i < m_dirtyOrders.size(); ++i) {
        auto& order = *m_dirtyOrders[i];
        const auto undo = changed.find(order.id.value);
        if (i < m_ordersBefore) {
            EVENHAND_TRY(flushOrder(order, undo == changed.end() ? order.state : undo->second->before));
        }
        order.m_dirty = undo != changed.end();
        if (order.m_dirty) {
            orders.push_back(&order);
        }
    }
    // Of a number only the change from before the scope goes; one that the scope has touched first has none (0).
    std::unordered_map<const Count*, std::int64_t> before;
    for (const auto& undo : m_countUndo) {
        before.try_emplace(&undo.count->second, undo.before.unsent);
    }
    std::vector<Counts::value_type*> counts;
    for (auto* entry : m_dirtyCounts) {
        auto& count = entry->second;
        const auto undo = before.find(&count);
        const auto older = undo == before.end() ? count.unsent : undo->second;
        EVENHAND_TRY(flushCount(*entry, older));
        count.unsent -= older;
        count.dirty = undo != before.end();
        if (count.dirty) {
            counts.push_back(entry);
        }
    }
    m_dirtyOrders = std::move(orders);
    m_dirtyCounts = std::move(counts);
    m_ordersBefore = m_countsBefore = 0;
    return {};
}

void HotRows::openScope() {
    m_scope = true;
    m_ordersBefore = m_dirtyOrders.size();
    m_countsBefore = m_dirtyCounts.size();
    m_orderIdsBefore = m_orderIds;
    m_deductionIdsBefore = m_deductionIds;
}

void HotRows::savepointMade() {
    m_scope = false;  // from here on the server undoes
    m_orderUndo.clear();
    m_countUndo.clear();
    m_usedInScope.clear();
}

void HotRows::keepScope() { savepointMade(); }

void HotRows::undoScope(bool sent) {
    if (sent) {
        clear();  // what was read since the savepoint may be what has just been undone
        m_orderIds = m_deductionIds = {};
        return;
    }
    // Rows are listed in the order of their first change, so those that became dirty in the scope stand at the end.
    m_dirtyOrders.resize(m_ordersBefore);
    m_dirtyCounts.resize(m_countsBefore);
    // Newest first: of a row that was changed twice the oldest state has to be what remains.
    for (auto undo = m_orderUndo.rbegin(); undo != m_orderUndo.rend(); ++undo) {
        const auto at = m_orders.find(undo->id);
        if (undo->made) {
            m_byNumber.erase(at->second.number);
            m_byKey.erase(at->second.key);
            if (!at->second.activity.empty()) {
                m_live.erase(at->second.activity + "\n" + at->second.user);
            }
            m_orders.erase(at);
        } else {
            at->second.state = std::move(undo->before);
            at->second.m_dirty = undo->dirty;
        }
    }
    for (auto undo = m_countUndo.rbegin(); undo != m_countUndo.rend(); ++undo) {
        undo->count->second = undo->before;
    }
    for (const auto& number : m_usedInScope) {
        m_paymentUnused.erase(number);
    }
    // A number that was first read in the scope is read again: cheaper than to tell it from one that was used.
    // The ids may be given again: nothing that carries them was sent.
    m_orderIds = m_orderIdsBefore;
    m_deductionIds = m_deductionIdsBefore;
    savepointMade();
}

void HotRows::invalidate(unsigned tables) {
    if ((tables & kOrders) != 0) {
        // The statement that wrote the table was sent behind all that was unsent of it; else it would be lost here.
        EVENHAND_INVARIANT(m_dirtyOrders.empty() && m_orderUndo.empty(),
                           "changes of orders would be dropped before they were sent");
        m_orders.clear();
        m_byNumber.clear();
        m_byKey.clear();
        m_live.clear();
        if (m_database.sharedStripe == 0) {
            m_orderIds = {};  // a block stays whoever writes the table
        }
    }
    if ((tables & kCounted) != 0) {
        EVENHAND_INVARIANT(m_dirtyCounts.empty() && m_countUndo.empty(),
                           "changes of stock would be dropped before they were sent");
        for (auto& counts : m_counts) {
            counts.clear();
        }
    }
    if ((tables & kCampus) != 0) {
        m_campuses.clear();
    }
    if ((tables & kPayment) != 0) {
        m_paymentUnused.clear();
    }
}

void HotRows::clear() {
    m_dirtyOrders.clear();
    m_dirtyCounts.clear();
    savepointMade();
    invalidate(kOrders | kCounted | kCampus | kPayment);
    m_ordersBefore = m_countsBefore = 0;
}

void HotRows::endTransaction(bool committed) {
    // Rows are forgotten, for others may write between transactions. Ids stay after a commit: only the owner of the
    // workspace makes orders, and a commit of one that no longer is the owner is refused. clear() would forget that
    // of orders.
    const auto orders = m_orderIds;
    clear();
    m_orderIds = committed ? orders : Ids{};
    m_deductionIds = committed ? m_deductionIds : Ids{};
}

}  // namespace evenhand::store

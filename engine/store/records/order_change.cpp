// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/order_change.h"

#include <map>
#include <span>
#include <string>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/store/database/hot_rows.h"
#include "engine/store/database/sql_text.h"

namespace evenhand::store {
namespace {

using Word = std::string OrderState::*;
using MaybeNumber = std::optional<std::int64_t> OrderState::*;
using Number = std::int64_t OrderState::*;
using Flag = bool OrderState::*;

bool isWord(OrderColumn column) { return std::holds_alternative<Word>(columnOf(column).field); }

}  // namespace

OrderChange& OrderChange::add(const Term& term) {
    EVENHAND_INVARIANT(m_count < kMaxTerms, "a change of an order would be made in part: it has too many terms");
    m_terms[m_count++] = term;
    return *this;
}

OrderChange& OrderChange::ifIs(OrderColumn column, std::string_view word) {
    return add({Kind::IfIs, column, word, {}});
}
OrderChange& OrderChange::ifIs(OrderColumn column, std::int64_t number) {
    return add({Kind::IfIs, column, {}, number});
}
OrderChange& OrderChange::ifIsNot(OrderColumn column, std::string_view word) {
    return add({Kind::IfIsNot, column, word, {}});
}
OrderChange& OrderChange::ifNone(OrderColumn column) { return add({Kind::IfNone, column, {}, {}}); }
OrderChange& OrderChange::set(OrderColumn column, std::string_view word) { return add({Kind::Set, column, word, {}}); }
OrderChange& OrderChange::set(OrderColumn column, std::optional<std::int64_t> number) {
    return add({Kind::Set, column, {}, number});
}
OrderChange& OrderChange::clear(OrderColumn column) { return add({Kind::Set, column, {}, {}}); }
OrderChange& OrderChange::raise(OrderColumn column) { return add({Kind::Raise, column, {}, 1}); }
OrderChange& OrderChange::keepBits(OrderColumn column, std::int64_t bits) {
    return add({Kind::KeepBits, column, {}, bits});
}
OrderChange& OrderChange::addBits(OrderColumn column, std::int64_t bits) {
    return add({Kind::AddBits, column, {}, bits});
}
OrderChange& OrderChange::keepVersion() {
    m_raisesVersion = false;
    return *this;
}

bool OrderChange::holds(const Term& term, const OrderState& state) {
    const auto& field = columnOf(term.column).field;
    if (const auto* word = std::get_if<Word>(&field)) {
        const auto& now = state.**word;
        switch (term.kind) {
            case Kind::IfIs: return now == term.word;
            case Kind::IfIsNot: return !now.empty() && now != term.word;
            default: return now.empty();
        }
    }
    if (const auto* maybe = std::get_if<MaybeNumber>(&field)) {
        return state.**maybe == term.number;
    }
    return state.*std::get<Number>(field) == term.number;
}

void OrderChange::apply(const Term& term, OrderState& state) {
    const auto& field = columnOf(term.column).field;
    if (const auto* word = std::get_if<Word>(&field)) {
        state.** word = term.word;
    } else if (const auto* maybe = std::get_if<MaybeNumber>(&field)) {
        state.** maybe = term.number;
    } else if (const auto* flag = std::get_if<Flag>(&field)) {
        state.** flag = term.number.has_value();
    } else {
        auto& now = state.*std::get<Number>(field);
        switch (term.kind) {
            case Kind::Raise: ++now; break;
            case Kind::KeepBits: now &= *term.number; break;
            case Kind::AddBits: now |= *term.number; break;
            case Kind::Set:
            case Kind::IfIs:
            case Kind::IfIsNot:
            case Kind::IfNone: now = *term.number; break;
        }
    }
}

void OrderChange::bind(const Term& term, Statement& statement) {
    if (term.kind == Kind::IfNone) {
        return;
    }
    if (!isWord(term.column)) {
        statement.bind(term.number);
    } else if (term.word.empty()) {
        statement.bindNull();
    } else {
        statement.bind(term.word);
    }
}

Result<bool> OrderChange::apply(Database& database) const {
    auto* hot = database.hotRows();
    // What is sent of rows in memory goes by their versions, so a change that keeps it is sent by itself.
    return hot != nullptr && m_raisesVersion ? applyInMemory(*hot) : applyAtOnce(database);
}

Result<bool> OrderChange::applyInMemory(HotRows& hot) const {
    EVENHAND_ASSIGN(const auto* order, hot.orderById(m_id));
    if (order == nullptr) {
        return false;
    }
    const std::span terms(m_terms.data(), m_count);
    auto next = order->state;
    for (const auto& term : terms) {
        if (isCondition(term) && !holds(term, order->state)) {
            return false;
        }
        if (!isCondition(term)) {
            apply(term, next);
        }
    }
    next.version += m_raisesVersion ? 1 : 0;
    hot.changeOrder(m_id, std::move(next));
    return true;
}

std::string OrderChange::sql() const {
    const std::span terms(m_terms.data(), m_count);
    std::string set = m_raisesVersion ? "version = version + 1" : "";
    for (const auto& term : terms) {
        if (isCondition(term)) {
            continue;
        }
        const auto name = columnOf(term.column).name.text();
        set.append(set.empty() ? "" : ", ").append(name).append(" = ");
        if (term.kind != Kind::Set) {
            set.append(name).append(term.kind == Kind::Raise ? " + " : term.kind == Kind::KeepBits ? " & " : " | ");
        }
        set += '?';
    }
    std::string sql = "UPDATE orders SET " + set + " WHERE order_id = ?";
    for (const auto& term : terms) {
        if (isCondition(term)) {
            sql.append(" AND ").append(columnOf(term.column).name.text());
            sql += term.kind == Kind::IfIs ? " = ?" : term.kind == Kind::IfIsNot ? " <> ?" : " IS NULL";
        }
    }
    return sql;
}

Result<bool> OrderChange::applyAtOnce(Database& database) const {
    const std::span terms(m_terms.data(), m_count);
    // Each text is made once and keeps its place: the connection knows its prepared statements by where their text is.
    static_assert(std::size(kOrderColumns) <= 32);
    std::array<std::uint8_t, kMaxTerms + 1> shape{};
    shape[kMaxTerms] = m_raisesVersion ? 1 : 0;
    for (std::size_t i = 0; i < m_count; ++i) {
        shape[i] = static_cast<std::uint8_t>(1U + (static_cast<unsigned>(terms[i].kind) << 5U) +
                                             static_cast<unsigned>(terms[i].column));
    }
    thread_local std::map<std::array<std::uint8_t, kMaxTerms + 1>, std::string> texts;
    auto& text = texts[shape];
    if (text.empty()) {
        text = sql();
    }
    auto& statement = database.statement(text);
    for (const auto& term : terms) {
        if (!isCondition(term)) {
            bind(term, statement);
        }
    }
    statement.bind(m_id.value);
    for (const auto& term : terms) {
        if (isCondition(term)) {
            bind(term, statement);
        }
    }
    return changedOne(statement);
}

}  // namespace evenhand::store

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/order_rows/order_change.h"

#include <map>
#include <span>
#include <string>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/store/database/root_locks.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/hot_rows.h"

namespace evenhand::store {
namespace {

using Word = std::string OrderState::*;
using MaybeNumber = std::optional<std::int64_t> OrderState::*;
using Number = std::int64_t OrderState::*;
using Flag = bool OrderState::*;

bool isWord(OrderColumn column) { return std::holds_alternative<Word>(columnOf(column).field); }

// As a column has it: nullopt is NULL.
std::optional<std::string_view> wordOf(std::string_view word) {
    return word.empty() ? std::nullopt : std::optional(word);
}
std::optional<std::int64_t> numberOf(const OrderState& state, const decltype(OrderColumnOf::field)& field) {
    if (const auto* maybe = std::get_if<MaybeNumber>(&field)) {
        return state.**maybe;
    }
    if (const auto* flag = std::get_if<Flag>(&field)) {
        return state.**flag ? std::optional(std::int64_t{1}) : std::nullopt;
    }
    return state.*std::get<Number>(field);
}

}  // namespace

OrderChange& OrderChange::add(const Term& term) {
    EVENHAND_INVARIANT(m_count < kMaxTerms, "a change of an order would be made in part: it has too many terms");
    m_terms[m_count++] = term;
    return *this;
}

OrderChange& OrderChange::ifIs(OrderColumn column, std::string_view word) {
    return add({RowRule::Is, column, word, {}});
}
OrderChange& OrderChange::ifIs(OrderColumn column, std::int64_t number) {
    return add({RowRule::Is, column, {}, number});
}
OrderChange& OrderChange::ifIsNot(OrderColumn column, std::string_view word) {
    return add({RowRule::IsNot, column, word, {}});
}
OrderChange& OrderChange::ifNone(OrderColumn column) { return add({RowRule::IsNone, column, {}, {}}); }
OrderChange& OrderChange::set(OrderColumn column, std::string_view word) {
    return add({RowRule::Set, column, word, {}});
}
OrderChange& OrderChange::set(OrderColumn column, std::optional<std::int64_t> number) {
    return add({RowRule::Set, column, {}, number});
}
OrderChange& OrderChange::clear(OrderColumn column) { return add({RowRule::Set, column, {}, {}}); }
OrderChange& OrderChange::raise(OrderColumn column) { return add({RowRule::Add, column, {}, 1}); }
OrderChange& OrderChange::keepBits(OrderColumn column, std::int64_t bits) {
    return add({RowRule::KeepBits, column, {}, bits});
}
OrderChange& OrderChange::addBits(OrderColumn column, std::int64_t bits) {
    return add({RowRule::AddBits, column, {}, bits});
}
OrderChange& OrderChange::keepVersion() {
    m_raisesVersion = false;
    return *this;
}

bool OrderChange::holds(const Term& term, const OrderState& state) {
    const auto& field = columnOf(term.column).field;
    if (const auto* word = std::get_if<Word>(&field)) {
        return store::holds(term.rule, wordOf(state.**word), wordOf(term.word));
    }
    return store::holds(term.rule, numberOf(state, field), term.number);
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
        now = changed(term.rule, now, *term.number);
    }
}

void OrderChange::bind(const Term& term, Statement& statement) {
    if (!takesValue(term.rule)) {
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
    if (auto* roots = database.roots()) {
        EVENHAND_TRY(roots->check("orders", Root{RootKind::Order, m_id.value, {}}));
    }
    auto* hot = hotRows(database);
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
        if (!isCondition(term.rule)) {
            apply(term, next);
        } else if (!holds(term, order->state)) {
            return false;
        }
    }
    next.version += m_raisesVersion ? 1 : 0;
    hot.changeOrder(m_id, std::move(next));
    return true;
}

std::string OrderChange::sql() const {
    const std::span terms(m_terms.data(), m_count);
    std::string set = m_raisesVersion ? "version = version + 1" : "";
    std::string where;
    for (const auto& term : terms) {
        const auto text = sqlOf(term.rule, columnOf(term.column).name.text());
        if (isCondition(term.rule)) {
            where.append(" AND ").append(text);
        } else {
            set.append(set.empty() ? "" : ", ").append(text);
        }
    }
    return "UPDATE orders SET " + set + " WHERE order_id = ?" + where;
}

Result<bool> OrderChange::applyAtOnce(Database& database) const {
    const std::span terms(m_terms.data(), m_count);
    // Each text is made once and keeps its place: the connection knows its prepared statements by where their text is.
    static_assert(std::size(kOrderColumns) <= 32);
    std::array<std::uint16_t, kMaxTerms + 1> shape{};
    shape[kMaxTerms] = m_raisesVersion ? 1 : 0;
    for (std::size_t i = 0; i < m_count; ++i) {
        shape[i] = static_cast<std::uint16_t>(1U + (static_cast<unsigned>(terms[i].rule) << 5U) +
                                              static_cast<unsigned>(terms[i].column));
    }
    thread_local std::map<std::array<std::uint16_t, kMaxTerms + 1>, std::string> texts;
    auto& text = texts[shape];
    if (text.empty()) {
        text = sql();
    }
    auto& statement = database.statement(text);
    for (const auto& term : terms) {
        if (!isCondition(term.rule)) {
            bind(term, statement);
        }
    }
    statement.bind(m_id.value);
    for (const auto& term : terms) {
        if (isCondition(term.rule)) {
            bind(term, statement);
        }
    }
    return changedOne(statement);
}

}  // namespace evenhand::store

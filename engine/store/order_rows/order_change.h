// SPDX-License-Identifier: GPL-3.0-or-later
// One change of an order's row: what must be so for it to happen, and what it sets, as rules about its columns
// (row_rule.h). Each change is written once, as one of these; where rows are kept in memory (HotRows) it happens there
// and is sent later; elsewhere, and where the version stays, it is one conditional UPDATE at once. The version rises
// with each that does not say otherwise. Internal to engine/store. Texts that are given must live until apply().
// Thread: that of the Database.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"
#include "engine/store/order_rows/order_state.h"
#include "engine/store/order_rows/row_rule.h"

namespace evenhand::store {

class HotRows;

class OrderChange {
public:
    explicit OrderChange(OrderId id) : m_id(id) {}

    // What must be so.
    OrderChange& ifIs(OrderColumn column, std::string_view word);
    OrderChange& ifIs(OrderColumn column, std::int64_t number);       ///< a number stands there, and this one
    OrderChange& ifIsNot(OrderColumn column, std::string_view word);  ///< a word stands there, and another one
    OrderChange& ifNone(OrderColumn column);                          ///< of a word: NULL

    // What it sets.
    OrderChange& set(OrderColumn column, std::string_view word);  ///< empty: NULL
    OrderChange& set(OrderColumn column, std::optional<std::int64_t> number);
    OrderChange& clear(OrderColumn column);  ///< NULL
    OrderChange& raise(OrderColumn column);  ///< by one
    OrderChange& keepBits(OrderColumn column, std::int64_t bits);
    OrderChange& addBits(OrderColumn column, std::int64_t bits);
    OrderChange& keepVersion();  ///< nobody who has read the order would decide otherwise for it

    /// False, and nothing changed: there is no such order, or one of the conditions does not hold.
    [[nodiscard]] Result<bool> apply(Database& database) const;

private:
    struct Term {
        RowRule rule = RowRule::Set;
        OrderColumn column = OrderColumn::Status;
        std::string_view word{};               ///< of columns with words
        std::optional<std::int64_t> number{};  ///< of all others
    };
    static constexpr std::size_t kMaxTerms = 16;

    OrderChange& add(const Term& term);
    static bool holds(const Term& term, const OrderState& state);
    static void apply(const Term& term, OrderState& state);
    static void bind(const Term& term, Statement& statement);
    [[nodiscard]] std::string sql() const;
    [[nodiscard]] Result<bool> applyInMemory(HotRows& hot) const;
    [[nodiscard]] Result<bool> applyAtOnce(Database& database) const;

    OrderId m_id;
    std::array<Term, kMaxTerms> m_terms{};
    std::size_t m_count = 0;
    bool m_raisesVersion = true;
};

}  // namespace evenhand::store

// SPDX-License-Identifier: GPL-3.0-or-later
// The plain facts of an order (api::kOrderFields) as people see them: what each is called, its column in the table of
// orders and whether the detail lists it. What a fact shows that is more than its value (names, pills, why an order
// waits) stands with the table and the detail.
// Thread: GUI.
#pragma once

#include <QString>
#include <limits>
#include <span>
#include <string_view>

#include "engine/api/order_types.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

struct OrderFact {
    static constexpr int kStays = std::numeric_limits<int>::max();

    std::string_view field;    ///< its name in api::kOrderFields
    const char* column;        ///< id of its column, which is kept per person: never renamed
    int width;                 ///< of the column
    const char* label;         ///< in English; %1 in that of money is the currency
    int yields = 0;            ///< where there is no room for all columns: the lowest gives way first; kStays: never
    bool isHidden = false;     ///< the column, until its person wants it
    bool isElsewhere = false;  ///< the detail says it, but not in the list of facts
};

/// In the order of the table's columns. Each fact that is for people is there: anything else does not compile.
[[nodiscard]] std::span<const OrderFact> orderFacts();
/// nullptr: it is not for people.
[[nodiscard]] const OrderFact* factOf(const api::OrderField& field);
[[nodiscard]] const api::OrderField& fieldOf(const OrderFact& fact);

/// In the language shown.
[[nodiscard]] QString factLabel(const OrderFact& fact, const Formats& formats);
/// The value by its kind; a dash for nothing.
[[nodiscard]] QString factText(const api::OrderField& field, const api::OrderRow& row, const Formats& formats);

}  // namespace evenhand::ui

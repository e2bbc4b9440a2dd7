// SPDX-License-Identifier: GPL-3.0-or-later
// Which tables belong to which root, and how a row says to which one: for the checks of Database::checkRoots(), by
// triggers in SQLite and by what a statement says on a server. Inside engine/store only. Thread: immutable, any.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/store/database/roots.h"

namespace evenhand::store {

/// A table that belongs to a root, or is one.
struct RootedTable {
    std::string_view table;
    RootKind kind;
    /// The root's id, of a row called @; NULL: this row has none.
    std::string_view root;
    Hold needed = Hold::Change;

    [[nodiscard]] constexpr bool isRoot() const noexcept { return infoOf(kind).table == table; }
};

inline constexpr std::string_view kCampusOfCourier = "(SELECT campus_id FROM courier WHERE courier_id = @.courier_id)";
inline constexpr std::string_view kOrderOfReturn = "(SELECT order_id FROM goods_return WHERE return_id = @.return_id)";

// Without those that nobody decides by alone: the ledger, the logs of people and keyspace, settings, alerts (one live
// one for a kind and a subject), dead letters, webhooks, sessions, tokens.
inline constexpr std::array kRootedTables{
    RootedTable{"campus", RootKind::Campus, "@.campus_id"},
    RootedTable{"product", RootKind::Product, "@.sku"},
    RootedTable{"orders", RootKind::Order, "@.order_id"},
    RootedTable{"campaign", RootKind::Campaign, "@.campaign_no"},
    RootedTable{"activity", RootKind::Activity, "@.activity_id"},
    RootedTable{"task", RootKind::Task, "@.task_id"},
    RootedTable{"person", RootKind::Person, "@.person_id"},
    RootedTable{"courier", RootKind::Campus, "@.campus_id"},
    RootedTable{"duty_entry", RootKind::Campus, "@.campus_id"},
    RootedTable{"weight_entry", RootKind::Campus, kCampusOfCourier},
    RootedTable{"shift_week", RootKind::Campus, kCampusOfCourier},
    RootedTable{"shift_exception", RootKind::Campus, kCampusOfCourier},
    RootedTable{"shift_state", RootKind::Campus, kCampusOfCourier},
    RootedTable{"stock_entry", RootKind::Product, "@.sku"},
    RootedTable{"order_line", RootKind::Order, "@.order_id"},
    RootedTable{"deduction", RootKind::Order, "@.order_id"},
    RootedTable{"deduction_line", RootKind::Order,
                "(SELECT order_id FROM deduction WHERE deduction_id = @.deduction_id)"},
    RootedTable{"payment", RootKind::Order, "@.order_id"},
    RootedTable{"owed_payment", RootKind::Order, "@.matched_order"},
    RootedTable{"order_event", RootKind::Order, "@.order_id"},
    RootedTable{"assignment", RootKind::Order, "@.order_id"},
    RootedTable{"timer_end", RootKind::Order, "@.order_id"},
    RootedTable{"timer_failure", RootKind::Order, "@.order_id"},
    RootedTable{"late_order", RootKind::Order, "@.order_id"},
    RootedTable{"goods_return", RootKind::Order, "@.order_id"},
    RootedTable{"return_line", RootKind::Order, kOrderOfReturn},
    RootedTable{"line_share", RootKind::Order, "@.order_id"},
    RootedTable{"return_share", RootKind::Order, kOrderOfReturn},
    RootedTable{"order_refund", RootKind::Order, "@.order_id"},
    RootedTable{"refund", RootKind::Order, "@.order_id"},
    RootedTable{"money_event", RootKind::Order,
                "COALESCE((SELECT order_id FROM goods_return WHERE return_id = @.return_id), "
                "(SELECT order_id FROM refund WHERE refund_id = @.refund_id))"},
    RootedTable{"campaign_draw", RootKind::Campaign, "@.campaign_no", Hold::Read},
    RootedTable{"campaign_point", RootKind::Campaign, "@.campaign_no", Hold::Read},
    RootedTable{"activity_log", RootKind::Activity, "@.activity_id", Hold::Read},
    RootedTable{"person_role", RootKind::Person, "@.person_id"}};

/// nullptr: its rows belong to no root.
[[nodiscard]] inline const RootedTable* rootedTable(std::string_view table) noexcept {
    const auto* found = std::find_if(kRootedTables.begin(), kRootedTables.end(),
                                     [table](const RootedTable& one) { return one.table == table; });
    return found == kRootedTables.end() ? nullptr : found;
}

/// RootedTable::root of a row of this name.
[[nodiscard]] inline std::string rootOfRow(std::string_view root, std::string_view row) {
    std::string text;
    for (const char c : root) {
        if (c == '@') {
            text += row;
        } else {
            text += c;
        }
    }
    return text;
}

}  // namespace evenhand::store

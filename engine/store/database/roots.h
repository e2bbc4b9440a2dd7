// SPDX-License-Identifier: GPL-3.0-or-later
// The rows by which everything else is decided: who holds a root alone decides alone about all rows that belong to it.
// A unit of work locks the roots that it decides about before it reads them, in the order of Root, so that two units
// that ask in different orders wait for each other and never in a circle. Thread: value types, any.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/ids.h"

namespace evenhand::store {

/// In the order in which they are locked.
enum class RootKind : std::uint8_t { Campus, Product, Order, Campaign, Activity, Task, Person };

struct RootTable {
    std::string_view table;
    std::string_view id;    ///< its primary key
    bool numbered = false;  ///< the key is a number, else text
};
/// In the order of RootKind.
inline constexpr std::array kRootTables{
    RootTable{"campus", "campus_id"},      RootTable{"product", "sku"},
    RootTable{"orders", "order_id", true}, RootTable{"campaign", "campaign_no", true},
    RootTable{"activity", "activity_id"},  RootTable{"task", "task_id", true},
    RootTable{"person", "person_id", true}};

[[nodiscard]] constexpr const RootTable& infoOf(RootKind kind) noexcept {
    return kRootTables[static_cast<std::size_t>(kind)];
}

/// Whether others may hold it at the same time. Read: it stays as it is until this unit has committed, as a campus
/// while an order is placed there. Change: nobody else holds it.
enum class Hold : std::uint8_t { Read, Change };

/// In the order in which they are locked: by kind, by id within a kind. Text is compared byte by byte, as by the
/// server.
struct Root {
    RootKind kind = RootKind::Campus;
    std::int64_t number = 0;  ///< of a kind that is numbered
    std::string text{};       ///< of the others
    auto operator<=>(const Root&) const = default;
};
/// "order 17", "campus north".
[[nodiscard]] std::string text(const Root& root);

/// What a unit asks for at once. Named twice, it is held as strongly as the stronger one says.
class Roots {
public:
    Roots& add(Root root, Hold hold) {
        auto& held = m_holds[std::move(root)];
        held = held < hold ? hold : held;
        return *this;
    }
    Roots& add(const CampusId& id, Hold hold = Hold::Change) { return add(Root{RootKind::Campus, 0, id.str()}, hold); }
    Roots& add(const Sku& id, Hold hold = Hold::Change) { return add(Root{RootKind::Product, 0, id.str()}, hold); }
    Roots& add(OrderId id, Hold hold = Hold::Change) { return add(Root{RootKind::Order, id.value, {}}, hold); }
    Roots& add(const ActivityId& id, Hold hold = Hold::Change) {
        return add(Root{RootKind::Activity, 0, id.str()}, hold);
    }
    Roots& add(TaskId id, Hold hold = Hold::Change) { return add(Root{RootKind::Task, id.value, {}}, hold); }
    Roots& add(PersonId id, Hold hold = Hold::Change) { return add(Root{RootKind::Person, id.value, {}}, hold); }
    /// By its number (store::campaigns::Record).
    Roots& addCampaign(std::int64_t no, Hold hold = Hold::Change) {
        return add(Root{RootKind::Campaign, no, {}}, hold);
    }
    [[nodiscard]] bool empty() const noexcept { return m_holds.empty(); }
    [[nodiscard]] const std::map<Root, Hold>& holds() const noexcept { return m_holds; }

private:
    std::map<Root, Hold> m_holds;
};

}  // namespace evenhand::store

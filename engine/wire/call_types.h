// SPDX-License-Identifier: GPL-3.0-or-later
// The argument and result types of a desk function, derived from its declaration, so that the table in calls.h need not
// repeat them.
// Thread: types.
#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/api/call.h"

namespace evenhand::wire {

template <typename T>
inline constexpr bool kIsCallback = false;
template <typename R, typename... A>
inline constexpr bool kIsCallback<std::function<R(A...)>> = true;

template <typename Function>
struct CallTypes;
template <typename DeskType, typename Value, typename... A>
struct CallTypes<api::Answer<Value> (DeskType::*)(const api::Call&, A...)> {
    using Desk = DeskType;
    using Result = Value;
    using Arguments = std::tuple<std::decay_t<A>...>;
    static constexpr std::size_t kCallbacks = (std::size_t{0} + ... + (kIsCallback<std::decay_t<A>> ? 1 : 0));
    /// How many arguments are sent; callbacks are not.
    static constexpr std::size_t kSent = sizeof...(A) - kCallbacks;
};
template <typename DeskType, typename Item, typename Value>
struct CallTypes<void (DeskType::*)(const api::Call&, std::vector<Item>, api::BatchCompletion<Value>)> {
    using Desk = DeskType;
    using Request = Item;
    using Result = Value;  ///< of each
    static constexpr std::size_t kSent = 1;
};

/// The names of a call's arguments, as the table has them.
template <typename... Name>
[[nodiscard]] consteval std::array<std::string_view, sizeof...(Name)> namesOf(Name... names) {
    return {std::string_view(names)...};
}

}  // namespace evenhand::wire

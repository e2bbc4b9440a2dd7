// SPDX-License-Identifier: GPL-3.0-or-later
// Result<T>: a value or an Error. No exceptions cross threads, Lua or Qt.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "engine/base/error.h"

namespace evenhand::base {

template <typename T>
using Result = tl::expected<T, Error>;

/// Makes the error side of any Result: `return fail(ErrorCode::NotFound, "no such order", "order_no", no);`
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string field = {},
                                                std::string value = {}) {
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(field), std::move(value)});
}
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace evenhand::base

namespace evenhand {
using base::Error;
using base::ErrorCode;
using base::fail;
using base::Result;
}  // namespace evenhand

/// Returns the error of a failed Result<…> expression from the enclosing function.
#define EVENHAND_TRY(expression)                                                      \
    do {                                                                              \
        if (auto evenhandTry = (expression); !evenhandTry) {                          \
            return tl::unexpected<::evenhand::Error>(std::move(evenhandTry).error()); \
        }                                                                             \
    } while (false)

#define EVENHAND_CONCAT_(a, b) a##b
#define EVENHAND_CONCAT(a, b) EVENHAND_CONCAT_(a, b)
#define EVENHAND_ASSIGN_(holder, declaration, expression)                    \
    auto holder = (expression);                                              \
    if (!holder) {                                                           \
        return tl::unexpected<::evenhand::Error>(std::move(holder).error()); \
    }                                                                        \
    declaration = *std::move(holder)

/// `EVENHAND_ASSIGN(auto order, store.find(no));` — declares or assigns the value, or returns the error.
#define EVENHAND_ASSIGN(declaration, expression) \
    EVENHAND_ASSIGN_(EVENHAND_CONCAT(evenhandAssign, __LINE__), declaration, expression)

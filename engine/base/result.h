// SPDX-License-Identifier: GPL-3.0-or-later
// Result<T>: a value or an Error. No exceptions cross threads, Lua or Qt.
// Thread: as T.
#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

#include "engine/base/error.h"

namespace evenhand::base {

/// tl::expected with Error, and a class of its own so that the compiler complains of a failure that nobody looks at.
/// Where one may be ignored the caller says so: `std::ignore = …;  // why`.
template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
public:
    using tl::expected<T, Error>::expected;
    using tl::expected<T, Error>::value;
    using tl::expected<T, Error>::operator*;

    /// The value of a temporary by value, not by reference: `for (const auto& row : desk.rows().value())` would
    /// otherwise read rows of a Result that is gone.
    [[nodiscard]] T value() && requires(!std::is_void_v<T>) {
        return std::move(static_cast<tl::expected<T, Error>&>(*this)).value();
    }
    [[nodiscard]] T operator*() && requires(!std::is_void_v<T>) {
        return *std::move(static_cast<tl::expected<T, Error>&>(*this));
    }

    /// What `next(value)` answers, a Result too; of Result<void> `next()`. An error stays as it is, and nothing is
    /// called.
    template <typename Next>
    [[nodiscard]] auto andThen(Next&& next) const& {
        return continued(*this, std::forward<Next>(next));
    }
    template <typename Next>
    [[nodiscard]] auto andThen(Next&& next) && {
        return continued(std::move(*this), std::forward<Next>(next));
    }
    /// The same with a function that cannot fail: the Result of what it answers.
    template <typename Make>
    [[nodiscard]] auto map(Make&& make) const& {
        return mapped(*this, std::forward<Make>(make));
    }
    template <typename Make>
    [[nodiscard]] auto map(Make&& make) && {
        return mapped(std::move(*this), std::forward<Make>(make));
    }

private:
    template <typename Self, typename Fn>
    static decltype(auto) call(Self&& self, Fn&& fn) {
        if constexpr (std::is_void_v<T>) {
            return std::invoke(std::forward<Fn>(fn));
        } else {
            return std::invoke(std::forward<Fn>(fn), *std::forward<Self>(self));
        }
    }
    template <typename Self, typename Next>
    static auto continued(Self&& self, Next&& next) {
        using Answer = std::decay_t<decltype(call(std::forward<Self>(self), std::forward<Next>(next)))>;
        return self.has_value() ? call(std::forward<Self>(self), std::forward<Next>(next))
                                : Answer(tl::unexpect, std::forward<Self>(self).error());
    }
    template <typename Self, typename Make>
    static auto mapped(Self&& self, Make&& make) {
        using Made = std::decay_t<decltype(call(std::forward<Self>(self), std::forward<Make>(make)))>;
        if (!self.has_value()) {
            return Result<Made>(tl::unexpect, std::forward<Self>(self).error());
        }
        if constexpr (std::is_void_v<Made>) {
            call(std::forward<Self>(self), std::forward<Make>(make));
            return Result<void>();
        } else {
            return Result<Made>(call(std::forward<Self>(self), std::forward<Make>(make)));
        }
    }
};

/// Of the same type alone: a Result is compared with a value by tl's operators.
template <typename T>
[[nodiscard]] bool operator==(const Result<T>& a, const Result<T>& b) {
    const tl::expected<T, Error>& left = a;
    const tl::expected<T, Error>& right = b;
    return left == right;
}

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
    declaration = std::move(*holder)

/// `EVENHAND_ASSIGN(auto order, store.find(no));` — declares or assigns the value, or returns the error.
#define EVENHAND_ASSIGN(declaration, expression) \
    EVENHAND_ASSIGN_(EVENHAND_CONCAT(evenhandAssign, __LINE__), declaration, expression)

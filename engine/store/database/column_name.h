// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a column of a query's result. Only a literal makes one: it lives as long as the program, so its address
// stands for its text, and a row is read without comparing texts.
// Thread: value type, any.
#pragma once

#include <cstddef>
#include <string_view>

namespace evenhand::store {

class ColumnName {
public:
    template <std::size_t N>
    consteval ColumnName(const char (&literal)[N]) : m_literal(literal) {}

    [[nodiscard]] constexpr const char* literal() const noexcept { return m_literal; }
    [[nodiscard]] constexpr std::string_view text() const noexcept { return m_literal; }

private:
    const char* m_literal;
};

}  // namespace evenhand::store

// SPDX-License-Identifier: GPL-3.0-or-later
// Writing CSV: RFC 4180, UTF-8, CRLF, and text cells that no spreadsheet takes for a formula.
// Thread: value type, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evenhand::base {

/// Builds lines of CSV. Cells are separated by commas; end each line with endLine().
class CsvText {
public:
    /// The mark of UTF-8 at the start of a file: without it spreadsheets take Chinese for another encoding.
    CsvText& mark();
    /// A cell from outside. One that begins with = + - @ TAB CR or LF gets a ' in front, so that a spreadsheet shows
    /// it instead of running it.
    CsvText& text(std::string_view cell);
    /// A number, or text that this program made and that begins with none of the above: written as it is, quoted if
    /// needed.
    CsvText& plain(std::string_view cell);
    CsvText& number(std::int64_t value);
    CsvText& endLine();

    [[nodiscard]] const std::string& str() const noexcept { return m_out; }
    [[nodiscard]] std::size_t size() const noexcept { return m_out.size(); }
    void clear() noexcept { m_out.clear(); }

private:
    void separate();
    void append(std::string_view prefix, std::string_view cell);

    std::string m_out;
    bool m_lineStarted = false;
};

}  // namespace evenhand::base

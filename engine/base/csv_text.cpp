// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/csv_text.h"

namespace evenhand::base {

CsvText& CsvText::text(std::string_view cell) {
    const bool formula = !cell.empty() && std::string_view("=+-@\t\r\n").find(cell.front()) != std::string_view::npos;
    append(formula ? "'" : "", cell);
    return *this;
}

CsvText& CsvText::plain(std::string_view cell) {
    append({}, cell);
    return *this;
}

CsvText& CsvText::number(std::int64_t value) {
    separate();
    m_out += std::to_string(value);
    return *this;
}

CsvText& CsvText::mark() {
    m_out += "\xEF\xBB\xBF";
    return *this;
}

CsvText& CsvText::endLine() {
    m_out += "\r\n";
    m_lineStarted = false;
    return *this;
}

void CsvText::separate() {
    if (m_lineStarted) {
        m_out += ',';
    }
    m_lineStarted = true;
}

void CsvText::append(std::string_view prefix, std::string_view cell) {
    separate();
    if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
        m_out += prefix;
        m_out += cell;
        return;
    }
    m_out += '"';
    m_out += prefix;
    for (const char c : cell) {
        if (c == '"') {
            m_out += '"';
        }
        m_out += c;
    }
    m_out += '"';
}

}  // namespace evenhand::base

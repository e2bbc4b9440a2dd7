// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/list_columns.h"

#include "app/import/order_row.h"

namespace evenhand::import {

Result<void> ListColumns::readHeader(const CsvRecord& header) {
    std::string missing;
    m_column.clear();
    for (const auto& [field, needed] : m_fields) {
        m_column.push_back(-1);
        if (m_profile.constant(field)) {
            continue;
        }
        EVENHAND_ASSIGN(m_column.back(), findColumn(header, m_profile.column(field)));
        if (m_column.back() < 0 && needed) {
            missing += (missing.empty() ? "" : ", ") + m_profile.wordFor(field);
        }
    }
    if (!missing.empty()) {
        return fail(ErrorCode::InvalidArgument, "the header lacks: " + missing, "header", shown(header.raw));
    }
    m_count = header.fieldCount;
    return {};
}

std::optional<Rejection> ListColumns::check(const CsvRecord& record, std::size_t ids, std::size_t names) const {
    if (auto rejection = checkColumns(record, m_count)) {
        return rejection;
    }
    if (auto rejection = checkLine(record)) {
        return rejection;
    }
    std::vector<NamedText> texts;
    for (std::size_t i = 0; i < ids + names; ++i) {
        texts.push_back({fieldName(m_fields[i].field), value(record, i)});
    }
    return checkTexts(std::span(texts).first(ids), std::span(texts).subspan(ids));
}

std::string_view ListColumns::value(const CsvRecord& record, std::size_t index) const {
    const Field field = m_fields[index].field;
    if (const auto& constant = m_profile.constant(field)) {
        return *constant;
    }
    if (m_column[index] < 0) {
        return {};
    }
    const std::string_view text = record.field(static_cast<std::size_t>(m_column[index]));
    return m_profile.integerId[static_cast<std::size_t>(field)] ? withoutZeroFraction(text) : text;
}

}  // namespace evenhand::import

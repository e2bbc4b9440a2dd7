// SPDX-License-Identifier: GPL-3.0-or-later
// Where the fields of a list's row (couriers, products, stock, rosters) stand in a file, and the rules for them that
// need no meaning. Thread: confined to its owner.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/import/import_kind.h"
#include "app/import/row_checks.h"

namespace evenhand::import {

class ListColumns {
public:
    /// The profile outlives it.
    ListColumns(ImportKind kind, const Profile& profile) : m_fields(fieldsOf(kind)), m_profile(profile) {}

    /// InvalidArgument naming what is missing or there twice.
    [[nodiscard]] Result<void> readHeader(const CsvRecord& header);
    /// The first `ids` fields of the kind are ids, the next `names` are names.
    [[nodiscard]] std::optional<Rejection> check(const CsvRecord& record, std::size_t ids, std::size_t names) const;
    /// By its place among the fields of the kind; empty: the file has it not. Valid until the record changes.
    [[nodiscard]] std::string_view value(const CsvRecord& record, std::size_t index) const;

private:
    std::span<const KindField> m_fields;
    const Profile& m_profile;
    std::vector<int> m_column;  ///< -1: a constant, or absent
    std::size_t m_count = 0;
};

}  // namespace evenhand::import

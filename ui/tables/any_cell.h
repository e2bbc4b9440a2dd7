// SPDX-License-Identifier: GPL-3.0-or-later
// The field of tables whose rows come whole: a part of any cell, whatever its case, or initials of the Chinese in it.
// Thread: GUI.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ui/tables/table_spec.h"
#include "ui/widgets/name_match.h"

namespace evenhand::ui {

struct AnyCell {
    std::string text;
};

/// The columns that the rows are looked for in.
template <typename Row, typename Sort>
[[nodiscard]] std::function<bool(const AnyCell&, const Row&)> anyCellOf(std::vector<Column<Row, Sort>> columns) {
    return [columns = std::move(columns)](const AnyCell& filter, const Row& row) {
        const auto sought = QString::fromStdString(filter.text);
        return std::any_of(columns.begin(), columns.end(),
                           [&](const auto& column) { return textMatches(sought, column.text(row)); });
    };
}

}  // namespace evenhand::ui

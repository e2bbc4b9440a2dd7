// SPDX-License-Identifier: GPL-3.0-or-later
// How a person has arranged a table, as text that outlives columns which come and go: by their ids their order, widths
// and which are hidden, and by which of them the rows are in order. Thread: GUI.
#pragma once

#include <QByteArray>
#include <QHeaderView>
#include <map>

#include "ui/models/paged_table.h"

namespace evenhand::ui {

/// `yielded`: columns that are hidden only because there is no room, with their widths.
[[nodiscard]] QByteArray layoutOf(const QHeaderView& header, const PagedTable& rows,
                                  const std::map<int, int>& yielded = {});
/// What is kept may have been edited by hand, or be of another version: what does not fit is left as it is. Sets the
/// order that the next read asks for.
void applyLayout(const QByteArray& kept, QHeaderView& header, PagedTable& rows);

}  // namespace evenhand::ui

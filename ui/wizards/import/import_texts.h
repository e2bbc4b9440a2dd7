// SPDX-License-Identifier: GPL-3.0-or-later
// Words and choices that several steps of an import share.
// Thread: GUI.
#pragma once

#include <QString>
#include <vector>

#include "ui/dialogs/text_table.h"
#include "ui/shell/import_backend.h"
#include "ui/widgets/formats.h"

class QVBoxLayout;

namespace evenhand::ui {

/// Why a file cannot be read, in words of its own where they say more than the error's.
[[nodiscard]] QString importErrorText(const Error& error, const Formats& formats);
/// A field as it was read.
[[nodiscard]] QString importValueText(const ImportValue& value, const Formats& formats);
/// Reasons with how many rows each has, most first.
[[nodiscard]] std::vector<TextRow> reasonRows(const ImportResult& result);
/// Evenhand's own columns, as far as the file has them.
[[nodiscard]] ImportPlan ownColumns(ImportKind kind, const ImportFile& file, const std::vector<ImportField>& fields);
/// Puts a table in the place of `former` (nullptr: at the end), which goes.
void replaceTable(QVBoxLayout& layout, QTableView*& former, QTableView* table);

}  // namespace evenhand::ui

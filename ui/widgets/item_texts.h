// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of a small model show, as texts. Thread: GUI.
#pragma once

#include <QAbstractItemModel>
#include <QStringList>

namespace evenhand::ui {

/// Of the first column.
[[nodiscard]] inline QStringList itemTexts(const QAbstractItemModel& model) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts << model.index(row, 0).data().toString();
    }
    return texts;
}

}  // namespace evenhand::ui

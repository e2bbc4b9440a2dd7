// SPDX-License-Identifier: GPL-3.0-or-later
// Which column of a file a field is read from: chosen from a list, or dragged onto it from the list of the file's
// columns.
// Thread: GUI.
#pragma once

#include <QComboBox>
#include <QListWidget>

namespace evenhand::ui {

/// The file's columns, each with what stands in the first row.
class ColumnList : public QListWidget {
    Q_OBJECT

public:
    /// What is dragged is the index of a column, as text.
    static constexpr const char* kFormat = "application/x-evenhand-import-column";

    explicit ColumnList(QWidget* parent);

protected:
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QList<QListWidgetItem*>& items) const override;
};

class ColumnBox : public QComboBox {
    Q_OBJECT

public:
    /// What stands in the list before the columns.
    enum Before { kNone, kConstant, kColumns };

    explicit ColumnBox(QWidget* parent);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    /// Its place in the list; -1: nothing that could be chosen.
    [[nodiscard]] int droppedIndex(const QMimeData& mime) const;
};

}  // namespace evenhand::ui

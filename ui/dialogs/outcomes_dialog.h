// SPDX-License-Identifier: GPL-3.0-or-later
// What came of an action, row by row as the engine answered: done, or why not.
// Thread: GUI.
#pragma once

#include <QAbstractTableModel>
#include <QDialog>
#include <vector>

namespace evenhand::ui {

struct OutcomeLine {
    QString what;   ///< order number
    bool done = false;
    QString detail; ///< of a failed row the reason, of a done one what became of it; plain text
};

class OutcomesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { What, Result, Detail, kColumns };

    explicit OutcomesModel(std::vector<OutcomeLine> lines, QObject* parent = nullptr);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<OutcomeLine> m_lines;
};

class OutcomesDialog : public QDialog {
    Q_OBJECT

public:
    /// `summary`: one sentence; failed rows are listed first.
    OutcomesDialog(const QString& title, const QString& summary, std::vector<OutcomeLine> lines,
                   QWidget* parent = nullptr);
};

}  // namespace evenhand::ui

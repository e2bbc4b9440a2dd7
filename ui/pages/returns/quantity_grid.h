// SPDX-License-Identifier: GPL-3.0-or-later
// Figures per SKU in a narrow panel: a name above, the numbers of the columns below their headers.
// Thread: GUI. Text is shown as it is.
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QStringList>
#include <QWidget>
#include <vector>

namespace evenhand::ui {

class QuantityGrid : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QString name;
        QString tip;
        QStringList cells;
    };

    explicit QuantityGrid(QWidget* parent = nullptr);
    void setRows(const QStringList& header, const std::vector<Row>& rows);
    /// Of a row by its name and a column by its header; for tests.
    [[nodiscard]] QString cell(const QString& name, const QString& column) const;

private:
    QLabel* label(bool muted, Qt::Alignment alignment);

    QGridLayout* m_grid = nullptr;
    QStringList m_header;
    std::vector<Row> m_rows;
};

}  // namespace evenhand::ui

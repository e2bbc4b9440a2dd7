// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_copying.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <algorithm>

#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct RowCopying {
    Q_DECLARE_TR_FUNCTIONS(RowCopying)
};

QString cellText(const QModelIndex& index) { return shownLine(index.data().toString(), kShownText); }

void copyRows(const QTableView& table) {
    auto rows = table.selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.row() < b.row(); });
    const auto* header = table.horizontalHeader();
    QStringList lines;
    for (const auto& row : rows) {
        QStringList cells;
        for (int at = 0; at < header->count(); ++at) {
            if (const int column = header->logicalIndex(at); !header->isSectionHidden(column)) {
                cells << cellText(row.siblingAtColumn(column));
            }
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    if (!lines.isEmpty()) {
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    }
}

QAction* addCopy(QTableView& table, const QString& name, const QString& title, const QKeySequence& keys) {
    auto* action = named(new QAction(title, &table), name);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    table.addAction(action);
    return action;
}

}  // namespace

void addCopying(QTableView& table) {
    auto* rows = addCopy(table, QStringLiteral("copyRows"), RowCopying::tr("Copy the rows"), QKeySequence::Copy);
    auto* cell = addCopy(table, QStringLiteral("copyCell"), RowCopying::tr("Copy the cell"),
                         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    QObject::connect(rows, &QAction::triggered, &table, [&table] { copyRows(table); });
    QObject::connect(cell, &QAction::triggered, &table, [&table] {
        if (const auto index = table.currentIndex(); index.isValid()) {
            QGuiApplication::clipboard()->setText(cellText(index));
        }
    });
    table.setContextMenuPolicy(Qt::ActionsContextMenu);
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_export.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <memory>
#include <utility>
#include <vector>

#include "engine/api/audit_desk.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/pages/shared/csv_export.h"
#include "ui/tables/row_source.h"
#include "ui/tables/table_writer.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

struct TableExport {
    Q_DECLARE_TR_FUNCTIONS(TableExport)
};

TableShape shapeOf(const QTableView& table) {
    TableShape shape;
    const auto* header = table.horizontalHeader();
    const auto* model = table.model();
    for (int at = 0; at < header->count(); ++at) {
        const int column = header->logicalIndex(at);
        if (!header->isSectionHidden(column)) {
            const auto right =
                model->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
            shape.columns.push_back(
                {column, model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), right != 0});
        }
    }
    return shape;
}

/// Rows as they stood when the file was begun: some ten thousand at most.
class ShownRows final : public RowSource {
public:
    ShownRows(const QAbstractItemModel& model, const TableShape& shape) {
        for (int row = 0; row < model.rowCount(); ++row) {
            std::vector<QString> cells(static_cast<std::size_t>(model.columnCount()));
            for (const auto& each : shape.columns) {
                QString cell = model.index(row, each.column).data().toString();
                if (each.isNumber) {
                    cell.remove(QLatin1Char(','));  // a program would read "1,234" as a text
                }
                cells.at(static_cast<std::size_t>(each.column)) = cell == Formats::dash() ? QString() : cell;
            }
            m_rows.push_back(std::move(cells));
        }
    }
    void next(QObject*, Done done) override { done(std::exchange(m_given, true) ? std::size_t{0} : m_rows.size()); }
    [[nodiscard]] QString cell(std::size_t row, int column) const override {
        return m_rows.at(row).at(static_cast<std::size_t>(column));
    }

private:
    std::vector<std::vector<QString>> m_rows;
    bool m_given = false;
};

TableWriter::Note noteOf(UiContext& context, const TableFile& file, const std::string& path) {
    QString what = file.fileName;
    what.remove(QStringLiteral(".csv")).replace(QLatin1Char('-'), QLatin1Char(' '));
    api::ExportNote note;
    note.what = what.toStdString();
    note.filter = file.shownOf.toStdString();
    note.path = path;
    return [&bridge = context.bridge, note = std::move(note)](std::int64_t rows) {
        auto noted = note;
        noted.rows = rows;
        return bridge.audit().noteExport(bridge.call(), std::move(noted));
    };
}

CsvExport::Task taskOf(QTableView& table, UiContext& context, const TableFile& file) {
    CsvExport::Task task;
    task.title = file.title;
    task.fileName = file.fileName;
    task.total = table.model()->rowCount();
    task.write = [&table, &context, file](const std::string& path, std::function<void(std::int64_t)> progress) {
        auto shape = shapeOf(table);
        auto rows = std::make_unique<ShownRows>(*table.model(), shape);
        auto* writer = new TableWriter(std::move(rows), std::move(shape), &table);
        return writer->toFile(QString::fromStdString(path), noteOf(context, file, path), std::move(progress));
    };
    task.done = [](std::int64_t count, const QString& path) {
        return TableExport::tr("Exported %1 rows to %2", nullptr, Formats::plural(count))
            .arg(Formats::number(count), path);
    };
    return task;
}

void addButton(QTableView& table, QAction& action) {
    auto* box = table.window()->findChild<QDialogButtonBox*>();
    if (box == nullptr) {
        return;
    }
    auto* button = box->addButton(TableExport::tr("Export…"), QDialogButtonBox::ActionRole);
    button->setObjectName(QStringLiteral("exportButton"));
    button->setAutoDefault(false);
    QObject::connect(button, &QPushButton::clicked, &action, &QAction::trigger);
}

}  // namespace

QAction* addExport(QTableView& table, UiContext& context, const TableFile& file) {
    auto* exporter = new CsvExport(context, &table);
    auto* action = new QAction(file.title + QStringLiteral("…"), &table);
    action->setObjectName(QStringLiteral("exportRows"));
    action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    action->setShortcutContext(Qt::WidgetShortcut);
    table.addAction(action);
    table.setContextMenuPolicy(Qt::ActionsContextMenu);
    QObject::connect(action, &QAction::triggered, exporter,
                     [&table, &context, exporter, file] { exporter->ask(taskOf(table, context, file)); });
    if (file.hasButton) {
        addButton(table, *action);
    }
    return action;
}

}  // namespace evenhand::ui

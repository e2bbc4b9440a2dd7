// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves a table: a file with all that the filter lets through, rows and cells for the clipboard.
#include <QClipboard>
#include <QGuiApplication>
#include <utility>

#include "engine/api/audit_desk.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/notices.h"
#include "ui/tables/query_pane_base.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

TableShape QueryPaneBase::shape() const {
    TableShape shape;
    for (const int column : m_table->shownColumns()) {
        const auto right = m_rows->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
        shape.columns.push_back(
            {column, m_rows->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), right != 0});
    }
    return shape;
}

CsvExport::Task QueryPaneBase::exportTask() {
    CsvExport::Task task;
    task.title = m_look.texts.exported();
    task.fileName = m_look.texts.fileName;
    task.total = m_rows->total();
    const auto cut = m_rows->cutAt();
    const QString note =
        cut > 0 ? tr("Only the first %1 rows were read; there are more.").arg(Formats::number(cut)) : QString();
    task.write = [this, note](const std::string& path, std::function<void(std::int64_t)> progress) {
        auto whole = shape();
        whole.note = note;
        auto* writer = new TableWriter(filteredRows(), std::move(whole), this);
        return writer->toFile(QString::fromStdString(path), exportNote(path), std::move(progress));
    };
    task.done = [note](std::int64_t count, const QString& path) {
        const QString told =
            tr("Exported %1 rows to %2", nullptr, Formats::plural(count)).arg(Formats::number(count), path);
        return note.isEmpty() ? told : tr("%1. %2", "what was exported; what was not").arg(told, note);
    };
    return task;
}

/// The engine cannot know of a file that it does not write. The filter is told as it was when the rows were asked for.
TableWriter::Note QueryPaneBase::exportNote(const std::string& path) const {
    QString what = m_look.texts.fileName;
    what.remove(QStringLiteral(".csv")).replace(QLatin1Char('-'), QLatin1Char(' '));
    QStringList filter{m_look.shownOf ? m_look.shownOf() : QString(),
                       isOfOneCampus() ? QStringLiteral("campus=") + text(m_context.scope.current()) : QString(),
                       m_filters->told()};
    filter.removeAll(QString());
    api::ExportNote note;
    note.what = what.toStdString();
    note.filter = filter.join(QStringLiteral(", ")).toStdString();
    note.path = path;
    return [&bridge = m_context.bridge, note = std::move(note)](std::int64_t rows) {
        auto noted = note;
        noted.rows = rows;
        return bridge.audit().noteExport(bridge.call(), std::move(noted));
    };
}

CsvExport::Task QueryPaneBase::fileTask() const {
    CsvExport::Task task;
    task.title = m_look.file.job();
    task.fileName = m_look.file.fileName;
    task.total = m_rows->total();
    task.write = fileWriter();
    task.done = m_look.file.done;
    return task;
}

void QueryPaneBase::copyRows() {
    freezeForCopy([this](std::unique_ptr<RowSource> rows) {
        auto* writer = new TableWriter(std::move(rows), shape(), this);
        writer->toText([this, count = m_selectedCount](const Result<QString>& text) {
            if (text) {
                QGuiApplication::clipboard()->setText(*text);
                m_context.notices.good(
                    tr("Copied %1 rows.", nullptr, Formats::plural(count)).arg(Formats::number(count)));
            }
        });
    });
}

void QueryPaneBase::copyCell() {
    const auto index = m_table->currentIndex();
    if (index.isValid()) {
        QGuiApplication::clipboard()->setText(shownLine(index.data().toString(), kShownText));
    }
}

}  // namespace evenhand::ui

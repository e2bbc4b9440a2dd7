// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/csv_export.h"

#include <QFileDialog>
#include <QStandardPaths>
#include <memory>
#include <utility>

#include "ui/bridge/continuation.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {

CsvExport::CsvExport(UiContext& context, QWidget* page) : QObject(page), m_context(context), m_page(page) {}

CsvExport::~CsvExport() {
    if (m_job) {
        m_context.jobs.finish(*m_job);
    }
}

void CsvExport::ask(Task task) {
    auto* dialog = named(new QFileDialog(m_page->window(), task.title), QStringLiteral("exportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("CSV files (*.csv)"));
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->setDirectory(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    dialog->selectFile(task.fileName);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, task = std::move(task)](const QString& path) { writeTo(path, task); });
    dialog->open();
}

void CsvExport::writeTo(const QString& path, const Task& task) {
    if (m_job) {
        return;
    }
    auto progress = std::make_shared<JobProgress>();
    progress->total = task.total;
    auto answer = task.write(path.toStdString(), [progress](std::int64_t rows) { progress->done = rows; });
    m_job = m_context.jobs.start(task.title, progress, [answer]() mutable { answer.cancel(); });
    Q_EMIT runningChanged();
    whenReady(answer, this, [this, path, done = task.done](const Result<std::int64_t>& count) {
        m_context.jobs.finish(*m_job);
        m_job.reset();
        Q_EMIT runningChanged();
        if (count) {
            m_context.notices.good(done(*count, path));
        } else if (count.error().code == ErrorCode::Cancelled) {
            m_context.notices.info(tr("The export was cancelled; no file was left."));
        } else {
            tellFailure(count.error());
        }
    });
}

void CsvExport::tellFailure(const Error& error) {
    m_context.notices.bad(tr("The export failed: %1").arg(errorText(error)));
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/import/run_page.h"

#include <QHBoxLayout>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/import_labels.h"
#include "ui/shell/session.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"
#include "ui/wizards/import/import_texts.h"

namespace evenhand::ui {

RunPage::RunPage(UiContext& context, ImportRun& run, QWidget* parent)
    : QWidget(parent), m_context(context), m_run(run), m_layout(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("importRun"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(kGap);
    m_title = new QLabel(this);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setFont(scaledFont(font(), 1, QFont::DemiBold));
    m_text = new QLabel(this);
    m_text->setObjectName(QStringLiteral("importText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_bar = new QProgressBar(this);
    m_bar->setObjectName(QStringLiteral("importProgress"));
    m_bar->setAccessibleName(tr("Progress of the import"));
    m_bar->setTextVisible(false);
    m_layout->addWidget(m_title);
    m_layout->addWidget(m_bar);
    m_layout->addWidget(m_text);
    setupButtons();
    m_cut = new QLabel(this);
    m_cut->setObjectName(QStringLiteral("importCut"));
    m_cut->setTextFormat(Qt::PlainText);
    m_cut->setProperty("muted", true);
    m_layout->addWidget(m_cut);
    m_layout->addStretch(1);
    m_saving = new CsvExport(context, this);
    connect(m_saving, &CsvExport::runningChanged, this, [this] { m_save->setEnabled(!m_saving->isRunning()); });
    connect(&m_run, &ImportRun::changed, this, &RunPage::refresh);
    connect(&m_run, &ImportRun::progressed, this, &RunPage::refreshProgress);
    refresh();
}

void RunPage::setupButtons() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    const auto add = [this, row](const char* name, const QString& words) {
        auto* button = new QPushButton(words, this);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        row->addWidget(button);
        return button;
    };
    m_pause = add("importPause", tr("Pause"));
    m_stop = add("importStop", tr("Stop"));
    m_save = add("importSaveRejected", tr("Save rejected rows…"));
    m_another = add("importAnother", tr("Import another file"));
    row->addStretch(1);
    m_layout->addLayout(row);
    connect(m_pause, &QPushButton::clicked, this, [this] { m_run.setPaused(!m_run.isPaused()); });
    connect(m_stop, &QPushButton::clicked, &m_run, &ImportRun::cancel);
    connect(m_save, &QPushButton::clicked, this, [this] { m_saving->ask(savingTask()); });
    connect(m_another, &QPushButton::clicked, this, &RunPage::anotherRequested);
}

void RunPage::refresh() {
    const bool isRunning = m_run.isRunning();
    const bool isStopping = m_run.isCancelling();
    m_title->setText(isRunning ? tr("Importing %1", "file").arg(m_run.fileName()) : m_run.fileName());
    m_bar->setVisible(isRunning);
    m_pause->setVisible(isRunning);
    m_pause->setText(m_run.isPaused() ? tr("Continue") : tr("Pause"));
    m_pause->setEnabled(!isStopping);
    m_stop->setVisible(isRunning);
    m_stop->setEnabled(!isStopping);
    m_another->setVisible(!isRunning);
    m_save->setVisible(!isRunning && m_run.result().rejectedRowCount > 0);
    refreshProgress();
    showRejected();
}

void RunPage::refreshProgress() {
    if (!m_run.isRunning()) {
        m_text->setText(m_run.state() == ImportRun::State::Done ? m_run.resultText() : QString());
        return;
    }
    const int progress = m_run.progress();
    m_bar->setRange(0, progress < 0 ? 0 : 1000);
    m_bar->setValue(progress);
    m_text->setText(tr("%1\nIt goes on when this window is closed; the bottom line shows it.", "progress")
                        .arg(m_run.progressText()));
}

void RunPage::showRejected() {
    const auto& result = m_run.result();
    const bool isShown = !m_run.isRunning() && !result.rejectedRows.empty();
    const auto kept = static_cast<std::int64_t>(result.rejectedRows.size());
    m_cut->setVisible(isShown && kept < result.rejectedRowCount);
    m_cut->setText(tr("The first %1 of %2 rejected rows; the saved file has all of them.")
                       .arg(Formats::number(kept), Formats::number(result.rejectedRowCount)));
    if (!isShown) {
        if (m_rejected != nullptr) {
            m_rejected->hide();
        }
        return;
    }
    std::vector<TextRow> rows;
    rows.reserve(result.rejectedRows.size());
    for (const auto& row : result.rejectedRows) {
        rows.push_back(
            {{Formats::number(row.row), importReasonLabel(row.reason), shownLine(QString::fromStdString(row.line))}});
    }
    auto* table = makeTextTable(new TextTableModel({tr("Row"), tr("Why"), tr("Line of the file")}, std::move(rows)), -1,
                                {70, 260}, this);
    table->setObjectName(QStringLiteral("importRejected"));
    table->setAccessibleName(tr("Rejected rows"));
    replaceTable(*m_layout, m_rejected, table);
}

CsvExport::Task RunPage::savingTask() const {
    CsvExport::Task task;
    task.title = tr("Rejected rows");
    task.fileName = QStringLiteral("rejected.csv");
    task.total = m_run.result().rejectedRowCount;
    task.write = [&context = m_context](const std::string& path, const std::function<void(std::int64_t)>&) {
        return context.session.imports()->saveRejected(context.bridge.actor(), path);
    };
    task.done = [](std::int64_t count, const QString& path) {
        return tr("Saved %1 rejected rows to %2", nullptr, Formats::plural(count)).arg(Formats::number(count), path);
    };
    return task;
}

void RunPage::saveRejectedTo(const QString& path) { m_saving->writeTo(path, savingTask()); }

}  // namespace evenhand::ui

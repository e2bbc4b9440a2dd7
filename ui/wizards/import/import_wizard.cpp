// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/import/import_wizard.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

#include "ui/widgets/fit_to_screen.h"

namespace evenhand::ui {

ImportWizard::ImportWizard(UiContext& context, ImportRun& run, QWidget* parent)
    : WizardFrame(context, QStringLiteral("import"), tr("Import"), parent), m_run(run) {
    setWindowTitle(tr("Import a file"));
    setAcceptDrops(true);
    m_file = new FilePage(context, pages());
    m_columns = new ColumnsPage(context, pages());
    m_check = new CheckPage(context, pages());
    m_runPage = new RunPage(context, run, pages());
    addStep(tr("File"), m_file);
    addStep(tr("Columns"), m_columns);
    addReview(tr("Check"), m_check);
    addOutcome(tr("Import", "step of the wizard"), m_runPage);
    connect(m_file, &FilePage::chosen, this, [this] {
        if (m_file->file()) {
            m_columns->start(*m_file->file(), m_file->plan());
        }
    });
    connect(m_check, &CheckPage::changed, this, &ImportWizard::refresh);
    connect(m_runPage, &RunPage::anotherRequested, this, [this] {
        m_run.forget();
        m_file->setFile({});
        showStep(FileStep);
    });
    resize(980, 720);
    fitToScreen(*this);
    begin();
    if (m_run.state() != ImportRun::State::None) {
        showOutcome();
    }
}

ImportWizard::~ImportWizard() { m_run.forget(); }

void ImportWizard::setFile(const QString& path) {
    if (!isOutcome()) {
        showStep(FileStep);
        m_file->setFile(path);
    }
}

void ImportWizard::edited() {
    if (step() != CheckStep) {
        m_check->stop();
    }
    WizardFrame::edited();
}

void ImportWizard::showReview() { m_check->start(m_file->path(), m_columns->plan()); }

QString ImportWizard::whyNotFinish() const { return m_check->whyNot(); }

void ImportWizard::finish() {
    m_run.begin(m_file->path(), m_columns->plan());
    showOutcome();
}

QString ImportWizard::labelOf(const std::string& /*field*/) const { return {}; }

void ImportWizard::dragEnterEvent(QDragEnterEvent* event) {
    if (!isOutcome() && !droppedFile(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void ImportWizard::dropEvent(QDropEvent* event) {
    const QString file = droppedFile(event->mimeData());
    if (!isOutcome() && !file.isEmpty()) {
        event->acceptProposedAction();
        setFile(file);
    }
}

QString droppedFile(const QMimeData* mime) {
    const auto urls = mime->urls();
    for (const QUrl& url : urls) {
        if (url.isLocalFile()) {
            return url.toLocalFile();
        }
    }
    return {};
}

}  // namespace evenhand::ui

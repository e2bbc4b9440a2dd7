// SPDX-License-Identifier: GPL-3.0-or-later
// Importing files from the window: the command, a file that is dropped on it, and leaving while an import is under way.
#include <QAction>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMessageBox>
#include <QPushButton>

#include "ui/shell/import_labels.h"
#include "ui/shell/main_window.h"
#include "ui/shell/session.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/first_steps.h"
#include "ui/wizards/import/import_wizard.h"

namespace evenhand::ui {

void MainWindow::setupImport() {
    setAcceptDrops(true);
    m_importCommand = addCommand(QStringLiteral("action.import"), importKeys());
    connect(m_importCommand, &QAction::triggered, this, [this] { openImport({}); });
    connect(&m_services.session, &Session::importRequested, this, &MainWindow::openImport);
    for (const auto signal : {&EngineBridge::permissionsChanged, &EngineBridge::stateChanged}) {
        connect(&m_services.bridge, signal, this, &MainWindow::refreshImport);
    }
    connect(m_import, &ImportRun::changed, this, &MainWindow::refreshImport);
    refreshImport();
}

ImportWizard* MainWindow::importWizard() const { return m_importWizard; }

void MainWindow::refreshImport() { setActionState(*m_importCommand, whyNoImport()); }

/// Of all that can be imported it is enough that one is allowed: the wizard says why of each.
QString MainWindow::whyNoImport() const {
    if (m_services.session.imports() == nullptr) {
        return tr("This program cannot import files.");
    }
    if (m_import->state() != ImportRun::State::None) {
        return {};
    }
    QString why;
    for (std::size_t i = 0; i < kImportKinds; ++i) {
        why = m_services.bridge.whyNotAllowed(importOperation(static_cast<ImportKind>(i)));
        if (why.isEmpty()) {
            break;
        }
    }
    return why;
}

void MainWindow::openImport(const QString& file) {
    if (m_locked) {
        return;
    }
    if (const QString why = whyNoImport(); !why.isEmpty()) {
        m_services.notices.warn(why);
        return;
    }
    if (!m_importWizard) {
        m_importWizard = new ImportWizard(m_services.context, *m_import, this);
        m_importWizard->open();
    }
    m_importWizard->raise();
    if (!file.isEmpty()) {
        m_importWizard->setFile(file);
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!m_locked && m_services.session.imports() != nullptr && !droppedFile(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    if (const QString file = droppedFile(event->mimeData()); !file.isEmpty()) {
        event->acceptProposedAction();
        openImport(file);
    }
}

/// What has been imported stays, but the rest of the file would be forgotten: whoever leaves now must know it.
void MainWindow::leaveImport(const QString& title, const std::function<void()>& leave) {
    if (!m_import->isRunning()) {
        leave();
        return;
    }
    if (auto* asked = findChild<QMessageBox*>(QStringLiteral("importDialog"))) {
        asked->raise();
        return;
    }
    auto* dialog = new QMessageBox(QMessageBox::Warning, title,
                                   tr("%1 is still being imported.", "file").arg(m_import->fileName()),
                                   QMessageBox::NoButton, this);
    dialog->setObjectName(QStringLiteral("importDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setTextFormat(Qt::PlainText);
    dialog->setInformativeText(
        tr("What has been imported so far stays, complete. For the rest, import the same file again."));
    auto* stop = dialog->addButton(tr("Stop and leave"), QMessageBox::DestructiveRole);
    stop->setObjectName(QStringLiteral("importLeave"));
    auto* stay = dialog->addButton(tr("Stay"), QMessageBox::RejectRole);
    stay->setObjectName(QStringLiteral("importStay"));
    dialog->setDefaultButton(stay);
    dialog->setEscapeButton(stay);
    connect(stop, &QAbstractButton::clicked, this, [this, leave] {
        m_import->cancel();
        m_leavesImport = true;
        leave();
    });
    dialog->open();
}

}  // namespace evenhand::ui

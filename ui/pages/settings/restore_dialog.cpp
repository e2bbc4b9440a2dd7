// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/restore_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QStyle>
#include <QVBoxLayout>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/settings/backup_pane.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

void tell(QLabel* label, const QString& words, bool bad) {
    label->setText(shownText(words));
    label->setProperty("problem", bad);
    label->setProperty("found", !bad);
    label->style()->unpolish(label);
    label->style()->polish(label);
    label->setVisible(!words.isEmpty());
}

}  // namespace

RestoreDialog::RestoreDialog(UiContext& context, RestoreBackend& backend, const QString& file, QWidget* parent)
    : QDialog(parent), m_context(context), m_backend(backend), m_file(file), m_place(new PathWatch(this)) {
    setObjectName(QStringLiteral("restoreDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Restore from a backup"));
    setMinimumWidth(680);
    auto* layout = columnIn(this, kGapLarge, kGap + kGapSmall);
    auto* what = muted(wrapped(plainLabel(
        this, {},
        tr("A new workspace is created from %1 in another place. Nothing existing is changed. Refunds and webhooks are "
           "held until an administrator releases them: what was sent since the backup would be sent again.")
            .arg(shownLine(file)))));
    layout->addWidget(what);
    m_outcome = wrapped(plainLabel(this, QStringLiteral("restoreOutcome")));
    m_outcome->hide();
    layout->addWidget(m_outcome);
    m_facts = new FactGrid(this);
    layout->addWidget(m_facts);
    setupFields();
    setupButtons();
    connect(m_place, &PathWatch::changed, this, &RestoreDialog::check);
    check();
    preview();
}

void RestoreDialog::setupFields() {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(kGapLarge);
    grid->setVerticalSpacing(kGap);
    m_folder = named(new QLineEdit(this), QStringLiteral("restoreFolder"), tr("New folder"));
    m_folder->setPlaceholderText(tr("New or empty"));
    m_browse =
        named(new QPushButton(icon(QStringLiteral("folder")), tr("Choose…"), this), QStringLiteral("restoreBrowse"));
    m_database = named(new QLineEdit(this), QStringLiteral("restoreDatabase"), tr("Database"));
    m_database->setPlaceholderText(tr("Empty: a file in the folder. Else mysql://… of an empty database"));
    auto* folderLabel = wrapped(plainLabel(this, {}, tr("New folder")));
    folderLabel->setBuddy(m_folder);
    auto* databaseLabel = wrapped(plainLabel(this, {}, tr("Database")));
    databaseLabel->setBuddy(m_database);
    grid->addWidget(folderLabel, 0, 0);
    grid->addWidget(m_folder, 0, 1);
    grid->addWidget(m_browse, 0, 2);
    grid->addWidget(databaseLabel, 1, 0);
    grid->addWidget(m_database, 1, 1, 1, 2);
    grid->setColumnStretch(1, 1);
    static_cast<QVBoxLayout*>(layout())->addLayout(grid);
    connect(m_folder, &QLineEdit::textChanged, this, &RestoreDialog::check);
    connect(m_database, &QLineEdit::textChanged, this, &RestoreDialog::check);
    connect(m_browse, &QPushButton::clicked, this, [this] {
        auto* dialog =
            named(new QFileDialog(this, tr("Choose a folder"), m_folder->text()), QStringLiteral("folderDialog"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
        connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
        dialog->open();
    });
}

void RestoreDialog::setupButtons() {
    m_said = muted(wrapped(plainLabel(this, QStringLiteral("restoreSaid"))));
    auto* buttons = new QDialogButtonBox(this);
    m_restore = named(buttons->addButton(tr("Restore"), QDialogButtonBox::AcceptRole), QStringLiteral("restoreButton"));
    m_restore->setProperty("role", QStringLiteral("primary"));
    m_restore->setAutoDefault(false);
    m_close = named(buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole), QStringLiteral("closeButton"));
    connect(m_restore, &QPushButton::clicked, this, &RestoreDialog::restore);
    connect(buttons, &QDialogButtonBox::rejected, this, &RestoreDialog::reject);
    auto* row = new QHBoxLayout;
    row->addWidget(m_said, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void RestoreDialog::preview() {
    whenReady(m_backend.preview(m_file.toStdString()), this, [this](const Result<RestorePreview>& found) {
        m_looking = false;
        if (found) {
            m_preview = *found;
            showPreview(*found);
        } else {
            tell(m_outcome, tr("The backup cannot be restored: %1").arg(errorText(found.error())), true);
        }
        check();
        Q_EMIT looked();
    });
}

void RestoreDialog::showPreview(const RestorePreview& found) {
    auto facts = factsOf(found.manifest, m_context.formats);
    facts.push_back({tr("Orders"), Formats::number(found.orders)});
    facts.push_back({tr("People"), Formats::number(found.people)});
    facts.push_back(
        {tr("Refunds and webhooks that would be held"), Formats::number(found.outwardPending), false, true});
    facts.push_back(
        {tr("This workspace's audit log is ahead by"),
         found.entriesSince
             ? tr("%1 entries", nullptr, Formats::plural(*found.entriesSince)).arg(Formats::number(*found.entriesSince))
             : tr("another workspace"),
         false, true});
    m_facts->setFacts(facts);
}

void RestoreDialog::check() {
    QString why = m_context.bridge.whyNotReadable(api::Permission::ManageBackups);
    const QString typed = m_folder->text().trimmed();
    const auto place = m_place->look(typed);
    if (!why.isEmpty() || m_done) {
        why = m_done ? tr("Restored.") : why;
    } else if (m_looking) {
        why = tr("The backup is being read…");
    } else if (!m_preview) {
        why = tr("The backup cannot be restored.");
    } else if (m_job) {
        why = tr("It is being restored…");
    } else if (m_folder->text().trimmed().isEmpty()) {
        why = tr("Choose a folder.");
    } else if (QDir::isRelativePath(typed)) {
        why = tr("Enter the full path of the folder.");
    } else if (place && place->exists && !place->isEmptyFolder) {
        why = tr("This place is not empty, and nothing is overwritten.");
    } else if (!m_database->text().trimmed().isEmpty() &&
               !m_database->text().trimmed().startsWith(QLatin1String("mysql://"))) {
        why = tr("An address such as mysql://user@host/database.");
    }
    m_restore->setEnabled(why.isEmpty());
    m_restore->setToolTip(plainToolTip(why));
    m_said->setText(why);
    // Until there is something to restore it only shows, and so it does once it is done.
    m_close->setText(m_preview && !m_job && !m_done ? tr("Cancel") : tr("Close"));
    for (QWidget* each :
         {static_cast<QWidget*>(m_folder), static_cast<QWidget*>(m_browse), static_cast<QWidget*>(m_database)}) {
        each->setEnabled(!m_job && !m_done);
    }
}

void RestoreDialog::restore() {
    RestoreRequest request;
    request.file = m_file.toStdString();
    request.folder = m_folder->text().trimmed().toStdString();
    request.database = m_database->text().trimmed().toStdString();
    auto progress = std::make_shared<JobProgress>();
    auto answer = m_backend.restore(m_context.bridge.actor(), request, [progress](std::int64_t rows, std::int64_t of) {
        progress->done = rows;
        progress->total = of;
    });
    m_job = m_context.jobs.start(tr("Restore from a backup"), progress, [answer]() mutable { answer.cancel(); });
    check();
    whenReady(answer, this, [this, where = text(request.folder)](const Result<api::BackupManifest>& made) {
        m_context.jobs.finish(*m_job);
        m_job.reset();
        m_done = made.has_value();
        if (made) {
            const QString said =
                tr("The workspace is restored in %1. Open it from the start page; refunds and webhooks are held there.")
                    .arg(where);
            tell(m_outcome, said, false);
            m_context.notices.good(said);
        } else if (made.error().code == ErrorCode::Cancelled) {
            tell(m_outcome, tr("The restore was cancelled; nothing was created."), true);
        } else {
            tell(m_outcome, tr("The restore failed; nothing was created. %1").arg(errorText(made.error())), true);
        }
        check();
        Q_EMIT restored();
    });
}

void RestoreDialog::reject() {
    if (!m_job) {
        QDialog::reject();
    }
}

}  // namespace evenhand::ui

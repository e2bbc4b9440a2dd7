// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/backup_pane.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTimeEdit>
#include <QToolButton>
#include <QVBoxLayout>
#include <numeric>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/pages/settings/service_path_dialog.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/shell/session.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kMinutes = 60;
constexpr int kFolderWidth = 380;

class ScheduleDialog final : public SettingsDialog {
public:
    ScheduleDialog(UiContext& context, const api::BackupSchedule& before, QWidget* parent)
        : SettingsDialog(context, QStringLiteral("schedule"), BackupPane::tr("Automatic backups"),
                         api::Operation::BackupsSetSchedule, parent),
          m_before(before),
          m_folder(lineEdit(QStringLiteral("scheduleFolder"), kFolderWidth)),
          m_at(new QTimeEdit(QTime(before.minuteOfDay / kMinutes, before.minuteOfDay % kMinutes), this)),
          m_keep(new QSpinBox(this)) {
        addNote(
            BackupPane::tr("One a day, verified after writing. Older automatic backups in the folder are deleted; "
                           "manual ones stay."));
        m_folder->setText(text(before.folder));
        m_folder->setMaximumWidth(QWIDGETSIZE_MAX);  // as wide as a path wants it
        const bool isHere = context.bridge.service().isEmpty();
        if (isHere) {
            setupBrowse();
        }
        addField(QStringLiteral("folder"), BackupPane::tr("Folder"), m_folder,
                 isHere ? BackupPane::tr("Empty: no automatic backups.")
                        : BackupPane::tr("On the service's machine. Empty: no automatic backups."),
                 [this] {
                     const QString typed = m_folder->text().trimmed();
                     return typed.isEmpty() || QDir::isAbsolutePath(typed)
                                ? QString()
                                : BackupPane::tr("Enter the full path of the folder.");
                 });
        m_at->setObjectName(QStringLiteral("scheduleTime"));
        m_at->setDisplayFormat(QStringLiteral("HH:mm"));
        addField(QStringLiteral("minute_of_day"), BackupPane::tr("Time of day"), m_at,
                 BackupPane::tr("In the business time zone."));
        m_keep->setObjectName(QStringLiteral("scheduleKeep"));
        m_keep->setRange(1, 1'000);
        m_keep->setValue(static_cast<int>(before.keep));
        addField(QStringLiteral("keep"), BackupPane::tr("Keep"), m_keep,
                 BackupPane::tr("How many of the newest are kept: 1 to 1,000."));
        connect(m_at, &QTimeEdit::timeChanged, this, &FormDialog::recheck);
        connect(m_keep, &QSpinBox::valueChanged, this, &FormDialog::recheck);
        begin();
    }

protected:
    [[nodiscard]] bool isChanged() const override { return !(entered() == m_before); }
    [[nodiscard]] api::Answer<void> save() override {
        auto& bridge = context().bridge;
        return bridge.backups().setSchedule(bridge.call(), entered());
    }
    [[nodiscard]] QString savedText() const override { return BackupPane::tr("The backup schedule is saved."); }

private:
    void setupBrowse() {
        auto* browse = named(m_folder->addAction(icon(QStringLiteral("folder")), QLineEdit::TrailingPosition),
                             QStringLiteral("scheduleBrowse"));
        browse->setText(BackupPane::tr("Choose a folder"));
        browse->setToolTip(browse->text());
        for (auto* button : m_folder->findChildren<QToolButton*>()) {
            named(button, QStringLiteral("scheduleBrowseButton"), browse->text());
        }
        connect(browse, &QAction::triggered, this, [this, browse] {
            auto* dialog =
                named(new QFileDialog(this, browse->text(), m_folder->text()), QStringLiteral("folderDialog"));
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->setFileMode(QFileDialog::Directory);
            dialog->setOption(QFileDialog::ShowDirsOnly);
            connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
            dialog->open();
        });
    }
    [[nodiscard]] api::BackupSchedule entered() const {
        auto plan = m_before;  // with the version that was shown
        plan.folder = m_folder->text().trimmed().toStdString();
        plan.minuteOfDay = m_at->time().hour() * kMinutes + m_at->time().minute();
        plan.keep = m_keep->value();
        return plan;
    }

    const api::BackupSchedule m_before;
    QLineEdit* m_folder;
    QTimeEdit* m_at;
    QSpinBox* m_keep;
};

}  // namespace

// --- manifest -----------------------------------------------------------------------------------------------

std::vector<FactGrid::Fact> factsOf(const api::BackupManifest& manifest, const Formats& formats) {
    const std::int64_t rows = std::accumulate(manifest.rows.begin(), manifest.rows.end(), std::int64_t{0},
                                              [](std::int64_t sum, const auto& each) { return sum + each.second; });
    return {
        {ManifestDialog::tr("Taken at"), formats.dateTime(manifest.at), false, true},
        {ManifestDialog::tr("Workspace"), text(manifest.workspaceId)},
        {ManifestDialog::tr("Database at that time"), text(manifest.source)},
        {ManifestDialog::tr("Currency and zone"),
         QStringLiteral("%1, %2").arg(text(manifest.currency), text(manifest.timeZone))},
        {ManifestDialog::tr("Rows"),
         ManifestDialog::tr("%1 in %2 tables", nullptr, Formats::plural(std::ssize(manifest.rows)))
             .arg(Formats::number(rows), Formats::number(std::ssize(manifest.rows)))},
        {ManifestDialog::tr("Size"), byteText(manifest.bytes)},
        {ManifestDialog::tr("Audit log up to entry"), Formats::number(manifest.auditHead.seq)},
        {ManifestDialog::tr("Written by"), ManifestDialog::tr("Evenhand %1, schema %2")
                                               .arg(text(manifest.program), QString::number(manifest.schemaVersion))}};
}

ManifestDialog::ManifestDialog(const QString& path, const api::BackupManifest& manifest, const Formats& formats,
                               QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("manifestDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Verified backup"));
    setMinimumWidth(560);
    auto* layout = columnIn(this, kGapLarge, kGap + kGapSmall);
    auto* verdict = wrapped(plainLabel(this, QStringLiteral("manifestVerdict"),
                                       tr("%1 was read completely and its checksum is correct.").arg(shownLine(path))));
    verdict->setProperty("found", true);
    layout->addWidget(verdict);
    auto* facts = new FactGrid(this);
    facts->setFacts(factsOf(manifest, formats));
    layout->addWidget(facts);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeButton"));
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
}

// --- pane ---------------------------------------------------------------------------------------------------

BackupPane::BackupPane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("backups"), context, parent),
      m_planReads(new FeedChannel(
          kReadMs, [this] { readPlan(); }, this)) {
    setupBar();
    m_planTitle = addTitle();
    m_planFacts = new FactGrid(this);
    down()->addWidget(m_planFacts);
    m_backups = new BackupTable(describeBackups(), context, this);
    down()->addWidget(m_backups, 1);
    connect(m_backups, &BackupTable::readyChanged, this, &BackupPane::readyChanged);
    connect(&context.bridge, &EngineBridge::backupsChanged, m_planReads, &FeedChannel::request);
    retranslate();
}

void BackupPane::setupBar() {
    addBar({{"takeBackup", "backup", [] { return tr("Take a backup now…"); }, [this] { return whyNot(File::Take); },
             [this] { chooseFile(File::Take); }},
            {"planBackups", "clock", [] { return tr("Schedule…"); },
             [this] {
                 const QString why = context().bridge.whyNotAllowed(api::Operation::BackupsSetSchedule);
                 return why.isEmpty() && !(m_plan && *m_plan) ? tr("The schedule is not known yet.") : why;
             },
             [this] {
                 m_planDialog = new ScheduleDialog(context(), **m_plan, window());
                 m_planDialog->open();
             }},
            {"verifyBackup", "verify", [] { return tr("Verify…"); }, [this] { return whyNot(File::Verify); },
             [this] { open(File::Verify); }, [] { return tr("Verify the selected backup, or a file"); }},
            {"restoreBackup", "restore", [] { return tr("Restore…"); }, [this] { return whyNot(File::Restore); },
             [this] { open(File::Restore); },
             [] { return tr("Restore the selected backup, or a file, to another place"); }}});
}

QString BackupPane::title() const { return tr("Backup and restore"); }

BackupTable::Spec BackupPane::describeBackups() {
    auto& bridge = context().bridge;
    BackupTable::Spec spec;
    spec.look.prefix = QStringLiteral("backup");
    spec.look.one = QStringLiteral("backup");
    spec.look.isSingle = true;
    spec.look.isCompact = true;
    spec.look.menu = [this](QMenu& menu) { menu.addActions({action("verifyBackup"), action("restoreBackup")}); };
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::backupsChanged);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Backups"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 backups", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("No backup has been taken yet."); };
    texts.emptyFiltered = [] { return tr("No backup matches the filter."); };
    texts.nextAction = action("takeBackup");
    texts.exported = [] { return tr("Export the list of backups"); };
    texts.fileName = QStringLiteral("backups.csv");
    spec.columns = describeColumns(context().formats);
    spec.orderedBy = QStringLiteral("started");
    spec.most = kShown;
    spec.all = [&bridge](const AnyCell&) { return bridge.backups().backups(bridge.call(), kShown + 1); };
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("backupFilterText"), [] { return tr("File, state or person"); },
        &AnyCell::text)};
    return spec;
}

std::vector<Column<api::BackupRow, OneOrder>> BackupPane::describeColumns(const Formats& formats) {
    using api::BackupRow;
    using C = Column<BackupRow, OneOrder>;
    const auto isOver = [](const BackupRow& row) { return row.status == api::BackupStatus::Verified; };
    const auto took = [](const BackupRow& row) { return row.endedAt ? row.endedAt->ms - row.startedAt.ms : -1; };
    const auto wholePath = [](const BackupRow& row) { return text(row.path); };
    const auto wholeError = [](const BackupRow& row) { return text(row.error); };
    return {
        C(
            "started", 150, [] { return tr("Time"); },
            [&formats](const BackupRow& row) { return formats.dateTime(row.startedAt); })
            .orderedAs([](const BackupRow& row) { return row.id.value; })
            .strong(),
        C(
            "status", 110, [] { return tr("Status"); }, [](const BackupRow& row) { return label(row.status); })
            .asPill([](const BackupRow& row) { return tone(row.status); }),
        C(
            "path", 320, [] { return tr("File"); }, [](const BackupRow& row) { return shownLine(text(row.path)); })
            .inFile(wholePath),
        C(
            "size", 84, [] { return tr("Size"); },
            [isOver](const BackupRow& row) { return isOver(row) ? byteText(row.bytes) : Formats::dash(); })
            .orderedAs([](const BackupRow& row) { return row.bytes; })
            .number(),
        C::count(
            "rows", 90, [] { return tr("Rows"); },
            [isOver](const BackupRow& row) { return isOver(row) ? std::optional(row.rows) : std::nullopt; }),
        C(
            "by", 110, [] { return tr("By"); },
            [](const BackupRow& row) { return row.scheduled ? tr("the schedule") : shownLine(actorLabel(row.actor)); }),
        C(
            "took", 76, [] { return tr("Took"); },
            [took](const BackupRow& row) { return row.endedAt ? Formats::duration(took(row)) : Formats::dash(); })
            .orderedAs(took)
            .number(),
        C(
            "error", 180, [] { return tr("Error"); }, [](const BackupRow& row) { return orDash(row.error); })
            .inFile(wholeError),
    };
}

void BackupPane::setActive(bool active) {
    m_backups->setActive(active);
    m_planReads->setActive(active);
    if (active) {
        m_planReads->request();
    }
}

void BackupPane::refresh() {
    m_backups->refresh();
    m_planReads->request();
}

void BackupPane::readPlan() {
    auto& bridge = context().bridge;
    m_planReads->take(bridge.backups().schedule(bridge.call()), [this](const Result<api::BackupSchedule>& plan) {
        m_plan = plan;
        refreshTexts();
        refreshActions();
        Q_EMIT readyChanged();
    });
}

QString BackupPane::whyNot(File which) const {
    auto& bridge = context().bridge;
    if (which == File::Restore && !bridge.service().isEmpty()) {
        return tr("A backup is restored on the service's machine, with evenhandctl restore.");
    }
    if (which == File::Restore && !context().session.restore()) {
        return tr("This program cannot restore; use evenhandctl restore.");
    }
    const bool isAsked = which == File::Take && !bridge.filesAreLost();
    const QString why = isAsked ? bridge.whyNotAllowed(api::Operation::BackupsTake)
                                : bridge.whyNotReadable(api::Permission::ManageBackups);
    return why.isEmpty() && which != File::Restore && m_job ? tr("A backup is being written or read.") : why;
}

void BackupPane::open(File which) {
    const auto& known = m_backups->known();
    if (known.empty() || known.front().status != api::BackupStatus::Verified) {
        chooseFile(which);
    } else if (which == File::Verify) {
        verifyFile(text(known.front().path));
    } else {
        restoreFile(text(known.front().path));
    }
}

void BackupPane::chooseFile(File which) {
    const auto title = [which] {
        switch (which) {
            case File::Take: return tr("Take a backup now…");
            case File::Verify: return tr("Verify…");
            case File::Restore: break;
        }
        return tr("Restore…");
    };
    if (const QString service = context().bridge.service(); !service.isEmpty()) {
        askForPath(which, title(), service);
        return;
    }
    auto* dialog =
        named(new QFileDialog(window(), title().remove(QStringLiteral("…"))), QStringLiteral("backupFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilter(tr("Backups (*.evenhand-backup)"));
    if (m_plan && *m_plan && !(*m_plan)->folder.empty()) {
        dialog->setDirectory(text((*m_plan)->folder));
    } else {
        dialog->setDirectory(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    }
    if (which == File::Take) {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(QStringLiteral("evenhand-backup"));
        dialog->selectFile(newFileName());
    } else {
        dialog->setFileMode(QFileDialog::ExistingFile);
    }
    connect(dialog, &QFileDialog::fileSelected, this, [this, which](const QString& path) {
        which == File::Take ? takeTo(path) : which == File::Verify ? verifyFile(path) : restoreFile(path);
    });
    dialog->open();
}

QString BackupPane::newFileName() const {
    const auto now = context().formats.zoned(context().bridge.now());
    return QStringLiteral("evenhand-%1.evenhand-backup").arg(now.toString(QStringLiteral("yyyyMMdd-HHmmss")));
}

void BackupPane::askForPath(File which, const QString& title, const QString& service) {
    const bool hasFolder = m_plan && *m_plan && !(*m_plan)->folder.empty();
    const QString folder = hasFolder ? text((*m_plan)->folder) + QLatin1Char('/') : QString();
    auto* dialog = new ServicePathDialog(title, service,
                                         which == File::Take && hasFolder ? folder + newFileName() : folder, window());
    connect(dialog, &ServicePathDialog::pathGiven, this,
            [this, which](const QString& path) { which == File::Take ? takeTo(path) : verifyFile(path); });
    dialog->open();
}

void BackupPane::takeTo(const QString& path) {
    if (m_job) {
        return;
    }
    auto& bridge = context().bridge;
    auto progress = std::make_shared<JobProgress>();
    auto answer =
        bridge.backups().take(bridge.call(), path.toStdString(), [progress](std::int64_t rows, std::int64_t of) {
            progress->done = rows;
            progress->total = of;
        });
    m_job = context().jobs.start(tr("Backup"), progress, [answer]() mutable { answer.cancel(); });
    refreshActions();
    whenReady(answer, this, [this](const Result<api::BackupRow>& row) {
        context().jobs.finish(*m_job);
        m_job.reset();
        auto& notices = context().notices;
        if (row) {
            notices.good(tr("The backup is written and verified: %1, %2 rows, %3.", nullptr, Formats::plural(row->rows))
                             .arg(shownLine(text(row->path)), Formats::number(row->rows), byteText(row->bytes)));
        } else if (row.error().code == ErrorCode::Cancelled) {
            notices.info(tr("The backup was cancelled; no file was left."));
        } else {
            notices.bad(tr("The backup failed: %1").arg(errorText(row.error())));
        }
        refresh();
        refreshActions();
        Q_EMIT readyChanged();
    });
}

void BackupPane::verifyFile(const QString& path) {
    if (m_job) {
        return;
    }
    auto& bridge = context().bridge;
    auto answer = bridge.backups().verify(bridge.call(), path.toStdString());
    m_job = context().jobs.start(tr("Verification of a backup"), std::make_shared<JobProgress>(),
                                 [answer]() mutable { answer.cancel(); });
    refreshActions();
    whenReady(answer, this, [this, path](const Result<api::BackupManifest>& manifest) { verified(path, manifest); });
}

void BackupPane::verified(const QString& path, const Result<api::BackupManifest>& manifest) {
    context().jobs.finish(*m_job);
    m_job.reset();
    refreshActions();
    if (manifest) {
        context().notices.good(tr("%1 is a good backup.").arg(shownLine(path)));
        m_manifest = new ManifestDialog(path, *manifest, context().formats, window());
        m_manifest->open();
    } else if (manifest.error().code == ErrorCode::Cancelled) {
        context().notices.info(tr("The verification was cancelled; there is no result."));
    } else {
        context().notices.bad(tr("%1 is not a good backup: %2").arg(shownLine(path), errorText(manifest.error())));
    }
    Q_EMIT readyChanged();
}

void BackupPane::restoreFile(const QString& path) {
    if (auto* backend = context().session.restore()) {
        m_restore = new RestoreDialog(context(), *backend, path, window());
        m_restore->open();
    }
}

void BackupPane::refreshTexts() {
    const auto* plan = m_plan && *m_plan ? &**m_plan : nullptr;
    const bool on = plan && !plan->folder.empty();
    const QString none = plan ? tr("none") : Formats::dash();
    m_planFacts->setFacts(
        {{tr("Folder"), on ? text(plan->folder) : none},
         {tr("Daily at"),
          on ? QTime(plan->minuteOfDay / kMinutes, plan->minuteOfDay % kMinutes).toString(QStringLiteral("HH:mm"))
             : none},
         {tr("Kept"), on ? Formats::number(plan->keep) : none}});
}

void BackupPane::retranslate() {
    SettingsPane::retranslate();
    m_planTitle->setText(tr("Automatic backups"));
    refreshTexts();
}

}  // namespace evenhand::ui

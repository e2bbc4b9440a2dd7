// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the page of campaigns: setting up, starting, pausing, stopping, copying, exporting; pictures.
#include <QFileDialog>
#include <QStandardPaths>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/campaigns/campaign_page.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

/// Of the offer to go on with this one: another's stays beside it.
QStringList noticeAbout(const CampaignId& id) { return {QStringLiteral("campaign/") + text(id)}; }

}  // namespace

// --- what may be done ---------------------------------------------------------------------------------------

api::Operation CampaignPage::operation(Act which) {
    switch (which) {
        case New: return api::Operation::CampaignsCreate;
        case Start: return api::Operation::CampaignsStart;
        case Pause: return api::Operation::CampaignsPause;
        case Resume: return api::Operation::CampaignsResume;
        case Stop: return api::Operation::CampaignsStop;
        case Copy:
        case Rehearse: return api::Operation::CampaignsCopy;  // a rehearsal goes through a copy
        case Edit: return api::Operation::CampaignsEdit;
        case Remove: return api::Operation::CampaignsRemove;
        case Export:
        case SaveBurn:
        case Refresh:
        case kActs: break;
    }
    return api::Operation::CampaignsRead;
}

QString CampaignPage::whyNot(Act which) const {
    const auto row = current();
    if (which == Refresh) {
        return {};
    }
    if (which != New && !row) {
        return tr("No campaign is selected.");
    }
    const bool draft = row && row->state == api::CampaignState::Draft;
    if (which == SaveBurn) {
        return m_plots->burn()->points().empty() ? tr("There is no burn-down yet.") : QString();
    }
    if (which == Export) {
        return draft ? tr("Nobody has drawn yet: it is a draft.")
                     : (m_exportJob ? tr("An export is running.") : QString());
    }
    if (QString why = context().bridge.whyNotAllowed(operation(which)); !why.isEmpty()) {
        return why;
    }
    if (which == New || which == Edit || which == Copy || which == Rehearse) {
        return {};
    }
    const auto state = row->state;
    const QString now = label(phaseOf(*row, context().bridge.now()));
    switch (which) {
        case Start:
            if (draft && row->settings.end <= context().bridge.now()) {
                return tr("Its end time has passed. Change it first.");
            }
            return draft ? QString() : tr("Only a draft can be started; this one is: %1.").arg(now);
        case Pause:
            return state == api::CampaignState::Running
                       ? QString()
                       : tr("Only a running campaign can be paused; this one is: %1.").arg(now);
        case Resume:
            return state == api::CampaignState::Paused
                       ? QString()
                       : tr("Only a paused campaign can be resumed; this one is: %1.").arg(now);
        case Stop:
            return draft || state == api::CampaignState::Ended
                       ? tr("Only a campaign that was started can be stopped; this one is: %1.").arg(now)
                       : QString();
        case Remove: return draft ? QString() : tr("Only a draft can be deleted; this one keeps its history.");
        case New:
        case Copy:
        case Edit:
        case Rehearse:
        case Export:
        case SaveBurn:
        case Refresh:
        case kActs: break;
    }
    return {};
}

// --- the steps of all ----------------------------------------------------------------------------------------

ActionDialog* CampaignPage::ask(const ActionDialog::Texts& texts) {
    return ListDetailPage::ask(
        texts, texts.reasonNeeded ? tr("Required; kept in the audit log") : tr("Kept in the audit log"));
}

void CampaignPage::change(const QString& title, const QString& reason, const Change& submit,
                          std::function<void(const api::CampaignRow&)> done) {
    auto& bridge = context().bridge;
    settle(title, submit(bridge.campaigns(), bridge.call(reason)), std::move(done));
}

// --- setting up ---------------------------------------------------------------------------------------------

void CampaignPage::openWizard(const std::optional<api::CampaignRow>& editing) {
    m_wizard = new CampaignWizard(context(), editing, window());
    connect(m_wizard, &CampaignWizard::saved, this, &CampaignPage::wizardSaved);
    connect(m_wizard, &CampaignWizard::ready, this, &CampaignPage::noteReady);
    m_wizard->open();
}

void CampaignPage::wizardSaved(const api::CampaignRow& row, bool fresh, GlancePage::Next next) {
    const QString name = text(row.settings.name);
    select(row.id);
    m_feed->refresh();
    context().notices.good(fresh ? tr("%1 is set up.").arg(name) : tr("%1 was changed.").arg(name));
    if (fresh && next == GlancePage::Next::Rehearse) {
        openRehearsal(row);
    } else if (fresh && next == GlancePage::Next::Start) {
        askStart(row);
    }
}

void CampaignPage::openRehearsal(const api::CampaignRow& row) {
    m_rehearsal = new CampaignRehearsalDialog(context(), row, row.state == api::CampaignState::Draft, window());
    connect(m_rehearsal, &CampaignRehearsalDialog::ended, this, &CampaignPage::noteReady);
    connect(m_rehearsal, &CampaignRehearsalDialog::startRequested, this, [this, row](const CampaignId& id) {
        const auto now = current();
        askStart(now && now->id == id ? *now : row);
    });
    m_rehearsal->open();
}

// --- running ------------------------------------------------------------------------------------------------

/// With the settings that the question was about: what was changed meanwhile is not started unseen.
void CampaignPage::start(const api::CampaignRow& row, const QString& reason) {
    change(
        tr("Start %1").arg(text(row.settings.name)), reason,
        [id = row.id, version = row.version](auto& desk, const auto& call) { return desk.start(call, id, version); },
        [this](const api::CampaignRow& now) {
            context().notices.good(tr("%1 is started: %2 allocated; draws from %3.")
                                       .arg(text(now.settings.name), countedPlaces(now.settings.shape.places),
                                            context().formats.dateTime(now.settings.begin)));
        });
}

void CampaignPage::askStart(const api::CampaignRow& row) {
    const auto& formats = context().formats;
    ActionDialog::Texts texts;
    texts.title = tr("Start %1").arg(text(row.settings.name));
    texts.question =
        tr("%1 is allocated to %2.", "amount, places")
            .arg(formats.moneyWithCurrency(row.settings.shape.budget), countedPlaces(row.settings.shape.places));
    const bool waits = row.settings.begin > context().bridge.now();
    texts.effect = waits ? tr("Draws are accepted from %1. Budget, places, queues and seed can no longer be changed.")
                               .arg(formats.dateTime(row.settings.begin))
                         : tr("Its start time has passed: draws are accepted at once. Budget, places, queues and seed "
                              "can no longer be changed.");
    texts.confirm = tr("Start");
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this, [this, dialog, row] { start(row, dialog->reason()); });
    dialog->open();
}

void CampaignPage::askPause() {
    const auto row = *current();
    ActionDialog::Texts texts;
    texts.title = tr("Pause %1").arg(text(row.settings.name));
    texts.question = tr("Draws are refused until the campaign is resumed.");
    texts.confirm = tr("Pause");
    texts.suggestions = QStringList{tr("Wrong settings"), tr("Spent too fast"), tr("Something is broken")};
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this, [this, dialog, id = row.id, version = row.version, title = texts.title] {
        change(
            title, dialog->reason(),
            [id, version](auto& desk, const auto& call) { return desk.pause(call, id, version); },
            [this](const api::CampaignRow& now) {
                const QString name = text(now.settings.name);
                context().notices.post({tr("%1 is paused: draws are refused.").arg(name),
                                        Tone::Warn,
                                        tr("Resume"),
                                        [this, now] { context().notices.offerAgainIfRejected(askResume(now)); },
                                        {},
                                        noticeAbout(now.id)});
            });
    });
    dialog->open();
}

ActionDialog* CampaignPage::askResume(const api::CampaignRow& row) {
    ActionDialog::Texts texts;
    texts.title = tr("Resume %1").arg(text(row.settings.name));
    texts.question = tr("Draws are accepted again.");
    texts.confirm = tr("Resume");
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this, [this, dialog, id = row.id, version = row.version, title = texts.title] {
        change(
            title, dialog->reason(),
            [id, version](auto& desk, const auto& call) { return desk.resume(call, id, version); },
            [this](const api::CampaignRow& now) {
                context().notices.post(
                    {tr("%1 is resumed.").arg(text(now.settings.name)), Tone::Good, {}, {}, {}, noticeAbout(now.id)});
            });
    });
    dialog->open();
    return dialog;
}

void CampaignPage::askStop() {
    const auto row = *current();
    const auto& board = m_feed->board();
    ActionDialog::Texts texts;
    texts.title = tr("Stop %1").arg(text(row.settings.name));
    texts.question = tr("The campaign ends now and cannot be resumed.");
    texts.effect = tr("%1 of the budget, in %2, is left and counts as unspent. Discounts that were granted stay valid.",
                      "amount, places")
                       .arg(board ? context().formats.moneyWithCurrency(Money{budgetLeft(*board)}) : Formats::dash(),
                            board ? countedPlaces(board->placesLeft) : Formats::dash());
    texts.confirm = tr("Stop the campaign");
    texts.danger = true;
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this, [this, dialog, id = row.id, version = row.version, title = texts.title] {
        change(
            title, dialog->reason(),
            [id, version](auto& desk, const auto& call) { return desk.stop(call, id, version); },
            [this](const api::CampaignRow& now) {
                context().notices.post(
                    {tr("%1 is stopped.").arg(text(now.settings.name)), Tone::Warn, {}, {}, {}, noticeAbout(now.id)});
            });
    });
    dialog->open();
}

void CampaignPage::copy() {
    const auto row = *current();
    change(
        tr("Copy %1").arg(text(row.settings.name)), {},
        [id = row.id](auto& desk, const auto& call) { return desk.copy(call, id, {}); },
        [this](const api::CampaignRow& made) {
            context().notices.good(tr("A copy of %1 is a draft now.").arg(text(made.settings.name)));
            select(made.id);
            openWizard(made);
        });
}

void CampaignPage::askRemove() {
    const auto row = *current();
    ActionDialog::Texts texts;
    texts.title = tr("Delete the draft");
    texts.question = tr("The draft %1 is deleted.").arg(text(row.settings.name));
    texts.effect = tr("Nobody has drawn from it.");
    texts.confirm = tr("Delete");
    texts.danger = true;
    texts.reasonNeeded = false;
    auto* dialog = ask(texts);
    connect(dialog, &QDialog::accepted, this, [this, dialog, row] {
        auto& bridge = context().bridge;
        const QString name = text(row.settings.name);
        settle(tr("Delete %1").arg(name), bridge.campaigns().remove(bridge.call(dialog->reason()), row.id, row.version),
               [this, name] { context().notices.good(tr("The draft %1 is deleted.").arg(name)); });
    });
    dialog->open();
}

// --- export -------------------------------------------------------------------------------------------------

void CampaignPage::askExport() {
    auto* dialog = new QFileDialog(window(), tr("Export granted discounts"));
    dialog->setObjectName(QStringLiteral("campaignExportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("CSV files (*.csv)"));
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->setDirectory(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    dialog->selectFile(text(current()->id) + QStringLiteral(".csv"));
    connect(dialog, &QFileDialog::fileSelected, this, &CampaignPage::exportTo);
    dialog->open();
}

void CampaignPage::exportTo(const QString& path) {
    const auto row = current();
    if (!row || m_exportJob) {
        return;
    }
    auto progress = std::make_shared<JobProgress>();
    auto& bridge = context().bridge;
    api::DrawFilter filter;
    filter.campaign = row->id;
    filter.states = {api::DrawState::Granted};
    auto answer = bridge.campaigns().exportDraws(bridge.call(), filter, path.toStdString(),
                                                 [progress](std::int64_t rows) { progress->done = rows; });
    m_exportJob = context().jobs.start(tr("Export of %1").arg(text(row->settings.name)), progress,
                                       [answer]() mutable { answer.cancel(); });
    refreshActs();
    whenReady(answer, this, [this, path, job = *m_exportJob](const Result<std::int64_t>& rows) {
        context().jobs.finish(job);
        m_exportJob.reset();
        refreshActs();
        if (rows) {
            context().notices.good(tr("Exported %1 to %2", "draws, file").arg(countedDraws(*rows), path));
        } else if (rows.error().code == ErrorCode::Cancelled) {
            context().notices.info(tr("The export was cancelled; no file was left."));
        } else {
            context().notices.bad(tr("The export failed: %1").arg(errorText(rows.error())));
        }
    });
}

void CampaignPage::askSaveBurn() {
    auto* dialog = new QFileDialog(window(), tr("Save the burn-down as an image"));
    dialog->setObjectName(QStringLiteral("campaignBurnDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("PNG images (*.png)"), tr("PDF documents (*.pdf)")});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    dialog->setDirectory(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    dialog->selectFile(text(current()->id) + QStringLiteral(".png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        whenReady(m_plots->burn()->savePicture(path), this, [this, path](const Result<void>& saved) {
            if (saved) {
                context().notices.good(tr("The burn-down is saved as %1").arg(path));
            } else {
                context().notices.bad(errorText(saved.error(), context().formats));
            }
        });
    });
    dialog->open();
}

// --- pictures -----------------------------------------------------------------------------------------------

QStringList CampaignPage::pictures() const {
    return {QStringLiteral("refusals"), QStringLiteral("draws"),    QStringLiteral("settings"),
            QStringLiteral("wizard-1"), QStringLiteral("wizard-2"), QStringLiteral("wizard-3"),
            QStringLiteral("wizard-4"), QStringLiteral("wizard-5"), QStringLiteral("wizard-infeasible"),
            QStringLiteral("rehearsal")};
}

QWidget* CampaignPage::showPicture(const QString& name) {
    if (name == QLatin1String("refusals")) {
        tabs()->setCurrentIndex(RefusalsTab);
    } else if (name == QLatin1String("draws")) {
        tabs()->setCurrentIndex(DrawsTab);
    } else if (name == QLatin1String("settings")) {
        tabs()->setCurrentIndex(SettingsTab);
    } else if (name == QLatin1String("rehearsal") && current()) {
        openRehearsal(*current());
        m_rehearsal->run();
        return m_rehearsal;
    } else if (name.startsWith(QLatin1String("wizard"))) {
        const bool feasible = name != QLatin1String("wizard-infeasible");
        openWizard(std::nullopt);
        m_wizard->showExample(feasible ? name.right(1).toInt() - 1 : CampaignWizard::BudgetStep, feasible);
        return m_wizard;
    }
    return this;
}

void CampaignPage::endPicture() { tabs()->setCurrentIndex(QueuesTab); }

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the page of campaigns: setting up, starting, pausing, stopping, copying, exporting; pictures.
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/campaigns/campaign_page.h"
#include "ui/shell/notices.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

using api::CampaignRow;

// --- what can be done ---------------------------------------------------------------------------------------

std::vector<ListDetailPage::Act> CampaignPage::acts() {
    using Op = api::Operation;
    constexpr auto kNoKeys = Qt::Key_unknown;
    constexpr auto kAnyone = std::nullopt;
    return {
        {"new", "add", QT_TR_NOOP("Set up a campaign…"), QT_TR_NOOP("Set up a random-discount campaign step by step"),
         Qt::CTRL | Qt::Key_N, Place::List, Op::CampaignsCreate, [this] { openWizard(std::nullopt); }},
        {"start", "play", QT_TR_NOOP("Start…"), QT_TR_NOOP("Allocate the discounts to queues and accept draws"),
         Qt::CTRL | Qt::Key_Return, Place::Bar, Op::CampaignsStart, [this] { askStart(*current()); },
         [this] { return whyNotStart(); }},
        {"pause", "pause", QT_TR_NOOP("Pause…"), QT_TR_NOOP("Refuse draws until it is resumed"),
         Qt::CTRL | Qt::SHIFT | Qt::Key_P, Place::Bar, Op::CampaignsPause, [this] { askPause(*current()); },
         only({State::Running}, QT_TR_NOOP("Only a running campaign can be paused; this one is: %1."))},
        {"resume", "play", QT_TR_NOOP("Resume…"), QT_TR_NOOP("Accept draws again"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
         Place::Bar, Op::CampaignsResume, [this] { ask(resuming(*current())); },
         only({State::Paused}, QT_TR_NOOP("Only a paused campaign can be resumed; this one is: %1."))},
        {"stop", "stop", QT_TR_NOOP("Stop…"), QT_TR_NOOP("End the campaign; it cannot be resumed"),
         Qt::CTRL | Qt::SHIFT | Qt::Key_S, Place::Bar, Op::CampaignsStop, [this] { askStop(*current()); },
         only({State::Building, State::Running, State::Paused},
              QT_TR_NOOP("Only a campaign that was started can be stopped; this one is: %1."))},
        {"rehearse", "demo", QT_TR_NOOP("Rehearse…"),
         QT_TR_NOOP("Simulate a crowd on a copy and check every invariant"), Qt::CTRL | Qt::Key_T, Place::Bar,
         Op::CampaignsCopy, [this] { openRehearsal(*current()); }},
        {"copy", "copy", QT_TR_NOOP("Copy…"), QT_TR_NOOP("Create a draft with the same settings"), Qt::CTRL | Qt::Key_D,
         Place::Bar, Op::CampaignsCopy, [this] { copy(*current()); }},
        {"edit", "settings", QT_TR_NOOP("Change…"), QT_TR_NOOP("Change what can still be changed"), Qt::Key_F2,
         Place::Bar, Op::CampaignsEdit, [this] { openWizard(current()); }},
        {"export", "export", QT_TR_NOOP("Export…"), QT_TR_NOOP("Export the granted discounts as CSV"),
         Qt::CTRL | Qt::Key_E, Place::Bar, kAnyone, [this] { m_export->ask(exportTask()); },
         [this] { return whyNotExport(); }},
        {"saveBurn", "export", QT_TR_NOOP("Save the burn-down as an image…"), nullptr, kNoKeys, Place::Menu, kAnyone,
         [this] {
             savePlot(m_plots->burn(), tr("Save the burn-down as an image"),
                      text(current()->id) + QStringLiteral(".png"));
         },
         [this] { return m_plots->burn()->points().empty() ? tr("There is no burn-down yet.") : QString(); }},
        {"remove", "clear", QT_TR_NOOP("Delete the draft…"), nullptr, kNoKeys, Place::Menu, Op::CampaignsRemove,
         [this] { askRemoval(*current()); },
         only({State::Draft}, QT_TR_NOOP("Only a draft can be deleted; this one keeps its history."))},
        {"refresh", "refresh", QT_TR_NOOP("Refresh"), nullptr, Qt::Key_F5, Place::Palette, kAnyone,
         [this] { m_feed->refresh(); }},
    };
}

QString CampaignPage::whyNotStart() const {
    const auto row = *current();
    if (row.state == State::Draft && row.settings.end <= context().bridge.now()) {
        return tr("Its end time has passed. Change it first.");
    }
    return only({State::Draft}, QT_TR_NOOP("Only a draft can be started; this one is: %1."))();
}

QString CampaignPage::whyNotExport() const {
    return current()->state == State::Draft ? tr("Nobody has drawn yet: it is a draft.")
                                            : (m_export->isRunning() ? tr("An export is running.") : QString());
}

QString CampaignPage::nameOf(const CampaignRow& row) const { return text(row.settings.name); }

QString CampaignPage::standing(const CampaignRow& row) const { return label(phaseOf(row, context().bridge.now())); }

api::Answer<std::vector<CampaignRow>> CampaignPage::readRows() {
    auto& bridge = context().bridge;
    return bridge.campaigns().campaigns(bridge.call());
}

QString CampaignPage::reasonHint(bool isNeeded) const {
    return isNeeded ? tr("Required; kept in the audit log") : tr("Kept in the audit log");
}

// --- running ------------------------------------------------------------------------------------------------

/// With the settings that the question was about: what was changed meanwhile is not started unseen.
void CampaignPage::askStart(const CampaignRow& row) {
    const auto& formats = context().formats;
    ActionDialog::Texts texts;
    texts.title = tr("Start %1").arg(nameOf(row));
    texts.question =
        tr("%1 is allocated to %2.", "amount, places")
            .arg(formats.moneyWithCurrency(row.settings.shape.budget), countedPlaces(row.settings.shape.places));
    const bool waits = row.settings.begin > context().bridge.now();
    texts.effect = waits ? tr("Draws are accepted from %1. Budget, places, queues and seed can no longer be changed.")
                               .arg(formats.dateTime(row.settings.begin))
                         : tr("Its start time has passed: draws are accepted at once. Budget, places, queues and seed "
                              "can no longer be changed.");
    texts.confirm = tr("Start");
    ask(doing(
        row, texts,
        [this, row](const api::Call& call) { return context().bridge.campaigns().start(call, row.id, row.version); },
        [this](const CampaignRow& now) {
            return tr("%1 is started: %2 allocated; draws from %3.")
                .arg(nameOf(now), countedPlaces(now.settings.shape.places),
                     context().formats.dateTime(now.settings.begin));
        }));
}

void CampaignPage::askPause(const CampaignRow& row) {
    ActionDialog::Texts texts;
    texts.title = tr("Pause %1").arg(nameOf(row));
    texts.question = tr("Draws are refused until the campaign is resumed.");
    texts.confirm = tr("Pause");
    texts.suggestions = QStringList{tr("Wrong settings"), tr("Spent too fast"), tr("Something is broken")};
    auto spec = doing(
        row, texts,
        [this, row](const api::Call& call) { return context().bridge.campaigns().pause(call, row.id, row.version); },
        [this](const CampaignRow& now) {
            return FlowTold(tr("%1 is paused: draws are refused.").arg(nameOf(now)), Tone::Warn);
        },
        [this](const CampaignRow& now) { return resuming(now); });
    spec.undoText = tr("Resume");
    ask(std::move(spec));
}

RowFlow::Spec CampaignPage::resuming(const CampaignRow& row) {
    ActionDialog::Texts texts;
    texts.title = tr("Resume %1").arg(nameOf(row));
    texts.question = tr("Draws are accepted again.");
    texts.confirm = tr("Resume");
    return doing(
        row, texts,
        [this, row](const api::Call& call) { return context().bridge.campaigns().resume(call, row.id, row.version); },
        [this](const CampaignRow& now) { return tr("%1 is resumed.").arg(nameOf(now)); });
}

void CampaignPage::askStop(const CampaignRow& row) {
    const auto& board = m_feed->board();
    ActionDialog::Texts texts;
    texts.title = tr("Stop %1").arg(nameOf(row));
    texts.question = tr("The campaign ends now and cannot be resumed.");
    texts.effect = tr("%1 of the budget, in %2, is left and counts as unspent. Discounts that were granted stay valid.",
                      "amount, places")
                       .arg(board ? context().formats.moneyWithCurrency(Money{budgetLeft(*board)}) : Formats::dash(),
                            board ? countedPlaces(board->placesLeft) : Formats::dash());
    texts.confirm = tr("Stop the campaign");
    texts.danger = true;
    ask(doing(
        row, texts,
        [this, row](const api::Call& call) { return context().bridge.campaigns().stop(call, row.id, row.version); },
        [this](const CampaignRow& now) { return FlowTold(tr("%1 is stopped.").arg(nameOf(now)), Tone::Warn); }));
}

void CampaignPage::copy(const CampaignRow& row) {
    auto& bridge = context().bridge;
    settle(tr("Copy %1").arg(nameOf(row)), bridge.campaigns().copy(bridge.call(), row.id, {}),
           [this](const CampaignRow& made) {
               context().notices.good(tr("A copy of %1 is a draft now.").arg(nameOf(made)));
               select(made.id);
               openWizard(made);
           });
}

void CampaignPage::askRemoval(const CampaignRow& row) {
    askRemove(row, tr("Nobody has drawn from it."), [this, row](const api::Call& call) {
        return context().bridge.campaigns().remove(call, row.id, row.version);
    });
}

// --- export -------------------------------------------------------------------------------------------------

CsvExport::Task CampaignPage::exportTask() const {
    const auto row = *current();
    api::DrawFilter filter;
    filter.campaign = row.id;
    filter.states = {api::DrawState::Granted};
    return {.title = tr("Export of %1").arg(nameOf(row)),
            .fileName = text(row.id) + QStringLiteral(".csv"),
            .write =
                [&bridge = context().bridge, filter](std::string path, std::function<void(std::int64_t)> progress) {
                    return bridge.campaigns().exportDraws(bridge.call(), filter, std::move(path), std::move(progress));
                },
            .done =
                [](std::int64_t draws, const QString& path) {
                    return tr("Exported %1 to %2", "draws, file").arg(countedDraws(draws), path);
                }};
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
        rehearsal()->run();
        return rehearsal();
    } else if (name.startsWith(QLatin1String("wizard"))) {
        const bool feasible = name != QLatin1String("wizard-infeasible");
        openWizard(std::nullopt);
        wizard()->showExample(feasible ? name.right(1).toInt() - 1 : CampaignWizard::BudgetStep, feasible);
        return wizard();
    }
    return this;
}

void CampaignPage::endPicture() { tabs()->setCurrentIndex(QueuesTab); }

}  // namespace evenhand::ui

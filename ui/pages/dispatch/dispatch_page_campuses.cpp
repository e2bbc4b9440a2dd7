// SPDX-License-Identifier: GPL-3.0-or-later
// Which campuses the dispatch page shows, and how: one by itself, or all of them at once.
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <algorithm>
#include <utility>

#include "ui/pages/dispatch/campus_overview.h"
#include "ui/pages/dispatch/dispatch_page_actions.h"
#include "ui/pages/dispatch/off_duty_note.h"
#include "ui/plots/weight_bars.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/pill.h"

namespace evenhand::ui {

void DispatchPage::setupOverview() {
    m_overview = named(new CampusOverview(&context().pulse, this), QStringLiteral("dispatchOverview"));
    m_overview->setDropCheck([this](const QString& id, const QMimeData* mime) {
        return whyNotTo(courier(CourierId(id.toStdString())), mime);
    });
    m_overview->setMenu([this](QMenu* menu, const CampusId& campus) { fillCampusMenu(menu, campus); });
    connect(m_overview, &CampusOverview::opened, this,
            [this](const QString& campus) { showTabOf(CampusId(campus.toStdString())); });
    connect(m_overview, &CampusOverview::picked, this,
            [this](const QString& courier) { m_couriers->select({courier.toStdString()}); });
    connect(m_overview, &CampusOverview::courierOpened, this, [this] { m_tabs->setCurrentIndex(kInHand); });
    connect(m_overview, &CampusOverview::dropped, this, [this](const QString& courier, const QMimeData* mime) {
        if (const auto dragged = fromMime(mime)) {
            giveTo(*dragged, CourierId(courier.toStdString()));
        }
    });
}

bool DispatchPage::showsAll() const { return m_feed->campuses().size() > 1; }

void DispatchPage::rebuildCampuses() {
    const auto& scope = context().scope;
    std::vector<CampusId> wanted;
    for (const auto& campus : scope.campuses()) {
        if (scope.current().empty() || scope.current() == campus.id) {
            wanted.push_back(campus.id);
        }
    }
    m_overview->setCampuses(scope.campuses());
    const bool all = wanted.size() > 1;
    const CampusId before = m_feed->campus();
    if (all) {
        wanted.insert(wanted.begin(), CampusId());
    }
    {
        const QSignalBlocker blocker(m_campuses);
        while (m_campuses->count() > 0) {
            m_campuses->removeTab(0);
        }
        m_tabCampuses = wanted;
        for (const auto& campus : m_tabCampuses) {
            QString name = campus.empty() ? tr("All campuses") : scope.nameOf(campus);
            m_campuses->addTab(name.replace(QLatin1Char('&'), QStringLiteral("&&")));
        }
        // Whoever chooses what all pages look at has chosen it here too; else the tab stays.
        const bool chosen = std::exchange(m_scopeShown, scope.current()) != scope.current();
        const auto same = chosen ? m_tabCampuses.end() : std::find(m_tabCampuses.begin(), m_tabCampuses.end(), before);
        m_campuses->setCurrentIndex(same == m_tabCampuses.end() ? 0 : static_cast<int>(same - m_tabCampuses.begin()));
    }
    showCampus(m_campuses->currentIndex());
}

void DispatchPage::showCampus(int tab) {
    std::vector<CampusId> campuses;
    if (tab >= 0 && tab < static_cast<int>(m_tabCampuses.size())) {
        const CampusId& chosen = m_tabCampuses[static_cast<std::size_t>(tab)];
        if (chosen.empty()) {
            campuses.assign(m_tabCampuses.begin() + 1, m_tabCampuses.end());
        } else {
            campuses = {chosen};
        }
    }
    const bool none = campuses.empty();
    const bool all = campuses.size() > 1;
    m_top->setCurrentWidget(all ? static_cast<QWidget*>(m_overview) : m_plots);
    groupByCampus(all);
    m_feed->setCampuses(std::move(campuses));
    if (none) {
        showBoard();
        showWaiting();
        showFairness();
    }
}

void DispatchPage::groupByCampus(bool all) {
    const QString campus = QStringLiteral("campus");
    const auto show = [all, campus](auto* pane) { pane->table()->setColumnShown(pane->model().columnOf(campus), all); };
    show(m_couriers);
    show(m_waiting);
    show(m_inHand);
    const auto& couriers = m_couriers->model();
    const int column = couriers.columnOf(campus);
    if (all && !m_orderBefore) {
        m_orderBefore = {couriers.orderColumn(), couriers.isDescending()};
        m_couriers->table()->orderBy(column, false);
    } else if (!all && m_orderBefore) {
        const auto [before, descending] = *std::exchange(m_orderBefore, std::nullopt);
        const bool isKept = before == column;  // somebody has arranged the columns meanwhile
        m_couriers->table()->orderBy(isKept ? 0 : before, !isKept && descending);
    }
}

void DispatchPage::showTabOf(const CampusId& campus) {
    const auto tab = std::find(m_tabCampuses.begin(), m_tabCampuses.end(), campus);
    if (!campus.empty() && tab != m_tabCampuses.end()) {
        m_campuses->setCurrentIndex(static_cast<int>(tab - m_tabCampuses.begin()));
    }
}

void DispatchPage::showBoard() {
    if (showsAll()) {
        showAllBoards();
    } else if (m_feed->board()) {
        showOneBoard(*m_feed->board());
    } else {
        showNothing();
    }
    showHead();
    updateActions();
}

bool DispatchPage::hasNoCampus() const { return m_tabCampuses.empty() && context().scope.isLoaded(); }

QString DispatchPage::whyNothing() const { return hasNoCampus() ? tr("There are no campuses yet.") : tr("Reading…"); }

void DispatchPage::showNothing() {
    const QString notice = whyNothing();
    m_offDuty->setBoards({});
    m_bars->clear(notice);
    if (hasNoCampus()) {
        m_couriers->take({});
    } else {
        m_couriers->forget();
    }
    m_weightsCard->setFigures({});
    m_couriersCard->setFigures({});
}

void DispatchPage::showAllBoards() {
    const auto boards = m_feed->boards();
    m_overview->setBoards(boards);
    std::vector<const api::DispatchBoard*> read;
    for (const auto& board : boards) {
        read.push_back(&board);
    }
    if (boards.empty()) {
        m_couriers->forget();
    } else {
        m_couriers->take(courierLines(read));
    }
    m_offDuty->setBoards(read);
    std::int64_t onDuty = 0;
    std::int64_t couriers = 0;
    for (const auto& board : boards) {
        couriers += std::ssize(board.couriers);
        onDuty += std::count_if(board.couriers.begin(), board.couriers.end(),
                                [](const api::CourierRow& courier) { return courier.onDuty; });
    }
    showDuty(boards.empty() ? -1 : onDuty, couriers);
}

void DispatchPage::showOneBoard(const api::DispatchBoard& board) {
    m_bars->setBoard(board);
    m_couriers->take(courierLines({&board}));
    m_offDuty->setBoards({&board});
    const auto onDuty = std::count_if(board.couriers.begin(), board.couriers.end(),
                                      [](const api::CourierRow& courier) { return courier.onDuty; });
    const auto step = std::max<std::int64_t>(board.campus.policy.step, 1);
    const QString apart = tr("mean %1   ·   highest − lowest %2")
                              .arg(Formats::decimal(board.meanWeight, 1), Formats::number(board.spreadWeight));
    const QString steps = Formats::decimal(static_cast<double>(board.spreadWeight) / static_cast<double>(step),
                                           board.spreadWeight % step == 0 ? 0 : 1);
    const int plural = board.spreadWeight == step ? 1 : 2;  // "0.5 steps"
    m_weightsCard->setFigures(onDuty == 0 ? tr("mean –   ·   highest − lowest –")
                                          : tr("%1 (%2 steps)", "figures of weights", plural).arg(apart, steps));
    showDuty(onDuty, std::ssize(board.couriers));
}

void DispatchPage::showDuty(std::int64_t onDuty, std::int64_t couriers) {
    const QString on = Formats::number(onDuty);
    const QString of = Formats::number(couriers);
    m_couriersCard->setFigures(onDuty < 0 ? QString() : tr("%1 of %2 on duty").arg(on, of),
                               onDuty < 0 ? QString() : on + QLatin1Char('/') + of);
}

void DispatchPage::showHead() {
    if (showsAll()) {
        showAllHead();
        return;
    }
    const auto& board = m_feed->board();
    const bool paused = board && board->campus.paused;
    m_paused->setPill(tr("Paused"), Tone::Warn, true);
    m_state->setCurrentIndex(paused ? 1 : 0);
    if (!board) {
        m_policy->setFullText({});
    } else {
        const auto& policy = board->campus.policy;
        const QString step = Formats::number(policy.step);
        const bool asStrong = policy.mode == api::DispatchMode::Soft && context().bridge.workspace().engineAlone;
        const QString mode = asStrong ? tr("%1 (as strong)", "soft mode of one engine alone").arg(label(policy.mode))
                                      : label(policy.mode);
        m_policy->setForms(
            {tr("%1 mode   ·   step %2   ·   %3").arg(mode, step, label(policy.joinRule)),
             tr("%1 · step %2 · %3", "mode, step of weights, rule of joining").arg(mode, step, label(policy.joinRule)),
             tr("%1 · step %2", "mode, step of weights").arg(mode, step)});
        m_paused->setToolTip(
            plainToolTip(tr("Paid orders wait until dispatch is resumed.") + QLatin1Char('\n') + m_policy->fullText()));
    }
    setActionTexts(
        *m_actions->pause, paused ? tr("Resume") : tr("Pause…"),
        paused ? tr("Resume dispatch; waiting orders are assigned at once") : tr("Pause dispatch on this campus"));
    setActionIcon(*m_actions->pause, paused ? QStringLiteral("play") : QStringLiteral("pause"));
}

void DispatchPage::showAllHead() {
    const auto boards = m_feed->boards();
    const auto paused =
        std::count_if(boards.begin(), boards.end(), [](const auto& board) { return board.campus.paused; });
    m_paused->setPill(tr("Paused on %1 of %2").arg(paused).arg(boards.size()), Tone::Warn, true);
    m_paused->setToolTip(plainToolTip(tr("Paid orders wait until dispatch is resumed.")));
    m_state->setCurrentIndex(paused > 0 ? 1 : 0);
    m_policy->setFullText({});
    setActionTexts(*m_actions->pause, tr("Pause all…"), tr("Pause dispatch on all campuses"));
    setActionIcon(*m_actions->pause, QStringLiteral("pause"));
}

}  // namespace evenhand::ui

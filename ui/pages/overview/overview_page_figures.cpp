// SPDX-License-Identifier: GPL-3.0-or-later
// What the tiles and cards of the overview say.
#include "ui/pages/overview/overview_page.h"

#include "ui/shell/scope_figures.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kPromisedSpread = 1;

QString counted(std::int64_t value) { return value < 0 ? Formats::dash() : Formats::number(value); }

}  // namespace

/// What is counted of the whole workspace says so beside figures of one campus.
QString OverviewPage::everywhere(const QString& note) const {
    return context().scope.current().empty() ? note : tr("%1, all campuses").arg(note);
}

void OverviewPage::refreshTiles() {
    const auto& status = context().bridge.status();
    const auto bad = [](std::int64_t count) { return count > 0 ? Tone::Bad : Tone::Muted; };
    tile(OrdersToday)
        ->setFigure(m_ordersToday ? Formats::number(*m_ordersToday) : Formats::dash(), tr("since midnight"));
    const auto rate = m_paid.perMinute(context().bridge.now());
    tile(PaidPerMinute)
        ->setFigure(rate ? Formats::decimal(*rate, *rate < 10 ? 1 : 0) : Formats::dash(),
                    rate ? tr("all campuses, last minute") : tr("measuring"));
    tile(Unassigned)
        ->setFigure(counted(context().figures.unassigned()), tr("paid, without a courier"),
                    context().figures.unassigned() > 0 ? Tone::Warn : Tone::Muted);
    tile(Late)->setFigure(counted(context().figures.late()),
                          status.overdue > 0
                              ? everywhere(tr("%1 timers not handled", nullptr, Formats::plural(status.overdue))
                                               .arg(Formats::number(status.overdue)))
                              : tr("past their limit"),
                          bad(context().figures.late()));
    const bool several = context().scope.current().empty() && context().scope.campuses().size() > 1;
    tile(FairnessSpread)
        ->setFigure(m_worstSpread ? Formats::number(*m_worstSpread) : Formats::dash(),
                    m_worstSpread && several ? tr("worst: %1", "campus").arg(context().scope.nameOf(m_worstCampus))
                                             : tr("today"),
                    m_worstSpread && *m_worstSpread > kPromisedSpread ? Tone::Warn : Tone::Muted);
    refreshCampaigns();
    const auto failed = context().figures.refundsFailed();
    tile(ReturnsWaiting)
        ->setFigure(counted(context().figures.returnsWaiting()),
                    failed > 0 ? tr("%1 refunds failed", nullptr, Formats::plural(failed)).arg(counted(failed))
                               : tr("for approval"),
                    failed > 0 ? Tone::Bad : (context().figures.returnsWaiting() > 0 ? Tone::Warn : Tone::Muted));
    refreshWorkers();
    const auto timers = context().figures.deadTimers();
    const bool known = status.deadLetters >= 0 && timers >= 0 && status.deadTasks >= 0;
    const std::int64_t dead = known ? status.deadLetters + timers + status.deadTasks : -1;
    tile(DeadLetters)->setFigure(counted(dead), known ? deadKinds(status) : QString(), bad(dead));
}

/// Only those that there are: the tile is small, and none of its figures may be cut. Timers are of the campus looked
/// at, as in their list; tasks and messages name no campus.
QString OverviewPage::deadKinds(const api::EngineStatus& status) const {
    QStringList kinds;
    const auto add = [&](std::int64_t count, const QString& text) {
        if (count > 0) {
            kinds.append(text.arg(counted(count)));
        }
    };
    add(status.deadTasks, tr("tasks: %1"));
    add(status.deadLetters, tr("messages: %1"));
    if (!kinds.isEmpty()) {
        kinds = QStringList{everywhere(wordList(kinds))};
    }
    add(context().figures.deadTimers(), tr("timers: %1"));
    return kinds.isEmpty() ? tr("nothing was given up") : wordList(kinds);
}

void OverviewPage::refreshWorkers() {
    const auto& status = context().bridge.status();
    QString note = tr("on the ring");
    Tone tone = status.workers == 0 ? Tone::Bad : Tone::Muted;
    if (status.outwardHeld) {
        note = tr("refunds and webhooks are held");
        tone = Tone::Warn;
    } else if (status.workers == 0) {
        note = tr("no worker is running");
    } else if (m_workers) {
        std::int64_t backlog = 0;
        for (const auto& worker : m_workers->workers) {
            backlog += worker.backlog;
        }
        note = m_workers->covered ? tr("backlog %1").arg(Formats::number(backlog)) : tr("the ring is not covered");
        tone = m_workers->covered ? Tone::Muted : Tone::Bad;
    }
    tile(Workers)->setFigure(counted(status.workers), everywhere(note), tone);
}

void OverviewPage::refreshCampaigns() {
    auto* left = tile(CampaignLeft);
    const auto& sum = m_budget->sum();
    if (!sum || sum->campaigns.empty()) {
        left->setFigure(Formats::dash(), sum ? tr("no campaign is running") : QString());
        return;
    }
    const auto& formats = context().formats;
    const QString of = tr("of %1", "budget").arg(formats.money(Money{sum->budget}));
    left->setFigure(formats.money(Money{sum->left}),
                    everywhere(sum->campaigns.size() == 1 ? of
                                                          : tr("%1, %2 campaigns", "of budget, count",
                                                               Formats::plural(std::ssize(sum->campaigns)))
                                                                .arg(of, Formats::number(std::ssize(sum->campaigns)))),
                    sum->left == 0 ? Tone::Warn : Tone::Muted);
}

void OverviewPage::refreshHealth() {
    const auto& status = context().bridge.status();
    m_deployment->setParts(status.parts, status.now);
    const QString dash = Formats::dash();
    QString flight = dash;
    std::int64_t inFlight = 0;
    for (const auto& kind : m_timers ? m_timers->kinds : std::vector<api::TimerFigures>{}) {
        if (kind.inFlight) {
            inFlight += *kind.inFlight;
            flight = Formats::number(inFlight);
        }
    }
    m_health->setFacts({
        {tr("Engine"), label(status.state), true, true},
        {tr("Database"), text(status.deployment), true},
        {tr("Commands waiting"), Formats::number(static_cast<std::int64_t>(status.inboxDepth)), true},
        {tr("Committed since the start"), Formats::number(static_cast<std::int64_t>(status.committed)), true},
        {tr("Delay queue"), m_timers ? (m_timers->queueOn ? tr("on") : tr("off")) : dash, true},
        {tr("Timers in flight"), flight, true},
        {tr("Polling interval"), m_timers ? writeDelay(m_timers->pollIntervalMs) : dash, true},
        {tr("Last poll"), m_timers && m_timers->lastPoll ? context().formats.time(*m_timers->lastPoll) : dash, true},
        {tr("Missed timers found"), m_timers && m_timers->pollRearmed ? Formats::number(*m_timers->pollRearmed) : dash,
         true},
        {tr("Clock"),
         m_timers ? (m_timers->clockBehindMs ? tr("set back by %1").arg(Formats::duration(*m_timers->clockBehindMs))
                                             : tr("in sync"))
                  : dash,
         true},
    });
}

}  // namespace evenhand::ui

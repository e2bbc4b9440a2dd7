// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of flash sales shows of what was read.
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/seckill/seckill_page.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"
#include "ui/widgets/tab_bar.h"

namespace evenhand::ui {
namespace {

constexpr int kAttemptsSeconds = 120;

}  // namespace

std::optional<api::ActivityRow> SeckillPage::current() const {
    if (m_feed->board() && m_feed->board()->row.set.id == m_feed->activity()) {
        return m_feed->board()->row;
    }
    return rowOf(m_feed->activity().str());
}

std::vector<api::ActivityRow> SeckillPage::inScope() const {
    std::vector<api::ActivityRow> rows;
    const auto& campus = context().scope.current();
    for (const auto& row : m_feed->activities() ? *m_feed->activities() : std::vector<api::ActivityRow>{}) {
        if (campus.empty() || row.set.campus == campus) {
            rows.push_back(row);
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.createdAt > b.createdAt; });
    return rows;
}

void SeckillPage::onActivities() {
    const auto& answer = m_feed->activities();
    take(answer ? Result<std::vector<api::ActivityRow>>(inScope()) : answer);
}

QString SeckillPage::commandOf(const api::ActivityRow& row) const { return tr("Sale: %1").arg(text(row.set.name)); }

bool SeckillPage::isLive(const api::ActivityRow& row) const {
    return api::phaseOf(row, context().bridge.now()) == api::ActivityPhase::OnSale;
}

void SeckillPage::showItem(const std::string& id) {
    const ActivityId activity(id);
    m_feed->setActivity(activity);
    m_pending->setActivity(activity);
    m_letters->setActivity(activity);
    m_history->setActivity(activity);
    if (!id.empty()) {
        onBoard();
        onCurve();
    }
}

void SeckillPage::onBoard() {
    const auto& board = m_feed->board();
    m_tiles->setBoard(board ? std::optional(*board) : std::nullopt);
    if (board) {
        showAttempts(*board);
    } else {
        m_attemptsPlot->clear(Formats::dash());
    }
    m_consistency->setActivity(current());
    m_letters->setPhase(board ? board->phase : api::ActivityPhase::Draft);
    refreshSoldFigures();
    refreshHead();
    refreshNotice();
    refreshTabs();
    refreshActs();
}

void SeckillPage::showAttempts(const api::SeckillBoard& board) {
    std::vector<AttemptsPlot::Slot> bars;
    const std::int64_t until = board.at.ms / 1'000;
    for (const auto& second : board.seconds) {
        const std::int64_t at = second.at.ms / 1'000;
        AttemptsPlot::Slot bar{static_cast<double>(at), {}};
        std::copy(second.counts.begin(), second.counts.end(), bar.perSecond.begin());
        if (at < until && at >= until - kAttemptsSeconds) {
            bars.push_back(bar);  // the present second has just begun
        }
    }
    const bool none = bars.empty();
    if (none && board.row.state == api::ActivityState::Ended) {
        m_attemptsPlot->clear(tr("The sale has ended.\nAttempts are shown while it runs."));
        m_attemptsCard->setFigures({});
        return;  // only the last minutes of attempts are kept
    }
    m_attemptsPlot->setSlots(std::move(bars), 1, static_cast<double>(until - kAttemptsSeconds),
                             static_cast<double>(until));
    m_attemptsCard->setFigures(none ? QString() : tr("last two minutes"));
}

void SeckillPage::onCurve() {
    const auto& curve = m_feed->curve();
    const auto row = current();
    if (!curve || !row) {
        m_soldPlot->clear(curve || curve.error().code == ErrorCode::Cancelled
                              ? Formats::dash()
                              : tr("Could not be read: %1").arg(errorTitle(curve.error().code)));
        m_soldCard->setFigures({});
        return;
    }
    if (curve->empty()) {
        m_soldPlot->clear(row->state == api::ActivityState::Draft ? tr("Not started.") : tr("Not begun."));
        m_soldCard->setFigures({});
        return;
    }
    SalePlot::Line sold{tr("sold"), {}};
    SalePlot::Line paid{tr("paid"), {}};
    for (const auto& point : *curve) {
        const double at = static_cast<double>(point.at.ms) / 1'000;
        sold.points.emplace_back(at, static_cast<double>(point.sold));
        paid.points.emplace_back(at, static_cast<double>(point.paid));
    }
    m_soldPlot->setLines({sold, paid}, row->set.stock + row->added, tr("for sale", "units"));
    refreshSoldFigures();
}

/// Those of the tiles above, whenever the curve was read.
void SeckillPage::refreshSoldFigures() {
    const auto row = current();
    if (!row || !m_feed->curve() || m_feed->curve()->empty()) {
        m_soldCard->setFigures({});
        return;
    }
    const auto units = row->set.stock + row->added;
    m_soldCard->setFigures(tr("%1 sold, %2 paid of %3 units", nullptr, Formats::plural(units))
                               .arg(Formats::number(row->ordered), Formats::number(row->paid), Formats::number(units)));
}

void SeckillPage::refreshTabs() {
    const auto& board = m_feed->board();
    nameTab(*tabs(), PendingTab,
            board && board->pending ? tr("Pending (%1)").arg(Formats::number(*board->pending)) : tr("Pending"));
    nameTab(*tabs(), LettersTab,
            board ? tr("Dead letters (%1)").arg(Formats::number(board->deadLetters)) : tr("Dead letters"));
}

void SeckillPage::refreshHead() {
    const auto row = current();
    if (!row) {
        nameLabel().setFullText(Formats::dash());
        phase()->setPill(Formats::dash(), Tone::Muted);
        whenLabel().clear();
        return;
    }
    const Instant now = context().bridge.now();
    const auto stage = api::phaseOf(*row, now);
    const auto& formats = context().formats;
    nameLabel().setFullText(text(row->set.name));
    phase()->setPill(label(stage), tone(stage), true);
    QString when;
    switch (stage) {
        case api::ActivityPhase::Draft:
        case api::ActivityPhase::Scheduled:
            when = row->set.begin > now ? tr("begins %1").arg(Formats::dueIn(row->set.begin.ms - now.ms))
                                        : tr("start time has passed");
            break;
        case api::ActivityPhase::OnSale:
        case api::ActivityPhase::Stopped: when = tr("ends %1").arg(Formats::dueIn(row->set.end.ms - now.ms)); break;
        case api::ActivityPhase::Closing: when = tr("the last reservations become orders"); break;
        case api::ActivityPhase::Ended:
            when = row->endedAt ? tr("ended %1").arg(formats.dateTime(*row->endedAt)) : QString();
            break;
    }
    whenLabel().setText(tr("%1 · %2 · %3 to %4 · %5", "product, price, begin, end, countdown")
                            .arg(text(row->voucherName), formats.moneyWithCurrency(row->set.price),
                                 formats.shortTime(row->set.begin, now), formats.shortTime(row->set.end, now), when));
}

void SeckillPage::refreshNotice() {
    const auto& board = m_feed->board();
    QStringList notes;
    if (!board && board.error().code != ErrorCode::Cancelled) {
        notes << tr("The figures could not be read: %1").arg(errorText(board.error()));
    }
    if (board && !board->agrees) {
        notes << tr("Keyspace and database differ for this sale. \"Keyspace vs database\" shows how, and repairs it.");
    }
    setNotice(notes.join(QLatin1Char('\n')));
}

}  // namespace evenhand::ui

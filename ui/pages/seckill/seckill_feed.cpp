// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/seckill_feed.h"

#include <algorithm>
#include <utility>

namespace evenhand::ui {
namespace {

constexpr int kListBeats = SeckillFeed::kListMs / SeckillFeed::kBoardMs;
constexpr int kIdleBeats = SeckillFeed::kIdleMs / SeckillFeed::kBoardMs;
constexpr std::int64_t kMinSpanMs = 1'000;

}  // namespace

SeckillFeed::SeckillFeed(EngineBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
    const auto channel = [this](int intervalMs, auto&& fetch) {
        return new FeedChannel(intervalMs, std::forward<decltype(fetch)>(fetch), this);
    };
    auto& desk = bridge.seckill();
    m_listChannel = channel(kBoardMs, [this, &desk] {
        take(Activities, m_listChannel, desk.activities(m_bridge.call()), m_activities, &SeckillFeed::activitiesRead);
    });
    m_boardChannel = channel(kBoardMs, [this, &desk] {
        take(Board, m_boardChannel, desk.board(m_bridge.call(), m_activity), m_board, &SeckillFeed::boardRead);
    });
    m_curveChannel = channel(kListMs, [this] { readCurve(); });
    m_again.setInterval(kBoardMs);
    connect(&m_again, &QTimer::timeout, this, &SeckillFeed::beat);
    connect(&bridge, &EngineBridge::activitiesChanged, this, &SeckillFeed::refresh);
    connect(this, &SeckillFeed::boardRead, this, [this] {
        if (!m_answers[Curve]) {
            requestCurve();
        }
    });
    m_listChannel->setActive(true);  // told by events only while the page rests
    m_listChannel->request();
}

void SeckillFeed::readCurve() {
    const auto& row = m_board->row;
    const Instant to = std::max(row.endedAt.value_or(m_board->at), row.set.begin.plusMs(kMinSpanMs));
    take(Curve, m_curveChannel, m_bridge.seckill().soldCurve(m_bridge.call(), m_activity, row.set.begin, to, kPoints),
         m_curve, &SeckillFeed::curveRead);
}

void SeckillFeed::requestCurve() {
    if (m_board && m_board->at > m_board->row.set.begin) {
        m_curveChannel->request();
        return;
    }
    // Nothing can have been sold, or it is not known since when.
    m_curve = std::vector<api::SoldPoint>{};
    m_answers[Curve] = true;
    Q_EMIT curveRead();
    Q_EMIT answered();
}

void SeckillFeed::beat() {
    ++m_beats;
    if (m_beats % kIdleBeats == 0) {
        m_listChannel->request();
    }
    if (m_activity.empty()) {
        return;
    }
    const bool runs =
        m_board && (m_board->phase == api::ActivityPhase::OnSale || m_board->phase == api::ActivityPhase::Closing ||
                    m_board->phase == api::ActivityPhase::Stopped);
    if (runs || m_beats % kIdleBeats == 0) {
        m_boardChannel->request();
    }
    if (m_beats % (runs ? kListBeats : kIdleBeats) == 0) {
        requestCurve();
        Q_EMIT listsDue();
    }
}

void SeckillFeed::forget() {
    const auto notYet = fail(ErrorCode::Cancelled, "not read yet");
    m_board = notYet;
    m_curve = notYet;
    std::fill(m_answers + Board, m_answers + kAnswers, false);
}

void SeckillFeed::setActivity(const ActivityId& activity) {
    if (activity == m_activity) {
        return;
    }
    m_activity = activity;
    forget();
    for (auto* each : {m_boardChannel, m_curveChannel}) {
        each->setActive(m_active && !activity.empty());
        each->drop();
    }
    m_boardChannel->request();
}

void SeckillFeed::setActive(bool active) {
    m_active = active;
    for (auto* each : {m_boardChannel, m_curveChannel}) {
        each->setActive(active && !m_activity.empty());
    }
    if (active) {
        std::fill(m_answers, m_answers + kAnswers, false);  // what was read before is not of now
        m_again.start();
        refresh();
    } else {
        m_again.stop();
    }
}

void SeckillFeed::refresh() {
    m_listChannel->request();
    m_boardChannel->request();
    Q_EMIT listsDue();
    if (m_answers[Curve]) {
        requestCurve();
    }
}

bool SeckillFeed::isAnswered() const noexcept {
    const auto count = m_activity.empty() ? 1 : static_cast<int>(kAnswers);
    return std::all_of(m_answers, m_answers + count, [](bool answer) { return answer; });
}

}  // namespace evenhand::ui

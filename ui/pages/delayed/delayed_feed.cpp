// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/delayed_feed.h"

#include "engine/base/clock.h"

#include <utility>

namespace evenhand::ui {

DelayedFeed::DelayedFeed(EngineBridge& bridge, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_board(new FeedChannel(
          kReadMs, [this] { readBoard(); }, this)),
      m_histogram(new FeedChannel(
          kReadMs, [this] { readHistogram(); }, this)) {
    m_again.setInterval(kQuietMs);
    connect(&m_again, &QTimer::timeout, this, &DelayedFeed::refresh);
    connect(&bridge, &EngineBridge::timersChanged, this, &DelayedFeed::refresh);
    connect(&bridge, &EngineBridge::ordersChanged, this, &DelayedFeed::refresh);
}

void DelayedFeed::setScope(const CampusId& campus, std::vector<api::TimerKind> kinds) {
    const bool other = campus != m_campus;
    m_campus = campus;
    m_kinds = std::move(kinds);
    if (other) {
        m_boardAnswered = false;
        m_board->restart();
    }
    m_histogramAnswered = false;
    m_histogram->restart();
}

void DelayedFeed::setActive(bool active) {
    m_board->setActive(active);
    m_histogram->setActive(active);
    if (active) {
        m_boardAnswered = m_histogramAnswered = false;  // what was read before is not of now
        m_again.start();
        refresh();
    } else {
        m_again.stop();
    }
}

void DelayedFeed::refresh() {
    m_board->request();
    m_histogram->request();
}

void DelayedFeed::readBoard() {
    m_board->take(m_bridge.timers().board(m_bridge.call(), m_campus), [this](const Result<api::TimerBoard>& board) {
        m_boardAnswer = board;
        m_boardAnswered = true;
        Q_EMIT boardRead();
        Q_EMIT answered();
    });
}

void DelayedFeed::readHistogram() {
    const Instant now = m_bridge.now();
    const Instant minute{now.ms - now.ms % base::kMinuteMs};
    m_histogram->take(
        m_bridge.timers().histogram(m_bridge.call(), m_campus, m_kinds, minute, base::kMinuteMs, kMinutes),
        [this](const Result<api::DueHistogram>& histogram) {
            m_histogramAnswer = histogram;
            m_histogramAnswered = true;
            Q_EMIT histogramRead();
            Q_EMIT answered();
        });
}

}  // namespace evenhand::ui

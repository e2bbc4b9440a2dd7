// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dispatch_feed.h"

#include <algorithm>
#include <utility>

namespace evenhand::ui {
namespace {

constexpr int kBoardMs = 150;
constexpr int kListMs = 250;
constexpr int kFairnessMs = 2'000;
constexpr int kDeadLettersMs = 500;

bool concerns(const std::vector<CampusId>& campuses, bool everything, const CampusId& campus) {
    return everything || std::find(campuses.begin(), campuses.end(), campus) != campuses.end();
}

}  // namespace

DispatchFeed::DispatchFeed(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_formats(formats),
      m_boardChannel(
          kBoardMs, [this] { fetchBoard(); }, this),
      m_waitingChannel(
          kListMs, [this] { fetchWaiting(); }, this),
      m_inHandChannel(
          kListMs, [this] { fetchInHand(); }, this),
      m_fairnessChannel(
          kFairnessMs, [this] { fetchFairness(); }, this),
      m_deadLettersChannel(
          kDeadLettersMs, [this] { fetchDeadLetters(); }, this) {
    connect(&bridge, &EngineBridge::ordersChanged, this, &DispatchFeed::ordersChanged);
    connect(&bridge, &EngineBridge::couriersChanged, this, &DispatchFeed::couriersChanged);
    connect(&bridge, &EngineBridge::campusesChanged, this, [this] {
        m_boardChannel.request();
        m_waitingChannel.request();
    });
    connect(&bridge, &EngineBridge::deadLettersChanged, this, [this] { m_deadLettersChannel.request(); });
    connect(&bridge, &EngineBridge::stateChanged, this, &DispatchFeed::refresh);
    m_deadLettersChannel.request();
}

std::vector<FeedChannel*> DispatchFeed::channels() {
    return {&m_boardChannel, &m_waitingChannel, &m_inHandChannel, &m_fairnessChannel, &m_deadLettersChannel};
}

bool DispatchFeed::isSettled() const noexcept {
    return m_boardChannel.isSettled() && m_waitingChannel.isSettled() && m_inHandChannel.isSettled() &&
           m_fairnessChannel.isSettled() && m_deadLettersChannel.isSettled();
}

void DispatchFeed::setCampus(const CampusId& campus) {
    if (m_campus == campus) {
        return;
    }
    m_campus = campus;
    m_courier = {};
    m_board.reset();
    m_waiting.reset();
    m_inHand.reset();
    m_fairness.reset();
    for (auto* channel : {&m_boardChannel, &m_waitingChannel, &m_inHandChannel, &m_fairnessChannel}) {
        channel->restart();
    }
    Q_EMIT boardChanged();
    Q_EMIT waitingChanged();
    Q_EMIT inHandChanged();
    Q_EMIT fairnessChanged();
}

void DispatchFeed::setCourier(const CourierId& courier) {
    if (m_courier == courier) {
        return;
    }
    m_courier = courier;
    m_inHand.reset();
    m_inHandChannel.restart();
    Q_EMIT inHandChanged();
}

void DispatchFeed::setActive(bool active) {
    for (auto* channel : channels()) {
        channel->setActive(active);
    }
}

void DispatchFeed::refresh() {
    for (auto* channel : channels()) {
        channel->request();
    }
}

void DispatchFeed::ordersChanged(const OrderChanges& changes) {
    if (concerns(changes.campuses, changes.everything, m_campus)) {
        m_boardChannel.request();
        m_waitingChannel.request();
        m_fairnessChannel.request();
        if (!m_courier.empty()) {
            m_inHandChannel.request();
        }
    }
}

void DispatchFeed::couriersChanged(const CourierChanges& changes) {
    if (concerns(changes.campuses, changes.everything, m_campus)) {
        m_boardChannel.request();
    }
}

void DispatchFeed::setStale(std::optional<Error> reason) {
    if (m_stale != reason) {
        m_stale = std::move(reason);
        Q_EMIT staleChanged();
    }
}

template <typename T, typename Change>
void DispatchFeed::read(FeedChannel& channel, const api::Answer<T>& answer, std::optional<T>& target, Change changed) {
    const int generation = channel.generation();
    whenReady(answer, this, [this, &channel, &target, changed, generation](Result<T> result) {
        if (!result) {
            if (channel.failed(generation)) {
                setStale(result.error());
                Q_EMIT settled();
            }
            return;
        }
        if (!channel.done(generation)) {
            return;
        }
        target = std::move(*result);
        setStale(std::nullopt);
        (this->*changed)();
        if (isSettled()) {
            Q_EMIT settled();
        }
    });
}

void DispatchFeed::fetchBoard() {
    if (m_campus.empty()) {
        (void)m_boardChannel.done(m_boardChannel.generation());
        return;
    }
    read(m_boardChannel, m_bridge.dispatch().board(m_bridge.call(), m_campus), m_board, &DispatchFeed::boardChanged);
}

void DispatchFeed::fetchWaiting() {
    if (m_campus.empty()) {
        (void)m_waitingChannel.done(m_waitingChannel.generation());
        return;
    }
    read(m_waitingChannel, m_bridge.dispatch().waiting(m_bridge.call(), m_campus, kListLimit), m_waiting,
         &DispatchFeed::waitingChanged);
}

void DispatchFeed::fetchInHand() {
    if (m_courier.empty()) {
        (void)m_inHandChannel.done(m_inHandChannel.generation());
        return;
    }
    api::OrderQuery query;
    query.filter.campus = m_campus;
    query.filter.courier = m_courier;
    query.filter.statuses = {api::OrderStatus::WaitPickUp, api::OrderStatus::Delivering};
    query.descending = false;
    query.limit = kListLimit;
    read(m_inHandChannel, m_bridge.orders().page(m_bridge.call(), query), m_inHand, &DispatchFeed::inHandChanged);
}

void DispatchFeed::fetchFairness() {
    if (m_campus.empty()) {
        (void)m_fairnessChannel.done(m_fairnessChannel.generation());
        return;
    }
    const Instant now = m_bridge.now();
    read(m_fairnessChannel,
         m_bridge.dispatch().fairness(m_bridge.call(), m_campus, m_formats.dayStart(now), now, kFairnessPoints),
         m_fairness, &DispatchFeed::fairnessChanged);
}

void DispatchFeed::fetchDeadLetters() {
    read(m_deadLettersChannel, m_bridge.dispatch().deadLetters(m_bridge.call(), kListLimit), m_deadLetters,
         &DispatchFeed::deadLettersChanged);
}

}  // namespace evenhand::ui

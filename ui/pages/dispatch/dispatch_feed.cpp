// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dispatch_feed.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace evenhand::ui {
namespace {

constexpr int kBoardMs = 150;
constexpr int kListMs = 250;
constexpr int kFairnessMs = 2'000;
constexpr std::int64_t kMinApartMs = 60'000;  // points of fairness
constexpr int kDeadLettersMs = 500;

/// Of `campuses` those that the change concerns.
std::vector<CampusId> concerned(const std::vector<CampusId>& changed, bool everything,
                                const std::vector<CampusId>& campuses) {
    std::vector<CampusId> both;
    for (const auto& campus : campuses) {
        if (everything || std::find(changed.begin(), changed.end(), campus) != changed.end()) {
            both.push_back(campus);
        }
    }
    return both;
}

}  // namespace

DispatchFeed::DispatchFeed(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_formats(formats),
      m_boardChannel(
          kBoardMs, [this] { fetchBoards(); }, this),
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
        requestBoards(m_campuses);
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
    // Fairness is read every two seconds at most: where orders come all the time, it would never count as settled.
    return m_boardChannel.isSettled() && m_waitingChannel.isSettled() && m_inHandChannel.isSettled() &&
           m_fairnessChannel.isAnswered() && m_deadLettersChannel.isSettled();
}

void DispatchFeed::setCampuses(std::vector<CampusId> campuses) {
    if (m_campuses == campuses) {
        return;
    }
    m_campuses = std::move(campuses);
    m_courier = {};
    m_board.reset();
    m_boards.clear();
    m_changed = std::set<CampusId>(m_campuses.begin(), m_campuses.end());
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

std::vector<api::DispatchBoard> DispatchFeed::boards() const {
    std::vector<api::DispatchBoard> read;
    for (const auto& campus : m_campuses) {
        if (const auto* board = boardOf(campus)) {
            read.push_back(*board);
        }
    }
    return read;
}

const api::DispatchBoard* DispatchFeed::boardOf(const CampusId& campus) const {
    const auto found = m_boards.find(campus);
    return found == m_boards.end() ? nullptr : &found->second;
}

void DispatchFeed::requestBoards(const std::vector<CampusId>& concerned) {
    if (!concerned.empty()) {
        m_changed.insert(concerned.begin(), concerned.end());
        m_boardChannel.request();
    }
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
    m_changed.insert(m_campuses.begin(), m_campuses.end());
    for (auto* channel : channels()) {
        channel->request();
    }
}

void DispatchFeed::ordersChanged(const OrderChanges& changes) {
    const auto campuses = concerned(changes.campuses, changes.everything, m_campuses);
    if (campuses.empty()) {
        return;
    }
    requestBoards(campuses);
    m_waitingChannel.request();
    m_fairnessChannel.request();
    if (!m_courier.empty()) {
        m_inHandChannel.request();
    }
}

void DispatchFeed::couriersChanged(const CourierChanges& changes) {
    requestBoards(concerned(changes.campuses, changes.everything, m_campuses));
}

void DispatchFeed::setStale(const FeedChannel& channel, std::optional<Error> reason) {
    if (reason) {
        m_failures.insert_or_assign(&channel, *std::move(reason));
    } else {
        m_failures.erase(&channel);
    }
    // What another channel could not read is as old as before.
    const auto left = m_failures.empty() ? std::nullopt : std::optional(m_failures.begin()->second);
    if (m_stale != left) {
        m_stale = left;
        Q_EMIT staleChanged();
    }
}

template <typename T, typename Change>
void DispatchFeed::read(FeedChannel& channel, const api::Answer<T>& answer, std::optional<T>& target, Change changed) {
    const int generation = channel.generation();
    whenReady(answer, this, [this, &channel, &target, changed, generation](Result<T> result) {
        if (!result) {
            if (channel.failed(generation)) {
                setStale(channel, result.error());
                Q_EMIT settled();
            }
            return;
        }
        if (!channel.done(generation)) {
            return;
        }
        target = std::move(*result);
        setStale(channel, std::nullopt);
        (this->*changed)();
        if (isSettled()) {
            Q_EMIT settled();
        }
    });
}

void DispatchFeed::nothingToRead(FeedChannel& channel) {
    (void)channel.done(channel.generation());
    setStale(channel, std::nullopt);
    // Told like an answer: who waits for the last of them would wait for ever.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (isSettled()) {
                Q_EMIT settled();
            }
        },
        Qt::QueuedConnection);
}

void DispatchFeed::fetchBoards() {
    const int generation = m_boardChannel.generation();
    const auto wanted = std::exchange(m_changed, {});
    if (wanted.empty()) {
        nothingToRead(m_boardChannel);
        return;
    }
    struct Round {
        std::size_t open;
        std::optional<Error> failure;
    };
    auto round = std::make_shared<Round>(Round{wanted.size(), std::nullopt});
    for (const auto& campus : wanted) {
        whenReady(m_bridge.dispatch().board(m_bridge.call(), campus), this,
                  [this, campus, round, generation](Result<api::DispatchBoard> board) {
                      if (generation != m_boardChannel.generation()) {
                          return;  // about campuses that are not looked at any more
                      }
                      if (board) {
                          m_boards[campus] = std::move(*board);
                      } else {
                          round->failure = board.error();
                          m_changed.insert(campus);
                      }
                      if (--round->open == 0) {
                          boardsAnswered(generation, round->failure);
                      }
                  });
    }
}

void DispatchFeed::boardsAnswered(int generation, const std::optional<Error>& failure) {
    if (failure) {
        if (m_boardChannel.failed(generation)) {
            setStale(m_boardChannel, failure);
            Q_EMIT settled();
        }
        return;
    }
    if (!m_boardChannel.done(generation)) {
        return;
    }
    if (const auto* one = boardOf(campus())) {
        m_board = *one;
    }
    setStale(m_boardChannel, std::nullopt);
    Q_EMIT boardChanged();
    if (isSettled()) {
        Q_EMIT settled();
    }
}

void DispatchFeed::fetchWaiting() {
    if (m_campuses.empty()) {
        nothingToRead(m_waitingChannel);
        return;
    }
    read(m_waitingChannel, m_bridge.dispatch().waiting(m_bridge.call(), campus(), kListLimit + 1), m_waiting,
         &DispatchFeed::waitingChanged);
}

void DispatchFeed::fetchInHand() {
    if (m_courier.empty()) {
        nothingToRead(m_inHandChannel);
        return;
    }
    api::OrderQuery query;
    query.filter.campus = campus();
    query.filter.courier = m_courier;
    query.filter.statuses = {api::OrderStatus::WaitPickUp, api::OrderStatus::Delivering};
    query.descending = false;
    query.limit = kListLimit + 1;
    read(m_inHandChannel, m_bridge.orders().page(m_bridge.call(), query), m_inHand, &DispatchFeed::inHandChanged);
}

void DispatchFeed::fetchFairness() {
    if (campus().empty()) {
        nothingToRead(m_fairnessChannel);
        return;
    }
    const Instant now = m_bridge.now();
    const Instant from = m_formats.dayStart(now);
    const auto [to, points] = fairnessRange(from, now, m_formats.dayStart(now, 1));
    read(m_fairnessChannel, m_bridge.dispatch().fairness(m_bridge.call(), campus(), from, to, points), m_fairness,
         &DispatchFeed::fairnessChanged);
}

std::pair<Instant, int> DispatchFeed::fairnessRange(Instant from, Instant now, Instant end) {
    std::int64_t apartMs = kMinApartMs;
    while ((now.ms - from.ms) / apartMs + 2 > kFairnessPoints) {
        apartMs *= 2;
    }
    const std::int64_t apart = (now.ms - from.ms + apartMs - 1) / apartMs;
    const Instant to = from.plusMs(apart * apartMs);
    // The next day begins with nothing assigned: the last minutes of this one end now.
    return apart == 0 || to >= end ? std::pair(now, kFairnessPoints) : std::pair(to, static_cast<int>(apart) + 1);
}

void DispatchFeed::fetchDeadLetters() {
    read(m_deadLettersChannel, m_bridge.dispatch().deadLetters(m_bridge.call(), kListLimit + 1), m_deadLetters,
         &DispatchFeed::deadLettersChanged);
}

}  // namespace evenhand::ui

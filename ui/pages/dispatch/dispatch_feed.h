// SPDX-License-Identifier: GPL-3.0-or-later
// What the dispatch page knows of one campus or of several, kept up to date while the page is shown: their boards, the
// orders that wait, those in the hands of the selected courier, dead letters, of one campus fairness over the day too.
// Of several, only the boards of those are read again in which something happened.
// Thread: GUI. Invariants: an answer to a question about another campus or courier is dropped; after a failed read
// what was known stays, and staleReason() says so.
#pragma once

#include <QObject>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class DispatchFeed : public QObject {
    Q_OBJECT

public:
    static constexpr std::int64_t kListLimit = 500;  ///< orders shown per list, dead letters too
    static constexpr int kFairnessPoints = 240;
    /// Until when fairness is asked for, and in how many points: at whole minutes of the day that began at `from` and
    /// ends at `end`, so that what has been shown of it stays as it is while time goes on. The last one may be to come:
    /// it says how things stand at `now`.
    [[nodiscard]] static std::pair<Instant, int> fairnessRange(Instant from, Instant now, Instant end);

    DispatchFeed(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);

    /// The campuses looked at; none: nothing is read.
    void setCampuses(std::vector<CampusId> campuses);
    void setCourier(const CourierId& courier);
    void setActive(bool active);
    void refresh();

    [[nodiscard]] const std::vector<CampusId>& campuses() const noexcept { return m_campuses; }
    /// The one campus; empty if there are none or several.
    [[nodiscard]] CampusId campus() const { return m_campuses.size() == 1 ? m_campuses.front() : CampusId(); }
    [[nodiscard]] const CourierId& courier() const noexcept { return m_courier; }
    /// Of the one campus; nullopt: not read yet, or several are looked at.
    [[nodiscard]] const std::optional<api::DispatchBoard>& board() const noexcept { return m_board; }
    /// Those that are read, in the order of campuses().
    [[nodiscard]] std::vector<api::DispatchBoard> boards() const;
    [[nodiscard]] const api::DispatchBoard* boardOf(const CampusId& campus) const;
    // Of lists one more than are shown, where there are more.
    [[nodiscard]] const std::optional<std::vector<api::WaitingOrder>>& waiting() const noexcept { return m_waiting; }
    [[nodiscard]] const std::optional<std::vector<api::OrderRow>>& inHand() const noexcept { return m_inHand; }
    [[nodiscard]] const std::optional<std::vector<api::FairnessPoint>>& fairness() const noexcept { return m_fairness; }
    [[nodiscard]] const std::optional<std::vector<api::DeadLetterRow>>& deadLetters() const noexcept {
        return m_deadLetters;
    }
    /// Empty: what is shown is up to date.
    [[nodiscard]] const std::optional<Error>& staleReason() const noexcept { return m_stale; }
    [[nodiscard]] bool isSettled() const noexcept;

Q_SIGNALS:
    void boardChanged();
    void waitingChanged();
    void inHandChanged();
    void fairnessChanged();
    void deadLettersChanged();
    void staleChanged();
    void settled();

private:
    void fetchBoards();
    void boardsAnswered(int generation, const std::optional<Error>& failure);
    void requestBoards(const std::vector<CampusId>& concerned);
    void nothingToRead(FeedChannel& channel);
    void fetchWaiting();
    void fetchInHand();
    void fetchFairness();
    void fetchDeadLetters();
    void ordersChanged(const OrderChanges& changes);
    void couriersChanged(const CourierChanges& changes);
    template <typename T, typename Change>
    void read(FeedChannel& channel, const api::Answer<T>& answer, std::optional<T>& target, Change changed);
    /// `reason`: of this channel's last read; nullopt: it went well, or there is nothing to read.
    void setStale(const FeedChannel& channel, std::optional<Error> reason);
    [[nodiscard]] std::vector<FeedChannel*> channels();

    EngineBridge& m_bridge;
    const Formats& m_formats;
    std::vector<CampusId> m_campuses;
    CourierId m_courier;
    std::map<CampusId, api::DispatchBoard> m_boards;
    std::set<CampusId> m_changed;  ///< boards to be read again
    std::optional<api::DispatchBoard> m_board;
    std::optional<std::vector<api::WaitingOrder>> m_waiting;
    std::optional<std::vector<api::OrderRow>> m_inHand;
    std::optional<std::vector<api::FairnessPoint>> m_fairness;
    std::optional<std::vector<api::DeadLetterRow>> m_deadLetters;
    std::map<const FeedChannel*, Error> m_failures;  ///< what each channel could not read
    std::optional<Error> m_stale;                    ///< one of them
    FeedChannel m_boardChannel;
    FeedChannel m_waitingChannel;
    FeedChannel m_inHandChannel;
    FeedChannel m_fairnessChannel;
    FeedChannel m_deadLettersChannel;
};

}  // namespace evenhand::ui

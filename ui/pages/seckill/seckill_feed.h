// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of flash sales reads again and again: the activities, and of the one shown its board and curve; and
// when its tables have to. A running sale is read some times a second, a quiet one seldom. Thread: GUI. Reads only
// while active, but for the activities themselves when one of them changed: the badge.
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"

namespace evenhand::ui {

class SeckillFeed : public QObject {
    Q_OBJECT

public:
    static constexpr int kBoardMs = 250;
    static constexpr int kListMs = 1'000;
    static constexpr int kIdleMs = 2'000;
    static constexpr int kPoints = 240;

    SeckillFeed(EngineBridge& bridge, QObject* parent);

    void setActive(bool active);
    /// Another activity: what is shown is of something else now. Empty: none.
    void setActivity(const ActivityId& activity);
    [[nodiscard]] const ActivityId& activity() const noexcept { return m_activity; }
    void refresh();
    /// The last answers; an error until the first.
    [[nodiscard]] const Result<std::vector<api::ActivityRow>>& activities() const noexcept { return m_activities; }
    [[nodiscard]] const Result<api::SeckillBoard>& board() const noexcept { return m_board; }
    [[nodiscard]] const Result<std::vector<api::SoldPoint>>& curve() const noexcept { return m_curve; }
    /// No timer runs.
    [[nodiscard]] bool isResting() const { return !m_again.isActive(); }
    /// Everything was answered for what is shown, well or not.
    [[nodiscard]] bool isAnswered() const noexcept;

Q_SIGNALS:
    void activitiesRead();
    void boardRead();
    void curveRead();
    void listsDue();  ///< history, pending and dead letters are to be read
    void answered();

private:
    enum Answer : std::uint8_t { Activities, Board, Curve, kAnswers };
    void beat();
    void forget();
    void readCurve();
    void requestCurve();
    template <typename T>
    void take(Answer what, FeedChannel* channel, const api::Answer<T>& answer, Result<T>& into,
              void (SeckillFeed::*signal)()) {
        channel->take(answer, [this, what, &into, signal](const Result<T>& result) {
            into = result;
            m_answers[what] = true;
            Q_EMIT(this->*signal)();
            Q_EMIT answered();
        });
    }

    EngineBridge& m_bridge;
    ActivityId m_activity;
    bool m_active = false;
    bool m_answers[kAnswers] = {};
    Result<std::vector<api::ActivityRow>> m_activities = fail(ErrorCode::Cancelled, "not read yet");
    Result<api::SeckillBoard> m_board = fail(ErrorCode::Cancelled, "not read yet");
    Result<std::vector<api::SoldPoint>> m_curve = fail(ErrorCode::Cancelled, "not read yet");
    FeedChannel* m_listChannel;
    FeedChannel* m_boardChannel;
    FeedChannel* m_curveChannel;
    QTimer m_again;
    int m_beats = 0;
};

}  // namespace evenhand::ui

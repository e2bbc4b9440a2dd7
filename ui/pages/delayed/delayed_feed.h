// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of delayed orders reads again and again: the figures of every kind, and what falls due by minute. At
// most every two seconds, only while active; lateness goes on changing with time, so it is asked for also when nothing
// happens, but less often.
// Thread: GUI.
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"

namespace evenhand::ui {

class DelayedFeed : public QObject {
    Q_OBJECT

public:
    static constexpr int kReadMs = 2'000;
    static constexpr int kQuietMs = 5'000;  ///< while nothing happens
    static constexpr int kMinutes = 60;

    DelayedFeed(EngineBridge& bridge, QObject* parent);

    /// Another campus or kinds: what is shown is of something else now.
    void setScope(const CampusId& campus, std::vector<api::TimerKind> kinds);
    void setActive(bool active);
    /// As soon as may be.
    void refresh();
    /// The last answers; an error until the first.
    [[nodiscard]] const Result<api::TimerBoard>& board() const noexcept { return m_boardAnswer; }
    [[nodiscard]] const Result<api::DueHistogram>& histogram() const noexcept { return m_histogramAnswer; }
    /// Both were answered for the present scope, well or not.
    [[nodiscard]] bool isAnswered() const noexcept { return m_boardAnswered && m_histogramAnswered; }

Q_SIGNALS:
    void boardRead();
    void histogramRead();
    void answered();

private:
    void readBoard();
    void readHistogram();

    EngineBridge& m_bridge;
    CampusId m_campus;
    std::vector<api::TimerKind> m_kinds;
    Result<api::TimerBoard> m_boardAnswer = fail(ErrorCode::Cancelled, "not read yet");
    Result<api::DueHistogram> m_histogramAnswer = fail(ErrorCode::Cancelled, "not read yet");
    bool m_boardAnswered = false;
    bool m_histogramAnswered = false;
    FeedChannel* m_board;
    FeedChannel* m_histogram;
    QTimer m_again;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of campaigns reads again and again: the campaigns, and of the one shown its board; and when its
// draws are to be read again. A running campaign is read some times a second, a quiet one seldom.
// Thread: GUI. Reads only while active, but for the campaigns themselves when one of them changed: the badge.
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"

namespace evenhand::ui {

class CampaignFeed : public QObject {
    Q_OBJECT

public:
    static constexpr int kBoardMs = 250;
    static constexpr int kDrawsMs = 1'000;
    static constexpr int kIdleMs = 2'000;

    CampaignFeed(EngineBridge& bridge, QObject* parent);

    void setActive(bool active);
    /// Another campaign: what is shown is of something else now. Empty: none.
    void setCampaign(const CampaignId& campaign);
    [[nodiscard]] const CampaignId& campaign() const noexcept { return m_campaign; }
    void refresh();
    /// The last answers; an error until the first.
    [[nodiscard]] const Result<std::vector<api::CampaignRow>>& campaigns() const noexcept { return m_campaigns; }
    [[nodiscard]] const Result<api::CampaignBoard>& board() const noexcept { return m_board; }
    /// No timer runs.
    [[nodiscard]] bool isResting() const { return !m_again.isActive(); }
    /// Everything was answered for what is shown, well or not.
    [[nodiscard]] bool isAnswered() const noexcept;

Q_SIGNALS:
    void campaignsRead();
    void boardRead();
    void drawsDue();
    void answered();

private:
    enum Answer : std::uint8_t { Campaigns, Board, kAnswers };
    void beat();
    template <typename T>
    void take(Answer what, FeedChannel* channel, const api::Answer<T>& answer, Result<T>& into,
              void (CampaignFeed::*signal)()) {
        channel->take(answer, [this, what, &into, signal](const Result<T>& result) {
            into = result;
            m_answers[what] = true;
            Q_EMIT(this->*signal)();
            Q_EMIT answered();
        });
    }

    EngineBridge& m_bridge;
    CampaignId m_campaign;
    bool m_active = false;
    bool m_answers[kAnswers] = {};
    Result<std::vector<api::CampaignRow>> m_campaigns = fail(ErrorCode::Cancelled, "not read yet");
    Result<api::CampaignBoard> m_board = fail(ErrorCode::Cancelled, "not read yet");
    FeedChannel* m_listChannel;
    FeedChannel* m_boardChannel;
    QTimer m_again;
    int m_beats = 0;
};

}  // namespace evenhand::ui

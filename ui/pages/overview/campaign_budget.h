// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of the budgets of the campaigns that were started and have not ended: in queues, in compensation and in
// flight, summed up over them.
// Thread: GUI. Reads only while active. Invariant: a sum of all of them or none.
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"

namespace evenhand::ui {

class CampaignBudget : public QObject {
    Q_OBJECT

public:
    struct Sum {
        std::int64_t left = 0;
        std::int64_t budget = 0;
        std::vector<api::CampaignRow> campaigns;  ///< newest first; none: there is nothing to be left
    };

    CampaignBudget(EngineBridge& bridge, int intervalMs, QObject* parent);

    void setActive(bool active);
    void request() { m_channel->request(); }
    /// Answered since it became active, well or not.
    [[nodiscard]] bool isAnswered() const noexcept { return m_answered; }
    /// nullopt: not known.
    [[nodiscard]] const std::optional<Sum>& sum() const noexcept { return m_sum; }

Q_SIGNALS:
    void changed();

private:
    void read();
    void readBoards(int generation, const std::vector<api::CampaignRow>& rows);
    void boardArrived(int generation, const Result<api::CampaignBoard>& board);
    void conclude(int generation, bool well);

    EngineBridge& m_bridge;
    FeedChannel* m_channel;
    std::optional<Sum> m_sum;
    Sum m_reading;
    std::size_t m_open = 0;
    bool m_failed = false;
    bool m_answered = false;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_feed.h"

#include <algorithm>
#include <utility>

namespace evenhand::ui {
namespace {

constexpr int kDrawBeats = CampaignFeed::kDrawsMs / CampaignFeed::kBoardMs;
constexpr int kIdleBeats = CampaignFeed::kIdleMs / CampaignFeed::kBoardMs;

}  // namespace

CampaignFeed::CampaignFeed(EngineBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
    auto& desk = bridge.campaigns();
    m_listChannel = new FeedChannel(
        kBoardMs,
        [this, &desk] {
            take(Campaigns, m_listChannel, desk.campaigns(m_bridge.call()), m_campaigns, &CampaignFeed::campaignsRead);
        },
        this);
    m_boardChannel = new FeedChannel(
        kBoardMs,
        [this, &desk] {
            take(Board, m_boardChannel, desk.board(m_bridge.call(), m_campaign), m_board, &CampaignFeed::boardRead);
        },
        this);
    m_again.setInterval(kBoardMs);
    connect(&m_again, &QTimer::timeout, this, &CampaignFeed::beat);
    connect(&bridge, &EngineBridge::campaignsChanged, this, &CampaignFeed::refresh);
    m_listChannel->setActive(true);  // told by events only while the page rests
    m_listChannel->request();
}

void CampaignFeed::beat() {
    ++m_beats;
    if (m_beats % kIdleBeats == 0) {
        m_listChannel->request();
    }
    if (m_campaign.empty()) {
        return;
    }
    const bool runs = m_board && (m_board->row.state == api::CampaignState::Running ||
                                  m_board->row.state == api::CampaignState::Building);
    if (runs || m_beats % kIdleBeats == 0) {
        m_boardChannel->request();
    }
    if (m_beats % (runs ? kDrawBeats : kIdleBeats) == 0) {
        Q_EMIT drawsDue();
    }
}

void CampaignFeed::setCampaign(const CampaignId& campaign) {
    if (campaign == m_campaign) {
        return;
    }
    m_campaign = campaign;
    m_board = fail(ErrorCode::Cancelled, "not read yet");
    m_answers[Board] = false;
    m_boardChannel->setActive(m_active && !campaign.empty());
    m_boardChannel->drop();
    m_boardChannel->request();
}

void CampaignFeed::setActive(bool active) {
    m_active = active;
    m_boardChannel->setActive(active && !m_campaign.empty());
    if (active) {
        std::fill(m_answers, m_answers + kAnswers, false);  // what was read before is not of now
        m_again.start();
        refresh();
    } else {
        m_again.stop();
    }
}

void CampaignFeed::refresh() {
    m_listChannel->request();
    m_boardChannel->request();
    Q_EMIT drawsDue();
}

bool CampaignFeed::isAnswered() const noexcept {
    const auto count = m_campaign.empty() ? 1 : static_cast<int>(kAnswers);
    return std::all_of(m_answers, m_answers + count, [](bool answer) { return answer; });
}

}  // namespace evenhand::ui

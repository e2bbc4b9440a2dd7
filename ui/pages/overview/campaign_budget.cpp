// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/campaign_budget.h"

#include <utility>

#include "ui/bridge/continuation.h"

namespace evenhand::ui {

CampaignBudget::CampaignBudget(EngineBridge& bridge, int intervalMs, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_channel(new FeedChannel(
          intervalMs, [this] { read(); }, this)) {
    connect(&bridge, &EngineBridge::campaignsChanged, this, &CampaignBudget::request);
}

void CampaignBudget::setActive(bool active) {
    m_channel->setActive(active);
    if (active) {
        m_answered = false;
        m_channel->request();
    }
}

void CampaignBudget::read() {
    whenReady(m_bridge.campaigns().campaigns(m_bridge.call()), this,
              [this, generation = m_channel->generation()](const Result<std::vector<api::CampaignRow>>& rows) {
                  if (generation != m_channel->generation()) {
                      return;
                  }
                  if (rows) {
                      readBoards(generation, *rows);
                  } else {
                      conclude(generation, false);
                  }
              });
}

void CampaignBudget::readBoards(int generation, const std::vector<api::CampaignRow>& rows) {
    m_reading = {};
    m_failed = false;
    for (const auto& row : rows) {
        if (row.state == api::CampaignState::Running || row.state == api::CampaignState::Paused) {
            m_reading.campaigns.push_back(row);
        }
    }
    m_open = m_reading.campaigns.size();
    if (m_open == 0) {
        conclude(generation, true);
        return;
    }
    for (const auto& row : m_reading.campaigns) {
        whenReady(m_bridge.campaigns().board(m_bridge.call(), row.id), this,
                  [this, generation](const Result<api::CampaignBoard>& board) { boardArrived(generation, board); });
    }
}

void CampaignBudget::boardArrived(int generation, const Result<api::CampaignBoard>& board) {
    if (generation != m_channel->generation()) {
        return;
    }
    if (board) {
        m_reading.left += board->queued + board->compensation + board->inFlight;
        m_reading.budget += board->row.settings.shape.budget.minor;
    } else {
        m_failed = true;
    }
    if (--m_open == 0) {
        conclude(generation, !m_failed);
    }
}

void CampaignBudget::conclude(int generation, bool well) {
    if (well ? m_channel->done(generation) : m_channel->failed(generation)) {
        m_answered = true;
        m_sum = well ? std::optional(std::exchange(m_reading, {})) : std::nullopt;
        Q_EMIT changed();
    }
}

}  // namespace evenhand::ui

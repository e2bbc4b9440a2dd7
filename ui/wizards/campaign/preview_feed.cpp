// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/preview_feed.h"

namespace evenhand::ui {

PreviewFeed::PreviewFeed(EngineBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &PreviewFeed::ask);
}

void PreviewFeed::want(const std::optional<api::CampaignShape>& shape, const std::optional<std::int64_t>& seed) {
    auto wanted = shape ? std::optional(Question(*shape, seed)) : std::nullopt;
    if (wanted == m_wanted) {
        return;
    }
    m_wanted = std::move(wanted);
    if (m_wanted && answer() == nullptr) {
        m_rest.start();
    } else {
        m_rest.stop();
    }
}

const Result<api::CampaignPreview>* PreviewFeed::answer() const {
    return m_wanted && m_answer && m_answer->first == *m_wanted ? &m_answer->second : nullptr;
}

void PreviewFeed::ask() {
    if (!m_wanted || answer() != nullptr || (m_open > 0 && m_asked == m_wanted)) {
        return;
    }
    ++m_open;
    m_asked = m_wanted;
    whenReady(m_bridge.campaigns().preview(m_bridge.call(), m_wanted->first, m_wanted->second), this,
              [this, question = *m_wanted](const Result<api::CampaignPreview>& preview) {
                  --m_open;
                  if (m_asked == question) {
                      m_answer.emplace(question, preview);
                  }
                  Q_EMIT answered();
              });
}

}  // namespace evenhand::ui

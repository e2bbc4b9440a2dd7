// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the engine what a shape would give, a moment after the last change; the answer to the newest question counts.
// Thread: GUI. Nothing is asked twice for the same shape and seed.
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <utility>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

class PreviewFeed : public QObject {
    Q_OBJECT

public:
    static constexpr int kRestMs = 150;

    PreviewFeed(EngineBridge& bridge, QObject* parent);

    /// nullopt: there is nothing to ask about.
    void want(const std::optional<api::CampaignShape>& shape, const std::optional<std::int64_t>& seed);
    /// Of what is wanted now; nullptr: not answered yet, or nothing wanted.
    [[nodiscard]] const Result<api::CampaignPreview>* answer() const;
    [[nodiscard]] bool isSettled() const { return !m_rest.isActive() && m_open == 0; }

Q_SIGNALS:
    void answered();

private:
    using Question = std::pair<api::CampaignShape, std::optional<std::int64_t>>;
    void ask();

    EngineBridge& m_bridge;
    QTimer m_rest;
    std::optional<Question> m_wanted;
    std::optional<Question> m_asked;  ///< the newest
    std::optional<std::pair<Question, Result<api::CampaignPreview>>> m_answer;
    int m_open = 0;
};

}  // namespace evenhand::ui

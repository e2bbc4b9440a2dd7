// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the simulated storefront on a thread of its own, so that it never blocks the window.
// Thread: GUI. The desks and the clock must outlive it.
#pragma once

#include <QObject>
#include <QThread>
#include <cstdint>

#include "app/storefront/storefront.h"
#include "app/workspace/workspace_core.h"
#include "engine/api/engine_api.h"

namespace evenhand::app {

/// Number of past orders that the demo begins with.
inline constexpr std::int64_t kPastOrders = 3'000;
inline constexpr int kPastHours = 10;

/// Options for opening the demo's workspace, with the secret of the demo's refund provider.
[[nodiscard]] OpenOptions demoOptions();

class Demo : public QObject {
    Q_OBJECT

public:
    Demo(api::EngineApi& engine, const Clock& clock, storefront::StorefrontOptions options, QObject* parent = nullptr);
    ~Demo() override;

    /// Fills the workspace with `orders` past orders, then goes on live.
    void start(std::int64_t orders, int hours);

Q_SIGNALS:
    void progress(qint64 done, qint64 total);
    void live();                          ///< the past orders are there and the storefront is open
    void failed(const QString& message);  ///< English

private:
    api::EngineApi& m_engine;
    const Clock& m_clock;
    const storefront::StorefrontOptions m_options;
    QThread m_thread;
    QObject* m_there;  ///< lives on m_thread and is deleted there; parent of the storefront
};

}  // namespace evenhand::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API of the console's workspace: runs app/service on a thread of its own, and remembers for each workspace
// whether it is on, its address and its files (no secrets).
// Thread: GUI; only the destructor waits, for requests that are being answered. Destroy it before the workspace.
#pragma once

#include <QThreadPool>
#include <functional>
#include <memory>

#include "app/service/http_host.h"
#include "ui/shell/preferences.h"
#include "ui/shell/service_control.h"

namespace evenhand::app {

class ConsoleService final : public ui::ServiceControl {
    Q_OBJECT

public:
    /// `person`: whose settings `settingsPath` holds, whoever signs in.
    ConsoleService(api::EngineApi& engine, const QString& settingsPath, const QString& person);
    ~ConsoleService() override;

    /// Starts it if it was on when the workspace was last open. After a failure it is tried again next time.
    api::Answer<void> resume();

    [[nodiscard]] const ui::ServiceState& state() const override { return m_state; }
    [[nodiscard]] const ui::ServiceConfig& config() const override { return m_config; }
    void remember(ui::ServiceConfig config) override;
    api::Answer<void> start(ui::ServiceConfig config) override;
    api::Answer<void> stop() override;

private:
    /// The outcome of a start.
    struct Outcome {
        std::optional<Error> error;
        QString url;  ///< where it is served now, which may be the former address; empty: it is not served
    };
    /// The running server; used on the pool's thread only.
    struct Served {
        std::unique_ptr<HttpHost> host;
        ui::ServiceConfig config;
    };

    api::Answer<void> run(std::function<Outcome()> work, std::function<void(const Outcome&)> after);
    [[nodiscard]] Outcome serveNow(const ui::ServiceConfig& config);
    void endNow();
    void set(ui::ServiceState state);
    void load();
    void keep();
    void keepOn(bool on);
    [[nodiscard]] QString key(const char* name) const;

    api::EngineApi& m_engine;
    const QString m_group;
    ui::Preferences m_preferences;
    ui::ServiceConfig m_config;
    ui::ServiceState m_state;
    std::optional<Served> m_served;
    QThreadPool m_pool;  ///< one thread, on which servers are started and stopped
};

}  // namespace evenhand::app

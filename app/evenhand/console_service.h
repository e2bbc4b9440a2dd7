// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API of the console's workspace: app/service on a thread of its own, and what is remembered of it (whether it
// is on, where, with which files; per workspace, no secrets).
// Thread: made, asked and destroyed on the GUI thread, which only ever waits in the destructor: for what is being
// answered. Destroy it before the workspace.
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
    /// `person`: the owner of `settingsPath`, whoever signs in.
    ConsoleService(api::EngineApi& engine, const QString& settingsPath, const QString& person);
    ~ConsoleService() override;

    /// Starts if it was on when the workspace was open last. A failure leaves it on for the next time.
    api::Answer<void> resume();

    [[nodiscard]] const ui::ServiceState& state() const override { return m_state; }
    [[nodiscard]] const ui::ServiceConfig& config() const override { return m_config; }
    void remember(ui::ServiceConfig config) override;
    api::Answer<void> start(ui::ServiceConfig config) override;
    api::Answer<void> stop() override;

private:
    /// What stands after a start.
    struct Outcome {
        std::optional<Error> error;
        QString url;  ///< of what is served now, also the former; empty: nothing
    };
    /// What is served; used on the pool's thread only.
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
    QThreadPool m_pool;  ///< one thread for ever: hosts are started and stopped on it
};

}  // namespace evenhand::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Switches the HTTP API of the open workspace on and off. The program behind the console implements it; tests have
// their own. It belongs to the workspace, whoever is signed in.
// Thread: GUI; no function waits. Answers come when the new state is reached.
#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/api/call.h"

namespace evenhand::ui {

/// How the API is served.
struct ServiceConfig {
    std::string address = "127.0.0.1";  ///< a number, not a name
    std::uint16_t port = 8480;          ///< 0: any free one
    std::string certificateFile;        ///< PEM; empty: no TLS. Needs the key as well
    std::string keyFile;                ///< PEM
    std::int64_t perSecond = 0;         ///< requests of a token without a rate of its own; 0: no limit
    bool operator==(const ServiceConfig&) const = default;

    [[nodiscard]] bool isEncrypted() const noexcept { return !certificateFile.empty(); }
    /// True if only this computer can connect.
    [[nodiscard]] bool isLoopback() const noexcept { return address == "::1" || address.starts_with("127."); }
};

struct ServiceState {
    enum class Kind : std::uint8_t { Off, Starting, Serving, Stopping, Failed };
    Kind kind = Kind::Off;
    QString url;                 ///< Serving: "http://127.0.0.1:8480"
    std::optional<Error> error;  ///< Failed: why nothing is served

    [[nodiscard]] bool isBusy() const noexcept { return kind == Kind::Starting || kind == Kind::Stopping; }
};

class ServiceControl : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] virtual const ServiceState& state() const = 0;
    /// How it is served, or would be when it is started.
    [[nodiscard]] virtual const ServiceConfig& config() const = 0;
    /// Sets the configuration of the next start, also when the workspace is opened again. Only while it is not served.
    virtual void remember(ServiceConfig config) = 0;
    /// Serves with this configuration, and again whenever the workspace is opened. If this fails, a running API goes on
    /// as before. Errors: Busy; InvalidArgument (address, certificate, key); Storage (address: the port is taken).
    virtual api::Answer<void> start(ServiceConfig config) = 0;
    /// Stops it, also for the next time the workspace is opened. Requests that are being handled are answered first.
    /// Error: Busy.
    virtual api::Answer<void> stop() = 0;

Q_SIGNALS:
    /// State or configuration has changed.
    void changed();
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API of the open workspace, hosted by the program behind the console: on and off, and what became of it. It
// belongs to the workspace, not to who is signed in. A constructor argument of the window; tests have their own.
// Thread: GUI; nothing here waits. Answers come when the state stands.
#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/api/call.h"

namespace evenhand::ui {

/// How it is to be served.
struct ServiceConfig {
    std::string address = "127.0.0.1";  ///< as a number
    std::uint16_t port = 8480;          ///< 0: any free one
    std::string certificateFile;        ///< PEM; empty: no TLS. Goes together with the key
    std::string keyFile;                ///< PEM
    std::int64_t perSecond = 0;         ///< requests, of a token that has no rate of its own; 0: without a limit
    bool operator==(const ServiceConfig&) const = default;

    [[nodiscard]] bool isEncrypted() const noexcept { return !certificateFile.empty(); }
    /// Nobody but this computer can connect.
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
    /// As it is served, or would be.
    [[nodiscard]] virtual const ServiceConfig& config() const = 0;
    /// For the next start; also of the next time that the workspace is opened. Only while nothing is served.
    virtual void remember(ServiceConfig config) = 0;
    /// Serves so, from now on whenever the workspace is opened. What is served already goes on as it was if this fails.
    /// Busy; InvalidArgument (address, certificate, key); Storage (address: the port is taken).
    virtual api::Answer<void> start(ServiceConfig config) = 0;
    /// Also not at the next opening. What is being answered is answered first. Busy.
    virtual api::Answer<void> stop() = 0;

Q_SIGNALS:
    /// State or config differ.
    void changed();
};

}  // namespace evenhand::ui

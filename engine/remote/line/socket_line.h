// SPDX-License-Identifier: GPL-3.0-or-later
// A WebSocket to a service: text messages in both directions, until one end closes it or nothing has come for
// wire::kDeadLineMs. Encrypted by TLS but where the address is this machine's and does not ask for it. The certificate
// is good where the authorities say so and it names the host, or where it is the one that somebody has accepted before.
// Thread: that of the io_context.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/remote/line/service_address.h"
#include "engine/wire/protocol.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace evenhand::remote {

/// How a service is known to be the one that is meant.
struct ServiceTrust {
    std::string authorityFile;  ///< PEM; empty: the system's authorities
    std::string fingerprint;    ///< SHA-256 of a certificate that was accepted, 64 hexadecimal digits; empty: none
};

/// The field of an error: the service is there and waits until another one has ended.
inline constexpr std::string_view kStandby = "standby";

class SocketLine {
public:
    struct Listener {
        std::function<void()> opened;
        std::function<void(std::string)> received;
        /// Once, whether it was open or not: Unreachable (service; standby: it waits until another one ends). The
        /// reason is for people. AddressRefused (fingerprint, its value): the certificate is not trusted.
        std::function<void(Error)> closed;
    };
    virtual ~SocketLine() = default;
    virtual void send(std::string message) = 0;
    /// closed() comes afterwards.
    virtual void close() = 0;

    /// Connects; the listener hears of it, never inside this call. `deadMs`: after so long without a word of the
    /// service the line is dead.
    [[nodiscard]] static std::shared_ptr<SocketLine> connect(boost::asio::io_context& io, const ServiceAddress& address,
                                                             const ServiceTrust& trust, Listener listener,
                                                             std::int64_t deadMs = wire::kDeadLineMs);
};

}  // namespace evenhand::remote

// SPDX-License-Identifier: GPL-3.0-or-later
// Looking up the addresses of a host's name beside an io_context that must not wait for it. Nothing can end the
// system's look-up before its time: where no name server answers it takes half a minute, and asio's resolver waits for
// that when it is destroyed. So each look-up has a thread that nobody waits for, and what it finds for somebody who has
// given up is thrown away. Whoever gives up sooner than the system does would pile these threads up, so there are
// kMaxLookUps at most in a process. Thread: HostLookUp that of the io_context, but for its own; the rest from any.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace evenhand::look_up {

/// The addresses of a host's name, as numbers ("192.0.2.1", "fe80::1%eth0"), or why there are none.
using HostAddresses = tl::expected<std::vector<std::string>, std::string>;
/// Answers them; may take as long as it likes. It is asked on a thread that outlives whoever asks where that ends
/// first, so it must own what it uses.
using LookUp = std::function<HostAddresses(const std::string& host)>;
/// As the system does it.
[[nodiscard]] HostAddresses systemLookUp(const std::string& host);
/// Whether it is an address as a number already, which needs no look-up.
[[nodiscard]] bool isNumber(const std::string& host);

/// One look-up under way.
class HostLookUp {
public:
    static constexpr int kMaxLookUps = 64;
    using Tell = std::function<void(const HostAddresses&)>;

    /// `tell` is called by `io`, once, unless this is destroyed before. It gives `io` no work: whoever runs that keeps
    /// it running. nullptr: as many are under way as may be.
    [[nodiscard]] static std::unique_ptr<HostLookUp> begin(boost::asio::io_context& io, const LookUp& lookUp,
                                                           const std::string& host, Tell tell);
    /// What is found from here on is told to nobody.
    ~HostLookUp();
    HostLookUp(const HostLookUp&) = delete;
    HostLookUp& operator=(const HostLookUp&) = delete;

private:
    class Pending;
    explicit HostLookUp(std::shared_ptr<Pending> pending) noexcept : m_pending(std::move(pending)) {}
    const std::shared_ptr<Pending> m_pending;
};

}  // namespace evenhand::look_up

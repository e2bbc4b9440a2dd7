// SPDX-License-Identifier: GPL-3.0-or-later
// One HTTP/1.1 request and its answer on a connection of its own: bounded in time and size, never repeated, never
// redirected, without cookies, caches or proxies. It knows for certain whether anything of the request can have left.
//
// Thread: exchange() blocks the calling thread and needs no event loop of it; interrupt() may come from any thread.
// A name is looked up on a thread of its own, which nobody waits for (see HostLookUp).
#pragma once

#include <QByteArray>
#include <QUrl>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "engine/base/ip_address.h"
#include "engine/look_up/host_look_up.h"

namespace evenhand::outward {

struct HttpRequest {
    QByteArray method;  ///< "POST", "GET"
    QUrl url;           ///< http or https, with a host
    std::vector<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body;
    std::int64_t timeoutMs = 10'000;  ///< for all of it: looking up, connecting, sending, receiving
    /// Asked of every address that the name server answers, before any of them is connected to: why not, or empty.
    /// Then the connection goes to one of these addresses, and to none that is looked up later.
    std::function<std::string(const IpAddress&)> refuses = {};
};
struct HttpAnswer {
    int status = 0;  ///< 200 … 599
    std::string body;
    std::string retryAfter;  ///< the header as it came; empty: none
};
struct HttpFailure {
    bool mayHaveLeft = false;  ///< false: certainly nothing of the request was sent
    std::string message;
    int status = 0;  ///< that had arrived, though the rest of the answer had not; 0: none
};

using look_up::HostAddresses;
using look_up::LookUp;
using look_up::systemLookUp;

class HttpExchange {
public:
    static constexpr std::uint64_t kMaxBodyBytes = 64UL * 1024;  ///< of an answer
    static constexpr std::uint32_t kMaxHeaderBytes = 16 * 1024;  ///< likewise

    explicit HttpExchange(LookUp lookUp = systemLookUp);
    ~HttpExchange();
    HttpExchange(const HttpExchange&) = delete;
    HttpExchange& operator=(const HttpExchange&) = delete;

    /// One after the other.
    [[nodiscard]] tl::expected<HttpAnswer, HttpFailure> exchange(const HttpRequest& request);
    /// What is under way fails at once, and so does everything after it.
    void interrupt() noexcept;

private:
    struct Trust;  ///< whom https believes: the system's certificates
    [[nodiscard]] Trust& trusting(boost::asio::io_context& io);

    const LookUp m_lookUp;
    std::unique_ptr<Trust> m_trust;  ///< nullptr: not read

    std::mutex m_mutex;  ///< of what is below
    bool m_interrupted = false;
    boost::asio::io_context* m_io = nullptr;  ///< while an exchange is under way
};

}  // namespace evenhand::outward

// SPDX-License-Identifier: GPL-3.0-or-later
// One HTTP/1.1 request and its answer on a connection of its own: bounded in time and size, never repeated, never
// redirected, without cookies, caches or proxies. It knows for certain whether anything of the request can have left.
//
// Thread: exchange() blocks the calling thread, in an event loop of its own; interrupt() may come from any thread.
#pragma once

#include <QByteArray>
#include <QUrl>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

class QEventLoop;
class QHostAddress;

namespace evenhand::outward {

struct HttpRequest {
    QByteArray method;  ///< "POST", "GET"
    QUrl url;           ///< http or https, with a host
    std::vector<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body;
    std::int64_t timeoutMs = 10'000;  ///< for all of it: connecting, sending, receiving
    /// Asked of every address that the name server answers, before any of them is connected to: why not, or empty.
    /// Then the connection goes to such an address, and to none that is looked up later.
    std::function<std::string(const QHostAddress&)> refuses = {};
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

class HttpExchange {
public:
    static constexpr std::uint64_t kMaxBodyBytes = 64 * 1024;    ///< of an answer
    static constexpr std::uint32_t kMaxHeaderBytes = 16 * 1024;  ///< likewise

    [[nodiscard]] tl::expected<HttpAnswer, HttpFailure> exchange(const HttpRequest& request);
    /// What is under way fails at once, and so does everything after it.
    void interrupt() noexcept;

private:
    std::mutex m_mutex;
    bool m_interrupted = false;
    QEventLoop* m_loop = nullptr;  ///< while an exchange is under way
};

}  // namespace evenhand::outward

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/look_up/host_look_up.h"

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace evenhand::look_up {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// One of HostLookUp::kMaxLookUps, free again when the last who has it is gone.
class LookUpPlace {
public:
    /// nullptr: all are taken.
    static std::shared_ptr<LookUpPlace> take() {
        auto place = std::shared_ptr<LookUpPlace>(new LookUpPlace);
        return place->m_number < HostLookUp::kMaxLookUps ? place : nullptr;
    }
    ~LookUpPlace() { --taken; }
    LookUpPlace(const LookUpPlace&) = delete;
    LookUpPlace& operator=(const LookUpPlace&) = delete;

private:
    LookUpPlace() : m_number(taken++) {}
    static inline std::atomic<int> taken{0};
    const int m_number;  ///< how many were taken before
};

HostAddresses ask(const LookUp& lookUp, const std::string& host) {
    try {
        return lookUp(host);
    } catch (const std::exception& problem) {
        return tl::unexpected(std::string(problem.what()));
    }
}

}  // namespace

/// What whoever asks shares with the thread that looks up.
class HostLookUp::Pending : public std::enable_shared_from_this<HostLookUp::Pending> {
public:
    Pending(asio::io_context& io, Tell tell) : m_tell(std::move(tell)), m_io(&io) {}

    /// From the thread of the look-up.
    void answer(HostAddresses found) {
        const std::scoped_lock lock(m_mutex);
        if (m_io != nullptr) {
            asio::post(*m_io, [self = shared_from_this(), answer = std::move(found)] {
                if (self->isWanted()) {
                    self->m_tell(answer);
                }
            });
        }
    }
    void abandon() {
        const std::scoped_lock lock(m_mutex);
        m_io = nullptr;
    }

private:
    bool isWanted() {
        const std::scoped_lock lock(m_mutex);
        return m_io != nullptr;
    }
    const Tell m_tell;
    std::mutex m_mutex;  ///< held while the answer is posted, so that the io_context does not end meanwhile
    asio::io_context* m_io;
};

std::unique_ptr<HostLookUp> HostLookUp::begin(asio::io_context& io, const LookUp& lookUp, const std::string& host,
                                              Tell tell) {
    auto place = LookUpPlace::take();
    if (place == nullptr) {
        return nullptr;
    }
    auto pending = std::make_shared<Pending>(io, std::move(tell));
    std::thread([pending, lookUp, host, place = std::move(place)] { pending->answer(ask(lookUp, host)); }).detach();
    return std::unique_ptr<HostLookUp>(new HostLookUp(std::move(pending)));
}

HostLookUp::~HostLookUp() { m_pending->abandon(); }

HostAddresses systemLookUp(const std::string& host) {
    asio::io_context io;
    tcp::resolver resolver(io);
    error_code error;
    const auto found = resolver.resolve(host, {}, tcp::resolver::address_configured, error);
    if (error) {
        return tl::unexpected(error.message());
    }
    std::vector<std::string> addresses;
    for (const auto& entry : found) {
        addresses.push_back(entry.endpoint().address().to_string());
    }
    return addresses;
}

bool isNumber(const std::string& host) {
    error_code isName;
    (void)asio::ip::make_address(host, isName);
    return !isName;
}

}  // namespace evenhand::look_up

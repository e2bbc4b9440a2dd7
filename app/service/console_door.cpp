// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/service/console_door.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/service/socket_owner.h"
#include "app/service/system_random.h"
#include "engine/ingest/http/message.h"

namespace evenhand::app {
namespace {

/// The address of the client, which people see and by which failed attempts to sign in are counted. Behind a proxy on
/// this machine it is the one that the proxy names, because all clients have the proxy's own. It can be forged only on
/// this machine.
std::string senderOf(const ingest::Request& request, bool isOfThisMachine) {
    if (const auto passed = request.header("x-forwarded-for"); passed && isOfThisMachine) {
        std::string_view last = *passed;
        last.remove_prefix(last.rfind(',') + 1);  // if there is no comma: npos + 1 is 0
        last.remove_prefix(std::min(last.find_first_not_of(' '), last.size()));
        boost::system::error_code failed;
        (void)boost::asio::ip::make_address(std::string(last), failed);
        if (!failed) {
            return std::string(last);
        }
    }
    return request.peer;
}

}  // namespace

ConsoleDoor::ConsoleDoor(api::EngineApi& engine, const Clock& clock, api::Actor owner, std::string filesFolder,
                         bool isEncrypted)
    : m_owner(std::move(owner)),
      m_isEncrypted(isEncrypted),
      m_hub(engine, clock, systemRandom, std::move(filesFolder)) {}

std::shared_ptr<ingest::FrameListener> ConsoleDoor::enter(const ingest::Request& request) {
    boost::system::error_code failed;
    const auto peer = boost::asio::ip::make_address(request.peer, failed);
    if (!m_isEncrypted && (failed || !peer.is_loopback())) {
        return nullptr;
    }
    // A proxy under the same account passes on requests of other people, so headers that only proxies send rule the
    // owner out.
    constexpr std::string_view kOfProxies[] = {"forwarded", "via", "x-forwarded-for", "x-real-ip"};
    const bool isPassedOn = std::any_of(std::begin(kOfProxies), std::end(kOfProxies),
                                        [&](std::string_view name) { return request.header(name).has_value(); });
    const auto account = socketOwner({request.peer, request.peerPort}, {request.localAddress, request.localPort});
    const bool isOwner = !isPassedOn && account && *account == ::geteuid();
    return m_hub.accept(senderOf(request, !failed && peer.is_loopback()),
                        isOwner ? std::optional(m_owner) : std::nullopt);
}

}  // namespace evenhand::app

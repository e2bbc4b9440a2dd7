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
    // What a proxy of the same account passes on is somebody else's.
    constexpr std::string_view kOfProxies[] = {"forwarded", "via", "x-forwarded-for", "x-real-ip"};
    const bool isPassedOn = std::any_of(std::begin(kOfProxies), std::end(kOfProxies),
                                        [&](std::string_view name) { return request.header(name).has_value(); });
    const auto account = socketOwner({request.peer, request.peerPort}, {request.localAddress, request.localPort});
    const bool isOwner = !isPassedOn && account && *account == ::geteuid();
    return m_hub.accept(request.peer, isOwner ? std::optional(m_owner) : std::nullopt);
}

}  // namespace evenhand::app

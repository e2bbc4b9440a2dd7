// SPDX-License-Identifier: GPL-3.0-or-later
// What a service says by itself and in answers, read: the form stands in engine/wire/protocol.h.
// Thread: pure.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/wire/values/value.h"

namespace evenhand::remote {

struct ServiceHello {
    std::string program;                 ///< the service's version
    bool isOurs = false;                 ///< it speaks the same protocol; else nothing more of it is read
    std::optional<std::string> actor{};  ///< who the other end takes this one for; nullopt: somebody signs in
    api::Permissions permissions = 0;    ///< the actor's
    Instant now{};                       ///< 0: it does not say
};
/// Internal, InvalidArgument (the member): it is not understood.
[[nodiscard]] Result<ServiceHello> readHello(const boost::json::value& hello);

struct GrantNews {
    api::Permissions permissions = 0;
    bool ended = false;
};
/// nullopt: it is not understood.
[[nodiscard]] std::optional<GrantNews> readGrant(const boost::json::object& grant);

/// Internal (events), InvalidArgument (the member).
[[nodiscard]] Result<std::vector<api::Event>> readEvents(const boost::json::value& events);

/// Of a message with an answer.
template <typename T>
[[nodiscard]] Result<T> resultOf(boost::json::object message) {
    message.erase("id");
    Result<T> result = fail(ErrorCode::Internal, "no answer");
    wire::Reading in;
    wire::read(boost::json::value(std::move(message)), result, in);
    return in.ok() ? std::move(result) : fail(in.fault());
}

}  // namespace evenhand::remote

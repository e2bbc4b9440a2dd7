// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/service_messages.h"

#include "engine/wire/protocol.h"

namespace evenhand::remote {

Result<ServiceHello> readHello(const boost::json::value& hello) {
    const auto* object = hello.if_object();
    wire::Reading in;
    ServiceHello read;
    std::string protocol;
    if (object != nullptr) {
        if (const auto* found = wire::readMember(*object, "program", in)) {
            wire::read(*found, read.program, in);
        }
        if (const auto* found = wire::readMember(*object, "protocol", in)) {
            wire::read(*found, protocol, in);
        }
    }
    if (object == nullptr || !in.ok()) {
        return fail(ErrorCode::Internal, "is not understood", "hello");
    }
    read.isOurs = protocol == wire::protocolHash();
    if (!read.isOurs) {
        return read;
    }
    if (const auto* found = object->if_contains("actor")) {
        wire::read(*found, read.actor, in);
    }
    if (const auto* found = read.actor ? wire::readMember(*object, "permissions", in) : nullptr) {
        wire::read(*found, read.permissions, in);
    }
    if (const auto* found = object->if_contains("now")) {
        wire::read(*found, read.now, in);
    }
    return in.ok() ? Result<ServiceHello>(std::move(read)) : fail(in.fault());
}

std::optional<GrantNews> readGrant(const boost::json::object& grant) {
    wire::Reading in;
    GrantNews news;
    const auto* bits = wire::readMember(grant, "permissions", in);
    const auto* end = wire::readMember(grant, "ended", in);
    if (bits != nullptr && end != nullptr) {
        wire::read(*bits, news.permissions, in);
        wire::read(*end, news.ended, in);
    }
    return in.ok() ? std::optional(news) : std::nullopt;
}

Result<std::vector<api::Event>> readEvents(const boost::json::value& events) {
    const auto* list = events.if_array();
    if (list == nullptr) {
        return fail(ErrorCode::Internal, "must be a list", "events");
    }
    std::vector<api::Event> told;
    for (const auto& each : *list) {
        EVENHAND_ASSIGN(auto event, wire::readEvent(each));
        told.push_back(std::move(event));
    }
    return told;
}

}  // namespace evenhand::remote

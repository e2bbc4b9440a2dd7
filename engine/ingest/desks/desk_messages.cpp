// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/desk_messages.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/ids.h"
#include "engine/wire/protocol.h"
#include "engine/wire/values/value.h"

namespace evenhand::ingest {
namespace {

constexpr std::size_t kMaxProgram = 64;  ///< characters of a version

/// The member of this name.
template <typename T>
Result<T> memberOf(const boost::json::object& object, std::string_view name) {
    wire::Reading in;
    T into{};
    if (const auto* found = wire::readMember(object, name, in)) {
        in.enter(name);
        wire::read(*found, into, in);
        in.leave();
    }
    return in.ok() ? Result<T>(std::move(into)) : fail(in.fault());
}

template <typename T>
Result<T> optionalMember(const boost::json::object& object, std::string_view name) {
    return object.contains(name) ? memberOf<T>(object, name) : Result<T>(T{});
}

/// Without folders, which are nobody's business here.
std::string fileName(const std::string& path) {
    return beginningOf(path.substr(path.find_last_of("/\\") + 1), wire::kMaxFileName);
}

}  // namespace

std::string beginningOf(std::string text, std::size_t bytes) {
    if (text.size() > bytes) {
        text.resize(bytes);
        while (base::utf8Length(text) < 0) {
            text.pop_back();
        }
    }
    return text;
}

Result<std::int64_t> idIn(const boost::json::object& message, std::string_view member) {
    return memberOf<std::int64_t>(message, member);
}

Result<ConsoleHello> readHello(const boost::json::value& hello) {
    const auto* object = hello.if_object();
    if (object == nullptr) {
        return fail(ErrorCode::InvalidArgument, "must be an object", "hello");
    }
    ConsoleHello read;
    EVENHAND_ASSIGN(read.protocol, memberOf<std::string>(*object, "protocol"));
    EVENHAND_ASSIGN(read.program, memberOf<std::string>(*object, "program"));
    EVENHAND_ASSIGN(read.via, memberOf<api::Via>(*object, "via"));
    if (read.via != api::Via::Console && read.via != api::Via::CommandLine) {
        return fail(ErrorCode::InvalidArgument, "must be Console or CommandLine", "via");
    }
    EVENHAND_TRY(base::validateText(read.program, "program", kMaxProgram));
    return read;
}

Result<AskedCall> readCall(const boost::json::object& message) {
    AskedCall read;
    EVENHAND_ASSIGN(read.name, memberOf<std::string>(message, "call"));
    EVENHAND_ASSIGN(read.reason, optionalMember<std::string>(message, "reason"));
    EVENHAND_ASSIGN(read.key, optionalMember<std::string>(message, "key"));
    EVENHAND_ASSIGN(read.bulk, optionalMember<bool>(message, "bulk"));
    EVENHAND_ASSIGN(const auto file, optionalMember<std::string>(message, "file"));
    static constexpr std::array<std::string_view, 7> kMembers{"id",  "call", "arguments", "reason",
                                                              "key", "bulk", "file"};
    for (const auto& member : message) {
        if (std::find(kMembers.begin(), kMembers.end(), std::string_view(member.key())) == kMembers.end()) {
            return fail(ErrorCode::InvalidArgument, "is not known", member.key());
        }
    }
    const auto* arguments = message.if_contains("arguments");
    if (arguments == nullptr || !arguments->is_object()) {
        return fail(ErrorCode::InvalidArgument, "must be an object", "arguments");
    }
    if (read.key.size() > AskedCall::kMaxKey) {
        return fail(ErrorCode::InvalidArgument, "has at most 64 characters", "key",
                    beginningOf(read.key, AskedCall::kMaxKey));
    }
    read.file = fileName(file);
    read.arguments = &arguments->get_object();
    return read;
}

}  // namespace evenhand::ingest

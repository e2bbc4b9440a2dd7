// SPDX-License-Identifier: GPL-3.0-or-later
// What a console says to the service, read: the form stands in engine/wire/protocol.h. A fault is one of the whole
// message, and ends the line: InvalidArgument names the member.
// Thread: pure.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/api/actor.h"
#include "engine/base/result.h"

namespace evenhand::ingest {

/// At most `bytes` of a text, no half of a character at its end.
[[nodiscard]] std::string beginningOf(std::string text, std::size_t bytes);

[[nodiscard]] Result<std::int64_t> idIn(const boost::json::object& message, std::string_view member);

struct ConsoleHello {
    std::string protocol;
    std::string program;  ///< the other end's version
    api::Via via = api::Via::Console;
};
[[nodiscard]] Result<ConsoleHello> readHello(const boost::json::value& hello);

struct AskedCall {
    static constexpr std::size_t kMaxKey = 64;  ///< bytes
    std::string name;
    std::string reason;
    std::string key;  ///< empty: none
    bool bulk = false;
    std::string file;                                ///< its name at the other end, without folders; empty: none
    const boost::json::object* arguments = nullptr;  ///< the message's
};
/// `message` outlives what is read.
[[nodiscard]] Result<AskedCall> readCall(const boost::json::object& message);

}  // namespace evenhand::ingest

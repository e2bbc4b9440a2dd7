// SPDX-License-Identifier: GPL-3.0-or-later
// How consoles and command lines speak with the service: JSON objects as text messages of a WebSocket at kConsolePath.
//
// The client begins with hello, the service answers with its own. If the protocols differ, either end closes the line
// after hello, which says the program's version:
//   → {"hello": {"program": "0.2.0", "protocol": "9f…", "via": "Console"}}
//   ← {"hello": {"program": "0.3.0", "protocol": "9f…", "now": 1764500000000, "actor": null}}
// `actor` and `permissions` are set if the workspace has no people and the client belongs to its owner. Otherwise the
// client signs in, or resumes the session that it had before its line was cut:
//   → {"id": 1, "signIn": {"login": "ann", "password": "…"}}      → {"id": 1, "resume": "TOKEN"}
//   ← {"id": 1, "value": {"name": "ann", "permissions": 3, "person": {…}, …, "token": "TOKEN"}}
// Calls of the table (calls.h): several at the same time, answered in any order. Each call that changes something has a
// `key`:
//   → {"id": 2, "call": "orders.place", "arguments": {…}, "reason": "", "key": "K"}
//   ← {"id": 2, "progress": [4000]}     ← {"id": 2, "value": …}  or  {"id": 2, "problem": {"code": "NotFound", …}}
//   → {"cancel": 2}
// A call that is one of very many, such as a row of an import, has `"bulk": true` (api::Call::bulk). A file that is
// saved comes in pieces before the answer; `file` is its name on the client's side, for the audit log:
//   → {"id": 3, "call": "orders.exportCsv", "arguments": {…}, "reason": "", "file": "orders.csv"}
//   ← {"id": 3, "bytes": "BASE64"}     ← {"id": 3, "value": 12}
// Sent before the first answer that lets somebody in:  ← {"workspace": {…}}  ← {"status": {…}} Sent unasked: what was
// committed, the state of the engine, and what the person may do from now on:
//   ← {"events": […]}     ← {"status": {…}}     ← {"grant": {"permissions": 1, "ended": false}}
// Thread: constants; pure functions.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/engine_api.h"

namespace evenhand::wire {

inline constexpr std::string_view kConsolePath = "/v1/console";
/// Subprotocol in the WebSocket handshake.
inline constexpr std::string_view kSubprotocol = "evenhand.desk.1";
inline constexpr std::size_t kMaxRequest = std::size_t{1} << 20;  ///< bytes of a message to the service
inline constexpr std::size_t kMaxAnswer = std::size_t{64} << 20;  ///< bytes of a message from it
inline constexpr std::size_t kMaxFileName = 255;                  ///< bytes
inline constexpr std::size_t kMaxOpenCalls = 256;                 ///< calls without an answer, of one line
inline constexpr std::int64_t kPingMs = 5'000;
inline constexpr std::int64_t kDeadLineMs = 15'000;  ///< a line on which nothing has come for this long is dead
inline constexpr std::int64_t kEventsMs = 100;       ///< at least this long between two messages with events
inline constexpr std::int64_t kStatusMs = 250;
inline constexpr std::size_t kFilePiece = std::size_t{256} << 10;  ///< bytes

/// What a signed-in client gets in place of SignedIn, because the grant stays at the service.
struct SessionGrant {
    std::string name;
    std::uint32_t permissions = 0;
    api::PersonRow person;
    std::optional<Instant> lastSignIn;
    std::int64_t failuresSince = 0;
    std::string token;
};

/// The messages, the table with what each call takes, tells and gives, and every type in them: the protocol's document,
/// as "evenhandctl protocol" prints it. What it does not say stands in resources/guides/protocol.md.
[[nodiscard]] const std::string& protocolText();
/// Hash of that text, 32 hexadecimal digits: two programs with different hashes have different protocols.
[[nodiscard]] const std::string& protocolHash();

/// Leaves out members with the value 0, false, "" or null, because a busy shop has hundreds of events a second.
[[nodiscard]] boost::json::object writeEvent(const api::Event& event);
/// Error: InvalidArgument names the member.
[[nodiscard]] Result<api::Event> readEvent(const boost::json::value& value);

}  // namespace evenhand::wire

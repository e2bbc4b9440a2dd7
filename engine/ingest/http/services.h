// SPDX-License-Identifier: GPL-3.0-or-later
// What handlers work with, and the seams of the server: who a token is, when the loop's turn ends.
// Thread: see each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/api/engine_api.h"
#include "engine/api/token_scope.h"
#include "engine/base/clock.h"

namespace evenhand::ingest {

/// The server's loop. post(): any thread; `fn` runs on the server's thread after all that is ready there now. A handler
/// that gathers requests posts its flush with the first of them, so that one call to a desk serves a whole turn.
class Loop {
public:
    virtual ~Loop() = default;
    virtual void post(std::function<void()> fn) = 0;
};

/// Who holds a token, and how much it may ask.
struct TokenHolder {
    std::int64_t token = 0;  ///< row id
    api::Actor actor;        ///< "token:<name>", permissions of the scopes, Via::Http, ended when revoked
    api::TokenScopes scopes = 0;
    std::int64_t perSecond = 0;  ///< requests in the long run; 0: without a limit
    std::int64_t burst = 0;      ///< at once
};

/// Thread: the server's.
class Authenticator {
public:
    virtual ~Authenticator() = default;
    /// `secret`: what stands after "Bearer ", any bytes. From memory, at once. SignInRefused: unknown or revoked;
    /// which is not said.
    [[nodiscard]] virtual Result<TokenHolder> holderOf(std::string_view secret) = 0;
};

/// Takes a line of the access log, without its end.
using AccessSink = std::function<void(std::string_view line)>;

struct HttpFigures;
class RefusalSink;
class FrameListener;
struct Request;

/// Where consoles come in. Thread: the server's.
class ConsoleDoor {
public:
    virtual ~ConsoleDoor() = default;
    /// nullptr: not from there without TLS.
    [[nodiscard]] virtual std::shared_ptr<FrameListener> enter(const Request& request) = 0;
    /// A few times a second.
    virtual void tick() = 0;
};

struct Services {
    api::EngineApi* engine = nullptr;
    const Clock* clock = nullptr;
    Authenticator* authenticator = nullptr;
    RefusalSink* refusals = nullptr;  ///< nullptr: nobody wants to know
    ConsoleDoor* consoles = nullptr;  ///< nullptr: none are served
    /// Names the histories that live events are read from: another one after a restore, which goes back in them.
    std::string feedId{};
    /// Set: another service runs the workspace; what this one says of it. It answers /healthz only, all else by 503
    /// (standing_by). Thread: the server's.
    std::function<std::string()> standingBy{};
    Loop* loop = nullptr;                  ///< set by the server
    const HttpFigures* figures = nullptr;  ///< set by the server
};

}  // namespace evenhand::ingest

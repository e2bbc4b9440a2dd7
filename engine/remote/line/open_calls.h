// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of a line that have no answer yet. A cut does not end them: what was on its way is sent again on the next line,
// a command under its key, so that it has its effect once. Each ends with its answer, or is given up: where the service
// may have done it with OutcomeUnknown, else with Unreachable.
//
// Thread: the line's.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/api/actor.h"
#include "engine/base/result.h"
#include "engine/remote/line/call_window.h"
#include "engine/remote/line/line_call.h"

namespace evenhand::remote {

/// What is asked while there is no line is answered so at once.
[[nodiscard]] Error serviceUnreachable();
/// A refusal that looks at who asks, or at how the engine is, before it looks for what was kept. `message`: an answer.
[[nodiscard]] bool saysNothingOfBefore(const boost::json::object& message);

class OpenCalls {
public:
    /// Sends a text on the line, which is there.
    using Send = std::function<void(const std::string&)>;
    /// So long after a cut a call waits for the next line.
    explicit OpenCalls(std::int64_t patienceMs) : m_patienceMs(patienceMs) {}

    /// For a question of the line itself, which is none of these calls.
    [[nodiscard]] std::int64_t nextId() noexcept { return m_nextId++; }
    /// A call of the table, for whoever has this grant; `key` goes with a command. Without `send` it waits for the next
    /// line, from `nowMs` on. InvalidArgument to the caller where it is too much for one message.
    void ask(LineCall call, const std::string& key, std::shared_ptr<const api::Grant> grant, const Send& send,
             std::int64_t nowMs);
    /// Any other message with an answer.
    void say(LineCall call, const boost::json::object& message, std::shared_ptr<const api::Grant> grant,
             const Send& send);
    /// The message with this id: an answer, progress, or bytes of a file. One of a call that was given up is nothing.
    /// What has waited for its place in the window is sent.
    void answered(std::int64_t id, const boost::json::object& message, const Send& send);

    /// The line was cut: what must not be sent twice is given up, all else waits.
    void lineLost(std::int64_t nowMs);
    /// There is a line again, and whoever has this grant may ask: sends what waits, but gives up calls of others, and
    /// those that have ended too many lines.
    void lineReady(const std::shared_ptr<const api::Grant>& grant, const Send& send);
    /// Gives up what has waited too long, and cancels what nobody waits for any more. Several times a second.
    void sweep(std::int64_t nowMs, const Send& send);
    /// Each of them, for one reason.
    void giveUpAll(const Error& why);
    /// There will be no line any more: the outcome of commands that were sent is unknown, all else has this reason.
    void endAll(const Error& why);
    /// One that is not among them.
    static void giveUp(const LineCall& call, const Error& why);

private:
    struct Open {
        LineCall call;
        std::string text;  ///< as it is sent, again where it must be
        bool sent = false;
        int lines = 0;                              ///< on how many it was sent
        std::shared_ptr<const api::Grant> grant{};  ///< of who was signed in when it was asked
        bool canceled = false;
        std::int64_t sinceMs = 0;  ///< without a line; 0: it has one
    };

    std::int64_t enqueue(LineCall call, const boost::json::object& message, std::shared_ptr<const api::Grant> grant);
    void send(std::int64_t id, const Send& send);
    void sendInTurn(std::int64_t id, const Send& send);
    void sendWaiting(const Send& send);
    [[nodiscard]] Open taken(std::int64_t id);

    const std::int64_t m_patienceMs;
    std::int64_t m_nextId = 1;
    std::map<std::int64_t, Open> m_open;
    CallWindow m_window;  ///< of them, those that are with the service
};

}  // namespace evenhand::remote

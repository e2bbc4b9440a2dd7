// SPDX-License-Identifier: GPL-3.0-or-later
// The line of one session: what the service says on it, and the calls that have no answer yet. The answer of an export
// comes behind the bytes of its file, which leave piece by piece.
// Thread: the server's; what calls answer, from any, is passed on to it.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "engine/api/engine_api.h"
#include "engine/base/result.h"
#include "engine/ingest/desks/served_call.h"
#include "engine/ingest/http/upgrade.h"

namespace evenhand::ingest {

class PieceReader;

class SessionLine final : public std::enable_shared_from_this<SessionLine> {
public:
    void opened(std::shared_ptr<FrameLine> line);
    /// Cancels what is under way. Nothing is said any more.
    void closed();

    void send(const boost::json::object& message);
    /// As it is.
    void send(std::shared_ptr<const std::string> text);
    void ping();
    /// Closes it with a reason for people, after what waits was sent.
    void endWith(std::string reason);
    /// For whoever hands something over from another thread, by FrameLine::post(). nullptr: it is not open.
    [[nodiscard]] const std::shared_ptr<FrameLine>& line() const noexcept { return m_line; }

    // Calls; `id` is the other end's.
    [[nodiscard]] bool isUnderWay(std::int64_t id) const { return m_calls.contains(id); }
    [[nodiscard]] std::size_t underWay() const noexcept { return m_calls.size(); }
    /// Has one with this id from now on.
    void begin(std::int64_t id) { m_calls.emplace(id, nullptr); }
    /// One of the table; exports write below `filesFolder` first.
    void run(std::int64_t id, const ServedCall& call, Asked asked, api::EngineApi& engine,
             const std::string& filesFolder);
    void cancel(std::int64_t id);
    /// {"value": …} or {"problem": …}.
    void answer(std::int64_t id, boost::json::object message);
    void refuse(std::int64_t id, const Error& error);

private:
    class Sink;

    void finish(std::int64_t id, std::shared_ptr<PieceReader> file, boost::json::object message);

    std::shared_ptr<FrameLine> m_line;                      ///< nullptr: not open yet, or not any more
    std::map<std::int64_t, std::function<void()>> m_calls;  ///< without an answer, and how each is cancelled
};

}  // namespace evenhand::ingest

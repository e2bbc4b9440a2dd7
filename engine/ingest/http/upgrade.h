// SPDX-License-Identifier: GPL-3.0-or-later
// A connection that goes on as a WebSocket (RFC 6455): whole text messages in both directions, instead of requests.
// Thread: the server's, but for FrameLine: any.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace evenhand::ingest {

/// The way to the other end. What is sent after the end is dropped.
class FrameLine {
public:
    virtual ~FrameLine() = default;
    /// In order, after what waits. A client that lets more wait than Limits::lineBuffer is cut off.
    virtual void send(std::shared_ptr<const std::string> message) = 0;
    /// Runs `fn` on the server's thread once all that was sent so far has left.
    virtual void afterSent(std::function<void()> fn) = 0;
    /// After what waits was sent: closes with a reason, at most 120 bytes, for people.
    virtual void end(std::string reason) = 0;
    /// Asks the other end to answer at once, see FrameListener::onRoundTrip(); nothing while it has not answered yet.
    virtual void ping() = 0;
    /// Runs `fn` later on the server's thread; dropped when the server has ended.
    virtual void post(std::function<void()> fn) = 0;
};

/// Who listens at this end.
class FrameListener {
public:
    virtual ~FrameListener() = default;
    virtual void onOpen(std::shared_ptr<FrameLine> line) = 0;
    /// A whole message, valid UTF-8, at most Limits::message bytes.
    virtual void onMessage(std::string_view message) = 0;
    /// The line has ended; nothing comes after it.
    virtual void onClosed() = 0;
    /// So long the last ping() took, there and back.
    virtual void onRoundTrip(std::int64_t ms) = 0;
    /// False: it has shown nothing by which it may stay; it makes room for others, and sends little.
    [[nodiscard]] virtual bool isKnown() const noexcept = 0;
    /// False: it has not even begun to speak.
    [[nodiscard]] virtual bool hasBegun() const noexcept = 0;
    /// The subprotocol that both speak.
    [[nodiscard]] virtual std::string_view protocol() const noexcept = 0;
};

}  // namespace evenhand::ingest

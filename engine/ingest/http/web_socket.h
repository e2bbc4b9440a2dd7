// SPDX-License-Identifier: GPL-3.0-or-later
// A WebSocket at the service's end, over the stream of a connection: messages to its listener, and out of a queue that
// is bounded.
//
// It lives as long as one of its operations is under way, each of which holds it and, by `ended`, the connection with
// its stream: also one that is still to hear that the line has ended.
// Thread: the server's, but for what FrameLine says.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/frames/byte_stream.h"
#include "engine/frames/frame_socket.h"
#include "engine/ingest/http/message.h"
#include "engine/ingest/http/upgrade.h"

namespace evenhand::ingest {

class ServerCore;

class WebSocket final : public std::enable_shared_from_this<WebSocket> {
public:
    /// `ended` holds what `stream` refers to, and is called once.
    WebSocket(std::unique_ptr<frames::ByteStream> stream, std::shared_ptr<ServerCore> core,
              std::shared_ptr<FrameListener> listener, std::function<void()> ended);
    ~WebSocket();
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;

    void accept(const Request& request);

private:
    using ErrorCode = boost::system::error_code;
    class Line;

    void limitMessage();
    void read();
    [[nodiscard]] bool hear(std::string_view message);
    void queue(const std::shared_ptr<const std::string>& message);
    void afterSent(const std::function<void()>& fn);
    void write();
    void written();
    void ping();
    void closeAfterAll(const std::string& reason);
    void close();
    void end();

    const std::function<void()> m_ended;  ///< holds the connection: goes after the stream, which is the connection's
    const std::shared_ptr<ServerCore> m_core;
    const std::shared_ptr<FrameListener> m_listener;
    const std::unique_ptr<frames::ByteStream> m_stream;
    frames::FrameSocket m_socket;
    std::deque<std::shared_ptr<const std::string>> m_waiting;  ///< the first one is being written
    std::size_t m_waitingBytes = 0;
    std::vector<std::function<void()>> m_afterSent;
    std::string m_reason;
    std::optional<std::int64_t> m_pingedMs;  ///< when, of the ping that is to be answered
    bool m_isPinging = false;                ///< it is being sent
    bool m_closing = false;
    bool m_isEnded = false;
};

}  // namespace evenhand::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
// One end of a WebSocket (RFC 6455), the server's or the client's: whole text messages, one after the other. It pings
// where nothing has come for half of its idle time, and ends where nothing has come for all of it.
//
// What is under way holds what its `done` holds, which so keeps the socket and its stream.
// Thread: that of the stream's io_context; `done` comes there, later.
#pragma once

#include <boost/system/error_code.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evenhand::frames {

class ByteStream;

/// As the error of what took longer than it may.
[[nodiscard]] boost::system::error_code tookTooLong();

class FrameSocket {
public:
    using ErrorCode = boost::system::error_code;
    using Done = std::function<void(ErrorCode)>;
    struct Settings {
        std::chrono::milliseconds handshake;
        std::chrono::milliseconds idle;
        std::string protocol;                          ///< the subprotocol that both speak
        std::size_t writeBuffer;                       ///< bytes; a frame, also a record of TLS
        std::function<void(std::string_view)> pong{};  ///< the other end has answered ping()
    };
    /// `bytes` outlives it.
    FrameSocket(ByteStream& bytes, const Settings& settings);
    ~FrameSocket();
    FrameSocket(const FrameSocket&) = delete;
    FrameSocket& operator=(const FrameSocket&) = delete;

    // First one of these.
    /// The server's: answers a request that has been read.
    void accept(const std::string& path, const std::vector<std::pair<std::string, std::string>>& fields, Done done);
    /// The client's.
    void shakeHands(const std::string& host, const std::string& path, Done done);

    /// Of messages that come, the present one too.
    void limitMessage(std::size_t bytes);
    /// The next one; it is there inside of `heard` alone.
    void read(std::function<void(ErrorCode, std::string_view)> heard);
    /// One at a time; `text` stays until then.
    void write(std::string_view text, Done done);
    void ping(std::string_view text, Done done);
    /// At most 123 bytes.
    void close(std::string_view reason, Done done);

    /// What of errors its user tells apart.
    enum class Why : std::uint8_t { Declined, ClosedByOther, NothingCame, Other };
    [[nodiscard]] static Why whyOf(const ErrorCode& failed);
    /// Declined: the answer's status and body.
    [[nodiscard]] unsigned declinedStatus() const;
    [[nodiscard]] const std::string& declinedBody() const;
    /// ClosedByOther: as the other end says; may be empty.
    [[nodiscard]] std::string closeReason() const;

private:
    struct Inner;
    const std::unique_ptr<Inner> m_inner;
};

}  // namespace evenhand::frames

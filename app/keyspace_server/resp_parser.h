// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a byte stream into RESP2 requests: arrays of bulk strings, and inline commands with quotes. Incremental:
// bytes may arrive in any pieces. Limits and error texts as Redis 7.0, with a smaller bulk limit.
// After a protocol error nothing more is parsed; the connection is to be closed.
// Thread: confined to its owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evenhand::keyspace_server {

struct RespLimits {
    std::int64_t bulkBytes = std::int64_t{64} << 20;
    std::int64_t arguments = std::int64_t{1} << 20;
    std::size_t requestBytes = std::size_t{128} << 20;  ///< all arguments of one request together
    std::size_t inlineBytes = std::size_t{64} << 10;    ///< also of one length line
};

/// What a connection may send before it has authenticated, as Redis.
[[nodiscard]] constexpr RespLimits unauthenticatedLimits() noexcept { return {16384, 10, 163840, 65536}; }

class RespParser {
public:
    enum class Outcome : std::uint8_t {
        Incomplete,    ///< needs more bytes
        Request,       ///< arguments() holds one; may be empty (a blank line): skip it
        ProtocolError  ///< error() says what
    };

    explicit RespParser(RespLimits limits = {}) : m_limits(limits) {}
    void setLimits(RespLimits limits) noexcept { m_limits = limits; }

    /// Invalidates arguments().
    void append(std::string_view bytes);
    [[nodiscard]] Outcome next();
    /// Views into the buffer; valid until the next append() or next().
    [[nodiscard]] const std::vector<std::string_view>& arguments() const noexcept { return m_arguments; }
    /// "ERR Protocol error: …".
    [[nodiscard]] const std::string& error() const noexcept { return m_error; }
    [[nodiscard]] std::size_t buffered() const noexcept { return m_buffer.size() - m_start; }

private:
    struct Piece {
        std::size_t at;
        std::size_t length;
    };
    Outcome fail(std::string_view what);
    Outcome nextInline();
    Outcome nextMultibulk();
    Outcome readBulks();
    /// The line at the cursor without its end, or false if it is not complete; moves the cursor behind it.
    bool takeLine(std::string_view& line);
    void finishRequest() noexcept;

    RespLimits m_limits;
    std::string m_buffer;
    std::size_t m_start = 0;         ///< first byte of the request being parsed
    std::size_t m_cursor = 0;        ///< first byte not parsed yet
    std::int64_t m_bulksLeft = -1;   ///< -1: not inside an array
    std::int64_t m_bulkLength = -1;  ///< -1: the length line is next
    std::size_t m_requestBytes = 0;
    bool m_failed = false;
    std::vector<Piece> m_pieces;
    std::vector<std::string_view> m_arguments;
    std::vector<std::string> m_unquoted;  ///< arguments of an inline command
    std::string m_error;
};

}  // namespace evenhand::keyspace_server

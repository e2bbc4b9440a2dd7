// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keyspace_server/resp_parser.h"

#include <charconv>
#include <cstring>

#include "app/keyspace_server/inline_command.h"

namespace evenhand::keyspace_server {
namespace {

bool parseLength(std::string_view text, std::int64_t& value) noexcept {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

void RespParser::append(std::string_view bytes) {
    m_arguments.clear();
    if (m_start == m_buffer.size()) {
        m_buffer.clear();
        m_cursor = m_start = 0;
    } else if (m_start > m_buffer.size() / 2) {  // amortised: what is moved is less than what was parsed
        m_buffer.erase(0, m_start);
        for (Piece& piece : m_pieces) {
            piece.at -= m_start;
        }
        m_cursor -= m_start;
        m_start = 0;
    }
    m_buffer.append(bytes);
}

RespParser::Outcome RespParser::fail(std::string_view what) {
    m_failed = true;
    m_error = "ERR Protocol error: ";
    m_error += what;
    return Outcome::ProtocolError;
}

bool RespParser::takeLine(std::string_view& line) {
    const std::size_t end = m_buffer.find('\n', m_cursor);
    if (end == std::string::npos) {
        return false;
    }
    line = std::string_view(m_buffer).substr(m_cursor, end - m_cursor);
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    m_cursor = end + 1;
    return true;
}

void RespParser::finishRequest() noexcept {
    m_start = m_cursor;
    m_bulksLeft = -1;
    m_bulkLength = -1;
    m_requestBytes = 0;
    m_pieces.clear();
}

RespParser::Outcome RespParser::next() {
    m_arguments.clear();
    if (m_failed) {
        return Outcome::ProtocolError;
    }
    if (m_bulksLeft >= 0) {
        return readBulks();
    }
    if (m_cursor == m_buffer.size()) {
        return Outcome::Incomplete;
    }
    return m_buffer[m_cursor] == '*' ? nextMultibulk() : nextInline();
}

RespParser::Outcome RespParser::nextInline() {
    std::string_view line;
    if (!takeLine(line)) {
        return buffered() > m_limits.inlineBytes ? fail("too big inline request") : Outcome::Incomplete;
    }
    m_unquoted.clear();
    const bool balanced = splitInlineCommand(line, m_unquoted);
    finishRequest();
    if (!balanced) {
        return fail("unbalanced quotes in request");
    }
    m_arguments.assign(m_unquoted.begin(), m_unquoted.end());
    return Outcome::Request;
}

RespParser::Outcome RespParser::nextMultibulk() {
    std::string_view line;
    if (!takeLine(line)) {
        return buffered() > m_limits.inlineBytes ? fail("too big mbulk count string") : Outcome::Incomplete;
    }
    std::int64_t count = 0;
    if (!parseLength(line.substr(1), count) || count > RespLimits{}.arguments) {
        return fail("invalid multibulk length");
    }
    if (count > m_limits.arguments) {
        return fail("unauthenticated multibulk length");
    }
    if (count <= 0) {
        finishRequest();
        return Outcome::Request;
    }
    m_bulksLeft = count;
    return readBulks();
}

RespParser::Outcome RespParser::readBulks() {
    while (m_bulksLeft > 0) {
        if (m_bulkLength < 0) {
            if (m_cursor < m_buffer.size() && m_buffer[m_cursor] != '$') {
                return fail(std::string("expected '$', got '") + m_buffer[m_cursor] + "'");
            }
            const std::size_t before = m_cursor;
            std::string_view line;
            if (!takeLine(line)) {
                return m_buffer.size() - before > m_limits.inlineBytes ? fail("too big bulk count string")
                                                                       : Outcome::Incomplete;
            }
            if (!parseLength(line.substr(1), m_bulkLength) || m_bulkLength < 0 ||
                m_bulkLength > RespLimits{}.bulkBytes) {
                return fail("invalid bulk length");
            }
            if (m_bulkLength > m_limits.bulkBytes) {
                return fail("unauthenticated bulk length");
            }
            m_requestBytes += static_cast<std::size_t>(m_bulkLength);
            if (m_requestBytes > m_limits.requestBytes) {
                return fail("request too large");
            }
        }
        const auto length = static_cast<std::size_t>(m_bulkLength);
        if (m_buffer.size() - m_cursor < length + 2) {
            m_buffer.reserve(m_cursor + length + 2);
            return Outcome::Incomplete;
        }
        m_pieces.push_back({m_cursor, length});
        m_cursor += length + 2;  // the line end is skipped unread, as Redis does
        m_bulkLength = -1;
        --m_bulksLeft;
    }
    m_arguments.reserve(m_pieces.size());
    for (const Piece& piece : m_pieces) {
        m_arguments.push_back(std::string_view(m_buffer).substr(piece.at, piece.length));
    }
    finishRequest();
    return Outcome::Request;
}

}  // namespace evenhand::keyspace_server

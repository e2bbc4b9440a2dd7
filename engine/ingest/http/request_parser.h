// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of a connection to one request, within limits; whatever comes, it ends in a request or in a refusal.
// Made anew for each request of a connection. Thread: one at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "engine/ingest/http/limits.h"
#include "engine/ingest/http/message.h"

namespace evenhand::ingest {

class RequestParser {
public:
    explicit RequestParser(const Limits& limits);
    ~RequestParser();
    RequestParser(const RequestParser&) = delete;
    RequestParser& operator=(const RequestParser&) = delete;

    enum class State : std::uint8_t { Header, Body, Done, Refused };

    /// Takes bytes and answers how many of them; the rest is to come again, with what follows, or belongs to the next
    /// request. It stops once behind the header, so that the request is looked at before its body is taken. Nothing
    /// once Done or Refused.
    std::size_t feed(std::string_view bytes);
    [[nodiscard]] State state() const noexcept { return m_state; }
    /// Some of the request has come.
    [[nodiscard]] bool begun() const noexcept { return m_begun; }
    /// The client waits to be told that its body is wanted. True once.
    [[nodiscard]] bool takeExpectsContinue() noexcept;
    /// Of the body, received so far. (What is announced and does not come costs no memory.)
    [[nodiscard]] std::size_t bodyBytes() const noexcept { return m_bodyBytes; }

    // Body, Done.
    /// What is known of the request: all but its body.
    [[nodiscard]] const Request& head() const noexcept { return m_request; }
    /// A body is announced.
    [[nodiscard]] bool hasBody() const noexcept { return m_hasBody; }

    // Done.
    [[nodiscard]] Request take();
    /// Whether the connection may carry another request.
    [[nodiscard]] bool keepAlive() const noexcept { return m_keepAlive; }
    /// HEAD: the answer goes without its body.
    [[nodiscard]] bool headOnly() const noexcept { return m_headOnly; }
    /// Refused: the problem to answer. The connection cannot go on after it.
    [[nodiscard]] const Response& refusal() const noexcept { return m_refusal; }
    /// For the log, also of a refused request; may be empty.
    [[nodiscard]] std::string method() const;

private:
    struct Impl;
    void headerDone();
    void done();
    void refuse(int status, std::string_view reason, std::string_view detail, std::string_view field = {});

    const Limits& m_limits;
    std::unique_ptr<Impl> m_impl;
    State m_state = State::Header;
    bool m_begun = false;
    bool m_expects = false;
    bool m_keepAlive = false;
    bool m_headOnly = false;
    bool m_chunked = false;
    bool m_hasBody = false;
    std::size_t m_bodyBytes = 0;
    Request m_request;
    Response m_refusal;
};

}  // namespace evenhand::ingest

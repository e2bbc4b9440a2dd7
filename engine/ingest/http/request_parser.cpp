// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/request_parser.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "engine/base/invariant.h"
#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/target.h"

namespace evenhand::ingest {
namespace {

namespace http = boost::beast::http;
using Error = http::error;

std::string_view view(boost::beast::string_view text) noexcept { return {text.data(), text.size()}; }

/// Fields that mean something and must not stand twice.
constexpr std::string_view kOnce[] = {"authorization",   "content-encoding", "content-length",
                                      "content-type",    "expect",           "host",
                                      "idempotency-key", "last-event-id",    "transfer-encoding"};

/// The shortest end of a chunked body: "0", two line ends.
constexpr std::size_t kMinChunked = 5;

bool isDigits(std::string_view text) noexcept {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

struct Fault {
    int status;
    std::string_view reason;
    std::string_view detail;
    std::string_view field;
};

Fault faultOf(const boost::beast::error_code& error) {
    if (error == Error::header_limit) {
        return {431, "header_too_large", "the request's header is too large", {}};
    }
    if (error == Error::body_limit) {
        return {413, "body_too_large", "the request's body is too large", {}};
    }
    if (error == Error::bad_version) {
        return {505, "bad_version", "only HTTP/1.0 and HTTP/1.1 are supported", {}};
    }
    if (error == Error::bad_content_length || error == Error::multiple_content_length) {
        return {400, "bad_content_length", "Content-Length is not a single whole number", "Content-Length"};
    }
    if (error == Error::bad_transfer_encoding) {
        return {400, "bad_transfer_encoding", "the length of the body is ambiguous", "Transfer-Encoding"};
    }
    return {400, "malformed_request", "this is not an HTTP/1.1 request", {}};
}

/// A line that begins with a blank goes on with the field before it, or not: parsers differ (RFC 9112, 5.2). Beast
/// takes the start line and then all fields at once, so a line and its continuation are never in two pieces.
bool isFolded(std::string_view lines) noexcept {
    for (auto at = lines.find('\n'); at != std::string_view::npos; at = lines.find('\n', at + 1)) {
        if (at + 1 < lines.size() && (lines[at + 1] == ' ' || lines[at + 1] == '\t')) {
            return true;
        }
    }
    return false;
}

}  // namespace

struct RequestParser::Impl {
    http::request_parser<http::string_body> parser;
    std::size_t headerBytes = 0;
};

RequestParser::RequestParser(const Limits& limits) : m_limits(limits), m_impl(std::make_unique<Impl>()) {
    m_impl->parser.header_limit(static_cast<std::uint32_t>(limits.header));
    m_impl->parser.body_limit(limits.body);
    m_impl->parser.eager(false);
}

RequestParser::~RequestParser() = default;

std::string RequestParser::method() const { return std::string(view(m_impl->parser.get().method_string())); }

bool RequestParser::takeExpectsContinue() noexcept { return std::exchange(m_expects, false); }

void RequestParser::refuse(int status, std::string_view reason, std::string_view detail, std::string_view field) {
    m_state = State::Refused;
    m_refusal = problem(status, reason, detail, field);
}

std::size_t RequestParser::feed(std::string_view bytes) {
    std::size_t taken = 0;
    auto& parser = m_impl->parser;
    m_begun = m_begun || !bytes.empty();
    const bool inHeader = m_state == State::Header;
    while (taken < bytes.size() && (m_state == State::Header || (m_state == State::Body && !inHeader))) {
        const auto rest = bytes.substr(taken);
        if (m_state == State::Body && m_chunked && rest.size() < kMinChunked) {
            break;  // Beast 1.81 asserts that a last chunk that it has begun comes with so much
        }
        boost::beast::error_code error;
        const std::size_t before = parser.get().body().size();
        const std::size_t n = parser.put(boost::asio::buffer(rest.data(), rest.size()), error);
        taken += n;
        if (m_state == State::Header && isFolded(rest.substr(0, n))) {
            refuse(400, "malformed_request", "a header field goes on in the next line");
            return taken;
        }
        if (m_state == State::Header) {
            m_impl->headerBytes += n;
            const std::size_t seen = m_impl->headerBytes + (error == Error::need_more ? rest.size() - n : 0);
            if (seen > m_limits.header) {
                error = Error::header_limit;
            }
        } else {
            // An endless chunk extension or trailer.
            const std::size_t framing = n - (parser.get().body().size() - before);
            if (framing + (error == Error::need_more ? rest.size() - n : 0) > m_limits.header) {
                error = Error::header_limit;
            }
        }
        if (error && error != Error::need_more) {
            const auto fault = faultOf(error);
            refuse(fault.status, fault.reason, fault.detail, fault.field);
            return taken;
        }
        if (m_state == State::Header && parser.is_header_done()) {
            headerDone();
        }
        if (m_state != State::Refused && parser.is_done()) {
            done();
        }
        if (error == Error::need_more) {
            break;
        }
    }
    if (m_state == State::Body) {
        m_bodyBytes = parser.get().body().size();
    }
    return taken;
}

void RequestParser::headerDone() {
    EVENHAND_INVARIANT(m_state == State::Header, "the header would be read twice, and two requests be taken for one");
    auto& message = m_impl->parser.get();
    m_state = State::Body;
    m_keepAlive = message.keep_alive();
    m_headOnly = message.method() == http::verb::head;
    m_request.method = view(message.method_string());
    for (const auto& field : message) {
        m_request.headers.emplace_back(view(field.name_string()), view(field.value()));
    }
    for (const std::string_view name : kOnce) {
        if (message.count(boost::beast::string_view(name.data(), name.size())) > 1) {
            refuse(400, "header_repeated", "a header field is given twice", name);
            return;
        }
    }
    if (message.version() != 10 && message.version() != 11) {
        refuse(505, "bad_version", "only HTTP/1.0 and HTTP/1.1 are supported");
        return;
    }
    if (message.version() == 11 && !m_request.header("host")) {
        refuse(400, "host_missing", "an HTTP/1.1 request must name its host", "Host");
        return;
    }
    if (const auto length = m_request.header("content-length"); length && !isDigits(*length)) {
        refuse(400, "bad_content_length", "Content-Length is not a single whole number", "Content-Length");
        return;
    }
    if (const auto coding = m_request.header("transfer-encoding")) {
        if (message.version() == 10 || m_request.header("content-length")) {
            refuse(400, "bad_transfer_encoding", "the length of the body is ambiguous", "Transfer-Encoding");
            return;
        }
        if (!equalIgnoringCase(*coding, "chunked")) {
            refuse(501, "bad_transfer_encoding", "only chunked is supported", "Transfer-Encoding");
            return;
        }
    }
    m_chunked = m_impl->parser.chunked();
    m_hasBody = m_chunked || !m_impl->parser.is_done();
    if (const auto expect = m_request.header("expect")) {
        if (!equalIgnoringCase(*expect, "100-continue")) {
            refuse(417, "bad_expectation", "only 100-continue is supported", "Expect");
            return;
        }
        m_expects = message.version() == 11 && !m_impl->parser.is_done();
    }
    if (const auto target = readTarget(view(message.target()), m_request); !target) {
        const auto& error = target.error();
        refuse(400, error.field == "target" ? "bad_target" : "parameter_repeated", error.message, error.field);
    }
}

void RequestParser::done() {
    EVENHAND_INVARIANT(m_state == State::Body, "a request would be answered whose header nobody has looked at");
    m_state = State::Done;
    m_expects = false;
    m_request.body = std::move(m_impl->parser.get().body());
    m_bodyBytes = m_request.body.size();
}

Request RequestParser::take() { return std::move(m_request); }

}  // namespace evenhand::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/etcd/connection.h"

#include <array>
#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/none.hpp>
#include <chrono>
#include <exception>
#include <utility>
#include <vector>

namespace evenhand::etcd {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kReadBytes = 16'384;  // at once
/// All that an answer may take on the line: one whose bytes come each in a chunk takes six times its size.
constexpr std::uint64_t kMaxAnswerBytes = Connection::kMaxHeaderBytes + 8UL * Connection::kMaxBodyBytes;

}  // namespace

/// The connection itself. Everything is begun asynchronously and then waited for by running the io_context, so that any
/// of it can be given up in time.
class Connection::Line {
public:
    Line(Endpoint server, look_up::LookUp lookUp, std::int64_t connectTimeoutMs)
        : endpoint(std::move(server)),
          m_lookUp(std::move(lookUp)),
          m_connectTimeoutMs(connectTimeoutMs),
          m_socket(m_io) {}

    Result<Reply> ask(const std::string& request, std::int64_t timeoutMs, bool endless) {
        try {
            const bool isUsed = m_socket.is_open();
            auto reply = askOnce(request, timeoutMs, endless);
            if (!reply && isUsed && m_hungUp && !m_interrupted) {
                reply = askOnce(request, timeoutMs, endless);
            }
            return reply;
        } catch (const std::exception& problem) {  // the system has no thread or memory left
            return ended(problem.what());
        }
    }

    Result<std::optional<std::string>> line(std::int64_t waitMs) {
        if (auto whole = takeLine()) {
            return whole;
        }
        if (!m_reading && (m_parser->is_done() || !m_socket.is_open())) {
            return ended("the connection was closed");
        }
        if (!m_reading) {
            readSome();
        }
        if (!wait(waitMs)) {
            if (m_interrupted) {
                return cancelled();
            }
            return std::optional<std::string>();
        }
        if (m_failure) {
            return ended(*m_failure);
        }
        auto whole = takeLine();
        if (!whole && m_body.size() > kMaxBodyBytes) {
            return ended("a line is too long");
        }
        return whole;
    }

    void interrupt() noexcept {
        m_interrupted = true;  // first: whoever begins to wait from here on sees it
        m_io.stop();
    }

    const Endpoint endpoint;

private:
    Result<Reply> askOnce(const std::string& request, std::int64_t timeoutMs, bool endless) {
        m_hungUp = false;
        m_failure.reset();
        if (!m_socket.is_open()) {
            EVENHAND_TRY(connect());
        }
        m_parser.emplace();
        m_parser->eager(true);
        m_parser->header_limit(kMaxHeaderBytes);
        if (endless) {
            m_parser->body_limit(boost::none);
        } else {
            m_parser->body_limit(kMaxBodyBytes);
        }
        m_endless = endless;
        m_answerBytes = 0;
        m_received.clear();
        m_body.clear();
        m_request = request;
        m_writing = true;
        // A server may answer and close before it has taken the whole request: only reading tells how it ended.
        asio::async_write(m_socket, asio::buffer(m_request),
                          [this](const error_code&, std::size_t) { m_writing = false; });
        readSome();
        if (!wait(timeoutMs)) {
            return m_interrupted ? cancelled() : ended("no answer in time");
        }
        if (m_failure) {
            return ended(*m_failure);
        }
        Reply reply{static_cast<int>(m_parser->get().result_int()), {}};
        if (!m_parser->is_done()) {
            return reply;  // without end
        }
        if (!endless || reply.status != 200) {
            reply.body = std::move(m_parser->get().body());
            if (m_writing || !m_parser->keep_alive()) {
                close();
            }
        }
        return reply;
    }

    std::optional<std::string> takeLine() {
        auto& body = m_parser->get().body();
        m_body += body;
        body.clear();
        const auto end = m_body.find('\n');
        if (end == std::string::npos) {
            return std::nullopt;
        }
        auto text = m_body.substr(0, end);
        m_body.erase(0, end + 1);
        return text;
    }

    Result<void> connect() {
        bool connected = false;
        const auto took = [this, &connected](const error_code& error, const tcp::endpoint&) {
            connected = !error;
            settle(error ? std::optional(error.message()) : std::nullopt);
        };
        const auto connectTo = [this, &took](const look_up::HostAddresses& found) {
            m_endpoints.clear();
            for (const auto& text : found ? *found : std::vector<std::string>()) {
                error_code malformed;
                if (const auto address = asio::ip::make_address(text, malformed); !malformed) {
                    m_endpoints.emplace_back(address, endpoint.port);
                }
            }
            if (m_endpoints.empty()) {
                settle("the host was not found" + (found ? std::string() : ": " + found.error()));
            } else {
                asio::async_connect(m_socket, m_endpoints, took);
            }
        };
        m_settled = false;
        m_failure.reset();
        std::unique_ptr<look_up::HostLookUp> lookUp;
        if (look_up::isNumber(endpoint.host)) {
            connectTo(std::vector{endpoint.host});
        } else {
            lookUp = look_up::HostLookUp::begin(m_io, m_lookUp, endpoint.host, connectTo);
            if (lookUp == nullptr) {
                return ended("name servers do not answer: too many names are being looked up");
            }
        }
        if (!run(m_connectTimeoutMs) || !connected) {
            lookUp.reset();
            return m_interrupted ? cancelled() : ended(m_failure.value_or("it takes no connection in time"));
        }
        error_code ignored;
        m_socket.set_option(tcp::no_delay(true), ignored);
        return {};
    }

    void readSome() {
        m_reading = true;
        m_settled = false;
        m_socket.async_read_some(asio::buffer(m_chunk), [this](const error_code& error, std::size_t bytes) {
            m_reading = false;
            if (error != asio::error::operation_aborted) {  // which comes of close() alone
                arrived(error, bytes);
            }
        });
    }

    void arrived(const error_code& error, std::size_t bytes) {
        if (error) {  // and nothing has come with it; an answer that ends with the connection may have been cut
            m_hungUp = m_answerBytes == 0;
            settle(error == asio::error::eof ? std::string("the connection was closed") : error.message());
            return;
        }
        m_answerBytes += bytes;
        m_received.append(m_chunk.data(), bytes);
        parse();
        if (!m_settled) {
            readSome();
        }
    }

    /// Settles once the answer is whole; of one without end, once there is more of it.
    void parse() {
        error_code error;
        std::size_t used = 0;
        while (used < m_received.size() && !error && !m_parser->is_done()) {
            const auto taken = m_parser->put(asio::buffer(m_received.data() + used, m_received.size() - used), error);
            used += taken;
            if (taken == 0) {
                break;
            }
        }
        m_received.erase(0, used);
        if (error && error != http::error::need_more) {
            settle("the answer cannot be read: " + error.message());
        } else if (m_received.size() > kMaxHeaderBytes ||
                   (!m_parser->is_header_done() && m_answerBytes > kMaxHeaderBytes)) {
            // Or that of a chunk. The parser's own limit is about one piece of a header, which may come in many.
            settle("the answer's header is too large");
        } else if (m_parser->is_done() || goesOn()) {
            settle(std::nullopt);
        } else if (m_answerBytes > kMaxAnswerBytes) {
            settle("the answer is too large");
        }
    }

    /// It is an answer without end, and has begun.
    [[nodiscard]] bool goesOn() {
        return m_endless && m_parser->is_header_done() && m_parser->get().result_int() == 200;
    }

    void settle(std::optional<std::string> failure) {
        m_settled = true;
        m_failure = std::move(failure);
        m_io.stop();
    }

    /// False: it has not settled in time, or was interrupted.
    bool run(std::int64_t ms) {
        m_io.restart();
        if (m_interrupted) {
            return false;
        }
        const auto busy = asio::make_work_guard(m_io);  // a look-up gives it no work
        m_io.run_for(std::chrono::milliseconds(ms));
        return m_settled;
    }
    bool wait(std::int64_t ms) { return m_settled || run(ms); }

    /// Ends the connection, and what still refers to it.
    void close() {
        error_code ignored;
        m_socket.close(ignored);
        do {
            m_io.restart();  // a handler may have stopped it
        } while (m_io.poll() > 0);
        m_reading = false;
        m_writing = false;
    }
    tl::unexpected<Error> ended(const std::string& why) {
        auto error = fail(ErrorCode::Unreachable, "etcd cannot be reached: " + why, "membership", textOf(endpoint));
        close();
        return error;
    }
    tl::unexpected<Error> cancelled() {
        close();
        return fail(ErrorCode::Cancelled, "the program ends", "membership", textOf(endpoint));
    }

    const look_up::LookUp m_lookUp;
    const std::int64_t m_connectTimeoutMs;
    std::atomic<bool> m_interrupted{false};
    asio::io_context m_io{1};  // one thread runs it
    tcp::socket m_socket;
    std::vector<tcp::endpoint> m_endpoints;  ///< while it connects
    std::optional<http::response_parser<http::string_body>> m_parser;
    std::string m_request;  ///< while it is sent
    std::array<char, kReadBytes> m_chunk;
    std::string m_received;  ///< and not parsed yet
    std::string m_body;      ///< of an answer without end, not taken yet
    std::uint64_t m_answerBytes = 0;
    bool m_endless = false;
    bool m_reading = false;  ///< a read is under way
    bool m_writing = false;
    bool m_settled = false;
    bool m_hungUp = false;  ///< closed by the server before it has answered anything
    std::optional<std::string> m_failure;
};

Connection::Connection(Endpoint endpoint, look_up::LookUp lookUp, std::int64_t connectTimeoutMs)
    : m_line(std::make_unique<Line>(std::move(endpoint), std::move(lookUp), connectTimeoutMs)) {}
Connection::~Connection() = default;

namespace {

std::string requestOf(const Endpoint& endpoint, std::string_view path, const std::string& token,
                      const std::string& body) {
    std::string text = "POST " + std::string(path) + " HTTP/1.1\r\nHost: " + textOf(endpoint) +
                       "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    if (!token.empty()) {
        text += "Authorization: " + token + "\r\n";
    }
    return text + "\r\n" + body;
}

}  // namespace

Result<Reply> Connection::post(std::string_view path, const std::string& token, const std::string& body,
                               std::int64_t timeoutMs) {
    return m_line->ask(requestOf(m_line->endpoint, path, token, body), timeoutMs, false);
}

Result<Reply> Connection::begin(std::string_view path, const std::string& token, const std::string& body,
                                std::int64_t timeoutMs) {
    return m_line->ask(requestOf(m_line->endpoint, path, token, body), timeoutMs, true);
}

Result<std::optional<std::string>> Connection::line(std::int64_t waitMs) { return m_line->line(waitMs); }

void Connection::interrupt() noexcept { m_line->interrupt(); }

const Endpoint& Connection::endpoint() const noexcept { return m_line->endpoint; }

}  // namespace evenhand::etcd

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outward/http_exchange.h"

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <exception>
#include <optional>
#include <string_view>

namespace evenhand::outward {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using Outcome = tl::expected<HttpAnswer, HttpFailure>;

constexpr std::size_t kReadBytes = 16'384;  // at once
/// All that an answer may take on the line: a body that comes byte by byte, each in a chunk, takes six times its size.
constexpr std::uint64_t kMaxAnswerBytes = HttpExchange::kMaxHeaderBytes + 8 * HttpExchange::kMaxBodyBytes;
/// Reading the system's certificates takes as long as ten handshakes, so they are kept; but not for long, since an
/// authority that nobody trusts any more must not be trusted by a process that runs for months.
constexpr std::chrono::minutes kCertificatesKept{10};

bool clean(const QByteArray& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

bool isSecure(const HttpRequest& request) { return request.url.scheme() == QLatin1String("https"); }

QByteArray bytesOf(const HttpRequest& request) {
    QByteArray target = request.url.path(QUrl::FullyEncoded).toLatin1();
    if (target.isEmpty()) {
        target = "/";
    }
    if (request.url.hasQuery()) {
        target += '?' + request.url.query(QUrl::FullyEncoded).toLatin1();
    }
    QByteArray host = request.url.host(QUrl::FullyEncoded).toLatin1();
    if (host.contains(':')) {
        host = '[' + host + ']';
    }
    if (request.url.port() >= 0) {
        host += ':' + QByteArray::number(request.url.port());
    }
    QByteArray bytes = request.method + ' ' + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n";
    for (const auto& [name, value] : request.headers) {
        bytes += name + ": " + value + "\r\n";
    }
    if (!request.body.isEmpty()) {
        bytes += "Content-Length: " + QByteArray::number(request.body.size()) + "\r\n";
    }
    return bytes + "\r\n" + request.body;
}

IpAddress ipAddressOf(const asio::ip::address& address) {
    return address.is_v4() ? IpAddress::fromV4(address.to_v4().to_uint())
                           : IpAddress::fromV6(address.to_v6().to_bytes());
}

/// The exchange itself. Lives for one request, on one thread.
class HttpRun {
public:
    /// `tls`: of https.
    HttpRun(const HttpRequest& request, const LookUp& lookUp, asio::ssl::context* tls, asio::io_context& io)
        : m_request(request), m_lookUp(lookUp), m_context(tls), m_io(io), m_deadline(io), m_socket(io) {
        expectAnswer();
    }
    HttpRun(const HttpRun&) = delete;
    HttpRun& operator=(const HttpRun&) = delete;

    /// noexcept: an exception that got out of here could not say whether anything has left.
    [[nodiscard]] Outcome run() noexcept {
        try {
            begin();
            m_io.run();
        } catch (const std::exception& problem) {
            broken(problem.what());
        }
        if (!m_outcome) {
            broken("the program ended");  // interrupted
        }
        return *std::move(m_outcome);
    }
    /// The other side has a certificate that the system does not vouch for.
    [[nodiscard]] bool isUntrusted() const noexcept { return m_isUntrusted; }

private:
    void settle(Outcome outcome) {
        if (!m_outcome) {
            m_outcome = std::move(outcome);
            m_io.stop();
        }
    }
    void broken(std::string why) {
        const auto status = m_parser->is_header_done() ? m_parser->get().result_int() : 0;
        // What came before the answer itself (1xx) tells nothing of it.
        settle(tl::unexpected(HttpFailure{m_written, std::move(why), status < 200 ? 0 : static_cast<int>(status)}));
    }

    void begin() {
        m_deadline.expires_after(
            std::chrono::milliseconds(std::clamp<std::int64_t>(m_request.timeoutMs, 1, 3'600'000)));
        m_deadline.async_wait([this](const error_code& cancelled) {
            if (!cancelled) {
                broken("no answer in time");
            }
        });
        const auto host = m_request.url.host().toStdString();
        if (host.empty()) {
            broken("the address has no host");
        } else if (look_up::isNumber(host)) {
            connectToOneOf(std::vector{host});
        } else {
            lookUp();
        }
    }

    void lookUp() {
        m_pending = look_up::HostLookUp::begin(m_io, m_lookUp, m_request.url.host(QUrl::FullyEncoded).toStdString(),
                                               [this](const HostAddresses& found) { connectToOneOf(found); });
        if (m_pending == nullptr) {
            broken("name servers do not answer: too many names are being looked up");
        }
    }

    /// Not one of the name's addresses may be refused: a retry could pick it.
    void connectToOneOf(const HostAddresses& found) {
        if (!found || found->empty()) {
            broken("the host was not found" + (found ? std::string() : ": " + found.error()));
            return;
        }
        const auto port = static_cast<std::uint16_t>(m_request.url.port(isSecure(m_request) ? 443 : 80));
        std::vector<tcp::endpoint> endpoints;
        for (const auto& text : *found) {
            error_code malformed;
            const auto address = asio::ip::make_address(text, malformed);
            if (malformed) {
                broken("the host has an address that cannot be read: " + text);
                return;
            }
            if (auto why = m_request.refuses ? m_request.refuses(ipAddressOf(address)) : std::string(); !why.empty()) {
                broken(std::move(why));
                return;
            }
            endpoints.emplace_back(address, port);
        }
        // One after the other, until one takes the connection.
        asio::async_connect(m_socket, endpoints, [this](const error_code& error, const tcp::endpoint&) {
            if (error) {
                broken(error.message());
            } else {
                connected();
            }
        });
    }

    void connected() {
        error_code ignored;
        m_socket.set_option(tcp::no_delay(true), ignored);
        if (m_context != nullptr) {
            shakeHands();
        } else {
            write();
        }
    }

    /// The certificate must be that of the name that was asked for, whichever of its addresses answers.
    void shakeHands() {
        m_tls.emplace(m_socket, *m_context);
        SSL* const native = m_tls->native_handle();
        auto name = m_request.url.host(QUrl::FullyEncoded).toStdString();
        if (name.ends_with('.')) {
            name.pop_back();  // no certificate has it, and RFC 6066 forbids it below
        }
        auto* const wanted = SSL_get0_param(native);
        X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
        error_code isName;
        (void)asio::ip::make_address(name, isName);
        const bool prepared = isName ? X509_VERIFY_PARAM_set1_host(wanted, name.c_str(), name.size()) == 1 &&
                                           SSL_set_tlsext_host_name(native, name.c_str()) == 1
                                     : X509_VERIFY_PARAM_set1_ip_asc(wanted, name.c_str()) == 1;
        if (!prepared) {
            broken("TLS cannot be set up for this host");
            return;
        }
        m_tls->async_handshake(asio::ssl::stream_base::client, [this](const error_code& error) {
            const auto verdict = SSL_get_verify_result(m_tls->native_handle());
            if (error && verdict != X509_V_OK) {
                m_isUntrusted = true;
                broken(std::string("the certificate cannot be trusted: ") + X509_verify_cert_error_string(verdict));
            } else if (error) {
                broken("TLS failed: " + error.message());
            } else {
                write();
            }
        });
    }

    void write() {
        m_written = true;  // from here on nobody knows how far it got
        m_bytes = bytesOf(m_request);
        const auto bytes = asio::buffer(m_bytes.constData(), static_cast<std::size_t>(m_bytes.size()));
        // A server may answer and close before it has taken the whole request: only reading tells how it ended.
        const auto sent = [](const error_code&, std::size_t) {};
        if (m_tls) {
            asio::async_write(*m_tls, bytes, sent);
        } else {
            asio::async_write(m_socket, bytes, sent);
        }
        readMore();
    }

    void readMore() {
        const auto took = [this](const error_code& error, std::size_t bytes) { arrived(error, bytes); };
        if (m_tls) {
            m_tls->async_read_some(asio::buffer(m_chunk), took);
        } else {
            m_socket.async_read_some(asio::buffer(m_chunk), took);
        }
    }

    void arrived(const error_code& error, std::size_t bytes) {
        m_received.append(m_chunk.data(), bytes);
        m_answerBytes += bytes;
        parse();
        if (m_outcome) {
            return;
        }
        // Many servers end a TLS connection without saying so. An answer that tells its length is whole all the same;
        // one that ends with the connection may have been cut, and JSON that was cut says nothing.
        if (error == asio::error::eof || error == asio::ssl::error::stream_truncated) {
            ended();
        } else if (error) {
            broken(error.message());
        } else if (m_answerBytes > kMaxAnswerBytes) {
            broken("the answer is too large");
        } else {
            readMore();
        }
    }

    void expectAnswer() {
        m_parser.emplace();
        m_parser->body_limit(HttpExchange::kMaxBodyBytes);
        m_parser->header_limit(HttpExchange::kMaxHeaderBytes);
    }

    /// Takes what has arrived, piece by piece: the header, then what there is of the body.
    void parse() {
        std::string_view rest(m_received);
        error_code error;
        while (!rest.empty() && !error && !m_outcome) {
            const bool inHeader = !m_parser->is_header_done();
            const auto used = m_parser->put(asio::buffer(rest.data(), rest.size()), error);
            rest.remove_prefix(used);
            // The parser's own limit is about one piece of a header, which may come in any number of pieces.
            m_headerBytes += inHeader ? used : 0;
            if (m_headerBytes > HttpExchange::kMaxHeaderBytes) {
                broken("the answer's header is too large");
            } else if (m_parser->is_done()) {
                finish();
            } else if (used == 0) {
                break;
            }
        }
        m_received.erase(0, m_received.size() - rest.size());
        if (m_outcome) {
            return;
        }
        if (error && error != http::error::need_more) {
            broken("the answer cannot be read: " + error.message());
        } else if (m_received.size() + (m_parser->is_header_done() ? 0 : m_headerBytes) >
                   HttpExchange::kMaxHeaderBytes) {
            broken("the answer's header is too large");  // or that of a chunk
        }
    }

    /// The other side has closed; that may be the end of an answer without a length.
    void ended() {
        error_code error;
        if (m_parser->is_header_done()) {
            m_parser->put_eof(error);
            if (!error && m_parser->is_done()) {
                finish();
                return;
            }
        }
        broken(m_parser->got_some() ? "the connection was closed in the middle of the answer"
                                    : "the connection was closed without an answer");
    }

    void finish() {
        const auto& message = m_parser->get();
        const auto status = message.result_int();
        constexpr unsigned kSwitchingProtocols = 101;  // which was not asked for
        if (status >= 100 && status < 200 && status != kSwitchingProtocols) {
            expectAnswer();  // the answer itself follows
            return;
        }
        if (status < 200 || status > 599) {
            broken("the answer has the status " + std::to_string(status));
            return;
        }
        const auto retryAfter = message[http::field::retry_after];
        settle(HttpAnswer{static_cast<int>(status), message.body(), std::string(retryAfter.data(), retryAfter.size())});
    }

    const HttpRequest& m_request;
    const LookUp& m_lookUp;
    asio::ssl::context* const m_context;
    asio::io_context& m_io;
    asio::steady_timer m_deadline;
    std::unique_ptr<look_up::HostLookUp> m_pending;
    tcp::socket m_socket;
    std::optional<asio::ssl::stream<tcp::socket&>> m_tls;
    std::optional<http::response_parser<http::string_body>> m_parser;
    QByteArray m_bytes;  ///< the request, while it is sent
    std::array<char, kReadBytes> m_chunk;
    std::string m_received;           ///< and not parsed yet
    std::uint64_t m_headerBytes = 0;  ///< parsed, of all answers that came before the last one too
    std::uint64_t m_answerBytes = 0;  ///< received
    bool m_written = false;
    bool m_isUntrusted = false;
    std::optional<Outcome> m_outcome;
};

}  // namespace

struct HttpExchange::Trust {
    asio::ssl::context tls{asio::ssl::context::tls_client};
    asio::steady_timer::time_point until;  ///< then it is read again
};

HttpExchange::HttpExchange(LookUp lookUp) : m_lookUp(std::move(lookUp)) {}
HttpExchange::~HttpExchange() = default;

HttpExchange::Trust& HttpExchange::trusting(asio::io_context& io) {
    const auto now = asio::steady_timer(io, std::chrono::seconds(0)).expiry();
    if (!m_trust || now >= m_trust->until) {
        using Tls = asio::ssl::context;
        auto made = std::make_unique<Trust>();
        made->tls.set_options(Tls::default_workarounds | Tls::no_sslv2 | Tls::no_sslv3 | Tls::no_tlsv1 |
                              Tls::no_tlsv1_1);
        made->tls.set_verify_mode(asio::ssl::verify_peer);
        made->tls.set_default_verify_paths();
        made->until = now + kCertificatesKept;
        m_trust = std::move(made);
    }
    return *m_trust;
}

tl::expected<HttpAnswer, HttpFailure> HttpExchange::exchange(const HttpRequest& request) {
    for (const auto& [name, value] : request.headers) {
        if (!clean(name) || !clean(value)) {
            return tl::unexpected(HttpFailure{false, "a header is not plain ASCII text: " + name.toStdString()});
        }
    }
    // What throws here is what prepares: nothing is connected to before run(), which answers all that happens from
    // there on.
    try {
        asio::io_context io(1);  // one thread runs it
        {
            const std::scoped_lock lock(m_mutex);
            if (m_interrupted) {
                return tl::unexpected(HttpFailure{false, "the program ended"});
            }
            m_io = &io;
        }
        struct Over {
            HttpExchange& exchange;
            ~Over() {
                const std::scoped_lock lock(exchange.m_mutex);
                exchange.m_io = nullptr;
            }
        } const over{*this};
        HttpRun run(request, m_lookUp, isSecure(request) ? &trusting(io).tls : nullptr, io);
        auto outcome = run.run();
        if (run.isUntrusted()) {
            m_trust.reset();  // the operator may put that right: the next exchange looks what the system trusts by then
        }
        return outcome;
    } catch (const std::exception& problem) {
        return tl::unexpected(HttpFailure{false, problem.what()});
    }
}

void HttpExchange::interrupt() noexcept {
    const std::scoped_lock lock(m_mutex);
    m_interrupted = true;
    if (m_io != nullptr) {
        m_io->stop();
    }
}

}  // namespace evenhand::outward

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outward/http_exchange.h"

#include <QEventLoop>
#include <QHostInfo>
#include <QSslSocket>
#include <QTimer>
#include <algorithm>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <limits>
#include <optional>

namespace evenhand::outward {
namespace {

namespace http = boost::beast::http;
using Outcome = tl::expected<HttpAnswer, HttpFailure>;

bool clean(const QByteArray& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

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

/// The exchange itself. Lives for one request, on one thread.
class Run {
public:
    Run(const HttpRequest& request, QEventLoop& loop) : m_request(request), m_loop(loop) {
        m_parser.body_limit(HttpExchange::kMaxBodyBytes);
        m_parser.header_limit(HttpExchange::kMaxHeaderBytes);
        m_parser.eager(true);
        m_deadline.setSingleShot(true);
        QObject::connect(&m_deadline, &QTimer::timeout, &m_loop, [this] { broken("no answer in time"); });
        QObject::connect(&m_socket, &QSslSocket::readyRead, &m_loop, [this] { read(); });
        QObject::connect(&m_socket, &QSslSocket::disconnected, &m_loop, [this] { ended(); });
        QObject::connect(&m_socket, &QSslSocket::errorOccurred, &m_loop, [this](QAbstractSocket::SocketError error) {
            if (error == QAbstractSocket::RemoteHostClosedError) {
                ended();
            } else {
                broken(m_socket.errorString().toStdString());
            }
        });
    }
    ~Run() {
        if (m_lookUp >= 0) {
            QHostInfo::abortHostLookup(m_lookUp);
        }
        m_socket.abort();
    }

    Outcome run() {
        m_deadline.start(static_cast<int>(std::clamp<std::int64_t>(m_request.timeoutMs, 1, 3'600'000)));
        if (m_request.refuses) {
            m_lookUp = QHostInfo::lookupHost(m_request.url.host(), &m_loop,
                                             [this](const QHostInfo& found) { connectToOneOf(found); });
        } else {
            connectTo(m_request.url.host());
        }
        if (!m_outcome) {
            m_loop.exec();
        }
        if (!m_outcome) {
            broken("the program ended");  // interrupted
        }
        return *std::move(m_outcome);
    }

private:
    void settle(Outcome outcome) {
        if (!m_outcome) {
            m_outcome = std::move(outcome);
            m_loop.quit();
        }
    }
    void broken(std::string why) {
        const int status = m_parser.is_header_done() ? static_cast<int>(m_parser.get().result_int()) : 0;
        settle(tl::unexpected(HttpFailure{m_written, std::move(why), status}));
    }

    /// Not one of the name's addresses may be refused: a retry could pick it.
    void connectToOneOf(const QHostInfo& found) {
        m_lookUp = -1;
        if (m_outcome) {
            return;
        }
        const auto addresses = found.addresses();
        if (found.error() != QHostInfo::NoError || addresses.isEmpty()) {
            broken("the host was not found: " + found.errorString().toStdString());
            return;
        }
        for (const auto& address : addresses) {
            if (auto why = m_request.refuses(address); !why.empty()) {
                broken(std::move(why));
                return;
            }
        }
        connectTo(addresses.front().toString());
    }

    /// `host`: the name, or an address that was judged. The certificate must be the name's in any case.
    void connectTo(const QString& host) {
        const bool secure = m_request.url.scheme() == QLatin1String("https");
        const auto port = static_cast<quint16>(m_request.url.port(secure ? 443 : 80));
        if (secure) {
            QObject::connect(&m_socket, &QSslSocket::encrypted, &m_loop, [this] { write(); });
            m_socket.connectToHostEncrypted(host, port, m_request.url.host());
        } else {
            QObject::connect(&m_socket, &QSslSocket::connected, &m_loop, [this] { write(); });
            m_socket.connectToHost(host, port);
        }
    }

    void write() {
        m_written = true;  // from here on nobody knows how far it got
        m_socket.write(bytesOf(m_request));
    }

    void read() {
        if (m_outcome) {
            return;
        }
        const QByteArray came = m_socket.readAll();
        m_received.append(came.constData(), static_cast<std::size_t>(came.size()));
        boost::system::error_code error;
        while (!m_received.empty() && !m_parser.is_done() && !error) {
            const auto used = m_parser.put(boost::asio::buffer(m_received), error);
            m_received.erase(0, used);
            if (used == 0 && !error) {
                break;
            }
        }
        if (error && error != http::error::need_more) {
            broken("the answer cannot be read: " + error.message());
        } else if (m_parser.is_done()) {
            finish();
        }
    }

    /// The other side has closed; that may be the end of an answer without a length.
    void ended() {
        read();
        if (m_outcome) {
            return;
        }
        boost::system::error_code error;
        if (m_parser.is_header_done()) {
            m_parser.put_eof(error);
            if (!error && m_parser.is_done()) {
                finish();
                return;
            }
        }
        broken(m_parser.got_some() ? "the connection was closed in the middle of the answer"
                                   : "the connection was closed without an answer");
    }

    void finish() {
        const auto& message = m_parser.get();
        if (message.result_int() < 200 || message.result_int() > 599) {
            broken("the answer has the status " + std::to_string(message.result_int()));
            return;
        }
        const auto retryAfter = message[http::field::retry_after];
        settle(HttpAnswer{static_cast<int>(message.result_int()), message.body(),
                          std::string(retryAfter.data(), retryAfter.size())});
    }

    const HttpRequest& m_request;
    QEventLoop& m_loop;
    QSslSocket m_socket;
    QTimer m_deadline;
    http::response_parser<http::string_body> m_parser;
    std::string m_received;
    bool m_written = false;
    int m_lookUp = -1;  ///< under way
    std::optional<Outcome> m_outcome;
};

}  // namespace

tl::expected<HttpAnswer, HttpFailure> HttpExchange::exchange(const HttpRequest& request) {
    for (const auto& [name, value] : request.headers) {
        if (!clean(name) || !clean(value)) {
            return tl::unexpected(HttpFailure{false, "a header is not plain ASCII text: " + name.toStdString()});
        }
    }
    QEventLoop loop;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_interrupted) {
            return tl::unexpected(HttpFailure{false, "the program ended"});
        }
        m_loop = &loop;
    }
    auto outcome = Run(request, loop).run();
    const std::scoped_lock lock(m_mutex);
    m_loop = nullptr;
    return outcome;
}

void HttpExchange::interrupt() noexcept {
    const std::scoped_lock lock(m_mutex);
    m_interrupted = true;
    if (m_loop != nullptr) {
        QMetaObject::invokeMethod(m_loop, &QEventLoop::quit, Qt::QueuedConnection);
    }
}

}  // namespace evenhand::outward

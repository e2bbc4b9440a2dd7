// SPDX-License-Identifier: GPL-3.0-or-later
// One exchange against servers that misbehave on the line: what is answered, what is not, in which time and size, and
// whether anything can have left. Nothing here has an event loop.
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "engine/outward/http_exchange.h"

namespace test_http_exchange {

using namespace evenhand;
using outward::HostAddresses;
using outward::HttpExchange;
using outward::HttpRequest;
using outward::LookUp;

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::int64_t kShortMs = 250;    // of what is never answered
constexpr std::int64_t kLongMs = 60'000;  // of all others
constexpr const char* kHere = "127.0.0.1";

const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/// All of a request, however it comes.
template <typename Stream>
std::string requestOf(Stream& stream) {
    std::string text;
    std::array<char, 4096> chunk{};
    boost::system::error_code error;
    while (true) {
        const auto end = text.find("\r\n\r\n");
        const auto length = text.find("Content-Length: ");
        const auto body = length == std::string::npos ? 0U : std::stoul(text.substr(length + 16));
        if (end != std::string::npos && text.size() >= end + 4 + body) {
            return text;
        }
        const auto bytes = stream.read_some(asio::buffer(chunk), error);
        if (error) {
            return text;
        }
        text.append(chunk.data(), bytes);
    }
}

template <typename Stream>
void say(Stream& stream, const std::string& text) {
    boost::system::error_code ended;  // it may have heard enough
    asio::write(stream, asio::buffer(text), ended);
}

/// Says nothing more and waits until the other side has closed.
template <typename Stream>
void hold(Stream& stream) {
    std::array<char, 4096> chunk{};
    boost::system::error_code error;
    while (!error) {
        stream.read_some(asio::buffer(chunk), error);
    }
}

/// A server whose connections, one after the other, `serve` has on a thread of its own. It closes what comes back.
class Server {
public:
    using Serve = std::function<void(tcp::socket&)>;

    explicit Server(Serve serve, const char* address = kHere)
        : m_acceptor(m_io, tcp::endpoint(asio::ip::make_address(address), 0)),
          m_port(m_acceptor.local_endpoint().port()),
          m_thread([this, serve = std::move(serve)] {
              boost::system::error_code stopped;
              while (true) {
                  tcp::socket socket(m_io);
                  m_acceptor.accept(socket, stopped);
                  if (stopped) {
                      return;
                  }
                  ++m_accepted;
                  serve(socket);
              }
          }) {}
    ~Server() {
        ::shutdown(m_acceptor.native_handle(), SHUT_RDWR);  // wakes who waits for a connection
        m_thread.join();
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] int accepted() const { return m_accepted; }

private:
    asio::io_context m_io;
    tcp::acceptor m_acceptor;
    const int m_port;
    std::atomic<int> m_accepted{0};
    std::thread m_thread;
};

/// Answers every request with `text`, and then closes, or holds the connection.
Server::Serve answering(const std::string& text, bool closes = true) {
    return [text, closes](tcp::socket& socket) {
        requestOf(socket);
        say(socket, text);
        if (!closes) {
            hold(socket);
        }
    };
}

/// A listener that nobody serves and whose queue is full: what would connect gets no answer.
class FullListener {
public:
    FullListener() {
        m_acceptor.open(tcp::v4());
        m_acceptor.bind({asio::ip::make_address(kHere), 0});
        m_acceptor.listen(0);
        m_first.connect(m_acceptor.local_endpoint());
    }
    [[nodiscard]] int port() const { return m_acceptor.local_endpoint().port(); }
    /// The one that fits has its place.
    [[nodiscard]] bool full() {
        tcp_info info{};
        socklen_t size = sizeof info;
        // Of a listener: how many wait, and how many may (tcp_get_info() of Linux).
        return ::getsockopt(m_acceptor.native_handle(), IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
               info.tcpi_unacked > info.tcpi_sacked;
    }

private:
    asio::io_context m_io;
    tcp::acceptor m_acceptor{m_io};
    tcp::socket m_first{m_io};
};

/// A name server that does not answer as long as this lives.
class SilentNames {
public:
    ~SilentNames() { m_go.set_value(); }
    /// `asked`: called first.
    [[nodiscard]] LookUp lookUp(std::function<void()> asked = {}) const {
        return [asked = std::move(asked), go = m_gone](const std::string&) -> HostAddresses {
            if (asked) {
                asked();
            }
            go.wait();
            return std::vector<std::string>{kHere};
        };
    }

private:
    std::promise<void> m_go;
    std::shared_future<void> m_gone = m_go.get_future().share();
};

LookUp names(std::vector<std::string> addresses) {
    return [addresses = std::move(addresses)](const std::string&) -> HostAddresses { return addresses; };
}

HttpRequest request(int port, const char* host = kHere, std::int64_t timeoutMs = kLongMs, const char* scheme = "http") {
    const auto url =
        QStringLiteral("%1://%2:%3/refunds").arg(QLatin1String(scheme), QLatin1String(host), QString::number(port));
    return {"POST", QUrl(url, QUrl::StrictMode), {}, R"({"amount":5})", timeoutMs};
}

/// cert.pem and key.pem of a server by these names, in `folder`; it vouches for itself.
bool makeCertificate(const QString& folder, const QString& names, const QString& common = QStringLiteral("server")) {
    QStringList arguments{
        QStringLiteral("req"),    QStringLiteral("-x509"),    QStringLiteral("-newkey"),
        QStringLiteral("ec"),     QStringLiteral("-pkeyopt"), QStringLiteral("ec_paramgen_curve:P-256"),
        QStringLiteral("-nodes"), QStringLiteral("-keyout"),  QStringLiteral("key.pem"),
        QStringLiteral("-out"),   QStringLiteral("cert.pem"), QStringLiteral("-days"),
        QStringLiteral("30"),     QStringLiteral("-subj"),    QStringLiteral("/CN=") + common};
    if (!names.isEmpty()) {
        arguments << QStringLiteral("-addext") << QStringLiteral("subjectAltName=") + names;
    }
    QProcess openssl;
    openssl.setWorkingDirectory(folder);
    openssl.start(QStringLiteral("openssl"), arguments);
    return openssl.waitForFinished() && openssl.exitCode() == 0;
}

/// A server with such a certificate.
class TlsServer {
public:
    using TlsStream = asio::ssl::stream<tcp::socket&>;
    using Serve = std::function<void(TlsStream&)>;

    TlsServer(const QString& names, Serve serve, const QString& common = QStringLiteral("server"))
        : m_made(makeCertificate(m_folder.path(), names, common)) {
        boost::system::error_code failed;
        m_context.use_certificate_chain_file(certificate().toStdString(), failed);
        m_context.use_private_key_file(m_folder.filePath(QStringLiteral("key.pem")).toStdString(),
                                       asio::ssl::context::pem, failed);
        m_made = m_made && !failed;
        m_server.emplace([this, serve = std::move(serve)](tcp::socket& socket) {
            TlsStream stream(socket, m_context);
            boost::system::error_code refused;
            stream.handshake(asio::ssl::stream_base::server, refused);
            if (!refused) {
                const char* const asked = SSL_get_servername(stream.native_handle(), TLSEXT_NAMETYPE_host_name);
                m_asked = asked == nullptr ? std::string() : asked;
                serve(stream);
            }
        });
    }
    [[nodiscard]] bool made() const { return m_made; }
    [[nodiscard]] QString certificate() const { return m_folder.filePath(QStringLiteral("cert.pem")); }
    [[nodiscard]] int port() const { return m_server->port(); }
    /// The name that the client has asked for in its handshake; once it has its answer.
    [[nodiscard]] std::string asked() const { return m_asked; }

private:
    QTemporaryDir m_folder;
    asio::ssl::context m_context{asio::ssl::context::tls_server};
    bool m_made;
    std::string m_asked;
    std::optional<Server> m_server;  ///< last: its thread uses the others
};

/// While it lives, this system trusts that certificate and no other.
class Trusted {
public:
    explicit Trusted(const TlsServer& server) {
        qputenv("SSL_CERT_FILE", server.certificate().toUtf8());
        qputenv("SSL_CERT_DIR", "/nonexistent");
    }
    ~Trusted() {
        qunsetenv("SSL_CERT_FILE");
        qunsetenv("SSL_CERT_DIR");
    }
    Trusted(const Trusted&) = delete;
    Trusted& operator=(const Trusted&) = delete;
};

/// Answers, and says that nothing follows.
TlsServer::Serve answeringSecurely(const std::string& text) {
    return [text](TlsServer::TlsStream& stream) {
        requestOf(stream);
        say(stream, text);
        boost::system::error_code ignored;
        stream.shutdown(ignored);
    };
}

std::string chunked(const std::vector<std::string>& chunks, const std::string& trailer = {}) {
    std::string text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const auto& chunk : chunks) {
        text += QByteArray::number(static_cast<qulonglong>(chunk.size()), 16).toStdString() + "\r\n" + chunk + "\r\n";
    }
    return text + "0\r\n" + trailer + "\r\n";
}

}  // namespace

class TestHttpExchange : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsSentIsWhatWasMeant();
    void whatIsAnAnswer_data();
    void whatIsAnAnswer();
    void whatIsNone_data();
    void whatIsNone();
    void sizesAreBounded_data();
    void sizesAreBounded();
    void aHeaderIsBoundedHoweverItComes();
    void theLargestAnswerIsTaken();
    void anAnswerBeforeAllWasSentCounts();
    void silenceEndsInTime_data();
    void silenceEndsInTime();
    void whoTakesNoConnectionEndsInTime();
    void noHandshakeEndsInTime();
    void noNameEndsInTime();
    void namesThatNobodyAnswersDoNotPileUp();
    void interruptedWhileTheNameIsLookedUp();
    void interruptedWhileConnecting();
    void interruptedInTheHandshake();
    void interruptedAfterSending();
    void theNextAddressIsTried();
    void oneRefusedAddressRefusesAll();
    void numbersAreNotLookedUp();
    void namesWithoutAnAddress_data();
    void namesWithoutAnAddress();
    void theSystemKnowsThisMachine();
    void headersCannotBeSmuggled_data();
    void headersCannotBeSmuggled();
    void aCertificateMustBeTheNames_data();
    void aCertificateMustBeTheNames();
    void aCertificateMustBeVouchedFor();
    void overTlsTheHandshakeIsNotTheRequest();
};

void TestHttpExchange::whatIsSentIsWhatWasMeant() {
    std::string heard;
    const Server server([&heard](tcp::socket& socket) {
        heard = requestOf(socket);
        say(socket, "HTTP/1.1 503 X\r\nRetry-After: 30\r\nContent-Length: 4\r\n\r\nbusy");
    });
    auto asked = request(server.port());
    asked.url.setPath(QStringLiteral("/a%2Fb"), QUrl::StrictMode);
    asked.url.setQuery(QStringLiteral("x=%201"), QUrl::StrictMode);
    asked.headers = {{"Webhook-Id", "msg 1"}};
    HttpExchange exchange;
    const auto answer = exchange.exchange(asked);
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->status, 503);
    QCOMPARE(answer->body, std::string("busy"));
    QCOMPARE(answer->retryAfter, std::string("30"));
    QCOMPARE(server.accepted(), 1);
    QCOMPARE(heard, "POST /a%2Fb?x=%201 HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
                        "\r\nConnection: close\r\nWebhook-Id: msg 1\r\nContent-Length: 12\r\n\r\n{\"amount\":5}");
    // The next one has a connection of its own.
    QVERIFY(exchange.exchange(asked));
    QCOMPARE(server.accepted(), 2);
}

void TestHttpExchange::whatIsAnAnswer_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char* name, const std::string& text, bool closes, int status, const char* body) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << closes << status << QByteArray(body);
    };
    row("with a length", kOk, false, 200, "ok");
    row("with a length, and more", kOk + "more", false, 200, "ok");
    row("in chunks", chunked({"o", "k", std::string(100, 'x')}), false, 200, ("ok" + std::string(100, 'x')).c_str());
    row("in chunks, with a trailer", chunked({"ok"}, "Sum: 1\r\n"), false, 200, "ok");
    row("until the end", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok", true, 200, "ok");
    row("until the end, nothing", "HTTP/1.1 200 OK\r\n\r\n", true, 200, "");
    row("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nok", true, 200, "ok");
    row("no content", "HTTP/1.1 204 No Content\r\n\r\n", false, 204, "");
    row("not modified, with a length", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", false, 304, "");
    row("an empty body", "HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n", false, 500, "");
    row("a redirect", "HTTP/1.1 302 X\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n", false, 302, "");
    row("the last status", "HTTP/1.1 599 X\r\nContent-Length: 0\r\n\r\n", false, 599, "");
    row("after 100", "HTTP/1.1 100 Continue\r\n\r\n" + kOk, false, 200, "ok");
    row("after 102 and 103", "HTTP/1.1 102 X\r\n\r\nHTTP/1.1 103 X\r\nLink: <a>\r\n\r\n" + kOk, false, 200, "ok");
}

void TestHttpExchange::whatIsAnAnswer() {
    QFETCH(const QByteArray, text);
    QFETCH(const bool, closes);
    QFETCH(const int, status);
    QFETCH(const QByteArray, body);
    const Server server(answering(text.toStdString(), closes));
    HttpExchange exchange;
    const auto answer = exchange.exchange(request(server.port()));
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->status, status);
    QCOMPARE(answer->body, body.toStdString());
    QCOMPARE(answer->retryAfter, std::string());
    QCOMPARE(server.accepted(), 1);
}

void TestHttpExchange::whatIsNone_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("status");  // that had arrived
    QTest::newRow("nothing") << QByteArray() << 0;
    QTest::newRow("half a header") << QByteArray("HTTP/1.1 200 OK\r\nConte") << 0;
    QTest::newRow("half a body") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok") << 200;
    QTest::newRow("half a chunk") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nok") << 200;
    QTest::newRow("no last chunk") << QByteArray("HTTP/1.1 201 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n")
                                   << 201;
    QTest::newRow("only an interim answer") << QByteArray("HTTP/1.1 103 X\r\n\r\n") << 0;
    QTest::newRow("an interim answer and half of one") << QByteArray("HTTP/1.1 103 X\r\n\r\nHTTP/1.1 2") << 0;
    QTest::newRow("another protocol") << QByteArray("HTTP/1.1 101 X\r\nUpgrade: h2c\r\n\r\n") << 0;
    QTest::newRow("no status of HTTP") << QByteArray("HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n") << 600;
    QTest::newRow("no HTTP") << QByteArray("\x16\x03\x01 this is no HTTP\r\n\r\n") << 0;
    QTest::newRow("another version") << QByteArray("HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n") << 0;
    QTest::newRow("two lengths") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok")
                                 << 0;
    QTest::newRow("a chunk that is none")
        << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n") << 200;
}

void TestHttpExchange::whatIsNone() {
    QFETCH(const QByteArray, text);
    QFETCH(const int, status);
    const Server server(answering(text.toStdString()));
    HttpExchange exchange;
    const auto answer = exchange.exchange(request(server.port()));
    QVERIFY(!answer);
    QVERIFY(answer.error().mayHaveLeft);
    QVERIFY(!answer.error().message.empty());
    QCOMPARE(answer.error().status, status);
    QCOMPARE(server.accepted(), 1);  // neither repeated nor redirected
}

void TestHttpExchange::sizesAreBounded_data() {
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QByteArray>("piece");  // without end
    QTest::addColumn<int>("status");
    const QByteArray ok = "HTTP/1.1 200 OK\r\n";
    const auto tooLong = QByteArray::number(static_cast<qulonglong>(HttpExchange::kMaxBodyBytes + 1));
    QTest::newRow("a length") << ok + "Content-Length: " + tooLong + "\r\n\r\n" << QByteArray(1'000, 'x') << 200;
    QTest::newRow("a body without a length") << ok + "\r\n" << QByteArray(1'000, 'x') << 200;
    QTest::newRow("chunks") << ok + "Transfer-Encoding: chunked\r\n\r\n"
                            << "3e8\r\n" + QByteArray(1'000, 'x') + "\r\n"
                            << 200;
    QTest::newRow("small chunks") << ok + "Transfer-Encoding: chunked\r\n\r\n"
                                  << QByteArray("1;" + QByteArray(1'000, 'x') + "\r\nx\r\n") << 200;
    QTest::newRow("a chunk's header") << ok + "Transfer-Encoding: chunked\r\n\r\n1;" << QByteArray(1'000, 'x') << 200;
    QTest::newRow("trailers") << ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n" << QByteArray("A: b\r\n") << 200;
    QTest::newRow("a status line") << QByteArray("HTTP/1.1 200 ") << QByteArray(1'000, 'x') << 0;
    QTest::newRow("a field") << ok + "A: " << QByteArray(1'000, 'x') << 0;
    QTest::newRow("fields") << ok << QByteArray("A: b\r\n") << 0;
    QTest::newRow("interim answers") << QByteArray() << QByteArray("HTTP/1.1 103 X\r\n\r\n") << 0;
}

/// Servers that never come to an end: neither does this side wait for one, nor does it keep what it gets.
void TestHttpExchange::sizesAreBounded() {
    QFETCH(const QByteArray, begin);
    QFETCH(const QByteArray, piece);
    QFETCH(const int, status);
    const Server server([&](tcp::socket& socket) {
        requestOf(socket);
        say(socket, begin.toStdString());
        boost::system::error_code closed;
        while (!closed) {
            asio::write(socket, asio::buffer(piece.constData(), static_cast<std::size_t>(piece.size())), closed);
        }
    });
    HttpExchange exchange;
    const auto answer = exchange.exchange(request(server.port()));
    QVERIFY(!answer);
    QVERIFY(answer.error().mayHaveLeft);
    QVERIFY2(answer.error().message != "no answer in time", "it was only ended by its deadline");
    QCOMPARE(answer.error().status, status);
}

/// Field by field it is never long, and it does come to an end; so does a row of interim answers.
void TestHttpExchange::aHeaderIsBoundedHoweverItComes() {
    std::string fields = "HTTP/1.1 200 OK\r\n";
    while (fields.size() <= HttpExchange::kMaxHeaderBytes) {
        fields += "A: b\r\n";
    }
    std::string interim;
    while (interim.size() <= HttpExchange::kMaxHeaderBytes) {
        interim += "HTTP/1.1 103 X\r\n\r\n";
    }
    for (const auto& text : {fields + "Content-Length: 2\r\n\r\nok", interim + kOk}) {
        const Server server(answering(text));
        HttpExchange exchange;
        const auto answer = exchange.exchange(request(server.port()));
        QVERIFY(!answer);
        QVERIFY(answer.error().mayHaveLeft);
        QCOMPARE(answer.error().message, std::string("the answer's header is too large"));
    }
}

void TestHttpExchange::theLargestAnswerIsTaken() {
    const std::string body(HttpExchange::kMaxBodyBytes, 'x');
    const std::string start = "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\nA: ";
    const std::string head = start + std::string(HttpExchange::kMaxHeaderBytes - start.size() - 4, 'a') + "\r\n\r\n";
    const std::vector<std::string> bytes(body.size(), "x");  // each in a chunk of its own
    for (const auto& text : {head + body, chunked(bytes)}) {
        const Server server(answering(text, false));
        HttpExchange exchange;
        const auto answer = exchange.exchange(request(server.port()));
        QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
        QVERIFY(answer->body == body);
    }
}

/// A server that has seen enough of a request says so and closes.
void TestHttpExchange::anAnswerBeforeAllWasSentCounts() {
    const Server server([](tcp::socket& socket) {
        std::array<char, 1> first{};
        boost::system::error_code error;
        socket.read_some(asio::buffer(first), error);
        say(socket, "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
        hold(socket);
    });
    auto large = request(server.port());
    large.body = QByteArray(16 << 20, 'x');  // more than lies between the two
    HttpExchange exchange;
    const auto answer = exchange.exchange(large);
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->status, 413);
}

void TestHttpExchange::silenceEndsInTime_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("status");
    QTest::newRow("no answer") << QByteArray() << 0;
    QTest::newRow("a slow header") << QByteArray("HTTP/1.1 200 OK\r\nContent-Len") << 0;
    QTest::newRow("a slow body") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok") << 200;
    QTest::newRow("a slow body without a length") << QByteArray("HTTP/1.1 200 OK\r\n\r\nok") << 200;
    QTest::newRow("a slow chunk") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nok") << 200;
    QTest::newRow("after an interim answer") << QByteArray("HTTP/1.1 100 Continue\r\n\r\n") << 0;
}

void TestHttpExchange::silenceEndsInTime() {
    QFETCH(const QByteArray, text);
    QFETCH(const int, status);
    const Server server(answering(text.toStdString(), false));
    HttpExchange exchange;
    const auto answer = exchange.exchange(request(server.port(), kHere, kShortMs));
    QVERIFY(!answer);
    QVERIFY(answer.error().mayHaveLeft);
    QCOMPARE(answer.error().message, std::string("no answer in time"));
    QCOMPARE(answer.error().status, status);
}

void TestHttpExchange::whoTakesNoConnectionEndsInTime() {
    FullListener listener;
    QTRY_VERIFY(listener.full());
    HttpExchange exchange;
    const auto answer = exchange.exchange(request(listener.port(), kHere, kShortMs));
    QVERIFY(!answer);
    QVERIFY(!answer.error().mayHaveLeft);
    QCOMPARE(answer.error().message, std::string("no answer in time"));
}

void TestHttpExchange::noHandshakeEndsInTime() {
    const Server server([](tcp::socket& socket) { hold(socket); });
    HttpExchange exchange;
    const auto answer = exchange.exchange(request(server.port(), kHere, kShortMs, "https"));
    QVERIFY(!answer);
    QVERIFY(!answer.error().mayHaveLeft);
    QCOMPARE(answer.error().message, std::string("no answer in time"));
}

/// Nobody waits for a name server, neither the exchange nor its end.
void TestHttpExchange::noNameEndsInTime() {
    const Server server(answering(kOk));
    const SilentNames silent;
    {
        HttpExchange exchange(silent.lookUp());
        const auto answer = exchange.exchange(request(server.port(), "shop.test", kShortMs));
        QVERIFY(!answer);
        QVERIFY(!answer.error().mayHaveLeft);
        QCOMPARE(answer.error().message, std::string("no answer in time"));
    }
    QCOMPARE(server.accepted(), 0);
}

/// Each look-up that goes on has a thread, also after its exchange has given up.
void TestHttpExchange::namesThatNobodyAnswersDoNotPileUp() {
    constexpr int kMaxLookUps = 64;
    const Server server(answering(kOk));
    const auto asked = std::make_shared<std::atomic<int>>(0);
    {
        const SilentNames silent;
        HttpExchange exchange(silent.lookUp([asked] { ++*asked; }));
        std::string last;
        for (int i = 0; i < 3 * kMaxLookUps; ++i) {
            const auto answer = exchange.exchange(request(server.port(), "shop.test", 1));
            QVERIFY(!answer);
            QVERIFY(!answer.error().mayHaveLeft);
            last = answer.error().message;
        }
        QVERIFY2(last.starts_with("name servers do not answer"), last.c_str());
        QVERIFY(asked->load() <= kMaxLookUps);
    }
    // With an answer there is room again.
    HttpExchange exchange(names({kHere}));
    QTRY_VERIFY(exchange.exchange(request(server.port(), "shop.test")).has_value());
}

void TestHttpExchange::interruptedWhileTheNameIsLookedUp() {
    const Server server(answering(kOk));
    const SilentNames silent;
    HttpExchange* asked = nullptr;
    const auto interrupted = std::make_shared<std::promise<void>>();
    HttpExchange exchange(silent.lookUp([&asked, interrupted] {
        asked->interrupt();
        interrupted->set_value();
    }));
    asked = &exchange;
    const auto answer = exchange.exchange(request(server.port(), "shop.test"));
    interrupted->get_future().wait();  // it is done with the exchange
    QVERIFY(!answer);
    QVERIFY(!answer.error().mayHaveLeft);
    QCOMPARE(answer.error().message, std::string("the program ended"));
    QCOMPARE(server.accepted(), 0);
}

void TestHttpExchange::interruptedWhileConnecting() {
    FullListener listener;
    QTRY_VERIFY(listener.full());
    HttpExchange exchange;
    std::thread other;
    auto asked = request(listener.port());
    asked.refuses = [&](const IpAddress&) {  // the last that is called before the connection is asked for
        other = std::thread([&exchange] { exchange.interrupt(); });
        return std::string();
    };
    const auto answer = exchange.exchange(asked);
    other.join();
    QVERIFY(!answer);
    QVERIFY(!answer.error().mayHaveLeft);
    QCOMPARE(answer.error().message, std::string("the program ended"));
}

void TestHttpExchange::interruptedInTheHandshake() {
    HttpExchange exchange;
    const Server server([&exchange](tcp::socket& socket) {
        exchange.interrupt();
        hold(socket);
    });
    const auto answer = exchange.exchange(request(server.port(), kHere, kLongMs, "https"));
    QVERIFY(!answer);
    QVERIFY(!answer.error().mayHaveLeft);
    QCOMPARE(answer.error().message, std::string("the program ended"));
}

void TestHttpExchange::interruptedAfterSending() {
    HttpExchange exchange;
    const Server server([&exchange](tcp::socket& socket) {
        requestOf(socket);
        exchange.interrupt();
        hold(socket);
    });
    const auto answer = exchange.exchange(request(server.port()));
    QVERIFY(!answer);
    QVERIFY(answer.error().mayHaveLeft);
    QCOMPARE(answer.error().message, std::string("the program ended"));
    QCOMPARE(server.accepted(), 1);
    // From now on nothing begins.
    const auto next = exchange.exchange(request(server.port()));
    QVERIFY(!next);
    QVERIFY(!next.error().mayHaveLeft);
    QCOMPARE(server.accepted(), 1);
}

void TestHttpExchange::theNextAddressIsTried() {
    std::string heard;
    const Server server(
        [&heard](tcp::socket& socket) {
            heard = requestOf(socket);
            say(socket, kOk);
        },
        "127.9.8.7");
    HttpExchange exchange(names({"127.9.8.5", "127.9.8.6", "127.9.8.7"}));
    auto asked = request(server.port(), "shop.test");
    int judgements = 0;
    asked.refuses = [&judgements](const IpAddress& address) {
        ++judgements;
        return address.scope() == AddressScope::Loopback ? std::string() : std::string("elsewhere");
    };
    const auto answer = exchange.exchange(asked);
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(judgements, 3);
    QVERIFY2(heard.find("Host: shop.test:" + std::to_string(server.port()) + "\r\n") != std::string::npos,
             heard.c_str());
    // Where none takes it, nothing has left.
    HttpExchange nowhere(names({"127.9.8.5", "127.9.8.6"}));
    const auto none = nowhere.exchange(request(server.port(), "shop.test"));
    QVERIFY(!none);
    QVERIFY(!none.error().mayHaveLeft);
}

void TestHttpExchange::oneRefusedAddressRefusesAll() {
    const Server server(answering(kOk));
    HttpExchange exchange(names({kHere, "192.0.2.1"}));
    auto asked = request(server.port(), "shop.test");
    asked.refuses = [](const IpAddress& address) {
        return address == *IpAddress::fromText("192.0.2.1") ? std::string("it leads elsewhere") : std::string();
    };
    const auto answer = exchange.exchange(asked);
    QVERIFY(!answer);
    QVERIFY(!answer.error().mayHaveLeft);
    QCOMPARE(answer.error().message, std::string("it leads elsewhere"));
    QCOMPARE(server.accepted(), 0);
}

void TestHttpExchange::numbersAreNotLookedUp() {
    const Server server(answering(kOk));
    std::atomic<bool> lookedUp{false};
    HttpExchange exchange([&lookedUp](const std::string&) -> HostAddresses {
        lookedUp = true;
        return tl::unexpected(std::string("nobody knows"));
    });
    QVERIFY(exchange.exchange(request(server.port())));
    // But judged they are; also in a spelling that is one for every program.
    for (const auto* host : {kHere, "[::1]", "[::ffff:127.0.0.1]"}) {
        auto asked = request(server.port(), host);
        asked.refuses = [](const IpAddress& address) {
            return address.scope() == AddressScope::Loopback ? std::string("inwards") : std::string();
        };
        const auto answer = exchange.exchange(asked);
        QVERIFY(!answer);
        QCOMPARE(answer.error().message, std::string("inwards"));
        QVERIFY(!answer.error().mayHaveLeft);
    }
    QVERIFY(!lookedUp);
    QCOMPARE(server.accepted(), 1);
}

void TestHttpExchange::namesWithoutAnAddress_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("unknown") << 0 << QByteArray("the host was not found: nobody knows");
    QTest::newRow("without an address") << 1 << QByteArray("the host was not found");
    QTest::newRow("an address that is none") << 2 << QByteArray("the host has an address that cannot be read: here");
    QTest::newRow("trouble") << 3 << QByteArray("the host was not found: no memory");
}

void TestHttpExchange::namesWithoutAnAddress() {
    QFETCH(const int, kind);
    QFETCH(const QByteArray, message);
    HttpExchange exchange([kind](const std::string& host) -> HostAddresses {
        if (kind == 3) {
            throw std::runtime_error("no memory");
        }
        return kind == 0 || host != "shop.test"
                   ? HostAddresses(tl::unexpected(std::string("nobody knows")))
                   : HostAddresses(kind == 1 ? std::vector<std::string>() : std::vector<std::string>{"here"});
    });
    const auto answer = exchange.exchange(request(1, "shop.test"));
    QVERIFY(!answer);
    QVERIFY(!answer.error().mayHaveLeft);
    QCOMPARE(answer.error().message, message.toStdString());
}

void TestHttpExchange::theSystemKnowsThisMachine() {
    const auto found = outward::systemLookUp("localhost");
    QVERIFY2(found, found ? "" : found.error().c_str());
    QVERIFY(!found->empty());
    for (const auto& address : *found) {
        const auto ip = IpAddress::fromText(address);
        QVERIFY2(ip, address.c_str());
        QCOMPARE(ip->scope(), AddressScope::Loopback);
    }
    const auto none = outward::systemLookUp(std::string(300, 'a'));  // longer than a name can be
    QVERIFY(!none);
    QVERIFY(!none.error().empty());
}

void TestHttpExchange::headersCannotBeSmuggled_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("a second line") << QByteArray("A") << QByteArray("b\r\nC: d");
    QTest::newRow("a line feed") << QByteArray("A") << QByteArray("b\nC: d");
    QTest::newRow("in the name") << QByteArray("A\r\nC") << QByteArray("b");
    QTest::newRow("nul") << QByteArray("A") << QByteArray("b\0c", 3);
    QTest::newRow("no ASCII") << QByteArray("A") << QByteArray("\xc3\xa9");
}

void TestHttpExchange::headersCannotBeSmuggled() {
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, value);
    const Server server(answering(kOk));
    auto asked = request(server.port());
    asked.headers = {{name, value}};
    HttpExchange exchange;
    const auto answer = exchange.exchange(asked);
    QVERIFY(!answer);
    QVERIFY(!answer.error().mayHaveLeft);
    QCOMPARE(server.accepted(), 0);
}

void TestHttpExchange::aCertificateMustBeTheNames_data() {
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("common");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("good");
    const auto row = [](const char* label, const char* names, const char* common, const char* host, bool good) {
        QTest::newRow(label) << QString::fromLatin1(names) << QString::fromLatin1(common) << QString::fromLatin1(host)
                             << good;
    };
    row("the name", "DNS:pay.test", "server", "pay.test", true);
    row("one of its names", "DNS:a.test,DNS:pay.test", "server", "pay.test", true);
    row("with a dot at the end", "DNS:pay.test", "server", "pay.test.", true);
    row("a wildcard", "DNS:*.pay.test", "server", "north.pay.test", true);
    row("another name", "DNS:pay.example", "server", "pay.test", false);
    row("a name below", "DNS:pay.test", "server", "north.pay.test", false);
    row("a wildcard, two below", "DNS:*.pay.test", "server", "a.north.pay.test", false);
    row("a part of a wildcard", "DNS:n*.pay.test", "server", "north.pay.test", false);
    row("an address, for a name", "IP:127.0.0.1", "server", "pay.test", false);
    row("the address", "IP:127.0.0.1", "server", "127.0.0.1", true);
    row("another address", "IP:127.0.0.2", "server", "127.0.0.1", false);
    row("the address as a name", "DNS:127.0.0.1", "server", "127.0.0.1", false);
    row("the address as a title", "", "127.0.0.1", "127.0.0.1", false);
    row("another name beside the right title", "DNS:pay.example", "pay.test", "pay.test", false);
}

void TestHttpExchange::aCertificateMustBeTheNames() {
    QFETCH(const QString, names);
    QFETCH(const QString, common);
    QFETCH(const QString, host);
    QFETCH(const bool, good);
    std::atomic<int> requests{0};
    {
        const TlsServer server(
            names,
            [&requests](TlsServer::TlsStream& stream) {
                if (!requestOf(stream).empty()) {
                    ++requests;
                    say(stream, kOk);
                    boost::system::error_code ignored;
                    stream.shutdown(ignored);
                }
            },
            common);
        QVERIFY(server.made());
        const Trusted trusted(server);
        HttpExchange exchange(test_http_exchange::names({kHere}));
        const auto answer = exchange.exchange(request(server.port(), host.toLatin1().constData(), kLongMs, "https"));
        QVERIFY2(answer.has_value() == good, answer ? "it was taken" : answer.error().message.c_str());
        if (good) {
            QCOMPARE(answer->body, std::string("ok"));
            const bool isAddress = host == QLatin1String(kHere);
            const QString name = host.endsWith(QLatin1Char('.')) ? host.chopped(1) : host;
            QCOMPARE(server.asked(), isAddress ? std::string() : name.toStdString());
        } else {
            QVERIFY(!answer.error().mayHaveLeft);
            QVERIFY2(answer.error().message.starts_with("the certificate cannot be trusted: "),
                     answer.error().message.c_str());
        }
    }
    QCOMPARE(requests.load(), good ? 1 : 0);
}

void TestHttpExchange::aCertificateMustBeVouchedFor() {
    const TlsServer other(QStringLiteral("IP:127.0.0.1"), answeringSecurely(kOk));
    const TlsServer server(QStringLiteral("IP:127.0.0.1"), answeringSecurely(kOk));
    QVERIFY(other.made() && server.made());
    HttpExchange exchange;
    const auto ask = [&] { return exchange.exchange(request(server.port(), kHere, kLongMs, "https")); };
    const auto unknown = ask();  // what the system itself trusts
    QVERIFY(!unknown);
    QVERIFY(!unknown.error().mayHaveLeft);
    {
        const Trusted trusted(other);
        QVERIFY(!ask());
    }
    {
        const Trusted trusted(server);  // as soon as the system knows it
        const auto known = ask();
        QVERIFY2(known, known ? "" : known.error().message.c_str());
    }
}

void TestHttpExchange::overTlsTheHandshakeIsNotTheRequest() {
    // Closed in the middle of the handshake.
    {
        const Server server([](tcp::socket& socket) {
            std::array<char, 1> first{};
            boost::system::error_code error;
            socket.read_some(asio::buffer(first), error);
        });
        HttpExchange exchange;
        const auto answer = exchange.exchange(request(server.port(), kHere, kLongMs, "https"));
        QVERIFY(!answer);
        QVERIFY(!answer.error().mayHaveLeft);
    }
    // Closed after it, and in the middle of an answer.
    const auto after = [](TlsServer::Serve serve) {
        const TlsServer server(QStringLiteral("IP:127.0.0.1"), std::move(serve));
        const Trusted trusted(server);
        HttpExchange exchange;
        return exchange.exchange(request(server.port(), kHere, kLongMs, "https"));
    };
    const auto closed = after([](TlsServer::TlsStream& stream) { requestOf(stream); });
    QVERIFY(!closed);
    QVERIFY(closed.error().mayHaveLeft);
    QCOMPARE(closed.error().status, 0);
    const auto half = after([](TlsServer::TlsStream& stream) {
        requestOf(stream);
        say(stream, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok");
    });
    QVERIFY(!half);
    QVERIFY(half.error().mayHaveLeft);
    QCOMPARE(half.error().status, 200);
    // Whole, though nobody says that nothing follows.
    const auto whole = after([](TlsServer::TlsStream& stream) {
        requestOf(stream);
        say(stream, kOk);
    });
    QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
    QCOMPARE(whole->body, std::string("ok"));
}

}  // namespace test_http_exchange

QTEST_GUILESS_MAIN(test_http_exchange::TestHttpExchange)
#include "test_http_exchange.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The client of etcd's JSON gateway against a real etcd, and against what is not one.
#include <QTest>
#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <thread>

#include "engine/cluster/etcd/answers.h"
#include "engine/cluster/etcd/client.h"
#include "tests/support/servers/etcd_server.h"

namespace test_etcd_client {

using namespace evenhand;
using etcd::Address;
using etcd::Client;
using etcd::ClientOptions;
using etcd::KeyValue;

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

ClientOptions patient() {
    ClientOptions options;
    options.connectTimeoutMs = options.requestTimeoutMs = 60'000;
    return options;
}

/// Answers every request with the same bytes, and closes.
class Canned {
public:
    explicit Canned(std::string bytes) : m_bytes(std::move(bytes)) {
        m_thread = std::thread([this] { serve(); });
    }
    ~Canned() {
        m_stop = true;
        boost::system::error_code ignored;
        tcp::socket wake(m_io);
        wake.connect(m_acceptor.local_endpoint(), ignored);
        m_thread.join();
    }
    Canned(const Canned&) = delete;
    Canned& operator=(const Canned&) = delete;
    [[nodiscard]] etcd::Endpoint endpoint() const { return {"127.0.0.1", m_acceptor.local_endpoint().port()}; }
    [[nodiscard]] int asked() const { return m_asked; }

private:
    void serve() {
        while (!m_stop) {
            boost::system::error_code failed;
            auto socket = m_acceptor.accept(failed);
            if (failed || m_stop) {
                return;
            }
            asio::streambuf request;
            asio::read_until(socket, request, "\r\n\r\n", failed);
            m_asked += failed ? 0 : 1;
            asio::write(socket, asio::buffer(m_bytes), failed);
            // What is closed with bytes unread is reset, and the answer may be lost on its way.
            socket.shutdown(tcp::socket::shutdown_send, failed);
            std::array<char, 4096> rest{};
            while (!failed) {
                (void)socket.read_some(asio::buffer(rest), failed);
            }
        }
    }
    const std::string m_bytes;
    asio::io_context m_io{1};
    tcp::acceptor m_acceptor{m_io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
    std::atomic<bool> m_stop{false};
    std::atomic<int> m_asked{0};
    std::thread m_thread;
};

std::string httpOf(const std::string& body, const std::string& status = "200 OK") {
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::vector<std::string> keysOf(const std::vector<KeyValue>& kvs) {
    std::vector<std::string> keys;
    for (const auto& kv : kvs) {
        keys.push_back(kv.key);
    }
    return keys;
}

/// What comes next; the test's own bound ends a wait without end.
std::optional<etcd::WatchNews> next(etcd::Watch& watch) {
    for (;;) {
        const auto news = watch.next(1'000);
        if (!news) {
            qWarning("%s", news.error().text().c_str());
            return std::nullopt;
        }
        if (*news && (!(*news)->events.empty() || (*news)->compactedTo != 0)) {
            return **news;
        }
    }
}

}  // namespace

class TestEtcdClient : public QObject {
    Q_OBJECT
private:
    testing::EtcdServer m_etcd;

    static QByteArray reason(const Error& error) { return QByteArray::fromStdString(error.text()); }
    /// One who may everything, and one who may nothing.

    static void makeUsers(const testing::EtcdServer& server) {
        for (const auto& [path, body] : std::vector<std::pair<std::string, std::string>>{
                 {"user/add", R"({"name":"root","password":"pass\"word"})"},
                 {"user/add", R"({"name":"reader","password":"pass\"word"})"},
                 {"role/add", R"({"name":"root"})"},
                 {"user/grant", R"({"user":"root","role":"root"})"},
                 {"enable", "{}"}}) {
            const auto done = server.ask("/v3/auth/" + path, body);
            QVERIFY2(done, done ? "" : reason(done.error()).constData());
        }
    }

private Q_SLOTS:
    void initTestCase() {
        if (const auto started = m_etcd.start(); !started) {
            QFAIL(started.error().text().c_str());
        }
    }

    void addresses_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("read");
        QTest::newRow("one") << "etcd://a:1"
                             << "etcd://a:1";
        QTest::newRow("the usual port") << "etcd://etcd.example"
                                        << "etcd://etcd.example:2379";
        QTest::newRow("several") << "etcd://a:1,b,[::1]:3"
                                 << "etcd://a:1,b:2379,[::1]:3";
        QTest::newRow("a user") << "etcd://evenhand@a:1,b:2"
                                << "etcd://evenhand@a:1,b:2";
        QTest::newRow("nothing") << "etcd://"
                                 << "";
        QTest::newRow("an end without beginning") << "etcd://a:1,"
                                                  << "";
        QTest::newRow("another kind") << "redis://a:1"
                                      << "";
        QTest::newRow("no port") << "etcd://a:"
                                 << "";
        QTest::newRow("port zero") << "etcd://a:0"
                                   << "";
        QTest::newRow("a port too high") << "etcd://a:65536"
                                         << "";
        QTest::newRow("a port and more") << "etcd://a:1x"
                                         << "";
        QTest::newRow("a path") << "etcd://a:1/b"
                                << "";
        QTest::newRow("no user") << "etcd://@a:1"
                                 << "";
        QTest::newRow("a password") << "etcd://u:secret@a:1"
                                    << "";
        QTest::newRow("an open bracket") << "etcd://[::1:1"
                                         << "";
    }
    void addresses() {
        QFETCH(QString, url);
        QFETCH(QString, read);
        const auto address = Address::fromUrl(url.toStdString());
        QCOMPARE(address ? QString::fromStdString(address->url()) : QString(), read);
        if (!address) {
            QCOMPARE(address.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(address.error().field, std::string("membership"));
            QVERIFY(!QString::fromStdString(address.error().text()).contains(QStringLiteral("secret")));
        }
    }

    void keysAreBytes() {
        Client client(m_etcd.address(), patient());
        const std::string key = std::string("bytes/\0\xff\"\n", 10);
        const std::string value = std::string("\0\x80 value", 8);
        const auto revision = client.put({key, value, 0});
        QVERIFY2(revision, revision ? "" : reason(revision.error()).constData());
        const auto read = client.range({key, {}});
        QVERIFY(read && read->kvs.size() == 1);
        QVERIFY(read->kvs[0].key == key && read->kvs[0].value == value);
        QCOMPARE(read->kvs[0].modRevision, *revision);
        QVERIFY(read->revision >= *revision);
        QVERIFY(client.put({"bytes/empty", {}, 0}));
        QVERIFY(client.range({"bytes/empty", {}})->kvs.at(0).value.empty());
    }

    void aMissingKeyIsNoError() {
        Client client(m_etcd.address(), patient());
        const auto read = client.range({"missing", {}});
        QVERIFY(read && read->kvs.empty() && read->revision > 0);
        QVERIFY(client.remove({"missing", {}}));
    }

    void aPrefixEndsWhereItEnds() {
        Client client(m_etcd.address(), patient());
        for (const char* key : {"prefix", "prefix/", "prefix/a", "prefix/z\xff", "prefix0"}) {
            QVERIFY(client.put({key, "v", 0}));
        }
        const auto read = client.range(etcd::withPrefix("prefix/"));
        QVERIFY(read);
        QCOMPARE(keysOf(read->kvs), (std::vector<std::string>{"prefix/", "prefix/a", "prefix/z\xff"}));
        QVERIFY(client.remove(etcd::withPrefix("prefix/")));
        QVERIFY(client.range(etcd::withPrefix("prefix/"))->kvs.empty());
        QCOMPARE(client.range(etcd::withPrefix("prefix"))->kvs.size(), std::size_t{2});
    }

    void aTxnIsAllOrNothing() {
        Client client(m_etcd.address(), patient());
        etcd::Txn txn;
        txn.absent = {"txn/a", "txn/b"};
        txn.puts = {{"txn/a", "1", 0}, {"txn/b", "2", 0}};
        txn.thenRead = {etcd::withPrefix("txn/")};
        txn.elseRead = {{"txn/a", {}}, {"txn/b", {}}, {"txn/c", {}}};
        auto done = client.txn(txn);
        QVERIFY(done && done->isDone);
        QCOMPARE(keysOf(done->read.at(0)), (std::vector<std::string>{"txn/a", "txn/b"}));
        QCOMPARE(done->read.at(0).at(0).createRevision, done->revision);
        txn.absent = {"txn/c", "txn/b"};
        txn.puts = {{"txn/c", "3", 0}};
        done = client.txn(txn);
        QVERIFY(done && !done->isDone);
        QCOMPARE(done->read.size(), std::size_t{3});
        QVERIFY(done->read[0].size() == 1 && done->read[1].size() == 1 && done->read[2].empty());
        QVERIFY(client.range({"txn/c", {}})->kvs.empty());
    }

    /// Compare and swap.
    void whoeverWasQuickerIsNotOverwritten() {
        Client client(m_etcd.address(), patient());
        const auto first = client.put({"cas/a", "first", 0});
        QVERIFY(first);
        etcd::Txn txn;
        txn.unchanged = {{"cas/a", *first}};
        txn.puts = {{"cas/a", "second", 0}};
        txn.removes = {{"cas/none", {}}};
        QVERIFY(client.txn(txn)->isDone);
        QVERIFY(!client.txn(txn)->isDone);
        QCOMPARE(client.range({"cas/a", {}})->kvs.at(0).value, std::string("second"));
    }

    void leases() {
        Client client(m_etcd.address(), patient());
        const auto lease = client.grant(3'000);
        QVERIFY(lease && lease->id != 0);
        QCOMPARE(lease->ttlS, 3'000);
        QVERIFY(client.put({"lease/a", "v", lease->id}));
        QCOMPARE(client.range({"lease/a", {}})->kvs.at(0).lease, lease->id);
        QCOMPARE(*client.keepAlive(lease->id), 3'000);
        const auto left = client.timeToLive(lease->id);
        QVERIFY(left && *left > 2'000 && *left <= 3'000);
        QVERIFY(client.revoke(lease->id));
        QVERIFY(client.range({"lease/a", {}})->kvs.empty());
        QVERIFY(client.revoke(lease->id));
        QCOMPARE(*client.keepAlive(lease->id), 0);
        QCOMPARE(*client.timeToLive(lease->id), -1);
        const auto put = client.put({"lease/a", "v", lease->id});
        QVERIFY(!put && put.error().code == ErrorCode::NotFound);
    }

    void aWatchTellsWhatHappens() {
        Client client(m_etcd.address(), patient());
        const auto before = client.put({"watch/a", "1", 0});
        QVERIFY(before);
        auto watch = client.watch(etcd::withPrefix("watch/"), *before + 1);
        QVERIFY(watch);
        const auto lease = client.grant(3'000);
        const auto put = client.put({"watch/b", "2", lease->id});
        QVERIFY(client.put({"other", "3", 0}));
        QVERIFY(client.revoke(lease->id));
        QVERIFY(client.remove({"watch/a", {}}));
        std::vector<std::string> told;
        while (told.size() < 3) {
            const auto news = next(**watch);
            QVERIFY(news);
            QVERIFY(news->revision > 0);
            for (const auto& event : news->events) {
                told.push_back((event.isDeleted ? "-" : "+") + event.kv.key + event.kv.value);
                QVERIFY(event.kv.modRevision >= *put);
            }
        }
        QCOMPARE(told, (std::vector<std::string>{"+watch/b2", "-watch/b", "-watch/a"}));
        // Another one has it all from the beginning.
        auto again = client.watch(etcd::withPrefix("watch/"), *put);
        QVERIFY(again);
        QCOMPARE(next(**again)->events.at(0).kv.key, std::string("watch/b"));
        // Nothing more comes.
        const auto nothing = (*watch)->next(1);
        QVERIFY(nothing && !*nothing);
    }

    void whatWasForgottenIsSaid() {
        Client client(m_etcd.address(), patient());
        const auto first = client.put({"compact/a", "1", 0});
        const auto last = client.put({"compact/a", "2", 0});
        QVERIFY(first && last);
        QVERIFY(m_etcd.ask("/v3/kv/compaction", R"({"revision":")" + std::to_string(*last) + R"("})"));
        auto watch = client.watch(etcd::withPrefix("compact/"), *first);
        QVERIFY(watch);
        const auto news = next(**watch);
        QVERIFY(news);
        QCOMPARE(news->compactedTo, *last);
    }

    /// Connections are kept, and made anew where the server has closed them.
    void aServerThatWasRestarted() {
        testing::EtcdServer server;
        QVERIFY(server.start());
        Client client(server.address(), patient());
        QVERIFY(client.put({"a", "1", 0}));
        server.kill();
        const auto down = client.range({"a", {}});
        QVERIFY(!down && down.error().code == ErrorCode::Unreachable);
        QCOMPARE(down.error().field, std::string("membership"));
        QCOMPARE(down.error().value, etcd::textOf(server.address().endpoints[0]));
        QVERIFY(server.start());
        QCOMPARE(client.range({"a", {}})->kvs.at(0).value, std::string("1"));
        server.kill();
        QVERIFY(server.start());
        QVERIFY(client.range({"a", {}}));  // by a connection that has died without being used
    }

    void oneOfSeveralServersIsEnough() {
        testing::EtcdServer nobody;
        QVERIFY(nobody.start());
        nobody.kill();
        auto address = nobody.address();
        address.endpoints.push_back(m_etcd.address().endpoints[0]);
        Client client(address, patient());
        QVERIFY(client.put({"several", "1", 0}));
        QVERIFY(client.watch({"several", {}}, 1));
        address.endpoints[1] = address.endpoints[0];
        Client lost(address, patient());
        const auto put = lost.put({"several", "1", 0});
        QVERIFY(!put && put.error().code == ErrorCode::Unreachable);
        QCOMPARE(put.error().value, etcd::textOf(address.endpoints[0]) + ',' + etcd::textOf(address.endpoints[0]));
    }

    /// Something else listens there, or an answer was cut: that is no answer, and another server is asked.
    void whatIsNoAnswer_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        const std::string header = R"("header":{"revision":"7"})";
        row("nothing", {});
        row("no HTTP", "-ERR unknown command 'POST'\r\n");
        row("half a header", "HTTP/1.1 200 OK\r\nContent-");
        row("a header without end", "HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'x'));
        row("a page", httpOf("<html>welcome</html>"));
        row("an error of something else", httpOf("not found", "404 Not Found"));
        row("an error in another form", httpOf(R"({"error":"no"})", "500 Internal Server Error"));
        row("an empty object", httpOf("{}"));
        row("a list", httpOf("[]"));
        row("no revision", httpOf(R"({"header":{}})"));
        row("a revision in words", httpOf(R"({"header":{"revision":"seven"}})"));
        row("half of it", httpOf("{" + header + R"(,"kvs":[{"key":"YQ==")"));
        row("cut", "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{" + header + "}");
        row("cut in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{" + header + "}");
        row("a chunk of no size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
        row("no base64", httpOf("{" + header + R"(,"kvs":[{"key":"*","mod_revision":"1"}]})"));
        row("no key", httpOf("{" + header + R"(,"kvs":[{"mod_revision":"1"}]})"));
        row("no list", httpOf("{" + header + R"(,"kvs":7})"));
        row("numbers in a list", httpOf("{" + header + R"(,"kvs":[7]})"));
        row("a number too large",
            httpOf("{" + header + R"(,"kvs":[{"key":"YQ==","mod_revision":"99999999999999999999"}]})"));
    }
    void whatIsNoAnswer() {
        QFETCH(QByteArray, bytes);
        const Canned canned(bytes.toStdString());
        Client alone({{}, {canned.endpoint()}}, patient());
        const auto read = alone.range({"a", {}});
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Unreachable);
        QCOMPARE(read.error().field, std::string("membership"));
        QCOMPARE(read.error().value, etcd::textOf(canned.endpoint()));
        QVERIFY(canned.asked() > 0);
        Client two({{}, {canned.endpoint(), m_etcd.address().endpoints[0]}}, patient());
        const auto other = two.range({"whatIsNoAnswer", {}});
        QVERIFY2(other && other->kvs.empty(), other ? "" : reason(other.error()).constData());
    }

    /// The same of a watch, which has begun.
    void whatIsNoNews_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("hello\n");
        QTest::newRow("an empty object") << QByteArray("{}\n");
        QTest::newRow("no header") << QByteArray("{\"result\":{}}\n");
        QTest::newRow("an error") << QByteArray("{\"error\":{\"message\":\"lost\"}}\n");
        QTest::newRow("cancelled") << QByteArray("{\"result\":{\"header\":{},\"canceled\":true}}\n");
        QTest::newRow("an event of nothing") << QByteArray("{\"result\":{\"header\":{},\"events\":[{}]}}\n");
        QTest::newRow("half a line") << QByteArray("{\"result\":{\"header\":{\"revision\":\"1\"}");
    }
    void whatIsNoNews() {
        QFETCH(QByteArray, body);
        const Canned canned(httpOf(body.toStdString()));
        Client client({{}, {canned.endpoint()}}, patient());
        const auto watch = client.watch({"a", {}}, 1);
        QVERIFY2(watch, watch ? "" : reason(watch.error()).constData());
        auto news = (*watch)->next(60'000);
        while (news) {  // until the half of a line is its end
            QVERIFY(!*news);
            news = (*watch)->next(60'000);
        }
        QCOMPARE(news.error().code, ErrorCode::Unreachable);
        QCOMPARE(news.error().value, etcd::textOf(canned.endpoint()));
    }

    void whoeverDoesNotAnswerIsGivenUp() {
        asio::io_context io;
        const tcp::acceptor silent(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
        const etcd::Endpoint endpoint{"127.0.0.1", silent.local_endpoint().port()};
        ClientOptions options = patient();
        options.requestTimeoutMs = 20;
        Client alone({{}, {endpoint}}, options);
        const auto read = alone.range({"a", {}});
        QVERIFY(!read && read.error().code == ErrorCode::Unreachable);
        QVERIFY(QString::fromStdString(read.error().message).contains(QStringLiteral("no answer in time")));
    }

    void whatIsUnderWayCanBeInterrupted() {
        asio::io_context io;
        const tcp::acceptor silent(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
        Client client({{}, {{"127.0.0.1", silent.local_endpoint().port()}, m_etcd.address().endpoints[0]}}, patient());
        std::thread other([&client] { client.interrupt(); });
        const auto read = client.range({"a", {}});
        other.join();
        QVERIFY(!read && read.error().code == ErrorCode::Cancelled);
        QVERIFY(client.grant(10).error().code == ErrorCode::Cancelled);
    }

    void aNameIsLookedUp() {
        auto options = patient();
        options.lookUp = [](const std::string& host) -> look_up::HostAddresses {
            return host == "etcd.example" ? look_up::HostAddresses(std::vector<std::string>{"127.0.0.1"})
                                          : look_up::HostAddresses(tl::unexpected(std::string("nobody knows")));
        };
        Client client({{}, {{"etcd.example", m_etcd.port()}}}, options);
        QVERIFY(client.range({"a", {}}));
        Client lost({{}, {{"nowhere.example", m_etcd.port()}}}, options);
        const auto read = lost.range({"a", {}});
        QVERIFY(!read && read.error().code == ErrorCode::Unreachable);
        QVERIFY(QString::fromStdString(read.error().message).contains(QStringLiteral("nobody knows")));
    }

    /// An etcd with users: who asks says who it is, and says it again where its token has ended.
    void users() {
        testing::EtcdServer server;
        QVERIFY(server.start());
        auto address = server.address();
        address.user = "root";
        auto options = patient();
        options.password = Secret(std::string("pass\"word"));
        Client early(address, options);
        const auto none = early.put({"a", "1", 0});
        QVERIFY(!none && none.error().code == ErrorCode::SignInRefused);
        makeUsers(server);
        Client client(address, options);
        const auto put = client.put({"a", "1", 0});
        QVERIFY2(put, put ? "" : reason(put.error()).constData());
        QVERIFY(client.grant(100));
        QVERIFY(client.watch({"a", {}}, *put));
        server.kill();
        server.forget();  // its tokens too
        QVERIFY(server.start());
        makeUsers(server);
        const auto again = client.put({"a", "2", 0});
        QVERIFY2(again, again ? "" : reason(again.error()).constData());
        Client nobody(server.address(), options);
        const auto unknown = nobody.put({"a", "3", 0});
        QVERIFY(!unknown && unknown.error().code == ErrorCode::SignInRefused);
        auto wrong = options;
        wrong.password = Secret(std::string("another"));
        Client guessing(address, wrong);
        const auto refused = guessing.put({"a", "3", 0});
        QVERIFY(!refused && refused.error().code == ErrorCode::SignInRefused);
        QVERIFY(!QString::fromStdString(refused.error().text()).contains(QStringLiteral("another")));
        address.user = "reader";
        Client reader(address, options);
        const auto forbidden = reader.put({"a", "3", 0});
        QVERIFY(!forbidden && forbidden.error().code == ErrorCode::PermissionDenied);
    }
};

}  // namespace test_etcd_client

QTEST_GUILESS_MAIN(test_etcd_client::TestEtcdClient)
#include "test_etcd_client.moc"

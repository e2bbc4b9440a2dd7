// SPDX-License-Identifier: GPL-3.0-or-later
// The server over real sockets on a free loopback port, with hiredis, plain bytes, redis-cli and redis-benchmark.
#include <arpa/inet.h>
#include <hiredis/hiredis.h>
#include <sys/socket.h>
#include <unistd.h>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>
#include <thread>

#include "app/keyspace_server/keyspace_server.h"
#include "app/keyspace_server/resp_server.h"

namespace test_resp_server {

using namespace evenhand;
using keyspace_server::RespServer;
using keyspace_server::RespServerOptions;

namespace {

/// A server on a thread of its own, stopped with the object.
class Served {
public:
    explicit Served(RespServerOptions options = {}, script::ScriptLimits limits = {})
        : m_scripts(m_keyspace, limits, &m_clock), m_server(m_keyspace, &m_scripts, m_clock, std::move(options)) {
        const auto bound = m_server.listen();
        port = bound ? *bound : 0;
        m_thread = std::thread([this] { m_server.run(); });
    }
    ~Served() {
        m_server.stop();
        m_thread.join();
    }
    std::uint16_t port = 0;

private:
    base::SystemClock m_clock;
    keyspace::EmbeddedKeyspace m_keyspace;
    script::ScriptHost m_scripts;
    RespServer m_server;
    std::thread m_thread;
};

class Client {
public:
    explicit Client(std::uint16_t port) : m_context(redisConnect("127.0.0.1", port), redisFree) {}
    /// The reply in one line; "closed" if the connection ended.
    std::string ask(std::initializer_list<std::string> arguments) {
        queue(arguments);
        return answer();
    }
    void queue(std::initializer_list<std::string> arguments) {
        std::vector<const char*> texts;
        std::vector<std::size_t> lengths;
        for (const std::string& argument : arguments) {
            texts.push_back(argument.data());
            lengths.push_back(argument.size());
        }
        redisAppendCommandArgv(m_context.get(), static_cast<int>(texts.size()), texts.data(), lengths.data());
    }
    std::string answer() {
        void* raw = nullptr;
        if (redisGetReply(m_context.get(), &raw) != REDIS_OK) {
            return "closed";
        }
        const std::unique_ptr<void, void (*)(void*)> keep(raw, freeReplyObject);
        return text(*static_cast<redisReply*>(raw));
    }

private:
    static std::string text(const redisReply& reply) {
        switch (reply.type) {
            case REDIS_REPLY_INTEGER: return ":" + std::to_string(reply.integer);
            case REDIS_REPLY_STATUS: return "+" + std::string(reply.str, reply.len);
            case REDIS_REPLY_ERROR: return "-" + std::string(reply.str, reply.len);
            case REDIS_REPLY_STRING: return std::string(reply.str, reply.len);
            case REDIS_REPLY_NIL: return "nil";
            default: break;
        }
        std::string all = "[";
        for (std::size_t i = 0; i < reply.elements; ++i) {
            all += (i > 0 ? " " : "") + text(*reply.element[i]);
        }
        return all + "]";
    }
    std::unique_ptr<redisContext, void (*)(redisContext*)> m_context;
};

/// Sends bytes, reads until the server closes.
std::string converse(std::uint16_t port, std::string_view bytes, bool sendsNoMore = false) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::string received;
    if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
        ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size())) {
        if (sendsNoMore) {
            ::shutdown(fd, SHUT_WR);
        }
        char buffer[4096];
        for (ssize_t n = 0; (n = ::recv(fd, buffer, sizeof buffer, 0)) > 0;) {
            received.append(buffer, static_cast<std::size_t>(n));
        }
    }
    ::close(fd);
    return received;
}

RespServerOptions withPassword(std::string password) {
    RespServerOptions options;
    options.password = std::move(password);
    return options;
}

}  // namespace

class TestRespServer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void commandsAndScripts();
    void pipelines();
    void largeValues();
    void inlineAndQuit();
    void whoeverSendsNoMoreIsStillAnswered();
    void protocolErrorsClose();
    void httpCloses();
    void stoppingEndsAScript();
    void passwordIsAsked();
    void commandsOfTheConnection();
    void limitsBeforeThePassword();
    void readOnlyRefusesWrites();
    void keysExpireByThemselves();
    void tooManyClients();
    void takenPortIsReported();
    void commandReportsItsErrors();
    void aStoppedScriptLeavesNothing();
    void redisCli();
    void redisBenchmark();
};

void TestRespServer::commandsAndScripts() {
    Served served;
    Client client(served.port);
    QCOMPARE(client.ask({"PING"}), "+PONG");
    QCOMPARE(client.ask({"SET", "a", std::string("\0\r\n", 3)}), "+OK");
    QCOMPARE(client.ask({"GET", "a"}), std::string("\0\r\n", 3));
    QCOMPARE(client.ask({"GET", "b"}), "nil");
    QCOMPARE(client.ask({"LPOP", "b", "1"}), "nil");
    QCOMPARE(client.ask({"RPUSH", "l", "x", "y"}), ":2");
    QCOMPARE(client.ask({"LRANGE", "l", "0", "-1"}), "[x y]");
    QCOMPARE(client.ask({"EVAL", "return {KEYS[1], redis.call('GET', KEYS[1]), {1}}", "1", "b"}), "[b nil [:1]]");
    QCOMPARE(client.ask({"NOSUCH"}), "-ERR unknown command 'NOSUCH', with args beginning with: ");
    QCOMPARE(client.ask({"CLIENT", "SETNAME", "me"}), "+OK");
    QCOMPARE(client.ask({"CLIENT", "GETNAME"}), "me");
    QCOMPARE(client.ask({"HELLO", "3"}), "-NOPROTO unsupported protocol version");
    Client other(served.port);
    QCOMPARE(other.ask({"LLEN", "l"}), ":2");
    QCOMPARE(other.ask({"CLIENT", "GETNAME"}), "nil");
}

void TestRespServer::pipelines() {
    Served served;
    Client client(served.port);
    constexpr int kMany = 50'000;
    for (int i = 0; i < kMany; ++i) {
        client.queue({"INCR", "n"});
    }
    for (int i = 1; i <= kMany; ++i) {
        QCOMPARE(client.answer(), ":" + std::to_string(i));
    }
}

void TestRespServer::largeValues() {
    Served served;
    Client client(served.port);
    const std::string value(20'000'000, 'v');
    QCOMPARE(client.ask({"SET", "big", value}), "+OK");
    for (int i = 0; i < 5; ++i) {  // more than the output limit lets stand at once
        client.queue({"GET", "big"});
    }
    for (int i = 0; i < 5; ++i) {
        QVERIFY(client.answer() == value);
    }
    QCOMPARE(client.ask({"PING"}), "+PONG");
}

void TestRespServer::inlineAndQuit() {
    Served served;
    QCOMPARE(converse(served.port, "set a \"b c\"\r\nGET a\n\r\nquit\r\nPING\r\n"), "+OK\r\n$3\r\nb c\r\n+OK\r\n");
}

/// As `printf … | nc` does: all is sent, then the replies are read.
void TestRespServer::whoeverSendsNoMoreIsStillAnswered() {
    Served served;
    const std::string value(20'000'000, 'v');
    QCOMPARE(Client(served.port).ask({"SET", "big", value}), "+OK");
    const auto reply = "$20000000\r\n" + value + "\r\n";
    QVERIFY(converse(served.port, "GET big\r\nGET big\r\n", true) == reply + reply);
}

void TestRespServer::protocolErrorsClose() {
    Served served;
    QCOMPARE(converse(served.port, "PING\r\n*1\r\n+x\r\n"), "+PONG\r\n-ERR Protocol error: expected '$', got '+'\r\n");
    QCOMPARE(converse(served.port, "*2\r\n$99999999999\r\n"), "-ERR Protocol error: invalid bulk length\r\n");
    Client client(served.port);
    QCOMPARE(client.ask({"PING"}), "+PONG");
}

void TestRespServer::httpCloses() {
    for (const auto& options : {RespServerOptions{}, withPassword("s3cret")}) {
        Served served(options);
        const std::string body = "SET stolen 1\r\n";
        for (const auto* head : {"POST / HTTP/1.1\r\n", "post /x\r\n", "host: 127.0.0.1\r\n", "Host: x\r\n"}) {
            QCOMPARE(converse(served.port, head + body), "");
        }
        const auto get = converse(served.port, "GET / HTTP/1.1\r\nHost: x\r\n" + body);
        QCOMPARE(std::count(get.begin(), get.end(), '\n'), 1);  // the answer to GET, and nothing after it
        Client client(served.port);
        QCOMPARE(client.ask({"POST", "/"}), "closed");
        Client other(served.port);
        QCOMPARE(other.ask({"HELLO", "2", "AUTH", "default", "s3cret"}).substr(0, 1), "[");
        QCOMPARE(other.ask({"GET", "stolen"}), "nil");
    }
}

void TestRespServer::stoppingEndsAScript() {
    script::ScriptLimits limits;
    limits.instructions = INT64_MAX;
    limits.timeMs = 1'000'000'000;
    auto served = std::make_unique<Served>(RespServerOptions{}, limits);
    Client client(served->port);
    QCOMPARE(client.ask({"PING"}), "+PONG");
    std::thread asking([&client] {
        (void)client.ask(
            {"EVAL", "return string.find(string.rep('a', 60), string.rep('a?', 60) .. string.rep('a', 61))", "0"});
    });
    served.reset();  // hangs unless the script ends
    asking.join();
}

void TestRespServer::passwordIsAsked() {
    Served served(withPassword("s3cret"));
    Client client(served.port);
    QCOMPARE(client.ask({"GET", "a"}), "-NOAUTH Authentication required.");
    QCOMPARE(client.ask({"AUTH", "s3cre"}), "-WRONGPASS invalid username-password pair or user is disabled.");
    QCOMPARE(client.ask({"AUTH", "other", "s3cret"}), "-WRONGPASS invalid username-password pair or user is disabled.");
    QCOMPARE(client.ask({"GET", "a"}), "-NOAUTH Authentication required.");
    QCOMPARE(client.ask({"AUTH", "s3cret"}), "+OK");
    QCOMPARE(client.ask({"GET", "a"}), "nil");
    Client named(served.port);
    QCOMPARE(named.ask({"AUTH", "default", "s3cret"}), "+OK");
    QCOMPARE(named.ask({"GET", "a"}), "nil");
    Client hello(served.port);
    QVERIFY(hello.ask({"HELLO", "2", "AUTH", "default", "s3cret"}).starts_with("[server redis"));
    QCOMPARE(hello.ask({"GET", "a"}), "nil");
}

void TestRespServer::commandsOfTheConnection() {
    Served open;
    Client anybody(open.port);
    QVERIFY(anybody.ask({"AUTH", "x"}).starts_with("-ERR AUTH <password> called without any password configured"));
    QCOMPARE(anybody.ask({"AUTH", "default", "x"}), "+OK");  // any is right
    QCOMPARE(anybody.ask({"AUTH", "other", "x"}), "-WRONGPASS invalid username-password pair or user is disabled.");
    QCOMPARE(anybody.ask({"CLIENT", "ID"}), ":1");
    QCOMPARE(anybody.ask({"HELLO"}),
             "[server redis version 7.0.15 proto :2 id :1 mode standalone role master modules []]");
    QCOMPARE(anybody.ask({"HELLO", "4"}), "-ERR Protocol version is not an integer or out of range");
    QCOMPARE(anybody.ask({"HELLO", "2", "SETNAME"}), "-ERR Syntax error in HELLO option 'SETNAME'");
    QVERIFY(anybody.ask({"HELLO", "2", "SetName", "me"}).starts_with("[server"));
    QCOMPARE(anybody.ask({"CLIENT", "getname"}), "me");
    QCOMPARE(anybody.ask({"CLIENT", "SETNAME"}), "-ERR only CLIENT ID, GETNAME and SETNAME are available here");
    QCOMPARE(anybody.ask({"CLIENT"}), "-ERR only CLIENT ID, GETNAME and SETNAME are available here");
    QCOMPARE(Client(open.port).ask({"CLIENT", "ID"}), ":2");
    Served closed(withPassword("s3cret"));
    Client client(closed.port);
    QCOMPARE(client.ask({"AUTH"}), "-ERR wrong number of arguments for 'auth' command");
    QCOMPARE(client.ask({"AUTH", "a", "b", "c"}), "-ERR syntax error");
    QVERIFY(client.ask({"HELLO", "2"}).starts_with("-NOAUTH HELLO must be called"));
    QVERIFY(client.ask({"HELLO", "2", "SETNAME", "x"}).starts_with("-NOAUTH HELLO must be called"));
    QCOMPARE(client.ask({"HELLO", "2", "AUTH", "default"}), "-ERR Syntax error in HELLO option 'AUTH'");
    QVERIFY(client.ask({"HELLO", "2", "AUTH", "default", "wrong"}).starts_with("-WRONGPASS"));
    for (const char* name : {"CLIENT", "PING", "EVAL"}) {
        QCOMPARE(client.ask({name, "ID"}), "-NOAUTH Authentication required.");
    }
    QVERIFY(client.ask({"HELLO", "2", "SETNAME", "y", "AUTH", "default", "s3cret"}).starts_with("[server"));
    QCOMPARE(client.ask({"CLIENT", "GETNAME"}), "y");
    QCOMPARE(client.ask({"AUTH", "s3cre"}), "-WRONGPASS invalid username-password pair or user is disabled.");
    QCOMPARE(client.ask({"PING"}), "+PONG");  // as before
    QCOMPARE(Client(closed.port).ask({"QUIT"}), "+OK");
}

void TestRespServer::limitsBeforeThePassword() {
    Served served(withPassword("s3cret"));
    QCOMPARE(converse(served.port, "*11\r\n"), "-ERR Protocol error: unauthenticated multibulk length\r\n");
    QCOMPARE(converse(served.port, "*2\r\n$4\r\nAUTH\r\n$6\r\ns3cret\r\n*12\r\n$3\r\nDEL\r\n" +
                                       std::string("$1\r\na\r\n") + "$1\r\na\r\n$1\r\na\r\n$1\r\na\r\n$1\r\na\r\n" +
                                       "$1\r\na\r\n$1\r\na\r\n$1\r\na\r\n$1\r\na\r\n$1\r\na\r\n$1\r\na\r\nQUIT\r\n"),
             "+OK\r\n:0\r\n+OK\r\n");
}

void TestRespServer::readOnlyRefusesWrites() {
    RespServerOptions options;
    options.readOnly = true;
    Served served(options);
    Client client(served.port);
    QVERIFY(client.ask({"SET", "a", "b"}).starts_with("-READONLY"));
    QVERIFY(client.ask({"FLUSHALL"}).starts_with("-READONLY"));
    QVERIFY(client.ask({"EVAL", "return redis.call('SET', 'a', 1)", "0"}).starts_with("-READONLY"));
    QCOMPARE(client.ask({"GET", "a"}), "nil");
}

void TestRespServer::keysExpireByThemselves() {
    Served served;
    Client client(served.port);
    QCOMPARE(client.ask({"SET", "a", "b", "PX", "1"}), "+OK");
    while (client.ask({"DBSIZE"}) != ":0") {  // counts keys without looking at them
    }
    QCOMPARE(client.ask({"TTL", "a"}), ":-2");
}

void TestRespServer::tooManyClients() {
    RespServerOptions options;
    options.clients = 2;
    Served served(options);
    Client first(served.port);
    Client second(served.port);
    QCOMPARE(first.ask({"PING"}), "+PONG");
    QCOMPARE(second.ask({"PING"}), "+PONG");
    QVERIFY(converse(served.port, "").starts_with("-ERR max number of clients reached"));
    QCOMPARE(first.ask({"PING"}), "+PONG");
    // Who has left leaves room.
    QCOMPARE(second.ask({"QUIT"}), "+OK");
    QCOMPARE(second.ask({"PING"}), "closed");
    for (int i = 0; i < 5; ++i) {
        QCOMPARE(converse(served.port, "QUIT\r\n"), "+OK\r\n");
    }
}

void TestRespServer::takenPortIsReported() {
    Served served;
    base::SystemClock clock;
    keyspace::EmbeddedKeyspace keyspace;
    RespServerOptions options;
    options.port = served.port;
    RespServer second(keyspace, nullptr, clock, options);
    const auto port = second.listen();
    QVERIFY(!port.has_value());
    QCOMPARE(port.error().code, ErrorCode::Storage);
    QCOMPARE(port.error().value, std::to_string(served.port));
}

void TestRespServer::commandReportsItsErrors() {
    QTemporaryDir folder;
    keyspace_server::KeyspaceServerOptions options;
    options.port = 0;
    options.passwordFile = folder.filePath(QStringLiteral("none")).toStdString();
    QCOMPARE(keyspace_server::runKeyspaceServer(options), 1);
    QFile empty(folder.filePath(QStringLiteral("empty")));
    QVERIFY(empty.open(QIODevice::WriteOnly) && empty.write("\r\nlater\n") > 0);
    empty.close();
    QVERIFY(empty.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    options.passwordFile = empty.fileName().toStdString();
    QCOMPARE(keyspace_server::runKeyspaceServer(options), 1);
    Served served;
    options = {};
    options.port = served.port;
    QCOMPARE(keyspace_server::runKeyspaceServer(options), 1);
}

void TestRespServer::aStoppedScriptLeavesNothing() {
    Served served;
    Client client(served.port);
    QVERIFY(client.ask({"EVAL", "redis.call('SET', 'half', 1) while true do end", "0"}).starts_with("-BUSY"));
    QCOMPARE(client.ask({"EXISTS", "half"}), ":0");
    QCOMPARE(client.ask({"EVAL", "return {err = 'BUSY by choice'}", "0"}), "-BUSY by choice");
}

void TestRespServer::redisCli() {
    Served served;
    QProcess process;
    process.start(QStringLiteral("redis-cli"),
                  {QStringLiteral("-p"), QString::number(served.port), QStringLiteral("EVAL"),
                   QStringLiteral("return ARGV"), QStringLiteral("0"), QStringLiteral("hello")});
    QVERIFY2(process.waitForFinished(60'000), qPrintable(process.errorString()));
    QCOMPARE(process.readAllStandardOutput().trimmed(), QByteArray("hello"));
}

void TestRespServer::redisBenchmark() {
    Served served;
    QProcess process;
    process.start(QStringLiteral("redis-benchmark"),
                  {QStringLiteral("-p"), QString::number(served.port), QStringLiteral("-n"), QStringLiteral("2000"),
                   QStringLiteral("-P"), QStringLiteral("20"), QStringLiteral("--csv"), QStringLiteral("-t"),
                   QStringLiteral("ping,set,get,incr,lpush,rpush,lpop,rpop,sadd,hset,zadd,zpopmin,lrange_100")});
    QVERIFY2(process.waitForFinished(120'000), qPrintable(process.errorString()));
    const QByteArray output = process.readAllStandardOutput();
    QCOMPARE(process.exitCode(), 0);
    for (const char* name : {"PING_INLINE", "PING_MBULK", "SET", "GET", "INCR", "LPUSH", "RPUSH", "LPOP", "RPOP",
                             "SADD", "HSET", "ZADD", "ZPOPMIN", "LRANGE_100"}) {
        QVERIFY2(output.contains('"' + QByteArray(name)), output.constData());
    }
}

}  // namespace test_resp_server

QTEST_GUILESS_MAIN(test_resp_server::TestRespServer)
#include "test_resp_server.moc"

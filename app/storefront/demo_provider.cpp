// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/demo_provider.h"

#include <QHash>
#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>

#include "engine/base/rng.h"

namespace evenhand::storefront {
namespace {

constexpr const char* kPath = "/demo-refunds";
constexpr qsizetype kMaxRequest = 65'536;
// Of 100 refunds.
constexpr std::uint64_t kDown = 8;
constexpr std::uint64_t kGone = 14;
constexpr std::uint64_t kDeclined = 22;

void answer(QTcpSocket* socket, const char* status, const QByteArray& body) {
    socket->write(QByteArray("HTTP/1.1 ") + status + "\r\nContent-Type: application/json\r\nContent-Length: " +
                  QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body);
    socket->disconnectFromHost();
}

/// The service itself; lives on the provider's thread.
class DemoBank : public QObject {
public:
    DemoBank(std::uint64_t seed, std::atomic<std::int64_t>& paid) : m_rng(seed), m_paid(paid) {}

    /// The port; 0: there is none.
    [[nodiscard]] std::uint16_t listen();

private:
    void accept();
    void read(QTcpSocket* socket);
    void pay(QTcpSocket* socket, const QString& key);
    void tell(QTcpSocket* socket, const QString& key);

    QTcpServer m_server{this};
    Rng m_rng;
    QHash<QTcpSocket*, QByteArray> m_came;
    QHash<QString, QByteArray> m_known;  ///< what became of each key
    std::atomic<std::int64_t>& m_paid;
};

std::uint16_t DemoBank::listen() {
    connect(&m_server, &QTcpServer::newConnection, this, [this] { accept(); });
    return m_server.listen(QHostAddress::LocalHost, 0) ? m_server.serverPort() : std::uint16_t{0};
}

void DemoBank::accept() {
    while (auto* socket = m_server.nextPendingConnection()) {
        socket->setParent(this);
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_came.remove(socket);
            socket->deleteLater();
        });
    }
}

void DemoBank::read(QTcpSocket* socket) {
    QByteArray& came = m_came[socket];
    came += socket->readAll();
    if (came.size() > kMaxRequest) {
        socket->abort();
        return;
    }
    const auto end = came.indexOf("\r\n\r\n");
    if (end < 0) {
        return;
    }
    const auto lines = came.left(end).split('\n');
    qsizetype length = 0;
    QString key;
    for (const QByteArray& line : lines) {
        const auto colon = line.indexOf(':');
        const QByteArray name = line.left(colon).toLower();
        if (name == "content-length") {
            length = line.mid(colon + 1).trimmed().toLongLong();
        } else if (name == "idempotency-key") {
            key = QString::fromLatin1(line.mid(colon + 1).trimmed());
        }
    }
    if (came.size() - end - 4 < length) {
        return;
    }
    const bool asks = came.startsWith("GET ");
    came.clear();
    if (key.isEmpty()) {
        answer(socket, "400 Bad Request", R"({"message":"an idempotency key is missing"})");
    } else if (asks) {
        tell(socket, key);
    } else {
        pay(socket, key);
    }
}

void DemoBank::pay(QTcpSocket* socket, const QString& key) {
    if (m_known.contains(key)) {
        tell(socket, key);
        return;
    }
    const auto drawn = m_rng.below(100);
    if (drawn < kDown) {
        answer(socket, "503 Service Unavailable", R"({"message":"the demo's bank is having lunch"})");
        return;
    }
    if (drawn >= kGone && drawn < kDeclined) {
        m_known[key] = R"({"status":"declined","message":"the customer's account is closed"})";
    } else {
        ++m_paid;
        m_known[key] =
            R"({"status":"succeeded","reference":"DEMO-)" + QByteArray::number(qint64{m_paid.load()}) + "\"}";
    }
    if (drawn < kGone) {
        socket->disconnectFromHost();  // paid, and nobody hears of it
        return;
    }
    tell(socket, key);
}

void DemoBank::tell(QTcpSocket* socket, const QString& key) {
    const auto known = m_known.constFind(key);
    if (known == m_known.cend()) {
        answer(socket, "404 Not Found", R"({"status":"not_known"})");
    } else {
        answer(socket, "200 OK", *known);
    }
}

}  // namespace

DemoProvider::DemoProvider(std::uint64_t seed) : m_seed(seed) {
    m_thread.setObjectName(QStringLiteral("demo provider"));
}

DemoProvider::~DemoProvider() {
    m_thread.quit();
    m_thread.wait();
}

bool DemoProvider::listen() {
    auto* bank = new DemoBank(m_seed, m_paid);
    bank->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, bank, &QObject::deleteLater);
    m_thread.start();
    QMetaObject::invokeMethod(
        bank, [this, bank] { m_port = bank->listen(); }, Qt::BlockingQueuedConnection);
    return m_port != 0;
}

std::string DemoProvider::url() const { return "http://127.0.0.1:" + std::to_string(m_port) + kPath; }

bool DemoProvider::isDemo(const std::string& url) {
    return url.starts_with("http://127.0.0.1:") && url.ends_with(kPath);
}

}  // namespace evenhand::storefront

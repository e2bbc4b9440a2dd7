// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/demo_provider.h"

#include <QHostAddress>
#include <QTcpSocket>
#include <QUrl>

namespace evenhand::storefront {
namespace {

constexpr const char* kPath = "/demo-refunds";
constexpr qsizetype kMaxRequest = 64 * 1024;
// Of 100 refunds.
constexpr std::uint64_t kDown = 8;
constexpr std::uint64_t kGone = 14;
constexpr std::uint64_t kDeclined = 22;

void answer(QTcpSocket* socket, const char* status, const QByteArray& body) {
    socket->write(QByteArray("HTTP/1.1 ") + status + "\r\nContent-Type: application/json\r\nContent-Length: " +
                  QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body);
    socket->disconnectFromHost();
}

}  // namespace

DemoProvider::DemoProvider(std::uint64_t seed, QObject* parent) : QObject(parent), m_rng(seed) {
    connect(&m_server, &QTcpServer::newConnection, this, [this] { accept(); });
}

bool DemoProvider::listen() { return m_server.listen(QHostAddress::LocalHost, 0); }

std::string DemoProvider::url() const { return "http://127.0.0.1:" + std::to_string(m_server.serverPort()) + kPath; }

bool DemoProvider::isDemo(const std::string& url) {
    return url.starts_with("http://127.0.0.1:") && url.ends_with(kPath);
}

void DemoProvider::accept() {
    while (auto* socket = m_server.nextPendingConnection()) {
        socket->setParent(this);
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_came.remove(socket);
            socket->deleteLater();
        });
    }
}

void DemoProvider::read(QTcpSocket* socket) {
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

void DemoProvider::pay(QTcpSocket* socket, const QString& key) {
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
        m_known[key] = R"({"status":"succeeded","reference":"DEMO-)" + QByteArray::number(qint64{m_paid}) + "\"}";
    }
    if (drawn < kGone) {
        socket->disconnectFromHost();  // paid, and nobody hears of it
        return;
    }
    tell(socket, key);
}

void DemoProvider::tell(QTcpSocket* socket, const QString& key) {
    const auto known = m_known.constFind(key);
    if (known == m_known.cend()) {
        answer(socket, "404 Not Found", R"({"status":"not_known"})");
    } else {
        answer(socket, "200 OK", *known);
    }
}

}  // namespace evenhand::storefront

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/refund_service.h"

#include <QCryptographicHash>
#include <QHostAddress>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageAuthenticationCode>
#include <QSslServer>
#include <QTcpSocket>
#include <algorithm>

namespace evenhand::testing {
namespace {

QByteArray answer(int status, const QByteArray& body, const QByteArray& headers = {}) {
    return "HTTP/1.1 " + QByteArray::number(status) +
           " X\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" +
           headers + "\r\n" + body;
}

QByteArray json(const QJsonObject& object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

bool pays(RefundService::Manner manner) { return manner < RefundService::Manner::Hang; }

}  // namespace

RefundService::RefundService(const std::optional<QSslConfiguration>& tls) : m_tls(tls.has_value()) {
    m_thread.setObjectName(QStringLiteral("refund service"));
    m_there.moveToThread(&m_thread);
    m_thread.start();
    QMetaObject::invokeMethod(
        &m_there, [this, &tls] { listen(tls); }, Qt::BlockingQueuedConnection);
}

RefundService::~RefundService() {
    QMetaObject::invokeMethod(
        &m_there, [this] { m_server.reset(); }, Qt::BlockingQueuedConnection);
    m_thread.quit();
    m_thread.wait();
}

void RefundService::listen(const std::optional<QSslConfiguration>& tls) {
    if (tls) {
        auto server = std::make_unique<QSslServer>();
        server->setSslConfiguration(*tls);
        m_server = std::move(server);
    } else {
        m_server = std::make_unique<QTcpServer>();
    }
    QObject::connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, m_server.get(), [this] { accept(); });
    if (!m_server->listen(QHostAddress::LocalHost, 0)) {
        qFatal("no free port");
    }
    m_port = m_server->serverPort();
}

QString RefundService::url() const {
    return QStringLiteral("%1://127.0.0.1:%2/refunds")
        .arg(m_tls ? QStringLiteral("https") : QStringLiteral("http"))
        .arg(m_port);
}

void RefundService::nextSends(QList<Manner> manners) {
    const std::scoped_lock lock(m_mutex);
    m_sends = std::move(manners);
}

void RefundService::nextLookUps(QList<Manner> manners) {
    const std::scoped_lock lock(m_mutex);
    m_lookUps = std::move(manners);
}

void RefundService::onRequest(std::function<void()> hook) {
    const std::scoped_lock lock(m_mutex);
    m_hook = std::move(hook);
}

QList<RefundService::Request> RefundService::requests() const {
    const std::scoped_lock lock(m_mutex);
    return m_requests;
}

int RefundService::paid(const QString& key) const {
    const std::scoped_lock lock(m_mutex);
    return m_paid.value(key);
}

QStringList RefundService::paidKeys() const {
    const std::scoped_lock lock(m_mutex);
    return m_paid.keys();
}

qint64 RefundService::paidAmount() const {
    const std::scoped_lock lock(m_mutex);
    return m_amount;
}

int RefundService::sentAgain() const {
    const std::scoped_lock lock(m_mutex);
    return m_sentAgain;
}

int RefundService::forged() const {
    const std::scoped_lock lock(m_mutex);
    return m_forged;
}

int RefundService::count(const char* method) const {
    const std::scoped_lock lock(m_mutex);
    return static_cast<int>(std::count_if(m_requests.begin(), m_requests.end(),
                                          [method](const Request& request) { return request.method == method; }));
}

void RefundService::finish() {
    const std::scoped_lock lock(m_mutex);
    for (auto it = m_processing.cbegin(); it != m_processing.cend(); ++it) {
        ++m_paid[it.key()];
        m_amount += it.value();
    }
    m_processing.clear();
}

void RefundService::accept() {
    while (auto* socket = m_server->nextPendingConnection()) {
        QObject::connect(socket, &QTcpSocket::readyRead, m_server.get(), [this, socket] { read(socket); });
        QObject::connect(socket, &QTcpSocket::disconnected, m_server.get(), [this, socket] {
            m_came.remove(socket);
            socket->deleteLater();
        });
        read(socket);
    }
}

void RefundService::read(QTcpSocket* socket) {
    QByteArray& came = m_came[socket];
    came += socket->readAll();
    const auto end = came.indexOf("\r\n\r\n");
    if (end < 0) {
        return;
    }
    const auto lines = came.left(end).split('\n');
    const auto first = lines.first().trimmed().split(' ');
    Request request;
    request.method = first.value(0);
    request.target = first.value(1);
    for (const QByteArray& line : lines.mid(1)) {
        const auto colon = line.indexOf(':');
        request.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
    }
    request.body = came.mid(end + 4);
    if (request.body.size() < request.headers.value("content-length").toLongLong()) {
        return;
    }
    came.clear();
    treat(socket, request);
}

bool RefundService::isSigned(const Request& request) const {
    const QByteArray text =
        request.headers.value("webhook-id") + '.' + request.headers.value("webhook-timestamp") + '.' + request.body;
    return request.headers.value("webhook-signature") ==
           "v1," + QMessageAuthenticationCode::hash(text, secret(), QCryptographicHash::Sha256).toBase64();
}

void RefundService::treat(QTcpSocket* socket, const Request& request) {
    std::function<void()> hook;
    {
        const std::scoped_lock lock(m_mutex);
        m_requests << request;
        m_forged += isSigned(request) ? 0 : 1;
        hook = m_hook;
    }
    if (hook) {
        hook();
    }
    const std::scoped_lock lock(m_mutex);
    auto& manners = request.method == "POST" ? m_sends : m_lookUps;
    const Manner manner = manners.isEmpty() ? Manner::Pay : manners.takeFirst();
    request.method == "POST" ? send(socket, request, manner) : lookUp(socket, request, manner);
}

void RefundService::send(QTcpSocket* socket, const Request& request, Manner manner) {
    const auto question = QJsonDocument::fromJson(request.body).object();
    const QString key = QString::fromLatin1(request.headers.value("idempotency-key"));
    const qint64 amount = question.value(QStringLiteral("amount")).toInteger();
    if (m_paid.value(key) > 0) {
        ++m_sentAgain;
    } else if (pays(manner)) {
        ++m_paid[key];
        m_amount += amount;
    } else if (manner == Manner::Processing) {
        m_processing.insert(key, amount);
    } else if (manner == Manner::Decline || manner == Manner::Unprocessable) {
        m_declined << key;
    }
    QJsonObject honest{{QStringLiteral("status"), QStringLiteral("succeeded")},
                       {QStringLiteral("idempotency_key"), key},
                       {QStringLiteral("amount"), amount},
                       {QStringLiteral("reference"), QStringLiteral("ref-") + key}};
    if (manner == Manner::PayForAnother) {
        honest[QStringLiteral("idempotency_key")] = QStringLiteral("another");
    } else if (manner == Manner::PayAnotherAmount) {
        honest[QStringLiteral("amount")] = amount + 1;
    }
    misbehave(socket, manner, json(honest));
}

void RefundService::lookUp(QTcpSocket* socket, const Request& request, Manner manner) {
    const QString key = QUrl::fromPercentEncoding(request.target.mid(request.target.lastIndexOf('/') + 1));
    QString status = QStringLiteral("not_known");
    if (m_paid.value(key) > 0) {
        status = QStringLiteral("succeeded");
    } else if (m_processing.contains(key)) {
        status = QStringLiteral("processing");
    } else if (m_declined.contains(key)) {
        status = QStringLiteral("declined");
    }
    const auto body =
        json({{QStringLiteral("status"), status}, {QStringLiteral("reference"), QStringLiteral("ref-") + key}});
    if (manner == Manner::Pay && status == QLatin1String("not_known")) {
        socket->write(answer(404, body));
        socket->disconnectFromHost();
        return;
    }
    misbehave(socket, manner, body);
}

void RefundService::misbehave(QTcpSocket* socket, Manner manner, const QByteArray& honest) {
    const QByteArray why = R"({"status":"refused","message":"not today"})";
    QByteArray bytes;
    switch (manner) {
        case Manner::Pay:
        case Manner::PayForAnother:
        case Manner::PayAnotherAmount: bytes = answer(200, honest); break;
        case Manner::Hang:
        case Manner::PayThenHang: return;
        case Manner::Drop:
        case Manner::PayThenDrop: break;
        case Manner::PayThenHalf: bytes = answer(200, honest).chopped(10); break;
        case Manner::PayThenHalfHeader: bytes = answer(200, honest).left(30); break;
        case Manner::PayThenError: bytes = answer(500, "{}"); break;
        case Manner::PayThenGarbage: bytes = "\x16\x03\x01 this is no HTTP\r\n\r\n"; break;
        case Manner::PayThenProse: bytes = answer(200, "<html>succeeded</html>"); break;
        case Manner::PayThenHuge: bytes = "HTTP/1.1 200 X\r\n\r\n" + QByteArray(4 * 1024 * 1024, ' '); break;
        case Manner::PayThenHugeHeader: bytes = "HTTP/1.1 200 X\r\nX: " + QByteArray(1024 * 1024, 'x'); break;
        case Manner::PayThenRedirect: bytes = answer(307, {}, "Location: " + url().toLatin1() + "\r\n"); break;
        case Manner::PayAnswerTwice: bytes = answer(200, honest) + answer(422, why); break;
        case Manner::PayChunked:
            bytes = "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n";
            for (const char c : honest) {
                bytes += QByteArray("1\r\n") + c + "\r\n";
            }
            bytes += "0\r\n\r\n";
            break;
        case Manner::PayWithoutLength: bytes = "HTTP/1.1 200 X\r\n\r\n" + honest; break;
        case Manner::Decline: bytes = answer(200, R"({"status":"declined","message":"card is closed"})"); break;
        case Manner::Unprocessable: bytes = answer(422, why); break;
        case Manner::NotFound: bytes = answer(404, "<html>no such page</html>"); break;
        case Manner::Unauthorized: bytes = answer(401, why); break;
        case Manner::TooMany: bytes = answer(429, why, "Retry-After: 90\r\n"); break;
        case Manner::Conflict: bytes = answer(409, why); break;
        case Manner::Unavailable: bytes = answer(503, why, "Retry-After: 30\r\n"); break;
        case Manner::Processing: bytes = answer(202, R"({"status":"processing"})"); break;
        case Manner::Informational: bytes = "HTTP/1.1 103 X\r\n\r\n"; break;
    }
    socket->write(bytes);
    socket->disconnectFromHost();
}

}  // namespace evenhand::testing

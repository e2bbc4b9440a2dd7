// SPDX-License-Identifier: GPL-3.0-or-later
// A payment provider for tests: an HTTP service on a free port of this machine that pays refunds, each key once, and
// misbehaves as it is told. It checks every request's signature. Thread: one with an event loop.
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QSslConfiguration>
#include <QTcpServer>
#include <functional>
#include <memory>
#include <optional>

class QTcpSocket;

namespace evenhand::testing {

class RefundService : public QObject {
    Q_OBJECT
public:
    /// How a request is treated. Where it says pays, the money has moved, whatever the answer.
    enum class Manner {
        Pay,
        PayThenHang,        ///< never answers
        PayThenDrop,        ///< closes without an answer
        PayThenHalf,        ///< dies in the middle of the answer's body
        PayThenHalfHeader,  ///< dies in the middle of the answer's header
        PayThenError,       ///< status 500
        PayThenGarbage,     ///< an answer that is no HTTP
        PayThenProse,       ///< 200 with text that is no JSON
        PayThenHuge,        ///< an endless body
        PayThenHugeHeader,
        PayThenRedirect,   ///< 307 to its own address
        PayAnswerTwice,    ///< two answers to one request
        PayForAnother,     ///< the answer names another key
        PayAnotherAmount,  ///< the answer names another amount
        PayChunked,        ///< the answer comes in chunks, byte by byte
        PayWithoutLength,  ///< the end of the answer is the end of the connection
        Hang,              ///< does nothing at all
        Drop,              ///< closes without having done anything
        Decline,           ///< 200, declined
        Unprocessable,     ///< 422
        NotFound,          ///< 404 of a web server that knows nothing of refunds
        Unauthorized,      ///< 401
        TooMany,           ///< 429, Retry-After: 90
        Conflict,          ///< 409
        Unavailable,       ///< 503, Retry-After: 30
        Processing,        ///< 202; pays when finish() is called
        Informational,     ///< 103 and nothing more
    };

    /// `tls`: with a certificate (see QSslServer); else plain http.
    explicit RefundService(const std::optional<QSslConfiguration>& tls = std::nullopt);
    [[nodiscard]] QString url() const;
    [[nodiscard]] QByteArray secret() const { return "a-secret-of-tests"; }

    /// The next requests are treated so, one after the other; afterwards (and look-ups at first) honestly.
    void nextSends(QList<Manner> manners) { m_sends = std::move(manners); }
    void nextLookUps(QList<Manner> manners) { m_lookUps = std::move(manners); }
    /// Called with every request before it is treated.
    std::function<void()> onRequest;
    /// What was PROCESSING is paid now.
    void finish();

    struct Request {
        QByteArray method, target, body;
        QHash<QByteArray, QByteArray> headers;  ///< names in lower case
    };
    [[nodiscard]] const QList<Request>& requests() const { return m_requests; }
    [[nodiscard]] int sends() const { return count("POST"); }
    [[nodiscard]] int lookUps() const { return count("GET"); }
    /// Times that money moved for a key, and all keys.
    [[nodiscard]] int paid(const QString& key) const { return m_paid.value(key); }
    [[nodiscard]] QStringList paidKeys() const { return m_paid.keys(); }
    [[nodiscard]] qint64 paidAmount() const { return m_amount; }
    /// POSTs of a key that was paid already: a careful client looks up instead.
    [[nodiscard]] int sentAgain() const { return m_sentAgain; }
    /// Requests whose signature was wrong.
    [[nodiscard]] int forged() const { return m_forged; }

private:
    void accept();
    void read(QTcpSocket* socket);
    void treat(QTcpSocket* socket, const Request& request);
    void send(QTcpSocket* socket, const Request& request, Manner manner);
    void lookUp(QTcpSocket* socket, const Request& request, Manner manner);
    void misbehave(QTcpSocket* socket, Manner manner, const QByteArray& honest);
    [[nodiscard]] bool isSigned(const Request& request) const;
    [[nodiscard]] int count(const char* method) const;

    std::unique_ptr<QTcpServer> m_server;
    bool m_tls;
    QList<Manner> m_sends, m_lookUps;
    QList<Request> m_requests;
    QHash<QTcpSocket*, QByteArray> m_came;
    QHash<QString, int> m_paid;
    QHash<QString, qint64> m_processing;
    QStringList m_declined;
    qint64 m_amount = 0;
    int m_sentAgain = 0;
    int m_forged = 0;
};

}  // namespace evenhand::testing

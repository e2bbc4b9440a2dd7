// SPDX-License-Identifier: GPL-3.0-or-later
// A payment provider for tests: an HTTP service on a free port of this machine that pays refunds, each key once, and
// misbehaves as it is told. It checks every request's signature. Thread: any; it serves on a thread of its own, for
// whoever asks it waits for the answer.
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QSslConfiguration>
#include <QTcpServer>
#include <QThread>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

class QTcpSocket;

namespace evenhand::testing {

class RefundService {
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
    ~RefundService();
    RefundService(const RefundService&) = delete;
    RefundService& operator=(const RefundService&) = delete;
    [[nodiscard]] QString url() const;
    [[nodiscard]] QByteArray secret() const { return "a-secret-of-tests"; }

    /// The next requests are treated so, one after the other; afterwards (and look-ups at first) honestly.
    void nextSends(QList<Manner> manners);
    void nextLookUps(QList<Manner> manners);
    /// Called with every request before it is treated, on the service's thread.
    void onRequest(std::function<void()> hook);
    /// What was PROCESSING is paid now.
    void finish();

    struct Request {
        QByteArray method, target, body;
        QHash<QByteArray, QByteArray> headers;  ///< names in lower case
    };
    [[nodiscard]] QList<Request> requests() const;
    [[nodiscard]] int sends() const { return count("POST"); }
    [[nodiscard]] int lookUps() const { return count("GET"); }
    /// Times that money moved for a key, and all keys.
    [[nodiscard]] int paid(const QString& key) const;
    [[nodiscard]] QStringList paidKeys() const;
    [[nodiscard]] qint64 paidAmount() const;
    /// POSTs of a key that was paid already: a careful client looks up instead.
    [[nodiscard]] int sentAgain() const;
    /// Requests whose signature was wrong.
    [[nodiscard]] int forged() const;

private:
    void listen(const std::optional<QSslConfiguration>& tls);
    void accept();
    void read(QTcpSocket* socket);
    void treat(QTcpSocket* socket, const Request& request);
    void send(QTcpSocket* socket, const Request& request, Manner manner);
    void lookUp(QTcpSocket* socket, const Request& request, Manner manner);
    void misbehave(QTcpSocket* socket, Manner manner, const QByteArray& honest);
    [[nodiscard]] bool isSigned(const Request& request) const;
    [[nodiscard]] int count(const char* method) const;

    const bool m_tls;
    quint16 m_port = 0;  ///< known once it is made
    QThread m_thread;
    QObject m_there;  ///< lives on the thread, as the following do
    std::unique_ptr<QTcpServer> m_server;
    QHash<QTcpSocket*, QByteArray> m_came;

    mutable std::mutex m_mutex;  ///< of what is below
    std::function<void()> m_hook;
    QList<Manner> m_sends, m_lookUps;
    QList<Request> m_requests;
    QHash<QString, int> m_paid;
    QHash<QString, qint64> m_processing;
    QStringList m_declined;
    qint64 m_amount = 0;
    int m_sentAgain = 0;
    int m_forged = 0;
};

}  // namespace evenhand::testing

// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's payment provider: an HTTP service on this machine that the refund sender talks to like to any other. It
// pays most refunds, declines some, and is sometimes down, slow of mind or gone in the middle of an answer.
// Thread: that of its owner, with an event loop. Seeded: the same questions in the same order get the same answers.
#pragma once

#include <QHash>
#include <QObject>
#include <QTcpServer>
#include <string>

#include "engine/base/rng.h"

class QTcpSocket;

namespace evenhand::storefront {

class DemoProvider : public QObject {
    Q_OBJECT
public:
    /// What the demo's sender signs with; it protects nothing.
    static constexpr const char* kSecret = "demo";

    explicit DemoProvider(std::uint64_t seed, QObject* parent = nullptr);

    /// On a free port; false: there is none.
    [[nodiscard]] bool listen();
    [[nodiscard]] std::string url() const;
    /// Is it the address of a demo's provider, of this or an earlier run?
    [[nodiscard]] static bool isDemo(const std::string& url);
    [[nodiscard]] std::int64_t paid() const noexcept { return m_paid; }

private:
    void accept();
    void read(QTcpSocket* socket);
    void pay(QTcpSocket* socket, const QString& key);
    void tell(QTcpSocket* socket, const QString& key);

    QTcpServer m_server;
    Rng m_rng;
    QHash<QTcpSocket*, QByteArray> m_came;
    QHash<QString, QByteArray> m_known;  ///< what became of each key
    std::int64_t m_paid = 0;
};

}  // namespace evenhand::storefront

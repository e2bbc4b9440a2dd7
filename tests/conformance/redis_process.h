// SPDX-License-Identifier: GPL-3.0-or-later
// A real redis-server for one test program: private unix socket in a temporary directory, no persistence. It dies
// with the test, however that ends.
// Thread: confined to its owner.
#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace evenhand::conformance {

class RedisProcess {
public:
    RedisProcess() = default;
    ~RedisProcess();
    /// False with the reason in error() if it cannot be started or is not Redis 7.0.
    [[nodiscard]] bool start();
    [[nodiscard]] const QString& error() const { return m_error; }
    [[nodiscard]] QString socketPath() const { return m_folder.filePath(QStringLiteral("redis.sock")); }

private:
    bool refuse(const QString& reason);
    QTemporaryDir m_folder;
    QProcess m_process;
    QString m_error;
};

}  // namespace evenhand::conformance

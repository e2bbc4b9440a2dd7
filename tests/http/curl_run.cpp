// SPDX-License-Identifier: GPL-3.0-or-later
#include "curl_run.h"

#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryFile>

namespace evenhand::test {
namespace {

constexpr int kWaitMs = 60'000;

}  // namespace

QJsonObject CurlAnswer::json() const { return QJsonDocument::fromJson(body).object(); }

CurlAnswer curl(const QStringList& arguments) {
    CurlAnswer answer;
    QTemporaryFile headers;
    if (!headers.open()) {
        return answer;
    }
    QProcess process;
    process.start(QStringLiteral("curl"), QStringList{QStringLiteral("-sS"), QStringLiteral("--max-time"),
                                                      QStringLiteral("50"), QStringLiteral("-D"), headers.fileName()} +
                                              arguments);
    if (!process.waitForFinished(kWaitMs)) {
        process.kill();
        process.waitForFinished();
        return answer;
    }
    answer.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    answer.body = process.readAllStandardOutput();
    answer.errors = process.readAllStandardError();
    const auto lines = headers.readAll().split('\n');
    for (const auto& line : lines) {
        const auto text = line.trimmed();
        if (text.startsWith("HTTP/")) {
            answer.status = text.split(' ').value(1).toInt();
            answer.headers.clear();
        } else if (const auto colon = text.indexOf(':'); colon > 0) {
            answer.headers[text.left(colon).toLower().toStdString()] = text.mid(colon + 1).trimmed().toStdString();
        }
    }
    return answer;
}

}  // namespace evenhand::test

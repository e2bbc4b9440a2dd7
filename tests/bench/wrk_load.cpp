// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/wrk_load.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <cstdio>

namespace evenhand::bench {
namespace {

// wrk.format() makes each request from a table of headers, at a cost that the server would lack on the same machine.
constexpr const char* kAround = R"(
local head = "%1"
local number = 0
local function made(number)
%2
end
request = function()
  number = number + 1
  local headers, body = made(number)
  if not body then
    wrk.thread:stop()
    return "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
  end
  return head .. headers .. "Content-Length: " .. #body .. "\r\n\r\n" .. body
end
done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("\nresult %d %d %d %d %d %d\n", summary.requests, e.status,
           e.connect + e.read + e.write + e.timeout, summary.duration, latency:percentile(50), latency:percentile(99)))
end
)";

}  // namespace

std::optional<WrkResult> runWrk(std::uint16_t port, int connections, int seconds, const WrkPosts& posts) {
    QTemporaryDir scratch;
    QFile script(scratch.filePath(QStringLiteral("load.lua")));
    if (!script.open(QIODevice::WriteOnly)) {
        return std::nullopt;
    }
    auto head = QString::fromStdString("POST " + posts.path + " HTTP/1.1\r\nHost: localhost\r\n" + posts.headers);
    head.replace(QStringLiteral("\r\n"), QStringLiteral("\\r\\n"));
    script.write(QString::fromUtf8(kAround).arg(head, QString::fromStdString(posts.request)).toUtf8());
    script.close();
    QProcess wrk;
    wrk.start(QStringLiteral("wrk"),
              {QStringLiteral("-t1"), QStringLiteral("-c%1").arg(connections), QStringLiteral("-d%1s").arg(seconds),
               QStringLiteral("--timeout"), QStringLiteral("10s"), QStringLiteral("-s"), script.fileName(),
               QStringLiteral("http://127.0.0.1:%1").arg(port)});
    if (!wrk.waitForFinished((seconds + 60) * 1'000) || wrk.exitCode() != 0) {
        std::fprintf(stderr, "wrk: %s %s\n", qPrintable(wrk.errorString()), wrk.readAllStandardError().constData());
        return std::nullopt;
    }
    for (const auto& line : wrk.readAllStandardOutput().split('\n')) {
        const auto words = line.split(' ');
        if (words.size() == 7 && words[0] == "result") {
            return WrkResult{words[1].toLongLong(),     words[2].toLongLong(),     words[3].toLongLong(),
                             words[4].toDouble() / 1e6, words[5].toDouble() / 1e3, words[6].toDouble() / 1e3};
        }
    }
    return std::nullopt;
}

}  // namespace evenhand::bench

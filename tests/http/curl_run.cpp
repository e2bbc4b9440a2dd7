// SPDX-License-Identifier: GPL-3.0-or-later
#include "curl_run.h"

#include <curl/curl.h>

#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryFile>
#include <memory>

namespace evenhand::test {
namespace {

constexpr int kWaitMs = 60'000;
constexpr int kAnswerSeconds = 50;

/// One line of a response's head.
void readLine(CurlAnswer& answer, const QByteArray& line) {
    const auto text = line.trimmed();
    if (text.startsWith("HTTP/")) {
        answer.status = text.split(' ').value(1).toInt();
        answer.headers.clear();
    } else if (const auto colon = text.indexOf(':'); colon > 0) {
        answer.headers[text.left(colon).toLower().toStdString()] = text.mid(colon + 1).trimmed().toStdString();
    }
}

std::size_t onHead(char* bytes, std::size_t size, std::size_t count, void* answer) {
    readLine(*static_cast<CurlAnswer*>(answer), QByteArray(bytes, static_cast<qsizetype>(size * count)));
    return size * count;
}

std::size_t onBody(char* bytes, std::size_t size, std::size_t count, void* answer) {
    static_cast<CurlAnswer*>(answer)->body.append(bytes, static_cast<qsizetype>(size * count));
    return size * count;
}

struct Ending {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

}  // namespace

QJsonObject CurlAnswer::json() const { return QJsonDocument::fromJson(body).object(); }

CurlAnswer curl(const QStringList& arguments) {
    CurlAnswer answer;
    QTemporaryFile headers;
    if (!headers.open()) {
        return answer;
    }
    QProcess process;
    process.start(QStringLiteral("curl"),
                  QStringList{QStringLiteral("-sS"), QStringLiteral("--max-time"), QString::number(kAnswerSeconds),
                              QStringLiteral("-D"), headers.fileName()} +
                      arguments);
    if (!process.waitForFinished(kWaitMs)) {
        process.kill();
        process.waitForFinished();
        return answer;
    }
    answer.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    answer.body = process.readAllStandardOutput();
    answer.errors = process.readAllStandardError();
    for (const auto& line : headers.readAll().split('\n')) {
        readLine(answer, line);
    }
    return answer;
}

CurlAnswer curl(const std::string& url, const std::vector<std::string>& headers,
                const std::optional<std::string>& body) {
    CurlAnswer answer;
    const std::unique_ptr<CURL, Ending> handle(curl_easy_init());
    std::unique_ptr<curl_slist, Ending> lines;
    for (const auto& header : headers) {
        auto* const longer = curl_slist_append(lines.get(), header.c_str());
        (void)lines.release();
        lines.reset(longer);
    }
    curl_easy_setopt(handle.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle.get(), CURLOPT_HTTPHEADER, lines.get());
    curl_easy_setopt(handle.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle.get(), CURLOPT_PROXY, "");
    curl_easy_setopt(handle.get(), CURLOPT_TIMEOUT, long{kAnswerSeconds});
    curl_easy_setopt(handle.get(), CURLOPT_HEADERFUNCTION, onHead);
    curl_easy_setopt(handle.get(), CURLOPT_HEADERDATA, &answer);
    curl_easy_setopt(handle.get(), CURLOPT_WRITEFUNCTION, onBody);
    curl_easy_setopt(handle.get(), CURLOPT_WRITEDATA, &answer);
    if (body) {
        curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body->size()));
        curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDS, body->data());
    }
    const auto code = curl_easy_perform(handle.get());
    answer.exitCode = code;
    answer.errors = code == CURLE_OK ? "" : curl_easy_strerror(code);
    return answer;
}

}  // namespace evenhand::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outward/http_refund_provider.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>
#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/ip_address.h"
#include "engine/json/json_text.h"

namespace evenhand::outward {
namespace {

namespace json = boost::json;
using api::ProviderAnswer;
using api::SendOutcome;

constexpr qsizetype kMaxMessage = 500;  // characters

bool isThisMachine(const QString& host) {
    constexpr std::array<std::uint8_t, 12> kIpv4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    const auto address = IpAddress::fromText(host.toStdString());
    if (!address) {
        return host == QLatin1String("localhost");
    }
    // Of IPv6 ::1 alone: other addresses that carry one of this machine (6to4) lead elsewhere.
    const auto& bytes = address->bytes();
    const bool own = std::all_of(bytes.begin(), bytes.end() - 1, [](std::uint8_t byte) { return byte == 0; }) ||
                     std::equal(kIpv4.begin(), kIpv4.end(), bytes.begin());
    return own && address->scope() == AddressScope::Loopback;
}

/// A member that is text; empty: it is none, or not there.
std::string_view wordOf(const json::object& words, std::string_view name) {
    const auto* const value = words.if_contains(name);
    const auto* const text = value != nullptr ? value->if_string() : nullptr;
    return text != nullptr ? std::string_view(text->data(), text->size()) : std::string_view();
}

/// Text of a stranger, for people: one line, bounded.
std::string plain(std::string_view said, qsizetype most) {
    QString text = QString::fromUtf8(said.data(), static_cast<qsizetype>(said.size())).left(most);
    for (QChar& c : text) {
        c = c.isPrint() ? c : QLatin1Char(' ');
    }
    return text.trimmed().toStdString();
}

std::int64_t retryAfterMs(const std::string& header) {
    std::int64_t seconds = 0;
    const auto* const last = header.data() + header.size();
    const auto [end, error] = std::from_chars(header.data(), last, seconds);
    return error != std::errc() || end != last
               ? 0
               : std::clamp<std::int64_t>(seconds, 0, api::kMaxProviderWaitMs / 1000) * 1000;
}

/// What is repeated of the question must be the question's.
bool isAbout(const json::object& words, const api::RefundJob& job) {
    const auto same = [&](std::string_view name, const json::value& expected) {
        const auto* const value = words.if_contains(name);
        if (value == nullptr || value->is_null()) {
            return true;
        }
        if (value->is_double() && expected.is_int64()) {  // 5.0 is 5
            return value->get_double() == static_cast<double>(expected.get_int64());
        }
        return *value == expected;
    };
    return same("idempotency_key", json::value(job.key)) && same("amount", json::value(job.amount.minor)) &&
           same("currency", json::value(job.currency));
}

/// The answer without a verdict: unknown, with a reason for people.
ProviderAnswer unknown(const HttpAnswer& answer, const json::object& words, std::string why) {
    auto message = plain(wordOf(words, "message"), kMaxMessage);
    return {SendOutcome::Unknown,
            {},
            message.empty() ? std::move(why) : why + ": " + message,
            retryAfterMs(answer.retryAfter)};
}

std::string statusText(const HttpAnswer& answer) {
    return "the provider answered with status " + std::to_string(answer.status);
}

/// A verdict in an answer of 2xx.
ProviderAnswer verdictOf(const HttpAnswer& answer, const json::object& words, const api::RefundJob& job) {
    const auto status = wordOf(words, "status");
    std::optional<SendOutcome> outcome;
    for (const auto& [name, meaning] : {std::pair{"succeeded", SendOutcome::Succeeded},
                                        {"declined", SendOutcome::Declined},
                                        {"processing", SendOutcome::Processing}}) {
        if (status == name) {
            outcome = meaning;
        }
    }
    if (!outcome) {
        return unknown(answer, words, statusText(answer) + " and nothing that can be read");
    }
    if (!isAbout(words, job)) {
        return unknown(answer, words, "the provider's answer is about another refund");
    }
    return {*outcome, plain(wordOf(words, "reference"), static_cast<qsizetype>(api::kMaxReference)),
            plain(wordOf(words, "message"), kMaxMessage), retryAfterMs(answer.retryAfter)};
}

ProviderAnswer failed(const HttpFailure& failure, bool asking) {
    return {asking || failure.mayHaveLeft ? SendOutcome::Unknown : SendOutcome::NotSent, {}, failure.message, 0};
}

Result<QUrl> providerUrl(const std::string& text) {
    const QUrl url(QString::fromStdString(text), QUrl::StrictMode);
    const auto wrong = [&](const char* why) { return fail(ErrorCode::InvalidArgument, why, "url", text); };
    if (!url.isValid() || url.host().isEmpty() || url.port(1) < 1) {
        return wrong("the provider's address is no URL with a host");
    }
    const bool plainHttp = url.scheme() == QLatin1String("http") && isThisMachine(url.host());
    if (url.scheme() != QLatin1String("https") && !plainHttp) {
        return wrong("the provider's address must begin with https:// (http:// only on this machine)");
    }
    if (!url.userInfo().isEmpty() || url.hasFragment()) {
        return wrong("the provider's address must have neither a user nor a fragment");
    }
    return url;
}

}  // namespace

QByteArray signatureOf(const QByteArray& secret, const QByteArray& id, std::int64_t seconds, const QByteArray& body) {
    const QByteArray signedText = id + '.' + QByteArray::number(static_cast<qint64>(seconds)) + '.' + body;
    return "v1," + QMessageAuthenticationCode::hash(signedText, secret, QCryptographicHash::Sha256).toBase64();
}

ProviderAnswer outcomeOfSend(const HttpAnswer& answer, const api::RefundJob& job) {
    const json::object words = parseAnswer(answer.body);
    if (answer.status < 300) {
        return verdictOf(answer, words, job);
    }
    if (answer.status < 400) {
        return unknown(answer, words, "the provider redirects, which is not followed");
    }
    const bool atTheDoor = answer.status == 401 || answer.status == 403 || answer.status == 429;
    const bool undecided = answer.status == 408 || answer.status == 409 || answer.status == 425;
    auto verdict = unknown(answer, words, statusText(answer));
    if (answer.status < 500 && !undecided) {
        verdict.outcome = atTheDoor ? SendOutcome::NotSent : SendOutcome::Declined;
    }
    return verdict;
}

ProviderAnswer outcomeOfLookUp(const HttpAnswer& answer, const api::RefundJob& job) {
    const json::object words = parseAnswer(answer.body);
    if (answer.status < 300) {
        return verdictOf(answer, words, job);
    }
    auto verdict = unknown(answer, words, statusText(answer) + " to the look-up");
    // A bare 404 may be any web server's: only a service that knows the question may say that it knows no answer.
    if (answer.status == 404 && wordOf(words, "status") == "not_known" && isAbout(words, job)) {
        verdict.outcome = SendOutcome::NotKnown;
    }
    return verdict;
}

HttpRefundProvider::HttpRefundProvider(const api::RefundSettings& settings, QUrl url, const std::string& secret,
                                       const Clock& clock)
    : m_url(std::move(url)),
      m_keyId(QByteArray::fromStdString(settings.keyId)),
      m_secret(QByteArray::fromStdString(secret)),
      m_timeoutMs(settings.timeoutMs),
      m_clock(clock) {}

Result<std::unique_ptr<HttpRefundProvider>> HttpRefundProvider::make(const api::RefundSettings& settings,
                                                                     const std::string& secret, const Clock& clock) {
    EVENHAND_ASSIGN(auto url, providerUrl(settings.url));
    if (std::any_of(settings.keyId.begin(), settings.keyId.end(), [](char c) { return c < 0x20 || c >= 0x7f; })) {
        return fail(ErrorCode::InvalidArgument, "the key's name is sent in a header and must be ASCII", "key_id",
                    settings.keyId);
    }
    if (secret.empty()) {
        return fail(ErrorCode::InvalidArgument, "the secret that signs refunds is empty", "secret_name",
                    settings.secretName);
    }
    return std::unique_ptr<HttpRefundProvider>(new HttpRefundProvider(settings, std::move(url), secret, clock));
}

HttpRequest HttpRefundProvider::request(const api::RefundJob& job, const char* method, QByteArray body) const {
    const auto key = QByteArray::fromStdString(job.key);
    const std::int64_t seconds = m_clock.now().ms / 1000;
    HttpRequest request{method, m_url, {}, std::move(body), m_timeoutMs};
    request.headers = {{"User-Agent", "Evenhand/" EVENHAND_VERSION},
                       {"Accept", "application/json"},
                       {"Idempotency-Key", key},
                       {"Evenhand-Key", m_keyId},
                       {"Webhook-Id", key},
                       {"Webhook-Timestamp", QByteArray::number(static_cast<qint64>(seconds))},
                       {"Webhook-Signature", signatureOf(m_secret, key, seconds, request.body)}};
    return request;
}

ProviderAnswer HttpRefundProvider::send(const api::RefundJob& job) {
    const json::object body{{"amount", job.amount.minor}, {"currency", job.currency},
                            {"idempotency_key", job.key}, {"minor_digits", job.minorDigits},
                            {"order_no", job.orderNo},    {"payment_no", job.paymentNo.str()}};
    auto question = request(job, "POST", QByteArray::fromStdString(writeJson(body)));
    question.headers.emplace_back("Content-Type", "application/json");
    const auto answer = m_exchange.exchange(question);
    return answer ? outcomeOfSend(*answer, job) : failed(answer.error(), false);
}

ProviderAnswer HttpRefundProvider::lookUp(const api::RefundJob& job) {
    auto question = request(job, "GET", {});
    QString path = question.url.path(QUrl::FullyEncoded);
    while (path.endsWith(QLatin1Char('/'))) {
        path.chop(1);
    }
    const auto key = QString::fromLatin1(QUrl::toPercentEncoding(QString::fromStdString(job.key)));
    question.url.setPath(path + QLatin1Char('/') + key, QUrl::StrictMode);
    const auto answer = m_exchange.exchange(question);
    return answer ? outcomeOfLookUp(*answer, job) : failed(answer.error(), true);
}

}  // namespace evenhand::outward

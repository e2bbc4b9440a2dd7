// SPDX-License-Identifier: GPL-3.0-or-later
// Pays refunds by asking an HTTP service. The protocol:
//
//   POST URL                    {"idempotency_key", "payment_no", "order_no", "amount", "currency", "minor_digits"}
//   GET  URL/IDEMPOTENCY-KEY    what became of it
//
// Both carry `Idempotency-Key`, `Evenhand-Key` (which secret signed), and a signature as in Standard Webhooks:
// `Webhook-Id` (the idempotency key, so the same over all attempts), `Webhook-Timestamp` (UTC seconds),
// `Webhook-Signature: v1,BASE64(HMAC-SHA256(secret, "ID.TIMESTAMP.BODY"))`, with an empty body for GET.
// Answer, with status 2xx: {"status": "succeeded" | "declined" | "processing", "reference", "message"}, where it may
// repeat "idempotency_key", "amount" and "currency", which must then be right. A key that the service has never
// seen: 404 with {"status": "not_known"}.
//
// What an answer means (outcomeOfSend, outcomeOfLookUp): only what is certain is more than Unknown. 2xx with a status
// above is what it says; 401, 403 and 429 are NotSent (refused at the door, to be tried again); other 4xx but 408, 409
// and 425 are Declined; everything else is Unknown: 3xx (never followed), 5xx, text that is no such answer, time-outs,
// connections that broke after the first byte. Before the first byte: NotSent.
// Thread: that of its worker; interrupt() from any. The secret is kept in memory only and is never part of a message.
#pragma once

#include <QUrl>
#include <memory>
#include <string>
#include <string_view>

#include "engine/api/refund_sending.h"
#include "engine/api/refund_types.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/outward/http_exchange.h"
#include "engine/outward/refund_sender.h"

namespace evenhand::outward {

class HttpRefundProvider final : public SendingProvider {
public:
    /// InvalidArgument: url (not https; http is for this machine only; no user, no fragment), key_id (not ASCII),
    /// secret_name (the secret is empty). `clock` outlives it.
    [[nodiscard]] static Result<std::unique_ptr<HttpRefundProvider>> make(const api::RefundSettings& settings,
                                                                          const std::string& secret,
                                                                          const Clock& clock);
    [[nodiscard]] api::ProviderAnswer send(const api::RefundJob& job) override;
    [[nodiscard]] api::ProviderAnswer lookUp(const api::RefundJob& job) override;
    void interrupt() noexcept override { m_exchange.interrupt(); }

private:
    HttpRefundProvider(const api::RefundSettings& settings, QUrl url, const std::string& secret, const Clock& clock);
    [[nodiscard]] HttpRequest request(const api::RefundJob& job, const char* method, QByteArray body) const;

    QUrl m_url;
    const QByteArray m_keyId;
    const QByteArray m_secret;
    const std::int64_t m_timeoutMs;
    const Clock& m_clock;
    HttpExchange m_exchange;
};

/// "v1,BASE64" of the signature described above.
[[nodiscard]] QByteArray signatureOf(const QByteArray& secret, const QByteArray& id, std::int64_t seconds,
                                     const QByteArray& body);
[[nodiscard]] api::ProviderAnswer outcomeOfSend(const HttpAnswer& answer, const api::RefundJob& job);
[[nodiscard]] api::ProviderAnswer outcomeOfLookUp(const HttpAnswer& answer, const api::RefundJob& job);

}  // namespace evenhand::outward

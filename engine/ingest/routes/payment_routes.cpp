// SPDX-License-Identifier: GPL-3.0-or-later
// Payment notifications: signed, within a window of time, each once.
#include <boost/json/object.hpp>

#include "engine/base/sha256.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/payment_signature.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

constexpr std::string_view kHeader = "Evenhand-Signature";

Response signatureProblem(SignatureFault fault) {
    switch (fault) {
        case SignatureFault::Malformed:
            return problem(401, "signature_missing", "this needs a signature: t=SECONDS,v1=HMAC", kHeader);
        case SignatureFault::OutsideWindow:
            return problem(401, "signature_expired", "signed more than five minutes ago, or ahead of time", kHeader);
        case SignatureFault::Wrong: break;
    }
    return problem(401, "signature_wrong", "the signature is not that of the body under the token's key", kHeader);
}

/// A notification that is sent again as it was is known by this, whatever key is sent with it.
api::Once::Key replayKey(const RouteCall& call, std::int64_t seconds, const PaymentNo& payment) {
    const auto at = std::to_string(seconds) + '.';
    const auto what = "notification\n" + std::to_string(call.token) + '\n' + at + call.request->body;
    return {keyId(at + payment.str(), what), std::string(base::bytesOf(base::sha256(what)))};
}

json::object paymentJson(const api::PayOrder& payment, const api::PaymentAnswer& answer) {
    json::object body{{"payment_no", payment.paymentNo.str()},
                      {"order_no", payment.orderNo.str()},
                      {"outcome", api::toText(answer.outcome)}};
    if (answer.owed) {
        body["owed"] = api::toText(*answer.owed);
    }
    return body;
}

void notifyPayment(const RouteCall& call, Respond respond) {
    const auto bearer = call.services.engine->tokens().bearer(TokenId{call.token});
    if (!bearer || bearer->signing.empty()) {
        auto response = problem(503, "signing_key_unavailable", "the token's signing key cannot be reached");
        response.headers.emplace_back("Retry-After", "60");  // a person may have to unlock the keychain
        respond(std::move(response));
        return;
    }
    const auto header = call.request->header(kHeader).value_or(std::string_view());
    const auto seconds = checkPaymentSignature(bearer->signing, header, call.request->body, call.services.clock->now());
    if (!seconds) {
        respond(signatureProblem(seconds.error()));
        return;
    }
    JsonReader in(call.body);
    api::PayOrder payment;
    payment.paymentNo = PaymentNo(in.id("payment_no"));
    payment.orderNo = OrderNo(in.id("order_no"));
    payment.amount = in.money("amount_minor");
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    std::vector<api::Once::Key> keys;
    if (!call.key.empty()) {
        keys.push_back(keyOf(call));
    }
    keys.push_back(replayKey(call, *seconds, payment.paymentNo));
    answerOnce<api::PaymentAnswer>(
        call.call, std::move(keys), std::move(respond),
        [&](const api::Call& once) { return call.services.engine->orders().pay(once, payment); },
        [payment](const api::PaymentAnswer& answer) { return jsonResponse(200, paymentJson(payment, answer)); });
}

constexpr Schema kPaymentSchemas[] = {
    {"PaymentNotification",
     R"({"type":"object","additionalProperties":false,"required":["payment_no","order_no","amount_minor"],)"
     R"("description":"the header field Evenhand-Signature: t=SECONDS,v1=HEX signs it; HEX is the HMAC-SHA-256 of )"
     R"(SECONDS.BODY under the token's signing key, SECONDS is within five minutes of now","properties":{)"
     R"("payment_no":{"$ref":"#/components/schemas/Id"},"order_no":{"$ref":"#/components/schemas/Id"},)"
     R"("amount_minor":{"$ref":"#/components/schemas/Minor"}}})"},
    {"PaymentOutcome",
     R"({"type":"object","required":["payment_no","order_no","outcome"],"properties":{)"
     R"("payment_no":{"$ref":"#/components/schemas/Id"},"order_no":{"$ref":"#/components/schemas/Id"},)"
     R"("outcome":{"type":"string","enum":["accepted","late","unmatched"]},"owed":{"type":"string",)"
     R"("description":"why the money is owed back","enum":["late","wrong_amount","second_payment","unknown_order"]}}})"},
};

}  // namespace

std::vector<Route> paymentRoutes() {
    return {{.method = Method::Post,
             .pattern = "/v1/payments",
             .scope = api::TokenScope::PaymentsNotify,
             .operationId = "notifyPayment",
             .summary = "A payment that a gateway reports, signed. It is recorded whatever the order's status; what "
                        "the order cannot use is owed back",
             .requestSchema = "PaymentNotification",
             .responseSchema = "PaymentOutcome",
             .refusals = {ErrorCode::KeyReused, ErrorCode::Overflow},
             .handler = notifyPayment}};
}

std::span<const Schema> paymentSchemas() { return kPaymentSchemas; }

}  // namespace evenhand::ingest

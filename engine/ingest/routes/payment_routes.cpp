// SPDX-License-Identifier: GPL-3.0-or-later
// Payment notifications: signed, within a window of time, each once. Payments that could not be accepted: the orders
// that they were for, their way back, notes.
#include <boost/json/object.hpp>
#include <iterator>

#include "engine/api/limits.h"
#include "engine/api/refund_types.h"
#include "engine/base/sha256.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/payment_signature.h"
#include "engine/ingest/routes/query_values.h"
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

json::object owedJson(const api::RefundRow& row) {
    json::object body{{"payment_no", row.paymentNo.str()},
                      {"order_no", row.orderNo},
                      {"cause", api::toText(row.cause)},
                      {"amount_minor", row.amount.minor},
                      {"refund", api::toText(row.status)},
                      {"arrived_at", row.requestedAt.ms},
                      {"version", row.version}};
    if (!row.clerk.empty()) {
        body["clerk"] = row.clerk;
    }
    return body;
}

void listOwed(const RouteCall& call, Respond respond) {
    using api::RefundStatus;
    api::RefundQuery query;
    query.descending = false;
    query.limit = kMaxListRows;
    query.filter.causes.assign(std::begin(api::kOwedCauses), std::end(api::kOwedCauses));
    query.filter.statuses = {RefundStatus::Held, RefundStatus::Pending, RefundStatus::Sent, RefundStatus::Failed};
    answer<std::vector<api::RefundRow>>(call.services.engine->refunds().page(call.call, std::move(query)),
                                        std::move(respond), [](const std::vector<api::RefundRow>& rows) {
                                            json::array payments;
                                            for (const auto& row : rows) {
                                                payments.push_back(owedJson(row));
                                            }
                                            return jsonResponse(200, json::object{{"payments", std::move(payments)}});
                                        });
}

void matchPayment(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto named = call.call;
    api::MatchPayment match;
    match.paymentNo = PaymentNo(call.parameters.at(0));
    match.orderNo = OrderNo(in.id("order_no"));
    named.reason = in.text("reason", 1, api::kMaxReason);
    match.version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    answerOnce<api::MatchAnswer>(
        named, {keyOf(call)}, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->orders().matchPayment(once, match); },
        [](const api::MatchAnswer& answered) {
            return jsonResponse(200, json::object{{"payment_no", answered.paymentNo.str()},
                                                  {"order_no", answered.orderNo.str()},
                                                  {"amount_minor", answered.amount.minor}});
        });
}

/// The refund by which a late or unmatched payment goes back, whatever has become of it.
api::Answer<std::vector<api::RefundRow>> refundsOf(const RouteCall& call) {
    api::RefundQuery query;
    query.filter.paymentNo = PaymentNo(call.parameters.at(0));
    query.filter.causes.assign(std::begin(api::kOwedCauses), std::end(api::kOwedCauses));
    return call.services.engine->refunds().page(lookUp(call), std::move(query));
}
auto onlyOneOf(const RouteCall& call) {
    return [number = call.parameters.at(0)](const std::vector<api::RefundRow>& rows) -> Result<api::RefundRow> {
        return !rows.empty() ? Result<api::RefundRow>(rows.front())
                             : fail(ErrorCode::NotFound, "no such late or unmatched payment", "payment_no", number);
    };
}

void refundPayment(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto named = call.call;
    named.reason = in.text("reason", 1, api::kMaxReason);
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    withFound(refundsOf(call), std::move(respond), onlyOneOf(call),
              [&desk = call.services.engine->refunds(), named = std::move(named), key = keyOf(call), version](
                  const api::RefundRow& row, Respond to) {
                  answerOnce<api::RefundOutcome>(
                      named, {key}, std::move(to),
                      [&](const api::Call& once) {
                          return desk.sendBack(once, {{row.id, version}});
                      },
                      [number = row.paymentNo.str()](const api::RefundOutcome& outcome) {
                          return jsonResponse(200, json::object{{"payment_no", number},
                                                                {"refund", api::toText(outcome.status)},
                                                                {"version", outcome.version}});
                      });
              });
}

void assignPayment(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto clerk = in.optionalId("clerk");
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    withFound(refundsOf(call), std::move(respond), onlyOneOf(call),
              [&desk = call.services.engine->refunds(), named = call.call, key = keyOf(call), clerk = std::move(clerk),
               version](const api::RefundRow& row, Respond to) {
                  answerOnce<api::RefundOutcome>(
                      named, {key}, std::move(to),
                      [&](const api::Call& once) {
                          return desk.assign(once, {{row.id, version}}, clerk);
                      },
                      [number = row.paymentNo.str()](const api::RefundOutcome& outcome) {
                          return jsonResponse(200, json::object{{"payment_no", number}, {"version", outcome.version}});
                      });
              });
}

void notePayment(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto note = in.text("note", 1, api::kMaxNote);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    withFound(refundsOf(call), std::move(respond), onlyOneOf(call),
              [&desk = call.services.engine->refunds(), named = call.call, key = keyOf(call), note = std::move(note)](
                  const api::RefundRow& row, Respond to) {
                  answerOnce<api::RefundOutcome>(
                      named, {key}, std::move(to),
                      [&](const api::Call& once) {
                          return desk.note(once, {row.id, 0}, note);
                      },
                      [number = row.paymentNo.str()](const api::RefundOutcome&) {
                          return jsonResponse(200, json::object{{"payment_no", number}});
                      });
              });
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
    {"OwedPayments",
     R"({"type":"object","required":["payments"],"properties":{"payments":{"type":"array","items":{"type":"object",)"
     R"("required":["payment_no","order_no","cause","amount_minor","refund","arrived_at","version"],"properties":{)"
     R"("payment_no":{"$ref":"#/components/schemas/Id"},"order_no":{"type":"string","description":)"
     R"("as the payer gave it; may name no order"},"cause":{"type":"string","enum":["late_payment","wrong_amount",)"
     R"("second_payment","unknown_order"]},"amount_minor":{"$ref":"#/components/schemas/Minor"},)"
     R"("refund":{"type":"string","description":"how far it has gone back: HELD waits for a person",)"
     R"("enum":["HELD","PENDING","SENT","FAILED"]},"arrived_at":{"$ref":"#/components/schemas/InstantMs"},)"
     R"("clerk":{"type":"string","description":"who works on it"},)"
     R"("version":{"type":"integer","format":"int64","description":"every step raises it"}}}}}})"},
    {"PaymentMatch",
     R"({"type":"object","additionalProperties":false,"required":["order_no","reason"],"properties":{)"
     R"("order_no":{"$ref":"#/components/schemas/Id"},"reason":{"type":"string","minLength":1,"maxLength":500},)"
     R"("version":{"type":"integer","format":"int64","minimum":1,"description":)"
     R"("as last listed; refused if somebody was first. Without it: whatever it is now"}}})"},
    {"MatchedPayment",
     R"({"type":"object","required":["payment_no","order_no","amount_minor"],"properties":{)"
     R"("payment_no":{"$ref":"#/components/schemas/Id"},"order_no":{"$ref":"#/components/schemas/Id"},)"
     R"("amount_minor":{"$ref":"#/components/schemas/Minor"}}})"},
    {"PaymentRefund",
     R"({"type":"object","additionalProperties":false,"required":["reason"],"properties":{)"
     R"("reason":{"type":"string","minLength":1,"maxLength":500},"version":{"type":"integer","format":"int64",)"
     R"("minimum":1,"description":"as last listed; refused if somebody was first. Without it: whatever it is now"}}})"},
    {"RefundedPayment",
     R"({"type":"object","required":["payment_no","refund","version"],"properties":{)"
     R"("payment_no":{"$ref":"#/components/schemas/Id"},"refund":{"type":"string","description":)"
     R"("how far it has gone back","enum":["PENDING","SENT","SUCCEEDED"]},"version":{"type":"integer",)"
     R"("format":"int64"}}})"},
    {"PaymentAssignment",
     R"({"type":"object","additionalProperties":false,"properties":{"clerk":{"type":["string","null"],)"
     R"("maxLength":64,"description":"the login of somebody who can sign in; null: nobody works on it any more"},)"
     R"("version":{"type":"integer","format":"int64","minimum":1,"description":)"
     R"("as last listed; refused if somebody was first. Without it: whatever it is now"}}})"},
    {"AssignedPayment", R"({"type":"object","required":["payment_no","version"],"properties":{"payment_no":)"
                        R"({"$ref":"#/components/schemas/Id"},"version":{"type":"integer","format":"int64"}}})"},
    {"NotedPayment", R"({"type":"object","required":["payment_no"],"properties":{)"
                     R"("payment_no":{"$ref":"#/components/schemas/Id"}}})"},
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
             .handler = notifyPayment},
            {.pattern = "/v1/payments/owed",
             .scope = api::TokenScope::ReturnsRead,
             .operationId = "listOwedPayments",
             .summary = "Late and unmatched payments that have not gone back, the oldest first, at most 500",
             .responseSchema = "OwedPayments",
             .handler = listOwed},
            {.method = Method::Post,
             .pattern = "/v1/payments/{payment_no}/match",
             .scope = api::TokenScope::PaymentsMatch,
             .operationId = "matchPayment",
             .summary = "A late or unmatched payment pays the order that it was for, which waits for just this amount",
             .requestSchema = "PaymentMatch",
             .responseSchema = "MatchedPayment",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus, ErrorCode::Conflict},
             .handler = matchPayment},
            {.method = Method::Post,
             .pattern = "/v1/payments/{payment_no}/refund",
             .scope = api::TokenScope::PaymentsRefund,
             .operationId = "refundPayment",
             .summary = "A late or unmatched payment goes back to the payer; what goes back already is left alone",
             .requestSchema = "PaymentRefund",
             .responseSchema = "RefundedPayment",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus, ErrorCode::Conflict},
             .handler = refundPayment},
            {.method = Method::Post,
             .pattern = "/v1/payments/{payment_no}/assign",
             .scope = api::TokenScope::CasesWrite,
             .operationId = "assignPayment",
             .summary = "Who works on a late or unmatched payment",
             .requestSchema = "PaymentAssignment",
             .responseSchema = "AssignedPayment",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict},
             .handler = assignPayment},
            {.method = Method::Post,
             .pattern = "/v1/payments/{payment_no}/note",
             .scope = api::TokenScope::CasesWrite,
             .operationId = "notePayment",
             .summary = "Write a note into the history of a late or unmatched payment, where it stays",
             .requestSchema = "CaseNote",
             .responseSchema = "NotedPayment",
             .keyed = true,
             .refusals = {ErrorCode::NotFound},
             .handler = notePayment}};
}

std::span<const Schema> paymentSchemas() { return kPaymentSchemas; }

}  // namespace evenhand::ingest

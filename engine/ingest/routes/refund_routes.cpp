// SPDX-License-Identifier: GPL-3.0-or-later
// Refunds: how far each has come, who works on it, notes. Those of payments that are owed back go by the payment's
// number, too: payment_routes.cpp.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <limits>
#include <optional>

#include "engine/api/refund_types.h"
#include "engine/base/number_text.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/query_values.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

Result<api::RefundQuery> readRefundQuery(const Request& request) {
    api::RefundQuery query;
    EVENHAND_ASSIGN(const auto status, queryWord<api::RefundStatus>(request, "status", api::refundStatusFrom));
    if (status) {
        query.filter.statuses = {*status};
    }
    EVENHAND_TRY(queryId(request, "campus_id", query.filter.campus));
    EVENHAND_TRY(queryId(request, "clerk", query.filter.clerk));
    EVENHAND_TRY(queryId(request, "text", query.filter.text));
    EVENHAND_ASSIGN(query.limit, queryLimit(request));
    return query;
}

json::object refundJson(const api::RefundRow& row) {
    json::object body{{"refund_id", row.id.value},
                      {"status", api::toText(row.status)},
                      {"cause", api::toText(row.cause)},
                      {"order_no", row.orderNo},
                      {"payment_no", row.paymentNo.str()},
                      {"campus_id", row.campus.str()},
                      {"amount_minor", row.amount.minor},
                      {"requested_at", row.requestedAt.ms},
                      {"given_up", row.dead},
                      {"version", row.version}};
    if (!row.returnNo.empty()) {
        body["return_no"] = row.returnNo.str();
    }
    if (!row.clerk.empty()) {
        body["clerk"] = row.clerk;
    }
    if (!row.reasonCode.empty()) {
        body["reason_code"] = row.reasonCode;
    }
    if (!row.lastError.empty()) {
        body["error"] = row.lastError;
    }
    return body;
}

void listRefunds(const RouteCall& call, Respond respond) {
    auto query = readRefundQuery(*call.request);
    if (!query) {
        respond(problemOf(query.error()));
        return;
    }
    answer<std::vector<api::RefundRow>>(call.services.engine->refunds().page(call.call, *std::move(query)),
                                        std::move(respond), [](const std::vector<api::RefundRow>& rows) {
                                            json::array refunds;
                                            for (const auto& row : rows) {
                                                refunds.push_back(refundJson(row));
                                            }
                                            return jsonResponse(200, json::object{{"refunds", std::move(refunds)}});
                                        });
}

/// The one of the path, once all of the body has been asked for; what is wrong with either is answered.
std::optional<RefundId> readRefund(const RouteCall& call, JsonReader& in, const Respond& respond) {
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return std::nullopt;
    }
    const auto id = base::numberFrom(call.parameters.at(0));
    if (!id) {
        respond(problemOf({ErrorCode::NotFound, "no such refund", "refund_id", call.parameters.at(0)}));
        return std::nullopt;
    }
    return RefundId{*id};
}

void assignRefund(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const auto clerk = in.optionalId("clerk");
    const auto version = in.optionalInteger("version", 1, std::numeric_limits<std::int64_t>::max()).value_or(0);
    const auto refund = readRefund(call, in, respond);
    if (!refund) {
        return;
    }
    answerOnce<api::RefundOutcome>(
        call, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->refunds().assign(once, {{*refund, version}}, clerk);
        },
        [](const api::RefundOutcome& outcome) {
            return jsonResponse(200, json::object{{"refund_id", outcome.id.value}, {"version", outcome.version}});
        });
}

void noteRefund(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const auto note = in.text("note", 1, api::kMaxNote);
    const auto refund = readRefund(call, in, respond);
    if (!refund) {
        return;
    }
    answerOnce<api::RefundOutcome>(
        call, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->refunds().note(once, {*refund, 0}, note);
        },
        [](const api::RefundOutcome& outcome) {
            return jsonResponse(200, json::object{{"refund_id", outcome.id.value}});
        });
}

constexpr Schema kRefundSchemas[] = {
    {"RefundList",
     R"({"type":"object","required":["refunds"],"properties":{"refunds":{"type":"array","items":{"type":"object",)"
     R"("required":["refund_id","status","cause","order_no","payment_no","campus_id","amount_minor","requested_at",)"
     R"("given_up","version"],"properties":{"refund_id":{"type":"integer","format":"int64"},"status":)"
     R"({"type":"string","enum":["REQUESTED","HELD","PENDING","SENT","SUCCEEDED","FAILED","CANCELLED"]},)"
     R"("cause":{"type":"string","description":"return, order, closed_order, late_payment and so on"},"order_no":)"
     R"({"type":"string"},"return_no":{"type":"string"},"payment_no":{"type":"string","description":)"
     R"("the payment that goes back"},"campus_id":{"type":"string","description":"empty: of an unknown order"},)"
     R"("amount_minor":{"$ref":"#/components/schemas/Minor"},"requested_at":)"
     R"({"$ref":"#/components/schemas/InstantMs"},"given_up":{"type":"boolean","description":)"
     R"("the last attempt to send it is over: somebody has to look"},"clerk":{"type":"string","description":)"
     R"("who works on it"},"reason_code":{"type":"string"},"error":{"type":"string"},"version":)"
     R"({"type":"integer","format":"int64"}}}}}})"},
    {"RefundAssignment",
     R"({"type":"object","additionalProperties":false,"properties":{"clerk":{"type":["string","null"],)"
     R"("maxLength":64,"description":"the login of somebody who can sign in; null: nobody works on it any more"},)"
     R"("version":{"type":"integer","format":"int64","minimum":1,"description":)"
     R"("as last listed; refused if somebody was first. Without it: whatever it is now"}}})"},
    {"AssignedRefund", R"({"type":"object","required":["refund_id","version"],"properties":{"refund_id":)"
                       R"({"type":"integer","format":"int64"},"version":{"type":"integer","format":"int64"}}})"},
    {"NotedRefund", R"({"type":"object","required":["refund_id"],"properties":{"refund_id":{"type":"integer",)"
                    R"("format":"int64"}}})"},
};

}  // namespace

std::vector<Route> refundRoutes() {
    using Scope = api::TokenScope;
    return {{.pattern = "/v1/refunds",
             .scope = Scope::ReturnsRead,
             .operationId = "listRefunds",
             .summary = "Refunds, the newest first",
             .responseSchema = "RefundList",
             .query = {{"status", "REQUESTED, HELD, PENDING, SENT, SUCCEEDED, FAILED or CANCELLED"},
                       {"campus_id", "only of this campus"},
                       {"clerk", "only those that this person works on"},
                       {"text", "the number of the order or of the payment begins with it"},
                       {"limit", "1 to 500, 100 if nobody says"}},
             .handler = listRefunds},
            {.method = Method::Post,
             .pattern = "/v1/refunds/{refund_id}/assign",
             .scope = Scope::CasesWrite,
             .operationId = "assignRefund",
             .summary = "Who works on a refund",
             .requestSchema = "RefundAssignment",
             .responseSchema = "AssignedRefund",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict},
             .handler = assignRefund},
            {.method = Method::Post,
             .pattern = "/v1/refunds/{refund_id}/note",
             .scope = Scope::CasesWrite,
             .operationId = "noteRefund",
             .summary = "Write a note into the history of a refund, where it stays",
             .requestSchema = "CaseNote",
             .responseSchema = "NotedRefund",
             .keyed = true,
             .refusals = {ErrorCode::NotFound},
             .handler = noteRefund}};
}

std::span<const Schema> refundSchemas() { return kRefundSchemas; }

}  // namespace evenhand::ingest

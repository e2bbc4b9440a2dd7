// SPDX-License-Identifier: GPL-3.0-or-later
// What is done about an order that is under way: a note in its history, another courier.
#include <boost/json/object.hpp>

#include "engine/api/limits.h"
#include "engine/api/refund_types.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

void noteOrder(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto note = in.text("note", 1, api::kMaxNote);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const api::OrderRef order{OrderNo(call.parameters.at(0)), 0};
    answerOnce<api::RowOutcome>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->orders().note(once, {order}, std::move(note)); },
        [](const api::RowOutcome& outcome) {
            return jsonResponse(200, json::object{{"order_no", outcome.orderNo.str()}});
        });
}

void reassignOrder(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto named = call.call;
    const CourierId to(in.optionalId("courier_id"));
    const bool overLimit = in.optionalFlag("over_limit", false);
    const auto version = in.optionalVersion();
    named.reason = in.text("reason", 1, api::kMaxReason);
    if (overLimit && to.empty()) {
        in.refuse("over_limit", "is for an order with its courier_id");
    }
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const api::OrderRef order{OrderNo(call.parameters.at(0)), version};
    answerOnce<api::ReassignOutcome>(
        named, {keyOf(call)}, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->dispatch().reassign(once, {order}, {to, overLimit});
        },
        [](const api::ReassignOutcome& outcome) {
            return jsonResponse(200, json::object{{"order_no", outcome.orderNo.str()},
                                                  {"from_courier_id", outcome.from.str()},
                                                  {"epoch", outcome.epoch}});
        });
}

constexpr Schema kOrderWorkSchemas[] = {
    {"OrderNote", R"({"type":"object","additionalProperties":false,"required":["note"],"properties":{)"
                  R"("note":{"type":"string","minLength":1,"maxLength":500}}})"},
    {"OrderNoted", R"({"type":"object","required":["order_no"],"properties":{)"
                   R"("order_no":{"$ref":"#/components/schemas/Id"}}})"},
    {"Reassignment",
     R"({"type":"object","additionalProperties":false,"required":["reason"],"properties":{)"
     R"("courier_id":{"$ref":"#/components/schemas/Id","description":"without it the next fairest, never the present )"
     R"(one"},"over_limit":{"type":"boolean","description":"also if this courier has as many orders in hand as )"
     R"(allowed"},"version":{"type":"integer","format":"int64","minimum":1,"description":"as last read; refused if )"
     R"(the order was changed since"},"reason":{"type":"string","minLength":1,"maxLength":500}}})"},
    {"Reassigned",
     R"({"type":"object","required":["order_no","from_courier_id","epoch"],"properties":{)"
     R"("order_no":{"$ref":"#/components/schemas/Id"},"from_courier_id":{"type":"string","description":)"
     R"("empty: nobody had it"},"epoch":{"type":"integer","format":"int64","description":"of the new assignment"}}})"},
};

}  // namespace

std::vector<Route> orderWorkRoutes() {
    using Scope = api::TokenScope;
    return {{.method = Method::Post,
             .pattern = "/v1/orders/{order_no}/note",
             .scope = Scope::OrdersNote,
             .operationId = "noteOrder",
             .summary = "Write a note into the history of an order, where it stays",
             .requestSchema = "OrderNote",
             .responseSchema = "OrderNoted",
             .keyed = true,
             .refusals = {ErrorCode::NotFound},
             .handler = noteOrder},
            {.method = Method::Post,
             .pattern = "/v1/orders/{order_no}/reassign",
             .scope = Scope::OrdersReassign,
             .operationId = "reassignOrder",
             .summary = "Take an order from its courier, for the one named or the next fairest",
             .requestSchema = "Reassignment",
             .responseSchema = "Reassigned",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus, ErrorCode::Conflict, ErrorCode::NoCourierOnDuty,
                          ErrorCode::LoadLimit},
             .handler = reassignOrder}};
}

std::span<const Schema> orderWorkSchemas() { return kOrderWorkSchemas; }

}  // namespace evenhand::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
// Returns: request, and how they stand.
#include <algorithm>
#include <boost/json/object.hpp>

#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

constexpr std::int64_t kMaxWithPrefix = 1'000;

void requestReturn(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    api::RequestReturn request;
    request.orderNo = OrderNo(call.parameters.at(0));
    request.number = ReturnNo(in.id("return_no"));
    in.list("lines", 1, api::kMaxReturnLines, [&](JsonReader& line) {
        request.lines.push_back({Sku(line.id("sku")), line.integer("units", 1, api::kMaxReturnUnits)});
    });
    request.reason = in.optionalText("reason", api::kMaxReturnReason);
    request.reasonCode = in.optionalText("reason_code", base::kMaxIdCharacters);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    answerOnce<api::ReturnAnswer>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->returns().request(once, std::move(request)); },
        [](const api::ReturnAnswer& answered) {
            return jsonResponse(201, json::object{{"return_no", answered.number.str()},
                                                  {"order_no", answered.orderNo.str()},
                                                  {"status", api::toText(answered.status)},
                                                  {"amount_minor", answered.amount.minor}});
        });
}

json::object returnJson(const api::ReturnRow& row) {
    json::object body{{"return_no", row.number.str()},     {"order_no", row.orderNo.str()},
                      {"status", api::toText(row.status)}, {"stage", api::toText(row.stage)},
                      {"goods", api::toText(row.goods)},   {"units", row.units},
                      {"amount_minor", row.amount.minor},  {"requested_at", row.requestedAt.ms}};
    if (!row.reasonCode.empty()) {
        body["reason_code"] = row.reasonCode;
    }
    if (row.refund) {
        body["refund"] = api::toText(*row.refund);
    }
    return body;
}

void getReturn(const RouteCall& call, Respond respond) {
    api::ReturnQuery query;
    query.filter.orderNo = OrderNo(call.parameters.at(0));
    query.limit = kMaxWithPrefix;
    answer<std::vector<api::ReturnRow>>(
        call.services.engine->returns().page(call.call, query), std::move(respond),
        [number = ReturnNo(call.parameters.at(1))](const std::vector<api::ReturnRow>& rows) {
            const auto found =
                std::find_if(rows.begin(), rows.end(), [&](const api::ReturnRow& row) { return row.number == number; });
            return found != rows.end()
                       ? jsonResponse(200, returnJson(*found))
                       : problemOf({ErrorCode::NotFound, "no such return of this order", "return_no", number.str()});
        });
}

constexpr Schema kReturnSchemas[] = {
    {"NewReturn",
     R"({"type":"object","additionalProperties":false,"required":["return_no","lines"],"properties":{)"
     R"("return_no":{"$ref":"#/components/schemas/Id"},"lines":{"type":"array","minItems":1,"maxItems":10000,)"
     R"("items":{"type":"object","additionalProperties":false,"required":["sku","units"],"properties":{)"
     R"("sku":{"$ref":"#/components/schemas/Id"},"units":{"type":"integer","minimum":1,"maximum":1000000}}}},)"
     R"("reason":{"type":"string","maxLength":500,"description":"the customer's"},"reason_code":{"type":"string",)"
     R"("maxLength":64,"description":"one of the reasons that the shop offers"}}})"},
    {"RequestedReturn",
     R"({"type":"object","required":["return_no","order_no","status","amount_minor"],"properties":{)"
     R"("return_no":{"$ref":"#/components/schemas/Id"},"order_no":{"$ref":"#/components/schemas/Id"},)"
     R"("status":{"$ref":"#/components/schemas/ReturnStatus"},"amount_minor":{"$ref":"#/components/schemas/Minor"}}})"},
    {"ReturnStatus", R"({"type":"string","enum":["REQUESTED","APPROVED","REJECTED","CANCELLED"]})"},
    {"Return", R"({"type":"object","required":["return_no","order_no","status","stage","goods","units","amount_minor",)"
               R"("requested_at"],"properties":{"return_no":{"$ref":"#/components/schemas/Id"},)"
               R"("order_no":{"$ref":"#/components/schemas/Id"},"status":{"$ref":"#/components/schemas/ReturnStatus"},)"
               R"("stage":{"type":"string","description":"what it waits for"},"goods":{"type":"string"},)"
               R"("units":{"type":"integer"},"amount_minor":{"$ref":"#/components/schemas/Minor"},)"
               R"("requested_at":{"$ref":"#/components/schemas/InstantMs"},)"
               R"("refund":{"type":"string","description":"where the money is"},"reason_code":{"type":"string"}}})"},
};

}  // namespace

std::vector<Route> returnRoutes() {
    using Scope = api::TokenScope;
    return {{.method = Method::Post,
             .pattern = "/v1/orders/{order_no}/returns",
             .scope = Scope::ReturnsRequest,
             .operationId = "requestReturn",
             .summary = "Ask to return units of a paid order",
             .requestSchema = "NewReturn",
             .responseSchema = "RequestedReturn",
             .success = 201,
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus, ErrorCode::ExceedsDeducted},
             .handler = requestReturn},
            {.pattern = "/v1/orders/{order_no}/returns/{return_no}",
             .scope = Scope::ReturnsRead,
             .operationId = "getReturn",
             .summary = "How a return stands",
             .responseSchema = "Return",
             .refusals = {ErrorCode::NotFound},
             .handler = getReturn}};
}

std::span<const Schema> returnSchemas() { return kReturnSchemas; }

}  // namespace evenhand::ingest

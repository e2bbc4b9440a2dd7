// SPDX-License-Identifier: GPL-3.0-or-later
// Orders: place, look at, list, cancel, give more time.
#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>

#include "engine/api/limits.h"
#include "engine/base/number_text.h"
#include "engine/base/sha256.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/http/turn_batch.h"
#include "engine/ingest/routes/order_json.h"
#include "engine/ingest/routes/query_values.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

Result<api::PlaceOrder> readOrder(const RouteCall& call) {
    JsonReader in(call.body);
    api::PlaceOrder order;
    order.orderNo = OrderNo(in.optionalId("order_no"));
    order.user = UserId(in.id("user_id"));
    order.campus = CampusId(in.id("campus_id"));
    in.list("lines", 1, api::kMaxOrderLines, [&](JsonReader& line) {
        order.lines.push_back(
            {Sku(line.id("sku")), line.integer("quantity", 1, api::kMaxOrderQuantity), line.money("unit_price_minor")});
    });
    in.optionalObject("draw", [&](JsonReader& draw) {
        order.draw = api::OrderDraw{CampaignId(draw.id("campaign_id")), DrawId(draw.optionalId("draw_id"))};
    });
    EVENHAND_TRY(in.finish());
    return order;
}

json::object placedJson(const api::PlacedOrder& placed) {
    json::object body{{"order_no", placed.orderNo.str()},
                      {"status", api::toText(api::OrderStatus::WaitPay)},
                      {"payable_minor", placed.payable.minor}};
    if (placed.draw) {
        body["draw"] = drawJson(*placed.draw);
    }
    return body;
}

/// Without a draw the order's own key makes it once, which costs no row; its answer is made again from the order.
void placeOrder(const RouteCall& call, Respond respond) {
    auto order = readOrder(call);
    if (!order) {
        respond(problemOf(order.error()));
        return;
    }
    order->key = keyOf(call).id;
    if (order->draw) {
        answerOnce<api::PlacedOrder>(
            call, std::move(respond),
            [&](const api::Call& named) { return call.services.engine->orders().place(named, *order); },
            [](const api::PlacedOrder& placed) { return jsonResponse(201, placedJson(placed)); });
        return;
    }
    TurnBatch<api::PlaceOrder, api::PlacedOrder>::add(
        call, *std::move(order),
        [respond = std::move(respond)](Result<api::PlacedOrder> placed) {
            if (!placed) {
                auto error = std::move(placed).error();
                if (error.code == ErrorCode::KeyReused) {  // the hash of it tells nobody anything
                    error = {ErrorCode::KeyReused, "the key was used for another request", "idempotency_key", {}};
                }
                respond(deskProblem(std::move(error)));
                return;
            }
            auto response = jsonResponse(201, placedJson(*placed));
            if (placed->repeated) {
                response.headers.emplace_back("Idempotency-Replayed", "true");
            }
            respond(std::move(response));
        },
        [](api::EngineApi& engine, const api::Call& named, std::vector<api::PlaceOrder> orders,
           api::BatchCompletion<api::PlacedOrder> done) {
            engine.orders().placeMany(named, std::move(orders), std::move(done));
        });
}

void getOrder(const RouteCall& call, Respond respond) {
    answer<api::OrderDetail>(call.services.engine->orders().detail(call.call, OrderNo(call.parameters.at(0))),
                             std::move(respond),
                             [](const api::OrderDetail& detail) { return jsonResponse(200, orderJson(detail)); });
}

/// Opaque to clients: "placed at, id" in hex.
std::string cursorOf(const api::OrderRow& row) {
    return base::hexOf(std::to_string(row.placedAt.ms) + '.' + std::to_string(row.id.value));
}
std::optional<api::OrderKey> keyFrom(std::string_view cursor) {
    constexpr std::size_t kMaxLength = 80;
    if (cursor.empty() || cursor.size() > kMaxLength || cursor.size() % 2 != 0) {
        return std::nullopt;
    }
    std::string text;
    for (std::size_t i = 0; i < cursor.size(); i += 2) {
        unsigned int byte = 0;
        const auto* end = cursor.data() + i + 2;
        if (std::from_chars(cursor.data() + i, end, byte, 16).ptr != end) {
            return std::nullopt;
        }
        text += static_cast<char>(byte);
    }
    const auto dot = text.find('.');
    const auto placed = base::numberFrom(std::string_view(text).substr(0, dot));
    const auto id = dot == std::string::npos ? std::nullopt : base::numberFrom(std::string_view(text).substr(dot + 1));
    return placed && id ? std::optional(api::OrderKey{Instant{*placed}, OrderId{*id}}) : std::nullopt;
}

Result<api::OrderQuery> readQuery(const Request& request) {
    api::OrderQuery query;
    auto& filter = query.filter;
    EVENHAND_TRY(queryId(request, "campus_id", filter.campus));
    EVENHAND_TRY(queryId(request, "courier_id", filter.courier));
    EVENHAND_TRY(queryId(request, "user_id", filter.user));
    EVENHAND_ASSIGN(const auto status, queryWord<api::OrderStatus>(request, "status", api::orderStatusFrom));
    if (status) {
        filter.statuses = {*status};
    }
    EVENHAND_ASSIGN(filter.lateOnly, queryFlag(request, "late"));
    EVENHAND_ASSIGN(const auto from, queryNumber(request, "placed_from", 0, base::kMaxInstant.ms));
    EVENHAND_ASSIGN(const auto to, queryNumber(request, "placed_to", 0, base::kMaxInstant.ms));
    filter.placedFrom = from ? std::optional(Instant{*from}) : std::nullopt;
    filter.placedTo = to ? std::optional(Instant{*to}) : std::nullopt;
    EVENHAND_ASSIGN(query.limit, queryLimit(request));
    if (const auto cursor = request.queryValue("cursor")) {
        query.after = keyFrom(*cursor);
        if (!query.after) {
            return fail(ErrorCode::InvalidArgument, "is not a cursor from an earlier answer", "cursor",
                        std::string(*cursor));
        }
    }
    return query;
}

void listOrders(const RouteCall& call, Respond respond) {
    auto query = readQuery(*call.request);
    if (!query) {
        respond(problemOf(query.error()));
        return;
    }
    const auto limit = static_cast<std::size_t>(query->limit);
    ++query->limit;  // one more, to know whether there is another page
    answer<std::vector<api::OrderRow>>(call.services.engine->orders().page(call.call, *std::move(query)),
                                       std::move(respond), [limit](const std::vector<api::OrderRow>& rows) {
                                           json::array orders;
                                           for (std::size_t i = 0; i < std::min(rows.size(), limit); ++i) {
                                               orders.push_back(orderJson(rows[i]));
                                           }
                                           json::object body{{"orders", std::move(orders)}};
                                           if (rows.size() > limit) {
                                               body["next_cursor"] = cursorOf(rows[limit - 1]);
                                           }
                                           return jsonResponse(200, body);
                                       });
}

void cancelOrder(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto named = call.call;
    named.reason = in.text("reason", 1, api::kMaxReason);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const OrderNo orderNo(call.parameters.at(0));
    answerOnce<api::RowOutcome>(
        named, {keyOf(call)}, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->orders().cancel(once, {api::OrderRef{orderNo, 0}});
        },
        [](const api::RowOutcome& outcome) {
            return jsonResponse(200, json::object{{"order_no", outcome.orderNo.str()},
                                                  {"status", api::toText(api::OrderStatus::Closed)}});
        });
}

void extendOrder(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto named = call.call;
    const auto byMs = in.integer("by_ms", 1, api::kMaxTimerDelayMs);
    named.reason = in.text("reason", 1, api::kMaxReason);
    const auto lateAt = in.optionalInteger("late_at", 0, base::kMaxInstant.ms);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    api::TimerRef late{OrderNo(call.parameters.at(0)), {}, {}};
    if (lateAt) {
        late.due = Instant{*lateAt};
    }
    answerOnce<api::TimerOutcome>(
        named, {keyOf(call)}, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->timers().extend(once, {late}, byMs); },
        [](const api::TimerOutcome& outcome) {
            return jsonResponse(200, json::object{{"order_no", outcome.orderNo.str()},
                                                  {"late_at", outcome.due.value_or(Instant{}).ms}});
        });
}

constexpr std::string_view kOrder = "Order";

constexpr Schema kOrderSchemas[] = {
    {"NewOrder",
     R"({"type":"object","additionalProperties":false,"required":["user_id","campus_id","lines"],"properties":{)"
     R"("order_no":{"$ref":"#/components/schemas/Id","description":"made if it is missing"},)"
     R"("user_id":{"$ref":"#/components/schemas/Id"},"campus_id":{"$ref":"#/components/schemas/Id"},)"
     R"("lines":{"type":"array","minItems":1,"maxItems":10000,"items":{"$ref":"#/components/schemas/OrderLine"}},)"
     R"("draw":{"type":"object","additionalProperties":false,"required":["campaign_id"],"description":)"
     R"("takes a discount off what is payable; a draw that is refused leaves the full price","properties":{)"
     R"("campaign_id":{"$ref":"#/components/schemas/Id"},"draw_id":{"$ref":"#/components/schemas/Id",)"
     R"("description":"granted before; a new one if it is missing"}}}}})"},
    {"Id", R"({"type":"string","minLength":1,"maxLength":64})"},
    {"Minor", R"({"type":"integer","format":"int64","minimum":0,"description":"minor units of the currency"})"},
    {"InstantMs", R"({"type":"integer","format":"int64","description":"UTC, milliseconds since 1970"})"},
    {"OrderLine",
     R"({"type":"object","additionalProperties":false,"required":["sku","quantity","unit_price_minor"],"properties":{)"
     R"("sku":{"$ref":"#/components/schemas/Id"},"quantity":{"type":"integer","minimum":1,"maximum":1000000},)"
     R"("unit_price_minor":{"$ref":"#/components/schemas/Minor"}}})"},
    {"OrderedLine",
     R"({"type":"object","required":["sku","quantity","unit_price_minor"],"properties":{)"
     R"("sku":{"$ref":"#/components/schemas/Id"},"quantity":{"type":"integer","minimum":1},)"
     R"("unit_price_minor":{"$ref":"#/components/schemas/Minor"},)"
     R"("returned":{"type":"integer","minimum":1,"description":"units of approved returns"},)"
     R"("to_deliver":{"type":"integer","minimum":0,"description":"what is left to deliver, while the order is under way"})"
     R"(}})"},
    {"OrderStatus",
     R"({"type":"string","enum":["WAIT_PAY","PAID","WAIT_PICK_UP","DELIVERING","DELIVERED","COMPLETED","CLOSED"]})"},
    {"PlacedOrder",
     R"({"type":"object","required":["order_no","status","payable_minor"],"properties":{)"
     R"("order_no":{"$ref":"#/components/schemas/Id"},"status":{"$ref":"#/components/schemas/OrderStatus"},)"
     R"("payable_minor":{"$ref":"#/components/schemas/Minor"},"draw":{"$ref":"#/components/schemas/Draw"}}})"},
    {kOrder, {}},  // by the table of its fields
    {"OrderPage", R"({"type":"object","required":["orders"],"properties":{"orders":{"type":"array","items":)"
                  R"({"$ref":"#/components/schemas/Order"}},"next_cursor":{"type":"string",)"
                  R"("description":"there are more rows behind these"}}})"},
    {"Reason", R"({"type":"object","additionalProperties":false,"required":["reason"],"properties":{)"
               R"("reason":{"type":"string","minLength":1,"maxLength":500}}})"},
    {"OrderState",
     R"({"type":"object","required":["order_no","status"],"properties":{"order_no":{"$ref":"#/components/schemas/Id"},)"
     R"("status":{"$ref":"#/components/schemas/OrderStatus"}}})"},
    {"MoreTime", R"({"type":"object","additionalProperties":false,"required":["by_ms","reason"],"properties":{)"
                 R"("by_ms":{"type":"integer","format":"int64","minimum":1,"maximum":315532800000,)"
                 R"("description":"so long from now"},"reason":{"type":"string","minLength":1,"maxLength":500},)"
                 R"("late_at":{"$ref":"#/components/schemas/InstantMs","description":)"
                 R"("as last read; refused if the order has another limit since"}}})"},
    {"OrderLimit",
     R"({"type":"object","required":["order_no","late_at"],"properties":{"order_no":{"$ref":"#/components/schemas/Id"},)"
     R"("late_at":{"$ref":"#/components/schemas/InstantMs"}}})"},
};

std::vector<QueryParameter> listParameters() {
    constexpr std::string_view kInstant = R"({"type":"integer","format":"int64","minimum":0})";
    return {{"status", "only these", R"({"$ref":"#/components/schemas/OrderStatus"})"},
            {"campus_id", "only of this campus"},
            {"courier_id", "only of this courier"},
            {"user_id", "only of this user"},
            {"late", "true: only late orders", R"({"type":"boolean"})"},
            {"placed_from", "placed at or after, milliseconds since 1970", kInstant},
            {"placed_to", "placed before, milliseconds since 1970", kInstant},
            {"limit", "rows per page (default: 100)", R"({"type":"integer","minimum":1,"maximum":500})"},
            {"cursor", "next_cursor of the page before"}};
}

}  // namespace

std::vector<Route> orderRoutes() {
    using Scope = api::TokenScope;
    return {{.method = Method::Post,
             .pattern = "/v1/orders",
             .scope = Scope::OrdersPlace,
             .operationId = "placeOrder",
             .summary = "Place an order, with a draw for a discount or without",
             .requestSchema = "NewOrder",
             .responseSchema = "PlacedOrder",
             .success = 201,
             .keyed = true,
             .refusals = {ErrorCode::UnknownSku, ErrorCode::OutOfStock, ErrorCode::Disabled, ErrorCode::NotFound,
                          ErrorCode::AlreadyExists},
             .handler = placeOrder},
            {.pattern = "/v1/orders",
             .scope = Scope::OrdersRead,
             .operationId = "listOrders",
             .summary = "Orders, newest first, in pages by key",
             .responseSchema = "OrderPage",
             .query = listParameters(),
             .handler = listOrders},
            {.pattern = "/v1/orders/{order_no}",
             .scope = Scope::OrdersRead,
             .operationId = "getOrder",
             .summary = "One order with its lines, payment, courier and history",
             .responseSchema = "Order",
             .refusals = {ErrorCode::NotFound},
             .handler = getOrder},
            {.method = Method::Post,
             .pattern = "/v1/orders/{order_no}/cancel",
             .scope = Scope::OrdersCancel,
             .operationId = "cancelOrder",
             .summary = "Close an order that has not been picked up; what it took is given back",
             .requestSchema = "Reason",
             .responseSchema = "OrderState",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus},
             .handler = cancelOrder},
            {.method = Method::Post,
             .pattern = "/v1/orders/{order_no}/extend",
             .scope = Scope::OrdersExtend,
             .operationId = "extendOrder",
             .summary = "Give a late order more time, until late_at; its alerts are resolved",
             .requestSchema = "MoreTime",
             .responseSchema = "OrderLimit",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus, ErrorCode::Conflict},
             .handler = extendOrder}};
}

std::span<const Schema> orderSchemas() {
    static const std::string kText = orderSchema();
    static const auto kSchemas = [] {
        auto all = std::to_array(kOrderSchemas);
        std::find_if(all.begin(), all.end(), [](const Schema& schema) { return schema.name == kOrder; })->json = kText;
        return all;
    }();
    return kSchemas;
}

}  // namespace evenhand::ingest

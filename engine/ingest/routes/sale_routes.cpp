// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales and campaigns: attempts, draws, and what became of them.
#include <boost/json/object.hpp>

#include "engine/ingest/http/answering.h"
#include "engine/ingest/http/turn_batch.h"
#include "engine/ingest/routes/order_json.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

/// An attempt costs neither a row nor a future: its key travels with the reservation.
void attemptSeckill(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    api::SeckillAttempt attempt;
    attempt.activity = ActivityId(call.parameters.at(0));
    attempt.user = UserId(in.id("user_id"));
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    attempt.request = keyOf(call).id;
    TurnBatch<api::SeckillAttempt, api::AttemptAnswer>::add(
        call, std::move(attempt),
        [respond = std::move(respond)](Result<api::AttemptAnswer> answered) {
            if (!answered) {
                respond(deskProblem(answered.error()));
                return;
            }
            if (answered->outcome == api::AttemptOutcome::Unknown) {
                respond(problemOf({ErrorCode::NotFound, "no such activity", "activity_id", {}}));
                return;
            }
            json::object body{{"outcome", api::toText(answered->outcome)}};
            if (!answered->orderNo.empty()) {
                body["order_no"] = answered->orderNo.str();
            }
            auto response = jsonResponse(200, body);
            if (answered->repeated) {
                response.headers.emplace_back("Idempotency-Replayed", "true");
            }
            respond(std::move(response));
        },
        [](api::EngineApi& engine, const api::Call& named, std::vector<api::SeckillAttempt> attempts,
           api::BatchCompletion<api::AttemptAnswer> done) {
            engine.seckill().attemptMany(named, std::move(attempts), std::move(done));
        });
}

void getReservation(const RouteCall& call, Respond respond) {
    answer<api::Reservation>(call.services.engine->seckill().reservation(call.call, ActivityId(call.parameters.at(0)),
                                                                         UserId(call.parameters.at(1))),
                             std::move(respond), [](const api::Reservation& reservation) {
                                 json::object body{{"state", api::toText(reservation.state)}};
                                 if (!reservation.orderNo.empty()) {
                                     body["order_no"] = reservation.orderNo.str();
                                 }
                                 if (reservation.status) {
                                     body["status"] = api::toText(*reservation.status);
                                 }
                                 return jsonResponse(200, body);
                             });
}

void draw(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    api::DrawRequest request;
    request.campaign = CampaignId(call.parameters.at(0));
    request.user = UserId(in.id("user_id"));
    request.id = DrawId(in.optionalId("draw_id"));
    if (in.has("payable_minor")) {
        request.payable = in.money("payable_minor");
    }
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    answerOnce<api::DrawAnswer>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->campaigns().draw(once, request); },
        [](const api::DrawAnswer& answered) { return jsonResponse(200, drawJson(answered)); });
}

void getDraw(const RouteCall& call, Respond respond) {
    api::DrawQuery query;
    query.filter.campaign = CampaignId(call.parameters.at(0));
    query.filter.id = DrawId(call.parameters.at(1));
    query.limit = 1;
    answer<std::vector<api::DrawRow>>(
        call.services.engine->campaigns().draws(call.call, query), std::move(respond),
        [id = query.filter.id](const std::vector<api::DrawRow>& rows) {
            if (rows.empty()) {
                return problemOf({ErrorCode::NotFound, "no such draw", "draw_id", id.str()});
            }
            const auto& row = rows.front();
            auto body = drawJson({row.id, row.refusal, row.amount, row.validUntil, row.givenBackAt.has_value(), false});
            body["state"] = api::toText(row.state);
            body["user_id"] = row.user.str();
            body["given_back"] = row.givenBackAt.has_value();
            if (!row.orderNo.empty()) {
                body["order_no"] = row.orderNo.str();
            }
            return jsonResponse(200, body);
        });
}

constexpr Schema kSaleSchemas[] = {
    {"SeckillAttempt",
     R"({"type":"object","additionalProperties":false,"required":["user_id"],"properties":{"user_id":)"
     R"({"$ref":"#/components/schemas/Id"}}})"},
    {"SeckillOutcome",
     R"({"type":"object","required":["outcome"],"properties":{"outcome":{"type":"string","enum":["reserved",)"
     R"("sold_out","duplicate","not_started","ended","stopped"],"description":"all but reserved leave no trace: the )"
     R"(same key may be tried again"},"order_no":{"$ref":"#/components/schemas/Id","description":)"
     R"("reserved: of the order to come; duplicate: of what the user has"}}})"},
    {"Reservation",
     R"({"type":"object","required":["state"],"properties":{"state":{"type":"string","enum":["none","queued",)"
     R"("retrying","ordered"]},"order_no":{"$ref":"#/components/schemas/Id"},)"
     R"("status":{"$ref":"#/components/schemas/OrderStatus"}}})"},
    {"DrawRequest", R"({"type":"object","additionalProperties":false,"required":["user_id"],"properties":{"user_id":)"
                    R"({"$ref":"#/components/schemas/Id"},"draw_id":{"type":"string","format":"uuid","description":)"
                    R"("made if it is missing"},"payable_minor":{"$ref":"#/components/schemas/Minor","description":)"
                    R"("the discount is at most this"}}})"},
    {"Draw", R"({"type":"object","required":["draw_id","granted","amount_minor"],"properties":{)"
             R"("draw_id":{"$ref":"#/components/schemas/Id"},"granted":{"type":"boolean"},"refusal":{"type":"string",)"
             R"("enum":["not_started","paused","ended","under_way","exhausted","count_limit","amount_limit",)"
             R"("nothing_payable","rolled_back"]},"amount_minor":{"$ref":"#/components/schemas/Minor"},)"
             R"("valid_until":{"$ref":"#/components/schemas/InstantMs"}}})"},
    {"DrawState",
     R"({"allOf":[{"$ref":"#/components/schemas/Draw"},{"type":"object","required":["state","user_id","given_back"],)"
     R"("properties":{"state":{"type":"string","enum":["granted","refused","rolled_back"]},)"
     R"("user_id":{"$ref":"#/components/schemas/Id"},"given_back":{"type":"boolean"},)"
     R"("order_no":{"$ref":"#/components/schemas/Id"}}}]})"},
};

}  // namespace

std::vector<Route> saleRoutes() {
    using Scope = api::TokenScope;
    return {{.method = Method::Post,
             .pattern = "/v1/seckill/{activity_id}/attempts",
             .scope = Scope::SeckillAttempt,
             .operationId = "attemptSeckill",
             .summary = "An attempt at a flash sale; reserved is durable when it is answered",
             .requestSchema = "SeckillAttempt",
             .responseSchema = "SeckillOutcome",
             .keyed = true,
             .refusals = {ErrorCode::NotFound},
             .handler = attemptSeckill},
            {.pattern = "/v1/seckill/{activity_id}/attempts/{user_id}",
             .scope = Scope::SeckillRead,
             .operationId = "getReservation",
             .summary = "What became of a user's attempt",
             .responseSchema = "Reservation",
             .handler = getReservation},
            {.method = Method::Post,
             .pattern = "/v1/campaigns/{campaign_id}/draws",
             .scope = Scope::CampaignsDraw,
             .operationId = "draw",
             .summary = "Draw a discount",
             .requestSchema = "DrawRequest",
             .responseSchema = "Draw",
             .keyed = true,
             .refusals = {ErrorCode::NotFound},
             .handler = draw},
            {.pattern = "/v1/campaigns/{campaign_id}/draws/{draw_id}",
             .scope = Scope::CampaignsRead,
             .operationId = "getDraw",
             .summary = "What became of a draw",
             .responseSchema = "DrawState",
             .refusals = {ErrorCode::NotFound},
             .handler = getDraw}};
}

std::span<const Schema> saleSchemas() { return kSaleSchemas; }

}  // namespace evenhand::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
// Couriers: who they are, duty, how many orders they may have, what they report; how even dispatch is.
#include <algorithm>
#include <boost/json/object.hpp>
#include <limits>

#include "engine/api/limits.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;
using Kind = api::CourierReport::Kind;

void setDuty(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const bool onDuty = in.flag("on_duty");
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const CourierId courier(call.parameters.at(0));
    answerOnce<std::int64_t>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->dispatch().setDuty(once, courier, onDuty, version); },
        [courier, onDuty](std::int64_t since) {
            return jsonResponse(200,
                                json::object{{"courier_id", courier.str()}, {"on_duty", onDuty}, {"version", since}});
        });
}

void setLoadLimit(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const auto limit = in.optionalInteger("load_limit", 0, api::kMaxLoadLimit);
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const CourierId courier(call.parameters.at(0));
    answerOnce<std::int64_t>(
        call, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->dispatch().setLoadLimit(once, courier, limit, version);
        },
        [courier, limit](std::int64_t since) {
            return jsonResponse(200, json::object{{"courier_id", courier.str()},
                                                  {"load_limit", limit ? json::value(*limit) : json::value()},
                                                  {"version", since}});
        });
}

json::object dispatchFigures(const api::DispatchBoard& board, bool engineAlone) {
    const auto mode = board.campus.policy.mode;
    return {{"campus_id", board.campus.id.str()},
            {"mode", api::toText(mode)},
            {"same_as_strong", engineAlone || mode == api::DispatchMode::Strong},
            {"paused", board.campus.paused},
            {"on_duty", std::count_if(board.couriers.begin(), board.couriers.end(),
                                      [](const api::CourierRow& courier) { return courier.onDuty; })},
            {"waiting", board.waiting},
            {"mean_weight", board.meanWeight},
            {"spread_weight", board.spreadWeight}};
}

/// The spread is measured in either mode: what is promised of it, strong dispatch alone promises.
void getDispatch(const RouteCall& call, Respond respond) {
    const CampusId campus(call.parameters.at(0));
    auto& engine = *call.services.engine;
    withFound<api::DispatchBoard>(
        engine.dispatch().board(call.call, campus), std::move(respond),
        [](const api::DispatchBoard& board) -> Result<api::DispatchBoard> { return board; },
        [&engine, named = call.call, campus](const api::DispatchBoard& board, Respond to) {
            answer<std::vector<api::FairnessPoint>>(
                engine.dispatch().fairness(named, campus, board.at, board.at, 1), std::move(to),
                [figures = dispatchFigures(board, engine.workspace().engineAlone)](
                    const std::vector<api::FairnessPoint>& points) {
                    auto all = figures;
                    const auto today = points.empty() ? api::FairnessPoint{} : points.back();
                    all["assigned_today"] = today.assigned;
                    all["spread_today"] = today.spread;
                    return jsonResponse(200, std::move(all));
                });
        });
}

void report(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    api::CourierReport report;
    report.orderNo = OrderNo(call.parameters.at(0));
    report.kind = in.oneOf<Kind>("kind", api::reportKindFrom);
    report.courier = CourierId(in.id("courier_id"));
    report.epoch = in.integer("epoch", 1, std::numeric_limits<std::int64_t>::max());
    report.note = in.optionalText("note", api::kMaxReportNote);
    if (in.ok() && report.kind == Kind::Failed && report.note.empty()) {
        in.refuse("note", "is needed for a failed delivery");
    }
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    answerOnce<void>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->orders().report(once, report); },
        [report] {
            return jsonResponse(200, json::object{{"order_no", report.orderNo.str()},
                                                  {"kind", api::toText(report.kind)},
                                                  {"epoch", report.epoch}});
        });
}

void upsertCouriers(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    std::vector<api::CourierInput> couriers;
    in.list("couriers", 1, kMaxUpsertRows, [&](JsonReader& row) {
        couriers.push_back({CourierId(row.id("courier_id")), CampusId(row.id("campus_id")),
                            row.text("name", 0, base::kMaxNameCharacters),
                            row.optionalText("phone", base::kMaxNameCharacters), row.optionalFlag("on_duty", true),
                            row.optionalVersion(), row.optionalVersion("duty_version")});
    });
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const auto count = couriers.size();
    answerOnce<void>(
        call, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->dispatch().upsertCouriers(once, std::move(couriers));
        },
        [count] {
            return jsonResponse(200, json::object{{"couriers", count}});
        });
}

constexpr Schema kCourierSchemas[] = {
    {"Duty",
     R"({"type":"object","additionalProperties":false,"required":["on_duty"],"properties":{"on_duty":)"
     R"({"type":"boolean"},"version":{"type":"integer","format":"int64","minimum":1,"description":)"
     R"("as last answered; refused if somebody has changed the duty since. Without it: whatever it is now"}}})"},
    {"CourierDuty", R"({"type":"object","required":["courier_id","on_duty","version"],"properties":{"courier_id":)"
                    R"({"$ref":"#/components/schemas/Id"},"on_duty":{"type":"boolean"},"version":{"type":"integer",)"
                    R"("format":"int64","description":"every change of duty raises it"}}})"},
    {"LoadLimit",
     R"({"type":"object","additionalProperties":false,"properties":{"load_limit":{"type":["integer","null"],)"
     R"("minimum":0,"maximum":1000,"description":)"
     R"("how many orders the courier may have in hand; 0: any number; null: as the campus has it"},)"
     R"("version":{"type":"integer","format":"int64","minimum":1,"description":)"
     R"("as last answered; refused if somebody has changed the limit since. Without it: whatever it is now"}}})"},
    {"CourierLoadLimit",
     R"({"type":"object","required":["courier_id","load_limit","version"],"properties":{"courier_id":)"
     R"({"$ref":"#/components/schemas/Id"},"load_limit":{"type":["integer","null"]},"version":{"type":"integer",)"
     R"("format":"int64","description":"every change of the limit raises it"}}})"},
    {"DispatchFigures",
     R"({"type":"object","required":["campus_id","mode","same_as_strong","paused","on_duty","waiting","mean_weight",)"
     R"("spread_weight","assigned_today","spread_today"],"properties":{"campus_id":)"
     R"({"$ref":"#/components/schemas/Id"},"mode":{"type":"string","enum":["strong","soft"]},"same_as_strong":)"
     R"({"type":"boolean","description":"soft is, where one engine alone has nobody between its two steps"},)"
     R"("paused":{"type":"boolean"},"on_duty":{"type":"integer","description":"couriers"},"waiting":{"type":)"
     R"("integer","description":"paid orders without a courier"},"mean_weight":{"type":"number","description":)"
     R"("of those on duty"},"spread_weight":{"type":"integer","format":"int64","description":)"
     R"("highest less lowest weight on duty"},"assigned_today":{"type":"integer","format":"int64"},"spread_today":)"
     R"({"type":"integer","format":"int64","description":"most less fewest orders of the business day"}}})"},
    {"CourierReport",
     R"({"type":"object","additionalProperties":false,"required":["kind","courier_id","epoch"],"properties":{)"
     R"("kind":{"type":"string","enum":["picked_up","delivered","failed"]},)"
     R"("courier_id":{"$ref":"#/components/schemas/Id"},"epoch":{"type":"integer","format":"int64","minimum":1,)"
     R"("description":"of the assignment; a report of an older one is refused"},)"
     R"("note":{"type":"string","maxLength":500,"description":"needed for failed"}}})"},
    {"CourierReported",
     R"({"type":"object","required":["order_no","kind","epoch"],"properties":{"order_no":)"
     R"({"$ref":"#/components/schemas/Id"},"kind":{"type":"string"},"epoch":{"type":"integer","format":"int64"}}})"},
    {"Couriers",
     R"({"type":"object","additionalProperties":false,"required":["couriers"],"properties":{"couriers":)"
     R"({"type":"array","minItems":1,"maxItems":1000,"items":{"type":"object","additionalProperties":false,)"
     R"("required":["courier_id","campus_id","name"],"properties":{"courier_id":{"$ref":"#/components/schemas/Id"},)"
     R"("campus_id":{"$ref":"#/components/schemas/Id","description":"made if it is not known"},)"
     R"("name":{"type":"string","maxLength":200},"phone":{"type":"string","maxLength":200},)"
     R"("on_duty":{"type":"boolean","default":true},"version":{"type":"integer","format":"int64","minimum":1,)"
     R"("description":"of name and phone, as last read; refused if somebody has changed them since. Without it: )"
     R"(whatever they are now"},"duty_version":{"type":"integer","format":"int64","minimum":1,"description":)"
     R"("of on_duty, likewise"}}}}}})"},
    {"CourierCount", R"({"type":"object","required":["couriers"],"properties":{"couriers":{"type":"integer"}}})"},
};

}  // namespace

std::vector<Route> courierRoutes() {
    using Scope = api::TokenScope;
    return {{.method = Method::Post,
             .pattern = "/v1/couriers",
             .scope = Scope::CouriersWrite,
             .operationId = "upsertCouriers",
             .summary = "Add couriers or change them, all or none",
             .requestSchema = "Couriers",
             .responseSchema = "CourierCount",
             .keyed = true,
             .refusals = {ErrorCode::Conflict, ErrorCode::Disabled},
             .handler = upsertCouriers},
            {.method = Method::Post,
             .pattern = "/v1/couriers/{courier_id}/duty",
             .scope = Scope::CouriersReport,
             .operationId = "setDuty",
             .summary = "A courier goes on or off duty",
             .requestSchema = "Duty",
             .responseSchema = "CourierDuty",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict, ErrorCode::Disabled},
             .handler = setDuty},
            {.method = Method::Post,
             .pattern = "/v1/couriers/{courier_id}/load_limit",
             .scope = Scope::CouriersWrite,
             .operationId = "setLoadLimit",
             .summary = "How many orders a courier may have in hand",
             .requestSchema = "LoadLimit",
             .responseSchema = "CourierLoadLimit",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict},
             .handler = setLoadLimit},
            {.pattern = "/v1/campuses/{campus_id}/dispatch",
             .scope = Scope::ShopRead,
             .operationId = "getDispatch",
             .summary = "How even dispatch of a campus is, in either mode",
             .responseSchema = "DispatchFigures",
             .refusals = {ErrorCode::NotFound},
             .handler = getDispatch},
            {.method = Method::Post,
             .pattern = "/v1/orders/{order_no}/reports",
             .scope = Scope::CouriersReport,
             .operationId = "reportDelivery",
             .summary = "A courier has picked up, delivered or failed to deliver",
             .requestSchema = "CourierReport",
             .responseSchema = "CourierReported",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus, ErrorCode::StaleEpoch},
             .handler = report}};
}

std::span<const Schema> courierSchemas() { return kCourierSchemas; }

}  // namespace evenhand::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts of every kind: which are open, and what is done about one.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <optional>

#include "engine/api/limits.h"
#include "engine/base/number_text.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/query_values.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

Result<api::AlertQuery> readAlertQuery(const Request& request) {
    api::AlertQuery query;
    EVENHAND_ASSIGN(const auto kind, queryWord<api::AlertKind>(request, "kind", api::alertKindFrom));
    EVENHAND_ASSIGN(const auto state, queryWord<api::AlertState>(request, "state", api::alertStateFrom));
    if (kind) {
        query.kinds = {*kind};
    }
    if (state) {
        query.states = {*state};
    }
    EVENHAND_TRY(queryId(request, "campus_id", query.campus));
    EVENHAND_ASSIGN(query.limit, queryLimit(request));
    return query;
}

json::value instantOrNull(const std::optional<Instant>& at) { return at ? json::value(at->ms) : json::value(); }

json::object alertJson(const api::AlertRow& row) {
    return {{"alert_id", row.id.value},
            {"kind", api::toText(row.kind)},
            {"state", api::toText(row.state)},
            {"subject_type", api::toText(row.subject.type)},
            {"subject", row.subject.id},
            {"order_no", row.orderNo.str()},
            {"campus_id", row.campus.str()},
            {"courier_id", row.courier.str()},
            {"since", row.due.ms},
            {"fired_at", row.firedAt.ms},
            {"repeats", row.repeats},
            {"figure", row.figure ? json::value(*row.figure) : json::value()},
            {"detail", row.detail},
            {"actor", row.actor},
            {"acted_at", instantOrNull(row.actedAt)},
            {"resolved_at", instantOrNull(row.resolvedAt)},
            {"resolution", row.resolution},
            {"version", row.version}};
}

void listAlerts(const RouteCall& call, Respond respond) {
    auto query = readAlertQuery(*call.request);
    if (!query) {
        respond(problemOf(query.error()));
        return;
    }
    answer<std::vector<api::AlertRow>>(call.services.engine->alerts().page(call.call, *std::move(query)),
                                       std::move(respond), [](const std::vector<api::AlertRow>& rows) {
                                           json::array alerts;
                                           for (const auto& row : rows) {
                                               alerts.push_back(alertJson(row));
                                           }
                                           return jsonResponse(200, json::object{{"alerts", std::move(alerts)}});
                                       });
}

/// The one of the path, once all of the body has been asked for but the version; what is wrong with either is answered.
std::optional<api::AlertRef> readAlert(const RouteCall& call, JsonReader& in, const Respond& respond) {
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return std::nullopt;
    }
    const auto id = base::numberFrom(call.parameters.at(0));
    if (!id) {
        respond(problemOf({ErrorCode::NotFound, "no such alert", "alert_id", call.parameters.at(0)}));
        return std::nullopt;
    }
    return api::AlertRef{AlertId{*id}, version};
}

json::object alertState(const api::AlertOutcome& outcome, api::AlertState state) {
    return {{"alert_id", outcome.id.value}, {"state", api::toText(state)}};
}

void acknowledgeAlert(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const auto alert = readAlert(call, in, respond);
    if (!alert) {
        return;
    }
    answerOnce<api::AlertOutcome>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->alerts().acknowledge(once, {*alert}); },
        [](const api::AlertOutcome& outcome) {
            return jsonResponse(200, alertState(outcome, api::AlertState::Acknowledged));
        });
}

void silenceAlert(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const auto until = in.instant("until");
    const auto alert = readAlert(call, in, respond);
    if (!alert) {
        return;
    }
    answerOnce<api::AlertOutcome>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->alerts().silence(once, {*alert}, until); },
        [](const api::AlertOutcome& outcome) {
            return jsonResponse(200, alertState(outcome, api::AlertState::Silenced));
        });
}

void resolveAlert(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto named = call.call;
    named.reason = in.text("reason", 1, api::kMaxReason);
    const auto alert = readAlert(call, in, respond);
    if (!alert) {
        return;
    }
    answerOnce<api::AlertOutcome>(
        named, {keyOf(call)}, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->alerts().resolve(once, {*alert}); },
        [](const api::AlertOutcome& outcome) {
            return jsonResponse(200, alertState(outcome, api::AlertState::Resolved));
        });
}

constexpr Schema kAlertSchemas[] = {
    {"Alert",
     R"({"type":"object","required":["alert_id","kind","state","subject_type","subject","order_no","campus_id",)"
     R"("courier_id","since","fired_at","repeats","figure","detail","actor","acted_at","resolved_at","resolution",)"
     R"("version"],"properties":{"alert_id":{"type":"integer","format":"int64"},"kind":{"type":"string",)"
     R"("description":"what is wrong: unassigned, no_courier, dead_letter, refund_failed, budget and so on"},)"
     R"("state":{"type":"string","enum":["firing","acknowledged","silenced","resolved"]},)"
     R"("subject_type":{"type":"string","description":"workspace, order, campus, campaign and so on"},)"
     R"("subject":{"type":"string","description":"its id; of an order its number, of the workspace empty"},)"
     R"("order_no":{"type":"string"},"campus_id":{"type":"string","description":"empty: of the whole workspace"},)"
     R"("courier_id":{"type":"string"},"since":{"$ref":"#/components/schemas/InstantMs"},)"
     R"("fired_at":{"$ref":"#/components/schemas/InstantMs"},"repeats":{"type":"integer","format":"int64"},)"
     R"("figure":{"type":["integer","null"],"format":"int64"},"detail":{"type":"string"},"actor":{"type":"string"},)"
     R"("acted_at":{"type":["integer","null"],"format":"int64"},"resolved_at":{"type":["integer","null"],)"
     R"("format":"int64"},"resolution":{"type":"string"},"version":{"type":"integer","format":"int64"}}})"},
    {"AlertList", R"({"type":"object","required":["alerts"],"properties":{"alerts":{"type":"array","items":)"
                  R"({"$ref":"#/components/schemas/Alert"}}}})"},
    {"AlertSeen",
     R"({"type":"object","additionalProperties":false,"properties":{"version":{"type":"integer","format":"int64",)"
     R"("minimum":1,"description":"as last read; refused if somebody has done something to it since"}}})"},
    {"AlertSilence", R"({"type":"object","additionalProperties":false,"required":["until"],"properties":{)"
                     R"("until":{"$ref":"#/components/schemas/InstantMs","description":"after now, within 10 years"},)"
                     R"("version":{"type":"integer","format":"int64","minimum":1}}})"},
    {"AlertEnd", R"({"type":"object","additionalProperties":false,"required":["reason"],"properties":{)"
                 R"("reason":{"type":"string","minLength":1,"maxLength":500,"description":"kept as its resolution"},)"
                 R"("version":{"type":"integer","format":"int64","minimum":1}}})"},
    {"AlertState", R"({"type":"object","required":["alert_id","state"],"properties":{"alert_id":{"type":"integer",)"
                   R"("format":"int64"},"state":{"type":"string"}}})"},
};

}  // namespace

std::vector<Route> alertRoutes() {
    using Scope = api::TokenScope;
    return {{.pattern = "/v1/alerts",
             .scope = Scope::AlertsRead,
             .operationId = "listAlerts",
             .summary = "Alerts, the newest first: those that are open, or in the state that is named",
             .responseSchema = "AlertList",
             .query = {{"kind", "only of this kind"},
                       {"state", "firing, acknowledged, silenced or resolved; without it all but resolved"},
                       {"campus_id", "only of this campus"},
                       {"limit", "1 to 500; 100 if it is missing"}},
             .handler = listAlerts},
            {.method = Method::Post,
             .pattern = "/v1/alerts/{alert_id}/acknowledge",
             .scope = Scope::AlertsAcknowledge,
             .operationId = "acknowledgeAlert",
             .summary = "Somebody has seen it: it does not repeat",
             .requestSchema = "AlertSeen",
             .responseSchema = "AlertState",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus, ErrorCode::Conflict},
             .handler = acknowledgeAlert},
            {.method = Method::Post,
             .pattern = "/v1/alerts/{alert_id}/silence",
             .scope = Scope::AlertsWrite,
             .operationId = "silenceAlert",
             .summary = "It does not repeat, and fires again at an instant unless it is over by then",
             .requestSchema = "AlertSilence",
             .responseSchema = "AlertState",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus, ErrorCode::Conflict},
             .handler = silenceAlert},
            {.method = Method::Post,
             .pattern = "/v1/alerts/{alert_id}/resolve",
             .scope = Scope::AlertsWrite,
             .operationId = "resolveAlert",
             .summary = "It is over, whatever it was about",
             .requestSchema = "AlertEnd",
             .responseSchema = "AlertState",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::WrongStatus, ErrorCode::Conflict},
             .handler = resolveAlert}};
}

std::span<const Schema> alertSchemas() { return kAlertSchemas; }

}  // namespace evenhand::ingest

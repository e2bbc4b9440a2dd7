// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts of every kind: which are open, what is done about one, and from when on something is one.
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <iterator>
#include <limits>
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

constexpr std::int64_t kMaxPercent = 100;

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

// --- limits -------------------------------------------------------------------------------------------------

json::object limitsJson(const api::AlertLimits& limits) {
    json::array percents;
    for (const auto percent : limits.budgetPercent) {
        if (percent > 0) {
            percents.push_back(percent);
        }
    }
    return {{"repeat_ms", limits.repeatMs},
            {"spread", limits.spread},
            {"budget_percent", std::move(percents)},
            {"pace_percent", limits.pacePercent},
            {"backup_age_ms", limits.backupAgeMs}};
}

void getAlertLimits(const RouteCall& call, Respond respond) {
    answer<api::AlertLimits>(call.services.engine->alerts().limits(call.call), std::move(respond),
                             [](const api::AlertLimits& limits) {
                                 auto body = limitsJson(limits);
                                 body["version"] = limits.version;
                                 return jsonResponse(200, body);
                             });
}

void setAlertLimits(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    api::AlertLimits limits;
    limits.repeatMs = in.integer("repeat_ms", 0, api::kMaxTimerDelayMs);
    limits.spread = in.integer("spread", 0, api::kMaxSpreadLimit);
    const auto percents = in.integers("budget_percent", limits.budgetPercent.size(), 1, kMaxPercent);
    limits.pacePercent = in.integer("pace_percent", 0, kMaxPercent);
    limits.backupAgeMs = in.integer("backup_age_ms", 0, api::kMaxTimerDelayMs);
    limits.version = in.optionalInteger("version", 1, std::numeric_limits<std::int64_t>::max()).value_or(0);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    limits.budgetPercent = {};  // those that are not there stand at the beginning
    std::copy(percents.begin(), percents.end(), limits.budgetPercent.end() - std::ssize(percents));
    answerOnce<void>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->alerts().setLimits(once, limits); },
        [limits] { return jsonResponse(200, limitsJson(limits)); });
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
    {"AlertBudgetPercent",
     R"({"type":"array","maxItems":3,"description":"of a campaign's budget, rising; none: never","items":)"
     R"({"type":"integer","minimum":1,"maximum":100}})"},
    {"AlertLimits",
     R"({"type":"object","description":"from when on something is an alert; 0: never","required":["repeat_ms",)"
     R"("spread","budget_percent","pace_percent","backup_age_ms","version"],"properties":{"repeat_ms":)"
     R"({"type":"integer","format":"int64"},"spread":{"type":"integer","format":"int64"},"budget_percent":)"
     R"({"$ref":"#/components/schemas/AlertBudgetPercent"},"pace_percent":{"type":"integer"},"backup_age_ms":)"
     R"({"type":"integer","format":"int64"},"version":{"type":"integer","format":"int64"}}})"},
    {"NewAlertLimits",
     R"({"type":"object","additionalProperties":false,"required":["repeat_ms","spread","budget_percent",)"
     R"("pace_percent","backup_age_ms"],"properties":{"repeat_ms":{"type":"integer","format":"int64","minimum":0,)"
     R"("description":"how often an alert without a campus comes again; 0: never, else at least 1000"},"spread":)"
     R"({"type":"integer","format":"int64","minimum":0,"maximum":1000000000000,"description":)"
     R"("highest less lowest weight of the couriers on duty at a campus; 0: never"},"budget_percent":)"
     R"({"$ref":"#/components/schemas/AlertBudgetPercent"},"pace_percent":{"type":"integer","minimum":0,)"
     R"("maximum":100,"description":"so many percent more of a budget than of its time; 0: never"},)"
     R"("backup_age_ms":{"type":"integer","format":"int64","minimum":0,"description":)"
     R"("of the newest backup; 0: never, else at least an hour"},"version":{"type":"integer","format":"int64",)"
     R"("minimum":1,"description":"as last read; refused if somebody has set them since"}}})"},
    {"AlertLimitsSet",
     R"({"type":"object","required":["repeat_ms","spread","budget_percent","pace_percent","backup_age_ms"],)"
     R"("properties":{"repeat_ms":{"type":"integer","format":"int64"},"spread":{"type":"integer","format":"int64"},)"
     R"("budget_percent":{"$ref":"#/components/schemas/AlertBudgetPercent"},"pace_percent":{"type":"integer"},)"
     R"("backup_age_ms":{"type":"integer","format":"int64"}}})"},
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
             .handler = resolveAlert},
            {.pattern = "/v1/alert_limits",
             .scope = Scope::AlertsRead,
             .operationId = "getAlertLimits",
             .summary = "From when on something is an alert",
             .responseSchema = "AlertLimits",
             .handler = getAlertLimits},
            {.method = Method::Post,
             .pattern = "/v1/alert_limits",
             .scope = Scope::RulesWrite,
             .operationId = "setAlertLimits",
             .summary = "Change from when on something is an alert",
             .requestSchema = "NewAlertLimits",
             .responseSchema = "AlertLimitsSet",
             .keyed = true,
             .refusals = {ErrorCode::Conflict},
             .handler = setAlertLimits}};
}

std::span<const Schema> alertSchemas() { return kAlertSchemas; }

}  // namespace evenhand::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
// Returns: request, how they stand, who works on them; and the rules that a campus, or the workspace, has for them.
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "engine/api/refund_types.h"
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
    json::object body{
        {"return_no", row.number.str()},    {"order_no", row.orderNo.str()},      {"status", api::toText(row.status)},
        {"stage", api::toText(row.stage)},  {"goods", api::toText(row.goods)},    {"units", row.units},
        {"amount_minor", row.amount.minor}, {"requested_at", row.requestedAt.ms}, {"version", row.version}};
    if (!row.reasonCode.empty()) {
        body["reason_code"] = row.reasonCode;
    }
    if (row.refund) {
        body["refund"] = api::toText(*row.refund);
    }
    if (!row.clerk.empty()) {
        body["clerk"] = row.clerk;
    }
    return body;
}

/// All of the order; a number is one of a deduction.
api::ReturnQuery returnsOf(const RouteCall& call) {
    api::ReturnQuery query;
    query.filter.orderNo = OrderNo(call.parameters.at(0));
    query.limit = kMaxWithPrefix;
    return query;
}
auto namedOf(const RouteCall& call) {
    return
        [number = ReturnNo(call.parameters.at(1))](const std::vector<api::ReturnRow>& rows) -> Result<api::ReturnRow> {
            const auto found =
                std::find_if(rows.begin(), rows.end(), [&](const api::ReturnRow& row) { return row.number == number; });
            return found != rows.end()
                       ? Result<api::ReturnRow>(*found)
                       : fail(ErrorCode::NotFound, "no such return of this order", "return_no", number.str());
        };
}

void getReturn(const RouteCall& call, Respond respond) {
    withFound(call.services.engine->returns().page(call.call, returnsOf(call)), std::move(respond), namedOf(call),
              [](const api::ReturnRow& row, const Respond& to) { to(jsonResponse(200, returnJson(row))); });
}

// --- cases --------------------------------------------------------------------------------------------------

json::object returnName(const api::ReturnRow& row) {
    return {{"return_no", row.number.str()}, {"order_no", row.orderNo.str()}};
}

void assignReturn(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto clerk = in.optionalId("clerk");
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    auto& desk = call.services.engine->returns();
    withFound(desk.page(lookUp(call), returnsOf(call)), std::move(respond), namedOf(call),
              [&desk = desk, named = call.call, key = keyOf(call), clerk = std::move(clerk), version](
                  const api::ReturnRow& row, Respond to) {
                  answerOnce<api::ReturnOutcome>(
                      named, {key}, std::move(to),
                      [&](const api::Call& once) {
                          return desk.assign(once, {{row.id, version}}, clerk);
                      },
                      [body = returnName(row)](const api::ReturnOutcome& outcome) {
                          auto answered = body;
                          answered["version"] = outcome.version;
                          return jsonResponse(200, answered);
                      });
              });
}

void noteReturn(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto note = in.text("note", 1, api::kMaxNote);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    auto& desk = call.services.engine->returns();
    withFound(desk.page(lookUp(call), returnsOf(call)), std::move(respond), namedOf(call),
              [&desk = desk, named = call.call, key = keyOf(call), note = std::move(note)](const api::ReturnRow& row,
                                                                                           Respond to) {
                  answerOnce<api::ReturnOutcome>(
                      named, {key}, std::move(to),
                      [&](const api::Call& once) {
                          return desk.note(once, {row.id, 0}, note);
                      },
                      [body = returnName(row)](const api::ReturnOutcome&) { return jsonResponse(200, body); });
              });
}

// --- rules --------------------------------------------------------------------------------------------------

constexpr std::string_view kRuleNames[] = {"goods",       "four_eyes_above_minor",    "second_above_minor",
                                           "window_days", "auto_approve_up_to_minor", "auto_reasons",
                                           "fee_points",  "fee_free_reasons"};

json::value minorOrNull(const std::optional<Money>& amount) {
    return amount ? json::value(amount->minor) : json::value();
}

json::array codesJson(const std::vector<std::string>& codes) {
    json::array all;
    for (const auto& code : codes) {
        all.emplace_back(json::string(code));
    }
    return all;
}

json::object rulesJson(const api::ReturnPolicy& policy) {
    return {{"goods", api::toText(policy.goods)},
            {"four_eyes_above_minor", minorOrNull(policy.fourEyesAbove)},
            {"second_above_minor", minorOrNull(policy.secondAbove)},
            {"window_days", policy.windowDays ? json::value(*policy.windowDays) : json::value()},
            {"auto_approve_up_to_minor", minorOrNull(policy.autoApproveUpTo)},
            {"auto_reasons", codesJson(policy.autoReasons)},
            {"fee_points", policy.feePoints},
            {"fee_free_reasons", codesJson(policy.feeFreeReasons)}};
}

void getReturnRules(const RouteCall& call, Respond respond) {
    answer<std::vector<api::ReturnPolicyRow>>(
        call.services.engine->returns().policies(call.call), std::move(respond),
        [campus = CampusId(call.parameters.at(0))](const std::vector<api::ReturnPolicyRow>& rows) {
            const auto found =
                std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.campus == campus; });
            if (found == rows.end()) {
                return problemOf({ErrorCode::NotFound, "no such campus", "campus_id", campus.str()});
            }
            return jsonResponse(200, json::object{{"campus_id", campus.str()},
                                                  {"own", found->own},
                                                  {"rules", rulesJson(found->policy)},
                                                  {"version", found->version}});
        });
}

std::optional<Money> optionalMoney(JsonReader& in, std::string_view name) {
    const auto minor = in.optionalInteger(name, 0, base::kMaxMoneyMinor);
    return minor ? std::optional(Money{*minor}) : std::nullopt;
}

/// null is "never", "for ever" or "those of the workspace": nobody says it by leaving a member out.
void expectMember(JsonReader& in, const json::value& body, std::string_view name) {
    const auto* object = body.if_object();
    if (object != nullptr && !object->contains(name)) {
        in.refuse(name, "is missing; null is an answer");
    }
}

/// Whole: `given` is what `rules` reads, and nothing of it may be left out.
api::ReturnPolicy readRules(JsonReader& rules, const json::value& given) {
    for (const auto name : kRuleNames) {
        expectMember(rules, given, name);
    }
    api::ReturnPolicy policy;
    policy.goods = rules.oneOf("goods", api::goodsRuleFrom);
    policy.fourEyesAbove = optionalMoney(rules, "four_eyes_above_minor");
    policy.secondAbove = optionalMoney(rules, "second_above_minor");
    policy.windowDays = rules.optionalInteger("window_days", 1, api::kMaxWindowDays);
    policy.autoApproveUpTo = optionalMoney(rules, "auto_approve_up_to_minor");
    policy.autoReasons = rules.texts("auto_reasons", api::kMaxReturnReasons, base::kMaxIdCharacters);
    policy.feePoints = rules.integer("fee_points", 0, api::kMaxFeePoints);
    policy.feeFreeReasons = rules.texts("fee_free_reasons", api::kMaxReturnReasons, base::kMaxIdCharacters);
    return policy;
}

void setReturnRules(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    std::optional<api::ReturnPolicy> policy;
    expectMember(in, call.body, "rules");
    const bool own =
        in.optionalObject("rules", [&](JsonReader& rules) { policy = readRules(rules, call.body.at("rules")); });
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const CampusId campus(call.parameters.at(0));
    answerOnce<void>(
        call, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->returns().setPolicy(once, campus, std::move(policy), version);
        },
        [campus, own] {
            return jsonResponse(200, json::object{{"campus_id", campus.str()}, {"own", own}});
        });
}

// Those of the workspace, which every campus without its own has.

void getCommonReturnRules(const RouteCall& call, Respond respond) {
    answer<std::vector<api::ReturnPolicyRow>>(
        call.services.engine->returns().policies(call.call), std::move(respond),
        [](const std::vector<api::ReturnPolicyRow>& rows) {
            const auto& common = rows.front();  // the workspace's stand first
            return jsonResponse(200, json::object{{"rules", rulesJson(common.policy)}, {"version", common.version}});
        });
}

void setCommonReturnRules(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    api::ReturnPolicy policy;
    in.object("rules", [&](JsonReader& rules) { policy = readRules(rules, call.body.at("rules")); });
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    answerOnce<void>(
        call, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->returns().setPolicy(once, CampusId(), policy, version);
        },
        [policy] {
            return jsonResponse(200, json::object{{"rules", rulesJson(policy)}});
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
               R"("requested_at","version"],"properties":{"return_no":{"$ref":"#/components/schemas/Id"},)"
               R"("order_no":{"$ref":"#/components/schemas/Id"},"status":{"$ref":"#/components/schemas/ReturnStatus"},)"
               R"("stage":{"type":"string","description":"what it waits for"},"goods":{"type":"string"},)"
               R"("units":{"type":"integer"},"amount_minor":{"$ref":"#/components/schemas/Minor"},)"
               R"("requested_at":{"$ref":"#/components/schemas/InstantMs"},)"
               R"("refund":{"type":"string","description":"where the money is"},"reason_code":{"type":"string"},)"
               R"("clerk":{"type":"string","description":"who works on it"},"version":{"type":"integer",)"
               R"("format":"int64","description":"every step raises it"}}})"},
    {"ReturnAssignment",
     R"({"type":"object","additionalProperties":false,"properties":{"clerk":{"type":["string","null"],)"
     R"("maxLength":64,"description":"the login of somebody who can sign in; null: nobody works on it any more"},)"
     R"("version":{"type":"integer","format":"int64","minimum":1,"description":)"
     R"("as last read; refused if the return was changed since"}}})"},
    {"AssignedReturn", R"({"type":"object","required":["return_no","order_no","version"],"properties":{"return_no":)"
                       R"({"$ref":"#/components/schemas/Id"},"order_no":{"$ref":"#/components/schemas/Id"},"version":)"
                       R"({"type":"integer","format":"int64"}}})"},
    {"CaseNote", R"({"type":"object","additionalProperties":false,"required":["note"],"properties":{)"
                 R"("note":{"type":"string","minLength":1,"maxLength":500}}})"},
    {"NotedReturn", R"({"type":"object","required":["return_no","order_no"],"properties":{"return_no":)"
                    R"({"$ref":"#/components/schemas/Id"},"order_no":{"$ref":"#/components/schemas/Id"}}})"},
    {"ReturnRules",
     R"({"type":"object","additionalProperties":false,"required":["goods","four_eyes_above_minor",)"
     R"("second_above_minor","window_days","auto_approve_up_to_minor","auto_reasons","fee_points",)"
     R"("fee_free_reasons"],"properties":{"goods":{"type":"string","enum":["money_first","goods_first","no_goods"]},)"
     R"("four_eyes_above_minor":{"type":["integer","null"],"format":"int64","minimum":0,"description":)"
     R"("above it whoever has requested it may not approve; null: never"},"second_above_minor":)"
     R"({"type":["integer","null"],"format":"int64","minimum":0,"description":)"
     R"("above it two must approve; not below the first; null: never"},"window_days":{"type":["integer","null"],)"
     R"("minimum":1,"maximum":3650,"description":"so long after delivery something may come back; null: for ever"},)"
     R"("auto_approve_up_to_minor":{"type":["integer","null"],"format":"int64","minimum":0,"description":)"
     R"("of an order, approved at once; null: nothing"},"auto_reasons":{"type":"array","maxItems":100,"items":)"
     R"({"$ref":"#/components/schemas/Id"},"description":"only for these reasons; none of them: for every one"},)"
     R"("fee_points":{"type":"integer","minimum":0,"maximum":10000,"description":)"
     R"("kept of what is refunded, in hundredths of a percent"},"fee_free_reasons":{"type":"array","maxItems":100,)"
     R"("items":{"$ref":"#/components/schemas/Id"},"description":"without the fee"}}})"},
    {"CampusReturnRules",
     R"({"type":"object","required":["campus_id","own","rules","version"],"properties":{"campus_id":)"
     R"({"$ref":"#/components/schemas/Id"},"own":{"type":"boolean","description":)"
     R"("false: it has none, these are the workspace's"},"rules":{"$ref":"#/components/schemas/ReturnRules"},)"
     R"("version":{"type":"integer","format":"int64","description":"of the campus's own, also while it has none"}}})"},
    {"NewReturnRules",
     R"({"type":"object","additionalProperties":false,"required":["rules"],"properties":{"rules":{"oneOf":[)"
     R"({"$ref":"#/components/schemas/ReturnRules"},{"type":"null"}],"description":)"
     R"("whole; null: the campus has those of the workspace"},"version":{"type":"integer","format":"int64",)"
     R"("minimum":1,"description":"as last read; refused if somebody has changed them since. Without it: )"
     R"(whatever they are now"}}})"},
    {"CommonReturnRules", R"({"type":"object","required":["rules","version"],"properties":{"rules":{"$ref":)"
                          R"("#/components/schemas/ReturnRules"},"version":{"type":"integer","format":"int64"}}})"},
    {"NewCommonReturnRules",
     R"({"type":"object","additionalProperties":false,"required":["rules"],"properties":{"rules":)"
     R"({"$ref":"#/components/schemas/ReturnRules"},"version":{"type":"integer","format":"int64","minimum":1,)"
     R"("description":"as last read; refused if somebody has changed them since. Without it: )"
     R"(whatever they are now"}}})"},
    {"CommonReturnRulesSet", R"({"type":"object","required":["rules"],"properties":{"rules":)"
                             R"({"$ref":"#/components/schemas/ReturnRules"}}})"},
    {"ReturnRulesSet", R"({"type":"object","required":["campus_id","own"],"properties":{"campus_id":)"
                       R"({"$ref":"#/components/schemas/Id"},"own":{"type":"boolean"}}})"},
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
             .handler = getReturn},
            {.method = Method::Post,
             .pattern = "/v1/orders/{order_no}/returns/{return_no}/assign",
             .scope = Scope::CasesWrite,
             .operationId = "assignReturn",
             .summary = "Who works on a return",
             .requestSchema = "ReturnAssignment",
             .responseSchema = "AssignedReturn",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict},
             .handler = assignReturn},
            {.method = Method::Post,
             .pattern = "/v1/orders/{order_no}/returns/{return_no}/note",
             .scope = Scope::CasesWrite,
             .operationId = "noteReturn",
             .summary = "Write a note into the history of a return, where it stays",
             .requestSchema = "CaseNote",
             .responseSchema = "NotedReturn",
             .keyed = true,
             .refusals = {ErrorCode::NotFound},
             .handler = noteReturn},
            {.pattern = "/v1/campuses/{campus_id}/return_rules",
             .scope = Scope::ReturnsRead,
             .operationId = "getReturnRules",
             .summary = "What may be returned at a campus, what it costs, who must agree",
             .responseSchema = "CampusReturnRules",
             .refusals = {ErrorCode::NotFound},
             .handler = getReturnRules},
            {.method = Method::Post,
             .pattern = "/v1/campuses/{campus_id}/return_rules",
             .scope = Scope::RulesWrite,
             .operationId = "setReturnRules",
             .summary = "Give a campus return rules of its own for later decisions, or take them away",
             .requestSchema = "NewReturnRules",
             .responseSchema = "ReturnRulesSet",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict},
             .handler = setReturnRules},
            {.pattern = "/v1/return_rules",
             .scope = Scope::ReturnsRead,
             .operationId = "getCommonReturnRules",
             .summary = "The return rules of every campus that has none of its own",
             .responseSchema = "CommonReturnRules",
             .handler = getCommonReturnRules},
            {.method = Method::Post,
             .pattern = "/v1/return_rules",
             .scope = Scope::RulesWrite,
             .operationId = "setCommonReturnRules",
             .summary = "Change the return rules of every campus that has none of its own, for later decisions",
             .requestSchema = "NewCommonReturnRules",
             .responseSchema = "CommonReturnRulesSet",
             .keyed = true,
             .refusals = {ErrorCode::Conflict},
             .handler = setCommonReturnRules}};
}

std::span<const Schema> returnSchemas() { return kReturnSchemas; }

}  // namespace evenhand::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of cases: the reasons that are offered to whoever asks for a return, and from when on a case is old.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

json::object settingsJson(const api::CaseSettings& settings) {
    json::array reasons;
    for (const auto& reason : settings.reasons) {
        reasons.push_back(json::object{{"code", reason.code}, {"name", reason.name}});
    }
    return {{"reasons", std::move(reasons)},
            {"age_limit_ms", settings.ageLimitMs ? json::value(*settings.ageLimitMs) : json::value()}};
}

void getCaseSettings(const RouteCall& call, Respond respond) {
    answer<api::CaseSettings>(call.services.engine->returns().caseSettings(call.call), std::move(respond),
                              [](const api::CaseSettings& settings) {
                                  auto body = settingsJson(settings);
                                  body["version"] = settings.version;
                                  return jsonResponse(200, body);
                              });
}

void setCaseSettings(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    api::CaseSettings settings;
    in.list("reasons", 0, api::kMaxReturnReasons, [&](JsonReader& reason) {
        settings.reasons.push_back({reason.id("code"), reason.text("name", 1, base::kMaxNameCharacters)});
    });
    // null is "never": nobody says it by leaving the member out.
    if (const auto* object = call.body.if_object(); object != nullptr && !object->contains("age_limit_ms")) {
        in.refuse("age_limit_ms", "is missing; null is an answer");
    }
    settings.ageLimitMs = in.optionalInteger("age_limit_ms", 1, api::kMaxCaseAgeMs);
    settings.version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    answerOnce<void>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->returns().setCaseSettings(once, settings); },
        [settings] { return jsonResponse(200, settingsJson(settings)); });
}

constexpr Schema kCaseSchemas[] = {
    {"ReturnReasons",
     R"({"type":"array","maxItems":100,"description":"in the order in which they are offered, each code once","items":)"
     R"({"type":"object","additionalProperties":false,"required":["code","name"],"properties":{"code":)"
     R"({"$ref":"#/components/schemas/Id"},"name":{"type":"string","minLength":1,"maxLength":200,"description":)"
     R"("as people read it"}}}})"},
    {"CaseAgeLimit", R"({"type":["integer","null"],"format":"int64","minimum":1,"maximum":31622400000,"description":)"
                     R"("a return, or a refund of none, that has waited as long is old; null: never"})"},
    {"CaseSettings",
     R"({"type":"object","required":["reasons","age_limit_ms","version"],"properties":{"reasons":)"
     R"({"$ref":"#/components/schemas/ReturnReasons"},"age_limit_ms":{"$ref":"#/components/schemas/CaseAgeLimit"},)"
     R"("version":{"type":"integer","format":"int64"}}})"},
    {"NewCaseSettings",
     R"({"type":"object","additionalProperties":false,"required":["reasons","age_limit_ms"],"properties":{"reasons":)"
     R"({"$ref":"#/components/schemas/ReturnReasons"},"age_limit_ms":{"$ref":"#/components/schemas/CaseAgeLimit"},)"
     R"("version":{"type":"integer","format":"int64","minimum":1,"description":)"
     R"("as last read; refused if somebody has changed them since. Without it: whatever they are now"}}})"},
    {"CaseSettingsSet",
     R"({"type":"object","required":["reasons","age_limit_ms"],"properties":{"reasons":)"
     R"({"$ref":"#/components/schemas/ReturnReasons"},"age_limit_ms":{"$ref":"#/components/schemas/CaseAgeLimit"}}})"},
};

}  // namespace

std::vector<Route> caseRoutes() {
    using Scope = api::TokenScope;
    return {{.pattern = "/v1/case_settings",
             .scope = Scope::ReturnsRead,
             .operationId = "getCaseSettings",
             .summary = "The reasons that are offered for returns, and from when on a case is old",
             .responseSchema = "CaseSettings",
             .handler = getCaseSettings},
            {.method = Method::Post,
             .pattern = "/v1/case_settings",
             .scope = Scope::RulesWrite,
             .operationId = "setCaseSettings",
             .summary = "Change the reasons that are offered for returns, and from when on a case is old",
             .requestSchema = "NewCaseSettings",
             .responseSchema = "CaseSettingsSet",
             .keyed = true,
             .refusals = {ErrorCode::Conflict},
             .handler = setCaseSettings}};
}

std::span<const Schema> caseSchemas() { return kCaseSchemas; }

}  // namespace evenhand::ingest

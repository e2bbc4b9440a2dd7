// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/routes/openapi.h"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <map>
#include <string>

#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/router.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

constexpr std::string_view kProblemType = "application/problem+json";

json::object reference(std::string_view schema) { return {{"$ref", "#/components/schemas/" + std::string(schema)}}; }

json::object contentOf(std::string_view type, json::object schema) {
    return {{json::string(type), json::object{{"schema", std::move(schema)}}}};
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return lower;
}

json::array parametersOf(const Route& route) {
    json::array parameters;
    for (const auto name : parameterNames(route.pattern)) {
        parameters.push_back(
            json::object{{"name", name},
                         {"in", "path"},
                         {"required", true},
                         {"schema", json::object{{"type", "string"}, {"minLength", 1}, {"maxLength", 64}}}});
    }
    for (const QueryParameter& parameter : route.query) {
        parameters.push_back(json::object{{"name", parameter.name},
                                          {"in", "query"},
                                          {"required", parameter.required},
                                          {"description", parameter.description},
                                          {"schema", json::parse(json::string_view(parameter.schema))}});
    }
    if (route.keyed) {
        parameters.push_back(json::object{
            {"name", "Idempotency-Key"},
            {"in", "header"},
            {"required", true},
            {"description",
             "the caller's; the same key and body again get the same answer, with one effect; kept for 24 hours"},
            {"schema", json::object{{"type", "string"}, {"pattern", "^[!-~]{1,64}$"}}}});
    }
    return parameters;
}

/// Statuses and the reasons behind them.
std::map<int, std::string> refusalsOf(const Route& route) {
    std::map<int, std::string> refusals;
    const auto add = [&refusals](int status, std::string_view reason) {
        auto& reasons = refusals[status];
        reasons += (reasons.empty() ? "" : ", ") + std::string(reason);
    };
    add(400, "malformed_request");
    add(406, "not_acceptable");
    add(503, "too_many_connections");
    if (!route.requestSchema.empty()) {
        add(400, "malformed_json");
        add(413, "body_too_large");
        add(415, "unsupported_media_type");
        add(422, errorName(ErrorCode::InvalidArgument));
    } else if (!parameterNames(route.pattern).empty()) {
        add(422, errorName(ErrorCode::InvalidArgument));
    }
    if (!route.query.empty()) {
        add(400, "unknown_parameter");
    }
    if (route.scope) {
        add(401, "token_missing");
        add(401, "token_unknown");
        add(403, "scope_missing");
        add(429, "too_many_requests");
        add(503, errorName(ErrorCode::Busy));
        add(504, "no_answer_yet");
    }
    if (route.scope && route.method != Method::Get) {
        add(503, errorName(ErrorCode::ReadOnly));
        add(503, errorName(ErrorCode::WorkspaceInUse));
        add(503, errorName(ErrorCode::OutcomeUnknown));
    }
    if (route.responseType == "text/event-stream") {
        add(409, "feed_changed");
        add(409, "beyond_the_end");
        add(429, "too_many_streams");
        add(503, "too_many_streams");
    }
    if (route.keyed) {
        add(400, "idempotency_key_missing");
        add(422, errorName(ErrorCode::KeyReused));
    }
    for (const ErrorCode code : route.refusals) {
        const auto name = errorName(code);
        if (refusals[statusOf(code)].find(name) == std::string::npos) {
            add(statusOf(code), name);
        }
    }
    return refusals;
}

json::object responsesOf(const Route& route) {
    json::object responses;
    json::object success{{"description", phraseOf(route.success)}};
    if (!route.responseSchema.empty()) {
        success["content"] = contentOf(route.responseType, reference(route.responseSchema));
    } else if (route.success != 204) {
        success["content"] = contentOf(route.responseType, {{"type", "string"}});
    }
    responses[std::to_string(route.success)] = std::move(success);
    for (const auto& [status, reasons] : refusalsOf(route)) {
        responses[std::to_string(status)] =
            json::object{{"description", std::string(phraseOf(status)) + ": " + reasons},
                         {"content", contentOf(kProblemType, reference("Problem"))}};
    }
    return responses;
}

json::object operationOf(const Route& route) {
    json::object operation{{"operationId", route.operationId}, {"summary", route.summary}};
    if (auto parameters = parametersOf(route); !parameters.empty()) {
        operation["parameters"] = std::move(parameters);
    }
    if (!route.requestSchema.empty()) {
        operation["requestBody"] = json::object{
            {"required", true}, {"content", contentOf("application/json", reference(route.requestSchema))}};
    }
    operation["responses"] = responsesOf(route);
    json::array security;
    if (route.scope) {
        security.push_back(json::object{{"token", json::array{json::string(api::toText(*route.scope))}}});
    }
    operation["security"] = std::move(security);
    return operation;
}

}  // namespace

json::object openApi(std::span<const Route> table, std::span<const Schema> components) {
    json::object paths;
    for (const Route& route : table) {
        auto& path = paths[json::string_view(route.pattern)];
        if (!path.is_object()) {
            path = json::object();
        }
        path.get_object()[lowerCase(toText(route.method))] = operationOf(route);
    }
    json::object named;
    for (const Schema& schema : components) {
        named[json::string_view(schema.name)] = json::parse(json::string_view(schema.json));
    }
    return {{"openapi", "3.1.0"},
            {"info",
             json::object{{"title", "Evenhand"},
                          {"version", EVENHAND_VERSION},
                          {"description",
                           "Orders, couriers, flash sales, campaigns and returns. Amounts are whole minor units, "
                           "instants are milliseconds since 1970 in UTC. What is answered is durable."},
                          {"license", json::object{{"name", "GPL-3.0-or-later"}, {"identifier", "GPL-3.0-or-later"}}}}},
            {"servers", json::array{json::object{{"url", "/"}}}},
            {"paths", std::move(paths)},
            {"components",
             json::object{
                 {"schemas", std::move(named)},
                 {"securitySchemes",
                  json::object{{"token", json::object{{"type", "http"},
                                                      {"scheme", "bearer"},
                                                      {"description", "a token of Settings, with its scopes"}}}}}}}};
}

}  // namespace evenhand::ingest

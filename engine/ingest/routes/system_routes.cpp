// SPDX-License-Identifier: GPL-3.0-or-later
// What a service has besides its business: is it alive, is it ready, how much it does, what it can be asked.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "engine/ingest/http/http_figures.h"
#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/services.h"
#include "engine/ingest/routes/metrics_text.h"
#include "engine/ingest/routes/openapi.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/ingest/routes/routes.h"

namespace evenhand::ingest {
namespace {

constexpr Schema kSystemSchemas[] = {
    {"Health",
     R"({"type":"object","required":["status"],"additionalProperties":false,"properties":{"status":{"const":"ok"}}})"},
    {"Readiness",
     R"({"type":"object","required":["status"],"additionalProperties":false,"properties":{)"
     R"("status":{"enum":["ok","degraded"],"description":"degraded: commands are taken, but something needs a look"},)"
     R"("reasons":{"type":"array","items":{"type":"object","required":["code","text"],"additionalProperties":false,)"
     R"("properties":{"code":{"type":"string","description":"for programs, stable"},"text":{"type":"string"}}}}}})"},
    {"OpenApi", R"({"type":"object","required":["openapi","info","paths"]})"},
    {"Problem",
     R"({"type":"object","description":"RFC 9457","required":["type","title","status","reason"],"properties":{)"
     R"("type":{"type":"string","format":"uri"},"title":{"type":"string"},"status":{"type":"integer"},)"
     R"("reason":{"type":"string","description":"for programs, stable"},"detail":{"type":"string"},)"
     R"("field":{"type":"string","description":"what is refused: a member's path, a parameter, a header field"},)"
     R"("value":{"type":"string"}}})"},
};

// Handlers that answer at once only read `respond`; the table of routes passes it by value for those that keep it.
// NOLINTBEGIN(performance-unnecessary-value-param)
/// The process serves.
void health(const RouteCall&, Respond respond) { respond({200, "application/json", {}, R"({"status":"ok"})", {}}); }

/// The engine takes commands.
void ready(const RouteCall& call, Respond respond) {
    const auto status = call.services.engine->status();
    if (status.state == api::EngineState::Live) {
        respond({200, "application/json", {}, R"({"status":"ok"})", {}});
        return;
    }
    if (status.state == api::EngineState::Degraded) {
        boost::json::array reasons;
        for (const auto& reason : status.standing) {
            reasons.push_back({{"code", reason.code}, {"text", reason.text}});
        }
        respond({200,
                 "application/json",
                 {},
                 boost::json::serialize(boost::json::object{{"status", "degraded"}, {"reasons", std::move(reasons)}}),
                 {}});
        return;
    }
    auto response = problem(503, status.state == api::EngineState::ReadOnly ? "read_only" : "disconnected",
                            "the engine takes no commands now");
    response.headers.emplace_back("Retry-After", "5");
    respond(std::move(response));
}

void metrics(const RouteCall& call, Respond respond) {
    respond({200,
             "text/plain; version=0.0.4; charset=utf-8",
             {},
             metricsText(call.services.engine->status(), *call.services.figures),
             {}});
}

void document(const RouteCall&, Respond respond) {
    static const std::string kText = boost::json::serialize(openApi(routes(), schemas()));
    respond({200, "application/json", {}, kText, {}});
}
/// Browsers say which site sends a request, and would let any site speak for whoever sits there; a console says
/// nothing.
void console(const RouteCall& call, Respond respond) {
    const auto& request = *call.request;
    if (call.services.consoles == nullptr) {
        respond(problem(404, "no_consoles", "this service serves no consoles"));
    } else if (request.header("origin")) {
        respond(problem(403, "origin_refused", "consoles only, no web pages", "Origin", *request.header("origin")));
    } else if (!equalIgnoringCase(request.header("upgrade").value_or(std::string_view()), "websocket")) {
        auto response = problem(426, "upgrade_required", "this is a WebSocket, for consoles");
        response.headers.emplace_back("Upgrade", "websocket");
        respond(std::move(response));
    } else if (auto listener = call.services.consoles->enter(request)) {
        respond({101, {}, {}, {}, {}, std::move(listener)});
    } else {
        respond(problem(403, "tls_required", "from another machine consoles come in by TLS only"));
    }
}
// NOLINTEND(performance-unnecessary-value-param)

}  // namespace

std::vector<Route> systemRoutes() {
    return {{.pattern = "/healthz",
             .scope = {},
             .operationId = "getHealth",
             .summary = "The process serves",
             .responseSchema = "Health",
             .handler = health},
            {.pattern = "/readyz",
             .scope = {},
             .operationId = "getReadiness",
             .summary = "The engine takes commands",
             .responseSchema = "Readiness",
             .refusals = {ErrorCode::ReadOnly},
             .handler = ready},
            {.pattern = "/metrics",
             .scope = api::TokenScope::MetricsRead,
             .operationId = "getMetrics",
             .summary = "Figures for Prometheus",
             .responseType = "text/plain",
             .handler = metrics},
            {.pattern = "/openapi.json",
             .scope = {},
             .operationId = "getOpenApi",
             .summary = "This document",
             .responseSchema = "OpenApi",
             .handler = document},
            {.pattern = "/v1/console",
             .scope = {},
             .operationId = "openConsole",
             .summary = "A WebSocket for consoles and command lines",
             .success = 101,
             .handler = console}};
}

std::span<const Schema> systemSchemas() { return kSystemSchemas; }

}  // namespace evenhand::ingest

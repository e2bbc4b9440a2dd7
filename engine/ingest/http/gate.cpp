// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/gate.h"

#include <algorithm>
#include <exception>

#include "engine/base/ids.h"
#include "engine/base/log.h"
#include "engine/ingest/http/negotiation.h"
#include "engine/ingest/http/problem.h"
#include "engine/json/json_text.h"

namespace evenhand::ingest {
namespace {

constexpr std::size_t kMaxKey = 64;
constexpr std::string_view kHealthPath = "/healthz";
constexpr std::string_view kReadyPath = "/readyz";
constexpr std::string_view kConsolePath = "/v1/console";
constexpr std::string_view kStandingBy = "standing_by";

/// Visible ASCII.
bool isKey(std::string_view key) noexcept {
    return !key.empty() && key.size() <= kMaxKey &&
           std::all_of(key.begin(), key.end(), [](char c) { return c > 0x20 && c < 0x7F; });
}

/// What stands after "Bearer "; empty: nothing of the kind.
std::string_view bearerOf(const Request& request) noexcept {
    constexpr std::string_view kScheme = "Bearer ";
    auto value = request.header("authorization").value_or(std::string_view());
    if (value.size() <= kScheme.size() || !equalIgnoringCase(value.substr(0, kScheme.size()), kScheme)) {
        return {};
    }
    value.remove_prefix(std::min(value.find_first_not_of(' ', kScheme.size()), value.size()));
    return value;
}

}  // namespace

Gate::Refused Gate::checkRoute(const Request& request, const Match& match) const {
    if (match.allowed.empty()) {
        return problem(404, "unknown_path", "there is nothing at this path", "path", request.path);
    }
    if (match.route == nullptr) {
        auto response = problem(405, "method_not_allowed", "this path does not take this method");
        response.headers.emplace_back("Allow", match.allowed);
        return response;
    }
    const auto accept = request.header("accept").value_or(std::string_view());
    if (!accepts(accept, match.route->responseType)) {
        return problem(406, "not_acceptable", "the answer is " + std::string(match.route->responseType), "Accept",
                       accept);
    }
    return std::nullopt;
}

Gate::Refused Gate::checkHolder(const Request& request, Admission& admission) {
    const auto wanted = admission.route->scope;
    if (!wanted) {
        return std::nullopt;
    }
    const auto secret = bearerOf(request);
    if (secret.empty() || m_services.authenticator == nullptr) {
        auto response = problem(401, "token_missing", "this needs a token: Authorization: Bearer …", "Authorization");
        response.headers.emplace_back("WWW-Authenticate", "Bearer");
        return response;
    }
    auto holder = m_services.authenticator->holderOf(secret);
    if (!holder) {
        auto response = problemOf(holder.error());
        if (response.status == 401) {
            response = problem(401, "token_unknown", "the token is unknown or was revoked", "Authorization");
            response.headers.emplace_back("WWW-Authenticate", R"(Bearer error="invalid_token")");
        }
        return response;
    }
    admission.holder = holder->actor.name;
    admission.token = holder->token;
    if (const auto seconds =
            m_limiter.take(holder->token, holder->perSecond, holder->burst, m_services.clock->monotonicNs())) {
        auto response = problem(429, "too_many_requests", "the token asks more often than it may");
        response.headers.emplace_back("Retry-After", std::to_string(seconds));
        return response;
    }
    if ((holder->scopes & api::bitOf(*wanted)) == 0) {
        const auto scope = api::toText(*wanted);
        auto response =
            problem(403, "scope_missing", "the token lacks the scope " + std::string(scope), "scope", scope);
        response.headers.emplace_back("WWW-Authenticate",
                                      R"(Bearer error="insufficient_scope", scope=")" + std::string(scope) + '"');
        return response;
    }
    admission.actor = std::move(holder->actor);
    return std::nullopt;
}

Gate::Refused Gate::checkQuery(const Request& request, const Route& route) {
    for (const auto& [name, value] : request.query) {
        const bool known = std::any_of(route.query.begin(), route.query.end(),
                                       [&wanted = name](const QueryParameter& p) { return p.name == wanted; });
        if (!known) {
            return problem(400, "unknown_parameter", "this query parameter is not known here", name, value);
        }
    }
    for (const QueryParameter& parameter : route.query) {
        if (parameter.required && !request.queryValue(parameter.name)) {
            return problem(400, "parameter_missing", "this query parameter is needed", parameter.name);
        }
    }
    return std::nullopt;
}

Gate::Refused Gate::checkParameters(const Admission& admission) {
    const auto names = parameterNames(admission.route->pattern);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (const auto valid = base::validateId(admission.parameters[i], names[i]); !valid) {
            return problemOf(valid.error());
        }
    }
    return std::nullopt;
}

Gate::Refused Gate::checkKey(const Request& request, Admission& admission) {
    const auto key = request.header("idempotency-key");
    const Route& route = *admission.route;
    if (route.method == Method::Get || (!route.keyed && !key)) {
        return std::nullopt;
    }
    if (!key) {
        return problem(400, "idempotency_key_missing",
                       "this needs a key of the caller's, the same when it is tried again", "Idempotency-Key");
    }
    if (!isKey(*key)) {
        return problem(400, "bad_idempotency_key", "a key is 1 to 64 visible ASCII characters", "Idempotency-Key",
                       *key);
    }
    admission.key = *key;
    return std::nullopt;
}

Gate::Refused Gate::checkMedia(const Request& request, bool hasBody, const Route& route) {
    if (route.requestSchema.empty()) {
        return hasBody ? Refused(problem(400, "unexpected_body", "this takes no body")) : std::nullopt;
    }
    const auto type = request.header("content-type").value_or(std::string_view());
    if (!isJson(type)) {
        auto response =
            problem(415, "unsupported_media_type", "the body must be application/json", "Content-Type", type);
        response.headers.emplace_back("Accept", "application/json");
        return response;
    }
    const auto coding = request.header("content-encoding");
    if (coding && !equalIgnoringCase(*coding, "identity")) {
        return problem(415, "unsupported_coding", "the body must not be encoded", "Content-Encoding", *coding);
    }
    return std::nullopt;
}

Gate::Refused Gate::readBody(const Request& request, RouteCall& call) {
    if (call.route.requestSchema.empty()) {
        return std::nullopt;
    }
    auto body = parseJson(request.body);
    if (!body) {
        return problem(400, "malformed_json", body.error().message, body.error().field, body.error().value);
    }
    call.body = *std::move(body);
    return std::nullopt;
}

/// Who runs the workspace is told to whoever looks after services and to consoles, not to the world.
Gate::Refused Gate::checkTurn(const Request& request) const {
    if (!m_services.standingBy || request.path == kHealthPath) {
        return std::nullopt;
    }
    const bool mayKnow = request.path == kReadyPath || request.path == kConsolePath;
    auto response = problem(503, kStandingBy, mayKnow ? m_services.standingBy() : "this service stands by");
    response.headers.emplace_back("Retry-After", "1");
    return response;
}

Gate::Refused Gate::admit(const Request& head, bool hasBody, Admission& admission) {
    if (auto refused = checkTurn(head)) {
        return refused;
    }
    auto match = m_router.find(head.method, head.segments);
    if (auto refused = checkRoute(head, match)) {
        return refused;
    }
    admission.route = match.route;
    admission.parameters = std::move(match.parameters);
    admission.actor.via = api::Via::Http;
    auto refused = checkHolder(head, admission);
    refused = refused ? std::move(refused) : checkQuery(head, *admission.route);
    refused = refused ? std::move(refused) : checkParameters(admission);
    refused = refused ? std::move(refused) : checkKey(head, admission);
    return refused ? std::move(refused) : checkMedia(head, hasBody, *admission.route);
}

void Gate::pass(const std::shared_ptr<const Request>& request, Admission& admission, const Respond& respond) {
    try {
        RouteCall call{*admission.route, m_services, request, std::move(admission.parameters), {}};
        call.call.actor = std::move(admission.actor);
        call.token = admission.token;
        call.key = std::move(admission.key);
        if (auto refused = readBody(*request, call)) {
            respond(*std::move(refused));
            return;
        }
        call.route.handler(call, respond);
    } catch (const std::exception& error) {
        base::log(base::LogLevel::Error, "http", error.what());
        respond(problem(500, "internal", "the service cannot do this now"));
    }
}

}  // namespace evenhand::ingest

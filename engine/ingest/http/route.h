// SPDX-License-Identifier: GPL-3.0-or-later
// A route of the HTTP API. All of them are one table (routes/routes.h), walked by the server, the OpenAPI document and
// the tests. Thread: the table is made once and never changes. Handlers run on the server's thread and must not wait:
// they submit to a desk and answer from its completion.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/token_scope.h"
#include "engine/ingest/http/message.h"

namespace evenhand::ingest {

struct Services;
struct Route;

enum class Method : std::uint8_t { Get, Post, Put, Delete };
[[nodiscard]] std::string_view toText(Method method) noexcept;

/// One request on its way to its handler: authenticated, allowed by scope, within limits, its JSON parsed.
struct RouteCall {
    const Route& route;
    const Services& services;
    std::shared_ptr<const Request> request;  ///< may be kept
    std::vector<std::string> parameters;     ///< of the pattern, decoded, in its order; ids already valid (validateId)
    api::Call call;                          ///< actor of the token, Via::Http; no actor on routes without a scope
    std::int64_t token = 0;                  ///< row id; 0 on routes without a scope
    boost::json::value body{};               ///< null if the route takes none
    std::string key{};                       ///< Idempotency-Key; empty: none
};

/// Answers exactly once, then or later. RouteCall and its references to route and services live for the server's life;
/// the call itself only during the function: copy what is needed.
using Handler = void (*)(const RouteCall& call, Respond respond);

struct QueryParameter {
    std::string_view name;
    std::string_view description;
    std::string_view schema = R"({"type":"string"})";  ///< JSON text
    bool required = false;
};

struct Route {
    Method method = Method::Get;
    std::string_view pattern;              ///< "/v1/orders/{order_no}"; a parameter is one whole segment
    std::optional<api::TokenScope> scope;  ///< nullopt: no token is asked for
    std::string_view operationId;          ///< "placeOrder"
    std::string_view summary;              ///< one line
    std::string_view requestSchema{};      ///< name of a schema; empty: no body is accepted
    std::string_view responseSchema{};     ///< of the answer that is not a problem; empty: not JSON
    int success = 200;                     ///< its status
    bool keyed = false;                    ///< needs an Idempotency-Key, 1 … 64 visible ASCII characters; else it may
    std::vector<QueryParameter> query{};   ///< others are refused
    std::vector<ErrorCode> refusals{};     ///< of this route, besides those that every route has
    std::string_view responseType = "application/json";
    Handler handler = nullptr;
};

/// A JSON schema (2020-12) of the OpenAPI document's components; refers to others by "#/components/schemas/NAME".
struct Schema {
    std::string_view name;
    std::string_view json;
};

}  // namespace evenhand::ingest

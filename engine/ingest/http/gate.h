// SPDX-License-Identifier: GPL-3.0-or-later
// What stands between a request and its handler, in two steps: route, token, rate, scope, query, key and media types as
// soon as the header is there, so that nobody who may not ask has a body received; then JSON. Everything that fails is
// answered with a problem; nothing of it reaches the engine.
// Thread: the server's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/ingest/http/rate_limiter.h"
#include "engine/ingest/http/route.h"
#include "engine/ingest/http/router.h"
#include "engine/ingest/http/services.h"

namespace evenhand::ingest {

/// What became known of a request by its header.
struct Admission {
    const Route* route = nullptr;
    std::string holder;  ///< "token:<name>"
    std::int64_t token = 0;
    api::Actor actor{};
    std::vector<std::string> parameters{};
    std::string key{};
};

class Gate {
public:
    /// All must outlive the gate.
    Gate(std::span<const Route> table, const Services& services) : m_router(table), m_services(services) {}

    /// nullopt: go on.
    using Refused = std::optional<Response>;

    /// By the header alone; `head` without its body. What is found out before a refusal is in `admission` too.
    [[nodiscard]] Refused admit(const Request& head, bool hasBody, Admission& admission);
    /// A whole request that was admitted: calls the handler, or answers by itself. The call takes what it needs out of
    /// `admission`; route, holder and token stay.
    void pass(const std::shared_ptr<const Request>& request, Admission& admission, const Respond& respond);

private:
    [[nodiscard]] Refused checkTurn(const Request& request) const;
    [[nodiscard]] Refused checkRoute(const Request& request, const Match& match) const;
    [[nodiscard]] Refused checkHolder(const Request& request, Admission& admission);
    [[nodiscard]] static Refused checkQuery(const Request& request, const Route& route);
    [[nodiscard]] static Refused checkParameters(const Admission& admission);
    [[nodiscard]] static Refused checkKey(const Request& request, Admission& admission);
    [[nodiscard]] static Refused checkMedia(const Request& request, bool hasBody, const Route& route);
    [[nodiscard]] static Refused readBody(const Request& request, RouteCall& call);

    Router m_router;
    const Services& m_services;
    RateLimiter m_limiter;
};

}  // namespace evenhand::ingest

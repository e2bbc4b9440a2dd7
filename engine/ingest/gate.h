// SPDX-License-Identifier: GPL-3.0-or-later
// What stands between a whole request and its handler: route, token, scope, rate, media types, JSON, key. Everything
// that fails is answered with a problem; nothing of it reaches the engine.
// Thread: the server's.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "engine/ingest/rate_limiter.h"
#include "engine/ingest/route.h"
#include "engine/ingest/router.h"
#include "engine/ingest/services.h"

namespace evenhand::ingest {

/// What became known of a request on its way, for the log and the figures.
struct Admission {
    const Route* route = nullptr;
    std::string holder;  ///< "token:<name>"
};

class Gate {
public:
    /// All must outlive the gate.
    Gate(std::span<const Route> table, const Services& services) : m_router(table), m_services(services) {}

    /// Calls the handler, or answers by itself.
    void pass(const std::shared_ptr<const Request>& request, Admission& admission, const Respond& respond);

private:
    /// nullopt: go on.
    using Refused = std::optional<Response>;
    [[nodiscard]] Refused checkRoute(const Request& request, const Match& match) const;
    [[nodiscard]] Refused checkHolder(const Request& request, RouteCall& call, Admission& admission);
    [[nodiscard]] static Refused checkQuery(const Request& request, const Route& route);
    [[nodiscard]] static Refused checkParameters(const RouteCall& call);
    [[nodiscard]] static Refused checkKey(const Request& request, RouteCall& call);
    [[nodiscard]] static Refused readBody(const Request& request, RouteCall& call);

    Router m_router;
    const Services& m_services;
    RateLimiter m_limiter;
};

}  // namespace evenhand::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/service/http_host.h"

#include <utility>

namespace evenhand::app {

namespace {

std::string urlOf(const ingest::ServerOptions& server, std::uint16_t port) {
    const bool isV6 = server.address.find(':') != std::string::npos;
    return (server.certificateFile.empty() ? "http://" : "https://") +
           (isV6 ? "[" + server.address + "]" : server.address) + ":" + std::to_string(port);
}

}  // namespace

HttpHost::HttpHost(api::EngineApi& engine, HttpHostOptions options)
    : m_authenticator(engine.tokens(), options.perSecond),
      m_refusals(engine.tokens(), m_clock),
      m_server({.engine = &engine, .clock = &m_clock, .authenticator = &m_authenticator, .refusals = &m_refusals},
               std::move(options.server)) {}

HttpHost::~HttpHost() { stop(); }

Result<std::unique_ptr<HttpHost>> HttpHost::start(api::EngineApi& engine, HttpHostOptions options) {
    EVENHAND_TRY(engine.tokens().load().result());
    std::unique_ptr<HttpHost> host(new HttpHost(engine, options));
    EVENHAND_ASSIGN(host->m_port, host->m_server.listen());
    host->m_url = urlOf(options.server, host->m_port);
    host->m_subscription =
        engine.subscribe([&server = host->m_server](const std::vector<api::Event>&) { server.committed(); });
    host->m_thread = std::thread([&server = host->m_server] { server.run(); });
    return host;
}

void HttpHost::stop() {
    if (m_thread.joinable()) {
        m_subscription.reset();
        m_server.stop();
        m_thread.join();
    }
    m_refusals.stop();
}

}  // namespace evenhand::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/service/http_host.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/api/audit_desk.h"
#include "engine/api/operations.h"
#include "engine/base/sha256.h"
#include "engine/ingest/routes/routes.h"

namespace evenhand::app {

std::string urlOf(const ingest::ServerOptions& server, std::uint16_t port) {
    const bool isV6 = server.address.find(':') != std::string::npos;
    return (server.certificateFile.empty() ? "http://" : "https://") +
           (isV6 ? "[" + server.address + "]" : server.address) + ":" + std::to_string(port);
}

namespace {

/// An id for the event feed: the workspace and the last time that it lost rows, by a restore or because an
/// administrator accepted a loss (both are in the audit log). After that row numbers are used a second time, so
/// positions from before must not be accepted. Waits for the reader.
Result<std::string> feedIdOf(api::EngineApi& engine) {
    constexpr std::size_t kCharacters = 12;
    api::AuditQuery query;
    query.filter.operations = {std::string(api::infoOf(api::Operation::BackupsRestore).name),
                               std::string(api::infoOf(api::Operation::AuditAcceptLoss).name)};
    query.filter.outcomes = {api::AuditOutcome::Noted};
    query.limit = 1;
    EVENHAND_ASSIGN(const auto losses,
                    engine.audit().page({api::Actor::administrator("system"), {}, {}}, query).result());
    std::string of = engine.workspace().id;
    for (const auto& loss : losses) {
        of += '/' + std::to_string(loss.seq) + '/' + std::to_string(loss.at.ms) + '/' + loss.detail;
    }
    return base::hexOf(base::bytesOf(base::sha256(of))).substr(0, kCharacters);
}

/// Whether the event is about stored data. Presence and connections are not in the feed.
bool isStored(const api::Event& event) {
    return event.kind != api::Event::Kind::PresenceChanged && event.kind != api::Event::Kind::ConnectedChanged;
}

}  // namespace

HttpHost::HttpHost(api::EngineApi& engine, HttpHostOptions options, std::string feedId)
    : m_authenticator(engine.tokens(), options.perSecond),
      m_refusals(engine.tokens(), m_clock),
      m_consoles(options.owner
                     ? std::make_unique<ConsoleDoor>(engine, m_clock, *options.owner, std::move(options.filesFolder),
                                                     !options.server.certificateFile.empty())
                     : nullptr),
      m_server({.engine = &engine,
                .clock = &m_clock,
                .authenticator = &m_authenticator,
                .refusals = &m_refusals,
                .consoles = m_consoles.get(),
                .feedId = std::move(feedId)},
               std::move(options.server), ingest::routes()) {}

HttpHost::~HttpHost() { stop(); }

Result<std::unique_ptr<HttpHost>> HttpHost::start(api::EngineApi& engine, const HttpHostOptions& options) {
    EVENHAND_TRY(engine.tokens().load().result());
    EVENHAND_ASSIGN(auto feed, feedIdOf(engine));
    if (options.owner) {  // exports that a killed service has left
        std::error_code none;
        std::filesystem::remove_all(options.filesFolder, none);
    }
    std::unique_ptr<HttpHost> host(new HttpHost(engine, options, std::move(feed)));
    EVENHAND_ASSIGN(host->m_port, host->m_server.listen());
    host->m_url = urlOf(options.server, host->m_port);
    host->m_subscription =
        engine.subscribe([&server = host->m_server, consoles = host->m_consoles.get()](const auto& events) {
            if (std::any_of(events.begin(), events.end(), isStored)) {
                server.committed();
            }
            if (consoles != nullptr) {
                consoles->committed(events);
            }
        });
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/service/standby_host.h"

#include <utility>

#include "app/service/http_host.h"
#include "engine/base/invariant.h"
#include "engine/ingest/routes/routes.h"

namespace evenhand::app {

StandbyHost::StandbyHost(const ingest::ServerOptions& options, std::string runner)
    : m_runner(std::move(runner)),
      m_server({.clock = &m_clock,
                .standingBy =
                    [this] {
                        const std::scoped_lock lock(m_mutex);
                        return "this service stands by; " + m_runner;
                    }},
               options, ingest::routes()) {}

StandbyHost::~StandbyHost() { stop(); }

Result<std::unique_ptr<StandbyHost>> StandbyHost::start(const ingest::ServerOptions& options, std::string runner) {
    std::unique_ptr<StandbyHost> host(new StandbyHost(options, std::move(runner)));
    EVENHAND_ASSIGN(host->m_port, host->m_server.listen());
    host->m_url = urlOf(options, host->m_port);
    host->m_thread = std::thread([&server = host->m_server] { server.run(); });
    return host;
}

void StandbyHost::say(std::string runner) {
    EVENHAND_INVARIANT(m_thread.joinable(), "a service that has stopped standing by would say that it does");
    const std::scoped_lock lock(m_mutex);
    m_runner = std::move(runner);
}

void StandbyHost::stop() {
    if (m_thread.joinable()) {
        m_server.stop();
        m_thread.join();
    }
}

}  // namespace evenhand::app

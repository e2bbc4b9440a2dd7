// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/line/service_line.h"

#include <QTemporaryDir>
#include <utility>

#include "app/service/http_host.h"
#include "app/service/system_random.h"
#include "engine/base/clock.h"
#include "engine/remote/remote_engine.h"
#include "tests/support/line/over_line.h"

namespace evenhand::test {

class ServiceLine::Line {
public:
    Line(api::EngineApi& behind, api::Actor actor) {
        app::HttpHostOptions served;
        served.server.port = 0;
        served.owner = std::move(actor);
        served.filesFolder = m_files.filePath(QStringLiteral("exports")).toStdString();
        auto host = app::HttpHost::start(behind, served);
        if (!host) {
            qFatal("the test's service cannot be started: %s", host.error().text().c_str());
        }
        m_host = *std::move(host);
        remote::LineOptions options;
        options.addresses = {{"127.0.0.1", m_host->port(), false}};
        options.clock = &m_clock;
        options.random = app::systemRandom;
        auto connected = remote::RemoteEngine::connect(options);
        if (!connected) {
            qFatal("the test's service cannot be reached: %s", connected.error().text().c_str());
        }
        m_engine = *std::move(connected);
    }
    [[nodiscard]] api::EngineApi& engine() const { return *m_engine; }

private:
    QTemporaryDir m_files;
    base::SystemClock m_clock;
    std::unique_ptr<app::HttpHost> m_host;
    std::unique_ptr<remote::RemoteEngine> m_engine;  ///< goes before its service
};

ServiceLine::ServiceLine(api::EngineApi& behind, api::Actor actor)
    : m_behind(behind), m_line(OverLine::isOn() ? std::make_unique<Line>(behind, std::move(actor)) : nullptr) {}
ServiceLine::~ServiceLine() = default;

api::EngineApi& ServiceLine::engine() const { return m_line ? m_line->engine() : m_behind; }

}  // namespace evenhand::test

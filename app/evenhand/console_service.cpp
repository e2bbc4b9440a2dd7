// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/console_service.h"

#include <QPromise>
#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "engine/base/invariant.h"
#include "ui/bridge/continuation.h"

namespace evenhand::app {
namespace {

constexpr qint64 kMaxPort = std::numeric_limits<std::uint16_t>::max();

HttpHostOptions optionsOf(const ui::ServiceConfig& config) {
    HttpHostOptions options;
    options.server.address = config.address;
    options.server.port = config.port;
    options.server.certificateFile = config.certificateFile;
    options.server.keyFile = config.keyFile;
    options.perSecond = config.perSecond;
    return options;
}

}  // namespace

ConsoleService::ConsoleService(api::EngineApi& engine, const QString& settingsPath, const QString& person)
    : m_engine(engine),
      m_group(QStringLiteral("service/") + QString::fromStdString(engine.workspace().id)),
      m_preferences(settingsPath, person) {
    m_pool.setMaxThreadCount(1);
    m_pool.setExpiryTimeout(-1);
    load();
}

ConsoleService::~ConsoleService() {
    m_pool.start([this] { endNow(); });
    m_pool.waitForDone();
}

// --- what is remembered -------------------------------------------------------------------------------------

QString ConsoleService::key(const char* name) const { return m_group + QLatin1Char('/') + QLatin1String(name); }

void ConsoleService::load() {
    const auto number = [this](const char* name, qint64 most, qint64 fallback) {
        bool good = false;
        const qint64 value = m_preferences.value(key(name)).toLongLong(&good);
        return good && value >= 0 && value <= most ? value : fallback;
    };
    const auto words = [this](const char* name) { return m_preferences.value(key(name)).toString().toStdString(); };
    if (const auto address = words("address"); !address.empty()) {
        m_config.address = address;
    }
    m_config.port = static_cast<std::uint16_t>(number("port", kMaxPort, m_config.port));
    m_config.certificateFile = words("certificate");
    m_config.keyFile = words("key");
    m_config.perSecond = number("per_second", api::kMaxTokenRate, m_config.perSecond);
}

void ConsoleService::keep() {
    const auto set = [this](const char* name, const QVariant& value) { m_preferences.setValue(key(name), value); };
    set("address", QString::fromStdString(m_config.address));
    set("port", static_cast<qint64>(m_config.port));
    set("certificate", QString::fromStdString(m_config.certificateFile));
    set("key", QString::fromStdString(m_config.keyFile));
    set("per_second", static_cast<qint64>(m_config.perSecond));
}

void ConsoleService::keepOn(bool on) { m_preferences.setValue(key("on"), on); }

void ConsoleService::remember(ui::ServiceConfig config) {
    m_config = std::move(config);
    keep();
    Q_EMIT changed();
}

// --- on the pool's thread -----------------------------------------------------------------------------------

void ConsoleService::endNow() {
    if (m_served) {
        m_served->host->stop();
        m_served.reset();
    }
}

ConsoleService::Outcome ConsoleService::serveNow(const ui::ServiceConfig& config) {
    const auto begin = [this](const ui::ServiceConfig& how) -> Result<void> {
        EVENHAND_ASSIGN(auto host, HttpHost::start(m_engine, optionsOf(how)));
        endNow();
        m_served = Served{std::move(host), how};
        return {};
    };
    // At another port the new server starts beside the old one, so that a failure interrupts nobody.
    std::optional<ui::ServiceConfig> before;
    if (m_served && config.port != 0 && config.port == m_served->host->port()) {
        before = m_served->config;
        before->port = config.port;
        endNow();
    }
    Outcome outcome;
    if (auto begun = begin(config); !begun) {
        outcome.error = begun.error();
        if (before) {
            std::ignore = begin(*before);  // if this fails too nothing is served, which the page shows beside the error
        }
    }
    if (m_served) {
        outcome.url = QString::fromStdString(m_served->host->url());
    }
    return outcome;
}

// --- on the GUI thread --------------------------------------------------------------------------------------

void ConsoleService::set(ui::ServiceState state) {
    m_state = std::move(state);
    Q_EMIT changed();
}

api::Answer<void> ConsoleService::run(std::function<Outcome()> work, std::function<void(const Outcome&)> after) {
    auto done = std::make_shared<QPromise<Result<Outcome>>>();
    done->start();
    const auto future = done->future();
    m_pool.start([done, work = std::move(work)] {
        done->addResult(Result<Outcome>(work()));
        done->finish();
    });
    auto answer = std::make_shared<QPromise<Result<void>>>();
    answer->start();
    ui::whenReady(future, this, [this, answer, after = std::move(after)](const Result<Outcome>& outcome) {
        EVENHAND_INVARIANT(m_state.isBusy(), "the end of one start would be shown as the state of another");
        after(*outcome);
        answer->addResult(outcome->error ? Result<void>(fail(*outcome->error)) : Result<void>());
        answer->finish();
    });
    return answer->future();
}

api::Answer<void> ConsoleService::start(ui::ServiceConfig config) {
    if (m_state.isBusy()) {
        return api::readyAnswer<void>(fail(ErrorCode::Busy, "it is being started or stopped"));
    }
    set({ui::ServiceState::Kind::Starting, {}, {}});
    return run([this, config] { return serveNow(config); },
               [this, config](const Outcome& outcome) {
                   if (!outcome.error) {
                       m_config = config;
                       keep();
                       keepOn(true);
                   }
                   if (outcome.url.isEmpty()) {
                       set({ui::ServiceState::Kind::Failed, {}, outcome.error});
                   } else {
                       set({ui::ServiceState::Kind::Serving, outcome.url, {}});
                   }
               });
}

api::Answer<void> ConsoleService::stop() {
    if (m_state.isBusy()) {
        return api::readyAnswer<void>(fail(ErrorCode::Busy, "it is being started or stopped"));
    }
    keepOn(false);
    set({ui::ServiceState::Kind::Stopping, {}, {}});
    return run(
        [this] {
            endNow();
            return Outcome{};
        },
        [this](const Outcome&) { set({}); });
}

api::Answer<void> ConsoleService::resume() {
    return m_preferences.value(key("on")).toBool() ? start(m_config) : api::readyAnswer<void>({});
}

}  // namespace evenhand::app

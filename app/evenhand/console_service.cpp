// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/console_service.h"

#include <QPromise>
#include <algorithm>
#include <limits>
#include <utility>

#include "ui/bridge/continuation.h"

namespace evenhand::app {
namespace {

constexpr qint64 kMaxPort = std::numeric_limits<std::uint16_t>::max();

HttpHostOptions optionsOf(const ui::ServiceWish& wish) {
    HttpHostOptions options;
    options.server.address = wish.address;
    options.server.port = wish.port;
    options.server.certificateFile = wish.certificateFile;
    options.server.keyFile = wish.keyFile;
    options.perSecond = wish.perSecond;
    return options;
}

api::Answer<void> answered(Result<void> result) {
    QPromise<Result<void>> promise;
    promise.start();
    promise.addResult(std::move(result));
    promise.finish();
    return promise.future();
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
        m_wish.address = address;
    }
    m_wish.port = static_cast<std::uint16_t>(number("port", kMaxPort, m_wish.port));
    m_wish.certificateFile = words("certificate");
    m_wish.keyFile = words("key");
    m_wish.perSecond = number("per_second", api::kMaxTokenRate, m_wish.perSecond);
}

void ConsoleService::keep() {
    const auto set = [this](const char* name, const QVariant& value) { m_preferences.setValue(key(name), value); };
    set("address", QString::fromStdString(m_wish.address));
    set("port", static_cast<qint64>(m_wish.port));
    set("certificate", QString::fromStdString(m_wish.certificateFile));
    set("key", QString::fromStdString(m_wish.keyFile));
    set("per_second", static_cast<qint64>(m_wish.perSecond));
}

void ConsoleService::keepOn(bool on) { m_preferences.setValue(key("on"), on); }

void ConsoleService::remember(ui::ServiceWish wish) {
    m_wish = std::move(wish);
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

ConsoleService::Outcome ConsoleService::serveNow(const ui::ServiceWish& wish) {
    const auto begin = [this](const ui::ServiceWish& how) -> Result<void> {
        EVENHAND_ASSIGN(auto host, HttpHost::start(m_engine, optionsOf(how)));
        endNow();
        m_served = Served{std::move(host), how};
        return {};
    };
    // At another port it is tried beside what is served, which nobody notices if it fails.
    std::optional<ui::ServiceWish> before;
    if (m_served && wish.port != 0 && wish.port == m_served->host->port()) {
        before = m_served->wish;
        before->port = wish.port;
        endNow();
    }
    Outcome outcome;
    if (auto begun = begin(wish); !begun) {
        outcome.error = begun.error();
        if (before) {
            (void)begin(*before);
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
    ui::whenReady(future, this, [answer, after = std::move(after)](const Result<Outcome>& outcome) {
        after(*outcome);
        answer->addResult(outcome->error ? Result<void>(fail(*outcome->error)) : Result<void>());
        answer->finish();
    });
    return answer->future();
}

api::Answer<void> ConsoleService::start(ui::ServiceWish wish) {
    if (m_state.isBusy()) {
        return answered(fail(ErrorCode::Busy, "it is being started or stopped"));
    }
    set({ui::ServiceState::Kind::Starting, {}, {}});
    return run([this, wish] { return serveNow(wish); },
               [this, wish](const Outcome& outcome) {
                   if (!outcome.error) {
                       m_wish = wish;
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
        return answered(fail(ErrorCode::Busy, "it is being started or stopped"));
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
    return m_preferences.value(key("on")).toBool() ? start(m_wish) : answered({});
}

}  // namespace evenhand::app

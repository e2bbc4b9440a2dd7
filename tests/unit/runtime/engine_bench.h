// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the engine share: an engine on a toy domain, a new one for each function, stepped on a virtual clock,
// and work that is due by hand. Thread: the test's.
#pragma once

#include <QTemporaryDir>
#include <QtTest>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/shops/toy_domain.h"

namespace evenhand::test::toy_engine {

using runtime::UnitOfWork;

constexpr Instant kStart{1'700'000'000'000};

/// Due items by hand; each appends its instant to a list in the keyspace.
class ToyDue final : public runtime::DueSource {
public:
    std::optional<Instant> nextDue() override {
        return pending.empty() ? std::nullopt : std::optional(*pending.begin());
    }
    Result<void> runDue(UnitOfWork& work) override {
        ++runs;
        const auto due = *pending.begin();
        EVENHAND_TRY(
            work.keyspace().call({"RPUSH", "toy:due", std::to_string(due.ms) + "@" + std::to_string(work.now().ms)}));
        if (failing) {
            return fail(ErrorCode::Conflict, "not now");
        }
        pending.erase(pending.begin());
        return {};
    }
    std::multiset<Instant> pending;
    bool failing = false;
    int runs = 0;
};

class EngineBench {
protected:
    void begin() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<base::VirtualClock>(kStart);
        m_engineOptions = {};
        m_due = m_otherDue = {};
        m_path = m_folder->filePath(QStringLiteral("w")).toStdString();
        EVENHAND_NEED(app::WorkspaceCore::create(m_path, {.database = evenhand::testing::freshDatabase()}, options()));
    }
    void end() {
        m_core.reset();
        m_folder.reset();
    }

    std::int64_t numberOf(const char* sql) {
        auto& statement = engine().database().statement(sql);
        const auto value = statement.query() && statement.next() ? statement.onlyNumber() : -1;
        statement.finish();
        return value;
    }
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = m_clock.get();
        options.seed = 1;
        options.threaded = false;
        options.engine = m_engineOptions;
        return options;
    }
    void open(const std::function<void(runtime::EmbeddedEngine&)>& prepare = {}) {
        m_core.reset();
        auto core = app::WorkspaceCore::open(m_path, options());
        EVENHAND_NEED(core);
        m_core = std::move(*core);
        if (prepare) {
            prepare(engine());
        }
        EVENHAND_NEED(m_core->start());
    }
    runtime::EmbeddedEngine& engine() { return *m_core->embedded(); }
    api::Answer<std::int64_t> ask(ToyCommand command, std::optional<Instant> at = std::nullopt) {
        return engine().ask<std::int64_t>(toyCall(at), [command](UnitOfWork& work) { return runToy(work, command); });
    }
    api::Answer<std::int64_t> askAs(std::string actor, std::int64_t id) {
        return engine().ask<std::int64_t>({api::Actor::administrator(std::move(actor)), {}, {}},
                                          [id](UnitOfWork& work) { return runToy(work, {.id = id}); });
    }
    Result<ToyState> state() { return readToy(engine().database(), engine().keyspace()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<base::VirtualClock> m_clock;
    runtime::EngineOptions m_engineOptions;
    std::string m_path;
    ToyDue m_due;  // outlive the engine
    ToyDue m_otherDue;
    std::unique_ptr<app::WorkspaceCore> m_core;
};

}  // namespace evenhand::test::toy_engine

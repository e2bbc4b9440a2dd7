// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the audit log share: a workspace with two couriers and a product, a new one for each function, its
// entries, and somebody who changes them at the database. Thread: the test's.
#pragma once

#include <QtTest>
#include <initializer_list>
#include <memory>
#include <vector>

#include "app/workspace/verification.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/servers/other_connection.h"
#include "tests/unit/desks/desk_world.h"

namespace evenhand::test::audit_log {

using api::AuditFaultKind;
using api::AuditOutcome;
using api::AuditRecord;
using test::DeskWorld;

class AuditBench {
protected:
    void begin() {
        m_secrets = std::make_shared<test::MemorySecrets>();
        m_world = std::make_unique<DeskWorld>(m_secrets);
        DONE(m_world->couriers({"ann", "bob"}));
        DONE(m_world->product("tea", 1000));
    }

    std::vector<AuditRecord> entries(api::AuditFilter filter = {}) {
        api::AuditQuery query;
        query.filter = std::move(filter);
        query.descending = false;
        query.limit = 10'000;
        auto found = m_world->get(m_world->workspace->audit().page(m_world->call, query));
        return found ? *found : std::vector<AuditRecord>();
    }
    api::AuditReport verify() {
        auto report = m_world->get(m_world->workspace->audit().verify(m_world->call, {}));
        return report ? *report : api::AuditReport{};
    }
    std::vector<AuditFaultKind> faults() {
        std::vector<AuditFaultKind> kinds;
        for (const auto& fault : verify().faults) {
            kinds.push_back(fault.kind);
        }
        return kinds;
    }
    Result<void> openToLook() {
        m_world->workspace.reset();
        EVENHAND_ASSIGN(m_world->workspace, app::Workspace::openReadOnly(m_world->path(), m_world->options));
        return {};
    }
    std::int64_t violationsOfE4() {
        std::int64_t found = -1;
        (void)m_world->workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) {
            const auto checks = app::allChecks(m_world->workspace->core().auditWitness());
            const auto verdicts = runtime::verify(checks, {database, keyspace});
            for (const auto& verdict : *verdicts) {
                found = verdict.id == "E4" ? verdict.finding.violations : found;
            }
            return Result<void>();
        });
        return found;
    }
    /// Somebody at the database, while nobody runs the workspace.
    void tamper(std::initializer_list<const char*> statements) {
        m_world->workspace.reset();
        {
            auto other = testing::openOther(m_world->path(), store::Database::Access::ReadWrite);
            DONE(other);
            for (const auto* sql : statements) {
                DONE((*other)->execute(sql));
            }
        }
        DONE(m_world->reopen());
    }
    void manyEntries(std::int64_t count) {
        DONE(m_world->get(m_world->workspace->core().engine().ask<void>(
            m_world->call, [count](runtime::UnitOfWork& work) -> Result<void> {
                for (std::int64_t i = 0; i < count; ++i) {
                    AuditRecord record;
                    record.operation = "orders.cancel";
                    EVENHAND_TRY(work.record(record));
                }
                return {};
            })));
    }
    void dutyChanges(int count) {
        for (int i = 0; i < count; ++i) {
            m_world->clock.advanceMs(1);  // the same again at the same instants would be the same chain
            DONE(m_world->get(m_world->dispatch().setDuty(m_world->call, CourierId("ann"), i % 2 == 1)));
        }
    }

    std::shared_ptr<test::MemorySecrets> m_secrets;
    std::unique_ptr<DeskWorld> m_world;
};

}  // namespace evenhand::test::audit_log

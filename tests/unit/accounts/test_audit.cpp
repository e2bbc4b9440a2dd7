// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log of a workspace: entries in the transaction of what was done, refusals, the chain with its key and its
// anchor against edits, deletions, swaps and truncations, pages, filters, export.
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <tuple>

#include "app/workspace/audit_anchor.h"
#include "app/workspace/audit_notes.h"
#include "app/workspace/refund_secret.h"
#include "app/workspace/renew_anchor.h"
#include "app/workspace/verification.h"
#include "desks/desk_world.h"
#include "engine/accounts/audit_checks.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/records/audit_store.h"
#include "engine/task_making/make.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/servers/other_connection.h"

namespace test_audit {

using namespace evenhand;
using api::AuditFaultKind;
using api::AuditOutcome;
using api::AuditRecord;
using test::DeskWorld;

class TestAudit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_secrets = std::make_shared<test::MemorySecrets>();
        m_world = std::make_unique<DeskWorld>(m_secrets);
        DONE(m_world->couriers({"ann", "bob"}));
        DONE(m_world->product("tea", 1000));
    }

    void whatWasDoneIsWritten();
    void amountsAndStatesAreInWords();
    void reportsArePeoplesOnly();
    void whatFailedIsNot();
    void anUndoneBatchLeavesNoGap();
    void rowsOfABulkActionHaveTheirOwn();
    void whatChangedNothingIsNot();
    void refusalsAreWritten();
    void refusalsDoNotFillTheLog();
    void refusalsAreCountedByActorAndMinute();
    void aCommandThatWaitsLosesItsPermission();
    void pagesJoinAndFilter();
    void hostileTextIsInertInTheExport();
    void everyColumnOfTheExportHoldsItsOwn();
    void anUntouchedLogVerifies();
    void tampering_data();
    void tampering();
    void forgeries_data();
    void forgeries();
    void anotherIdAtTheSamePlace();
    void aPlaceMayGetAnotherWorkspace();
    void aFirstKeyMayComeLater();
    void aKeyThatCannotBeKeptSealsNothing();
    void anOpeningReadsTheNewestEntriesOnly();
    void whatIsFarBehindIsFoundAfterOpening();
    void anEngineThatEndsWritingDoesNothingMore();
    void entriesAreAtTheTimeOfThePeople();
    void couriersAreAddedAtTheTimeOfThePeople();
    void aRefundSecretIsToldOrNotKept();
    void whatIsDoneToTasksIsToldOfEach();
    void exportsAreWrittenWithFilterAndCount();
    void whatIsDoneBesideTheEngineIsWrittenByIt();
    void noNoteMakesAnEntryOfAnythingElse();
    void theAnchorIsKeptAsEvidence();
    void withoutAKeyTheChainStillHolds();
    void aSealedLogIsNotContinuedWithoutItsKey();
    void anotherKeyIsSaid();
    void theLogGoesOnAfterARestart();

private:
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

void TestAudit::whatWasDoneIsWritten() {
    auto& world = *m_world;
    const auto before = entries().size();
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("ann"), false)));
    const auto all = entries();
    QCOMPARE(all.size(), before + 1);
    const auto& entry = all.back();
    QCOMPARE(entry.seq, static_cast<std::int64_t>(all.size()));
    QCOMPARE(entry.actor, std::string("local:tester"));
    QCOMPARE(entry.operation, std::string("dispatch.set_duty"));
    QCOMPARE(entry.subject, std::string("courier ann"));
    QCOMPARE(entry.detail, std::string("off duty"));
    QCOMPARE(entry.reason, std::string("because"));
    QCOMPARE(entry.at, world.clock.now());
    QVERIFY(entry.outcome == AuditOutcome::Done);
    QVERIFY(world.buy("A1"));  // a storefront's work has its own records
    QCOMPARE(entries().size(), all.size());
}

void TestAudit::amountsAndStatesAreInWords() {
    auto& world = *m_world;
    DONE(world.get(world.orders().upsertProducts(world.call, {{Sku("milk"), "Milk", Money{990}, 400}}, true)));
    QCOMPARE(entries().back().detail, std::string("milk at 9.90, stock +400"));
    QVERIFY(world.buy("A1"));
    DONE(world.get(world.workspace->returns().request(
        world.call, {ReturnNo("R"), {}, OrderNo("A1"), {{Sku("tea"), 1}}, "spoilt", {}})));
    QCOMPARE(entries().back().detail, std::string("of order A1, waits for approval"));
    DONE(world.get(world.workspace->timers().setPaused(world.call, api::TimerKind::AutoConfirm, true)));
    QCOMPARE(entries().back().subject, std::string("timers auto confirm"));
}

void TestAudit::reportsArePeoplesOnly() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    auto order = world.row("A1");
    auto count = entries().size();
    const auto report = [&](api::CourierReport::Kind kind, api::Via via) {
        auto call = world.call;
        call.actor.via = via;
        return world.get(world.orders().report(call, {kind, order.orderNo, order.courier, order.epoch, "a note"}));
    };
    DONE(report(api::CourierReport::Kind::PickedUp, api::Via::Http));  // the order's own history has it
    QCOMPARE(entries().size(), count);
    DONE(report(api::CourierReport::Kind::Failed, api::Via::CommandLine));
    DONE(report(api::CourierReport::Kind::PickedUp, api::Via::Console));
    QCOMPARE(entries().size(), count + 2);
    QCOMPARE(entries().back().operation, std::string("orders.report"));
}

void TestAudit::whatFailedIsNot() {
    // Not even what a rule had written by itself before it failed; and the numbers close up.
    const auto count = entries().size();
    REFUSED(m_world->get(m_world->workspace->core().engine().ask<void>(m_world->call,
                                                                       [](runtime::UnitOfWork& work) -> Result<void> {
                                                                           AuditRecord record;
                                                                           record.operation = "orders.cancel";
                                                                           EVENHAND_TRY(work.record(record));
                                                                           return fail(ErrorCode::Conflict,
                                                                                       "after all");
                                                                       })),
            ErrorCode::Conflict);
    QCOMPARE(entries().size(), count);
    dutyChanges(1);
    QCOMPARE(entries().back().seq, static_cast<std::int64_t>(count + 1));
    QVERIFY(verify().intact());
    const auto before = entries().size();
    REFUSED(m_world->get(m_world->dispatch().setDuty(m_world->call, CourierId("nobody"), false)), ErrorCode::NotFound);
    const auto outcomes = m_world->get(m_world->orders().cancel(m_world->call, {{OrderNo("none"), 0}}));
    QVERIFY(outcomes && outcomes->front().error);
    QCOMPARE(entries().size(), before);
}

/// The commands of a batch that could not be committed run again one by one: their entries take the numbers that the
/// first ones would have had.
void TestAudit::anUndoneBatchLeavesNoGap() {
    auto& world = *m_world;
    const auto before = entries().size();
    auto duty = world.dispatch().setDuty(world.call, CourierId("ann"), false);
    // It takes the place of the batch's own record in the journal, so that the batch cannot be written.
    auto refused = world.workspace->core().embedded()->ask<std::int64_t>(
        world.call, [](runtime::UnitOfWork& work) -> Result<std::int64_t> {
            EVENHAND_TRY(work.database().execute(
                "INSERT INTO keyspace_journal(seq, at, payload, checksum) SELECT seq + 1, at, payload, checksum FROM "
                "keyspace_journal ORDER BY seq DESC LIMIT 1"));
            EVENHAND_TRY(work.keyspace().call({"SET", "a key", "1"}));
            return 1;
        });
    world.workspace->runUntilIdle();
    QVERIFY(refused.isFinished() && !refused.result());
    QVERIFY(duty.isFinished());
    DONE(duty.result());
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("ann"), true)));
    const auto all = entries();
    QCOMPARE(all.size(), before + 2);
    QCOMPARE(all.back().seq - all.front().seq + 1, static_cast<std::int64_t>(all.size()));
    QVERIFY(faults().empty());
    QCOMPARE(violationsOfE4(), 0);
}

void TestAudit::rowsOfABulkActionHaveTheirOwn() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1") && world.buy("A2"));
    const auto before = entries().size();
    const auto outcomes =
        world.get(world.orders().cancel(world.call, {{OrderNo("A1"), 0}, {OrderNo("none"), 0}, {OrderNo("A2"), 0}}));
    QVERIFY(outcomes && !outcomes->at(0).error && outcomes->at(1).error && !outcomes->at(2).error);
    const auto all = entries();
    QCOMPARE(all.size(), before + 2);
    QCOMPARE(all[before].subject, std::string("order A1"));
    QCOMPARE(all[before + 1].subject, std::string("order A2"));
}

void TestAudit::whatChangedNothingIsNot() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    api::RequestReturn asked;
    asked.number = ReturnNo("R1");
    asked.orderNo = OrderNo("A1");
    asked.lines = {{Sku("tea"), 1}};
    DONE(world.get(world.workspace->returns().request(world.call, asked)));
    const auto before = entries();
    QCOMPARE(before.back().operation, std::string("returns.request"));
    DONE(world.get(world.workspace->returns().request(world.call, asked)));  // the same again
    QCOMPARE(entries().size(), before.size());
}

void TestAudit::refusalsAreWritten() {
    auto& world = *m_world;
    const api::Call auditor{{"vera", api::permissionsOf(api::Role::Auditor), {}, api::Via::Console}, "because", {}};
    REFUSED(world.get(world.dispatch().setDuty(auditor, CourierId("ann"), false)), ErrorCode::PermissionDenied);
    const auto entry = entries().back();
    QCOMPARE(entry.actor, std::string("vera"));
    QVERIFY(entry.via == api::Via::Console);
    QCOMPARE(entry.operation, std::string("dispatch.set_duty"));
    QVERIFY(entry.outcome == AuditOutcome::Refused);
    QCOMPARE(entry.detail, std::string("lacks dispatch"));
    // Reads too: who looked where they must not.
    const api::Call nobody{{"nora", 0}, {}, {}};
    REFUSED(world.get(world.workspace->audit().page(nobody, {})), ErrorCode::PermissionDenied);
    QCOMPARE(entries().back().operation, std::string("audit.read"));
}

void TestAudit::refusalsDoNotFillTheLog() {
    auto& world = *m_world;
    const api::Call nobody{{"nora", 0}, {}, {}};
    const auto tryIt = [&](int times) {
        for (int i = 0; i < times; ++i) {
            (void)world.get(world.orders().page(nobody, {}));
        }
    };
    const auto before = entries().size();
    tryIt(25);
    QCOMPARE(entries().size(), before + runtime::RefusalLimit::kPerWindow);
    world.clock.advanceMs(runtime::RefusalLimit::kWindowMs);
    tryIt(1);
    QCOMPARE(entries().size(), before + runtime::RefusalLimit::kPerWindow + 1);
    QCOMPARE(entries().back().detail, std::string("lacks read; 15 refusals before it are not written"));
    tryIt(1);
    QCOMPARE(entries().back().detail, std::string("lacks read"));  // that was told
    tryIt(9);
    world.clock.advanceMs(runtime::RefusalLimit::kWindowMs);
    tryIt(1);
    QCOMPARE(entries().back().detail, std::string("lacks read; 1 refusal before it is not written"));
}

void TestAudit::refusalsAreCountedByActorAndMinute() {
    using runtime::RefusalLimit;
    using Admitted = std::optional<std::int64_t>;
    const Instant start{1'000'000};
    RefusalLimit limit;
    for (int i = 0; i < 10; ++i) {
        QCOMPARE(limit.admit("ann", start.plusMs(i)), Admitted(0));
    }
    QCOMPARE(limit.admit("ann", start.plusMs(10)), Admitted());
    QCOMPARE(limit.admit("bob", start.plusMs(10)), Admitted(0));  // each for themselves
    QCOMPARE(limit.admit("ann", start.plusMs(59'999)), Admitted());
    QCOMPARE(limit.admit("ann", start.plusMs(60'000)), Admitted(2));
    QCOMPARE(limit.admit("ann", start.plusMs(60'000)), Admitted(0));
    limit.failed("ann");
    QCOMPARE(limit.admit("ann", start.plusMs(60'001)), Admitted(1));
    for (int i = 0; i < 7; ++i) {
        QCOMPARE(limit.admit("ann", start.plusMs(60'002)), Admitted(0));
    }
    QCOMPARE(limit.admit("ann", start.plusMs(60'003)), Admitted());
    QCOMPARE(limit.admit("ann", start.plusMs(59'000)), Admitted(1));  // a clock that was set back begins anew
    // A thousand actors are known; one more, and all are forgotten.
    RefusalLimit many;
    for (int i = 0; i < 11; ++i) {
        (void)many.admit("ann", start);
    }
    for (std::size_t i = 1; i < RefusalLimit::kMaxActors; ++i) {
        (void)many.admit("actor " + std::to_string(i), start);
    }
    QCOMPARE(many.admit("ann", start), Admitted());
    QCOMPARE(many.admit("one more", start), Admitted(0));
    QCOMPARE(many.admit("ann", start), Admitted(0));
}

void TestAudit::aCommandThatWaitsLosesItsPermission() {
    auto& world = *m_world;
    const auto grant = std::make_shared<api::Grant>(api::permissionsOf(api::Role::Dispatcher));
    const api::Call call{{"dora", 0, grant, api::Via::Console}, "because", {}};
    auto waiting = world.dispatch().setDuty(call, CourierId("ann"), false);
    grant->change(api::permissionsOf(api::Role::Auditor));  // before the engine comes to it
    REFUSED(world.get(waiting), ErrorCode::PermissionDenied);
    QVERIFY(entries().back().actor == "dora" && entries().back().outcome == AuditOutcome::Refused);
    grant->change(api::permissionsOf(api::Role::Dispatcher));
    auto ended = world.dispatch().setDuty(call, CourierId("ann"), false);
    grant->end();
    REFUSED(world.get(ended), ErrorCode::SessionEnded);
    const auto board = world.get(world.dispatch().board(world.call, CampusId("north")));
    QVERIFY(board && board->couriers.front().onDuty);
}

void TestAudit::pagesJoinAndFilter() {
    auto& world = *m_world;
    dutyChanges(20);
    const auto whole = entries();
    for (const bool descending : {false, true}) {
        std::vector<std::int64_t> joined;
        api::AuditQuery query;
        query.descending = descending;
        query.limit = 7;
        while (true) {
            const auto page = world.get(world.workspace->audit().page(world.call, query));
            DONE(page);
            if (page->empty()) {
                break;
            }
            for (const auto& record : *page) {
                joined.push_back(record.seq);
            }
            query.after = joined.back();
        }
        QCOMPARE(joined.size(), whole.size());
        for (std::size_t i = 0; i < joined.size(); ++i) {
            const auto expected = descending ? joined.size() - i : i + 1;
            QCOMPARE(joined[i], static_cast<std::int64_t>(expected));
        }
    }
    api::AuditFilter filter;
    filter.operations = {"dispatch."};
    const auto desk = entries(filter).size();
    filter.operations = {"dispatch.set_duty"};
    QCOMPARE(entries(filter).size(), std::size_t{20});
    QVERIFY(desk > 20 && desk < whole.size());
    filter.text = "courier a";
    QCOMPARE(world.get(world.workspace->audit().count(world.call, filter)).value_or(-1), 20);
    filter.text = "courier b";
    QCOMPARE(entries(filter).size(), std::size_t{0});
    // Each filter alone, with entries that must not come.
    const Instant last = entries().back().at;
    filter = {};
    filter.from = last;
    QCOMPARE(entries(filter).size(), std::size_t{1});
    QCOMPARE(entries(filter).front().seq, whole.back().seq);
    filter = {};
    filter.to = last;
    QCOMPARE(entries(filter).size(), whole.size() - 1);
    filter = {};
    filter.operations = {"orders.upsert_products", "dispatch.set_duty"};
    QCOMPARE(entries(filter).size(), std::size_t{21});
    filter.operations = {"dispatch.set_dut"};  // a name is whole
    QVERIFY(entries(filter).empty());
    const api::Call vera{{"vera", api::permissionsOf(api::Role::Auditor), {}, api::Via::Console}, "because", {}};
    REFUSED(world.get(world.dispatch().setDuty(vera, CourierId("ann"), false)), ErrorCode::PermissionDenied);
    filter = {};
    filter.actor = "vera";
    QCOMPARE(entries(filter).size(), std::size_t{1});
    QCOMPARE(world.get(world.workspace->audit().count(world.call, filter)).value_or(-1), 1);
    filter = {};
    filter.outcomes = {AuditOutcome::Refused};
    QCOMPARE(entries(filter).size(), std::size_t{1});
    QCOMPARE(entries(filter).front().actor, std::string("vera"));
    filter.outcomes = {AuditOutcome::Done};
    QCOMPARE(entries(filter).size(), whole.size());
    filter.outcomes = {AuditOutcome::Done, AuditOutcome::Refused};
    QCOMPARE(entries(filter).size(), whole.size() + 1);
    QCOMPARE(world.get(world.workspace->audit().count(world.call, filter)).value_or(-1),
             static_cast<std::int64_t>(whole.size() + 1));
    filter = {};
    filter.actor = "nobody";
    QVERIFY(entries(filter).empty());
    filter = {};
    filter.outcomes = {AuditOutcome::Noted};
    QVERIFY(entries(filter).empty());
    filter = {};
    filter.from = world.clock.now().plusMs(1);
    QVERIFY(entries(filter).empty());
    filter = {};
    filter.to = world.clock.now().plusMs(1);
    QCOMPARE(entries(filter).size(), whole.size() + 1);
    api::AuditQuery tooMany;
    tooMany.limit = 10'001;
    REFUSED(world.get(world.workspace->audit().page(world.call, tooMany)), ErrorCode::InvalidArgument);
}

void TestAudit::hostileTextIsInertInTheExport() {
    auto& world = *m_world;
    auto call = world.call;
    call.reason = "=cmd|' /C calc'!A0\n<b>x</b> '; DROP TABLE audit_entry; --";
    DONE(world.get(world.dispatch().setDuty(call, CourierId("ann"), false)));
    const auto path = world.folder.filePath(QStringLiteral("audit.csv"));
    const auto rows = world.get(world.workspace->audit().exportCsv(world.call, {}, path.toStdString(), {}));
    DONE(rows);
    const auto all = entries();
    QCOMPARE(*rows, static_cast<std::int64_t>(all.size() - 1));  // the last one is the export's own
    QCOMPARE(all[all.size() - 2].reason, call.reason);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll();
    QVERIFY(text.startsWith("seq,at,actor,via,operation,outcome,subject,reason,detail,hash,key,seal\r\n"));
    QVERIFY(text.contains("\"'=cmd|"));
    QVERIFY(!text.contains(",=cmd") && !text.contains(",\"=cmd"));
    REFUSED(world.get(world.workspace->audit().exportCsv(world.call, {}, "/nowhere/x.csv", {})), ErrorCode::Storage);
}

void TestAudit::everyColumnOfTheExportHoldsItsOwn() {
    auto& world = *m_world;
    dutyChanges(1);
    const auto state = world.get(world.workspace->audit().state(world.call));
    DONE(state);
    const auto entry = entries().back();
    const auto path = world.folder.filePath(QStringLiteral("audit.csv"));
    api::AuditFilter filter;
    filter.operations = {"dispatch.set_duty"};
    const auto rows = world.get(world.workspace->audit().exportCsv(world.call, filter, path.toStdString(), {}));
    QVERIFY(rows && *rows == 1);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 3);  // the last one is empty
    const auto columns = lines[1].trimmed().split(',');
    QCOMPARE(columns.size(), 12);
    const std::string expected[] = {std::to_string(entry.seq),
                                    "2024-06-01T00:00:00.001Z",
                                    "local:tester",
                                    std::string(api::toText(entry.via)),
                                    "dispatch.set_duty",
                                    "done",
                                    "courier ann",
                                    "because",
                                    "off duty",
                                    base::hexOf(base::bytesOf(state->head.hash)),
                                    state->keyId};
    for (std::size_t i = 0; i < std::size(expected); ++i) {
        QCOMPARE(columns[static_cast<qsizetype>(i)], QByteArray::fromStdString(expected[i]));
    }
    QCOMPARE(columns[11].size(), 64);
    QVERIFY(columns[11] != columns[9] && !columns[10].isEmpty());
}

void TestAudit::anUntouchedLogVerifies() {
    dutyChanges(5);
    DONE(m_world->reopen());
    const auto report = verify();
    QVERIFY(report.intact() && report.faults.empty());
    QCOMPARE(report.checked, static_cast<std::int64_t>(entries().size()));
    QCOMPARE(report.sealed, report.checked);
    QVERIFY(report.anchor && report.anchor->seq == report.checked);
    const auto state = m_world->get(m_world->workspace->audit().state(m_world->call));
    QVERIFY(state && state->head == report.head && !state->keyId.empty() && state->whyNoKey.empty());
    DONE(m_world->workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) {
        const auto checks = app::allChecks(m_world->workspace->core().auditWitness());
        const auto verdicts = runtime::verify(checks, {database, keyspace});
        bool found = false;
        for (const auto& verdict : *verdicts) {
            found = found || (verdict.id == "E4" && verdict.finding.checked > 0);
            if (verdict.finding.violations > 0) {
                return Result<void>(fail(ErrorCode::Internal, verdict.id));
            }
        }
        return found ? Result<void>() : Result<void>(fail(ErrorCode::Internal, "no E4"));
    }));
}

void TestAudit::tampering_data() {
    QTest::addColumn<QStringList>("statements");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<bool>("keyed");
    const auto add = [](const char* name, QStringList statements, const char* expected) {
        for (const bool keyed : {true, false}) {
            QTest::addRow("%s, %s", name, keyed ? "keyed" : "no key")
                << statements << QString::fromLatin1(expected) << keyed;
        }
    };
    const auto sql = [](const char* text) { return QString::fromLatin1(text); };
    for (const char* column : {"actor", "operation", "subject", "reason", "detail", "via", "outcome"}) {
        add(qPrintable(QStringLiteral("edited ") + QLatin1String(column)),
            {QStringLiteral("UPDATE audit_entry SET %1 = 'x' WHERE seq = 5").arg(QLatin1String(column))}, "edited");
    }
    add("edited time", {sql("UPDATE audit_entry SET at = at + 1 WHERE seq = 5")}, "edited");
    add("deleted", {sql("DELETE FROM audit_entry WHERE seq = 5")}, "missing");
    add("deleted and closed up",
        {sql("DELETE FROM audit_entry WHERE seq = 5"), sql("UPDATE audit_entry SET seq = -seq WHERE seq > 5"),
         sql("UPDATE audit_entry SET seq = -seq - 1 WHERE seq < 0")},
        "edited");
    add("swapped",
        {sql("UPDATE audit_entry SET seq = -5 WHERE seq = 5"), sql("UPDATE audit_entry SET seq = 5 WHERE seq = 6"),
         sql("UPDATE audit_entry SET seq = 6 WHERE seq = -5")},
        "edited");
    add("truncated", {sql("DELETE FROM audit_entry WHERE seq > 8")}, "truncated");
    add("emptied", {sql("DELETE FROM audit_entry")}, "truncated");
}

void TestAudit::tampering() {
    QFETCH(QStringList, statements);
    QFETCH(QString, expected);
    QFETCH(bool, keyed);
    if (!keyed) {
        m_world = std::make_unique<DeskWorld>();
        DONE(m_world->couriers({"ann"}));
    }
    dutyChanges(12);
    QVERIFY(verify().intact());
    m_world->workspace.reset();
    {
        auto other = testing::openOther(m_world->path(), store::Database::Access::ReadWrite);
        DONE(other);
        for (const auto& statement : statements) {
            DONE((*other)->execute(statement.toStdString()));
        }
    }
    // Nobody goes on with it; to look at it and to take it along is possible.
    const auto refused = m_world->reopen();
    REFUSED(refused, ErrorCode::WorkspaceDamaged);
    QCOMPARE(refused.error().field, std::string("audit"));
    DONE(openToLook());
    const auto report = verify();
    QVERIFY(!report.intact());
    QCOMPARE(QString::fromStdString(std::string(api::toText(report.faults.front().kind))), expected);
    const auto path = m_world->folder.filePath(QStringLiteral("audit.csv")).toStdString();
    DONE(m_world->get(m_world->workspace->audit().exportCsv(m_world->call, {}, path, {})));
    // What is done afterwards does not heal it.
    m_world->options.acceptAuditFault = true;
    DONE(m_world->reopen());
    dutyChanges(8);
    DONE(m_world->reopen());
    QVERIFY(!verify().intact());
}

void TestAudit::forgeries_data() {
    QTest::addColumn<int>("kept");       // entries that are left, hashed anew
    QTest::addColumn<QString>("keyId");  // that they carry
    QTest::addColumn<QString>("anchor");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<int>("named");
    const auto row = [](const char* name, int kept, const char* keyId, const char* anchor, const char* expected,
                        int named) {
        QTest::newRow(name) << kept << QString::fromLatin1(keyId) << QString::fromLatin1(anchor)
                            << QString::fromLatin1(expected) << named;
    };
    row("sealed by a key that nobody has", 5, "00112233445566ff", "forged", "bad_anchor", 5);
    row("by a key that nobody has, the anchor without a seal", 5, "00112233445566ff", "bare", "bad_anchor", 5);
    row("by a key that nobody has, without an anchor", 5, "00112233445566ff", "none", "no_anchor", 5);
    row("by a key that nobody has, the anchor as it was", 14, "00112233445566ff", "true", "bad_anchor", 14);
    row("no key at all", 14, "", "bare", "bad_anchor", 14);
    row("the seals taken away and nothing else", 0, "", "true", "bad_seal", 14);
    row("all but the first, an anchor without a seal", 1, "", "bare", "bad_anchor", 1);
    row("nothing is left", -1, "", "none", "no_anchor", 0);
    row("nothing is left but an anchor of nothing", -1, "", "bare", "bad_anchor", 0);
}

/// By somebody who has the folder and knows the format, but not the key, which is at hand here.
void TestAudit::forgeries() {
    QFETCH(int, kept);
    QFETCH(QString, keyId);
    QFETCH(QString, anchor);
    QFETCH(QString, expected);
    QFETCH(int, named);
    dutyChanges(12);
    const auto id = m_world->workspace->workspace().id;
    m_world->workspace.reset();
    auto other = testing::openOther(m_world->path(), store::Database::Access::ReadWrite);
    DONE(other);
    auto rows = *store::audit::slice(**other, {}, 0, 1'000);
    const auto before = rows.size();
    api::AuditHead head;
    if (kept != 0) {
        DONE((*other)->execute("DELETE FROM audit_entry"));
        rows.resize(kept < 0 ? 0 : std::min<std::size_t>(before, static_cast<std::size_t>(kept)));
        for (auto& entry : rows) {
            if (entry.record.seq == 2) {
                entry.record.reason = "another";
            }
            auto forged = runtime::appendAudit(head, entry.record, {});
            forged.keyId = keyId.toStdString();
            forged.seal.fill(7);
            head = {forged.record.seq, forged.hash};
            DONE((*other)->begin());
            DONE(store::audit::add(**other, forged));
            DONE((*other)->commit());
        }
    } else {
        DONE((*other)->execute("UPDATE audit_entry SET key_id = '', seal = X''"));
    }
    (*other).reset();
    app::AuditAnchor bare(m_world->path(), id, {}, app::systemClock());
    app::AuditAnchor forged(m_world->path(), id, {"00112233445566ff", Secret("nobody's")}, app::systemClock());
    if (anchor == QLatin1String("bare")) {
        DONE(bare.write(head));
    } else if (anchor == QLatin1String("forged")) {
        DONE(forged.write(head));
    } else if (anchor == QLatin1String("none")) {
        QVERIFY(QFile::remove(QString::fromStdString(app::AuditAnchor::pathIn(m_world->path()))));
    }
    REFUSED(m_world->reopen(), ErrorCode::WorkspaceDamaged);
    REFUSED(m_world->reopen(), ErrorCode::WorkspaceDamaged);  // trying has changed nothing
    DONE(openToLook());
    const auto report = verify();
    QVERIFY(!report.intact());
    QStringList kinds;
    for (const auto& fault : report.faults) {
        kinds << QString::fromStdString(std::string(api::toText(fault.kind)));
    }
    const auto at = kinds.indexOf(expected);
    QVERIFY2(at >= 0, qPrintable(kinds.join(QLatin1Char(' '))));
    QCOMPARE(report.faults[static_cast<std::size_t>(at)].seq, std::int64_t{std::min<int>(named, int(before))});
    QCOMPARE(violationsOfE4(), report.violations);
    // By an administrator's word it goes on, which the log tells.
    m_world->options.acceptAuditFault = true;
    DONE(m_world->reopen());
    DONE(app::renewAnchor(*m_world->workspace, m_world->call));
    m_world->options.acceptAuditFault = false;
    DONE(m_world->reopen());
    QCOMPARE(entries().back().operation, std::string("audit.set_anchor"));
}

/// For another id there is no key yet, and so, it seems, nothing that could have been sealed.
void TestAudit::anotherIdAtTheSamePlace() {
    dutyChanges(12);
    m_world->workspace.reset();
    const std::string another = "00000000-0000-4000-8000-00000000000f";
    api::AuditHead head;
    {
        auto other = testing::openOther(m_world->path(), store::Database::Access::ReadWrite);
        DONE(other);
        auto rows = *store::audit::slice(**other, {}, 0, 1'000);
        DONE((*other)->execute("UPDATE meta SET value = '" + another + "' WHERE name = 'workspace_id'"));
        DONE((*other)->execute("DELETE FROM audit_entry"));
        for (auto& entry : rows) {
            entry.record.actor = "nobody";
            const auto forged = runtime::appendAudit(head, entry.record, {});
            head = {forged.record.seq, forged.hash};
            DONE((*other)->begin());
            DONE(store::audit::add(**other, forged));
            DONE((*other)->commit());
        }
    }
    app::AuditAnchor bare(m_world->path(), another, {}, app::systemClock());
    DONE(bare.write(head));
    const auto keys = m_secrets->count({});
    for (int i = 0; i < 2; ++i) {
        const auto refused = m_world->reopen();
        REFUSED(refused, ErrorCode::WorkspaceDamaged);
        QCOMPARE(refused.error().field, std::string("audit"));
    }
    QCOMPARE(m_secrets->count({}), keys);  // trying has made no key
    DONE(openToLook());
    const auto report = verify();
    QCOMPARE(report.violations, std::int64_t{1});
    QVERIFY(report.faults.front().kind == AuditFaultKind::BadAnchor);
    QVERIFY(report.faults.front().what.find(another) != std::string::npos);
    QCOMPARE(violationsOfE4(), report.violations);
    // By an administrator's word it goes on, which the log tells.
    m_world->options.acceptAuditFault = true;
    DONE(m_world->reopen());
    DONE(app::renewAnchor(*m_world->workspace, m_world->call));
    m_world->options.acceptAuditFault = false;
    DONE(m_world->reopen());
    QCOMPARE(entries().back().operation, std::string("audit.set_anchor"));
    QVERIFY(verify().intact());
}

void TestAudit::aPlaceMayGetAnotherWorkspace() {
    // A folder is moved, and moved back.
    dutyChanges(2);
    m_world->workspace.reset();
    const auto elsewhere = m_world->path() + "-elsewhere";
    std::filesystem::rename(m_world->path(), elsewhere);
    {
        const auto moved = app::Workspace::open(elsewhere, m_world->options);
        DONE(moved);
    }
    // Another workspace is made where it was.
    {
        auto options = m_world->options;
        options.seed = 2;
        const auto made = app::Workspace::create(
            m_world->path(), {"CNY", 2, "Asia/Shanghai", "tester", evenhand::testing::freshDatabase()}, options);
        DONE(made);
    }
    DONE(m_world->reopen());
    const auto opened = app::Workspace::open(elsewhere, m_world->options);
    DONE(opened);
    QVERIFY((*opened)->workspace().id != m_world->workspace->workspace().id);
}

void TestAudit::aFirstKeyMayComeLater() {
    m_world = std::make_unique<DeskWorld>();
    DONE(m_world->couriers({"ann"}));
    dutyChanges(3);
    const auto before = entries().size();
    m_world->options.secrets = m_secrets = std::make_shared<test::MemorySecrets>();
    DONE(m_world->reopen());
    QCOMPARE(entries().size(), before + 1);
    QCOMPARE(entries().back().operation, std::string("audit.new_key"));
    QCOMPARE(entries().back().detail, std::string("not sealed until now"));
    dutyChanges(3);
    DONE(m_world->reopen());
    const auto report = verify();
    QVERIFY(report.intact() && report.faults.empty());
    QCOMPARE(report.sealed, std::int64_t{3});
}

void TestAudit::aKeyThatCannotBeKeptSealsNothing() {
    m_world = std::make_unique<DeskWorld>();
    DONE(m_world->couriers({"ann"}));
    m_world->options.secrets = m_secrets = std::make_shared<test::MemorySecrets>();
    m_secrets->full = true;
    DONE(m_world->reopen());
    dutyChanges(2);
    QCOMPARE(verify().sealed, std::int64_t{0});
    m_secrets->full = false;
    DONE(m_world->reopen());
    DONE(m_world->reopen());
    QVERIFY(verify().intact() && verify().sealed > 0);
}

void TestAudit::anOpeningReadsTheNewestEntriesOnly() {
    manyEntries(accounts::kAuditTail + 50);
    // What is far behind is not looked at, or opening would take longer with every year.
    tamper({"UPDATE audit_entry SET reason = 'another' WHERE seq = 5"});
    QVERIFY(!verify().intact());
    m_world->workspace.reset();
    const auto other = testing::openOther(m_world->path(), store::Database::Access::ReadWrite);
    DONE(other);
    DONE((*other)->execute("DELETE FROM audit_entry WHERE seq = " + std::to_string(accounts::kAuditTail)));
    REFUSED(m_world->reopen(), ErrorCode::WorkspaceDamaged);
}

void TestAudit::whatIsFarBehindIsFoundAfterOpening() {
    manyEntries(9'000);
    m_world->workspace.reset();
    auto threaded = m_world->options;
    threaded.threaded = true;
    threaded.workers = 0;
    const auto setDuty = [&](app::Workspace& workspace) {
        // All entries have been read before the ones that this asks for: the reader takes turns.
        auto report = workspace.audit().verify(m_world->call, {}).result();
        return report ? workspace.dispatch().setDuty(m_world->call, CourierId("ann"), false).result()
                      : Result<std::int64_t>(tl::unexpected<Error>(report.error()));
    };
    {
        const auto whole = app::Workspace::open(m_world->path(), threaded);
        DONE(whole);
        DONE(setDuty(**whole));
    }
    {
        const auto other = testing::openOther(m_world->path(), store::Database::Access::ReadWrite);
        DONE(other);
        DONE((*other)->execute("UPDATE audit_entry SET reason = 'another' WHERE seq = 6000"));
    }
    {
        const auto edited = app::Workspace::open(m_world->path(), threaded);
        DONE(edited);
        const auto refused = setDuty(**edited);
        REFUSED(refused, ErrorCode::ReadOnly);
        const auto status = (*edited)->status();
        QVERIFY(status.state == api::EngineState::ReadOnly);
        for (const auto& told : {refused.error().message, status.reason}) {
            QVERIFY2(told.find("entry 6000") != std::string::npos, told.c_str());
            QVERIFY2(told.find("audit anchor") != std::string::npos, told.c_str());
        }
        const auto path = m_world->folder.filePath(QStringLiteral("audit.csv")).toStdString();
        DONE((*edited)->audit().exportCsv(m_world->call, {}, path, {}).result());
    }
    // From now on no opening goes on with it, until somebody answers for it.
    const auto refused = m_world->reopen();
    REFUSED(refused, ErrorCode::WorkspaceDamaged);
    QCOMPARE(refused.error().field, std::string("audit"));
    m_world->options.acceptAuditFault = true;
    DONE(m_world->reopen());
    DONE(app::renewAnchor(*m_world->workspace, m_world->call));
    m_world->options.acceptAuditFault = false;
    DONE(m_world->reopen());
    m_world->workspace.reset();
    const auto answered = app::Workspace::open(m_world->path(), threaded);
    DONE(answered);
    DONE(setDuty(**answered));
}

void TestAudit::anEngineThatEndsWritingDoesNothingMore() {
    auto& world = *m_world;
    DONE(world.get(world.orders().place(world.call, DeskWorld::request("A1"))));
    const auto unpaid = world.row("A1").status;
    const auto before = entries();
    auto waiting = world.dispatch().setDuty(world.call, CourierId("ann"), false);
    world.workspace->core().embedded()->endWriting({ErrorCode::WorkspaceDamaged, "the log is another's", "audit", {}});
    world.clock.advanceMs(86'400'000);  // the order is to be closed
    REFUSED(world.get(waiting), ErrorCode::ReadOnly);
    const auto late = world.get(world.dispatch().setDuty(world.call, CourierId("ann"), false));
    REFUSED(late, ErrorCode::ReadOnly);
    QVERIFY(late.error().message.find("the log is another's") != std::string::npos);
    QVERIFY(world.row("A1").status == unpaid);
    const auto status = world.workspace->status();
    QVERIFY(status.state == api::EngineState::ReadOnly && status.cause == ErrorCode::WorkspaceDamaged);
    QVERIFY(status.reason.find("the log is another's") != std::string::npos);
    // What leaves is told, by whoever opens it next.
    const auto path = world.folder.filePath(QStringLiteral("x.csv")).toStdString();
    DONE(world.get(world.orders().exportCsv(world.call, {}, path, {})));
    QVERIFY(entries() == before);
    DONE(world.reopen());
    QVERIFY(world.row("A1").status != unpaid);
    api::AuditFilter exports;
    exports.operations = {"data.export"};
    QCOMPARE(entries(exports).size(), std::size_t{1});
    QVERIFY(verify().intact());
}

/// For an engine whose time is not that of the clock, as during an import.
void TestAudit::entriesAreAtTheTimeOfThePeople() {
    base::VirtualClock people{m_world->clock.now().plusMs(1'000 * base::kDayMs)};
    m_world->options.wallClock = &people;
    DONE(m_world->reopen());
    dutyChanges(2);
    const auto all = entries();
    QCOMPARE(all.at(all.size() - 2).at, people.now());
    QCOMPARE(all.back().at, people.now());
    QCOMPARE(m_world->workspace->status().committedAt, m_world->clock.now());
    m_world->options.wallClock = nullptr;
    DONE(m_world->reopen());
    QVERIFY(verify().intact());
}

/// So are those who are added, whatever instant of its file an import has come to.
void TestAudit::couriersAreAddedAtTheTimeOfThePeople() {
    auto& world = *m_world;
    const auto addedAt = [&world](const char* courier) {
        return world
            .get(world.workspace->core().engine().ask<std::int64_t>(
                world.call,
                [courier](runtime::UnitOfWork& work) {
                    auto& statement = work.database().statement("SELECT created_at FROM courier WHERE courier_id = ?");
                    return store::readNumber(statement.bind(std::string_view(courier)));
                }))
            .value_or(-1);
    };
    DONE(world.couriers({"dan"}));
    QCOMPARE(addedAt("dan"), world.clock.now().ms);
    base::VirtualClock people{world.clock.now().plusMs(1'000 * base::kDayMs)};
    world.options.wallClock = &people;
    DONE(world.reopen());
    DONE(world.couriers({"eve"}));
    QCOMPARE(addedAt("eve"), people.now().ms);
    world.options.wallClock = nullptr;
    DONE(world.reopen());
}

/// The keychain is no part of the database: what cannot be told is taken back there.
void TestAudit::aRefundSecretIsToldOrNotKept() {
    auto& world = *m_world;
    test::MemorySecrets secrets;
    const auto set = [&](const std::optional<Secret>& secret) {
        return app::setRefundSecret(*world.workspace, secrets, world.call, "refunds", secret);
    };
    const auto kept = [&] {
        const auto all = secrets.all();
        const auto found = all.find("refunds");
        return found == all.end() ? std::string("none") : std::string(found->second.reveal());
    };
    const auto secret = [](const char* text) { return std::optional(Secret(std::string(text))); };
    const auto before = entries().size();
    REFUSED(set(std::nullopt), ErrorCode::NotFound);
    QCOMPARE(entries().size(), before);
    const std::tuple<std::optional<Secret>, std::string, std::string> steps[] = {
        {secret("one"), "one", "kept"}, {secret("two"), "two", "replaced"}, {std::nullopt, "none", "removed"}};
    for (const auto& [wanted, there, told] : steps) {
        DONE(set(wanted));
        QCOMPARE(kept(), there);
        const auto entry = entries().back();
        QCOMPARE(entry.operation, std::string("refunds.set_secret"));
        QCOMPARE(entry.subject, std::string("refund secret refunds"));
        QCOMPARE(entry.detail, told);
        QCOMPARE(entry.reason, std::string("because"));
        QVERIFY(entry.outcome == AuditOutcome::Done);
    }
    DONE(set(secret("three")));
    world.workspace->core().embedded()->endWriting({ErrorCode::WorkspaceDamaged, "the log is another's", "audit", {}});
    for (const auto& wanted : {secret("four"), std::optional<Secret>()}) {
        REFUSED(set(wanted), ErrorCode::ReadOnly);
        QCOMPARE(kept(), std::string("three"));
    }
}

void TestAudit::whatIsDoneToTasksIsToldOfEach() {
    auto& world = *m_world;
    for (const char* subject : {"a", "b"}) {
        DONE(world.get(world.workspace->core().engine().ask<bool>(world.call, [subject](runtime::UnitOfWork& work) {
            return tasks::make(work, api::TaskKind::Backup, subject, {}, work.now());
        })));
    }
    auto& desk = world.workspace->tasks();
    auto tasks = world.get(desk.page(world.call, {}));
    QVERIFY(tasks && tasks->size() == 2);
    std::sort(tasks->begin(), tasks->end(), [](const auto& x, const auto& y) { return x.subject < y.subject; });
    const auto first = "task " + std::to_string(tasks->at(0).id.value);
    const auto second = "task " + std::to_string(tasks->at(1).id.value);
    const auto said = [&](std::size_t back) {
        const auto all = entries();
        const auto& entry = all.at(all.size() - back);
        return entry.operation + ", " + entry.subject + ": " + entry.detail + " (" + entry.reason + ")";
    };
    DONE(world.get(desk.drop(world.call, {{tasks->at(0).id, 0}, {tasks->at(1).id, 0}})));
    QCOMPARE(said(2), "tasks.drop, " + first + ": backup a: dropped (because)");
    QCOMPARE(said(1), "tasks.drop, " + second + ": backup b: dropped (because)");
    DONE(world.get(world.workspace->core().engine().ask<bool>(world.call, [](runtime::UnitOfWork& work) {
        return tasks::make(work, api::TaskKind::Backup, "c", {}, work.now());
    })));
    api::TaskQuery pending;
    pending.filter.statuses = {api::TaskStatus::Pending};
    tasks = world.get(desk.page(world.call, pending));
    QVERIFY(tasks && tasks->size() == 1);
    DONE(world.get(desk.retry(world.call, {{tasks->at(0).id, 0}})));
    QCOMPARE(said(1), "tasks.retry, task " + std::to_string(tasks->at(0).id.value) + ": backup c: pending (because)");
    DONE(world.get(desk.setHeld(world.call, {api::TaskKind::CleanUp}, true)));
    QCOMPARE(said(1), std::string("tasks.set_held, tasks: clean up held (because)"));
    DONE(world.get(desk.setHeld(world.call, {api::TaskKind::CleanUp}, false)));
    QCOMPARE(said(1), std::string("tasks.set_held, tasks: clean up released (because)"));
}

void TestAudit::exportsAreWrittenWithFilterAndCount() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1") && world.buy("A2"));
    const auto path = world.folder.filePath(QStringLiteral("x.csv")).toStdString();
    api::OrderQuery query;
    query.filter.campus = CampusId("north");
    query.filter.statuses = {api::OrderStatus::WaitPickUp, api::OrderStatus::Closed};
    DONE(world.get(world.orders().exportCsv(world.call, query, path, {})));
    auto entry = entries().back();
    QCOMPARE(entry.operation, std::string("data.export"));
    QCOMPARE(entry.subject, std::string("orders"));
    QCOMPARE(entry.detail, "2 rows; filter status=WAIT_PICK_UP|CLOSED, campus=north; to " + path);
    QCOMPARE(entry.actor, world.call.actor.name);
    DONE(world.get(world.workspace->returns().exportCsv(world.call, {}, path, {})));
    QCOMPARE(entries().back().detail, "0 rows; no filter; to " + path);
    DONE(world.get(world.workspace->ledger().exportCsv(world.call, {}, path, {})));
    QCOMPARE(entries().back().subject, std::string("ledger"));
    DONE(world.get(world.workspace->campaigns().exportDraws(world.call, {}, path, {})));
    QCOMPARE(entries().back().subject, std::string("draws"));
    api::AuditFilter filter;
    filter.operations = {"data."};
    DONE(world.get(world.workspace->audit().exportCsv(world.call, filter, path, {})));
    QCOMPARE(QString::fromStdString(entries().back().detail),
             QString::fromStdString("4 rows; filter operation=data.; to " + path));
    DONE(world.get(world.workspace->audit().noteExport(world.call, {"couriers", "campus=north", 7, path})));
    QCOMPARE(entries().back().detail, "7 rows; filter campus=north; to " + path);
    DONE(world.get(world.workspace->audit().noteImport(world.call, {"orders", "till", path, 9, 4, 1, true})));
    QCOMPARE(entries().back().operation, std::string("data.import"));
    QCOMPARE(entries().back().subject, std::string("orders"));
    QCOMPARE(entries().back().detail,
             "9 rows, not all of the file; 4 accepted, 1 rejected; profile till; from " + path);
    // What did not come about is not told.
    const auto before = entries().size();
    REFUSED(world.get(world.orders().exportCsv(world.call, query, "/dev/full", {})), ErrorCode::Storage);
    REFUSED(world.get(world.orders().exportCsv(world.call, query, "/nowhere/x.csv", {})), ErrorCode::Storage);
    QCOMPARE(entries().size(), before);
}

void TestAudit::whatIsDoneBesideTheEngineIsWrittenByIt() {
    auto& world = *m_world;
    auto options = world.options;
    const auto path = world.folder.filePath(QStringLiteral("x.csv")).toStdString();
    const auto beside = app::Workspace::openReadOnly(world.path(), options);
    DONE(beside);
    const auto before = entries().size();
    api::Call call{{"vera", api::permissionsOf(api::Role::Auditor), {}, api::Via::CommandLine}, {}, {}};
    DONE((*beside)->orders().exportCsv(call, {}, path, {}).result());
    QCOMPARE(entries().size(), before);
    DONE(world.reopen());
    const auto entry = entries().back();
    QCOMPARE(entry.operation, std::string("data.export"));
    QCOMPARE(entry.actor, std::string("vera"));
    QVERIFY(entry.via == api::Via::CommandLine);
    QVERIFY(entry.detail.starts_with("0 rows; no filter; to " + path + "; beside the engine at 2024-06-01T00:00:00"));
    DONE(world.reopen());
    QCOMPARE(entries().size(), before + 1);
    // A folder that cannot be written to lets nothing out.
    QVERIFY(QFile::remove(QString::fromStdString(path)));
    const auto gone = app::Workspace::openReadOnly(world.path(), options);
    DONE(gone);
    const auto elsewhere = world.path() + "-elsewhere";
    std::filesystem::rename(world.path(), elsewhere);
    const auto refused = (*gone)->orders().exportCsv(call, {}, path, {}).result();
    std::filesystem::rename(elsewhere, world.path());
    REFUSED(refused, ErrorCode::Storage);
    QVERIFY(!QFile::exists(QString::fromStdString(path)));
}

void TestAudit::noNoteMakesAnEntryOfAnythingElse() {
    // Somebody with the folder, but without the key, would have the engine seal that another person did it.
    const auto before = entries().size();
    QFile file(QString::fromStdString(m_world->path() + "/audit.note.000000000000001-x"));
    for (const char* operation : {"refunds.approve", "accounts.reset_password", "audit.set_anchor", "data.import"}) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"at\":1717200000000,\"actor\":\"boss\",\"via\":\"console\",\"operation\":\"" +
                   QByteArray(operation) + "\",\"subject\":\"s\",\"reason\":\"r\",\"detail\":\"d\"}");
        file.close();
        DONE(m_world->reopen());
        QCOMPARE(entries().size(), before);
        QVERIFY(file.exists());  // for who looks into it
    }
    api::AuditRecord record;
    record.operation = "refunds.approve";
    REFUSED(app::AuditNotes::leave(m_world->path(), Instant{}, record), ErrorCode::ReadOnly);
}

void TestAudit::theAnchorIsKeptAsEvidence() {
    dutyChanges(12);
    m_world->workspace.reset();
    const auto before = app::AuditAnchor::read(m_world->path());
    QVERIFY(before && *before);
    m_world->options.acceptAuditFault = true;
    tamper({"DELETE FROM audit_entry WHERE seq > 8"});
    dutyChanges(10);
    DONE(m_world->reopen());
    const auto after = app::AuditAnchor::read(m_world->path());
    QVERIFY(after && *after && **after == **before);
    QCOMPARE(faults(), std::vector<AuditFaultKind>{AuditFaultKind::BadAnchor});
    // The anchor itself: gone, or of somebody without the key.
    m_world->workspace.reset();
    const auto path = QString::fromStdString(app::AuditAnchor::pathIn(m_world->path()));
    QVERIFY(QFile::remove(path));
    DONE(m_world->reopen());
    QCOMPARE(faults(), std::vector<AuditFaultKind>{AuditFaultKind::NoAnchor});
}

void TestAudit::withoutAKeyTheChainStillHolds() {
    m_world = std::make_unique<DeskWorld>();
    DONE(m_world->couriers({"ann"}));
    dutyChanges(3);
    const auto report = verify();
    QVERIFY(report.intact());
    QCOMPARE(report.sealed, 0);
    const auto state = m_world->get(m_world->workspace->audit().state(m_world->call));
    QVERIFY(state && state->keyId.empty() && !state->whyNoKey.empty());
}

void TestAudit::aSealedLogIsNotContinuedWithoutItsKey() {
    dutyChanges(2);
    m_secrets->broken = true;
    const auto refused = m_world->reopen();
    REFUSED(refused, ErrorCode::Unsupported);
    QCOMPARE(refused.error().field, std::string("keychain"));
    QVERIFY(refused.error().message.find("EVENHAND_SECRETS_DIR") != std::string::npos);
    // To look at it is still possible; the seals are not.
    auto options = m_world->options;
    auto readOnly = app::Workspace::openReadOnly(m_world->path(), options);
    DONE(readOnly);
    const auto report = (*readOnly)->audit().verify(m_world->call, {}).result();
    QVERIFY(report && report->intact() && report->sealed == 0);
    QVERIFY(report->faults.front().kind == AuditFaultKind::UnknownKey);
    readOnly->reset();
    m_secrets->broken = false;
    DONE(m_world->reopen());
    QVERIFY(verify().intact());
}

void TestAudit::anotherKeyIsSaid() {
    dutyChanges(2);
    m_secrets->becomes({});  // a new machine
    DONE(m_world->reopen());
    const auto entry = entries().back();
    QCOMPARE(entry.operation, std::string("audit.new_key"));
    QVERIFY(entry.outcome == AuditOutcome::Noted);
    dutyChanges(2);
    const auto report = verify();
    QVERIFY(report.intact());
    QCOMPARE(report.faults.size(), std::size_t{1});
    QVERIFY(report.faults.front().kind == AuditFaultKind::UnknownKey);
    QVERIFY(report.sealed >= 3);
}

void TestAudit::theLogGoesOnAfterARestart() {
    for (int i = 0; i < 4; ++i) {
        dutyChanges(3);
        DONE(m_world->reopen());
    }
    const auto all = entries();
    for (std::size_t i = 0; i < all.size(); ++i) {
        QCOMPARE(all[i].seq, static_cast<std::int64_t>(i + 1));
    }
    QVERIFY(verify().intact());
}

}  // namespace test_audit

QTEST_GUILESS_MAIN(test_audit::TestAudit)
#include "test_audit.moc"

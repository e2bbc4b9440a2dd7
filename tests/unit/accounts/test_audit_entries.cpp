// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of the audit log: in the transaction of what was done, in words, of refusals, at the time of the people.
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <tuple>

#include "app/workspace/audit_notes.h"
#include "app/workspace/refund_secret.h"
#include "audit_bench.h"
#include "engine/store/database/sql_text.h"
#include "engine/task_making/make.h"
#include "tests/support/fakes/memory_secrets.h"

namespace test_audit_entries {

using namespace evenhand;
using namespace evenhand::test::audit_log;

class TestAuditEntries : public QObject, protected AuditBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

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
    void entriesAreAtTheTimeOfThePeople();
    void couriersAreAddedAtTheTimeOfThePeople();
    void aRefundSecretIsToldOrNotKept();
    void whatIsDoneToTasksIsToldOfEach();
    void whatIsDoneBesideTheEngineIsWrittenByIt();
    void noNoteMakesAnEntryOfAnythingElse();
};

void TestAuditEntries::whatWasDoneIsWritten() {
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

void TestAuditEntries::amountsAndStatesAreInWords() {
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

void TestAuditEntries::reportsArePeoplesOnly() {
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

void TestAuditEntries::whatFailedIsNot() {
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
void TestAuditEntries::anUndoneBatchLeavesNoGap() {
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

void TestAuditEntries::rowsOfABulkActionHaveTheirOwn() {
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

void TestAuditEntries::whatChangedNothingIsNot() {
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

void TestAuditEntries::refusalsAreWritten() {
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

void TestAuditEntries::refusalsDoNotFillTheLog() {
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

void TestAuditEntries::refusalsAreCountedByActorAndMinute() {
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

void TestAuditEntries::aCommandThatWaitsLosesItsPermission() {
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

/// For an engine whose time is not that of the clock, as during an import.
void TestAuditEntries::entriesAreAtTheTimeOfThePeople() {
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
void TestAuditEntries::couriersAreAddedAtTheTimeOfThePeople() {
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
void TestAuditEntries::aRefundSecretIsToldOrNotKept() {
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

void TestAuditEntries::whatIsDoneToTasksIsToldOfEach() {
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

void TestAuditEntries::whatIsDoneBesideTheEngineIsWrittenByIt() {
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

void TestAuditEntries::noNoteMakesAnEntryOfAnythingElse() {
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

}  // namespace test_audit_entries

QTEST_GUILESS_MAIN(test_audit_entries::TestAuditEntries)
#include "test_audit_entries.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log is verified: its chain with its key and its anchor against edits, deletions, swaps and truncations.
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "app/workspace/audit_anchor.h"
#include "app/workspace/renew_anchor.h"
#include "app/workspace/verification.h"
#include "audit_bench.h"
#include "engine/accounts/audit_checks.h"
#include "engine/store/records/audit_store.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/servers/other_connection.h"
#include "tests/unit/desks/desk_world.h"

namespace test_audit_verification {

using namespace evenhand;
using namespace evenhand::test::audit_log;

class TestAuditVerification : public QObject, protected AuditBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

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
    void theAnchorIsKeptAsEvidence();
    void withoutAKeyTheChainStillHolds();
    void aSealedLogIsNotContinuedWithoutItsKey();
    void anotherKeyIsSaid();
    void theLogGoesOnAfterARestart();
};

void TestAuditVerification::anUntouchedLogVerifies() {
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

void TestAuditVerification::tampering_data() {
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

void TestAuditVerification::tampering() {
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

void TestAuditVerification::forgeries_data() {
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
void TestAuditVerification::forgeries() {
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
void TestAuditVerification::anotherIdAtTheSamePlace() {
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

void TestAuditVerification::aPlaceMayGetAnotherWorkspace() {
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

void TestAuditVerification::aFirstKeyMayComeLater() {
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

void TestAuditVerification::aKeyThatCannotBeKeptSealsNothing() {
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

void TestAuditVerification::anOpeningReadsTheNewestEntriesOnly() {
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

void TestAuditVerification::whatIsFarBehindIsFoundAfterOpening() {
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

void TestAuditVerification::anEngineThatEndsWritingDoesNothingMore() {
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

void TestAuditVerification::theAnchorIsKeptAsEvidence() {
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

void TestAuditVerification::withoutAKeyTheChainStillHolds() {
    m_world = std::make_unique<DeskWorld>();
    DONE(m_world->couriers({"ann"}));
    dutyChanges(3);
    const auto report = verify();
    QVERIFY(report.intact());
    QCOMPARE(report.sealed, 0);
    const auto state = m_world->get(m_world->workspace->audit().state(m_world->call));
    QVERIFY(state && state->keyId.empty() && !state->whyNoKey.empty());
}

void TestAuditVerification::aSealedLogIsNotContinuedWithoutItsKey() {
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

void TestAuditVerification::anotherKeyIsSaid() {
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

void TestAuditVerification::theLogGoesOnAfterARestart() {
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

}  // namespace test_audit_verification

QTEST_GUILESS_MAIN(test_audit_verification::TestAuditVerification)
#include "test_audit_verification.moc"

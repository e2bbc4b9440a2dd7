// SPDX-License-Identifier: GPL-3.0-or-later
// The runner of checks: what it makes of one that meets damage, of one that cannot read at all, and of many offenders.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/runtime/verifier.h"
#include "engine/store/database/migrator.h"
#include "engine/store/pages/verify_store.h"
#include "tests/support/check.h"
#include "tests/support/servers/fault_disk.h"

namespace test_verifier {

using namespace evenhand;
using runtime::Check;
using runtime::Finding;
using runtime::ReadSnapshot;
using store::Database;

class TestVerifier : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        const auto path = m_folder->filePath(QStringLiteral("w.db")).toStdString();
        auto made = Database::openSqlite(path, Database::Access::ReadWrite, true);
        EVENHAND_NEED(made);
        m_writer = *std::move(made);
        EVENHAND_NEED(store::createSchema(
            *m_writer, {0, "b7a1f9a2-1111-4222-8333-444455556666", "CNY", 2, "Asia/Shanghai", {1}, {}}));
        auto reader = Database::openSqlite(path, Database::Access::ReadOnly, false);
        EVENHAND_NEED(reader);
        m_reader = *std::move(reader);
        EVENHAND_NEED(m_reader->beginRead());
    }

    void damageIsOneViolationAndTheOthersGoOn();
    void whatCannotBeReadIsNoViolation();
    void whoeverWatchesMayEndIt();
    void manyOffendersAreCountedAndTheFirstKept();
    void workThatNobodyRemembers();
    void aTableThatCannotBeReadToItsEnd();

private:
    /// Counts the tables, so the snapshot must be readable.
    static Check reading(const char* id) {
        return {id, "Reads", [](ReadSnapshot& snapshot, Finding& finding) -> Result<void> {
                    auto& tables = snapshot.database.statement("SELECT name FROM sqlite_schema WHERE type = 'table'");
                    EVENHAND_TRY(tables.query());
                    while (tables.next()) {
                        ++finding.checked;
                    }
                    return tables.status();
                }};
    }
    static Check failing(const char* id, ErrorCode code) {
        return {id, "Fails", [code](ReadSnapshot& snapshot, Finding&) -> Result<void> {
                    snapshot.database.rollback();  // as a database that meets damage may do by itself
                    return fail(code, "as told");
                }};
    }
    ReadSnapshot snapshot() { return {*m_reader, m_keyspace}; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Database> m_writer;
    std::unique_ptr<Database> m_reader;
    keyspace::EmbeddedKeyspace m_keyspace;
};

void TestVerifier::damageIsOneViolationAndTheOthersGoOn() {
    const std::vector<Check> checks{reading("A"),
                                    failing("B", ErrorCode::WorkspaceDamaged),
                                    reading("C"),
                                    {"D", "Meets a word",
                                     [&](ReadSnapshot& at, Finding& finding) -> Result<void> {
                                         ++finding.checked;
                                         at.database.unknownWord("orders", "status", "nonsense", "N1");
                                         // Those behind it still look at one moment.
                                         return m_writer->execute("CREATE TABLE later(what TEXT)");
                                     }},
                                    reading("E")};
    const auto verdicts = runtime::verify(checks, snapshot());
    EVENHAND_NEED(verdicts);
    QCOMPARE(verdicts->size(), std::size_t{5});
    for (const std::size_t sound : {0, 2, 4}) {
        const auto& finding = verdicts->at(sound).finding;
        QVERIFY(finding.checked > 10 && finding.violations == 0);
        QCOMPARE(finding.checked, verdicts->at(0).finding.checked);
    }
    QCOMPARE(verdicts->at(1).id, std::string("B"));
    QCOMPARE(verdicts->at(1).name, std::string("Fails"));
    QCOMPARE(verdicts->at(1).finding.violations, 1);
    QVERIFY(verdicts->at(1).finding.offenders.front().find("as told") != std::string::npos);
    QCOMPARE(verdicts->at(3).finding.violations, 1);  // told with the check that met it, and once
    QVERIFY(verdicts->at(3).finding.offenders.front().find("nonsense") != std::string::npos);
}

void TestVerifier::whatCannotBeReadIsNoViolation() {
    int ran = 0;
    const std::vector<Check> checks{failing("A", ErrorCode::Storage),
                                    {"B", "Counts", [&](ReadSnapshot&, Finding&) -> Result<void> {
                                         ++ran;
                                         return {};
                                     }}};
    const auto verdicts = runtime::verify(checks, snapshot());
    QVERIFY(!verdicts);
    QCOMPARE(verdicts.error().code, ErrorCode::Storage);
    QCOMPARE(ran, 0);
}

void TestVerifier::whoeverWatchesMayEndIt() {
    std::string seen;
    const std::vector<Check> checks{reading("A"), reading("B"), reading("C")};
    const auto ended = runtime::verify(checks, snapshot(), [&](const Check& next) {
        seen += next.id;
        return next.id != "B";
    });
    QVERIFY(!ended);
    QCOMPARE(ended.error().code, ErrorCode::Cancelled);
    QCOMPARE(seen, std::string("AB"));
}

void TestVerifier::manyOffendersAreCountedAndTheFirstKept() {
    Finding finding;
    int made = 0;
    for (int i = 1; i <= 30; ++i) {
        finding.expect(i % 2 == 0 && i < 10, [&] {
            ++made;
            return std::to_string(i);
        });
    }
    QCOMPARE(finding.checked, 30);
    QCOMPARE(finding.violations, 26);
    QCOMPARE(made, 26);
    QCOMPARE(finding.offenders.size(), Finding::kMaxOffenders);
    QCOMPARE(finding.offenders.front(), std::string("1"));
    QCOMPARE(finding.offenders.back(), std::string("24"));
}

/// Of a workspace whose mark cannot be read nothing is known to be missing; of another all of it.
void TestVerifier::workThatNobodyRemembers() {
    const auto findingOf = [&](std::optional<store::JournalMark> known) {
        Finding finding;
        auto at = snapshot();
        const auto ran = runtime::missingWorkCheck(known).run(at, finding);
        return std::pair(ran.has_value(), finding.violations);
    };
    QCOMPARE(findingOf(std::nullopt), (std::pair<bool, std::int64_t>{true, 0}));
    QCOMPARE(findingOf(store::JournalMark{}), (std::pair<bool, std::int64_t>{true, 0}));
    QCOMPARE(findingOf(store::JournalMark{1, {5}, 7}), (std::pair<bool, std::int64_t>{true, 1}));
}

/// Rows that came before the read failed are no table: whoever looks at them would find nothing wrong with the rest.
void TestVerifier::aTableThatCannotBeReadToItsEnd() {
    constexpr int kRows = 5'000;
    test::FaultDisk disk;
    {
        auto made = Database::openSqlite("w.db", Database::Access::ReadWrite, true, disk.vfs());
        EVENHAND_NEED(made);
        EVENHAND_NEED(store::createSchema(
            **made, {0, "b7a1f9a2-1111-4222-8333-444455556666", "CNY", 2, "Asia/Shanghai", {1}, {}}));
        EVENHAND_NEED((*made)->execute("PRAGMA foreign_keys = OFF"));
        EVENHAND_NEED((*made)->execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(kRows) +
            ") INSERT INTO order_event(order_id, at, kind, actor, detail) SELECT i, i, 'placed', 'ann', '' FROM n"));
        EVENHAND_NEED((*made)->checkpoint(true));
    }
    for (const bool broken : {false, true}) {
        auto database = Database::openSqlite("w.db", Database::Access::ReadOnly, false, disk.vfs());
        EVENHAND_NEED(database);
        EVENHAND_NEED((*database)->beginRead());
        int rows = 0;
        const auto read = store::verify::eachEvent(**database, [&](const store::verify::Event&) {
            if (++rows == 1 && broken) {
                disk.plan(test::Fault::ReadError, 1, 1, 1);
            }
        });
        disk.plan(test::Fault::None, 0, 0, 1);
        QCOMPARE(read.has_value(), !broken);
        QCOMPARE(rows == kRows, !broken);
        if (broken) {
            QCOMPARE(read.error().code, ErrorCode::Storage);
            QVERIFY(rows > 0);
        }
    }
}

}  // namespace test_verifier

QTEST_GUILESS_MAIN(test_verifier::TestVerifier)
#include "test_verifier.moc"

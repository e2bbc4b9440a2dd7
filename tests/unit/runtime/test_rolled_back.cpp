// SPDX-License-Identifier: GPL-3.0-or-later
// A batch that is rolled back and run again: what was due between its commands still happens between them, and who
// failed in it fails alone.
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/check.h"
#include "tests/support/shops/toy_domain.h"

namespace test_rolled_back {

using namespace evenhand;
using namespace evenhand::test;
using runtime::UnitOfWork;

namespace {

/// Due once, at 2000; whether it was is in the keyspace, so that it is undone with its batch.
class DueOnce final : public runtime::DueSource {
public:
    std::optional<Instant> nextDue() override {
        const auto done = keyspace->call({"EXISTS", "due:at"});
        return done && done->integer == 0 ? std::optional(Instant{2'000}) : std::nullopt;
    }
    Result<void> runDue(UnitOfWork& work) override {
        ++runs;
        EVENHAND_TRY(work.keyspace().call({"SET", "due:at", std::to_string(work.now().ms)}));
        return {};
    }
    void undone() noexcept override { ++undos; }
    keyspace::Keyspace* keyspace = nullptr;
    int runs = 0;
    int undos = 0;
};

Result<std::int64_t> addProduct(UnitOfWork& work, const std::string& sku) {
    return work.database()
        .statement("INSERT INTO product(sku, name, unit_price, stock) VALUES (?, 'n', 1, 1)")
        .bind(sku)
        .write();
}

Error asTold() { return {ErrorCode::WrongStatus, "as told", {}, {}}; }

/// Fails after a write.
class DueFails final : public runtime::DueSource {
public:
    std::optional<Instant> nextDue() override { return Instant{1'000}; }
    Result<void> runDue(UnitOfWork& work) override {
        ++runs;
        EVENHAND_TRY(addProduct(work, "due"));
        return fail(asTold());
    }
    void undone() noexcept override {}
    int runs = 0;
};

/// Needs more room than there is, the first time.
class TooMuchOnce final : public runtime::MessageHandler {
public:
    Result<void> handle(UnitOfWork& work, const runtime::Message&) override {
        if (++runs > 1) {
            return {};
        }
        EVENHAND_TRY(work.database().execute("PRAGMA max_page_count = 1"));  // as many as there are
        return work.database().execute(
            "INSERT INTO product(sku, name, unit_price, stock) VALUES ('big', hex(zeroblob(1000000)), 0, 0)");
    }
    Result<void> onDead(UnitOfWork&, const runtime::Message&, const Error&) override { return {}; }
    int runs = 0;
};

/// An engine on a clock that stands still.
struct Stepped {
    explicit Stepped(app::OpenOptions options = {}) {
        options.clock = &clock;
        options.threaded = false;
        const auto path = folder.filePath(QStringLiteral("w")).toStdString();
        auto made = app::WorkspaceCore::create(path, {}, options);
        core = made ? app::WorkspaceCore::open(path, options) : tl::unexpected(made.error());
    }
    [[nodiscard]] runtime::EmbeddedEngine& engine() const { return *(*core)->embedded(); }
    [[nodiscard]] std::int64_t products() const { return number("SELECT COUNT(*) FROM product"); }
    [[nodiscard]] std::int64_t number(const char* sql) const {
        const auto rows = engine().ask<std::int64_t>(toyCall(), [sql](UnitOfWork& work) -> Result<std::int64_t> {
            auto& count = work.database().statement(sql);
            EVENHAND_TRY(count.query());
            const auto number = count.next() ? count.onlyNumber() : -1;
            count.finish();
            return number;
        });
        engine().runUntilIdle();
        return rows.result().value_or(-1);
    }

    QTemporaryDir folder;
    base::VirtualClock clock{{5'000}};
    Result<std::unique_ptr<app::WorkspaceCore>> core = tl::unexpected(Error{});
};

}  // namespace

class TestRolledBack : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anImportKeepsItsOrderOfTime();
    void undoneAfterAWrite_data();
    void undoneAfterAWrite();
    void aRowThatWasRolledBackRunsAgain();
    void dueWorkUndoneAfterAWrite();
    void aMessageThatStorageCannotTakeRefusesNobody();
};

void TestRolledBack::anImportKeepsItsOrderOfTime() {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("w")).toStdString();
    const base::VirtualClock clock({0});
    app::OpenOptions options;
    options.clock = &clock;
    options.threaded = false;
    options.engine.importClock = true;
    EVENHAND_NEED(app::WorkspaceCore::create(path, {}, options));
    DueOnce due;
    auto core = app::WorkspaceCore::open(path, options);
    EVENHAND_NEED(core);
    auto& engine = *(*core)->embedded();
    due.keyspace = &engine.keyspace();
    engine.addDueSource(due);
    EVENHAND_NEED((*core)->start());
    engine.runUntilIdle();

    const auto ask = [&](std::int64_t id, Instant when) {
        return engine.ask<std::int64_t>(toyCall(when), [id](UnitOfWork& work) { return runToy(work, {.id = id}); });
    };
    auto first = ask(1, {1'000});
    auto second = ask(2, {3'000});
    auto tooMuch = engine.ask<std::int64_t>(toyCall(Instant{3'500}), [](UnitOfWork& work) -> Result<std::int64_t> {
        EVENHAND_TRY(work.database().execute("PRAGMA max_page_count = 1"));  // as many as there are
        EVENHAND_TRY(work.database().execute(
            "INSERT INTO product(sku, name, unit_price, stock) VALUES ('big', hex(zeroblob(1000000)), 0, 0)"));
        return 0;
    });
    engine.runUntilIdle();

    QVERIFY(!tooMuch.result());
    QCOMPARE(due.undos, 2);  // with the whole batch, and alone
    QCOMPARE(due.runs, 2);
    EVENHAND_NEED(first.result());
    QCOMPARE(first.result().value(), 1'000);
    EVENHAND_NEED(second.result());
    QCOMPARE(second.result().value(), 3'000);
    const auto dueAt = engine.keyspace().call({"GET", "due:at"});
    EVENHAND_NEED(dueAt);
    QCOMPARE(dueAt->text, std::string("2000"));
}

/// Batches make no savepoints. Where a command fails after it has written, the batch is run again with them: it hears
/// its own error, the others are kept, and for some batches there are savepoints from the start.
void TestRolledBack::undoneAfterAWrite_data() {
    QTest::addColumn<int>("careful");
    QTest::addColumn<int>("runsOfSecond");
    QTest::newRow("careful afterwards") << 256 << 3;
    QTest::newRow("careful once") << 1 << 5;
}

void TestRolledBack::undoneAfterAWrite() {
    QFETCH(int, careful);
    QFETCH(int, runsOfSecond);
    app::OpenOptions options;
    options.engine.savepointBatches = careful;
    const Stepped stepped(options);
    EVENHAND_NEED(stepped.core);
    auto& engine = stepped.engine();
    EVENHAND_NEED((*stepped.core)->start());
    engine.runUntilIdle();

    int runs = 0;
    const auto ask = [&](const std::string& sku, bool fails) {
        return engine.ask<std::int64_t>(toyCall(), [&runs, sku, fails](UnitOfWork& work) -> Result<std::int64_t> {
            ++runs;
            EVENHAND_TRY(work.keyspace().call({"SET", "last:" + sku, "1"}));
            EVENHAND_ASSIGN(const auto rows, addProduct(work, sku));
            return fails ? Result<std::int64_t>(fail(asTold())) : rows;
        });
    };
    for (const int expected : {5, runsOfSecond}) {
        const auto before = stepped.products();
        const auto no = std::to_string(before);
        runs = 0;
        auto first = ask("a" + no, false);
        auto second = ask("b" + no, true);
        auto third = ask("c" + no, false);
        engine.runUntilIdle();
        EVENHAND_NEED(first.result());
        EVENHAND_NEED(third.result());
        QVERIFY(!second.result());
        QCOMPARE(second.result().error().code, ErrorCode::WrongStatus);
        QCOMPARE(runs, expected);
        const auto kept = engine.keyspace().call({"EXISTS", "last:a" + no, "last:b" + no, "last:c" + no});
        EVENHAND_NEED(kept);
        QCOMPARE(kept->integer, 2);
        QCOMPARE(stepped.products(), before + 2);
    }
}

/// The rows of a request that is done once: what a batch that was rolled back had kept of them is gone with it.
void TestRolledBack::aRowThatWasRolledBackRunsAgain() {
    app::OpenOptions options;
    options.engine.savepointBatches = 1;
    const Stepped stepped(options);
    EVENHAND_NEED(stepped.core);
    auto& engine = stepped.engine();
    EVENHAND_NEED((*stepped.core)->start());
    engine.runUntilIdle();

    int runs = 0;
    // Of each row: "+" done, "=" done before, "-" not done.
    const auto send = [&](const std::string& failing) {
        const auto once = std::make_shared<api::Once>(
            std::vector<api::Once::Key>{{"key", "body"}},
            [](const std::any& rows) { return std::to_string(*std::any_cast<const std::int64_t*>(rows)); });
        auto call = toyCall();
        call.once = once;
        runs = 0;
        std::string said;
        engine.askMany<std::string, std::int64_t>(
            call, std::vector<std::string>{"a", "b", "c"},
            [&runs, failing](UnitOfWork& work, const std::string& sku) -> Result<std::int64_t> {
                ++runs;
                EVENHAND_ASSIGN(const auto rows, addProduct(work, sku));
                return failing.find(sku) != std::string::npos ? Result<std::int64_t>(fail(asTold())) : rows;
            },
            [&said, once](const std::vector<Result<std::int64_t>>& rows) {
                for (std::size_t row = 0; row < rows.size(); ++row) {
                    const bool before = !rows[row] && rows[row].error().code == ErrorCode::KeyReused;
                    said += rows[row] ? "+" : before && once->repeated(row) == "1" ? "=" : "-";
                }
            });
        engine.runUntilIdle();
        return said;
    };
    const auto kept = [&] { return stepped.number("SELECT COUNT(*) FROM api_answer"); };
    QCOMPARE(send("abc"), std::string("---"));
    QCOMPARE(runs, 6);  // each of them in a batch that was rolled back, and again
    QCOMPARE(kept(), 0);
    QCOMPARE(send("b"), std::string("+-+"));
    QCOMPARE(runs, 5);
    QCOMPARE(kept(), 3);  // two rows and the request
    QCOMPARE(send({}), std::string("=+="));
    QCOMPARE(runs, 1);
    QCOMPARE(kept(), 4);
    QCOMPARE(stepped.products(), 3);
}

/// Due work that fails after it has written fails alone as well: once more with savepoints, then it waits its time.
void TestRolledBack::dueWorkUndoneAfterAWrite() {
    DueFails due;
    const Stepped stepped;
    EVENHAND_NEED(stepped.core);
    auto& engine = stepped.engine();
    engine.addDueSource(due);
    EVENHAND_NEED((*stepped.core)->start());
    engine.runUntilIdle();
    QCOMPARE(due.runs, 2);
    QCOMPARE(stepped.products(), 0);
    QCOMPARE(engine.status().state, api::EngineState::Live);
}

/// Messages come before the commands of a batch: these run in the next one.
void TestRolledBack::aMessageThatStorageCannotTakeRefusesNobody() {
    TooMuchOnce handler;
    Stepped stepped;
    EVENHAND_NEED(stepped.core);
    auto& engine = stepped.engine();
    engine.addConsumer("toy", "toy", handler);
    EVENHAND_NEED((*stepped.core)->start());
    engine.runUntilIdle();
    auto published =
        engine.ask<std::int64_t>(toyCall(), [](UnitOfWork& work) { return runToy(work, {.id = 1, .publish = true}); });
    QVERIFY(engine.step());
    EVENHAND_NEED(published.result());
    auto waiting = engine.ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
        EVENHAND_TRY(work.database().execute("PRAGMA max_page_count = 1000000"));
        return runToy(work, {.id = 2});
    });
    engine.runUntilIdle();
    QCOMPARE(handler.runs, 1);
    EVENHAND_NEED(waiting.result());
    QCOMPARE(stepped.products(), 2);
    stepped.clock.advanceMs(60'000);
    engine.runUntilIdle();
    QCOMPARE(handler.runs, 2);
    QCOMPARE(engine.status().state, api::EngineState::Live);
}

}  // namespace test_rolled_back

QTEST_GUILESS_MAIN(test_rolled_back::TestRolledBack)
#include "test_rolled_back.moc"

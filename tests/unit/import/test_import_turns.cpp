// SPDX-License-Identifier: GPL-3.0-or-later
// Who imports goes on working: what she asks for beside her import is answered in its turn and not behind the rows that
// wait.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <memory>
#include <string>

#include "app/import/import_run.h"
#include "app/workspace/workspace.h"
#include "engine/base/clock.h"
#include "tests/support/check.h"

namespace test_import_turns {

using namespace evenhand;
using import::ImportKind;

namespace {

constexpr Instant kStart{1'767'225'600'000};  // 2026-01-01T00:00:00Z
constexpr int kRows = 600;
constexpr std::size_t kBatch = 32;          ///< commands
constexpr std::uint64_t kMany = 400;        ///< commands that wait when she asks
constexpr int kTurnBatches = 128 / kBatch;  ///< so many run before it is somebody else's turn

std::string fileOf(ImportKind kind) {
    std::string text;
    const auto add = [&](const char* head, const std::function<std::string(const std::string&)>& row) {
        text = head;
        for (int i = 1; i <= kRows; ++i) {
            text += "\n" + row(std::to_string(i));
        }
    };
    switch (kind) {
        case ImportKind::Couriers:
            add("courier_id,campus,name,phone,on_duty", [](const std::string& i) { return "c" + i + ",north,C,,no"; });
            break;
        case ImportKind::Products:
            add("sku,name,unit_price,stock", [](const std::string& i) { return "p" + i + ",P,1.00,5"; });
            break;
        case ImportKind::Stock: add("sku,stock", [](const std::string& i) { return "tea,1" + i; }); break;
        case ImportKind::Orders:
            add("order_no,user_id,campus,sku,quantity,unit_price,placed_at",
                [](const std::string& i) { return "o" + i + ",u" + i + ",north,tea,1,1.00,2025-12-31T12:00:00Z"; });
            break;
        case ImportKind::Returns:
            add("return_no,user_id,sku,quantity,at,reason",
                [](const std::string& i) { return "r" + i + ",u" + i + ",tea,1,2025-12-31T18:00:00Z,broken"; });
            break;
        case ImportKind::Rosters:
            add("courier_id,mon,tue,wed,thu,fri,sat,sun",
                [](const std::string& i) { return "c" + i + ",09:00-12:00,,,,,,"; });
            break;
    }
    return text + "\n";
}

}  // namespace

class TestImportTurns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        app::OpenOptions options;
        options.clock = &m_clock;
        options.threaded = false;
        options.engine.batchCommands = kBatch;
        auto made = app::Workspace::create(m_folder->filePath(QStringLiteral("w")).toStdString(), {}, options);
        EVENHAND_NEED(made);
        m_workspace = std::move(*made);
        EVENHAND_NEED(
            asked(m_workspace->orders().upsertProducts(m_ann, {{Sku("tea"), "Tea", Money{100}, 1'000'000}}, false)));
    }
    void cleanup() {
        m_workspace.reset();
        m_folder.reset();
    }

    void whoImportsNeedNotWait_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("before");  ///< what has to be imported first; -1: nothing
        const auto row = [](const char* name, ImportKind kind, int before) {
            QTest::newRow(name) << static_cast<int>(kind) << before;
        };
        row("couriers", ImportKind::Couriers, -1);
        row("products", ImportKind::Products, -1);
        row("stock", ImportKind::Stock, -1);
        row("orders", ImportKind::Orders, -1);
        row("returns", ImportKind::Returns, static_cast<int>(ImportKind::Orders));
        row("rosters", ImportKind::Rosters, static_cast<int>(ImportKind::Couriers));
    }
    void whoImportsNeedNotWait() {
        QFETCH(int, kind);
        QFETCH(int, before);
        if (before >= 0) {
            EVENHAND_NEED(imported(static_cast<ImportKind>(before), [this] { step(); }));
        }
        api::Answer<void> click;
        bool clicked = false;
        bool answered = false;
        int batches = 0;
        EVENHAND_NEED(imported(static_cast<ImportKind>(kind), [&] {
            if (!clicked && m_workspace->status().inboxDepth >= kMany) {
                clicked = true;
                click = m_workspace->shop().addProduct(m_ann, {Sku("cup"), "Cup", Money{100}, 1, {}});
            }
            step();
            batches += clicked && !answered ? 1 : 0;
            answered = clicked && click.isFinished();
        }));
        QVERIFY2(clicked, "the rows never waited");
        QVERIFY(answered);
        EVENHAND_NEED(click.result());
        QVERIFY2(batches <= kTurnBatches + 2, std::to_string(batches).c_str());
    }

private:
    void step() {
        m_workspace->step();
        if (++m_steps > 100'000) {
            qFatal("the import does not go on");
        }
    }
    template <typename T>
    Result<T> asked(api::Answer<T> answer) {
        m_workspace->runUntilIdle();
        return answer.result();
    }
    Result<void> imported(ImportKind kind, const std::function<void()>& step) {
        const auto path = m_folder->filePath(QString::number(static_cast<int>(kind)) + QStringLiteral(".csv"));
        QFile file(path);
        const auto text = fileOf(kind);
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0) {
            return fail(ErrorCode::Storage, "not written");
        }
        file.close();
        EVENHAND_ASSIGN(const auto input, import::InputFile::open(path.toStdString(), {}));
        import::ImportPlan plan;
        plan.kind = kind;
        plan.paid = true;
        import::ImportReport report;
        return import::runImport(*m_workspace, input, plan, {m_ann.actor, {}, false}, {{}, {}, step}, report);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    base::VirtualClock m_clock{kStart};
    std::unique_ptr<app::Workspace> m_workspace;
    const api::Call m_ann{api::Actor::administrator("ann", api::Via::Console), {}, {}};
    int m_steps = 0;
};

}  // namespace test_import_turns

QTEST_GUILESS_MAIN(test_import_turns::TestImportTurns)
#include "test_import_turns.moc"

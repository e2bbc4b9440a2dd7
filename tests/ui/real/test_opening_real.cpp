// SPDX-License-Identifier: GPL-3.0-or-later
// How the console comes to a workspace in a folder: beside the window, which goes on while a keychain thinks.
#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <atomic>
#include <memory>

#include "app/evenhand/console_app.h"
#include "app/evenhand/console_options.h"
#include "app/evenhand/console_restore.h"
#include "app/workspace/keychain.h"
#include "tests/support/check.h"
#include "tests/support/fakes/memory_secrets.h"

namespace test_opening_real {

using namespace evenhand;

namespace {

constexpr int kPatience = 40'000;

/// A keychain whose owner is asked first, and takes their time.
class SlowSecrets final : public api::SecretStore {
public:
    Result<std::optional<Secret>> read(const std::string& name) override {
        wait();
        return m_kept.read(name);
    }
    Result<void> write(const std::string& name, const Secret& secret) override {
        wait();
        return m_kept.write(name, secret);
    }
    Result<void> remove(const std::string& name) override { return m_kept.remove(name); }
    void answer() { m_answers.release(100); }

    std::atomic<int> asked{0};
    std::atomic<bool> onGuiThread{false};

private:
    void wait() {
        ++asked;
        onGuiThread = onGuiThread || QThread::currentThread() == QApplication::instance()->thread();
        if (!onGuiThread) {
            m_answers.acquire();
        }
    }
    test::MemorySecrets m_kept;
    QSemaphore m_answers;
};

struct Start {
    explicit Start(const QTemporaryDir& folder, const QString& workspace = {}) {
        app::ProgramOptions options;
        options.workspace = workspace;
        options.language = QStringLiteral("en");
        options.theme = ui::ThemeChoice::Light;
        console = std::make_unique<app::ConsoleApp>(options, folder.filePath(QStringLiteral("console.ini")));
        started = console->start();
    }
    template <typename T>
    [[nodiscard]] static T* topLevel() {
        for (auto* widget : QApplication::topLevelWidgets()) {
            if (auto* found = qobject_cast<T*>(widget); found && found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] static ui::FirstStart* first() { return topLevel<ui::FirstStart>(); }
    [[nodiscard]] static ui::MainWindow* window() { return topLevel<ui::MainWindow>(); }
    template <typename T>
    [[nodiscard]] static T* part(const char* name) {
        return first()->findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] static QString problem() {
        const auto* label = part<QLabel>("startProblem");
        return label->isVisible() ? label->text() : QString();
    }

    std::unique_ptr<app::ConsoleApp> console;
    bool started = false;
};

}  // namespace

class TestOpeningReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        // Nobody is to look for a key in this desktop's keychain.
        qputenv("EVENHAND_SECRETS_DIR", QFile::encodeName(m_secrets.path()));
    }

    void helpNamesTheProgram() {
        for (const auto* flag : {"-h", "--help"}) {
            const auto options = app::parseOptions({QStringLiteral("evenhand"), QString::fromLatin1(flag)});
            EVENHAND_NEED(options);
            const QString text = options->text.value_or(QString());
            QVERIFY2(text.startsWith(QStringLiteral("Usage: evenhand ")), qPrintable(text));
        }
    }

    void aSlowKeychainHoldsNothingUp_data() {
        QTest::addColumn<bool>("there");
        QTest::newRow("made") << false;
        QTest::newRow("opened") << true;
    }
    void aSlowKeychainHoldsNothingUp() {
        QFETCH(bool, there);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("around/shop"));
        if (there) {
            QVERIFY(QDir().mkpath(QFileInfo(path).absolutePath()));
            QVERIFY(app::WorkspaceCore::create(path.toStdString(), {}));
        }
        const auto secrets = std::make_shared<SlowSecrets>();
        app::WorkspaceOpener opener([secrets] { return secrets; });
        auto opening = there ? opener.open(path, {}) : opener.create(path, {}, false);
        int ticks = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] { ++ticks; });
        timer.start(1);
        QTRY_VERIFY_WITH_TIMEOUT(secrets->asked > 0 && ticks > 20, kPatience);
        QVERIFY(!secrets->onGuiThread);
        QVERIFY(!opening.isFinished());
        secrets->answer();
        QTRY_VERIFY_WITH_TIMEOUT(opening.isFinished(), kPatience);
        const auto opened = opening.result();
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        const auto workspace = opened->take();
        auto state = workspace->audit().state({api::Actor::administrator("local:test"), {}, {}});
        state.waitForFinished();
        QVERIFY(state.result() && !state.result()->keyId.empty());
        QVERIFY(!secrets->onGuiThread);
    }

    /// Webhooks and tokens with a secret can be tried in it; the machine's keychain has nothing of them.
    void theDemoKeepsItsSecretsInMemory() {
        QTemporaryDir folder;
        const auto secrets = std::make_shared<SlowSecrets>();
        app::WorkspaceOpener opener([secrets] { return secrets; });
        auto opening = opener.create(folder.filePath(QStringLiteral("demo")), {}, true);
        QTRY_VERIFY_WITH_TIMEOUT(opening.isFinished(), kPatience);
        const auto opened = opening.result();
        QVERIFY(opened.has_value());
        QCOMPARE(secrets->asked.load(), 0);
        auto& workspace = **opened->workspace;
        auto state = workspace.audit().state({api::Actor::administrator("test"), {}, {}});
        QTRY_VERIFY_WITH_TIMEOUT(state.isFinished(), kPatience);
        QVERIFY(state.result() && !state.result()->keyId.empty());
    }

    void aFolderIsOpenedBesideTheFirstPage() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("shop"));
        QVERIFY(app::WorkspaceCore::create(path.toStdString(), {}));
        Start start(folder, path);
        QVERIFY(start.started);
        QVERIFY(Start::first() != nullptr && Start::window() == nullptr);  // nothing was waited for
        QVERIFY(!Start::part<QPushButton>("startOpen")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        QTRY_VERIFY(Start::first() == nullptr);
    }

    void aFolderWithoutAWorkspaceIsSaidInTheWindow() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("nothing"));
        Start start(folder, path);
        QVERIFY(start.started);
        QVERIFY(Start::first() != nullptr);
        QVERIFY2(Start::problem().contains(path), qPrintable(Start::problem()));
    }

    void anAuditLogThatFailsIsOpenedForTheAuditor() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("shop"));
        const auto secrets = std::make_shared<test::MemorySecrets>();
        const auto administrator = api::Actor::administrator("local:test");
        {
            app::OpenOptions options;
            options.secrets = secrets;
            const auto workspace = app::Workspace::create(path.toStdString(), {}, options);
            EVENHAND_NEED(workspace);
            EVENHAND_NEED((*workspace)
                              ->dispatch()
                              .upsertCampus({administrator, "because", {}}, {CampusId("north"), "north", {}})
                              .result());
        }
        {
            const auto database = store::Database::openSqlite(path.toStdString() + "/workspace.db",
                                                              store::Database::Access::ReadWrite, false);
            EVENHAND_NEED(database);
            EVENHAND_NEED((*database)->execute(
                "UPDATE audit_entry SET actor = 'nobody' WHERE seq = (SELECT MAX(seq) FROM audit_entry)"));
        }
        app::WorkspaceOpener opener([secrets] { return secrets; });
        auto opening = opener.open(path, {});
        QTRY_VERIFY_WITH_TIMEOUT(opening.isFinished(), kPatience);
        const auto opened = opening.result();
        EVENHAND_NEED(opened);
        QVERIFY(opened->forAuditor);
        const auto workspace = opened->take();
        const auto status = workspace->status();
        QCOMPARE(status.state, api::EngineState::ReadOnly);
        QVERIFY2(status.reason.find("audit log") != std::string::npos, status.reason.c_str());
        const auto file = folder.filePath(QStringLiteral("audit.csv")).toStdString();
        const auto rows = workspace->audit().exportCsv({administrator, {}, {}}, {}, file, {}).result();
        QVERIFY2(rows && *rows >= 1, rows ? "" : rows.error().text().c_str());
        const auto refused = workspace->dispatch()
                                 .upsertCampus({administrator, "because", {}}, {CampusId("south"), "south", {}})
                                 .result();
        QVERIFY(!refused && refused.error().code == ErrorCode::ReadOnly);
    }

    /// What is looked at before restoring, each figure in its place; and a restore that is cancelled leaves nothing.
    void aBackupIsLookedAtAndRestored() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("shop"));
        const auto file = folder.filePath(QStringLiteral("shop.evenhand-backup")).toStdString();
        const auto administrator = api::Actor::administrator("local:test");
        const api::Call call{administrator, "because", {}};
        {
            app::OpenOptions options;
            options.workers = 0;
            options.hashCost = {1, 8192};
            const auto workspace = app::Workspace::create(path.toStdString(), {}, options);
            EVENHAND_NEED(workspace);
            EVENHAND_NEED((*workspace)->dispatch().upsertCampus(call, {CampusId("north"), "north", {}}).result());
            EVENHAND_NEED(
                (*workspace)->orders().upsertProducts(call, {{Sku("tea"), "tea", Money{100}, 9}}, true).result());
            for (const char* no : {"A", "B", "C"}) {
                api::PlaceOrder order;
                order.key = no;
                order.orderNo = OrderNo(no);
                order.user = UserId("user");
                order.campus = CampusId("north");
                order.lines = {{Sku("tea"), 1, Money{100}}};
                EVENHAND_NEED((*workspace)->orders().place(call, order).result());
            }
            EVENHAND_NEED((*workspace)
                              ->accounts()
                              .create(call, {"ann", {}, {api::Role::Administrator}}, Secret("seven quiet rivers"))
                              .result());
            EVENHAND_NEED((*workspace)->backups().take(call, file, {}).result());
        }
        app::ConsoleRestore restore(path.toStdString());
        const auto found = restore.preview(file).result();
        EVENHAND_NEED(found);
        QCOMPARE(found->orders, 3);
        QCOMPARE(found->people, 1);
        QCOMPARE(found->outwardPending, 0);
        QVERIFY(found->entriesSince.has_value());
        QVERIFY(!restore.preview(path.toStdString()).result());

        const QString there = folder.filePath(QStringLiteral("again"));
        ui::RestoreRequest request;
        request.file = file;
        request.folder = there.toStdString();
        QSemaphore begun;
        QSemaphore goOn;
        auto cancelled = restore.restore(administrator, request, [&](std::int64_t, std::int64_t) {
            begun.release();
            goOn.acquire();
        });
        begun.acquire();
        cancelled.cancel();
        goOn.release(1'000'000);
        cancelled.waitForFinished();
        QTRY_VERIFY_WITH_TIMEOUT(cancelled.isFinished(), kPatience);
        QCOMPARE(cancelled.resultCount(), 0);
        QVERIFY(!QFileInfo::exists(there));

        const auto made = restore.restore(administrator, request, [](std::int64_t, std::int64_t) {}).result();
        EVENHAND_NEED(made);
        app::OpenOptions options;
        options.workers = 0;
        options.secrets = app::systemSecrets();
        const auto again = app::Workspace::open(there.toStdString(), options);
        EVENHAND_NEED(again);
        const auto orders = (*again)->orders().page(call, {}).result();
        QVERIFY(orders && orders->size() == 3);
    }

    void aWorkspaceIsMadeFromTheFirstPage() {
        QTemporaryDir folder;
        Start start(folder);
        const QString path = folder.filePath(QStringLiteral("new/shop"));
        QTest::mouseClick(Start::part<QPushButton>("startNew"), Qt::LeftButton);
        Start::part<QLineEdit>("startFolder")->setText(path);
        Start::part<QLineEdit>("startAdministrator")->setText(QStringLiteral("ann"));
        for (const char* field : {"newPassword", "newPasswordAgain"}) {
            Start::part<QLineEdit>(field)->setText(QStringLiteral("seven quiet rivers"));
        }
        QTest::mouseClick(Start::part<QPushButton>("startCreate"), Qt::LeftButton);
        QVERIFY(Start::window() == nullptr && !Start::part<QPushButton>("startCreate")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        QVERIFY(Start::window()->context().session.signedIn().has_value());
        QVERIFY(QFileInfo::exists(path + QStringLiteral("/workspace.db")));
    }

    void whatCannotBeOpenedIsSaidOnTheFirstPage() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("shop"));
        app::OpenOptions options;
        options.workers = 0;
        const auto taken = app::Workspace::create(path.toStdString(), {}, options);
        QVERIFY(taken.has_value());
        Start start(folder, path);
        QVERIFY(start.started);
        QTRY_VERIFY_WITH_TIMEOUT(!Start::problem().isEmpty(), kPatience);
        QVERIFY(Start::window() == nullptr);
        QVERIFY(Start::part<QPushButton>("startDemo")->isEnabled());  // the page can be used again
    }

    void theLastWorkspaceIsOpenedAndAnotherCanBeChosen() {
        QTemporaryDir folder;
        const QString one = folder.filePath(QStringLiteral("one"));
        const QString two = folder.filePath(QStringLiteral("two"));
        for (const QString& path : {one, two}) {
            QVERIFY(app::WorkspaceCore::create(path.toStdString(), {}));
            Start start(folder, path);
            QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        }
        Start start(folder);
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        QVERIFY2(Start::window()->windowTitle().startsWith(QStringLiteral("two")),
                 qPrintable(Start::window()->windowTitle()));
        Start::window()->findChild<QAction*>(QStringLiteral("action.switchWorkspace"))->trigger();
        QTRY_VERIFY(Start::first() != nullptr);
        QVERIFY(Start::window() == nullptr);
        auto* recents = Start::part<QListWidget>("startRecents");
        QCOMPARE(recents->count(), 2);
        QCOMPARE(Start::part<QPushButton>("startOpen")->property("role").toString(), QStringLiteral("primary"));
        QVERIFY(Start::part<QPushButton>("startDemo")->property("role").toString().isEmpty());
        recents->setCurrentRow(1);
        QTest::keyClick(recents, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        QVERIFY(Start::window()->windowTitle().startsWith(QStringLiteral("one")));
    }

    void aLastWorkspaceThatIsGoneIsSaidInTheWindow() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("shop"));
        QVERIFY(app::WorkspaceCore::create(path.toStdString(), {}));
        {
            Start start(folder, path);
            QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        }
        QVERIFY(QDir(path).removeRecursively());
        Start start(folder);
        QTRY_VERIFY_WITH_TIMEOUT(!Start::problem().isEmpty(), kPatience);
        QVERIFY(Start::window() == nullptr);
        QVERIFY(Start::part<QPushButton>("startDemo")->isEnabled());
    }

    void theDemoIsOpenedFromTheFirstPage() {
        QTemporaryDir folder;
        Start start(folder);
        QTest::mouseClick(Start::part<QPushButton>("startDemo"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
    }

private:
    QTemporaryDir m_secrets;
};

}  // namespace test_opening_real

QTEST_MAIN(test_opening_real::TestOpeningReal)
#include "test_opening_real.moc"

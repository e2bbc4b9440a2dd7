// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace from making to closing: folder and lock, refusals, the desks working together, reading beside the owner.
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <utility>

#include "app/workspace/workspace.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_workspace {

using namespace evenhand;
using app::Workspace;

namespace {

constexpr Instant kStart{1'700'000'000'000};
const api::Call kCall{api::Actor::administrator("test"), "because", {}};

}  // namespace

class TestWorkspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_parent = std::make_unique<QTemporaryDir>();
        m_folder = m_parent->filePath(QStringLiteral("depot")).toStdString();
        m_clock.set(kStart);
    }

    void isMadeInANewOrEmptyFolderOnly();
    void badSettingsAreRefused_data();
    void badSettingsAreRefused();
    void secondOwnerIsRefusedAndToldWho();
    void lockIsFreeAfterAKill();
    void missingWorkspaceIsSaid();
    void ordersAreDispatchedAndSurvive();
    void readsBesideTheOwner();

private:
    app::OpenOptions stepped() {
        app::OpenOptions options;
        options.clock = &m_clock;
        options.seed = 1;
        options.threaded = false;
        return options;
    }
    Result<std::unique_ptr<Workspace>> make() {
        return Workspace::create(m_folder, {.currency = "CNY", .database = evenhand::testing::freshDatabase()},
                                 stepped());
    }

    std::unique_ptr<QTemporaryDir> m_parent;
    std::string m_folder;
    base::VirtualClock m_clock{kStart};
};

void TestWorkspace::isMadeInANewOrEmptyFolderOnly() {
    {
        const auto made = make();
        EVENHAND_NEED(made);
        QCOMPARE((*made)->workspace().currency, std::string("CNY"));
        QCOMPARE((*made)->workspace().location == m_folder, !evenhand::testing::onMariadb());
        QCOMPARE((*made)->workspace().id.size(), std::size_t{36});
        struct stat status = {};
        QCOMPARE(::stat(m_folder.c_str(), &status), 0);
        QCOMPARE(static_cast<int>(status.st_mode & 0777), 0700);
    }
    QCOMPARE(make().error().code, ErrorCode::AlreadyExists);
    const auto reopened = Workspace::open(m_folder, stepped());
    EVENHAND_NEED(reopened);
    m_folder = m_parent->filePath(QStringLiteral("full")).toStdString();
    QVERIFY(QDir().mkpath(QString::fromStdString(m_folder)));
    QFile other(QString::fromStdString(m_folder + "/letters.txt"));
    QVERIFY(other.open(QIODevice::WriteOnly));
    QCOMPARE(make().error().code, ErrorCode::AlreadyExists);
    QVERIFY(other.remove());
    QCOMPARE(::chmod(m_folder.c_str(), 0755), 0);
    EVENHAND_NEED(make());
    struct stat status = {};
    QCOMPARE(::stat(m_folder.c_str(), &status), 0);
    QCOMPARE(static_cast<int>(status.st_mode & 0777), 0700);  // whoever made it, and for whomever
}

void TestWorkspace::badSettingsAreRefused_data() {
    QTest::addColumn<QString>("currency");
    QTest::addColumn<int>("digits");
    QTest::addColumn<QString>("zone");
    QTest::addColumn<QString>("field");
    QTest::newRow("currency") << QStringLiteral("Euro") << 2 << QStringLiteral("UTC") << QStringLiteral("currency");
    QTest::newRow("lower") << QStringLiteral("eur") << 2 << QStringLiteral("UTC") << QStringLiteral("currency");
    QTest::newRow("digits") << QStringLiteral("EUR") << 7 << QStringLiteral("UTC") << QStringLiteral("minor_digits");
    QTest::newRow("zone") << QStringLiteral("EUR") << 2 << QStringLiteral("Mars/Base") << QStringLiteral("time_zone");
}

void TestWorkspace::badSettingsAreRefused() {
    QFETCH(QString, currency);
    QFETCH(int, digits);
    QFETCH(QString, zone);
    QFETCH(QString, field);
    const auto made =
        Workspace::create(m_folder, {currency.toStdString(), digits, zone.toStdString(), "x", {}}, stepped());
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(made.error().field, field.toStdString());
    QVERIFY(!QFile::exists(QString::fromStdString(m_folder)));
}

void TestWorkspace::secondOwnerIsRefusedAndToldWho() {
    const auto first = make();
    EVENHAND_NEED(first);
    const auto second = Workspace::open(m_folder, stepped());
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::WorkspaceInUse);
    QVERIFY(second.error().message.find(std::to_string(::getpid())) != std::string::npos);
    QCOMPARE(second.error().value, m_folder);
}

void TestWorkspace::lockIsFreeAfterAKill() {
    EVENHAND_NEED(make());
    int ready[2] = {};
    QCOMPARE(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // no guard runs where this program is aborted
        const auto lock = app::FolderLock::take(m_folder);
        const char answer = lock ? 'y' : 'n';
        (void)!::write(ready[1], &answer, 1);
        ::pause();
        ::_exit(0);
    }
    QVERIFY(child > 0);
    ::close(ready[1]);  // or nobody would say that the child ended without a word
    bool lives = true;
    const auto end = [&] {
        int status = 0;
        if (std::exchange(lives, false)) {
            ::kill(child, SIGKILL);
            ::waitpid(child, &status, 0);
        }
    };
    const auto nobodyStays = qScopeGuard(end);  // also where something below fails
    char answer = 0;
    QCOMPARE(::read(ready[0], &answer, 1), ssize_t{1});
    QCOMPARE(answer, 'y');
    const auto refused = Workspace::open(m_folder, stepped());
    QVERIFY(!refused);
    QVERIFY(refused.error().message.find(std::to_string(child)) != std::string::npos);
    end();
    EVENHAND_NEED(Workspace::open(m_folder, stepped()));
    ::close(ready[0]);
}

void TestWorkspace::missingWorkspaceIsSaid() {
    for (const auto& opened : {Workspace::open(m_folder, stepped()).map([](const auto&) {}),
                               Workspace::openReadOnly(m_folder, stepped()).map([](const auto&) {})}) {
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::WorkspaceMissing);
        QVERIFY(opened.error().value.starts_with(m_folder));
    }
    QVERIFY(!QFile::exists(QString::fromStdString(m_folder)));
}

void TestWorkspace::ordersAreDispatchedAndSurvive() {
    auto made = make();
    EVENHAND_NEED(made);
    auto* workspace = made->get();
    std::vector<api::CourierInput> couriers;
    for (const char* id : {"ann", "bob", "cho"}) {
        couriers.push_back({CourierId(id), CampusId("north"), id, "", true});
    }
    auto enrolled = workspace->dispatch().upsertCouriers(kCall, couriers);
    auto stocked = workspace->orders().upsertProducts(kCall, {{Sku("tea"), "Tea", Money{250}, 100}}, false);
    workspace->runUntilIdle();
    EVENHAND_NEED(enrolled.result());
    EVENHAND_NEED(stocked.result());
    for (int i = 0; i < 30; ++i) {
        const auto no = "o" + std::to_string(i);
        api::PlaceOrder order;
        order.key = no;
        order.orderNo = OrderNo(no);
        order.user = UserId("u");
        order.campus = CampusId("north");
        order.lines = {{Sku("tea"), 2, Money{250}}};
        auto placed = workspace->orders().place(kCall, order);
        auto paid = workspace->orders().pay(kCall, {base::PaymentNo("p" + no), OrderNo(no), Money{500}});
        m_clock.advanceMs(1000);
        workspace->runUntilIdle();
        EVENHAND_NEED(placed.result());
        EVENHAND_NEED(paid.result());
    }
    const auto check = [&] {
        auto board = workspace->dispatch().board(kCall, CampusId("north"));
        workspace->runUntilIdle();
        EVENHAND_NEED(board.result());
        const auto result = board.result();
        QCOMPARE(result->couriers.size(), std::size_t{3});
        for (const auto& courier : result->couriers) {
            QCOMPARE(courier.inHand, 10);  // fair
            QCOMPARE(courier.weight, api::kDefaultStartWeight - 10 * api::kDefaultStep);
        }
        QCOMPARE(result->waiting, 0);
    };
    check();
    QCOMPARE(workspace->status().state, api::EngineState::Live);
    made->reset();
    made = Workspace::open(m_folder, stepped());
    EVENHAND_NEED(made);
    workspace = made->get();
    check();
}

void TestWorkspace::readsBesideTheOwner() {
    auto owner = make();
    EVENHAND_NEED(owner);
    auto stocked = (*owner)->orders().upsertProducts(kCall, {{Sku("tea"), "Tea", Money{250}, 100}}, false);
    (*owner)->runUntilIdle();
    EVENHAND_NEED(stocked.result());
    auto reader = Workspace::openReadOnly(m_folder, stepped());
    EVENHAND_NEED(reader);
    auto products = (*reader)->orders().products(kCall, "", 10);
    QCOMPARE(products.result()->size(), std::size_t{1});
    auto refused = (*reader)->orders().upsertProducts(kCall, {{Sku("ham"), "Ham", Money{250}, 100}}, false);
    QCOMPARE(refused.result().error().code, ErrorCode::ReadOnly);
    const auto status = (*reader)->status();
    QCOMPARE(status.state, api::EngineState::ReadOnly);
    QCOMPARE(status.reason, std::string("opened for reading only"));
    QCOMPARE(status.now, m_clock.now());
    QVERIFY(!status.deployment.empty());
    QCOMPARE(status.deployment, (*owner)->status().deployment);
    // One snapshot of both sides, from another connection, while the owner goes on.
    std::uint64_t digest = 0;
    EVENHAND_NEED((*reader)->inspect([&](store::Database&, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
        digest = keyspace.digest();
        return {};
    }));
    QCOMPARE(digest, (*owner)->core().embedded()->keyspace().digest());
}

}  // namespace test_workspace

QTEST_GUILESS_MAIN(test_workspace::TestWorkspace)
#include "test_workspace.moc"

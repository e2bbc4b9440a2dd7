// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces and backups that earlier builds have written (tests/data/workspaces): today's program opens copies of
// them, finds everything in its place, and goes on with them.
#include <QDir>
#include <QFile>
#include <QTest>
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/workspace/keychain.h"
#include "app/workspace/restore.h"
#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/store/database/migrator.h"
#include "tests/cli/cli_faults.h"
#include "tests/support/expect.h"
#include "tests/support/servers/other_connection.h"

namespace test_cli_kept_workspaces {

using namespace evenhand;
using namespace evenhand::cli;
using api::OrderStatus;
using api::RefundStatus;

namespace {

/// A minute after the last of what is in them, and before the next timer is due.
constexpr Instant kThen{1'762'136'430'000};

/// What is in one of them, where the demo stopped at a moment of its own.
struct Numbers {
    int schema = 0;
    const char* folder = "";
    std::int64_t orders = 0, payable = 0;
    int pickUp = 0, closed = 0;
    std::int64_t clearing = 0, paid = 0;
    std::int64_t ledger = 0, draws = 0, granted = 0, queued = 0, firing = 0;
    std::int64_t discounted = 0;  ///< payable of A16, which costs 380 without its draw
    int sold = 0;                 ///< of the 150 units of the demo's sale
    int delivering = 1;
    int deliveries = 5;  ///< that wait for the webhook's other side
};
constexpr Numbers kSchema8{8, "", 63, 363'077, 34, 14, 269'017, 268'688, 53, 8, 1'731, 598'288, 32, 0, 0};
constexpr Numbers kSchema9{9,  "schema-9/", 218,   414'441, 49, 154, 295'457, 295'128,
                           71, 11,          2'972, 597'476, 47, 211, 10};
constexpr Numbers kSchema9Mariadb{9,  "schema-9/", 218,   414'398, 54, 149, 320'849, 320'520,
                                  77, 11,          3'015, 597'476, 52, 168, 12};

constexpr Numbers kSchema12{12,  "schema-12/", 227,   486'841, 77, 134, 370'345, 370'016,
                            106, 16,           3'535, 597'143, 76, 287, 29,      2};
constexpr Numbers kSchema12Mariadb{12,  "schema-12/", 227,   486'841, 74, 136, 369'965, 369'636,
                                   104, 16,           3'535, 597'143, 74, 287, 27,      3};

constexpr Numbers kSchema14{14, "schema-14/", 217,   404'155, 41, 161, 290'763, 290'434,
                            61, 10,           2'218, 597'610, 40, 0,   3,       1};
constexpr Numbers kSchema14Mariadb{14, "schema-14/", 227,     486'841, 79,  130, 371'105, 370'776, 110,
                                   16, 3'535,        597'143, 81,      287, 33,  4,       6};

constexpr Numbers kSchema15{15, "schema-15/", 238,     570'020, 107, 111, 448'449, 448'120, 143,
                            18, 4'463,        596'307, 111,     150, 54,  6,       6};
constexpr Numbers kSchema15Mariadb{15, "schema-15/", 245,     607'605, 117, 102, 490'437, 490'108, 160,
                                   20, 4'001,        596'226, 127,     244, 65,  12,      7};

constexpr Numbers kSchema16{16, "schema-16/", 227,     486'841, 75,  137, 369'775, 369'446, 103,
                            16, 3'535,        597'143, 74,      287, 26,  1,       6};
constexpr Numbers kSchema16Mariadb{16, "schema-16/", 255,     716'276, 150, 69, 601'507, 601'178, 209,
                                   26, 5'972,        594'986, 170,     378, 94, 22,      5};

constexpr Numbers kSchema17{17, "schema-17/", 239,     573'170, 111, 108, 449'209, 448'880, 147,
                            18, 4'463,        596'307, 115,     150, 58,  6,       6};
constexpr Numbers kSchema17Mariadb{17, "schema-17/", 240,     574'944, 113, 104, 468'240, 467'911, 153,
                                   19, 3'999,        596'228, 120,     167, 61,  9,       6};

const Numbers& numbersOf(int schema, bool mariadb) {
    switch (schema) {
        case 8: return kSchema8;  // the same shop in both
        case 9: return mariadb ? kSchema9Mariadb : kSchema9;
        case 12: return mariadb ? kSchema12Mariadb : kSchema12;
        case 14: return mariadb ? kSchema14Mariadb : kSchema14;
        case 15: return mariadb ? kSchema15Mariadb : kSchema15;
        case 16: return mariadb ? kSchema16Mariadb : kSchema16;
        default: return mariadb ? kSchema17Mariadb : kSchema17;
    }
}

QString kept(const Numbers& was, const char* name) {
    return QStringLiteral(EVENHAND_SOURCE_DIR "/tests/data/workspaces/") + QLatin1String(was.folder) +
           QLatin1String(name);
}

/// Runs a program; what it says where it fails.
QByteArray failureOf(const char* program, const QStringList& arguments, const QString& input = {}) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    if (!input.isEmpty()) {
        process.setStandardInputFile(input);
    }
    process.start(QLatin1String(program), arguments);
    const bool ended = process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit;
    return ended && process.exitCode() == 0
               ? QByteArray()
               : QByteArray(program) + ": " + process.errorString().toUtf8() + "\n" + process.readAll();
}

class Kept : public Scratch {
public:
    explicit Kept(const Numbers& was) : m_was(was) {}
    /// The workspace of this run's database, in workspace(), and its keys; what went wrong.
    [[nodiscard]] QByteArray unpack() const {
        const bool onServer = evenhand::testing::onMariadb();
        if (auto wrong = extract(onServer ? "shop-mariadb.tar.gz" : "shop-sqlite.tar.gz"); !wrong.isEmpty()) {
            return wrong;
        }
        if (!QDir().rename(path(QStringLiteral("shop")), workspace())) {
            return "the folder could not be renamed";
        }
        return onServer ? loadDatabase() : QByteArray();
    }
    [[nodiscard]] QByteArray extract(const char* archive) const {
        return failureOf("tar", {QStringLiteral("-xpzf"), kept(m_was, archive), QStringLiteral("--no-same-owner"),
                                 QStringLiteral("-C"), path({})});
    }
    /// On this clock, in this thread.
    [[nodiscard]] app::OpenOptions options(const Clock& clock) const {
        app::OpenOptions made;
        made.clock = &clock;
        made.seed = 1;
        made.threaded = false;
        made.secrets = app::secretFolder(path(QStringLiteral("secrets")).toStdString());
        return made;
    }
    /// evenhandctl, with the keys; signed in where a password is given.
    [[nodiscard]] Outcome command(const char* line, const QByteArray& password = {}) const {
        const auto file = password.isEmpty() ? QString() : writeSecret(QStringLiteral("password"), password + "\n");
        return run(words(line), {}, [&](QProcess& process) {
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), path(QStringLiteral("secrets")));
            environment.insert(QStringLiteral("EVENHAND_PASSWORD_FILE"), file);
            process.setProcessEnvironment(environment);
        });
    }

private:
    const Numbers& m_was;

    [[nodiscard]] QByteArray loadDatabase() const {
        const auto* server = evenhand::testing::sharedMariadb();
        const auto url = evenhand::testing::emptyDatabase();
        const auto settings = store::MysqlSettings::fromUrl(url);
        if (server == nullptr || !settings) {
            return "there is no server";
        }
        const auto loaded =
            failureOf("mariadb",
                      {QStringLiteral("--no-defaults"), QStringLiteral("--default-character-set=utf8mb4"),
                       QStringLiteral("--user=") + QString::fromStdString(settings->user),
                       QStringLiteral("--socket=") + QString::fromStdString(settings->socket),
                       QString::fromStdString(settings->database)},
                      path(QStringLiteral("shop.sql")));
        const auto written = app::writeAddress(workspace().toStdString(), url);
        return written ? loaded : QByteArray::fromStdString(written.error().text());
    }
};

/// An open workspace, stepped by whoever asks.
class Shop {
public:
    explicit Shop(std::unique_ptr<app::Workspace> opened) : workspace(std::move(opened)) {}

    template <typename T>
    Result<T> ask(api::Answer<T> answer) {
        while (!answer.isFinished()) {
            (void)workspace->step();
        }
        return answer.result();
    }
    /// What cannot be read is as nothing: the numbers then differ.
    template <typename T>
    T get(api::Answer<T> answer) {
        auto result = ask(std::move(answer));
        if (!result) {
            qWarning("%s", result.error().text().c_str());
        }
        return result ? *std::move(result) : T{};
    }
    std::vector<api::OrderRow> orders() {
        api::OrderQuery query;
        query.limit = 10'000;
        return get(workspace->orders().page(call, query));
    }
    /// Empty: every invariant holds.
    [[nodiscard]] QByteArray violations() const {
        QByteArray found;
        const auto read =
            workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(app::allChecks(), {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    for (const auto& offender : verdict.finding.offenders) {
                        found += QByteArray::fromStdString(verdict.id + ": " + offender + "\n");
                    }
                }
                return {};
            });
        return read ? found : QByteArray::fromStdString(read.error().text());
    }

    std::unique_ptr<app::Workspace> workspace;
    const api::Call call{api::Actor::administrator("local:tester"), "because", {}};
};

/// What is in the orders, whatever was read from.
void compareOrders(const std::vector<api::OrderRow>& orders, const Numbers& was) {
    std::map<OrderStatus, int> statuses;
    std::int64_t payable = 0;
    for (const auto& row : orders) {
        ++statuses[row.status];
        payable += row.payable.minor;
    }
    QCOMPARE(static_cast<std::int64_t>(orders.size()), was.orders);
    QCOMPARE(payable, was.payable);
    const std::map<OrderStatus, int> expected{{OrderStatus::WaitPay, 7},
                                              {OrderStatus::Paid, 1},
                                              {OrderStatus::WaitPickUp, was.pickUp},
                                              {OrderStatus::Delivering, was.delivering},
                                              {OrderStatus::Delivered, 5},
                                              {OrderStatus::Completed, 1},
                                              {OrderStatus::Closed, was.closed}};
    for (const auto& [status, count] : expected) {
        QCOMPARE(statuses[status], count);
    }
}

}  // namespace

class TestCliKeptWorkspaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() {
        QTest::addColumn<int>("schema");
        QTest::newRow("schema 8") << 8;
        QTest::newRow("schema 9") << 9;
        QTest::newRow("schema 12") << 12;
        QTest::newRow("schema 14") << 14;
        QTest::newRow("schema 15") << 15;
        QTest::newRow("schema 16") << 16;
        QTest::newRow("schema 17") << 17;
    }
    void init() {
        QFETCH_GLOBAL(int, schema);
        m_was = numbersOf(schema, evenhand::testing::onMariadb());
        m_kept = std::make_unique<Kept>(m_was);
        m_clock.set(kThen);
    }
    void cleanup() { m_kept.reset(); }

    /// A new schema gets files of its own (tests/data/workspaces/make.py): as long as they are made by the first
    /// program that has it, they are what its users have.
    void thereIsOneOfThisSchema() { QCOMPARE(kSchema17.schema, store::allMigrations().back().number); }
    void ordersAreWhatTheyWere();
    void moneyIsWhatItWas();
    void salesTimersAndTasksAreWhatTheyWere();
    void couriersShiftsAndStockAreWhatTheyWere();
    void peopleAndTheLogAreWhatTheyWere();
    void workGoesOn();
    void exportsAreWhatTheyWere();
    void theCommandLineOpensIt();
    void theBackupIsRestored();

private:
    /// The copy, open.
    [[nodiscard]] std::unique_ptr<Shop> open() {
        if (const auto wrong = m_kept->unpack(); !wrong.isEmpty()) {
            qWarning("%s", wrong.constData());
            return nullptr;
        }
        return openAgain();
    }
    [[nodiscard]] std::unique_ptr<Shop> openAgain() {
        auto opened = app::Workspace::open(m_kept->workspace().toStdString(), m_kept->options(m_clock));
        if (!opened) {
            qWarning("%s", opened.error().text().c_str());
            return nullptr;
        }
        return std::make_unique<Shop>(*std::move(opened));
    }

    base::VirtualClock m_clock;
    Numbers m_was;
    std::unique_ptr<Kept> m_kept;
};

void TestCliKeptWorkspaces::ordersAreWhatTheyWere() {
    const auto shop = open();
    QVERIFY(shop);
    QCOMPARE(shop->workspace->workspace().currency, std::string("CNY"));
    QCOMPARE(shop->workspace->workspace().timeZone, std::string("Asia/Shanghai"));
    QCOMPARE(shop->violations(), QByteArray());
    compareOrders(shop->orders(), m_was);
    auto& orders = shop->workspace->orders();
    const auto returned = shop->get(orders.detail(shop->call, OrderNo("A11")));
    QCOMPARE(returned.row.status, OrderStatus::Delivered);
    QCOMPARE(returned.row.user, UserId("user-A11"));
    QCOMPARE(returned.paid, Money{380});
    QCOMPARE(returned.lines.size(), std::size_t{2});
    QVERIFY(std::any_of(returned.lines.begin(), returned.lines.end(), [](const api::OrderLineRow& line) {
        return line.line.sku == Sku("tea") && line.returned == 1 && line.productName == "Tea 茶";
    }));
    QVERIFY(returned.events.size() >= 5);
    const auto closed = shop->get(orders.detail(shop->call, OrderNo("A14")));
    QCOMPARE(closed.row.closeReason, std::optional(api::CloseReason::Timeout));
    const auto discounted = shop->get(orders.detail(shop->call, OrderNo("A16")));
    QCOMPARE(discounted.row.payable, Money{m_was.discounted});
    QCOMPARE(discounted.discount, Money{380 - m_was.discounted});
    const auto bun = shop->get(orders.products(shop->call, "bun", 10));
    QCOMPARE(bun.size(), std::size_t{1});
    QCOMPARE(bun[0].name, std::string("Bun, \"sweet\""));
    QCOMPARE(bun[0].unitPrice, Money{80});
    QCOMPARE(bun[0].stock, 186);
    // What was read has changed nothing.
    QCOMPARE(shop->violations(), QByteArray());
}

void TestCliKeptWorkspaces::moneyIsWhatItWas() {
    const auto shop = open();
    QVERIFY(shop);
    auto& workspace = *shop->workspace;
    std::map<RefundStatus, std::int64_t> refunds;
    for (const auto& row : shop->get(workspace.refunds().page(shop->call, {}))) {
        refunds[row.status] += row.amount.minor;
    }
    QVERIFY((refunds ==
             std::map<RefundStatus, std::int64_t>{{RefundStatus::Pending, 1'109}, {RefundStatus::Succeeded, 150}}));
    const auto goodwill = shop->get(workspace.refunds().ofOrder(shop->call, OrderNo("A07")));
    QVERIFY(std::ranges::any_of(goodwill, [&](const auto& row) {
        return row.reason == "goodwill" && row.reasonCode == (m_was.schema >= 17 ? "goodwill" : "");
    }));
    const auto paid = shop->get(workspace.refunds().ofOrder(shop->call, OrderNo("A11")));
    QCOMPARE(paid.size(), std::size_t{1});
    QCOMPARE(paid[0].reference, std::string("BANK-11"));
    QCOMPARE(paid[0].returnNo, ReturnNo("R-A11"));
    QCOMPARE(shop->get(workspace.returns().count(shop->call, {})), 4);
    const auto returns = shop->get(workspace.returns().counts(shop->call, {}));
    QCOMPARE(returns.approval, 1);
    QCOMPARE(returns.goods, 1);
    QCOMPARE(shop->get(workspace.orders().owedPayments(shop->call, 0, 100)).size(), std::size_t{2});
    std::int64_t sum = 0;
    std::map<api::LedgerAccount, std::int64_t> balances;
    for (const auto& row : shop->get(workspace.ledger().trialBalance(shop->call))) {
        sum += row.balance.minor;
        balances[row.account] = row.balance.minor;
    }
    QCOMPARE(sum, 0);
    QCOMPARE(balances[api::LedgerAccount::ProviderClearing], m_was.clearing);
    QCOMPARE(balances[api::LedgerAccount::RefundsPayable], -1'109);
    QCOMPARE(shop->get(workspace.ledger().count(shop->call, {})), m_was.ledger);
    const auto campaigns = shop->get(workspace.campaigns().campaigns(shop->call));
    QCOMPARE(campaigns.size(), std::size_t{1});
    QCOMPARE(campaigns[0].state, api::CampaignState::Running);
    QCOMPARE(campaigns[0].settings.shape.budget, Money{600'000});
    QCOMPARE(shop->get(workspace.campaigns().countDraws(shop->call, {})), m_was.draws);
    const auto board = shop->get(workspace.campaigns().board(shop->call, campaigns[0].id));
    QCOMPARE(board.granted, m_was.granted);
    QCOMPARE(board.queued, m_was.queued);
}

void TestCliKeptWorkspaces::couriersShiftsAndStockAreWhatTheyWere() {
    const auto shop = open();
    QVERIFY(shop);
    auto& workspace = *shop->workspace;
    const bool hasThem = m_was.schema >= 12;
    std::map<std::string, api::CourierRow> couriers;
    for (const char* campus : {"north", "west"}) {
        for (auto& row : shop->get(workspace.shop().couriers(shop->call, CampusId(campus), 1'000))) {
            couriers.emplace(row.id.str(), std::move(row));
        }
    }
    QCOMPARE(couriers.at("ben").loadLimit, hasThem ? std::optional<std::int64_t>(7) : std::nullopt);
    QCOMPARE(couriers.at("ann").limit(), hasThem ? 9 : 0);
    QCOMPARE(couriers.at("off").disabledAt.has_value(), hasThem);
    QCOMPARE(couriers.at("off").name, std::string(hasThem ? "Nobody yet" : "Nobody"));
    const auto roster = shop->get(workspace.shifts().roster(shop->call, CourierId("ann")));
    QCOMPARE(api::toText(roster.week), std::string(hasThem ? "mon 09:00-12:00, 14:00-18:00; sat 22:00-06:00" : "off"));
    QCOMPARE(roster.exceptions.size(), std::size_t{hasThem});
    const auto stockOf = [&](const char* sku) {
        return shop->get(workspace.shop().stockHistory(shop->call, Sku(sku), 0, 1'000));
    };
    const auto bun = stockOf("bun");
    QVERIFY(!bun.empty());
    QCOMPARE(bun.back().change, api::StockChange::Imported);
    QCOMPARE(bun.back().units, 200);
    QVERIFY(std::ranges::any_of(bun, [](const auto& row) { return row.change == api::StockChange::Ordered; }));
    if (!hasThem) {
        return;
    }
    const auto mug = shop->get(workspace.shop().product(shop->call, Sku("mug")));
    QCOMPARE(mug.stock, 4);
    QCOMPARE(mug.lowStock, std::optional<std::int64_t>(5));
    QVERIFY(mug.disabledAt);
    const auto history = stockOf("mug");
    QCOMPARE(history.size(), std::size_t{3});
    QCOMPARE(history[0].units, -1);
    QCOMPARE(history[0].reason, std::string("broken"));
    QCOMPARE(history[1].change, api::StockChange::Received);
    QCOMPARE(history[1].reason, std::string("from the fair"));
}

void TestCliKeptWorkspaces::salesTimersAndTasksAreWhatTheyWere() {
    const auto shop = open();
    QVERIFY(shop);
    auto& workspace = *shop->workspace;
    const auto activities = shop->get(workspace.seckill().activities(shop->call));
    QCOMPARE(activities.size(), std::size_t{2});
    for (const auto& row : activities) {
        const bool noon = row.set.id == ActivityId("noon");
        QCOMPARE(row.state, noon ? api::ActivityState::Started : api::ActivityState::Ended);
        QCOMPARE(row.ordered, noon ? 4 : m_was.sold);
        QCOMPARE(row.returned, noon ? 0 : 150 - m_was.sold);
    }
    const auto attempt = [&](const char* user) {
        return shop->get(workspace.seckill().attempt(shop->call, {ActivityId("noon"), UserId(user)})).outcome;
    };
    QCOMPARE(attempt("guest-9"), api::AttemptOutcome::SoldOut);
    // The slots of those who have bought are in the keyspace; it shows once there is something to buy.
    auto more = shop->call;
    more.reason = "more came in";
    shop->get(workspace.seckill().topUp(more, ActivityId("noon"), 1));
    QCOMPARE(attempt("guest-1"), api::AttemptOutcome::Duplicate);
    QCOMPARE(shop->get(workspace.timers().count(shop->call, {})), 15);
    QCOMPARE(shop->get(workspace.alerts().counts(shop->call, {})).firing, m_was.firing);
    const auto queue = shop->get(workspace.timers().compareQueue(shop->call));
    QVERIFY(queue.inDatabase == 15 && queue.missing == 0 && queue.differing == 0);
    const auto webhooks = shop->get(workspace.webhooks().webhooks(shop->call));
    QCOMPARE(webhooks.size(), std::size_t{1});
    QCOMPARE(webhooks[0].input.name, std::string("till"));
    QCOMPARE(webhooks[0].pending, m_was.deliveries);
    const auto secret =
        app::secretFolder(m_kept->path(QStringLiteral("secrets")).toStdString())->read(webhooks[0].secretName);
    QVERIFY(secret && *secret);
    const auto tokens = shop->get(workspace.tokens().tokens(shop->call));
    QCOMPARE(tokens.size(), std::size_t{1});
    QCOMPARE(tokens[0].input.name, std::string("storefront"));
}

void TestCliKeptWorkspaces::peopleAndTheLogAreWhatTheyWere() {
    const auto shop = open();
    QVERIFY(shop);
    std::vector<std::string> logins;
    for (const auto& person : shop->get(shop->workspace->accounts().people(shop->call))) {
        logins.push_back(person.login);
    }
    std::sort(logins.begin(), logins.end());
    QVERIFY((logins == std::vector<std::string>{"ada", "anna", "aron", "cam", "carl", "dan", "olga", "rita"}));
    const auto report = shop->get(shop->workspace->audit().verify(shop->call, {}));
    QVERIFY(report.intact());
    QVERIFY(report.checked >= 82);
    QVERIFY(report.sealed > 0);
    QVERIFY(!report.keyId.empty());
    QVERIFY(report.anchor && report.anchor->seq >= 82);
    api::AuditQuery query;
    query.filter.operations = {"accounts.sign_in"};
    const auto signIns = shop->get(shop->workspace->audit().page(shop->call, query));
    QVERIFY(std::any_of(signIns.begin(), signIns.end(), [](const api::AuditRecord& entry) {
        return entry.actor == "unknown:carl" && entry.outcome == api::AuditOutcome::Refused;
    }));
}

void TestCliKeptWorkspaces::workGoesOn() {
    auto shop = open();
    QVERIFY(shop);
    auto& orders = shop->workspace->orders();
    api::PlaceOrder order;
    order.orderNo = OrderNo("B1");
    order.key = "B1";
    order.user = UserId("user-B1");
    order.campus = CampusId("north");
    order.lines = {{Sku("tea"), 2, Money{150}}};
    DONE(shop->ask(orders.place(shop->call, order)));
    const auto paid = shop->get(orders.pay(shop->call, {PaymentNo("P-B1"), OrderNo("B1"), Money{300}}));
    QCOMPARE(paid.outcome, api::PaymentOutcome::Accepted);
    shop->workspace->runUntilIdle();
    const auto assigned = shop->get(orders.detail(shop->call, OrderNo("B1"))).row;
    QCOMPARE(assigned.status, OrderStatus::WaitPickUp);
    QVERIFY(assigned.courier == CourierId("ann") || assigned.courier == CourierId("ben"));
    // What was begun before goes on as well: the parcel of a return comes, the clerk pays.
    api::ReturnQuery waiting;
    waiting.filter.stages = {api::ReturnStage::Goods};
    const auto returns = shop->get(shop->workspace->returns().page(shop->call, waiting));
    QCOMPARE(returns.size(), std::size_t{1});
    QCOMPARE(returns[0].number, ReturnNo("R-A09"));
    DONE(shop->ask(shop->workspace->returns().receive(shop->call, {returns[0].id, returns[0].version}, {})));
    const auto owed = shop->get(shop->workspace->refunds().ofOrder(shop->call, OrderNo("A09")));
    QCOMPARE(owed.size(), std::size_t{1});
    const auto settled =
        shop->get(shop->workspace->refunds().recordPaid(shop->call, {owed[0].id, owed[0].version}, "BANK-9"));
    QVERIFY(!settled.error);
    // Its timers fall due.
    m_clock.advanceMs(2 * 3'600'000);
    shop->workspace->runUntilIdle();
    QCOMPARE(shop->get(orders.detail(shop->call, OrderNo("I1"))).row.status, OrderStatus::Closed);
    QCOMPARE(shop->violations(), QByteArray());
    // And all of it is there for the next who opens it.
    shop.reset();
    shop = openAgain();
    QVERIFY(shop);
    QCOMPARE(static_cast<std::int64_t>(shop->orders().size()), m_was.orders + 1);
    QCOMPARE(shop->violations(), QByteArray());
}

void TestCliKeptWorkspaces::exportsAreWhatTheyWere() {
    const auto shop = open();
    QVERIFY(shop);
    const auto path = m_kept->path(QStringLiteral("orders.csv"));
    api::OrderQuery query;
    query.descending = false;
    QCOMPARE(shop->get(shop->workspace->orders().exportCsv(shop->call, query, path.toStdString(), {})), m_was.orders);
    const auto lines = m_kept->read(QStringLiteral("orders.csv")).trimmed().split('\n');
    QCOMPARE(lines.size(), m_was.orders + 1);
    std::int64_t payable = 0;
    bool found = false;
    for (const auto& line : lines.mid(1)) {
        const auto cells = line.split(',');
        payable += cells.value(4).replace(".", "").toLongLong();
        found = found || line.startsWith("A11,user-A11,north,DELIVERED,3.80,2025-11-03T02:");
    }
    QCOMPARE(payable, m_was.payable);
    QVERIFY(found);
}

/// As processes, at the time that it is now.
void TestCliKeptWorkspaces::theCommandLineOpensIt() {
    const auto wrong = m_kept->unpack();
    QVERIFY2(wrong.isEmpty(), wrong);
    if (m_was.schema < store::allMigrations().back().number) {
        const auto older = m_kept->command("verify");  // which changes nothing, not even the version
        QVERIFY2(older.code == 1 && older.text().contains("open it for writing once"), older.text());
    }
    const auto opened = m_kept->command("run --until-idle");
    QVERIFY2(opened.code == 0, opened.text());
    const auto verified = m_kept->command("verify");
    QVERIFY2(verified.code == 0, verified.text());
    const auto stats = m_kept->command("--json stats");
    QCOMPARE(stats.number(QStringLiteral("orders.total")), m_was.orders);
    QCOMPARE(stats.number(QStringLiteral("money.paid")), m_was.paid);
    const auto audited = m_kept->command("audit verify");
    QVERIFY2(audited.code == 0, audited.text());
    const auto people = m_kept->command("--as anna people list", "nobody guesses this sentence");
    QVERIFY2(people.code == 0 && people.out.contains("carl"), people.text());
    const auto exported = m_kept->command("export orders -");
    QVERIFY2(exported.code == 0, exported.text());
    QCOMPARE(exported.out.trimmed().split('\n').size(), m_was.orders + 1);
    const auto idle = m_kept->command("run --until-idle");  // a year's timers
    QVERIFY2(idle.code == 0, idle.text());
    const auto afterwards = m_kept->command("verify");
    QVERIFY2(afterwards.code == 0, afterwards.text());
}

void TestCliKeptWorkspaces::theBackupIsRestored() {
    m_was = numbersOf(m_was.schema, false);                    // a file for both databases, made of the one in SQLite
    const auto wrong = m_kept->extract("shop-sqlite.tar.gz");  // for the key that has sealed the log
    QVERIFY2(wrong.isEmpty(), wrong);
    const auto options = m_kept->options(m_clock);
    const auto restored =
        app::restore({kept(m_was, "shop.evenhand-backup").toStdString(), m_kept->workspace().toStdString(),
                      evenhand::testing::emptyDatabase(), api::Actor::administrator("local:tester")},
                     options, {});
    DONE(restored);
    QCOMPARE(restored->rows.at("orders"), m_was.orders);
    const auto shop = openAgain();
    QVERIFY(shop);
    compareOrders(shop->orders(), m_was);
    QCOMPARE(shop->violations(), QByteArray());
    const auto report = shop->get(shop->workspace->audit().verify(shop->call, {}));
    QVERIFY(report.intact() && report.checked > 82 && report.sealed > 0);
}

}  // namespace test_cli_kept_workspaces

QTEST_GUILESS_MAIN(test_cli_kept_workspaces::TestCliKeptWorkspaces)
#include "test_cli_kept_workspaces.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What the audit log says of an export: by what it was asked, each part of the filter under its own name. And the cells
// that most rows leave empty.
#include <QFile>
#include <QtTest>

#include "engine/runtime/csv_export.h"
#include "tests/unit/desks/desk_world.h"

namespace test_exports {

using namespace evenhand;
using namespace evenhand::test;
using runtime::csvTime;

namespace {

class ExportWorld : public DeskWorld {
public:
    ExportWorld() : file(folder.filePath(QStringLiteral("exported.csv")).toStdString()) {}

    /// "subject | detail" of the newest export, without the file.
    std::string told() {
        api::AuditQuery query;
        query.filter.operations = {"data.export"};
        const auto found = get(workspace->audit().page(call, query));
        if (!found || found->empty()) {
            return {};
        }
        const auto& detail = found->front().detail;
        return found->front().subject + " | " + detail.substr(0, detail.rfind("; to "));
    }
    /// The cells of a line, the first of which is the header.
    QList<QByteArray> cells(int line) {
        QFile opened(QString::fromStdString(file));
        (void)opened.open(QIODevice::ReadOnly);
        return opened.readAll().split('\n').value(line).trimmed().split(',');
    }

    const std::string file;
};

api::OrderQuery asking(const api::OrderFilter& filter) {
    api::OrderQuery query;
    query.filter = filter;
    return query;
}

}  // namespace

class TestExports : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_world = std::make_unique<ExportWorld>();
        DONE(m_world->couriers({"ann"}));
        DONE(m_world->product("tea", 100));
    }
    void filtersOfOrders();
    void filtersOfReturns();
    void filtersOfTheLedger();
    void filtersOfDraws();
    void anOrderThatWaits();
    void anyPartOfTheNumberOfOrders();

private:
    std::unique_ptr<ExportWorld> m_world;
};

void TestExports::filtersOfOrders() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    const auto id = world.row("A1").id;
    const auto asked = [&](const api::OrderFilter& filter) {
        const auto rows = world.get(world.orders().exportCsv(world.call, asking(filter), world.file, {}));
        return rows ? world.told() : rows.error().text();
    };
    const Instant from = world.clock.now().plusMs(-1'000);
    const Instant to = world.clock.now().plusMs(2'000);
    QCOMPARE(asked({}), std::string("orders | 1 row; no filter"));
    api::OrderFilter filter;
    filter.statuses = {api::OrderStatus::Paid, api::OrderStatus::WaitPickUp};
    filter.campus = CampusId("north");
    filter.courier = CourierId("ann");
    filter.user = UserId("user of A1");
    filter.only = {id, OrderId{id.value + 1}};
    filter.placedFrom = from;
    filter.placedTo = to;
    filter.text = "A1";
    QCOMPARE(asked(filter),
             "orders | 1 row; filter status=PAID|WAIT_PICK_UP, campus=north, courier=ann, user=user of A1, "
             "chosen=2 orders, placed from=" +
                 csvTime(from) + ", placed before=" + csvTime(to) + ", text=A1");
    filter = {};
    filter.unassignedOnly = true;
    QCOMPARE(asked(filter), std::string("orders | 0 rows; filter unassigned=only"));
    filter = {};
    filter.lateOnly = true;
    QCOMPARE(asked(filter), std::string("orders | 0 rows; filter late=only"));
}

void TestExports::filtersOfReturns() {
    auto& world = *m_world;
    api::ReturnQuery query;
    query.filter.stages = {api::ReturnStage::Approval, api::ReturnStage::Goods};
    query.filter.campus = CampusId("north");
    query.filter.user = UserId("a user");
    query.filter.orderNo = OrderNo("A1");
    query.filter.from = Instant{1'000};
    query.filter.to = Instant{2'000};
    query.filter.text = "R";
    DONE(world.get(world.workspace->returns().exportCsv(world.call, query, world.file, {})));
    QCOMPARE(world.told(), "returns | 0 rows; filter stage=approval|goods, campus=north, user=a user, order=A1, from=" +
                               csvTime(Instant{1'000}) + ", before=" + csvTime(Instant{2'000}) + ", text=R");
}

void TestExports::filtersOfTheLedger() {
    auto& world = *m_world;
    api::LedgerFilter filter;
    filter.kinds = {api::LedgerKind::Payment, api::LedgerKind::RefundPaid};
    filter.account = api::LedgerAccount::Sales;
    filter.orderNo = OrderNo("A1");
    filter.from = Instant{1'000};
    filter.to = Instant{2'000};
    DONE(world.get(world.workspace->ledger().exportCsv(world.call, filter, world.file, {})));
    QCOMPARE(world.told(), "ledger | 0 rows; filter kind=payment|refund_paid, account=sales, order=A1, from=" +
                               csvTime(Instant{1'000}) + ", before=" + csvTime(Instant{2'000}));
}

/// And the cells of one that an order has used and of one that was given back.
void TestExports::filtersOfDraws() {
    auto& world = *m_world;
    auto& desk = world.workspace->campaigns();
    const CampaignId campaign("lunch");
    api::CampaignSettings settings;
    settings.name = "Lunch";
    settings.shape = {Money{1'000}, 100, Money{20}, 1};
    settings.countLimit = 9;
    settings.amountLimit = Money{1'000};
    settings.begin = world.clock.now();
    settings.end = world.clock.now().plusMs(3'600'000);
    DONE(world.get(desk.create(world.call, campaign, settings)));
    DONE(world.get(desk.start(world.call, campaign)));
    const DrawId used("00000000-0000-4000-8000-000000000001");
    const DrawId back("00000000-0000-4000-8000-000000000002");
    auto order = ExportWorld::request("A1");
    order.draw = api::OrderDraw{campaign, used};
    DONE(world.get(world.orders().place(world.call, order)));
    const auto granted = world.get(desk.draw(world.call, {campaign, back, UserId("ann"), std::nullopt}));
    DONE(granted);
    QVERIFY(granted->validUntil.has_value());
    world.clock.advanceMs(5'000);
    DONE(world.get(desk.giveBack(world.call, back)));
    const api::DrawFilter filter{campaign, UserId("ann"), {api::DrawState::Granted, api::DrawState::Refused}, back};
    DONE(world.get(desk.exportDraws(world.call, filter, world.file, {})));
    QCOMPARE(world.told(),
             "draws | 1 row; filter campaign=lunch, user=ann, draw=" + back.str() + ", state=granted|refused");
    auto cells = world.cells(1);
    QCOMPARE(cells.size(), 10);
    QCOMPARE(cells[7], QByteArray());
    QCOMPARE(cells[9].toStdString(), csvTime(world.clock.now()));
    DONE(world.get(desk.exportDraws(world.call, {campaign, {}, {}, used}, world.file, {})));
    cells = world.cells(1);
    QCOMPARE(cells[0].toStdString(), used.str());
    QCOMPARE(cells[2], QByteArray("user of A1"));
    QCOMPARE(cells[7], QByteArray("A1"));
    QCOMPARE(cells[9], QByteArray());
}

void TestExports::anOrderThatWaits() {
    auto& world = *m_world;
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("ann"), false)));
    QVERIFY(world.buy("A1"));
    DONE(world.get(world.orders().exportCsv(world.call, {}, world.file, {})));
    const auto header = world.cells(0);
    const auto row = world.cells(1);
    QCOMPARE(row.value(header.indexOf("wait_reason")), QByteArray("no_courier"));
    QCOMPARE(row.value(header.indexOf("courier_id")), QByteArray());
    QCOMPARE(row.value(header.indexOf("close_reason")), QByteArray());
}

/// The list of those whose number contains a text is made for the export, too.
void TestExports::anyPartOfTheNumberOfOrders() {
    auto& world = *m_world;
    QVERIFY(world.buy("A-20240601-17"));
    QVERIFY(world.buy("A-20240601-18"));
    api::OrderQuery query;
    query.filter.text = "0601-17";
    QCOMPARE(world.get(world.orders().exportCsv(world.call, query, world.file, {})).value_or(-1), 1);
    QCOMPARE(world.cells(1).front(), QByteArray("A-20240601-17"));
}

}  // namespace test_exports

QTEST_GUILESS_MAIN(test_exports::TestExports)
#include "test_exports.moc"

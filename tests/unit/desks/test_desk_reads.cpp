// SPDX-License-Identifier: GPL-3.0-or-later
// Reads through the desks: pages by every sort and filter, details, exports, the board, evidence, searches.
#include <QDir>
#include <QFile>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "desk_world.h"
#include "engine/base/rng.h"
#include "engine/dispatch/fairness.h"
#include "engine/store/pages/order_numbers.h"
#include "engine/store/pages/order_page_store.h"

namespace test_desk_reads {

using namespace evenhand;
using test::DeskWorld;

namespace {

constexpr api::OrderSort kSorts[] = {api::OrderSort::Placed, api::OrderSort::OrderNo, api::OrderSort::Status,
                                     api::OrderSort::Campus, api::OrderSort::Courier, api::OrderSort::Payable,
                                     api::OrderSort::User,   api::OrderSort::PaidAt};

std::vector<std::string> numbers(const std::vector<api::OrderRow>& rows) {
    std::vector<std::string> found;
    for (const auto& row : rows) {
        found.push_back(row.orderNo.str());
    }
    return found;
}

}  // namespace

class TestDeskReads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void pagesCutOneOrder();
    void slicesAreThePages();
    void pagesFromTheNearerEnd();
    void sortsSort();
    void filters();
    void anyPartOfTheNumber();
    void theNewestOfManyNumbers();
    void onlyTheOrdersNamed();
    void pageRefusals();
    void rowsInTheOrderAsked();
    void detail();
    void exportWritesAllRows();
    void exportFailsWithoutAFile();
    void exportOfACancelledFuture();
    void exportThatCannotBeNotedLeavesNoFile();
    void exportThatCannotBeNamedIsNotDone();
    void board();
    void findCouriers();
    void evidenceNamesWhoWasOffDuty();
    void waiting();
    void fairness();
    void fairnessIsWhatEveryStepGives();
    void fairnessBeforeManyDutyChanges();
    void headStartsEndWithTheDay();
    void keptCountsAreWhatIsThere();
    void products();

private:
    std::unique_ptr<DeskWorld> m_world;
    static constexpr int kOrders = 90;
};

void TestDeskReads::initTestCase() {
    m_world = std::make_unique<DeskWorld>();
    auto& world = *m_world;
    DONE(world.couriers({"ann", "bob"}));
    DONE(world.couriers({"sue"}, "south"));
    DONE(world.couriers({"off"}, "south", false));
    DONE(world.get(world.dispatch().upsertCampus(world.call, {CampusId("empty"), "Empty", {}})));
    DONE(world.product("tea", 10'000));
    for (int i = 0; i < kOrders; ++i) {
        world.clock.advanceMs(i % 5 == 0 ? 0 : 1000);
        const auto no = std::string(i % 3 == 0 ? "A" : "B") + std::to_string(i);
        const char* campus = i % 4 == 0 ? "south" : i % 7 == 0 ? "empty" : "north";
        auto request = DeskWorld::request(no, campus);
        request.user = UserId("=user " + std::to_string(i % 6));
        request.lines[0].unitPrice = Money{(i * 37) % 10 * 100};
        request.lines[0].quantity = 1 + i % 2;
        const auto placed = world.get(world.orders().place(world.call, request));
        DONE(placed);
        if (i % 5 != 1) {
            DONE(world.get(world.orders().pay(world.call, {PaymentNo("P" + no), OrderNo(no), placed->payable})));
        }
        if (i % 11 == 0) {
            DONE(world.get(world.orders().cancel(world.call, {{OrderNo(no), 0}})));
        }
    }
}

void TestDeskReads::pagesCutOneOrder() {
    auto& world = *m_world;
    for (const auto sort : kSorts) {
        for (const bool descending : {false, true}) {
            api::OrderQuery query;
            query.sort = sort;
            query.descending = descending;
            query.limit = 10'000;
            const auto all = world.get(world.orders().page(world.call, query));
            DONE(all);
            QCOMPARE(all->size(), std::size_t{kOrders});
            std::vector<api::OrderRow> pieces;
            query.limit = 13;
            for (query.offset = 0; query.offset < kOrders + 13; query.offset += 13) {
                const auto page = world.get(world.orders().page(world.call, query));
                pieces.insert(pieces.end(), page->begin(), page->end());
            }
            QCOMPARE(numbers(pieces), numbers(*all));
        }
    }
}

void TestDeskReads::slicesAreThePages() {
    auto& world = *m_world;
    auto& database = world.workspace->core().embedded()->database();
    for (const auto sort : kSorts) {
        for (const bool descending : {false, true}) {
            api::OrderQuery query;
            query.sort = sort;
            query.descending = descending;
            query.limit = 10'000;
            query.filter.placedFrom = Instant{0};
            if (descending) {  // merged from several ranges
                query.filter.statuses = {api::OrderStatus::Closed, api::OrderStatus::WaitPickUp,
                                         api::OrderStatus::WaitPay, api::OrderStatus::Closed};
            }
            const auto all = world.get(world.orders().page(world.call, query));
            for (const std::int64_t size : {1, 7, 40}) {
                std::vector<api::OrderRow> rows;
                std::optional<api::OrderRow> last;
                for (;;) {
                    const auto slice = store::orderPages::slice(database, query, last, size);
                    DONE(slice);
                    if (slice->empty()) {
                        break;
                    }
                    rows.insert(rows.end(), slice->begin(), slice->end());
                    last = slice->back();
                }
                QCOMPARE(numbers(rows), numbers(*all));
            }
        }
    }
}

void TestDeskReads::pagesFromTheNearerEnd() {
    auto& world = *m_world;
    auto& database = world.workspace->core().embedded()->database();
    for (const auto sort : kSorts) {
        for (const bool descending : {false, true}) {
            api::OrderQuery query;
            query.sort = sort;
            query.descending = descending;
            query.limit = 10'000;
            const auto all = world.get(world.orders().page(world.call, query));
            DONE(all);
            const auto total = static_cast<std::int64_t>(all->size());
            for (const std::int64_t size : {1, 7, 40}) {
                query.limit = size;
                for (query.offset = 0; query.offset <= total + size; ++query.offset) {
                    const auto page = store::orderPages::page(database, query, total);
                    DONE(page);
                    const auto from = all->begin() + std::min(query.offset, total);
                    QCOMPARE(numbers(*page), numbers({from, from + std::min(size, all->end() - from)}));
                }
            }
        }
    }
}

void TestDeskReads::sortsSort() {
    auto& world = *m_world;
    const auto page = [&](api::OrderSort sort) {
        api::OrderQuery query;
        query.sort = sort;
        query.descending = false;
        query.limit = 10'000;
        return world.get(world.orders().page(world.call, query)).value();
    };
    const auto sorted = [](const std::vector<api::OrderRow>& rows, auto key) {
        return std::is_sorted(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    };
    QVERIFY(sorted(page(api::OrderSort::Placed), [](const auto& row) { return std::pair(row.placedAt, row.id); }));
    QVERIFY(sorted(page(api::OrderSort::OrderNo), [](const auto& row) { return row.orderNo; }));
    QVERIFY(sorted(page(api::OrderSort::Status), [](const auto& row) { return api::toText(row.status); }));
    QVERIFY(sorted(page(api::OrderSort::Campus), [](const auto& row) { return row.campus; }));
    QVERIFY(sorted(page(api::OrderSort::Courier), [](const auto& row) { return row.courier; }));
    QVERIFY(sorted(page(api::OrderSort::Payable), [](const auto& row) { return row.payable; }));
    QVERIFY(sorted(page(api::OrderSort::User), [](const auto& row) { return row.user; }));
    QVERIFY(sorted(page(api::OrderSort::PaidAt), [](const auto& row) { return row.paidAt; }));
}

void TestDeskReads::filters() {
    auto& world = *m_world;
    api::OrderQuery all;
    all.limit = 10'000;
    const auto rows = world.get(world.orders().page(world.call, all)).value();
    const auto check = [&](auto set, auto keep) {
        api::OrderQuery query = all;
        set(query.filter);
        const auto found = world.get(world.orders().page(world.call, query));
        QVERIFY(found.has_value());
        std::set<std::string> expected;
        for (const auto& row : rows) {
            if (keep(row)) {
                expected.insert(row.orderNo.str());
            }
        }
        QVERIFY(!expected.empty());
        QVERIFY(expected.size() < rows.size());
        const auto names = numbers(*found);
        QCOMPARE(std::set<std::string>(names.begin(), names.end()), expected);
        QCOMPARE(names.size(), expected.size());
        QCOMPARE(world.get(world.orders().count(world.call, query.filter)).value(),
                 static_cast<std::int64_t>(expected.size()));
    };
    using Status = api::OrderStatus;
    check([](auto& f) { f.statuses = {Status::Closed}; }, [](const auto& r) { return r.status == Status::Closed; });
    check(
        [](auto& f) {
            f.statuses = {Status::Closed, Status::WaitPay};
        },
        [](const auto& r) { return r.status == Status::Closed || r.status == Status::WaitPay; });
    check([](auto& f) { f.campus = CampusId("south"); }, [](const auto& r) { return r.campus.str() == "south"; });
    check([](auto& f) { f.courier = CourierId("ann"); }, [](const auto& r) { return r.courier.str() == "ann"; });
    check([](auto& f) { f.user = UserId("=user 3"); }, [](const auto& r) { return r.user.str() == "=user 3"; });
    check([](auto& f) { f.unassignedOnly = true; }, [](const auto& r) { return r.wait.has_value(); });
    check([](auto& f) { f.text = "A3"; }, [](const auto& r) { return r.orderNo.str().starts_with("A3"); });
    check([](auto& f) { f.text = "=user 1"; }, [](const auto& r) { return r.user.str() == "=user 1"; });
    const auto middle = rows[rows.size() / 2].placedAt;
    check([&](auto& f) { f.placedFrom = middle; }, [&](const auto& r) { return r.placedAt >= middle; });
    check([&](auto& f) { f.placedTo = middle; }, [&](const auto& r) { return r.placedAt < middle; });
    check(
        [&](auto& f) {
            f.statuses = {Status::WaitPickUp};
            f.campus = CampusId("north");
            f.text = "B";
        },
        [&](const auto& r) {
            return r.status == Status::WaitPickUp && r.campus.str() == "north" && r.orderNo.str().starts_with("B");
        });
    api::OrderFilter none;
    none.text = "%' OR 1=1 --";
    QCOMPARE(world.get(world.orders().count(world.call, none)).value(), 0);
}

void TestDeskReads::anyPartOfTheNumber() {
    DeskWorld world;
    DONE(world.couriers({"ann"}));
    DONE(world.product("tea", 10'000));
    const auto place = [&](const char* no) {
        return world.get(world.orders().place(world.call, DeskWorld::request(no, "north")));
    };
    const auto found = [&](const char* part) {
        api::OrderQuery query;
        query.filter.text = part;
        const auto names = numbers(world.get(world.orders().page(world.call, query)).value());
        const auto counted = world.get(world.orders().count(world.call, query.filter)).value();
        return counted == static_cast<std::int64_t>(names.size()) ? names : std::vector<std::string>{"miscounted"};
    };
    using Names = std::vector<std::string>;
    DONE(place("20261123-4711-A"));
    DONE(place("20261123-9999-B"));
    world.clock.advanceMs(1000);
    DONE(place("4711"));
    QCOMPARE(found("4711"), (Names{"4711", "20261123-4711-A"}));
    QCOMPARE(found("9999-B"), (Names{"20261123-9999-B"}));
    QCOMPARE(found("1123-9999"), (Names{"20261123-9999-B"}));
    QCOMPARE(found("9999-b"), (Names{"20261123-9999-B"}));  // in either case
    QCOMPARE(found("471"), (Names{"4711"}));                // too short for a part: a beginning still
    QCOMPARE(found("A\n2026"), Names{});
    QCOMPARE(found("%%%%"), Names{});
    QCOMPARE(found("' OR '1'='1"), Names{});
    // What came since is found too, and one number is found once however often it holds the part.
    world.clock.advanceMs(1000);
    DONE(place("47114711"));
    QCOMPARE(found("4711"), (Names{"47114711", "4711", "20261123-4711-A"}));
    const auto file = world.folder.filePath(QStringLiteral("part.csv")).toStdString();
    api::OrderQuery query;
    query.filter.text = "-4711-";
    QCOMPARE(world.get(world.orders().exportCsv(world.call, query, file, {})).value(), 1);
}

/// Of more numbers than are shown it is the newest that are, whatever part of them is looked through at once.
void TestDeskReads::theNewestOfManyNumbers() {
    DeskWorld world;
    DONE(world.couriers({"ann"}));
    auto& database = world.workspace->core().embedded()->database();
    constexpr int kMany = 5'000;
    std::string rows;
    for (int i = 1; i <= kMany + 1; ++i) {
        const auto digits = std::to_string(i);
        const auto row = "(" + digits + ", 'bulk-" + std::string(5 - digits.size(), '0') + digits +
                         "', X'', 'u', 'north', 'WAIT_PAY', 100, 1, 1, 1, 1)";
        if (i <= kMany) {
            rows += (rows.empty() ? "" : ", ") + row;
        } else {
            const std::string insert =
                "INSERT INTO orders(order_id, order_no, body_hash, user_id, campus_id, status, payable, placed_at, "
                "created_at, epoch, version) VALUES ";
            DONE(database.execute(insert + rows));
            rows = insert + row;
        }
    }
    store::OrderNumbers numbers;
    const auto found = [&](std::string_view part) {
        const auto orders = numbers.containing(database, part).value_or(std::vector<OrderId>());
        std::vector<std::int64_t> ids;
        for (const auto id : orders) {
            ids.push_back(id.value);
        }
        return ids;
    };
    using Ids = std::vector<std::int64_t>;
    const auto most = static_cast<std::int64_t>(store::OrderNumbers::kMaxFound);
    Ids wanted;
    for (std::int64_t id = kMany; id > kMany - most; --id) {
        wanted.push_back(id);
    }
    QVERIFY(found("bulk") == wanted);
    QCOMPARE(found("0500"), (Ids{5'000, 500}));
    QCOMPARE(found("-00001"), Ids{1});
    DONE(database.execute(rows));
    QCOMPARE(found("0500"), (Ids{5'001, 5'000, 500}));
    QCOMPARE(found("bulk").front(), kMany + 1);
    QCOMPARE(found("bulk").size(), store::OrderNumbers::kMaxFound);
}

void TestDeskReads::onlyTheOrdersNamed() {
    auto& world = *m_world;
    api::OrderQuery query;
    query.limit = 5;
    const auto some = world.get(world.orders().page(world.call, query)).value();
    api::OrderQuery only;
    for (const auto& row : some) {
        only.filter.only.push_back(row.id);
    }
    QCOMPARE(numbers(world.get(world.orders().page(world.call, only)).value()), numbers(some));
    QCOMPARE(world.get(world.orders().count(world.call, only.filter)).value(), 5);
    only.filter.statuses = {some.front().status};
    QVERIFY(world.get(world.orders().count(world.call, only.filter)).value() >= 1);
    only.filter.only.assign(1'001, OrderId{1});
    const auto refused = world.get(world.orders().page(world.call, only));
    QVERIFY(!refused && refused.error().code == ErrorCode::InvalidArgument && refused.error().field == "only");
}

void TestDeskReads::pageRefusals() {
    auto& world = *m_world;
    for (const auto& [offset, limit] : {std::pair(0, 0), std::pair(0, 10'001), std::pair(-1, 5)}) {
        api::OrderQuery query;
        query.offset = offset;
        query.limit = limit;
        REFUSED(world.get(world.orders().page(world.call, query)), ErrorCode::InvalidArgument);
    }
}

void TestDeskReads::rowsInTheOrderAsked() {
    auto& world = *m_world;
    std::vector<OrderId> ids;
    for (std::int64_t i = kOrders; i > 0; i -= 2) {
        ids.push_back({i});
    }
    ids.push_back({9999});
    const auto rows = world.get(world.orders().rows(world.call, ids));
    DONE(rows);
    QCOMPARE(rows->size(), ids.size() - 1);
    for (std::size_t i = 0; i < rows->size(); ++i) {
        QCOMPARE(rows->at(i).id, ids[i]);
    }
}

void TestDeskReads::detail() {
    auto& world = *m_world;
    REFUSED(world.get(world.orders().detail(world.call, OrderNo("none"))), ErrorCode::NotFound);
    const auto detail = world.get(world.orders().detail(world.call, OrderNo("A0")));
    DONE(detail);
    QCOMPARE(detail->lines.at(0).productName, std::string("tea"));
    QCOMPARE(detail->row.closeReason, api::CloseReason::Cancelled);
    QCOMPARE(detail->paymentNo, PaymentNo("PA0"));
}

void TestDeskReads::exportWritesAllRows() {
    auto& world = *m_world;
    const auto path = world.folder.filePath(QStringLiteral("orders.csv"));
    std::int64_t told = 0;
    api::OrderQuery query;
    query.limit = 1;  // the export ignores it
    const auto rows = world.get(
        world.orders().exportCsv(world.call, query, path.toStdString(), [&](std::int64_t written) { told = written; }));
    DONE(rows);
    QCOMPARE(*rows, kOrders);
    QCOMPARE(told, kOrders);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), kOrders + 2);  // header, and the end
    // Programs find their columns by these names; a new one comes last.
    QVERIFY(
        lines[0].startsWith("order_no,user_id,campus,status,payable,placed_at,paid_at,courier_id,courier_name,epoch,"
                            "wait_reason,close_reason"));
    const auto header = lines[0].trimmed().split(',');
    const auto rowsThere = world.get(world.orders().page(world.call, {}));
    std::set<std::string_view> filled;
    for (int i = 1; i <= kOrders; ++i) {
        const auto cells = lines[i].split(',');
        QCOMPARE(cells.size(), header.size());
        for (const auto& field : api::kOrderFields) {
            const auto value = field.value(rowsThere->at(static_cast<std::size_t>(i - 1)));
            const auto at = header.indexOf(QByteArray(field.csv.data(), std::ssize(field.csv)));
            QVERIFY2((at >= 0) == !field.csv.empty(), field.name.data());
            if (at >= 0 && value.index() != 0) {
                QVERIFY2(!cells[at].trimmed().isEmpty(), field.name.data());
                filled.insert(field.csv);
            } else if (at >= 0) {
                QCOMPARE(cells[at].trimmed(), QByteArray());
            }
        }
        QVERIFY(cells[1].startsWith("'=user "));  // no spreadsheet runs it
        QVERIFY(cells[4].contains('.'));
        QVERIFY(cells[5].endsWith('Z'));
        QVERIFY(lines[i].endsWith('\r'));
    }
    QCOMPARE(lines[1].split(',')[0].toStdString(), rowsThere->front().orderNo.str());
    for (const auto name : {"paid_at", "courier_id", "courier_name", "epoch", "wait_reason", "close_reason"}) {
        QVERIFY2(filled.contains(name), name);
    }
}

void TestDeskReads::exportFailsWithoutAFile() {
    auto& world = *m_world;
    const auto path = world.folder.filePath(QStringLiteral("no such folder/orders.csv")).toStdString();
    const auto refused = world.get(world.orders().exportCsv(world.call, {}, path, {}));
    REFUSED(refused, ErrorCode::Storage);
    QCOMPARE(refused.error().value, path);
}

void TestDeskReads::exportOfACancelledFuture() {
    auto& world = *m_world;
    // Where the reader has a thread, as in the programs.
    app::OpenOptions options;
    options.clock = &world.clock;
    const auto folder = world.folder.filePath(QStringLiteral("threaded")).toStdString();
    auto made = app::Workspace::create(folder, {"CNY", 2, "UTC", "t", evenhand::testing::freshDatabase()}, options);
    DONE(made);
    const auto path = world.folder.filePath(QStringLiteral("cancelled.csv"));
    QSemaphore cancelled;  // until then the export does not go on
    auto answer =
        (*made)->orders().exportCsv(world.call, {}, path.toStdString(), [&](std::int64_t) { cancelled.acquire(); });
    answer.cancel();
    cancelled.release();
    answer.waitForFinished();
    QVERIFY(answer.isCanceled());
    (*made)->stop();
    QVERIFY(!QFile::exists(path));
}

/// Nothing leaves the workspace without an entry in its audit log.
void TestDeskReads::exportThatCannotBeNotedLeavesNoFile() {
    auto& world = *m_world;
    app::OpenOptions options;
    options.clock = &world.clock;
    const auto folder = world.folder.filePath(QStringLiteral("full")).toStdString();
    {
        auto made = app::Workspace::create(folder, {"CNY", 2, "UTC", "t", evenhand::testing::freshDatabase()}, options);
        DONE(made);
        (*made)->stop();
    }
    options.engine.inboxCommands = 0;  // so that no command is taken
    const auto full = app::Workspace::open(folder, options);
    DONE(full);
    QTemporaryDir place;
    auto answer =
        (*full)->orders().exportCsv(world.call, {}, place.filePath(QStringLiteral("unnoted.csv")).toStdString(), {});
    answer.waitForFinished();
    REFUSED(answer.result(), ErrorCode::Busy);
    (*full)->stop();
    QVERIFY(QDir(place.path()).isEmpty());  // nor a part of it
}

/// The folder goes away while the file is written: whoever asked is told, and not how many rows there are.
void TestDeskReads::exportThatCannotBeNamedIsNotDone() {
    auto& world = *m_world;
    QTemporaryDir place;
    const auto folder = place.filePath(QStringLiteral("gone"));
    QVERIFY(QDir().mkdir(folder));
    const auto progress = [&folder](std::int64_t) { QDir(folder).removeRecursively(); };
    const auto done = world.get(
        world.orders().exportCsv(world.call, {}, (folder + QStringLiteral("/orders.csv")).toStdString(), progress));
    REFUSED(done, ErrorCode::Storage);
    QVERIFY(QDir(place.path()).isEmpty());
}

void TestDeskReads::board() {
    auto& world = *m_world;
    REFUSED(world.get(world.dispatch().board(world.call, CampusId("x"))), ErrorCode::NotFound);
    const auto north = world.get(world.dispatch().board(world.call, CampusId("north")));
    DONE(north);
    QCOMPARE(north->couriers.size(), std::size_t{2});
    QVERIFY(north->couriers[0].weight >= north->couriers[1].weight);
    QCOMPARE(north->spreadWeight, north->couriers[0].weight - north->couriers[1].weight);
    QVERIFY(std::abs(north->couriers[0].share + north->couriers[1].share - 1) < 1e-9);
    QVERIFY(std::abs(north->couriers[0].deviation + north->couriers[1].deviation) < 1e-9);
    QCOMPARE(north->waiting, 0);
    QVERIFY(north->couriers[0].lastAssignment.has_value());
    const auto south = world.get(world.dispatch().board(world.call, CampusId("south")));
    const auto& off = south->couriers[0].id.str() == "off" ? south->couriers[0] : south->couriers[1];
    QVERIFY(!off.onDuty);
    QCOMPARE(off.weight, 10'000);
    QCOMPARE(off.today, 0);
    const auto empty = world.get(world.dispatch().board(world.call, CampusId("empty")));
    QVERIFY(empty->couriers.empty());
    QVERIFY(empty->waiting > 0);
    QCOMPARE(world.get(world.dispatch().campuses(world.call))->size(), std::size_t{3});
}

void TestDeskReads::findCouriers() {
    auto& world = *m_world;
    const auto byId = world.get(world.dispatch().findCouriers(world.call, "an", 10));
    DONE(byId);
    QCOMPARE(byId->size(), std::size_t{1});
    QVERIFY(byId->front().weight < 10'000);
    QVERIFY(byId->front().today > 0);
    QCOMPARE(world.get(world.dispatch().findCouriers(world.call, "Name of", 10))->size(), std::size_t{4});
    QCOMPARE(world.get(world.dispatch().findCouriers(world.call, "Name of", 2))->size(), std::size_t{2});
    QVERIFY(world.get(world.dispatch().findCouriers(world.call, "zzz", 2))->empty());
}

void TestDeskReads::evidenceNamesWhoWasOffDuty() {
    auto& world = *m_world;
    const auto found = world.get(world.dispatch().evidence(world.call, OrderNo("B4")));
    DONE(found);
    QCOMPARE(found->size(), std::size_t{1});
    QCOMPARE(found->front().courier, CourierId("sue"));
    QCOMPARE(found->front().offDuty, std::vector<CourierId>{CourierId("off")});
    QCOMPARE(found->front().ranking.at(0).first, CourierId("sue"));
    QVERIFY(world.get(world.dispatch().evidence(world.call, OrderNo("none")))->empty());
}

void TestDeskReads::waiting() {
    auto& world = *m_world;
    const auto all = world.get(world.dispatch().waiting(world.call, {}, 100));
    DONE(all);
    QVERIFY(all->size() > 3);
    for (const auto& order : *all) {
        QCOMPARE(order.reason, api::WaitReason::NoCourier);
        QCOMPARE(order.row.campus, CampusId("empty"));
    }
    QVERIFY(std::is_sorted(all->begin(), all->end(), [](const auto& a, const auto& b) { return a.since < b.since; }));
    QVERIFY(world.get(world.dispatch().waiting(world.call, CampusId("north"), 100))->empty());
    QCOMPARE(world.get(world.dispatch().waiting(world.call, CampusId("empty"), 2))->size(), std::size_t{2});
}

void TestDeskReads::fairness() {
    auto& world = *m_world;
    const CampusId north("north");
    const auto now = world.clock.now();
    const auto points = world.get(world.dispatch().fairness(world.call, north, now.plusMs(-3'600'000), now, 10));
    DONE(points);
    QCOMPARE(points->size(), std::size_t{10});
    QCOMPARE(points->front().assigned, 0);
    const auto board = world.get(world.dispatch().board(world.call, north));
    QCOMPARE(points->back().assigned, board->couriers[0].today + board->couriers[1].today);
    QCOMPARE(points->back().spread, std::abs(board->couriers[0].today - board->couriers[1].today));
    REFUSED(world.get(world.dispatch().fairness(world.call, north, now, now.plusMs(-1), 10)),
            ErrorCode::InvalidArgument);
    REFUSED(world.get(world.dispatch().fairness(world.call, north, now, now, 0)), ErrorCode::InvalidArgument);
}

/// Counted by courier and point it is what every single assignment and every duty change from the beginning on gives.
void TestDeskReads::fairnessIsWhatEveryStepGives() {
    auto& world = *m_world;
    const CampusId north("north");
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("bob"), false)));
    for (int i = 0; i < 30; ++i) {
        world.clock.advanceMs(7'919);
        if (i == 10 || i == 20) {
            DONE(world.get(world.dispatch().setDuty(world.call, CourierId("bob"), i == 10)));
        }
        QVERIFY(world.buy("F" + std::to_string(i), "north"));
    }
    DONE(world.get(world.orders().cancel(world.call, {{OrderNo("F3"), 0}})));
    const auto day = *dispatch::BusinessDay::of("Asia/Shanghai");
    const auto now = world.clock.now();
    const auto today = day.startOf(now);
    auto& database = world.workspace->core().embedded()->database();
    auto& all =
        database.statement("SELECT at, courier_id, on_duty FROM duty_entry WHERE campus_id = 'north' ORDER BY version");
    DONE(all.query());
    std::vector<dispatch::DutyStep> changes;
    while (all.next()) {
        changes.push_back({Instant{all.number("at")}, all.text("courier_id"), all.number("on_duty") != 0});
    }
    // Who comes back is level with the one who was there.
    const auto ofToday = [&](const std::string& courier, Instant until) {
        auto& count = database.statement(
            "SELECT COUNT(*) FROM assignment WHERE courier_id = ? AND at >= ? AND at < ? AND released_at IS NULL");
        count.bind(courier).bind(today).bind(until);
        return count.query() && count.next() ? count.onlyNumber() : -1;
    };
    auto& back = changes.at(changes.size() - 2);
    QVERIFY(back.courier == "bob" && back.onDuty);
    back.headStart = ofToday("ann", back.at) - ofToday("bob", back.at);
    QVERIFY(back.headStart > 5);
    const auto alone = world.get(world.dispatch().fairness(world.call, north, today, now, 1));
    DONE(alone);
    QCOMPARE(alone->back().spread, 0);  // bob is off duty again
    for (const auto& [from, to, points] : {std::tuple{today, now, 1},
                                           {today, now, 2},
                                           {today, now, 7},
                                           {today, now, 240},
                                           {now.plusMs(-100'000), now, 33},
                                           {now, now, 3},
                                           {today.plusMs(-86'400'000), now, 11}}) {
        const auto steps = store::assignments::between(database, north, day.startOf(from), to.plusMs(1));
        DONE(steps);
        QVERIFY(steps->size() >= 29);
        const auto wanted = dispatch::fairnessPoints(*steps, changes, day, from, to, points);
        const auto found = world.get(world.dispatch().fairness(world.call, north, from, to, points));
        DONE(found);
        QCOMPARE(found->size(), wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QCOMPARE((*found)[i].at, wanted[i].at);
            QCOMPARE((*found)[i].spread, wanted[i].spread);
            QCOMPARE((*found)[i].assigned, wanted[i].assigned);
        }
    }
}

/// Who was on duty then is known however often somebody has come and gone since.
void TestDeskReads::fairnessBeforeManyDutyChanges() {
    DeskWorld world;
    DONE(world.couriers({"ann", "bob"}));
    DONE(world.product("tea", 1'000));
    const CampusId north("north");
    world.clock.advanceMs(1'000);
    const auto from = world.clock.now();
    for (int i = 0; i < 5; ++i) {
        world.clock.advanceMs(1'000);
        QVERIFY(world.buy("D" + std::to_string(i), "north"));
    }
    world.clock.advanceMs(1'000);
    const auto to = world.clock.now();
    const auto spread = [&] {
        return world.get(world.dispatch().fairness(world.call, north, from, to, 1)).value().back();
    };
    QCOMPARE(spread().assigned, 5);
    QCOMPARE(spread().spread, 1);
    for (int i = 0; i < 300; ++i) {
        world.clock.advanceMs(1'000);
        DONE(world.get(world.dispatch().setDuty(world.call, CourierId("ann"), i % 2 == 1)));
    }
    QCOMPARE(spread().assigned, 5);
    QCOMPARE(spread().spread, 1);
}

/// Who comes on duty is level with the others of that day, whatever they missed the day before.
void TestDeskReads::headStartsEndWithTheDay() {
    auto& world = *m_world;
    const CampusId north("north");
    const auto from = world.clock.now();
    int bought = 0;
    for (const int missed : {6, 2}) {
        DONE(world.get(world.dispatch().setDuty(world.call, CourierId("bob"), false)));
        world.clock.advanceMs(86'400'000);
        for (int i = 0; i < missed; ++i) {
            QVERIFY(world.buy("H" + std::to_string(bought++), "north"));
        }
        world.clock.advanceMs(1);
        DONE(world.get(world.dispatch().setDuty(world.call, CourierId("bob"), true)));
        const auto points = world.get(world.dispatch().fairness(world.call, north, from, world.clock.now(), 3));
        DONE(points);
        QCOMPARE(points->back().assigned, missed);
        QCOMPARE(points->back().spread, 0);
    }
}

/// Counts that are kept between reads and counted on say what a count from scratch says, whatever happened between.
void TestDeskReads::keptCountsAreWhatIsThere() {
    auto& world = *m_world;
    auto& database = world.workspace->core().embedded()->database();
    const auto day = *dispatch::BusinessDay::of("Asia/Shanghai");
    Rng rng(7);
    int made = 0;
    for (int round = 0; round < 120; ++round) {
        if (rng.below(3) == 0) {
            world.clock.advanceMs(rng.below(20) == 0 ? 9 * 3'600'000 : rng.between(0, 3));
        }
        const auto what = rng.below(6);
        const auto some = OrderNo("K" + std::to_string(rng.between(0, std::max(0, made - 1))));
        if (made == 0 || what < 3) {
            QVERIFY(world.buy("K" + std::to_string(made++), rng.below(4) == 0 ? "south" : "north"));
        } else if (what == 3) {
            (void)world.get(world.orders().cancel(world.call, {{some, 0}}));
        } else if (what == 4) {
            (void)world.get(world.dispatch().reassign(world.call, {{some, 0}}, {}));
        }  // else nothing: at rest
        const auto now = world.clock.now();
        const auto today = day.startOf(now);
        for (const char* campus : {"north", "south"}) {
            auto& direct = database.statement(
                "SELECT a.courier_id, COUNT(*) AS assignments FROM assignment a "
                "JOIN courier c ON c.courier_id = a.courier_id WHERE c.campus_id = ? AND a.at >= ? AND a.released_at "
                "IS NULL GROUP BY a.courier_id");
            direct.bind(std::string_view(campus)).bind(today);
            DONE(direct.query());
            std::map<std::string, std::int64_t> wanted;
            std::int64_t all = 0;
            while (direct.next()) {
                wanted[direct.text("courier_id")] = direct.number("assignments");
                all += direct.number("assignments");
            }
            const auto board = world.get(world.dispatch().board(world.call, CampusId(campus)));
            DONE(board);
            for (const auto& courier : board->couriers) {
                QCOMPARE(courier.today, wanted[courier.id.str()]);
            }
            const auto point = world.get(world.dispatch().fairness(world.call, CampusId(campus), today, now, 1));
            DONE(point);
            QCOMPARE(point->back().assigned, all);
            const auto both = world.get(world.dispatch().fairness(world.call, CampusId(campus), today, now, 2));
            DONE(both);
            if (now > today.plusMs(1)) {
                QCOMPARE(point->back().spread, both->back().spread);
            }
        }
        api::OrderFilter ofNorth;
        ofNorth.campus = CampusId("north");
        api::OrderFilter sinceMidnight;
        sinceMidnight.placedFrom = today;
        api::OrderFilter closed;
        closed.statuses = {api::OrderStatus::Closed};
        api::OrderFilter byText;
        byText.text = "K1";
        // Of these a row that was counted may not match any more.
        api::OrderFilter ofAnn;
        ofAnn.courier = CourierId("ann");
        api::OrderFilter unassigned;
        unassigned.unassignedOnly = true;
        api::OrderFilter closedOfNorth = closed;
        closedOfNorth.campus = CampusId("north");
        for (const auto& filter :
             {api::OrderFilter(), ofNorth, sinceMidnight, closed, byText, ofAnn, unassigned, closedOfNorth}) {
            QCOMPARE(world.get(world.orders().count(world.call, filter)).value(),
                     store::orderPages::count(database, filter).value());
        }
    }
}

void TestDeskReads::products() {
    auto& world = *m_world;
    QCOMPARE(world.get(world.orders().products(world.call, "te", 10))->size(), std::size_t{1});
    QVERIFY(world.get(world.orders().products(world.call, "x", 10))->empty());
}

}  // namespace test_desk_reads

QTEST_GUILESS_MAIN(test_desk_reads::TestDeskReads)
#include "test_desk_reads.moc"

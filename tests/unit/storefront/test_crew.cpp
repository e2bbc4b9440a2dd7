// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's couriers, order by order and minute by minute; the engine is not there.
#include <QtTest>
#include <algorithm>
#include <set>

#include "app/storefront/storefront_crew.h"
#include "app/storefront/world.h"

namespace test_crew {

using namespace evenhand;
using namespace evenhand::storefront;
using Kind = api::CourierReport::Kind;
using Status = api::OrderStatus;

namespace {

constexpr std::int64_t kEver = 1'000'000'000;  ///< whatever is planned is due by then

api::OrderRow row(const std::string& no, Status status, const char* courier = "c01", std::int64_t epoch = 1) {
    api::OrderRow made;
    made.orderNo = OrderNo(no);
    made.status = status;
    made.courier = CourierId(courier);
    made.epoch = epoch;
    return made;
}

}  // namespace

class TestCrew : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachReportOnce();
    void anotherStageIsAnotherReport();
    void anotherCourierReports();
    void whatIsGoneIsForgotten();
    void theFirstDueFirst();
    void shiftsAreTheirEdges();
    void aBreakIsHalfAnHour();
};

void TestCrew::eachReportOnce() {
    Crew crew(1);
    crew.see({row("A1", Status::WaitPickUp)}, 0);
    QVERIFY(crew.takeDue(119'999, 10).empty());  // two minutes at least
    auto due = crew.takeDue(kEver, 10);
    QCOMPARE(due.size(), std::size_t{1});
    QCOMPARE(due.front().kind, Kind::PickedUp);
    QCOMPARE(due.front().orderNo, OrderNo("A1"));
    QCOMPARE(due.front().courier, CourierId("c01"));
    QCOMPARE(due.front().epoch, 1);
    QVERIFY(crew.takeDue(kEver, 10).empty());
    crew.see({row("A1", Status::WaitPickUp)}, kEver);  // as it was
    QVERIFY(crew.takeDue(2 * kEver, 10).empty());
    // It could not be handed in: again, and not before.
    crew.retry(OrderNo("A1"), 2 * kEver);
    QVERIFY(crew.takeDue(2 * kEver - 1, 10).empty());
    due = crew.takeDue(2 * kEver, 10);
    QCOMPARE(due.size(), std::size_t{1});
    crew.retry(OrderNo("A2"), 0);  // nobody has it
    QCOMPARE(crew.inHand(), std::size_t{1});
}

void TestCrew::anotherStageIsAnotherReport() {
    Crew crew(1);
    int failed = 0;
    for (int order = 0; order < 400; ++order) {
        const auto no = "A" + std::to_string(order);
        crew.see({row(no, Status::WaitPickUp)}, 0);
        QCOMPARE(crew.takeDue(kEver, 10).size(), std::size_t{1});
        crew.see({row(no, Status::Delivering)}, kEver);
        QVERIFY(crew.takeDue(kEver + 299'999, 10).empty());  // five minutes at least
        const auto due = crew.takeDue(2 * kEver, 10);
        QCOMPARE(due.size(), std::size_t{1});
        QVERIFY(due.front().kind == Kind::Delivered || due.front().kind == Kind::Failed);
        QCOMPARE(due.front().note.empty(), due.front().kind == Kind::Delivered);  // a failure says why
        failed += due.front().kind == Kind::Failed ? 1 : 0;
    }
    QVERIFY(failed > 0 && failed < 40);
}

void TestCrew::anotherCourierReports() {
    Crew crew(1);
    crew.see({row("A1", Status::WaitPickUp)}, 0);
    QCOMPARE(crew.takeDue(kEver, 10).size(), std::size_t{1});
    crew.see({row("A1", Status::WaitPickUp, "c02", 2)}, kEver);
    auto due = crew.takeDue(2 * kEver, 10);
    QCOMPARE(due.size(), std::size_t{1});
    QCOMPARE(due.front().courier, CourierId("c02"));
    QCOMPARE(due.front().epoch, 2);
    // The same one has it again, by another assignment.
    crew.see({row("A1", Status::WaitPickUp, "c02", 4)}, 2 * kEver);
    due = crew.takeDue(3 * kEver, 10);
    QCOMPARE(due.size(), std::size_t{1});
    QCOMPARE(due.front().epoch, 4);
}

void TestCrew::whatIsGoneIsForgotten() {
    Crew crew(1);
    crew.see({row("A1", Status::WaitPickUp), row("A2", Status::WaitPickUp), row("A3", Status::WaitPickUp, ""),
              row("A4", Status::Delivered)},
             0);
    QCOMPARE(crew.inHand(), std::size_t{2});  // nobody has A3, and A4 is there
    crew.see({row("A2", Status::WaitPickUp)}, 0);
    QCOMPARE(crew.inHand(), std::size_t{1});
    const auto due = crew.takeDue(kEver, 10);
    QCOMPARE(due.size(), std::size_t{1});
    QCOMPARE(due.front().orderNo, OrderNo("A2"));
}

void TestCrew::theFirstDueFirst() {
    Crew crew(1);
    std::vector<api::OrderRow> rows;
    for (int order = 0; order < 20; ++order) {
        rows.push_back(row("A" + std::to_string(order), Status::WaitPickUp));
    }
    crew.see(rows, 0);
    for (int order = 0; order < 20; ++order) {
        crew.retry(OrderNo("A" + std::to_string(order)), 1'000 - order);
    }
    std::string taken;
    for (int round = 0; round < 3; ++round) {
        for (const auto& report : crew.takeDue(985, 2)) {
            taken += report.orderNo.str() + " ";
        }
    }
    QCOMPARE(taken, std::string("A19 A18 A17 A16 A15 "));  // the others are due later
}

void TestCrew::shiftsAreTheirEdges() {
    Crew crew(1);
    QVERIFY(crew.shiftChanges(8 * 60).empty());  // whatever there is now is no change
    QVERIFY(crew.shiftChanges(8 * 60).empty());
    std::set<std::string> onDuty;
    for (const auto& courier : demoCouriers()) {
        if (onShift(courier, 8 * 60)) {
            onDuty.insert(std::string(courier.id));
        }
    }
    for (int minute = 8 * 60 + 5; minute <= 32 * 60; minute += 5) {
        for (const auto& [courier, on] : crew.shiftChanges(minute % 1440)) {
            QVERIFY(on ? onDuty.insert(courier.str()).second : onDuty.erase(courier.str()) == 1);
        }
        for (const auto& courier : demoCouriers()) {
            QCOMPARE(onDuty.contains(std::string(courier.id)), onShift(courier, minute % 1440));
        }
    }
}

void TestCrew::aBreakIsHalfAnHour() {
    const DemoCourier day{"d", "d", "", 0, 600, 1290, 900};
    const DemoCourier night{"n", "n", "", 0, 960, 60, -1};
    const DemoCourier always{"a", "a", "", 0, 0, 0, -1};
    const std::pair<int, bool> ofDay[] = {{599, false}, {600, true}, {899, true},  {900, false},
                                          {929, false}, {930, true}, {1289, true}, {1290, false}};
    for (const auto& [minute, on] : ofDay) {
        QCOMPARE(onShift(day, minute), on);
    }
    const std::pair<int, bool> ofNight[] = {{959, false}, {960, true}, {1439, true},
                                            {0, true},    {59, true},  {60, false}};
    for (const auto& [minute, on] : ofNight) {
        QCOMPARE(onShift(night, minute), on);
    }
    for (const int minute : {0, 1, 720, 1439}) {
        QVERIFY(onShift(always, minute));
    }
}

}  // namespace test_crew

QTEST_GUILESS_MAIN(test_crew::TestCrew)
#include "test_crew.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Returns and refunds as cases: who works on them, notes, reasons that are offered, how long they wait.
#include <QtTest>
#include <algorithm>
#include <iterator>

#include "engine/api/password_policy.h"
#include "engine/returns/cases.h"
#include "engine/store/records/case_store.h"
#include "engine/store/records/person_store.h"
#include "return_world.h"

namespace test_cases {

using namespace evenhand;
using namespace evenhand::test;

namespace {

constexpr std::int64_t kHour = 3'600'000;

class CaseWorld : public ReturnWorld {
public:
    bool begin() { return open() && freely() && addPerson("Ann", false) && addPerson("gone", true); }
    bool addPerson(const std::string& login, bool disabled) {
        store::people::Record record;
        record.row.login = login;
        record.row.name = login;
        record.row.disabled = disabled;
        record.row.createdAt = now;
        record.row.createdBy = "test";
        record.loginKey = api::loginKey(login);
        record.hash = "-";
        record.passwordAt = now;
        return run<PersonId>([&](auto& work) { return store::people::insert(work.database(), record); }).has_value();
    }
    Result<api::ReturnOutcome> assign(ReturnId id, const std::string& clerk, std::int64_t version = 0) {
        return run<api::ReturnOutcome>([&](auto& work) { return returns::assignReturn(work, {id, version}, clerk); });
    }
    Result<api::RefundOutcome> assign(RefundId id, const std::string& clerk) {
        return run<api::RefundOutcome>([&](auto& work) { return returns::assignRefund(work, {id, 0}, clerk); });
    }
    Result<api::ReturnOutcome> note(ReturnId id, const std::string& text) {
        return run<api::ReturnOutcome>([&](auto& work) { return returns::addReturnNote(work, {id, 0}, text); });
    }
    Result<void> offer(const api::CaseSettings& settings) {
        return run<void>([&](auto& work) { return returns::setCaseSettings(work, settings); });
    }
    ReturnId ask(const char* order, const char* number) {
        const auto made = requestReturn(asked(number, sell(order)));
        return made ? made->id : ReturnId{};
    }
    std::vector<std::string> of(const std::string& clerk) {
        api::ReturnQuery query;
        query.filter.clerk = clerk;
        std::vector<std::string> numbers;
        for (const auto& row : *store::returnPages::page(database(), query)) {
            numbers.push_back(row.number.str());
        }
        return numbers;
    }
};

}  // namespace

class TestCases : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aReturnIsAssigned() {
        CaseWorld world;
        QVERIFY(world.begin());
        const auto id = world.ask("A", "R1");
        (void)world.ask("B", "R2");
        const auto before = world.look(id).row;
        const auto done = world.assign(id, "ann", before.version);
        DONE(done);
        QCOMPARE(done->version, before.version + 1);
        QCOMPARE(world.look(id).row.clerk, std::string("Ann"));  // as the login is written
        QVERIFY(world.of("Ann") == std::vector<std::string>{"R1"});
        const auto events = world.look(id).events;
        QVERIFY(events.back().kind == api::MoneyEventKind::Assigned && events.back().detail == "Ann");
        // Who came second is told; the same again changes nothing.
        REFUSED_FIELD(world.assign(id, "Ann", before.version), ErrorCode::Conflict, "version");
        DONE(world.assign(id, "Ann"));
        QCOMPARE(world.look(id).row.version, before.version + 1);
        world.as("the owner");
        DONE(world.assign(id, "the owner"));  // who asks need not be a person of the workspace
        REFUSED_FIELD(world.assign(id, "nobody known"), ErrorCode::NotFound, "clerk");
        REFUSED_FIELD(world.assign(id, "gone"), ErrorCode::NotFound, "clerk");
        REFUSED_FIELD(world.assign(id, std::string(65, 'x')), ErrorCode::InvalidArgument, "clerk");
        REFUSED_FIELD(world.assign(ReturnId{99}, "Ann"), ErrorCode::NotFound, "return");
        DONE(world.assign(id, ""));
        QVERIFY(world.of("the owner").empty() && world.look(id).row.clerk.empty());
        // The stage, the money and everything else are as they were; the clerk stays through decisions.
        DONE(world.assign(id, "Ann"));
        DONE(world.approve(id));
        QCOMPARE(world.look(id).row.clerk, std::string("Ann"));
        RETURNS_HOLD(world);
    }

    void aRefundIsAssigned() {
        CaseWorld world;
        QVERIFY(world.begin());
        QVERIFY(world.sell("A").valid());
        const auto made = world.refundOrder("k", "A");
        DONE(made);
        DONE(world.assign(made->id, "Ann"));
        api::RefundQuery query;
        query.filter.clerk = "Ann";
        const auto rows = store::refundPages::page(world.database(), query);
        QVERIFY(rows && rows->size() == 1 && rows->front().clerk == "Ann");
        store::refundPages::Counts kept;
        QCOMPARE(*store::refundPages::count(world.database(), query.filter, kept), 1);
        DONE(world.paidByHand(made->id));
        QCOMPARE(store::refunds::find(world.database(), made->id)->value().clerk, std::optional<std::string>("Ann"));
        DONE(world.assign(made->id, ""));
        QCOMPARE(*store::refundPages::count(world.database(), query.filter, kept), 0);
        RETURNS_HOLD(world);
    }

    void notesStandInTheHistoryOfTheReturnAlone() {
        CaseWorld world;
        QVERIFY(world.begin());
        const auto id = world.ask("A", "R1");
        const auto timeline = world.detail("A").events.size();
        const auto version = world.look(id).row.version;
        world.as("ann");
        DONE(world.note(id, "asked for a photo"));
        world.as("bob");
        DONE(world.note(id, "=photo is there; '\"<b>"));
        REFUSED_FIELD(world.note(id, "  "), ErrorCode::InvalidArgument, "note");
        REFUSED_FIELD(world.note(ReturnId{99}, "x"), ErrorCode::NotFound, "return");
        const auto events = world.look(id).events;
        QCOMPARE(events.size(), std::size_t{3});
        QVERIFY(events[1].actor == "ann" && events[1].detail == "asked for a photo");
        QVERIFY(events[2].actor == "bob" && events[2].detail == "=photo is there; '\"<b>");
        QCOMPARE(world.detail("A").events.size(), timeline);
        QCOMPARE(world.look(id).row.version, version);
    }

    void reasonsAreOffered() {
        CaseWorld world;
        QVERIFY(world.begin());
        const auto deduction = world.sell("A");
        auto asked = ReturnWorld::asked("R1", deduction);
        asked.reasonCode = "damaged";
        REFUSED_FIELD(world.requestReturn(asked), ErrorCode::InvalidArgument, "reason_code");
        DONE(world.offer({{{"wrong", "Wrong item"}, {"damaged", "Arrived damaged"}}, 5 * kHour, 1}));
        const auto made = world.requestReturn(asked);
        DONE(made);
        QVERIFY(world.requestReturn(asked)->repeated);
        auto other = asked;
        other.reasonCode = "wrong";
        REFUSED_FIELD(world.requestReturn(other), ErrorCode::KeyReused, "number");
        const auto settings = *store::cases::settings(world.database());
        QVERIFY((settings.reasons ==
                 std::vector<api::ReturnReason>{{"wrong", "Wrong item"}, {"damaged", "Arrived damaged"}}));
        QCOMPARE(settings.ageLimitMs, std::optional<std::int64_t>(5 * kHour));
        // One that is no longer offered stays with the returns that have it.
        DONE(world.offer({{}, std::nullopt, 2}));
        QCOMPARE(world.look(made->id).row.reasonCode, std::string("damaged"));
        QVERIFY(world.requestReturn(asked)->repeated);
        QVERIFY(!store::cases::settings(world.database())->ageLimitMs);
        REFUSED_FIELD(world.offer({{}, kHour, 2}), ErrorCode::Conflict, "version");
        REFUSED_FIELD(world.offer({{{"a", "A"}, {"a", "B"}}, {}, 0}), ErrorCode::InvalidArgument, "code");
        REFUSED_FIELD(world.offer({{{"", "A"}}, {}, 0}), ErrorCode::InvalidArgument, "code");
        REFUSED_FIELD(world.offer({{{"a", " "}}, {}, 0}), ErrorCode::InvalidArgument, "name");
        REFUSED_FIELD(world.offer({{}, 0, 0}), ErrorCode::InvalidArgument, "age_limit_ms");
        REFUSED_FIELD(world.offer({{}, api::kMaxCaseAgeMs + 1, 0}), ErrorCode::InvalidArgument, "age_limit_ms");
        REFUSED_FIELD(world.offer({std::vector<api::ReturnReason>(101, {"a", "A"}), {}, 0}), ErrorCode::InvalidArgument,
                      "reasons");
    }

    void refundsHaveReasonsToo() {
        CaseWorld world;
        QVERIFY(world.begin());
        const auto deduction = world.sell("A");
        DONE(world.freely());
        const auto ofRefund = [&](RefundId id) { return (*store::refunds::find(world.database(), id))->reasonCode; };
        REFUSED_FIELD(world.refundOrder("k", "A", 1, "damaged"), ErrorCode::InvalidArgument, "reason_code");
        REFUSED_FIELD(world.refundOrder("k", "A", 1, " "), ErrorCode::InvalidArgument, "reason_code");
        DONE(world.offer({{{"wrong", "Wrong item"}, {"damaged", "Arrived damaged"}}, {}, 0}));
        const auto made = world.refundOrder("k", "A", 1, "damaged");
        DONE(made);
        QCOMPARE(ofRefund(made->id), std::string("damaged"));
        QVERIFY(world.refundOrder("k", "A", 1, "damaged")->repeated);
        REFUSED_FIELD(world.refundOrder("k", "A", 1, "wrong"), ErrorCode::KeyReused, "key");
        REFUSED_FIELD(world.refundOrder("k", "A", 1), ErrorCode::KeyReused, "key");
        const auto plain = world.refundOrder("none", "A", 1);
        DONE(plain);
        QVERIFY(ofRefund(plain->id).empty());
        // The money of a return goes back for the reason of the return.
        auto asked = ReturnWorld::asked("R1", deduction);
        asked.reasonCode = "wrong";
        asked.approve = true;
        const auto returned = world.requestReturn(asked);
        DONE(returned);
        const auto refund = store::refunds::ofReturn(world.database(), returned->id);
        QVERIFY(refund && *refund);
        QCOMPARE((*refund)->reasonCode, std::string("wrong"));
        // One that is no longer offered stays, and the same request is answered as before.
        DONE(world.offer({{}, {}, 0}));
        QCOMPARE(ofRefund(made->id), std::string("damaged"));
        QVERIFY(world.refundOrder("k", "A", 1, "damaged")->repeated);
    }

    void theOldestWaitLongest() {
        CaseWorld world;
        QVERIFY(world.begin());
        const auto begin = world.now;
        QVERIFY(!*returns::nextCaseOlderThan(world.database(), world.now, kHour));
        const auto first = world.ask("A", "R1");
        world.now = begin.plusMs(10);
        QVERIFY(world.ask("B", "R2").valid());
        /// How many, and when the oldest of them was requested, after the beginning.
        const auto aged = [&](Instant at) {
            const auto found = *returns::casesOlderThan(world.database(), at, kHour);
            const auto oldest = std::min_element(found.begin(), found.end(), [](const auto& one, const auto& other) {
                return one.requestedAt < other.requestedAt;
            });
            return found.empty() ? std::pair(std::int64_t{0}, std::int64_t{-1})
                                 : std::pair(std::int64_t{std::ssize(found)}, oldest->requestedAt.ms - begin.ms);
        };
        using Aged = std::pair<std::int64_t, std::int64_t>;
        const auto next = [&](Instant at) { return *returns::nextCaseOlderThan(world.database(), at, kHour); };
        QCOMPARE(aged(begin.plusMs(kHour - 1)).first, std::int64_t{0});
        QCOMPARE(next(begin.plusMs(kHour - 1)), std::optional(begin.plusMs(kHour)));
        QVERIFY(aged(begin.plusMs(kHour)) == Aged(1, 0));
        QCOMPARE(next(begin.plusMs(kHour)), std::optional(begin.plusMs(kHour + 10)));
        QVERIFY(aged(begin.plusMs(kHour + 10)) == Aged(2, 0));
        QVERIFY(!next(begin.plusMs(kHour + 10)));
        // Only what had not become as old by then.
        const auto since = [&](Instant then) {
            return *returns::casesOlderThan(world.database(), begin.plusMs(kHour + 10), kHour, then);
        };
        QCOMPARE(since(begin.plusMs(kHour - 1)).size(), std::size_t{2});
        QCOMPARE(since(begin.plusMs(kHour)).size(), std::size_t{1});
        QCOMPARE(since(begin.plusMs(kHour)).front().requestedAt, begin.plusMs(10));
        QVERIFY(since(begin.plusMs(kHour + 10)).empty());
        DONE(world.reject(first));  // nobody waits for it any more
        QVERIFY(aged(begin.plusMs(2 * kHour)) == Aged(1, 10));
    }

    void refundsWaitTooButNotBesideTheirReturn() {
        CaseWorld world;
        QVERIFY(world.begin());
        const auto begin = world.now;
        const auto made = world.ask("A", "R1");
        DONE(world.approve(made));  // its refund waits to be paid, and so the return does
        QVERIFY(world.sell("B").valid());
        world.now = begin.plusMs(10);
        const auto refund = world.refundOrder("k", "B");
        DONE(refund);
        const auto old = [&](Instant at) {
            std::vector<store::cases::CaseId> ids;
            for (const auto& one : *returns::casesOlderThan(world.database(), at, kHour)) {
                ids.push_back(one.id);
            }
            return ids;
        };
        using Ids = std::vector<store::cases::CaseId>;
        QVERIFY(old(begin.plusMs(kHour + 9)) == Ids{made});
        QCOMPARE(*returns::nextCaseOlderThan(world.database(), begin.plusMs(kHour), kHour),
                 std::optional(begin.plusMs(kHour + 10)));
        QVERIFY((old(begin.plusMs(kHour + 10)) == Ids{made, refund->id}));
        DONE(world.paidByHand(refund->id));
        QVERIFY(old(begin.plusMs(kHour + 10)) == Ids{made});
    }
};

}  // namespace test_cases

QTEST_GUILESS_MAIN(test_cases::TestCases)
#include "test_cases.moc"

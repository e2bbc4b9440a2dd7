// SPDX-License-Identifier: GPL-3.0-or-later
// Who is connected and what they have open: which events are sent, who may end a connection, and that nothing is left
// of a console that has gone.
#include <QtTest>
#include <algorithm>
#include <set>

#include "desks/desk_world.h"

namespace test_team_registry {

using namespace evenhand;
using Kind = api::Event::Kind;
using test::DeskWorld;

namespace {

api::Subject ofOrder(std::int64_t id) { return {OrderId{id}, {}, {}, {}}; }

}  // namespace

class TestTeamRegistry : public QObject {
    Q_OBJECT
    std::unique_ptr<DeskWorld> m_world;
    std::unique_ptr<api::Subscription> m_subscription;
    std::vector<api::Event> m_heard;

    api::TeamDesk& team() { return m_world->workspace->team(); }
    api::EnteredConsole enter(const char* who, api::Via via = api::Via::Console) {
        return *m_world->get(team().enter({who, "192.0.2.7", "1.2.3", via}));
    }
    static api::Call by(const api::EnteredConsole& console) {
        api::Call call{api::Actor::administrator("somebody", api::Via::Console), "because", {}};
        call.console = console.id;
        return call;
    }
    std::vector<api::Onlooker> othersOf(const api::EnteredConsole& console, const api::Subject& subject) {
        return *m_world->get(team().others(by(console), subject));
    }
    std::vector<api::ConnectedConsole> connected(const api::Call& call) {
        return *m_world->get(team().connected(call));
    }
    /// The orders in the presence events since the last call.
    std::multiset<std::int64_t> presence() {
        std::multiset<std::int64_t> orders;
        for (const auto& event : std::exchange(m_heard, {})) {
            if (event.kind == Kind::PresenceChanged) {
                orders.insert(event.order.value);
            }
        }
        return orders;
    }
    bool toldOfConnected() {
        const auto heard = std::exchange(m_heard, {});
        return std::any_of(heard.begin(), heard.end(),
                           [](const auto& event) { return event.kind == Kind::ConnectedChanged; });
    }

private Q_SLOTS:
    void init() {
        m_world = std::make_unique<DeskWorld>();
        m_heard.clear();
        m_subscription = m_world->workspace->subscribe(
            [this](const auto& events) { m_heard.insert(m_heard.end(), events.begin(), events.end()); });
    }
    void cleanup() {
        m_subscription.reset();
        m_world.reset();
    }

    void whoIsConnected() {
        const auto one = enter("ann");
        m_world->clock.advanceMs(5'000);
        const auto other = enter("bob", api::Via::CommandLine);
        QVERIFY(one.id != other.id);
        QVERIFY(toldOfConnected());
        DONE(m_world->get(team().measured(one.id, 12)));
        const auto rows = connected(by(one));
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].who, std::string("ann"));
        QCOMPARE(rows[0].from, std::string("192.0.2.7"));
        QCOMPARE(rows[0].program, std::string("1.2.3"));
        QCOMPARE(rows[0].roundTripMs, std::int64_t{12});
        QVERIFY(rows[0].own && !rows[1].own);
        QCOMPARE(rows[1].via, api::Via::CommandLine);
        QCOMPARE(rows[1].roundTripMs, std::int64_t{-1});
        QCOMPARE(rows[1].since.ms - rows[0].since.ms, std::int64_t{5'000});
        DONE(m_world->get(team().leave(other.id)));
        DONE(m_world->get(team().leave(other.id)));
        QVERIFY(toldOfConnected());
        DONE(m_world->get(team().measured(other.id, 5)));
        QCOMPARE(connected(by(one)).size(), std::size_t{1});
    }

    /// It has no line, so it is entered by its own call.
    void whoOpensTheWorkspaceItself() {
        const api::Call own{api::Actor::administrator("local:ann", api::Via::Console), "because", {}};
        const auto rows = connected(own);
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].who, std::string("local:ann"));
        QCOMPARE(rows[0].id, ConsoleId{});
        QVERIFY(rows[0].own && rows[0].from.empty());
        REFUSED_FIELD(m_world->get(team().end(own, {})), ErrorCode::InvalidArgument, "console");
        const auto line = enter("bob");
        REFUSED_FIELD(m_world->get(team().end(by(line), {})), ErrorCode::InvalidArgument, "console");
        // Calls of workers and of the service itself enter no console.
        m_world = std::make_unique<DeskWorld>();
        QVERIFY(connected({api::Actor::administrator("system"), {}, {}}).empty());
    }

    void othersSeeWhatIsOpen() {
        const auto ann = enter("ann");
        const auto bob = enter("bob");
        const auto carl = enter("carl");
        (void)presence();
        DONE(m_world->get(team().look(by(bob), {ofOrder(7), false})));
        DONE(m_world->get(team().look(by(ann), {ofOrder(7), true})));
        QCOMPARE(presence(), (std::multiset<std::int64_t>{7, 7}));
        QCOMPARE(othersOf(carl, ofOrder(7)), (std::vector<api::Onlooker>{{"ann", true}, {"bob", false}}));
        QCOMPARE(othersOf(ann, ofOrder(7)), (std::vector<api::Onlooker>{{"bob", false}}));
        QVERIFY(othersOf(carl, ofOrder(8)).empty());
        const api::Subject campaign{{}, {}, {}, CampaignId("7")};
        QVERIFY(othersOf(carl, campaign).empty());
        // Looking at the same again sends no event; looking at something else sends one for both.
        DONE(m_world->get(team().look(by(ann), {ofOrder(7), true})));
        QVERIFY(presence().empty());
        DONE(m_world->get(team().look(by(ann), {ofOrder(8), false})));
        QCOMPARE(presence(), (std::multiset<std::int64_t>{7, 8}));
        DONE(m_world->get(team().look(by(ann), {})));
        QCOMPARE(presence(), (std::multiset<std::int64_t>{8}));
        DONE(m_world->get(team().look(by(carl), {campaign, false})));
        QCOMPARE(othersOf(ann, campaign), (std::vector<api::Onlooker>{{"carl", false}}));
        // Ending the line ends its presence.
        (void)presence();
        DONE(m_world->get(team().leave(bob.id)));
        QCOMPARE(presence(), (std::multiset<std::int64_t>{7}));
        QVERIFY(othersOf(ann, ofOrder(7)).empty());
        // A late call of a console that has gone does not bring it back.
        DONE(m_world->get(team().look(by(bob), {ofOrder(7), false})));
        QVERIFY(othersOf(ann, ofOrder(7)).empty());
    }

    /// Who has a name of their own is called so; one that says no more than the login is left out.
    void othersAreCalledByName() {
        const auto ann = enter("ann");
        const auto bob = *m_world->get(team().enter({"bob", "192.0.2.7", "1.2.3", api::Via::Console, "Bob Marsh"}));
        const auto carl = *m_world->get(team().enter({"carl", "192.0.2.7", "1.2.3", api::Via::Console, "carl"}));
        for (const auto& each : {bob, carl}) {
            DONE(m_world->get(team().look(by(each), {ofOrder(7), false})));
        }
        QCOMPARE(othersOf(ann, ofOrder(7)),
                 (std::vector<api::Onlooker>{{"bob", false, "Bob Marsh"}, {"carl", false, {}}}));
    }

    void oneThingAtATime() {
        const auto ann = enter("ann");
        const api::Subject two{OrderId{1}, ReturnId{2}, {}, {}};
        REFUSED_FIELD(m_world->get(team().look(by(ann), {two, false})), ErrorCode::InvalidArgument, "subject");
        REFUSED_FIELD(m_world->get(team().others(by(ann), two)), ErrorCode::InvalidArgument, "subject");
        REFUSED_FIELD(m_world->get(team().others(by(ann), {})), ErrorCode::InvalidArgument, "subject");
        REFUSED_FIELD(m_world->get(team().look(by(ann), {ofOrder(-1), false})), ErrorCode::InvalidArgument, "subject");
        const api::Subject tooLong{{}, {}, {}, CampaignId(std::string(65, 'x'))};
        REFUSED_FIELD(m_world->get(team().look(by(ann), {tooLong, false})), ErrorCode::InvalidArgument, "subject");
    }

    void anAdministratorEndsOne() {
        const auto boss = enter("boss");
        const auto bob = enter("bob");
        DONE(m_world->get(team().look(by(bob), {ofOrder(7), false})));
        auto unfounded = by(boss);
        unfounded.reason.clear();
        REFUSED_FIELD(m_world->get(team().end(unfounded, bob.id)), ErrorCode::InvalidArgument, "reason");
        REFUSED_FIELD(m_world->get(team().end(by(boss), boss.id)), ErrorCode::InvalidArgument, "console");
        REFUSED_FIELD(m_world->get(team().end(by(boss), ConsoleId{bob.id.value + 1'000})), ErrorCode::NotFound,
                      "console");
        QVERIFY(!*bob.ended);
        (void)presence();
        DONE(m_world->get(team().end(by(boss), bob.id)));
        QVERIFY(*bob.ended && !*boss.ended);
        QCOMPARE(presence(), (std::multiset<std::int64_t>{7}));
        QVERIFY(othersOf(boss, ofOrder(7)).empty());
        QCOMPARE(connected(by(boss)).size(), std::size_t{1});
        REFUSED_FIELD(m_world->get(team().end(by(boss), bob.id)), ErrorCode::NotFound, "console");
        const auto entries = m_world->get(m_world->workspace->audit().page(m_world->call, {}));
        DONE(entries);
        const auto entry = std::find_if(entries->begin(), entries->end(), [](const api::AuditRecord& each) {
            return each.operation == "team.end" && each.outcome == api::AuditOutcome::Done;
        });
        QVERIFY(entry != entries->end());
        QCOMPARE(entry->subject, std::string("console bob"));
        QCOMPARE(entry->detail, std::string("192.0.2.7"));
        QCOMPARE(entry->reason, std::string("because"));
    }

    /// An id from before a restart of the service never belongs to another console afterwards.
    void idsAreNotGivenAgain() {
        const auto before = enter("ann");
        m_subscription.reset();
        m_world->clock.advanceMs(5'000);
        DONE(m_world->reopen());
        QVERIFY(enter("ann").id > before.id);
    }
};

}  // namespace test_team_registry

QTEST_GUILESS_MAIN(test_team_registry::TestTeamRegistry)
#include "test_team_registry.moc"

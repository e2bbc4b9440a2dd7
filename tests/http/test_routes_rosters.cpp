// SPDX-License-Identifier: GPL-3.0-or-later
// Over HTTP: when couriers are to be on duty, the crew of a day, and how many orders the couriers of a campus may have.
#include <QJsonArray>
#include <QTest>

#include "engine/api/dispatch_desk.h"
#include "engine/api/shift_desk.h"
#include "refused.h"
#include "routes_world.h"

namespace test_routes_rosters {

using namespace evenhand;
using evenhand::test::CurlAnswer;
using evenhand::test::RoutesWorld;

namespace {

std::string text(const CurlAnswer& answer, const char* name) {
    return answer.json().value(QLatin1String(name)).toString().toStdString();
}
std::int64_t number(const CurlAnswer& answer, const char* name) {
    return answer.json().value(QLatin1String(name)).toInteger(-1);
}
/// The shifts of each day but Sunday, which has one.
std::string weekOf(const std::string& shifts, const std::string& more = {}) {
    std::string days;
    for (const char* day : {"mon", "tue", "wed", "thu", "fri", "sat"}) {
        days += std::string("\"") + day + "\":[" + shifts + "],";
    }
    return "{\"week\":{" + days + "\"sun\":[\"10:00-11:00\"]}" + more + "}";
}
std::string shiftsOn(const std::string& shifts, const std::string& more = {}) {
    return "{\"shifts\":[" + shifts + "]" + more + "}";
}
std::string seen(std::int64_t version) { return ",\"version\":" + std::to_string(version); }
std::string only(std::int64_t version) { return "{\"version\":" + std::to_string(version) + "}"; }

/// What was refused, and which value of which field.
#define CHECK_FIELD(answer, code, why, name, given)            \
    do {                                                       \
        const auto fielded_ = (answer);                        \
        CHECK_REFUSED(fielded_, code, why);                    \
        QCOMPARE(text(fielded_, "field"), std::string(name));  \
        QCOMPARE(text(fielded_, "value"), std::string(given)); \
    } while (false)

}  // namespace

class TestRoutesRosters : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_world = std::make_unique<RoutesWorld>(); }
    void cleanupTestCase() { m_world.reset(); }

    void aWeekIsSet() {
        QVERIFY(isAdded("week", "rosters"));
        const std::string path = "/v1/couriers/week/roster";
        const auto done = m_world->post(path, weekOf(R"("22:00-06:00","09:00-12:00")", seen(1)),
                                        {m_world->token("couriers.write"), "w"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "courier_id"), std::string("week"));
        QCOMPARE(number(done, "version"), 2);
        const std::string hours = "09:00-12:00, 22:00-06:00";
        const auto expected = "mon " + hours + "; tue " + hours + "; wed " + hours + "; thu " + hours + "; fri " +
                              hours + "; sat " + hours + "; sun 10:00-11:00";
        QCOMPARE(api::toText(rosterOf("week").week), expected);
        CHECK_FIELD(m_world->post(path, weekOf("", seen(1))), 409, "conflict", "version", "2");
        CHECK_FIELD(m_world->post(path, weekOf(R"("9-5")")), 422, "invalid_argument", "week.mon", "9-5");
        CHECK_FIELD(m_world->post(path, weekOf(R"("off")")), 422, "invalid_argument", "week.mon", "off");
        CHECK_FIELD(m_world->post(path, weekOf(R"("09:00-10:00, 11:00-12:00")")), 422, "invalid_argument", "week.mon",
                    "09:00-10:00, 11:00-12:00");
        CHECK_FIELD(m_world->post(path, weekOf("7")), 422, "invalid_argument", "week.mon[0]", "7");
        CHECK_FIELD(m_world->post(path, weekOf(R"("1:00-2:00","2:00-3:00","3:00-4:00","4:00-5:00","5:00-6:00",)"
                                               R"("6:00-7:00","7:00-8:00","8:00-9:00","9:00-10:00")")),
                    422, "invalid_argument", "week.mon", "9 entries");
        CHECK_FIELD(m_world->post(path, weekOf("", seen(0))), 422, "invalid_argument", "version", "0");
        // Nobody takes a day off by leaving it out.
        CHECK_FIELD(m_world->post(path, R"({"week":{"mon":[]}})"), 422, "invalid_argument", "week.tue", "");
        CHECK_FIELD(m_world->post(path, "{}"), 422, "invalid_argument", "week", "");
        CHECK_FIELD(m_world->post("/v1/couriers/nobody/roster", weekOf("")), 404, "not_found", "courier_id", "nobody");
        QCOMPARE(api::toText(rosterOf("week").week), expected);
        QCOMPARE(number(m_world->post(path, weekOf("")), "version"), 3);  // whatever it is now
        QCOMPARE(api::toText(rosterOf("week").week), std::string("sun 10:00-11:00"));
    }

    void aDateIsAnExceptionAndIsNoneAgain() {
        QVERIFY(isAdded("date", "rosters"));
        const auto day = today().plus(10);
        const auto path = "/v1/couriers/date/roster/exceptions/" + api::toText(day);
        const std::string token = m_world->token("couriers.write");
        const auto done = m_world->post(path, shiftsOn(R"("10:00-16:00")", seen(1)), {token, "set"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(number(done, "version"), 2);
        const auto exceptions = [this] { return rosterOf("date").exceptions; };
        QCOMPARE(exceptions().size(), std::size_t{1});
        QVERIFY(exceptions().front().day == day);
        QCOMPARE(api::toText(exceptions().front().hours), std::string("10:00-16:00"));
        CHECK_FIELD(m_world->post(path, shiftsOn("", seen(1))), 409, "conflict", "version", "2");
        CHECK_FIELD(m_world->post(path, shiftsOn(R"("x")")), 422, "invalid_argument", "shifts", "x");
        CHECK_FIELD(m_world->post(path, "{}"), 422, "invalid_argument", "shifts", "");
        const auto at = [&](const char* courier, const char* date, const char* more) {
            return std::string("/v1/couriers/") + courier + "/roster/exceptions/" + date + more;
        };
        for (const char* date : {"2026-02-30", "2026-3-1", "1999-01-01"}) {
            CHECK_FIELD(m_world->post(at("date", date, ""), shiftsOn("")), 422, "invalid_argument", "day", date);
        }
        CHECK_FIELD(m_world->post(at("nobody", api::toText(day).c_str(), ""), shiftsOn("")), 404, "not_found",
                    "courier_id", "nobody");
        QCOMPARE(api::toText(exceptions().front().hours), std::string("10:00-16:00"));
        QCOMPARE(m_world->post(path, shiftsOn("")).status, 200);  // in place of the one of the day
        QCOMPARE(exceptions().size(), std::size_t{1});
        QVERIFY(exceptions().front().hours.empty());

        CHECK_FIELD(m_world->post(path + "/remove", only(2)), 409, "conflict", "version", "3");
        CHECK_FIELD(m_world->post(at("date", "2026-02-30", "/remove"), "{}"), 422, "invalid_argument", "day",
                    "2026-02-30");
        CHECK_FIELD(m_world->post(at("nobody", api::toText(day).c_str(), "/remove"), "{}"), 404, "not_found",
                    "courier_id", "nobody");
        QCOMPARE(exceptions().size(), std::size_t{1});
        const auto removed = m_world->post(path + "/remove", only(3), {token, "remove"});
        QVERIFY2(removed.status == 200, removed.body);
        QCOMPARE(number(removed, "version"), 4);
        QVERIFY(exceptions().empty());
        CHECK_FIELD(m_world->post(path + "/remove", "{}"), 404, "not_found", "day", api::toText(day));
    }

    void theCrewOfADayIsRead() {
        QVERIFY(isAdded("planned", "crew"));
        QVERIFY(isAdded("unplanned", "crew"));
        const std::string allDay = R"("00:00-24:00")";
        QCOMPARE(m_world->post("/v1/couriers/planned/roster", weekOf(allDay)).status, 200);
        const auto day = today().plus(3);
        const auto date = api::toText(day);
        QCOMPARE(m_world->post("/v1/couriers/planned/roster/exceptions/" + date, shiftsOn(allDay)).status, 200);
        const std::string token = m_world->token("shop.read");
        const auto crew = m_world->get("/v1/crew?campus_id=crew&day=" + date, {token, {}});
        QVERIFY2(crew.status == 200, crew.body);
        QCOMPARE(text(crew, "day"), date);
        QCOMPARE(number(crew, "to") - number(crew, "from"), base::kDayMs);
        QVERIFY(number(crew, "at") < number(crew, "from"));
        const auto couriers = crew.json().value(QStringLiteral("couriers")).toArray();
        QCOMPARE(couriers.size(), 2);
        const auto first = couriers[0].toObject();
        QCOMPARE(first.value(QStringLiteral("courier_id")).toString(), QStringLiteral("planned"));
        QCOMPARE(first.value(QStringLiteral("campus_id")).toString(), QStringLiteral("crew"));
        QCOMPARE(first.value(QStringLiteral("name")).toString(), QStringLiteral("planned"));
        QCOMPARE(first.value(QStringLiteral("in_hand")).toInteger(-1), 0);
        QVERIFY(first.value(QStringLiteral("planned")).isBool());
        const auto plan = first.value(QStringLiteral("plan")).toArray();
        QCOMPARE(plan.size(), 1);
        QCOMPARE(plan[0].toObject().value(QStringLiteral("from")).toInteger(), number(crew, "from"));
        QCOMPARE(plan[0].toObject().value(QStringLiteral("to")).toInteger(), number(crew, "to"));
        QVERIFY(first.value(QStringLiteral("actual")).toArray().isEmpty());  // the day is to come
        const auto second = couriers[1].toObject();
        QCOMPARE(second.value(QStringLiteral("courier_id")).toString(), QStringLiteral("unplanned"));
        QVERIFY(second.value(QStringLiteral("planned")).isNull());
        QVERIFY(second.value(QStringLiteral("roster_change")).isNull());
        QVERIFY(second.value(QStringLiteral("plan")).toArray().isEmpty());
        const auto all = m_world->get("/v1/crew", {token, {}});
        QCOMPARE(all.status, 200);
        QVERIFY(all.json().value(QStringLiteral("couriers")).toArray().size() > 2);
        CHECK_FIELD(m_world->get("/v1/crew?day=2026-02-30"), 422, "invalid_argument", "day", "2026-02-30");
        CHECK_FIELD(m_world->get("/v1/crew?campus_id=none"), 404, "not_found", "campus_id", "none");
        CHECK_REFUSED(m_world->get("/v1/crew?campus_id="), 422, "invalid_argument");
        CHECK_REFUSED(m_world->get("/v1/crew?courier_id=planned"), 400, "unknown_parameter");
    }

    void howManyOrdersTheCouriersOfACampusMayHave() {
        QVERIFY(isAdded("limited", "limits"));
        auto campus = campusOf("limits");
        campus.policy.step = 7;
        campus.policy.startWeight = 500;
        campus.name = "Limits";
        QVERIFY(m_world->wait(m_world->workspace->dispatch().upsertCampus(m_world->call, campus)).has_value());
        const std::string path = "/v1/campuses/limits/load_limit";
        const auto limit = [](const char* value, const std::string& more = {}) {
            return std::string("{\"load_limit\":") + value + more + "}";
        };
        const auto listed = [this] {
            const auto rows = m_world->get("/v1/campuses").json().value(QStringLiteral("campuses")).toArray();
            for (const auto& row : rows) {
                if (row.toObject().value(QStringLiteral("campus_id")).toString() == QStringLiteral("limits")) {
                    return row.toObject();
                }
            }
            return QJsonObject();
        };
        const auto version = listed().value(QStringLiteral("version")).toInteger();
        QCOMPARE(listed().value(QStringLiteral("load_limit")).toInteger(-1), 0);
        const auto done = m_world->post(path, limit("2", seen(version)), {m_world->token("campuses.write"), "limit"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "campus_id"), std::string("limits"));
        QCOMPARE(number(done, "load_limit"), 2);
        QCOMPARE(number(done, "version"), version + 1);
        QCOMPARE(listed().value(QStringLiteral("version")).toInteger(), version + 1);
        QCOMPARE(listed().value(QStringLiteral("load_limit")).toInteger(-1), 2);
        // Whatever else is set of the campus stays.
        campus.policy.loadLimit = 2;
        QVERIFY(campusOf("limits").policy == campus.policy);
        QCOMPARE(campusOf("limits").name, std::string("Limits"));
        const auto couriers = m_world->get("/v1/couriers?campus_id=limits");
        QCOMPARE(couriers.json()
                     .value(QStringLiteral("couriers"))
                     .toArray()
                     .at(0)
                     .toObject()
                     .value(QStringLiteral("campus_load_limit"))
                     .toInteger(-1),
                 2);
        CHECK_FIELD(m_world->post(path, limit("3", seen(version))), 409, "conflict", "version",
                    std::to_string(version + 1));
        CHECK_FIELD(m_world->post(path, limit("-1")), 422, "invalid_argument", "load_limit", "-1");
        CHECK_FIELD(m_world->post(path, limit("1001")), 422, "invalid_argument", "load_limit", "1001");
        CHECK_FIELD(m_world->post(path, limit("null")), 422, "invalid_argument", "load_limit", "");
        CHECK_FIELD(m_world->post("/v1/campuses/none/load_limit", limit("1")), 404, "not_found", "campus_id", "none");
        QCOMPARE(campusOf("limits").policy.loadLimit, std::int64_t{2});
        QCOMPARE(m_world->post(path, limit("0")).status, 200);  // whatever it is now
        QCOMPARE(campusOf("limits").policy.loadLimit, std::int64_t{0});
    }

private:
    bool isAdded(const char* courier, const char* campus) {
        api::CourierInput input;
        input.id = CourierId(courier);
        input.campus = CampusId(campus);
        input.name = courier;
        return m_world->wait(m_world->workspace->dispatch().upsertCouriers(m_world->call, {input})).has_value();
    }
    api::Roster rosterOf(const char* courier) {
        return *m_world->wait(m_world->workspace->shifts().roster(m_world->call, CourierId(courier)));
    }
    api::CampusRow campusOf(const char* campus) {
        const auto rows = m_world->wait(m_world->workspace->dispatch().campuses(m_world->call));
        for (const auto& row : *rows) {
            if (row.id == CampusId(campus)) {
                return row;
            }
        }
        return {};
    }
    api::CalendarDay today() {
        return m_world->wait(m_world->workspace->shifts().crew(m_world->call, CampusId()))->day;
    }

    std::unique_ptr<RoutesWorld> m_world;
};

}  // namespace test_routes_rosters

QTEST_GUILESS_MAIN(test_routes_rosters::TestRoutesRosters)
#include "test_routes_rosters.moc"

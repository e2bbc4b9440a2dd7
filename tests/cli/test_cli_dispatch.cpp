// SPDX-License-Identifier: GPL-3.0-or-later
// evenhandctl couriers, dispatch and policy: what they show, what they change, and what they refuse.
#include <QJsonArray>
#include <QTest>
#include <cstdlib>

#include "tests/cli/cli_faults.h"

namespace test_cli_dispatch {

using namespace evenhand::cli;

namespace {

/// Of `couriers list`; empty: there is none.
QJsonObject courier(const Scratch& scratch, const char* id) {
    const auto rows = scratch.json(words("couriers list")).json().value(QStringLiteral("couriers")).toArray();
    for (const auto& row : rows) {
        if (row.toObject().value(QStringLiteral("courier_id")).toString() == QLatin1String(id)) {
            return row.toObject();
        }
    }
    return {};
}

qint64 figure(const QJsonObject& row, const char* name) { return row.value(QLatin1String(name)).toInteger(-1); }

/// A paid order more.
bool buy(const Scratch& scratch, const char* number) {
    return scratch
               .run(words("import orders - --paid"), kHeader + number + ",user,north,tea,1,1.00,2026-01-05T11:00:00Z\n")
               .code == 0;
}

qint64 unassigned(const Scratch& scratch) {
    const auto campuses = scratch.json(words("stats")).json().value(QStringLiteral("campuses")).toArray();
    return figure(campuses.first().toObject(), "unassigned");
}

QJsonObject policyOf(const Outcome& shown, const char* kind) {
    const auto campuses = shown.json().value(QStringLiteral("campuses")).toArray();
    return campuses.first().toObject().value(QLatin1String(kind)).toObject();
}

/// "NAME=VALUE" of each setting of a policy, as `policy show` shows it.
QStringList shownSettings(const Scratch& scratch, const QString& kind) {
    QStringList settings;
    const auto lines = QString::fromUtf8(scratch.run(words("policy show north")).out).split(QLatin1Char('\n'));
    for (const auto& line : lines) {
        const auto cells = line.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        if (cells.size() == 3 && cells.at(1) == kind) {
            settings << cells.at(0) + QLatin1Char('=') + cells.at(2);
        }
    }
    return settings;
}

}  // namespace

class TestCliDispatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void couriersAreListed() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 3));
        QCOMPARE(
            scratch.run(words("import couriers -"), "courier_id,campus,name,phone,on_duty\ncat,south,Cat,3,0\n").code,
            0);
        const auto ann = courier(scratch, "ann");
        const auto cat = courier(scratch, "cat");
        QCOMPARE(ann.value(QStringLiteral("campus")).toString(), QStringLiteral("north"));
        QCOMPARE(ann.value(QStringLiteral("name")).toString(), QStringLiteral("Ann"));
        QCOMPARE(ann.value(QStringLiteral("phone")).toString(), QStringLiteral("1"));
        QVERIFY(ann.value(QStringLiteral("on_duty")).toBool());
        QVERIFY(!ann.value(QStringLiteral("last_assignment")).isNull());
        QCOMPARE(figure(ann, "version"), 1);
        QCOMPARE(figure(ann, "in_hand") + figure(courier(scratch, "bob"), "in_hand"), 3);
        QVERIFY(cat.contains(QStringLiteral("on_duty")) && !cat.value(QStringLiteral("on_duty")).toBool());
        QCOMPARE(figure(cat, "in_hand"), 0);
        const Outcome south = scratch.json(words("couriers list --campus south"));
        QCOMPARE(south.json().value(QStringLiteral("couriers")).toArray().size(), 1);
        const Outcome text = scratch.run(words("couriers list"));
        QVERIFY2(text.out.contains("ann") && text.out.contains("Cat") && text.out.contains("off"),
                 text.text().constData());
    }

    void onAndOffDuty() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 1));
        const auto before = figure(courier(scratch, "bob"), "duty_version");
        const Outcome off = scratch.json(words("couriers duty off ann bob"));
        QVERIFY2(off.code == 0, off.text().constData());
        qint64 inHand = 0;
        for (const char* id : {"ann", "bob"}) {
            QVERIFY2(!courier(scratch, id).value(QStringLiteral("on_duty")).toBool(true), id);
        }
        // Whoever leaves keeps what is in hand, which is said with what gives it away.
        const auto left = off.json().value(QStringLiteral("couriers")).toArray();
        for (const auto& each : left) {
            const auto id = each.toObject().value(QStringLiteral("courier_id")).toString();
            QCOMPARE(figure(each.toObject(), "in_hand"),
                     figure(courier(scratch, id.toLatin1().constData()), "in_hand"));
            inHand += figure(each.toObject(), "in_hand");
        }
        QCOMPARE(inHand, 1);
        const Outcome told = scratch.run(words("couriers duty off ann bob"));
        QVERIFY2(told.out.contains("off duty, with 1 order in hand: couriers handover"), told.text().constData());
        QVERIFY(figure(courier(scratch, "bob"), "duty_version") > before);
        const auto stale = QStringLiteral("couriers duty on bob --version %1").arg(before);
        const Outcome late = scratch.run(words(stale.toLatin1().constData()));
        QVERIFY2(late.code == 1 && late.err.contains("conflict"), late.text().constData());
        QVERIFY(buy(scratch, "M1"));
        QCOMPARE(unassigned(scratch), 1);
        // Who comes on duty takes what has waited. Of several each has its own outcome.
        const Outcome mixed = scratch.json(words("couriers duty on bob nobody"));
        QVERIFY2(mixed.code == 3, mixed.text().constData());
        const auto rows = mixed.json().value(QStringLiteral("couriers")).toArray();
        QCOMPARE(rows.size(), 2);
        QVERIFY(rows.at(0).toObject().value(QStringLiteral("on_duty")).toBool());
        QCOMPARE(figure(rows.at(0).toObject(), "duty_version"), figure(courier(scratch, "bob"), "duty_version"));
        QVERIFY(!rows.at(0).toObject().contains(QStringLiteral("error")));
        QCOMPARE(rows.at(1).toObject().value(QStringLiteral("error")).toString(), QStringLiteral("not_found"));
        QVERIFY(!rows.at(1).toObject().contains(QStringLiteral("on_duty")));
        QCOMPARE(unassigned(scratch), 0);
        QVERIFY(!courier(scratch, "ann").value(QStringLiteral("on_duty")).toBool(true));
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void whatIsInHandIsHandedOver() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 4));
        const auto all = [&] {
            return figure(courier(scratch, "ann"), "in_hand") + figure(courier(scratch, "bob"), "in_hand");
        };
        const auto anns = figure(courier(scratch, "ann"), "in_hand");
        QVERIFY(anns > 0 && anns < 4 && all() == 4);
        const Outcome handed = scratch.json(words("couriers handover ann --reason ill"));
        QVERIFY2(handed.code == 0, handed.text().constData());
        const auto rows = handed.json().value(QStringLiteral("orders")).toArray();
        QCOMPARE(rows.size(), anns);
        for (const auto& row : rows) {
            QCOMPARE(row.toObject().value(QStringLiteral("from")).toString(), QStringLiteral("ann"));
            QCOMPARE(row.toObject().value(QStringLiteral("to")).toString(), QStringLiteral("bob"));
            QCOMPARE(figure(row.toObject(), "epoch"), 2);
        }
        QCOMPARE(figure(courier(scratch, "ann"), "in_hand"), 0);
        QCOMPARE(figure(courier(scratch, "bob"), "in_hand"), 4);
        const Outcome again = scratch.run(words("couriers handover ann --reason ill"));
        QVERIFY2(again.code == 0 && again.out.contains("no order in hand"), again.text().constData());
        // To one by name; where there is no such courier every order stays where it is.
        const Outcome nowhere = scratch.json(words("couriers handover bob --to nobody --reason x"));
        QVERIFY2(nowhere.code == 3, nowhere.text().constData());
        const auto refused = nowhere.json().value(QStringLiteral("orders")).toArray();
        QCOMPARE(refused.size(), 4);
        QCOMPARE(refused.first().toObject().value(QStringLiteral("error")).toString(), QStringLiteral("not_found"));
        QCOMPARE(figure(courier(scratch, "bob"), "in_hand"), 4);
        QCOMPARE(scratch.run(words("couriers handover bob --to ann --reason back")).code, 0);
        QCOMPARE(figure(courier(scratch, "ann"), "in_hand"), 4);
        const auto log = scratch.run(words("audit list --operation dispatch.hand_over")).out;
        QVERIFY2(log.contains("ill") && log.contains("back"), log.constData());
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void severalOrdersAreReassigned() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 4));
        const auto anns = figure(courier(scratch, "ann"), "in_hand");
        QVERIFY(anns > 0 && anns < 4);
        // Each has its own outcome: those of ann go to bob, his own cannot, and one is unknown.
        const Outcome given = scratch.json(words("reassign N0 N1 N2 N3 N9 --to bob --reason ill"));
        QVERIFY2(given.code == 3, given.text().constData());
        const auto rows = given.json().value(QStringLiteral("orders")).toArray();
        QCOMPARE(rows.size(), 5);
        qint64 moved = 0;
        for (const auto& each : rows) {
            const auto row = each.toObject();
            if (!row.contains(QStringLiteral("error"))) {
                ++moved;
                QCOMPARE(row.value(QStringLiteral("from")).toString(), QStringLiteral("ann"));
                QCOMPARE(row.value(QStringLiteral("to")).toString(), QStringLiteral("bob"));
                QCOMPARE(row.value(QStringLiteral("status")).toString(), QStringLiteral("WAIT_PICK_UP"));
                QCOMPARE(figure(row, "epoch"), 2);
            }
        }
        QCOMPARE(moved, anns);
        QCOMPARE(rows.at(4).toObject().value(QStringLiteral("error")).toString(), QStringLiteral("not_found"));
        QCOMPARE(figure(courier(scratch, "bob"), "in_hand"), 4);
        const Outcome back = scratch.run(words("reassign N0 N1 --reason fair"));
        QVERIFY2(back.code == 0 && back.out.contains("Order N0: to ann") && back.out.contains("Order N1: to ann"),
                 back.text().constData());
        QCOMPARE(figure(courier(scratch, "ann"), "in_hand"), 2);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void dispatchIsPausedAndResumed() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 1));
        const Outcome paused = scratch.json(words("dispatch pause north --reason rain"));
        QVERIFY2(paused.code == 0, paused.text().constData());
        QCOMPARE(paused.json().value(QStringLiteral("campus")).toString(), QStringLiteral("north"));
        QVERIFY(paused.json().value(QStringLiteral("paused")).toBool());
        QCOMPARE(paused.number(QStringLiteral("waiting")), 0);
        QCOMPARE(paused.number(QStringLiteral("version")), 2);
        QVERIFY(buy(scratch, "M1"));
        QCOMPARE(unassigned(scratch), 1);
        const Outcome again = scratch.json(words("dispatch pause north --reason rain"));
        QCOMPARE(again.code, 0);
        QCOMPARE(again.number(QStringLiteral("version")), 2);
        QCOMPARE(again.number(QStringLiteral("waiting")), 1);
        const Outcome shown = scratch.json(words("policy show north"));
        QVERIFY(shown.json()
                    .value(QStringLiteral("campuses"))
                    .toArray()
                    .first()
                    .toObject()
                    .value(QStringLiteral("paused"))
                    .toBool());
        const Outcome late = scratch.run(words("dispatch resume north --version 1 --reason dry"));
        QVERIFY2(late.code == 1 && late.err.contains("conflict"), late.text().constData());
        QCOMPARE(unassigned(scratch), 1);
        const Outcome resumed = scratch.json(words("dispatch resume north --version 2 --reason dry"));
        QVERIFY2(resumed.code == 0, resumed.text().constData());
        QVERIFY(!resumed.json().value(QStringLiteral("paused")).toBool(true));
        QCOMPARE(resumed.number(QStringLiteral("waiting")), 0);
        QCOMPARE(unassigned(scratch), 0);
        const auto log = scratch.run(words("audit list --operation dispatch.set_paused")).out;
        QVERIFY2(log.contains("rain") && log.contains("dry"), log.constData());
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    /// The spread is measured in either mode; soft dispatch of one engine alone is the same as strong, and says so.
    void howEvenDispatchIs() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 3));
        const auto weight = [&](const char* id) { return figure(courier(scratch, id), "weight"); };
        const Outcome strong = scratch.json(words("dispatch show north"));
        QVERIFY2(strong.code == 0, strong.text().constData());
        QCOMPARE(strong.json().value(QStringLiteral("mode")).toString(), QStringLiteral("strong"));
        QVERIFY(strong.json().value(QStringLiteral("same_as_strong")).toBool());
        QCOMPARE(strong.number(QStringLiteral("on_duty")), 2);
        QCOMPARE(strong.number(QStringLiteral("spread_weight")), std::abs(weight("ann") - weight("bob")));
        QCOMPARE(strong.number(QStringLiteral("spread_weight")), 10);
        QVERIFY(strong.number(QStringLiteral("spread_today")) >= 0);
        QVERIFY(!scratch.run(words("dispatch show north")).out.contains("same as strong"));
        QVERIFY(!scratch.run(words("policy show north")).out.contains("same as strong"));
        const Outcome set = scratch.json(words("policy set north mode=soft"));
        QVERIFY2(set.code == 0, set.text().constData());
        QVERIFY(policyOf(set, "dispatch").value(QStringLiteral("same_as_strong")).toBool());
        QVERIFY(buy(scratch, "M1"));
        const Outcome soft = scratch.json(words("dispatch show north"));
        QCOMPARE(soft.json().value(QStringLiteral("mode")).toString(), QStringLiteral("soft"));
        QVERIFY(soft.json().value(QStringLiteral("same_as_strong")).toBool());
        QCOMPARE(soft.number(QStringLiteral("spread_weight")), 0);
        const auto shown = scratch.run(words("dispatch show north")).out;
        QVERIFY2(shown.contains("soft, the same as strong") && shown.contains("spread of weights"), shown.constData());
        const auto policy = scratch.run(words("policy show north")).out;
        QVERIFY2(policy.contains("Soft dispatch is the same as strong"), policy.constData());
    }

    void policiesAreShownAndSet() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 1));
        const auto set = [&](const QStringList& settings) {
            return scratch.json(words("policy set north") + settings);
        };
        // What is shown can be given again, and then nothing is another one.
        for (const auto& kind : {QStringLiteral("dispatch"), QStringLiteral("timers"), QStringLiteral("returns")}) {
            auto shown = shownSettings(scratch, kind);
            QVERIFY2(shown.size() >= 4, qPrintable(kind));
            if (kind == QLatin1String("returns")) {
                QCOMPARE(shown.takeFirst(), QStringLiteral("returns=workspace"));
            }
            const Outcome same = set(shown);
            QVERIFY2(same.code == 0, same.text().constData());
            auto now = shownSettings(scratch, kind);
            if (kind == QLatin1String("returns")) {
                QCOMPARE(now.takeFirst(), QStringLiteral("returns=own"));
            }
            QCOMPARE(now, shown);
        }
        auto dispatch = policyOf(
            set(words("mode=soft join_rule=catch_up start_weight=500 step=25 log_ttl=2h calibrate=04:30 load_limit=3")),
            "dispatch");
        QCOMPARE(dispatch.value(QStringLiteral("mode")).toString(), QStringLiteral("soft"));
        QCOMPARE(dispatch.value(QStringLiteral("join_rule")).toString(), QStringLiteral("catch_up"));
        QCOMPARE(figure(dispatch, "start_weight"), 500);
        QCOMPARE(figure(dispatch, "step"), 25);
        QCOMPARE(figure(dispatch, "log_ttl_ms"), 7'200'000);
        QCOMPARE(figure(dispatch, "calibrate_minute"), 270);
        QCOMPARE(figure(dispatch, "load_limit"), 3);
        const auto version = figure(dispatch, "version");
        dispatch = policyOf(set(words("calibrate=never load_limit=none")), "dispatch");
        QCOMPARE(figure(dispatch, "load_limit"), 0);
        QCOMPARE(figure(dispatch, "calibrate_minute"), -1);
        QCOMPARE(figure(dispatch, "step"), 25);  // what is not named stays
        QCOMPARE(figure(dispatch, "version"), version + 1);
        const auto timers =
            policyOf(set(words("unpaid=20m unassigned=90s pick_up_late=250ms delivery_late=2h auto_confirm=1d "
                               "auto_reassign=on alert_repeat=0")),
                     "timers");
        QCOMPARE(figure(timers, "unpaid_ms"), 1'200'000);
        QCOMPARE(figure(timers, "unassigned_ms"), 90'000);
        QCOMPARE(figure(timers, "pick_up_late_ms"), 250);
        QCOMPARE(figure(timers, "delivery_late_ms"), 7'200'000);
        QCOMPARE(figure(timers, "auto_confirm_ms"), 86'400'000);
        QVERIFY(timers.value(QStringLiteral("auto_reassign")).toBool());
        QCOMPARE(figure(timers, "alert_repeat_ms"), 0);
        QCOMPARE(shownSettings(scratch, QStringLiteral("timers")),
                 words("unpaid=20m unassigned=90s pick_up_late=250ms delivery_late=2h auto_confirm=1d auto_reassign=on "
                       "alert_repeat=0"));
        auto returns = policyOf(set(words("goods=no_goods four_eyes=12.50 second=never")), "returns");
        QVERIFY(returns.value(QStringLiteral("own")).toBool());
        QCOMPARE(returns.value(QStringLiteral("goods")).toString(), QStringLiteral("no_goods"));
        QCOMPARE(figure(returns, "four_eyes"), 1'250);
        QVERIFY(returns.value(QStringLiteral("second")).isNull());
        returns = policyOf(set(words("returns=workspace")), "returns");
        QVERIFY(!returns.value(QStringLiteral("own")).toBool(true));
        QCOMPARE(returns.value(QStringLiteral("goods")).toString(), QStringLiteral("money_first"));
        // Of all campuses.
        QCOMPARE(
            scratch.run(words("import couriers -"), "courier_id,campus,name,phone,on_duty\ncat,south,Cat,3,0\n").code,
            0);
        const Outcome all = scratch.json(words("policy show"));
        QCOMPARE(all.json().value(QStringLiteral("campuses")).toArray().size(), 2);
        QCOMPARE(scratch.json(words("policy show south")).json().value(QStringLiteral("campuses")).toArray().size(), 1);
    }

    void refusals() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 2));
        const auto state = [&] {
            return scratch.json(words("couriers list")).out + scratch.json(words("policy show")).out;
        };
        const auto before = state();
        struct Line {
            const char* arguments;
            int code;
            const char* says;
        };
        for (const auto& line :
             std::initializer_list<Line>{{"couriers", 2, "say what to do"},
                                         {"couriers dance", 2, "say what to do"},
                                         {"couriers list north", 2, "north"},
                                         {"couriers list --campus nowhere", 1, "not_found"},
                                         {"couriers duty ann on", 2, "duty on or duty off"},
                                         {"couriers duty on", 2, "COURIER is missing"},
                                         {"couriers duty on nobody", 1, "not_found"},
                                         {"couriers handover --reason x", 2, "COURIER is missing"},
                                         {"couriers handover ann", 2, "--reason is missing"},
                                         {"couriers handover ann --to= --reason x", 2, "--to"},
                                         {"couriers handover nobody --reason x", 1, "not_found"},
                                         {"dispatch", 2, "say what to do"},
                                         {"dispatch stop north --reason x", 2, "say what to do"},
                                         {"dispatch show", 2, "CAMPUS is missing"},
                                         {"dispatch show nowhere", 1, "not_found"},
                                         {"dispatch pause --reason x", 2, "CAMPUS is missing"},
                                         {"dispatch pause north", 2, "--reason is missing"},
                                         {"dispatch pause nowhere --reason x", 1, "not_found"},
                                         {"policy", 2, "say what to do"},
                                         {"policy dance", 2, "say what to do"},
                                         {"policy show nowhere", 1, "not_found"},
                                         {"policy show north south", 2, "south"},
                                         {"policy set", 2, "CAMPUS is missing"},
                                         {"policy set north", 2, "NAME=VALUE is missing"},
                                         {"policy set north mode", 2, "\"mode\""},
                                         {"policy set north tempo=3", 2, "tempo=3"},
                                         {"policy set north mode=fast", 2, "strong or soft"},
                                         {"policy set north mode=soft mode=strong", 2, "twice"},
                                         {"policy set north mode=soft unpaid=5m", 2, "one policy at a time"},
                                         {"policy set north step=many", 2, "whole number"},
                                         {"policy set north mode=soft step=0", 1, "step"},
                                         {"policy set north calibrate=24:00", 2, "04:30"},
                                         {"policy set north load_limit=0", 2, "or none"},
                                         {"policy set north calibrate=4:30", 2, "04:30"},
                                         {"policy set north unpaid=5", 2, "duration"},
                                         {"policy set north unpaid=4000d", 2, "duration"},
                                         {"policy set north alert_repeat=1ms", 1, "alert_repeat_ms"},
                                         {"policy set north auto_reassign=yes", 2, "on or off"},
                                         {"policy set north four_eyes=1.234", 2, "amount"},
                                         {"policy set north four_eyes=10 second=5", 1, "second"},
                                         {"policy set north returns=workspace goods=no_goods", 2, "alone"},
                                         {"policy set nowhere mode=soft", 1, "not_found"}}) {
            const Outcome outcome = scratch.run(words(line.arguments));
            QVERIFY2(outcome.code == line.code && outcome.err.contains(line.says),
                     (QByteArray(line.arguments) + "\n" + outcome.text()).constData());
        }
        QCOMPARE(state(), before);
    }
};

}  // namespace test_cli_dispatch

QTEST_GUILESS_MAIN(test_cli_dispatch::TestCliDispatch)
#include "test_cli_dispatch.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Payments, returns, flash sales and campaigns over HTTP; live events.
#include <QDateTime>
#include <QDeadlineTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>
#include <QThread>
#include <algorithm>

#include "app/workspace/restore.h"
#include "engine/ingest/routes/payment_signature.h"
#include "refused.h"
#include "routes_world.h"

namespace test_routes_money {

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
std::string payment(const std::string& no, const std::string& order, std::int64_t minor) {
    return "{\"payment_no\":\"" + no + R"(","order_no":")" + order + "\",\"amount_minor\":" + std::to_string(minor) +
           "}";
}
constexpr std::int64_t kHourMs = 3'600'000;

}  // namespace

class TestRoutesMoney : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_world = std::make_unique<RoutesWorld>(); }
    void cleanupTestCase() { m_world.reset(); }

    void aPaymentIsMatchedToItsOrder() {
        const auto no = m_world->place();
        QCOMPARE(text(m_world->notify(payment("M1", "mistyped", 500)), "owed"), std::string("unknown_order"));
        const auto listed = [&] {
            const auto all = m_world->get("/v1/payments/owed").json().value(QStringLiteral("payments")).toArray();
            for (const auto& value : all) {
                if (value.toObject().value(QStringLiteral("payment_no")).toString() == QStringLiteral("M1")) {
                    return value.toObject();
                }
            }
            return QJsonObject();
        };
        const auto row = listed();
        QCOMPARE(row.value(QStringLiteral("order_no")).toString(), QStringLiteral("mistyped"));
        QCOMPARE(row.value(QStringLiteral("cause")).toString(), QStringLiteral("unknown_order"));
        QCOMPARE(row.value(QStringLiteral("refund")).toString(), QStringLiteral("PENDING"));
        QCOMPARE(row.value(QStringLiteral("amount_minor")).toInteger(), 500);
        const auto version = row.value(QStringLiteral("version")).toInteger();
        const auto body = [&](const std::string& order, std::int64_t seen) {
            return "{\"order_no\":\"" + order + "\",\"reason\":\"they called\",\"version\":" + std::to_string(seen) +
                   "}";
        };
        CHECK_REFUSED(m_world->post("/v1/payments/M1/match", R"({"order_no":"x"})"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->post("/v1/payments/none/match", body(no, version)), 404, "not_found");
        CHECK_REFUSED(m_world->post("/v1/payments/M1/match", body("none", version)), 404, "not_found");
        CHECK_REFUSED(m_world->post("/v1/payments/M1/match", body(no, version + 1)), 409, "conflict");
        const auto done = m_world->post("/v1/payments/M1/match", body(no, version));
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "order_no"), no);
        QCOMPARE(number(done, "amount_minor"), 500);
        QVERIFY(listed().isEmpty());
        QVERIFY(m_world->assigned(no));
        CHECK_REFUSED(m_world->post("/v1/payments/M1/match", body(m_world->place(), 0)), 422, "invalid_argument");
        CHECK_REFUSED(
            m_world->post("/v1/payments/M1/match", "{\"order_no\":\"" + m_world->place() + "\",\"reason\":\"again\"}"),
            409, "wrong_status");
    }

    void aPaymentIsAcceptedOnce() {
        const auto no = m_world->place();
        const auto paid = m_world->notify(payment("P1", no, 500));
        QVERIFY2(paid.status == 200, paid.body);
        QCOMPARE(text(paid, "outcome"), std::string("accepted"));
        QVERIFY(m_world->assigned(no));
        const auto second = m_world->notify(payment("P2", no, 500));
        QCOMPARE(text(second, "outcome"), std::string("unmatched"));
        QCOMPARE(text(second, "owed"), std::string("second_payment"));
        QCOMPARE(text(m_world->notify(payment("P3", "nothing", 500)), "owed"), std::string("unknown_order"));
        QCOMPARE(text(paid, "payment_no"), std::string("P1"));
        QCOMPARE(text(paid, "order_no"), no);
        QVERIFY(!paid.json().contains(QStringLiteral("owed")));
        const auto wrong = m_world->notify(payment("P5", m_world->place(), 499));
        QCOMPARE(text(wrong, "outcome"), std::string("unmatched"));
        QCOMPARE(text(wrong, "owed"), std::string("wrong_amount"));
        const auto closed = m_world->place();
        QCOMPARE(m_world->post("/v1/orders/" + closed + "/cancel", R"({"reason":"changed their mind"})").status, 200);
        const auto late = m_world->notify(payment("P6", closed, 500));
        QCOMPARE(text(late, "outcome"), std::string("late"));
        QCOMPARE(text(late, "owed"), std::string("late"));
        CHECK_REFUSED(m_world->notify(payment("P1", no, 501)), 422, "key_reused");
        CHECK_REFUSED(m_world->notify(payment("P4", no, -1)), 422, "invalid_argument");
    }

    void aNotificationSentAgainHasNoSecondEffect() {
        const auto body = payment("P-once", m_world->place(), 500);
        const auto header = "Evenhand-Signature: " + ingest::paymentSignature(m_world->made("all").signing,
                                                                              QDateTime::currentSecsSinceEpoch(), body);
        const auto send = [&](const std::string& key) {
            return m_world->post("/v1/payments", body, {m_world->token(), key, {header}});
        };
        const auto sendOther = [&](const std::string& key) {
            const auto other = payment("P-other", m_world->place(), 500);
            const auto signature =
                ingest::paymentSignature(m_world->made("all").signing, QDateTime::currentSecsSinceEpoch(), other);
            return m_world->post("/v1/payments", other, {m_world->token(), key, {"Evenhand-Signature: " + signature}});
        };
        const auto first = send("");
        QVERIFY2(first.status == 200, first.body);
        QVERIFY(first.headers.count("idempotency-replayed") == 0);
        for (const auto* key : {"", "another", "third"}) {
            const auto again = send(key);
            QCOMPARE(again.status, 200);
            QCOMPARE(again.body, first.body);
            QCOMPARE(again.headers.at("idempotency-replayed"), std::string("true"));
        }
        // A key that came with it stands for it from then on, also after a restart.
        CHECK_REFUSED(sendOther("another"), 422, "key_reused");
        m_world->restart();
        CHECK_REFUSED(sendOther("third"), 422, "key_reused");
        QCOMPARE(sendOther("fourth").status, 200);
    }

    void amountsHaveALargest() {
        const auto no = m_world->place();
        const auto refused = m_world->notify(payment("P-large", no, 1'000'000'001));
        CHECK_REFUSED(refused, 422, "overflow");
        QCOMPARE(refused.json()[QStringLiteral("field")].toString(), QStringLiteral("amount_minor"));
        QCOMPARE(refused.json()[QStringLiteral("value")].toString(), QStringLiteral("1000000001"));
        QCOMPARE(m_world->notify(payment("P-largest", no, 1'000'000'000)).status, 200);  // owed, as a wrong amount
        QCOMPARE(m_world->notify(payment("P-right", no, 500)).status, 200);
    }

    void theSignatureGuardsBodyAndTime() {
        const auto no = m_world->place();
        const auto body = payment("P-signed", no, 500);
        const auto send = [&](const std::string& signature, const std::string& sent) {
            return m_world->post("/v1/payments", sent, {m_world->token(), {}, {"Evenhand-Signature: " + signature}});
        };
        const auto now = QDateTime::currentSecsSinceEpoch();
        const auto good = ingest::paymentSignature(m_world->made("all").signing, now, body);
        CHECK_REFUSED(m_world->post("/v1/payments", body, {m_world->token(), {}}), 401, "signature_missing");
        CHECK_REFUSED(send("t=1", body), 401, "signature_missing");
        CHECK_REFUSED(send("v1=00,t=x", body), 401, "signature_missing");
        CHECK_REFUSED(send(good, payment("P-signed", no, 501)), 401, "signature_wrong");
        CHECK_REFUSED(send(ingest::paymentSignature(Secret("evs_other"), now, body), body), 401, "signature_wrong");
        CHECK_REFUSED(send("t=" + std::to_string(now + 1) + good.substr(good.find(',')), body), 401, "signature_wrong");
        CHECK_REFUSED(m_world->notify(body, -301), 401, "signature_expired");
        CHECK_REFUSED(m_world->notify(body, 302), 401, "signature_expired");
        QCOMPARE(m_world->status(no), std::string("WAIT_PAY"));
        QCOMPARE(send("v1=" + std::string(64, '0') + "," + good, body).status, 200);  // a sender changes its key
    }

    void aKeyThatTheKeychainLostRefusesPaymentsOnly() {
        const auto name = "token/" + m_world->made("all").row.keyId;
        QVERIFY(m_world->secrets->remove(name).has_value());
        m_world->restart();
        CHECK_REFUSED(m_world->notify(payment("P-lost", "x", 1)), 503, "signing_key_unavailable");
        QCOMPARE(m_world->notify(payment("P-lost", "x", 1)).headers["retry-after"], std::string("60"));
        QVERIFY(!m_world->place().empty());
        QVERIFY(m_world->secrets->write(name, m_world->made("all").signing).has_value());
        m_world->restart();
        QCOMPARE(m_world->notify(payment("P-lost", "x", 1)).status, 200);
    }

    void aReturnIsRequestedAndFollowed() {
        const auto no = m_world->place("ann", 2);
        QVERIFY(m_world->pay(no, 1'000));
        const auto path = "/v1/orders/" + no + "/returns";
        const auto asking = [](const char* number, int units, const char* sku = "tea") {
            return std::string("{\"return_no\":\"") + number + "\",\"lines\":[{\"sku\":\"" + sku +
                   "\",\"units\":" + std::to_string(units) + R"(}],"reason":"cold"})";
        };
        CHECK_REFUSED(m_world->post(path, asking("R1", 3)), 409, "exceeds_deducted");
        CHECK_REFUSED(m_world->post(path, asking("R1", 1, "cake")), 404, "not_found");
        CHECK_REFUSED(m_world->post(path, asking("R1", 0)), 422, "invalid_argument");
        CHECK_REFUSED(m_world->post("/v1/orders/none/returns", asking("R1", 1)), 404, "not_found");
        const auto unpaid = m_world->place();
        CHECK_REFUSED(m_world->post("/v1/orders/" + unpaid + "/returns", asking("R1", 1)), 409, "wrong_status");
        const auto asked = m_world->post(path, asking("R1", 1));
        QVERIFY2(asked.status == 201, asked.body);
        QCOMPARE(text(asked, "status"), std::string("REQUESTED"));
        QCOMPARE(number(asked, "amount_minor"), 500);
        CHECK_REFUSED(m_world->post(path, asking("R1", 2)), 422, "key_reused");  // the number, by another key
        const auto waits = m_world->get(path + "/R1");
        QCOMPARE(text(waits, "return_no"), std::string("R1"));
        QCOMPARE(text(waits, "order_no"), no);
        QCOMPARE(text(waits, "status"), std::string("REQUESTED"));
        QCOMPARE(text(waits, "stage"), std::string("approval"));
        QCOMPARE(number(waits, "units"), 1);
        QCOMPARE(number(waits, "amount_minor"), 500);
        QVERIFY(number(waits, "requested_at") >= number(m_world->get("/v1/orders/" + no), "paid_at"));
        QVERIFY(!waits.json().contains(QStringLiteral("refund")));
        // As much as may be, and one more.
        const auto because = [](std::size_t length) {
            return std::string("{\"return_no\":\"R9\",\"lines\":[{\"sku\":\"cake\",\"units\":1}],\"reason\":\"") +
                   std::string(length, 'x') + "\"}";
        };
        CHECK_REFUSED(m_world->post(path, because(500)), 404, "not_found");
        const auto wordy = m_world->post(path, because(501));
        CHECK_REFUSED(wordy, 422, "invalid_argument");
        QCOMPARE(text(wordy, "field"), std::string("reason"));
        CHECK_REFUSED(m_world->post(path, asking("R9", 1'000'000)), 409, "exceeds_deducted");
        const auto many = m_world->post(path, asking("R9", 1'000'001));
        CHECK_REFUSED(many, 422, "invalid_argument");
        QCOMPARE(text(many, "field"), std::string("lines[0].units"));
        const auto id = m_world->wait(m_world->workspace->returns().page(m_world->call, {}))->front().id;
        QVERIFY(m_world->wait(m_world->workspace->returns().approve(m_world->call, {id, 0}, {})).has_value());
        const auto seen = m_world->get(path + "/R1");
        QVERIFY2(seen.status == 200, seen.body);
        QCOMPARE(text(seen, "status"), std::string("APPROVED"));
        QCOMPARE(text(seen, "refund"), std::string("PENDING"));
        CHECK_REFUSED(m_world->get(path + "/R2"), 404, "not_found");
        CHECK_REFUSED(m_world->get("/v1/orders/" + unpaid + "/returns/R1"), 404, "not_found");  // of another order
        const auto kept = m_world->wait(m_world->workspace->returns().detail(m_world->call, id));
        QVERIFY(kept.has_value());
        QCOMPARE(kept->reason, std::string("cold"));
        // What is left to deliver; with the last unit nothing is, and the order closes.
        const auto line = [&] {
            return m_world->get("/v1/orders/" + no).json().value(QStringLiteral("lines")).toArray().at(0).toObject();
        };
        QCOMPARE(line().value(QStringLiteral("returned")).toInt(), 1);
        QCOMPARE(line().value(QStringLiteral("to_deliver")).toInt(), 1);
        const auto last = m_world->post(path, asking("R3", 1));
        QVERIFY2(last.status == 201, last.body);
        const auto rows = m_world->wait(m_world->workspace->returns().page(m_world->call, {}));
        QVERIFY(rows.has_value());
        for (const auto& row : *rows) {
            if (row.stage == api::ReturnStage::Approval) {
                QVERIFY(m_world->wait(m_world->workspace->returns().approve(m_world->call, {row.id, 0}, {})));
            }
        }
        const auto order = m_world->get("/v1/orders/" + no);
        QCOMPARE(text(order, "status"), std::string("CLOSED"));
        QCOMPARE(text(order, "close_reason"), std::string("returned"));
        QVERIFY(!line().contains(QStringLiteral("to_deliver")));
    }

    void aReturnIsSomebodysWork() {
        QVERIFY(m_world
                    ->wait(m_world->workspace->accounts().create(m_world->call, {"cleo", "Cleo", {}},
                                                                 Secret("correct horse; battery")))
                    .has_value());
        const auto no = m_world->place("ann", 2);
        QVERIFY(m_world->pay(no, 1'000));
        const std::string path = "/v1/orders/" + no + "/returns/R-case";
        QCOMPARE(
            m_world
                ->post("/v1/orders/" + no + "/returns", R"({"return_no":"R-case","lines":[{"sku":"tea","units":1}]})")
                .status,
            201);
        const std::string token = m_world->token("cases.write");
        const auto version = number(m_world->get(path), "version");
        QVERIFY(version > 0);
        QVERIFY(!m_world->get(path).json().contains(QStringLiteral("clerk")));
        const auto to = [](const char* clerk, std::int64_t seen) {
            return std::string("{\"clerk\":") + clerk + ",\"version\":" + std::to_string(seen) + "}";
        };
        const auto done = m_world->post(path + "/assign", to("\"cleo\"", version), {token, "assign"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "return_no"), std::string("R-case"));
        QCOMPARE(text(done, "order_no"), no);
        QCOMPARE(number(done, "version"), version + 1);
        QCOMPARE(number(m_world->get(path), "version"), version + 1);
        QCOMPARE(text(m_world->get(path), "clerk"), std::string("cleo"));
        const auto stale = m_world->post(path + "/assign", to("null", version));
        CHECK_REFUSED(stale, 409, "conflict");
        QCOMPARE(text(stale, "field"), std::string("version"));
        QCOMPARE(text(stale, "value"), std::to_string(version + 1));
        const auto stranger = m_world->post(path + "/assign", R"({"clerk":"nobody"})");
        CHECK_REFUSED(stranger, 404, "not_found");
        QCOMPARE(text(stranger, "field"), std::string("clerk"));
        QCOMPARE(text(stranger, "value"), std::string("nobody"));
        CHECK_REFUSED(m_world->post(path + "/assign", R"({"clerk":7})"), 422, "invalid_argument");
        QCOMPARE(text(m_world->get(path), "clerk"), std::string("cleo"));
        QCOMPARE(m_world->post(path + "/assign", R"({"clerk":null})").status, 200);
        QVERIFY(!m_world->get(path).json().contains(QStringLiteral("clerk")));

        const auto noted = m_world->post(path + "/note", R"({"note":"called them"})", {token, "note"});
        QVERIFY2(noted.status == 200, noted.body);
        QCOMPARE(text(noted, "return_no"), std::string("R-case"));
        const auto empty = m_world->post(path + "/note", R"({"note":""})");
        CHECK_REFUSED(empty, 422, "invalid_argument");
        QCOMPARE(text(empty, "field"), std::string("note"));
        api::ReturnQuery query;
        query.filter.orderNo = OrderNo(no);
        const auto row = m_world->wait(m_world->workspace->returns().page(m_world->call, query))->front();
        const auto detail = m_world->wait(m_world->workspace->returns().detail(m_world->call, row.id));
        QVERIFY(detail.has_value());
        std::vector<std::string> notes;
        for (const auto& event : detail->events) {
            if (event.kind == api::MoneyEventKind::Noted) {
                QCOMPARE(event.actor, std::string("token:cases.write"));
                notes.push_back(event.detail);
            }
        }
        QCOMPARE(notes, std::vector<std::string>{"called them"});
        // One of another order, and of no order.
        for (const auto& other : {m_world->place(), std::string("none")}) {
            for (const auto& [what, body] :
                 {std::pair("/assign", R"({"clerk":null})"), std::pair("/note", R"({"note":"x"})")}) {
                const auto refused = m_world->post("/v1/orders/" + other + "/returns/R-case" + what, body);
                CHECK_REFUSED(refused, 404, "not_found");
                QCOMPARE(text(refused, "field"), std::string("return_no"));
                QCOMPARE(text(refused, "value"), std::string("R-case"));
            }
        }
    }

    void aCampusHasReturnRules() {
        QVERIFY(m_world->wait(m_world->workspace->shop().addCampus(m_world->call, {CampusId("ruled"), "Ruled"})));
        auto cases = *m_world->wait(m_world->workspace->returns().caseSettings(m_world->call));
        cases.reasons = {{"torn", "Torn"}, {"late", "Late"}};
        QVERIFY(m_world->wait(m_world->workspace->returns().setCaseSettings(m_world->call, cases)).has_value());
        const std::string path = "/v1/campuses/ruled/return_rules";
        const auto read = [&] { return m_world->get(path, {m_world->token("returns.read"), {}}).json(); };
        const auto policy = [this] {
            const auto rows = m_world->wait(m_world->workspace->returns().policies(m_world->call));
            return *std::find_if(rows->begin(), rows->end(),
                                 [](const auto& one) { return one.campus == CampusId("ruled"); });
        };
        const auto given = read();
        QCOMPARE(given.value(QStringLiteral("campus_id")).toString(), QStringLiteral("ruled"));
        QVERIFY(!given.value(QStringLiteral("own")).toBool(true));
        QCOMPARE(given.value(QStringLiteral("version")).toInteger(), 1);
        const auto rules = given.value(QStringLiteral("rules")).toObject();
        QCOMPARE(rules.size(), 8);
        QVERIFY(rules.value(QStringLiteral("window_days")).isNull());
        const auto body = [](const QJsonValue& set, std::int64_t seen) {
            QJsonObject all{{QStringLiteral("rules"), set}};
            if (seen > 0) {
                all.insert(QStringLiteral("version"), static_cast<qint64>(seen));
            }
            return QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
        };
        const QJsonObject wanted{
            {QStringLiteral("goods"), QStringLiteral("goods_first")},
            {QStringLiteral("four_eyes_above_minor"), 100},
            {QStringLiteral("second_above_minor"), QJsonValue::Null},
            {QStringLiteral("window_days"), 14},
            {QStringLiteral("auto_approve_up_to_minor"), 50},
            {QStringLiteral("auto_reasons"), QJsonArray{QStringLiteral("torn")}},
            {QStringLiteral("fee_points"), 250},
            {QStringLiteral("fee_free_reasons"), QJsonArray{QStringLiteral("torn"), QStringLiteral("late")}}};
        const auto done = m_world->post(path, body(wanted, 1), {m_world->token("rules.write"), "rules"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "campus_id"), std::string("ruled"));
        QVERIFY(done.json().value(QStringLiteral("own")).toBool());
        QCOMPARE(read().value(QStringLiteral("rules")).toObject(), wanted);
        QCOMPARE(read().value(QStringLiteral("version")).toInteger(), 2);
        api::ReturnPolicy expected;
        expected.goods = api::GoodsRule::GoodsFirst;
        expected.fourEyesAbove = Money{100};
        expected.secondAbove.reset();
        expected.windowDays = 14;
        expected.autoApproveUpTo = Money{50};
        expected.autoReasons = {"torn"};
        expected.feePoints = 250;
        expected.feeFreeReasons = {"torn", "late"};
        QVERIFY(policy().own && policy().policy == expected);

        const auto refusal = [&](const QJsonValue& set, std::int64_t seen = 0) {
            const auto answer = m_world->post(path, body(set, seen));
            return std::to_string(answer.status) + " " + test::reasonOf(answer) + " " + text(answer, "field") + " " +
                   text(answer, "value");
        };
        QCOMPARE(refusal(wanted, 1), std::string("409 conflict version 2"));
        const auto with = [&](const char* name, const QJsonValue& value) {
            auto changed = wanted;
            changed.insert(QLatin1String(name), value);
            return QJsonValue(changed);
        };
        QCOMPARE(refusal(with("second_above_minor", 99)), std::string("422 invalid_argument second_above_minor 99"));
        QCOMPARE(refusal(with("auto_reasons", QJsonArray{QStringLiteral("lost")})),
                 std::string("422 invalid_argument reason_code lost"));
        QCOMPARE(refusal(with("fee_points", 10'001)), std::string("422 invalid_argument rules.fee_points 10001"));
        QCOMPARE(refusal(with("window_days", 0)), std::string("422 invalid_argument rules.window_days 0"));
        QCOMPARE(refusal(with("goods", QStringLiteral("none"))), std::string("422 invalid_argument rules.goods none"));
        QCOMPARE(refusal(QStringLiteral("usual")), std::string("422 invalid_argument rules usual"));
        // Nobody says "never" by leaving something out.
        for (const auto& name : wanted.keys()) {
            auto less = wanted;
            less.remove(name);
            QCOMPARE(refusal(less), "422 invalid_argument rules." + name.toStdString() + " ");
        }
        const auto none = m_world->post(path, "{}");
        CHECK_REFUSED(none, 422, "invalid_argument");
        QCOMPARE(text(none, "field"), std::string("rules"));
        QVERIFY(policy().own && policy().policy == expected);
        for (const auto& nowhere : {m_world->get("/v1/campuses/none/return_rules"),
                                    m_world->post("/v1/campuses/none/return_rules", body(QJsonValue::Null, 0))}) {
            CHECK_REFUSED(nowhere, 404, "not_found");
            QCOMPARE(text(nowhere, "field"), std::string("campus_id"));
            QCOMPARE(text(nowhere, "value"), std::string("none"));
        }
        const auto gone = m_world->post(path, body(QJsonValue::Null, 2));
        QVERIFY2(gone.status == 200, gone.body);
        QVERIFY(!policy().own);
        QCOMPARE(read().value(QStringLiteral("rules")).toObject(), rules);
    }

    /// Of every campus without its own.
    void theWorkspaceHasReturnRules() {
        QVERIFY(m_world->wait(m_world->workspace->shop().addCampus(m_world->call, {CampusId("common"), "Common"})));
        const std::string path = "/v1/return_rules";
        const auto read = [&](const std::string& of) {
            return m_world->get(of, {m_world->token("returns.read"), {}}).json();
        };
        const auto given = read(path);
        QCOMPARE(given.size(), 2);
        const auto before = given.value(QStringLiteral("rules")).toObject();
        QCOMPARE(before.size(), 8);
        const auto version = given.value(QStringLiteral("version")).toInteger();
        QVERIFY(version > 0);
        const auto body = [](const QJsonValue& rules, std::int64_t seen) {
            QJsonObject all{{QStringLiteral("rules"), rules}};
            if (seen > 0) {
                all.insert(QStringLiteral("version"), static_cast<qint64>(seen));
            }
            return QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
        };
        auto wanted = before;
        wanted.insert(QStringLiteral("window_days"), 21);
        wanted.insert(QStringLiteral("four_eyes_above_minor"), 300);
        wanted.insert(QStringLiteral("second_above_minor"), 700);
        const auto scope = m_world->post(path, body(wanted, version), {m_world->token("returns.read"), "common"});
        CHECK_REFUSED(scope, 403, "scope_missing");
        const auto done = m_world->post(path, body(wanted, version), {m_world->token("rules.write"), "common"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(done.json().value(QStringLiteral("rules")).toObject(), wanted);
        QCOMPARE(read(path).value(QStringLiteral("rules")).toObject(), wanted);
        QCOMPARE(read(path).value(QStringLiteral("version")).toInteger(), version + 1);
        const auto campus = read("/v1/campuses/common/return_rules");
        QVERIFY(!campus.value(QStringLiteral("own")).toBool(true));
        QCOMPARE(campus.value(QStringLiteral("rules")).toObject(), wanted);
        const auto rows = m_world->wait(m_world->workspace->returns().policies(m_world->call));
        QVERIFY(rows && rows->front().campus.empty());
        QCOMPARE(rows->front().policy.windowDays, std::optional<std::int64_t>(21));
        api::AuditFilter filter;
        filter.operations = {"returns.set_policy"};
        filter.actor = "token:rules.write";
        const auto told = m_world->wait(m_world->workspace->audit().count(m_world->call, filter));
        QVERIFY(told && *told >= 1);

        const auto refusal = [&](const QJsonValue& rules, std::int64_t seen = 0) {
            const auto answer = m_world->post(path, body(rules, seen));
            return std::to_string(answer.status) + " " + test::reasonOf(answer) + " " + text(answer, "field");
        };
        QCOMPARE(refusal(wanted, version), std::string("409 conflict version"));
        QCOMPARE(refusal(QJsonValue::Null), std::string("422 invalid_argument rules"));
        auto low = wanted;
        low.insert(QStringLiteral("second_above_minor"), 299);
        QCOMPARE(refusal(low), std::string("422 invalid_argument second_above_minor"));
        for (const auto& name : wanted.keys()) {
            auto less = wanted;
            less.remove(name);
            QCOMPARE(refusal(less), "422 invalid_argument rules." + name.toStdString());
        }
        CHECK_REFUSED(m_world->post(path, "{}"), 422, "invalid_argument");
        QCOMPARE(read(path).value(QStringLiteral("rules")).toObject(), wanted);
        QCOMPARE(m_world->post(path, body(before, version + 1)).status, 200);
        QCOMPARE(read(path).value(QStringLiteral("rules")).toObject(), before);
    }

    void reasonsAreOfferedAndCasesGrowOld() {
        const std::string path = "/v1/case_settings";
        const auto read = [&] { return m_world->get(path, {m_world->token("returns.read"), {}}).json(); };
        const auto given = read();
        const auto version = given.value(QStringLiteral("version")).toInteger();
        QVERIFY(version > 0);
        QVERIFY(given.contains(QStringLiteral("age_limit_ms")));
        const auto body = [](const char* reasons, const char* rest) {
            return std::string("{\"reasons\":[") + reasons + "]" + rest + "}";
        };
        const char* both = R"({"code":"torn","name":"Torn"},{"code":"cold","name":"Came cold"})";
        const auto seen = ",\"age_limit_ms\":86400000,\"version\":" + std::to_string(version);
        CHECK_REFUSED(m_world->post(path, body(both, seen.c_str()), {m_world->token("cases.write"), "cases"}), 403,
                      "scope_missing");
        const auto done = m_world->post(path, body(both, seen.c_str()), {m_world->token("rules.write"), "cases"});
        QVERIFY2(done.status == 200, done.body);
        const auto settings = m_world->wait(m_world->workspace->returns().caseSettings(m_world->call));
        QVERIFY(settings.has_value());
        const std::vector<api::ReturnReason> expected{{"torn", "Torn"}, {"cold", "Came cold"}};
        QVERIFY(settings->reasons == expected);
        QCOMPARE(settings->ageLimitMs, std::optional<std::int64_t>(86'400'000));
        QCOMPARE(read().value(QStringLiteral("version")).toInteger(), version + 1);
        QCOMPARE(number(m_world->get(path), "age_limit_ms"), 86'400'000);
        const auto reasons = read().value(QStringLiteral("reasons")).toArray();
        QCOMPARE(reasons.size(), 2);
        QCOMPARE(reasons[1].toObject().value(QStringLiteral("code")).toString(), QStringLiteral("cold"));
        QCOMPARE(reasons[1].toObject().value(QStringLiteral("name")).toString(), QStringLiteral("Came cold"));

        const auto refusal = [&](const std::string& sent) {
            const auto answer = m_world->post(path, sent);
            return std::to_string(answer.status) + " " + test::reasonOf(answer) + " " + text(answer, "field") + " " +
                   text(answer, "value");
        };
        QCOMPARE(refusal(body(both, seen.c_str())), "409 conflict version " + std::to_string(version + 1));
        QCOMPARE(refusal(body(both, "")), std::string("422 invalid_argument age_limit_ms "));
        QCOMPARE(refusal(body(both, R"(,"age_limit_ms":0)")), std::string("422 invalid_argument age_limit_ms 0"));
        QCOMPARE(refusal(R"({"age_limit_ms":null})"), std::string("422 invalid_argument reasons "));
        QCOMPARE(refusal(body(R"({"code":"torn","name":"A"},{"code":"torn","name":"B"})", R"(,"age_limit_ms":null)")),
                 std::string("422 invalid_argument code torn"));
        QCOMPARE(refusal(body(R"({"code":"torn","name":""})", R"(,"age_limit_ms":null)")),
                 std::string("422 invalid_argument reasons[0].name "));
        QVERIFY(m_world->wait(m_world->workspace->returns().caseSettings(m_world->call))->reasons == expected);
        QCOMPARE(m_world->post(path, body(both, R"(,"age_limit_ms":null)")).status, 200);
        QVERIFY(read().value(QStringLiteral("age_limit_ms")).isNull());
    }

    void anOwedPaymentHasAClerk() {
        QVERIFY(m_world
                    ->wait(m_world->workspace->accounts().create(m_world->call, {"olga", "Olga", {}},
                                                                 Secret("correct horse; battery")))
                    .has_value());
        QCOMPARE(m_world->notify(payment("A1", "mistyped", 500)).status, 200);
        const auto listed = [&] {
            const auto rows = m_world->get("/v1/payments/owed").json().value(QStringLiteral("payments")).toArray();
            const auto found = std::find_if(rows.begin(), rows.end(), [](const QJsonValue& row) {
                return row.toObject().value(QStringLiteral("payment_no")).toString() == QLatin1String("A1");
            });
            return found == rows.end() ? QJsonObject() : found->toObject();
        };
        const auto version = listed().value(QStringLiteral("version")).toInteger();
        QVERIFY(version > 0);
        QVERIFY(!listed().contains(QStringLiteral("clerk")));
        const std::string path = "/v1/payments/A1/assign";
        const auto to = [](const char* clerk, std::int64_t seen) {
            return std::string("{\"clerk\":") + clerk + ",\"version\":" + std::to_string(seen) + "}";
        };
        const auto done = m_world->post(path, to("\"olga\"", version), {m_world->token("cases.write"), "olga"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "payment_no"), std::string("A1"));
        QCOMPARE(number(done, "version"), version + 1);
        QCOMPARE(listed().value(QStringLiteral("clerk")).toString(), QStringLiteral("olga"));
        QCOMPARE(listed().value(QStringLiteral("version")).toInteger(), version + 1);
        const auto refusal = [&](const std::string& of, const std::string& sent) {
            const auto answer = m_world->post(of, sent);
            return std::to_string(answer.status) + " " + test::reasonOf(answer) + " " + text(answer, "field") + " " +
                   text(answer, "value");
        };
        QCOMPARE(refusal(path, to("null", version)), "409 conflict version " + std::to_string(version + 1));
        QCOMPARE(refusal(path, R"({"clerk":"nobody"})"), std::string("404 not_found clerk nobody"));
        QCOMPARE(refusal("/v1/payments/none/assign", R"({"clerk":null})"),
                 std::string("404 not_found payment_no none"));
        CHECK_REFUSED(m_world->post(path, R"({"clerk":7})"), 422, "invalid_argument");
        QCOMPARE(listed().value(QStringLiteral("clerk")).toString(), QStringLiteral("olga"));
        QCOMPARE(m_world->post(path, R"({"clerk":null})").status, 200);
        QVERIFY(!listed().contains(QStringLiteral("clerk")));
    }

    void aRefundIsSomebodysWork() {
        const auto no = m_world->place();
        QVERIFY(m_world->pay(no));
        QCOMPARE(m_world->post("/v1/orders/" + no + "/cancel", R"({"reason":"sold out"})").status, 200);
        const auto listed = [&](const std::string& more) {
            return m_world->get("/v1/refunds?text=" + no + more, {m_world->token("returns.read"), {}})
                .json()
                .value(QStringLiteral("refunds"))
                .toArray();
        };
        QCOMPARE(listed("").size(), 1);
        const auto refund = listed("").first().toObject();
        QCOMPARE(refund.value(QStringLiteral("order_no")).toString().toStdString(), no);
        QCOMPARE(refund.value(QStringLiteral("cause")).toString(), QStringLiteral("closed_order"));
        QCOMPARE(refund.value(QStringLiteral("amount_minor")).toInteger(), 500);
        QCOMPARE(refund.value(QStringLiteral("campus_id")).toString(), QStringLiteral("north"));
        QVERIFY(!refund.value(QStringLiteral("given_up")).toBool(true));
        QVERIFY(!refund.contains(QStringLiteral("clerk")));
        QCOMPARE(listed("&status=" + refund.value(QStringLiteral("status")).toString().toStdString()).size(), 1);
        QCOMPARE(listed("&status=CANCELLED").size(), 0);
        QCOMPARE(listed("&campus_id=aside").size(), 0);
        const auto version = refund.value(QStringLiteral("version")).toInteger();
        const auto id = refund.value(QStringLiteral("refund_id")).toInteger();
        const auto path = "/v1/refunds/" + std::to_string(id);
        const auto to = [](const char* clerk, std::int64_t seen) {
            return std::string("{\"clerk\":") + clerk + ",\"version\":" + std::to_string(seen) + "}";
        };
        const auto done = m_world->post(path + "/assign", to("\"token:cases.write\"", version),
                                        {m_world->token("cases.write"), "mine"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(number(done, "refund_id"), id);
        QCOMPARE(number(done, "version"), version + 1);
        QCOMPARE(listed("&clerk=token:cases.write").size(), 1);
        QCOMPARE(listed("&clerk=nobody").size(), 0);
        const auto refusal = [&](const std::string& of, const std::string& sent) {
            const auto answer = m_world->post(of, sent);
            return std::to_string(answer.status) + " " + test::reasonOf(answer);
        };
        QCOMPARE(refusal(path + "/assign", to("null", version)), std::string("409 conflict"));
        QCOMPARE(refusal("/v1/refunds/999999/assign", R"({"clerk":null})"), std::string("404 not_found"));
        QCOMPARE(refusal("/v1/refunds/one/note", R"({"note":"x"})"), std::string("404 not_found"));
        QCOMPARE(refusal(path + "/note", R"({"note":""})"), std::string("422 invalid_argument"));
        CHECK_REFUSED(m_world->get("/v1/refunds?status=LOST"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->get("/v1/refunds?limit=0"), 422, "invalid_argument");
        const auto noted =
            m_world->post(path + "/note", R"({"note":"asked the bank"})", {m_world->token("cases.write"), "bank2"});
        QVERIFY2(noted.status == 200, noted.body);
        const auto history = m_world->wait(m_world->workspace->refunds().history(m_world->call, RefundId{id}));
        QVERIFY(history.has_value());
        QVERIFY(std::any_of(history->begin(), history->end(), [](const api::MoneyEvent& event) {
            return event.kind == api::MoneyEventKind::Noted && event.detail == "asked the bank";
        }));
        QCOMPARE(m_world->post(path + "/assign", R"({"clerk":null})").status, 200);
        QVERIFY(!listed("").first().toObject().contains(QStringLiteral("clerk")));
    }

    void anOwedPaymentGoesBack() {
        auto& refunds = m_world->workspace->refunds();
        const auto hold = [&](bool held) {
            auto settings = *m_world->wait(refunds.settings(m_world->call));
            settings.holdOwed = held;
            return m_world->wait(refunds.setSettings(m_world->call, settings)).has_value();
        };
        QVERIFY(hold(true));
        QCOMPARE(m_world->notify(payment("B1", "mistyped", 500)).status, 200);
        QCOMPARE(m_world->notify(payment("B2", "mistyped", 500)).status, 200);
        QVERIFY(hold(false));
        const auto rowOf = [&](const char* no) {
            api::RefundQuery query;
            query.filter.paymentNo = PaymentNo(no);
            return m_world->wait(refunds.page(m_world->call, query))->front();
        };
        const auto held = rowOf("B1");
        QVERIFY(held.status == api::RefundStatus::Held);
        const auto body = [](std::int64_t seen) {
            return "{\"reason\":\"not ours\",\"version\":" + std::to_string(seen) + "}";
        };
        const auto refusal = [&](const char* no, const char* what, const std::string& sent) {
            const auto answer = m_world->post(std::string("/v1/payments/") + no + what, sent);
            return std::to_string(answer.status) + " " + test::reasonOf(answer) + " " + text(answer, "field") + " " +
                   text(answer, "value");
        };
        QCOMPARE(refusal("B1", "/refund", body(held.version + 1)),
                 "409 conflict version " + std::to_string(held.version));
        QCOMPARE(refusal("B1", "/refund", "{}"), std::string("422 invalid_argument reason "));
        QCOMPARE(refusal("none", "/refund", body(1)), std::string("404 not_found payment_no none"));
        const auto accepted = m_world->place();
        QVERIFY(m_world->pay(accepted));
        QCOMPARE(refusal(("P-" + accepted).c_str(), "/refund", body(1)), "404 not_found payment_no P-" + accepted);
        QVERIFY(rowOf("B1").status == api::RefundStatus::Held);
        const auto done =
            m_world->post("/v1/payments/B1/refund", body(held.version), {m_world->token("payments.refund"), "back"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "payment_no"), std::string("B1"));
        QCOMPARE(text(done, "refund"), std::string("PENDING"));
        QVERIFY(rowOf("B1").status == api::RefundStatus::Pending);
        QCOMPARE(number(done, "version"), rowOf("B1").version);
        QVERIFY(number(done, "version") > held.version);
        // Said twice, it goes back once.
        QCOMPARE(m_world->post("/v1/payments/B1/refund", R"({"reason":"again"})").status, 200);
        QCOMPARE(rowOf("B1").version, number(done, "version"));
        QCOMPARE(m_world
                     ->post("/v1/payments/B2/match",
                            "{\"order_no\":\"" + m_world->place() + "\",\"reason\":\"they called\"}")
                     .status,
                 200);
        QCOMPARE(refusal("B2", "/refund", R"({"reason":"x"})"), std::string("409 wrong_status payment_no B2"));

        const auto noted = m_world->post("/v1/payments/B1/note", R"({"note":"asked the bank"})",
                                         {m_world->token("cases.write"), "bank"});
        QVERIFY2(noted.status == 200, noted.body);
        QCOMPARE(text(noted, "payment_no"), std::string("B1"));
        QCOMPARE(refusal("B1", "/note", R"({"note":""})"), std::string("422 invalid_argument note "));
        QCOMPARE(refusal("none", "/note", R"({"note":"x"})"), std::string("404 not_found payment_no none"));
        const auto history = m_world->wait(refunds.history(m_world->call, held.id));
        QVERIFY(history.has_value());
        std::vector<std::string> notes;
        for (const auto& event : *history) {
            if (event.kind == api::MoneyEventKind::Noted) {
                notes.push_back(event.detail);
            }
        }
        QCOMPARE(notes, std::vector<std::string>{"asked the bank"});
    }

    void aFlashSaleSellsOneToEach() {
        const auto now = Instant{QDateTime::currentMSecsSinceEpoch()};
        auto& desk = m_world->workspace->seckill();
        QVERIFY(m_world
                    ->wait(desk.setUp(m_world->call, {ActivityId("sale"), "Sale", Sku("tea"), CampusId("north"),
                                                      Money{100}, 2, now, now.plusMs(kHourMs)}))
                    .has_value());
        const auto attempting = [&](const std::string& user) {
            return m_world->post("/v1/seckill/sale/attempts", "{\"user_id\":\"" + user + "\"}");
        };
        QCOMPARE(text(attempting("u1"), "outcome"), std::string("not_started"));
        QVERIFY(m_world->wait(desk.start(m_world->call, ActivityId("sale"))).has_value());
        const auto first = attempting("u1");
        QVERIFY2(first.status == 200, first.body);
        QCOMPARE(text(first, "outcome"), std::string("reserved"));
        const auto twice = attempting("u1");
        QCOMPARE(text(twice, "outcome"), std::string("duplicate"));
        QCOMPARE(text(twice, "order_no"), text(first, "order_no"));
        QCOMPARE(text(attempting("u2"), "outcome"), std::string("reserved"));
        QCOMPARE(text(attempting("u3"), "outcome"), std::string("sold_out"));
        CHECK_REFUSED(m_world->post("/v1/seckill/nothing/attempts", R"({"user_id":"u1"})"), 404, "not_found");
        CHECK_REFUSED(m_world->post("/v1/seckill/sale/attempts", R"({"user_id":""})"), 422, "invalid_argument");
        QTRY_COMPARE(text(m_world->get("/v1/seckill/sale/attempts/u1"), "state"), std::string("ordered"));
        const auto result = m_world->get("/v1/seckill/sale/attempts/u1");
        QCOMPARE(text(result, "order_no"), text(first, "order_no"));
        QCOMPARE(text(result, "status"), std::string("WAIT_PAY"));
        QCOMPARE(text(m_world->get("/v1/seckill/sale/attempts/u3"), "state"), std::string("none"));
    }

    void aDrawDiscountsAnOrder() {
        const auto now = Instant{QDateTime::currentMSecsSinceEpoch()};
        auto& desk = m_world->workspace->campaigns();
        api::CampaignSettings settings;
        settings.name = "Spring";
        settings.shape = {Money{1'000}, 10, Money{200}, 1};
        settings.countLimit = 2;
        settings.amountLimit = Money{400};
        settings.begin = now;
        settings.end = now.plusMs(kHourMs);
        settings.seed = 1;
        QVERIFY(m_world->wait(desk.create(m_world->call, CampaignId("spring"), settings)).has_value());
        QVERIFY(m_world->wait(desk.start(m_world->call, CampaignId("spring"))).has_value());
        const auto running = [&] {
            return m_world->wait(desk.campaign(m_world->call, CampaignId("spring")))->state ==
                   api::CampaignState::Running;
        };
        QTRY_VERIFY(running());
        const auto drawn = m_world->post("/v1/campaigns/spring/draws", R"({"user_id":"ann","payable_minor":500})");
        QVERIFY2(drawn.status == 200, drawn.body);
        QVERIFY(drawn.json().value(QStringLiteral("granted")).toBool());
        const auto amount = number(drawn, "amount_minor");
        QVERIFY(amount > 0);
        const auto placing = [&](const std::string& draw) {
            return m_world->post("/v1/orders", R"({"user_id":"ann","campus_id":"north","lines":[{"sku":"tea",)"
                                               R"("quantity":1,"unit_price_minor":500}],"draw":)" +
                                                   draw + "}");
        };
        const auto placed = placing("{\"campaign_id\":\"spring\",\"draw_id\":\"" + text(drawn, "draw_id") + "\"}");
        QVERIFY2(placed.status == 201, placed.body);
        QCOMPARE(number(placed, "payable_minor"), 500 - amount);
        const auto seen = m_world->get("/v1/campaigns/spring/draws/" + text(drawn, "draw_id"));
        QCOMPARE(text(seen, "state"), std::string("granted"));
        QCOMPARE(text(seen, "order_no"), text(placed, "order_no"));
        QCOMPARE(text(seen, "draw_id"), text(drawn, "draw_id"));
        QCOMPARE(text(seen, "user_id"), std::string("ann"));
        QCOMPARE(number(seen, "amount_minor"), amount);
        QVERIFY(seen.json().value(QStringLiteral("granted")).toBool());
        QVERIFY(seen.json().contains(QStringLiteral("given_back")) &&
                !seen.json().value(QStringLiteral("given_back")).toBool());
        // No more than there is to pay.
        const auto little = m_world->post("/v1/campaigns/spring/draws", R"({"user_id":"lia","payable_minor":1})");
        QCOMPARE(number(little, "amount_minor"), 1);
        const auto unused = m_world->get("/v1/campaigns/spring/draws/" + text(little, "draw_id"));
        QVERIFY(number(unused, "valid_until") > now.ms);
        QCOMPARE(number(unused, "valid_until"), number(little, "valid_until"));
        QVERIFY(!unused.json().contains(QStringLiteral("order_no")));
        const auto nothing = m_world->post("/v1/campaigns/spring/draws", R"({"user_id":"nil","payable_minor":0})");
        QCOMPARE(text(nothing, "refusal"), std::string("nothing_payable"));
        QVERIFY(!nothing.json().value(QStringLiteral("granted")).toBool(true));
        QCOMPARE(placing(R"({"campaign_id":"spring"})").status, 201);
        const auto third = m_world->post("/v1/campaigns/spring/draws", R"({"user_id":"ann"})");
        QCOMPARE(text(third, "refusal"), std::string("count_limit"));
        CHECK_REFUSED(m_world->post("/v1/campaigns/nothing/draws", R"({"user_id":"ann"})"), 404, "not_found");
        CHECK_REFUSED(m_world->post("/v1/campaigns/spring/draws", R"({"user_id":"ann","draw_id":"no uuid"})"), 422,
                      "invalid_argument");
        CHECK_REFUSED(m_world->get("/v1/campaigns/spring/draws/none"), 404, "not_found");
        // What the order took is given back with it.
        QCOMPARE(m_world->post("/v1/orders/" + text(placed, "order_no") + "/cancel", R"({"reason":"no"})").status, 200);
        QTRY_VERIFY(m_world->get("/v1/campaigns/spring/draws/" + text(drawn, "draw_id"))
                        .json()
                        .value(QStringLiteral("given_back"))
                        .toBool());
    }

    void eventsGoOnWhereTheyWereLeft() {
        const auto no = m_world->place("watcher");
        QVERIFY(m_world->pay(no));
        QVERIFY(m_world->assigned(no));
        const auto all = follow(no, "0-0", 3);
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(all[0].kind, std::string("placed"));
        QCOMPARE(all[1].kind, std::string("paid"));
        QCOMPARE(all[2].kind, std::string("assigned"));
        QCOMPARE(all[2].data.value(QStringLiteral("courier_id")).toString(), QStringLiteral("c1"));
        QCOMPARE(all[2].data.value(QStringLiteral("status")).toString(), QStringLiteral("WAIT_PICK_UP"));
        const auto rest = follow(no, all[0].id, 2);
        QCOMPARE(rest.size(), std::size_t{2});
        QCOMPARE(rest[0].id, all[1].id);
        QCOMPARE(rest[1].id, all[2].id);
        CHECK_REFUSED(m_world->get("/v1/events", {m_world->token(), {}, {"Last-Event-ID: soon"}}), 400,
                      "bad_last_event_id");
    }

    /// What stands in events of each kind, to the refund of a return.
    void eventsTellWhatTheyAreAbout() {
        const auto no = m_world->place("teller");
        QVERIFY(m_world->pay(no));
        QVERIFY(m_world->assigned(no));
        const auto path = "/v1/orders/" + no + "/returns";
        const auto asked = m_world->post(path, R"({"return_no":"RE","lines":[{"sku":"tea","units":1}]})");
        QVERIFY2(asked.status == 201, asked.body);
        const auto rows = m_world->wait(m_world->workspace->returns().page(m_world->call, {}));
        QVERIFY(rows.has_value());
        for (const auto& row : *rows) {
            if (row.orderNo == OrderNo(no)) {
                QVERIFY(m_world->wait(m_world->workspace->returns().approve(m_world->call, {row.id, 0}, {})));
            }
        }
        const auto all = follow(no, "0-0", 100, "refund");
        QVERIFY(!all.empty() && all.back().name == "refund");
        const auto& refund = all.back().data;
        QVERIFY(refund.value(QStringLiteral("refund_id")).toInteger() > 0);
        QCOMPARE(refund.value(QStringLiteral("refund_minor")).toInteger(), 500);
        QVERIFY(!refund.value(QStringLiteral("refund_status")).toString().isEmpty());
        const auto returned =
            std::find_if(all.begin(), all.end(), [](const Seen& seen) { return seen.name == "return"; });
        QVERIFY(returned != all.end());
        QCOMPARE(returned->data.value(QStringLiteral("return_no")).toString(), QStringLiteral("RE"));
        QCOMPARE(returned->data.value(QStringLiteral("return_status")).toString(), QStringLiteral("APPROVED"));
        QVERIFY(!returned->data.contains(QStringLiteral("refund_id")));
        for (const auto& seen : all) {
            QVERIFY(seen.data.value(QStringLiteral("at")).toInteger() > 1'700'000'000'000);
            QCOMPARE(seen.data.value(QStringLiteral("order_no")).toString().toStdString(), no);
            QCOMPARE(seen.data.value(QStringLiteral("user_id")).toString(), QStringLiteral("teller"));
            QCOMPARE(seen.data.value(QStringLiteral("campus_id")).toString(), QStringLiteral("north"));
            QVERIFY(seen.data.value(QStringLiteral("epoch")).toInteger(-1) >= 1);  // as it is when it is read
        }
        QCOMPARE(all.front().name, std::string("order"));
    }

    /// A page of the feed may hold nothing of the order that is asked for.
    void eventsOfAnOrderBehindManyOthers() {
        std::vector<api::Answer<api::PlacedOrder>> asked;
        for (int i = 0; i < 450; ++i) {
            api::PlaceOrder order;
            order.key = "many-" + std::to_string(i);
            order.user = UserId("many");
            order.campus = CampusId("north");
            order.lines = {{Sku("tea"), 1, Money{500}}};
            asked.push_back(m_world->workspace->orders().place(m_world->call, order));
        }
        for (const auto& each : asked) {
            QVERIFY(m_world->wait(each).has_value());
        }
        const auto seen = follow(m_world->place("behind"), "0-0", 1);
        QCOMPARE(seen.size(), std::size_t{1});
        QCOMPARE(seen[0].data.value(QStringLiteral("user_id")).toString(), QStringLiteral("behind"));
    }

    void eventsArriveWhileTheyHappen() {
        QProcess stream;
        stream.start(QStringLiteral("curl"),
                     {QStringLiteral("-sSN"), QStringLiteral("--max-time"), QStringLiteral("50"), QStringLiteral("-H"),
                      QString::fromStdString("Authorization: Bearer " + m_world->token()), QStringLiteral("-H"),
                      QStringLiteral("Last-Event-ID: ") + QString::fromStdString(now()),
                      QString::fromStdString(m_world->url("/v1/events"))});
        QVERIFY(stream.waitForStarted());
        const auto no = m_world->place("live");
        QByteArray seen;
        QTRY_VERIFY_WITH_TIMEOUT((seen += stream.readAll(), seen.contains(no.c_str())), 30'000);
        QVERIFY(seen.contains("event: order"));
        stream.kill();
        stream.waitForFinished();
    }

    void whatAnIdIsOfIsKnown() {
        const auto seenFirst = follow(m_world->place(), "0-0", 1);
        QCOMPARE(seenFirst.size(), std::size_t{1});
        const auto feed = seenFirst[0].id.substr(seenFirst[0].id.find('.') + 1);
        QCOMPARE(feed.size(), std::size_t{12});
        const auto ask = [&](const std::string& id) {
            return m_world->get("/v1/events", {m_world->token(), {}, {"Last-Event-ID: " + id}});
        };
        const auto order = m_world->place();
        const auto seen = follow(order, "0-0", 1);
        QCOMPARE(seen.size(), std::size_t{1});
        QVERIFY(QString::fromStdString(seen[0].id).endsWith(QString::fromStdString('.' + feed)));
        QCOMPARE(follow(order, "0-0." + feed, 1).size(), std::size_t{1});
        for (const auto& beyond : {"999999-0", "0-999999"}) {
            for (const auto& id : {std::string(beyond), beyond + ('.' + feed)}) {
                const auto refused = ask(id);
                CHECK_REFUSED(refused, 409, "beyond_the_end");
                QCOMPARE(refused.json()[QStringLiteral("end")].toString().toStdString(), now() + '.' + feed);
            }
        }
        const auto refused = ask("0-0.0123456789ab");
        CHECK_REFUSED(refused, 409, "feed_changed");
        QCOMPARE(refused.json()[QStringLiteral("feed")].toString().toStdString(), feed);
        QCOMPARE(refused.json()[QStringLiteral("end")].toString().toStdString(), now() + '.' + feed);
        QCOMPARE(refused.headers.at("evenhand-feed"), feed);
    }

    void aRestoreIsNoticed() {
        const auto order = m_world->place();
        const auto before = follow(order, "0-0", 1);
        QCOMPARE(before.size(), std::size_t{1});
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("b.backup")).toStdString();
        const auto target = folder.filePath(QStringLiteral("restored")).toStdString();
        QVERIFY(m_world->wait(m_world->workspace->backups().take(m_world->call, file, {})).has_value());
        app::OpenOptions options;
        options.secrets = m_world->secrets;
        const auto restored = app::restore({file, target, {}, m_world->call.actor}, options, {});
        QVERIFY2(restored.has_value(), restored ? "" : restored.error().text().c_str());
        auto workspace = app::Workspace::open(target, options);
        QVERIFY(workspace.has_value());
        app::HttpHostOptions serving;
        serving.server.port = 0;
        const auto host = app::HttpHost::start(**workspace, serving);
        QVERIFY(host.has_value());
        const auto refused = evenhand::test::curl(
            {QStringLiteral("-H"), QString::fromStdString("Authorization: Bearer " + m_world->token()),
             QStringLiteral("-H"), QString::fromStdString("Last-Event-ID: " + before[0].id),
             QString::fromStdString((*host)->url() + "/v1/events")});
        CHECK_REFUSED(refused, 409, "feed_changed");
    }

    void aLossThatWasAcceptedIsNoticed() {
        const auto before = follow(m_world->place(), "0-0", 1);
        QCOMPARE(before.size(), std::size_t{1});
        api::AuditRecord record;  // as app::acceptLoss() writes it
        record.operation = "audit.accept_loss";
        record.outcome = api::AuditOutcome::Noted;
        record.detail = "of 7 batches the last 2 are missing";
        QVERIFY(m_world
                    ->wait(m_world->workspace->core().engine().ask<void>(
                        m_world->call, [record](runtime::UnitOfWork& work) { return work.record(record); }))
                    .has_value());
        m_world->restart();
        const auto refused = m_world->get("/v1/events", {m_world->token(), {}, {"Last-Event-ID: " + before[0].id}});
        CHECK_REFUSED(refused, 409, "feed_changed");
    }

private:
    struct Seen {
        std::string id, kind;
        QJsonObject data;
        std::string name;
    };
    std::string now() {
        const auto end = m_world->wait(m_world->workspace->feed().end(m_world->call));
        return std::to_string(end->orders) + "-" + std::to_string(end->money);
    }
    /// The next `count` events about an order behind `from`, or those up to the first of this name.
    std::vector<Seen> follow(const std::string& order, const std::string& from, std::size_t count,
                             const std::string& last = {}) {
        QProcess stream;
        stream.start(QStringLiteral("curl"),
                     {QStringLiteral("-sSN"), QStringLiteral("--max-time"), QStringLiteral("50"), QStringLiteral("-H"),
                      QString::fromStdString("Authorization: Bearer " + m_world->token()), QStringLiteral("-H"),
                      QString::fromStdString("Last-Event-ID: " + from),
                      QString::fromStdString(m_world->url("/v1/events?order_no=" + order))});
        std::vector<Seen> seen;
        std::string id, name;
        const QDeadlineTimer deadline(30'000);
        const auto done = [&] {
            return seen.size() >= count || (!last.empty() && !seen.empty() && seen.back().name == last);
        };
        while (!done() && !deadline.hasExpired() && stream.waitForReadyRead(30'000)) {
            while (!done() && stream.canReadLine()) {
                const auto line = stream.readLine().trimmed();
                if (line.startsWith("id:")) {
                    id = line.mid(3).trimmed().toStdString();
                } else if (line.startsWith("event:")) {
                    name = line.mid(6).trimmed().toStdString();
                } else if (line.startsWith("data:")) {
                    const auto data = QJsonDocument::fromJson(line.mid(5)).object();
                    seen.push_back({id, data.value(QStringLiteral("kind")).toString().toStdString(), data, name});
                }
            }
        }
        stream.kill();
        stream.waitForFinished();
        return seen;
    }

    std::unique_ptr<RoutesWorld> m_world;
};

}  // namespace test_routes_money

QTEST_GUILESS_MAIN(test_routes_money::TestRoutesMoney)
#include "test_routes_money.moc"

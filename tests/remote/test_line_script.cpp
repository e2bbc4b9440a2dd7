// SPDX-License-Identifier: GPL-3.0-or-later
// The console's end of a line. The test plays the service and sends each message at an exact moment.
#include <QtTest>
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <limits>
#include <mutex>
#include <set>

#include "app/service/system_random.h"
#include "engine/api/limits.h"
#include "engine/json/json_text.h"
#include "engine/remote/line/remote_line.h"
#include "engine/remote/remote_engine.h"
#include "engine/wire/protocol.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"
#include "tests/support/expect.h"
#include "tests/support/fakes/fed_socket.h"

namespace test_line_script {

using namespace evenhand;
using namespace evenhand::test;
namespace json = boost::json;

namespace {

template <typename T>
json::value written(const T& value) {
    wire::Writing out;
    return wire::write(value, out);
}

/// A console and the sockets that it has opened; each of them is sent the service's hello at once.
class Script {
public:
    Script() {
        remote::LineOptions options;
        options.addresses = {{"127.0.0.1", 1, false}};
        options.clock = &m_clock;
        options.random = app::systemRandom;
        options.socket = [this](boost::asio::io_context& io, const remote::ServiceAddress&, const remote::ServiceTrust&,
                                remote::SocketLine::Listener listener) {
            auto made = std::make_shared<FedSocket>(io, std::move(listener));
            made->open();
            const std::scoped_lock lock(m_mutex);
            made->say(json::serialize(
                json::object{{"hello", {{"program", "0.0.9"}, {"protocol", m_protocol}, {"actor", nullptr}}}}));
            m_sockets.push_back(made);
            return made;
        };
        auto connected = remote::RemoteEngine::connect(std::move(options));
        if (!connected) {
            qFatal("no console: %s", connected.error().text().c_str());
        }
        engine = *std::move(connected);
    }
    /// From now on the service is of another version.
    void replaceService() {
        const std::scoped_lock lock(m_mutex);
        m_protocol = "another one";
    }
    /// All lines so far, the newest last.
    [[nodiscard]] std::size_t lines() const {
        const std::scoped_lock lock(m_mutex);
        return m_sockets.size();
    }
    [[nodiscard]] std::shared_ptr<FedSocket> line() const {
        const std::scoped_lock lock(m_mutex);
        return m_sockets.back();
    }
    /// The last message on the newest line that has this member; nullopt if there is none yet.
    [[nodiscard]] std::optional<json::object> said(const char* member) const {
        std::optional<json::object> found;
        for (const auto& text : line()->sent()) {
            const auto message = parseJson(text);
            if (message && message->get_object().contains(member)) {
                found = message->get_object();
            }
        }
        return found;
    }
    void answer(const json::object& asked, const char* member, json::value value) const {
        line()->say(json::serialize(json::object{{"id", asked.at("id")}, {member, std::move(value)}}));
    }
    void answerProblem(const json::object& asked, ErrorCode code) const {
        answer(asked, "problem", written(Error{code, "so", {}, {}}));
    }
    [[nodiscard]] static json::value session() {
        return written(wire::SessionGrant{"ann", ~api::Permissions{0}, {}, {}, 0, "the token"});
    }
    /// Cuts the newest line; true once the console has opened another one and said hello on it.
    [[nodiscard]] bool cut() const {
        const auto before = lines();
        line()->close();
        return QTest::qWaitFor([&] { return lines() > before && said("hello"); }, 30'000);
    }

private:
    base::SystemClock m_clock;
    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<FedSocket>> m_sockets;
    std::string m_protocol = wire::protocolHash();

public:
    std::unique_ptr<remote::RemoteEngine> engine;  ///< last: its thread makes sockets
};

}  // namespace

class TestLineScript : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The line is cut several times while the session is being resumed. Open calls are sent again under the same key,
    /// on the first line that accepts the session, and not earlier.
    void aCutWhileTheSessionIsTakenUp() {
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        const api::Call call{entered->actor, "because", {}};
        auto command = script.engine->shop().receiveStock(call, Sku("tea"), 1, "n");
        auto read = script.engine->dispatch().campuses(call);
        QTRY_VERIFY(said(script, "dispatch.campuses"));
        const auto key = said(script, "shop.receiveStock")->at("key").get_string();
        for (int i = 0; i < 3; ++i) {
            QVERIFY(script.cut());
            QTRY_VERIFY(script.said("resume"));
            QCOMPARE(std::string(script.said("resume")->at("resume").get_string()), std::string("the token"));
            QVERIFY(!script.said("call"));  // no call is sent before the session is resumed
        }
        QVERIFY(!command.isFinished() && !read.isFinished() && !entered->actor.ended());
        script.answer(*script.said("resume"), "value", Script::session());
        QTRY_VERIFY(said(script, "shop.receiveStock") && said(script, "dispatch.campuses"));
        QVERIFY(said(script, "shop.receiveStock")->at("key").get_string() == key);
        script.answer(*said(script, "shop.receiveStock"), "value", written(api::StockAnswer()));
        script.answer(*said(script, "dispatch.campuses"), "value", json::array());
        QTRY_VERIFY(command.isFinished() && read.isFinished());
        DONE(command.result());
        DONE(read.result());
    }

    /// If the console is closed while the session is being resumed, open calls end as cancelled.
    void theConsoleIsClosedWhileTheSessionIsTakenUp() {
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        auto command = script.engine->shop().receiveStock({entered->actor, "because", {}}, Sku("tea"), 1, "n");
        QTRY_VERIFY(said(script, "shop.receiveStock"));
        QVERIFY(script.cut());
        QTRY_VERIFY(script.said("resume"));
        script.engine.reset();
        QVERIFY(command.isFinished());
        REFUSED(command.result(), ErrorCode::Cancelled);
    }

    /// The session cannot be resumed, so the console cannot ask what became of an open command: its outcome is unknown,
    /// and it must not be reported as refused. A read changes nothing, so it may be reported as failed.
    void aCommandOfASessionThatIsOverIsUnknown() {
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        const api::Call call{entered->actor, "because", {}};
        auto command = script.engine->shop().receiveStock(call, Sku("tea"), 1, "n");
        auto read = script.engine->dispatch().campuses(call);
        QTRY_VERIFY(said(script, "dispatch.campuses"));
        QVERIFY(script.cut());
        QTRY_VERIFY(script.said("resume"));
        script.answerProblem(*script.said("resume"), ErrorCode::SessionEnded);
        QTRY_VERIFY(command.isFinished() && read.isFinished());
        REFUSED(command.result(), ErrorCode::OutcomeUnknown);
        REFUSED(read.result(), ErrorCode::Unreachable);
        QVERIFY(entered->actor.ended());
        QVERIFY(!script.said("call"));
    }

    /// These refusals are decided before the service looks up the key. So when a command is sent a second time, they do
    /// not say whether the first time had an effect.
    void aRefusalThatSaysNothingOfBeforeIsUnknown_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("isUnknown");
        for (const auto code :
             {ErrorCode::SessionEnded, ErrorCode::PermissionDenied, ErrorCode::ReadOnly, ErrorCode::Busy,
              ErrorCode::Cancelled, ErrorCode::Storage, ErrorCode::WorkspaceInUse, ErrorCode::OutcomeUnknown}) {
            QTest::addRow("%s", base::errorName(code).data()) << static_cast<int>(code) << true;
        }
        for (const auto code : {ErrorCode::Conflict, ErrorCode::NotFound, ErrorCode::KeyReused}) {
            QTest::addRow("%s", base::errorName(code).data()) << static_cast<int>(code) << false;
        }
    }
    void aRefusalThatSaysNothingOfBeforeIsUnknown() {
        QFETCH(int, code);
        QFETCH(bool, isUnknown);
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        const api::Call call{entered->actor, "because", {}};
        auto command = script.engine->shop().receiveStock(call, Sku("tea"), 1, "n");
        QTRY_VERIFY(said(script, "shop.receiveStock"));
        QVERIFY(script.cut());
        QTRY_VERIFY(script.said("resume"));
        script.answer(*script.said("resume"), "value", Script::session());
        QTRY_VERIFY(said(script, "shop.receiveStock"));
        script.answerProblem(*said(script, "shop.receiveStock"), static_cast<ErrorCode>(code));
        QTRY_VERIFY(command.isFinished());
        REFUSED(command.result(), isUnknown ? ErrorCode::OutcomeUnknown : static_cast<ErrorCode>(code));
        // A command that was sent only once has had no effect if it is refused.
        auto fresh = script.engine->shop().receiveStock(call, Sku("tea"), 1, "m");
        QTRY_VERIFY(said(script, "shop.receiveStock") &&
                    said(script, "shop.receiveStock")->at("arguments").at("note").as_string() == "m");
        script.answerProblem(*said(script, "shop.receiveStock"), static_cast<ErrorCode>(code));
        QTRY_VERIFY(fresh.isFinished());
        REFUSED(fresh.result(), static_cast<ErrorCode>(code));
    }

    /// A service whose workspace another one has taken over, or whose commit broke, does not know whether the session
    /// lasts: it is asked again, or another one is, and what was asked before waits. Any other refusal ends the
    /// session.
    void aTakeUpThatIsNotDecidedIsAskedAgain_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("isDecided");
        for (const auto code : {ErrorCode::WorkspaceInUse, ErrorCode::OutcomeUnknown, ErrorCode::Storage,
                                ErrorCode::ReadOnly, ErrorCode::Busy, ErrorCode::Cancelled}) {
            QTest::addRow("%s", base::errorName(code).data()) << static_cast<int>(code) << false;
        }
        for (const auto code : {ErrorCode::SessionEnded, ErrorCode::NotFound, ErrorCode::InvalidArgument}) {
            QTest::addRow("%s", base::errorName(code).data()) << static_cast<int>(code) << true;
        }
    }
    void aTakeUpThatIsNotDecidedIsAskedAgain() {
        QFETCH(int, code);
        QFETCH(bool, isDecided);
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        auto command = script.engine->shop().receiveStock({entered->actor, "because", {}}, Sku("tea"), 1, "n");
        QTRY_VERIFY(said(script, "shop.receiveStock"));
        const auto key = said(script, "shop.receiveStock")->at("key").get_string();
        QVERIFY(script.cut());
        QTRY_VERIFY(script.said("resume"));
        const auto lines = script.lines();
        script.answerProblem(*script.said("resume"), static_cast<ErrorCode>(code));
        if (isDecided) {
            QTRY_VERIFY(command.isFinished());
            REFUSED(command.result(), ErrorCode::OutcomeUnknown);
            QVERIFY(entered->actor.ended());
            QCOMPARE(script.lines(), lines);
            return;
        }
        QTRY_VERIFY(script.lines() > lines && script.said("resume"));
        QCOMPARE(std::string(script.said("resume")->at("resume").get_string()), std::string("the token"));
        QVERIFY(!command.isFinished() && !entered->actor.ended() && !script.said("call"));
        script.answer(*script.said("resume"), "value", Script::session());
        QTRY_VERIFY(said(script, "shop.receiveStock"));
        QVERIFY(said(script, "shop.receiveStock")->at("key").get_string() == key);
        script.answer(*said(script, "shop.receiveStock"), "value", written(api::StockAnswer()));
        QTRY_VERIFY(command.isFinished());
        DONE(command.result());
    }

    /// The service is replaced by one of another version: that is said, and no other line is tried. What was asked
    /// before, the former one may have done.
    void aServiceOfAnotherVersionEndsTheLine() {
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        const api::Call call{entered->actor, "because", {}};
        auto command = script.engine->shop().receiveStock(call, Sku("tea"), 1, "n");
        auto read = script.engine->dispatch().campuses(call);
        QTRY_VERIFY(said(script, "dispatch.campuses"));
        script.replaceService();
        QVERIFY(script.cut());
        QTRY_VERIFY(command.isFinished() && read.isFinished());
        REFUSED(command.result(), ErrorCode::OutcomeUnknown);
        REFUSED_FIELD(read.result(), ErrorCode::WorkspaceVersion, "service");
        QCOMPARE(read.result().error().value, std::string("0.0.9"));
        QCOMPARE(script.engine->status().state, api::EngineState::Disconnected);
        QCOMPARE(script.engine->status().cause, std::optional(ErrorCode::WorkspaceVersion));
        const auto lines = script.lines();
        auto late = script.engine->dispatch().campuses(call);
        late.waitForFinished();
        REFUSED(late.result(), ErrorCode::Unreachable);
        QCOMPARE(script.lines(), lines);
        QVERIFY(!script.said("resume"));  // the token is shown to nobody else
    }

    /// A list with one answer for all of it, and too long for one message, is refused with the number that may be asked
    /// for, and nothing is sent.
    void aListThatIsTooLongNamesHowManyFit() {
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        const api::Call call{entered->actor, "because", {}};
        std::vector<api::CourierInput> couriers;
        for (int i = 0; i < 40'000; ++i) {
            couriers.push_back({CourierId("c" + std::to_string(100'000 + i)), CampusId("north"), "Ann", "", true});
        }
        auto answer = script.engine->dispatch().upsertCouriers(call, couriers);
        QTRY_VERIFY(answer.isFinished());
        const auto number = numberIn(answer.result(), "couriers", "40000");
        QVERIFY2(number > 1'000 && number < 40'000, answer.result().error().message.c_str());
        QVERIFY(!said(script, "dispatch.upsertCouriers"));
        couriers.resize(number);
        auto fits = script.engine->dispatch().upsertCouriers(call, couriers);
        QTRY_VERIFY(said(script, "dispatch.upsertCouriers"));
        QCOMPARE(said(script, "dispatch.upsertCouriers")->at("arguments").at("couriers").as_array().size(), number);
        // The lines of one order, which nobody can divide.
        api::PlaceOrder order;
        order.lines.assign(api::kMaxOrderLines, {Sku(std::string(200, 'x')), 1, Money{100}});
        auto placed = script.engine->orders().placeByHand(call, order);
        QTRY_VERIFY(placed.isFinished());
        const auto most = numberIn(placed.result(), "lines", "10000");
        QVERIFY2(most > 1'000 && most < api::kMaxOrderLines, placed.result().error().message.c_str());
        QVERIFY(!said(script, "orders.placeByHand"));
        // Here a single row is too large, so no number of rows would fit.
        auto text = script.engine->orders().note(call, {{OrderNo("A"), 1}}, std::string(2'000'000, 'x'));
        QTRY_VERIFY(text.isFinished());
        REFUSED_FIELD(text.result(), ErrorCode::InvalidArgument, "arguments");
        QVERIFY(!fits.isFinished());
    }

    /// What was chosen from a list goes in as many messages as it needs, one after the other: each of its rows has an
    /// outcome of its own.
    void aSelectionThatIsTooLongGoesInSeveral() {
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        const auto orders = manyOrders();
        auto noted = script.engine->orders().note({entered->actor, "because", {}}, orders, "rings twice");
        std::size_t rows = 0;
        std::int64_t last = 0;
        int messages = 0;
        std::set<std::string> keys;
        while (rows < orders.size()) {
            const auto asked = nextAfter(script, "orders.note", last);
            QVERIFY(asked);
            QVERIFY(!noted.isFinished());
            QVERIFY(json::serialize(*asked).size() <= wire::kMaxRequest);
            QVERIFY(asked->at("arguments").at("text").as_string() == "rings twice");
            QVERIFY(asked->at("reason").as_string() == "because");
            keys.emplace(asked->at("key").get_string());
            std::vector<api::RowOutcome> outcomes;
            for (const auto& each : asked->at("arguments").at("orders").get_array()) {
                QVERIFY(std::string_view(each.at("orderNo").as_string()) == orders.at(rows).orderNo.str());
                outcomes.push_back({orders.at(rows).orderNo, {}});
                ++rows;
            }
            ++messages;
            QVERIFY(!outcomes.empty());
            last = asked->at("id").get_int64();
            script.answer(*asked, "value", written(outcomes));
        }
        QTRY_VERIFY(noted.isFinished());
        const auto outcomes = noted.result();
        DONE(outcomes);
        QCOMPARE(outcomes->size(), orders.size());
        QVERIFY(std::equal(outcomes->begin(), outcomes->end(), orders.begin(),
                           [](const auto& outcome, const auto& order) { return outcome.orderNo == order.orderNo; }));
        QVERIFY(messages > 1);
        QCOMPARE(static_cast<int>(keys.size()), messages);
    }

    /// Once the first part is done, what is said of the rest is not said of the whole.
    void aPartOfASelectionIsRefused_data() {
        QTest::addColumn<bool>("first");
        QTest::newRow("the first") << true;
        QTest::newRow("a later one") << false;
    }
    void aPartOfASelectionIsRefused() {
        QFETCH(bool, first);
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        auto noted = script.engine->orders().note({entered->actor, "because", {}}, manyOrders(), "rings twice");
        auto asked = nextAfter(script, "orders.note", 0);
        QVERIFY(asked);
        if (!first) {
            const auto rows = asked->at("arguments").at("orders").get_array().size();
            script.answer(*asked, "value", written(std::vector<api::RowOutcome>(rows, {OrderNo("A"), {}})));
            asked = nextAfter(script, "orders.note", asked->at("id").get_int64());
            QVERIFY(asked);
        }
        const auto last = asked->at("id").get_int64();
        script.answerProblem(*asked, ErrorCode::PermissionDenied);
        QTRY_VERIFY(noted.isFinished());
        REFUSED(noted.result(), first ? ErrorCode::PermissionDenied : ErrorCode::OutcomeUnknown);
        // Nothing more is asked.
        auto read = script.engine->dispatch().campuses({entered->actor, {}, {}});
        QTRY_VERIFY(said(script, "dispatch.campuses"));
        QCOMPARE(said(script, "orders.note")->at("id").get_int64(), last);
        QVERIFY(!read.isFinished());
    }

    /// What a desk takes at most, in one piece and with names as long as people make them.
    void theLargestThatADeskTakesFitsIntoAMessage() {
        const auto fits = [](const char* name, const json::value& argument) {
            const auto bytes = json::serialize(json::object{{name, argument}}).size();
            if (bytes > remote::RemoteLine::room()) {
                qWarning("%s: %zu bytes", name, bytes);
            }
            return bytes <= remote::RemoteLine::room();
        };
        const Sku sku(std::string(32, 'x'));
        api::PlaceOrder order;
        order.lines.assign(api::kMaxOrderLines, {sku, api::kMaxOrderQuantity, Money{999'999}});
        QVERIFY(fits("request", written(order)));
        api::RequestReturn goods;
        goods.lines.assign(api::kMaxReturnLines, {sku, 1'000'000});
        goods.reason = std::string(api::kMaxReturnReason, 'x');
        QVERIFY(fits("request", written(goods)));
        QVERIFY(fits("lines", written(goods.lines)));
        QVERIFY(fits("lines", written(std::vector<api::ReceivedLine>(api::kMaxReturnLines, {sku, 1'000, 1'000}))));
        QVERIFY(fits("ids", written(std::vector<OrderId>(static_cast<std::size_t>(api::kMaxRowIds),
                                                         OrderId{std::numeric_limits<std::int64_t>::max()}))));
    }

    /// A bulk command with an answer for each row is split into as many messages as it needs.
    void aBatchThatIsTooLongGoesInSeveral() {
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        constexpr std::size_t kRows = 20'000;
        std::size_t done = 0;
        bool refused = false;
        script.engine->orders().payMany({entered->actor, "because", {}}, std::vector<api::PayOrder>(kRows),
                                        [&](const std::vector<Result<api::PaymentAnswer>>& results) {
                                            refused = std::any_of(results.begin(), results.end(),
                                                                  [](const auto& each) { return !each; });
                                            done = results.size();
                                        });
        std::size_t rows = 0;
        std::int64_t last = 0;
        while (rows < kRows) {
            QTRY_VERIFY(said(script, "orders.payMany") && said(script, "orders.payMany")->at("id").get_int64() > last);
            const auto asked = *said(script, "orders.payMany");
            last = asked.at("id").get_int64();
            const auto count = asked.at("arguments").at("requests").as_array().size();
            QVERIFY(count > 0 && json::serialize(asked).size() <= wire::kMaxRequest);
            rows += count;
            script.answer(asked, "value",
                          written(std::vector<Result<api::PaymentAnswer>>(count, api::PaymentAnswer())));
        }
        QCOMPARE(rows, kRows);
        script.engine.reset();  // joins the line's thread
        QCOMPARE(done, kRows);
        QVERIFY(!refused);
    }

private:
    /// More than one message holds.
    static std::vector<api::OrderRef> manyOrders() {
        std::vector<api::OrderRef> orders;
        for (int i = 0; i < 40'000; ++i) {
            orders.push_back({OrderNo("A" + std::to_string(100'000 + i)), i});
        }
        return orders;
    }
    /// How many a refusal lets one ask for; 0: it is another refusal.
    template <typename T>
    static std::size_t numberIn(const Result<T>& refused, const char* field, const char* value) {
        if (refused || refused.error().code != ErrorCode::InvalidArgument || refused.error().field != field ||
            refused.error().value != value) {
            return 0;
        }
        return QRegularExpression(QStringLiteral("at most (\\d+) at a time"))
            .match(QString::fromStdString(refused.error().message))
            .captured(1)
            .toULongLong();
    }
    /// The call of this name that comes after the one with this id; nullopt: none does.
    static std::optional<json::object> nextAfter(const Script& script, std::string_view name, std::int64_t id) {
        const auto next = [&]() -> std::optional<json::object> {
            auto found = said(script, name);
            return found && found->at("id").get_int64() > id ? std::move(found) : std::nullopt;
        };
        return QTest::qWaitFor([&] { return next().has_value(); }, 30'000) ? next() : std::nullopt;
    }
    static std::optional<api::SignedIn> signIn(Script& script) {
        auto entered = script.engine->accounts().signIn({"ann", Secret(std::string("right")), api::Via::Console});
        if (!QTest::qWaitFor([&] { return script.said("signIn").has_value(); }, 30'000)) {
            return std::nullopt;
        }
        script.answer(*script.said("signIn"), "value", Script::session());
        entered.waitForFinished();
        return entered.result() ? std::optional(*entered.result()) : std::nullopt;
    }
    /// The last call of this name on the newest line.
    static std::optional<json::object> said(const Script& script, std::string_view name) {
        std::optional<json::object> found;
        for (const auto& text : script.line()->sent()) {
            const auto message = parseJson(text);
            const auto* call = message ? message->get_object().if_contains("call") : nullptr;
            if (call != nullptr && call->is_string() && std::string_view(call->get_string()) == name) {
                found = message->get_object();
            }
        }
        return found;
    }
};

}  // namespace test_line_script

QTEST_GUILESS_MAIN(test_line_script::TestLineScript)
#include "test_line_script.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The console's end of a line. The test plays the service and sends each message at an exact moment.
#include <QtTest>
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <mutex>

#include "app/service/system_random.h"
#include "engine/json/json_text.h"
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
            made->say(json::serialize(
                json::object{{"hello", {{"program", "p"}, {"protocol", wire::protocolHash()}, {"actor", nullptr}}}}));
            const std::scoped_lock lock(m_mutex);
            m_sockets.push_back(made);
            return made;
        };
        auto connected = remote::RemoteEngine::connect(std::move(options));
        if (!connected) {
            qFatal("no console: %s", connected.error().text().c_str());
        }
        engine = *std::move(connected);
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
        for (const auto code : {ErrorCode::SessionEnded, ErrorCode::PermissionDenied, ErrorCode::ReadOnly,
                                ErrorCode::Busy, ErrorCode::Cancelled, ErrorCode::Storage}) {
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

    /// A list that does not fit into one message is refused before anything is sent; the refusal names how many rows
    /// fit.
    void aListThatIsTooLongNamesHowManyFit() {
        Script script;
        auto entered = signIn(script);
        QVERIFY(entered);
        const api::Call call{entered->actor, "because", {}};
        std::vector<api::OrderRef> orders;
        for (int i = 0; i < 40'000; ++i) {
            orders.push_back({OrderNo("A" + std::to_string(100'000 + i)), i});
        }
        auto answer = script.engine->orders().note(call, orders, "rings twice");
        QTRY_VERIFY(answer.isFinished());
        const auto refused = answer.result();
        REFUSED_FIELD(refused, ErrorCode::InvalidArgument, "orders");
        QCOMPARE(refused.error().value, std::string("40000"));
        const auto number = QRegularExpression(QStringLiteral("at most (\\d+) at a time"))
                                .match(QString::fromStdString(refused.error().message))
                                .captured(1)
                                .toInt();
        QVERIFY2(number > 10'000 && number < 40'000, refused.error().message.c_str());
        QVERIFY(!said(script, "orders.note"));
        orders.resize(static_cast<std::size_t>(number));
        auto fits = script.engine->orders().note(call, orders, "rings twice");
        QTRY_VERIFY(said(script, "orders.note"));
        QCOMPARE(said(script, "orders.note")->at("arguments").at("orders").as_array().size(), orders.size());
        // Here a single row is too large, so no number of rows would fit.
        auto text = script.engine->orders().note(call, {{OrderNo("A"), 1}}, std::string(2'000'000, 'x'));
        QTRY_VERIFY(text.isFinished());
        REFUSED_FIELD(text.result(), ErrorCode::InvalidArgument, "arguments");
        QVERIFY(!fits.isFinished());
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

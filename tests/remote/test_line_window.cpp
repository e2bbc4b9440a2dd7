// SPDX-License-Identifier: GPL-3.0-or-later
// Many calls at once at the console's end of a line, whose service says what the test says: how many are with it, in
// which order they are answered, how one is given up, and what waits while there is no line.
#include <QtTest>
#include <atomic>
#include <boost/json/serialize.hpp>
#include <mutex>

#include "app/service/system_random.h"
#include "engine/json/json_text.h"
#include "engine/remote/line/call_window.h"
#include "engine/remote/remote_engine.h"
#include "engine/wire/protocol.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"
#include "tests/support/expect.h"
#include "tests/support/fakes/fed_socket.h"

namespace test_line_window {

using namespace evenhand;
using namespace evenhand::test;
namespace json = boost::json;
using remote::CallWindow;

namespace {

template <typename T>
json::value written(const T& value) {
    wire::Writing out;
    return wire::write(value, out);
}

/// Somebody's console, signed in, and its newest line.
class Desk {
public:
    Desk() {
        remote::LineOptions options;
        options.addresses = {{"127.0.0.1", 1, false}};
        options.clock = &m_clock;
        options.random = app::systemRandom;
        options.socket = [this](boost::asio::io_context& io, const remote::ServiceAddress&, const remote::ServiceTrust&,
                                remote::SocketLine::Listener listener) {
            auto made = std::make_shared<FedSocket>(io, std::move(listener));
            {
                const std::scoped_lock lock(m_mutex);
                m_line = made;
                ++m_lines;
            }
            if (!isSilent) {
                greet(*made);
            }
            return made;
        };
        auto connected = remote::RemoteEngine::connect(std::move(options));
        if (!connected) {
            qFatal("no console: %s", connected.error().text().c_str());
        }
        engine = *std::move(connected);
        auto entered = engine->accounts().signIn({"ann", Secret(std::string("right")), api::Via::Console});
        if (!QTest::qWaitFor([&] { return last("signIn").has_value(); }, 30'000)) {
            qFatal("nobody signs in");
        }
        answer(*last("signIn"), session());
        entered.waitForFinished();
        call = {entered.result()->actor, "because", {}};
        bulk = call;
        bulk.bulk = true;
    }

    void greet(FedSocket& socket) const {
        socket.open();
        socket.say(
            json::serialize(json::object{{"hello", {{"program", "p"}, {"protocol", protocol}, {"actor", nullptr}}}}));
    }
    [[nodiscard]] std::shared_ptr<FedSocket> line() const {
        const std::scoped_lock lock(m_mutex);
        return m_line;
    }
    [[nodiscard]] int lines() const {
        const std::scoped_lock lock(m_mutex);
        return m_lines;
    }
    /// The messages of the newest line with this member, in their order.
    [[nodiscard]] std::vector<json::object> said(const char* member) const {
        std::vector<json::object> found;
        for (const auto& text : line()->sent()) {
            auto message = parseJson(text)->get_object();
            if (message.contains(member)) {
                found.push_back(std::move(message));
            }
        }
        return found;
    }
    [[nodiscard]] std::optional<json::object> last(const char* member) const {
        const auto all = said(member);
        return all.empty() ? std::nullopt : std::optional(all.back());
    }
    void answer(const json::object& asked, json::value value) const {
        line()->say(json::serialize(json::object{{"id", asked.at("id")}, {"value", std::move(value)}}));
    }
    [[nodiscard]] static json::value session() {
        return written(wire::SessionGrant{"ann", ~api::Permissions{0}, {}, {}, 0, "the token"});
    }
    /// All that was asked for by now has come to the line's own thread.
    [[nodiscard]] bool settled() {
        api::EngineStatus status;
        status.committed = ++m_told;
        line()->say(json::serialize(json::object{{"status", written(status)}}));
        return QTest::qWaitFor([&] { return engine->status().committed == m_told; }, 30'000);
    }
    /// Cuts the line; true: another one is being made, whose service says nothing yet.
    [[nodiscard]] bool cutOff() {
        isSilent = true;
        const auto before = lines();
        line()->close();
        return QTest::qWaitFor([&] { return lines() > before; }, 30'000);
    }
    /// And now it does.
    [[nodiscard]] bool letIn() {
        isSilent = false;
        greet(*line());
        if (!QTest::qWaitFor([&] { return last("resume").has_value(); }, 30'000)) {
            return false;
        }
        answer(*last("resume"), session());
        return QTest::qWaitFor([&] { return engine->status().state == api::EngineState::Live; }, 30'000);
    }

    std::atomic<bool> isSilent{false};
    std::string protocol = wire::protocolHash();
    api::Call call, bulk;

private:
    base::SystemClock m_clock;
    mutable std::mutex m_mutex;
    std::shared_ptr<FedSocket> m_line;  ///< by m_mutex
    int m_lines = 0;                    ///< by m_mutex
    std::uint64_t m_told = 0;

public:
    std::unique_ptr<remote::RemoteEngine> engine;  ///< last: its thread makes sockets
};

}  // namespace

class TestLineWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesAreTakenInTheirOrder() {
        CallWindow window;
        std::int64_t id = 0;
        for (std::size_t i = 0; i < CallWindow::kBulk; ++i) {
            QVERIFY(window.enter(++id, true));
        }
        const auto lateBulk = ++id;
        QVERIFY(!window.enter(lateBulk, true));
        for (auto i = CallWindow::kBulk; i < CallWindow::kAll; ++i) {
            QVERIFY(window.enter(++id, false));
        }
        const auto late = ++id;
        const auto later = ++id;
        QVERIFY(!window.enter(late, false));
        QVERIFY(!window.enter(later, false));
        QVERIFY(!window.next());
        window.leave(1);                      // one in bulk; the person is served first
        QVERIFY(!window.enter(++id, false));  // nobody overtakes
        QCOMPARE(window.next(), std::optional(late));
        QVERIFY(!window.next());
        window.leave(late);
        window.leave(late);  // it has no second place
        QCOMPARE(window.next(), std::optional(later));
        QVERIFY(!window.next());
        window.clear();
        QVERIFY(!window.next());
        QVERIFY(window.enter(++id, true) && window.enter(++id, false));
    }

    /// The service refuses more calls without an answer than so many: the others wait, and lose nothing by it.
    void whatTheServiceWouldRefuseWaits() {
        Desk desk;
        constexpr std::size_t kCalls = wire::kMaxOpenCalls + 44;
        std::vector<api::Answer<std::vector<api::CampusRow>>> answers;
        for (std::size_t i = 0; i < kCalls; ++i) {
            answers.push_back(desk.engine->dispatch().campuses(desk.call));
        }
        QVERIFY(desk.settled());
        auto sent = desk.said("call");
        QCOMPARE(sent.size(), wire::kMaxOpenCalls);
        // Whichever of them is answered.
        for (std::size_t i = 0; i < wire::kMaxOpenCalls; ++i) {
            desk.answer(sent[wire::kMaxOpenCalls - 1 - i], json::array());
        }
        QTRY_COMPARE(desk.said("call").size(), kCalls);
        sent = desk.said("call");
        for (auto i = wire::kMaxOpenCalls; i < kCalls; ++i) {
            desk.answer(sent[i], json::array());
        }
        for (auto& answer : answers) {
            QTRY_VERIFY(answer.isFinished());
            DONE(answer.result());
        }
    }

    /// An import leaves room for the person who has started it.
    void whatIsInBulkLeavesRoom() {
        Desk desk;
        std::vector<api::Answer<api::StockAnswer>> answers;
        for (std::size_t i = 0; i < 2 * wire::kMaxOpenCalls; ++i) {
            answers.push_back(desk.engine->shop().receiveStock(desk.bulk, Sku("tea"), 1, std::to_string(i)));
        }
        QVERIFY(desk.settled());
        QCOMPARE(desk.said("call").size(), CallWindow::kBulk);
        auto read = desk.engine->dispatch().campuses(desk.call);
        QTRY_COMPARE(desk.said("call").size(), CallWindow::kBulk + 1);
        desk.answer(*desk.last("call"), json::array());
        QTRY_VERIFY(read.isFinished());
        DONE(read.result());
        desk.answer(desk.said("call").front(), written(api::StockAnswer()));
        QTRY_VERIFY(answers.front().isFinished());
        QTRY_COMPARE(desk.said("call").size(), CallWindow::kBulk + 2);
        // In the order in which it was asked for.
        QCOMPARE(std::string(desk.last("call")->at("arguments").at("note").get_string()),
                 std::to_string(CallWindow::kBulk));
    }

    /// While there is no line a person hears so, and an import waits.
    void whatIsInBulkWaitsForALine() {
        Desk desk;
        auto first = desk.engine->shop().receiveStock(desk.bulk, Sku("tea"), 1, "first");
        QVERIFY(desk.settled());
        QVERIFY(desk.cutOff());
        auto second = desk.engine->shop().receiveStock(desk.bulk, Sku("tea"), 1, "second");
        auto read = desk.engine->dispatch().campuses(desk.call);
        QTRY_VERIFY(read.isFinished());
        REFUSED(read.result(), ErrorCode::Unreachable);
        QVERIFY(!first.isFinished() && !second.isFinished());
        QVERIFY(desk.letIn());
        QTRY_COMPARE(desk.said("call").size(), std::size_t{2});
        const auto sent = desk.said("call");
        QCOMPARE(std::string(sent[0].at("arguments").at("note").get_string()), std::string("first"));
        QCOMPARE(std::string(sent[1].at("arguments").at("note").get_string()), std::string("second"));
        desk.answer(sent[0], written(api::StockAnswer()));
        desk.answer(sent[1], written(api::StockAnswer()));
        QTRY_VERIFY(first.isFinished() && second.isFinished());
        DONE(first.result());
        DONE(second.result());
    }

    void answersComeInAnyOrder() {
        Desk desk;
        auto first = desk.engine->dispatch().campuses(desk.call);
        auto second = desk.engine->timers().policies(desk.call);
        QTRY_COMPARE(desk.said("call").size(), std::size_t{2});
        const auto sent = desk.said("call");
        desk.answer(sent[1], json::array());
        QTRY_VERIFY(second.isFinished());
        QVERIFY(!first.isFinished());
        desk.answer(sent[0], json::array());
        QTRY_VERIFY(first.isFinished());
        DONE(first.result());
        DONE(second.result());
    }

    /// Whoever wants no answer any more says so by the call's id; one that has not been sent is not sent any more.
    void whatNobodyWantsAnyMoreIsCancelled() {
        Desk desk;
        std::vector<api::Answer<std::vector<api::CampusRow>>> answers;
        for (std::size_t i = 0; i <= wire::kMaxOpenCalls; ++i) {
            answers.push_back(desk.engine->dispatch().campuses(desk.call));
        }
        QVERIFY(desk.settled());
        const auto sent = desk.said("call");
        QCOMPARE(sent.size(), wire::kMaxOpenCalls);
        answers[3].cancel();
        QTRY_VERIFY(desk.last("cancel"));
        QCOMPARE(desk.last("cancel")->at("cancel").get_int64(), sent[3].at("id").get_int64());
        answers.back().cancel();
        QTRY_VERIFY(answers.back().isFinished());
        desk.answer(sent[0], json::array());
        QTRY_VERIFY(answers[0].isFinished());
        QVERIFY(desk.settled());
        QCOMPARE(desk.said("call").size(), wire::kMaxOpenCalls);
        QCOMPARE(desk.said("cancel").size(), std::size_t{1});
    }

    /// A service that was updated meanwhile is another one: it is said so, and nothing more is tried.
    void aServiceOfAnotherVersionEndsTheLine() {
        Desk desk;
        auto command = desk.engine->shop().receiveStock(desk.call, Sku("tea"), 1, "n");
        QVERIFY(desk.settled());
        QVERIFY(desk.cutOff());
        desk.protocol = "another one";
        const auto lines = desk.lines();
        desk.greet(*desk.line());
        QTRY_VERIFY(desk.engine->status().cause == ErrorCode::WorkspaceVersion);
        QCOMPARE(desk.engine->status().state, api::EngineState::Disconnected);
        QVERIFY2(desk.engine->status().reason.find("the service runs p") != std::string::npos,
                 desk.engine->status().reason.c_str());
        QTRY_VERIFY(command.isFinished());
        REFUSED(command.result(), ErrorCode::OutcomeUnknown);  // it was on its way to the service before
        REFUSED(askedNow(desk), ErrorCode::Unreachable);
        QCOMPARE(desk.lines(), lines);
        QVERIFY(desk.said("call").empty() && desk.said("resume").empty());
    }

private:
    /// What is asked afterwards.
    static Result<std::vector<api::CampusRow>> askedNow(Desk& desk) {
        auto answer = desk.engine->dispatch().campuses(desk.call);
        answer.waitForFinished();
        return answer.result();
    }
};

}  // namespace test_line_window

QTEST_GUILESS_MAIN(test_line_window::TestLineWindow)
#include "test_line_window.moc"

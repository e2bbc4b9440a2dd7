// SPDX-License-Identifier: GPL-3.0-or-later
// A connection without a socket, step by step: what happens while something else is under way, when each state ends,
// who makes room, what is counted. And the gate before it.
#include <QTest>
#include <cstring>
#include <deque>

#include "engine/ingest/http/connection.h"
#include "engine/ingest/http/event_feed.h"
#include "engine/ingest/http/gate.h"
#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/refusal_sums.h"
#include "engine/ingest/http/server_core.h"
#include "engine/ingest/http/target.h"
#include "refusal_words.h"

namespace test_connection {

using namespace evenhand;
using namespace evenhand::ingest;
using test::wordsOf;

namespace {

/// Pages are answered when the test says so.
class HeldFeed final : public EventFeed {
public:
    void read(const std::string& position, std::size_t limit, Done done) override {
        asked.emplace_back(position, done);
        page = limit;
    }
    std::deque<std::pair<std::string, Done>> asked;
    std::size_t page = 0;
};

std::shared_ptr<HeldFeed> theFeed;
/// Requests that wait until the test answers them, and what the last handler was called with.
std::deque<Respond> theHeld;
std::string theCall;

void streamed(const RouteCall&, Respond respond) {
    Response response;
    response.stream = theFeed;
    respond(std::move(response));
}

void held(const RouteCall& call, Respond respond) {
    theCall = call.call.actor.name + ' ' + std::to_string(call.token) + ' ' + call.key;
    theCall += call.call.actor.via == api::Via::Http ? " http" : " other";
    for (const auto& parameter : call.parameters) {
        theCall += ' ' + parameter;
    }
    theHeld.push_back(std::move(respond));
}
void letGo() {
    const auto respond = theHeld.front();
    theHeld.pop_front();
    respond({200, "application/json", {}, "{}", {}});
    respond({200, "application/json", {}, R"({"twice":true})", {}});
}

/// "good" and "other" have every scope, "narrow" none, "slow" none and one request a second.
class FewTokens final : public Authenticator {
public:
    Result<TokenHolder> holderOf(std::string_view secret) override {
        const auto all = (api::TokenScopes{1} << api::kTokenScopes) - 1;
        const auto holder = [](std::string name, std::int64_t token, api::TokenScopes scopes, std::int64_t rate) {
            return TokenHolder{token, api::Actor{"token:" + name, 0, {}, api::Via::Http}, scopes, rate, rate};
        };
        if (secret == "good") {
            return holder("good", 1, all, 0);
        }
        if (secret == "other") {
            return holder("other", 4, all, 0);
        }
        if (secret == "narrow") {
            return holder("narrow", 2, 0, 0);
        }
        if (secret == "slow") {
            return holder("slow", 3, 0, 1);
        }
        return secret == "later" ? fail(ErrorCode::Busy, "later") : fail(ErrorCode::SignInRefused, "no such token");
    }
};

class ToldRefusals final : public RefusalSink {
public:
    void refused(std::string_view holder, std::string_view peer, int status, std::string_view reason) override {
        told.push_back(std::string(holder) + '/' + std::string(peer) + '/' + std::to_string(status) + '/' +
                       std::string(reason));
    }
    std::vector<std::string> told;
};

std::string headerOf(const Response& response, std::string_view name) {
    for (const auto& [field, value] : response.headers) {
        if (field == name) {
            return value;
        }
    }
    return {};
}

std::string get(const char* path, const std::string& more = {}) {
    return std::string("GET ") + path + " HTTP/1.1\r\nHost: h\r\n" + more + "\r\n";
}
/// The head of a POST whose body is so long.
std::string post(const char* path, std::size_t length, const std::string& more = {}) {
    return std::string("POST ") + path +
           " HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(length) +
           "\r\n" + more + "\r\n";
}
std::string bearer(const char* token) { return std::string("Authorization: Bearer ") + token + "\r\n"; }
/// JSON of so many bytes, at least 2.
std::string jsonOf(std::size_t bytes) { return '"' + std::string(bytes - 2, 'x') + '"'; }

/// Times that differ, so that none is taken for another.
Limits oddLimits() {
    Limits limits;
    limits.handshakeMs = 1'000;
    limits.headerMs = 2'000;
    limits.bodyMs = 3'000;
    limits.idleMs = 4'000;
    limits.writeMs = 5'000;
    limits.handleMs = 6'000;
    limits.lingerMs = 7'000;
    limits.heartbeatMs = 8'000;
    limits.slowMs = 500;
    return limits;
}

/// What is written goes out when the test says so.
class HandConnection final : public Connection {
public:
    using Connection::Connection;
    bool silent = false;  ///< its handshake does not end
    void give(std::string_view bytes) {
        const auto into = std::exchange(m_into, {});
        QVERIFY2(into.size() >= bytes.size(), "nothing is read");
        std::memcpy(into.data(), bytes.data(), bytes.size());
        onRead({}, bytes.size());
    }
    /// The other end goes.
    void breakOff() {
        m_into = {};
        onRead(boost::asio::error::eof, 0);
    }
    /// What is being written, and stays so.
    [[nodiscard]] const std::string& writing() const noexcept { return m_writing; }
    /// What was being written; empty: nothing was.
    std::string takeWritten() {
        auto text = std::exchange(m_writing, {});
        if (!text.empty()) {
            onWritten({});
        }
        return text;
    }

private:
    void doHandshake() override {
        if (!silent) {
            onReady({});
        }
    }
    void doRead(boost::asio::mutable_buffer into) override { m_into = into; }
    void doDiscard(boost::asio::mutable_buffer into) override { m_into = into; }
    void doWrite(const Buffers& buffers) override {
        QVERIFY2(m_writing.empty(), "two writes at a time");
        for (const auto& buffer : buffers) {
            m_writing.append(static_cast<const char*>(buffer.data()), buffer.size());
        }
    }
    void doShutdown() override { onShutdown(); }
    void doClose() override {}
    void doUpgrade(const Request&, std::shared_ptr<FrameListener>) override {}
    void tellEnds(Request&) override {}

    boost::asio::mutable_buffer m_into;
    std::string m_writing;
};

FeedPage pageOf(const std::string& id, bool more) { return {{{id, "thing", "data-" + id}}, id, more}; }

}  // namespace

class TestConnection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        theFeed = std::make_shared<HeldFeed>();
        theHeld.clear();
        m_refusals.told.clear();
        m_log.clear();
        m_clock.set(Instant{1'700'000'000'000});
        m_core = coreWith(Limits{});
        m_connection = std::make_shared<HandConnection>(m_core, "peer");
        m_connection->start();
        m_connection->give("GET /s HTTP/1.1\r\nHost: h\r\n\r\n");
        turn();
        QVERIFY(m_connection->takeWritten().starts_with("HTTP/1.1 200 OK\r\n"));
        QCOMPARE(theFeed->asked.size(), std::size_t{1});
    }
    void cleanup() {
        m_connection->close();
        m_connection.reset();
        theHeld.clear();
        theFeed.reset();
        m_core.reset();
    }

    void aPageThatComesLateIsNotLost() {
        m_clock.advanceMs(m_core->limits().heartbeatMs + 1);
        m_connection->sweep(m_core->nowMs());
        answer(pageOf("1", false));
        std::string all;
        for (auto text = m_connection->takeWritten(); !text.empty(); text = m_connection->takeWritten()) {
            all += text;
            turn();
        }
        QVERIFY(all.find("data: data-1\n") != std::string::npos);
    }

    void aQuietStreamIsKeptAlive() {
        answer({{}, "7", false});
        QCOMPARE(m_connection->takeWritten(), std::string());
        m_clock.advanceMs(m_core->limits().heartbeatMs + 1);
        m_connection->sweep(m_core->nowMs());
        QCOMPARE(m_connection->takeWritten(), std::string(":\n\n"));
        QCOMPARE(theFeed->asked.size(), std::size_t{1});  // whether the token still holds
        QCOMPARE(theFeed->asked.front().first, std::string("7"));
    }

    void goesOnWhereThereIsMore() {
        answer(pageOf("1", true));
        QVERIFY(!m_connection->takeWritten().empty());
        QCOMPARE(theFeed->asked.size(), std::size_t{1});
        answer(pageOf("2", false));
        QVERIFY(!m_connection->takeWritten().empty());
        QVERIFY(theFeed->asked.empty());  // until something is committed
        m_connection->wake();
        QCOMPARE(theFeed->asked.size(), std::size_t{1});
    }

    /// One of 200 may have more behind it, whatever the feed says.
    void aFullPageIsFollowedByAnother() {
        QCOMPARE(theFeed->page, std::size_t{200});
        for (const std::size_t events : {std::size_t{199}, std::size_t{200}}) {
            FeedPage page{{}, "p", false};
            for (std::size_t i = 0; i < events; ++i) {
                page.events.push_back({std::to_string(i), "thing", "x"});
            }
            answer(std::move(page));
            QVERIFY(!m_connection->takeWritten().empty());
            QCOMPARE(theFeed->asked.size(), events == 200 ? std::size_t{1} : std::size_t{0});
            m_connection->wake();
            QCOMPARE(theFeed->asked.size(), std::size_t{1});
        }
    }

    void anErrorOfTheFeedEndsTheStream() {
        QCOMPARE(m_core->figures().streams, std::size_t{1});
        const auto done = theFeed->asked.front().second;
        done(fail(ErrorCode::SessionEnded, "the token was revoked"));
        turn();
        QVERIFY(m_connection->closed());
        QCOMPARE(m_core->figures().streams, std::size_t{0});
        QCOMPARE(m_core->figures().timedOut, std::uint64_t{0});
    }

    void aStreamEndsWithItsClient() {
        m_connection->breakOff();
        QVERIFY(m_connection->closed());
        QCOMPARE(m_core->figures().streams, std::size_t{0});
        QCOMPARE(m_core->figures().connections, std::size_t{0});
    }

    /// Each to the millisecond, by times that all differ.
    void everyStateHasItsTime() {
        const auto limits = oddLimits();
        renew(limits);
        auto& figures = m_core->figures();
        const auto after = [this](HandConnection& connection, std::int64_t ms) {
            m_clock.advanceMs(ms);
            connection.sweep(m_core->nowMs());
        };
        auto shaking = std::make_shared<HandConnection>(m_core, "peer");
        shaking->silent = true;
        shaking->start();
        after(*shaking, 999);
        QVERIFY(!shaking->closed());
        after(*shaking, 1);
        QVERIFY(shaking->closed());
        QCOMPARE(figures.timedOut, std::uint64_t{1});

        const auto idle = joined();
        after(*idle, 3'999);
        QVERIFY(!idle->closed());
        after(*idle, 1);
        QVERIFY(idle->closed());
        QCOMPARE(figures.timedOut, std::uint64_t{1});  // that is no fault of anybody

        // What comes in between puts nothing off.
        const auto header = joined();
        header->give("GET /h HTTP");
        after(*header, 1'500);
        header->give("/1.1\r\n");
        after(*header, 499);
        QVERIFY(header->writing().empty());
        after(*header, 1);
        QVERIFY(header->takeWritten().starts_with("HTTP/1.1 408 "));
        QCOMPARE(figures.timedOut, std::uint64_t{2});
        after(*header, 6'999);  // read on, so that the answer arrives
        QVERIFY(!header->closed());
        after(*header, 1);
        QVERIFY(header->closed());
        QCOMPARE(figures.timedOut, std::uint64_t{2});

        const auto body = joined();
        const auto head = post("/p", 10);
        body->give(head.substr(0, 20));
        after(*body, 1'000);
        body->give(head.substr(20));  // its time begins here
        after(*body, 2'000);
        body->give("[1");
        after(*body, 999);
        QVERIFY(body->writing().empty());
        after(*body, 1);
        QVERIFY(body->takeWritten().starts_with("HTTP/1.1 408 "));
        QCOMPARE(figures.timedOut, std::uint64_t{3});
        body->close();

        const auto handled = joined();
        handled->give(get("/h"));
        QCOMPARE(figures.handling, std::size_t{1});
        after(*handled, 5'999);
        QVERIFY(handled->writing().empty());
        after(*handled, 1);
        QCOMPARE(figures.handling, std::size_t{0});
        const auto late = handled->takeWritten();
        QVERIFY(late.starts_with("HTTP/1.1 504 ") && late.find("no_answer_yet") != std::string::npos);
        QCOMPARE(figures.timedOut, std::uint64_t{3});
        letGo();  // too late
        turn();
        QCOMPARE(handled->takeWritten(), std::string());
        QCOMPARE(figures.handling, std::size_t{0});
        handled->close();

        const auto writing = joined();
        writing->give(get("/h"));
        letGo();
        turn();
        after(*writing, 4'999);
        QVERIFY(!writing->closed());
        after(*writing, 1);
        QVERIFY(writing->closed());
        QCOMPARE(figures.timedOut, std::uint64_t{4});

        const auto stuck = joined();
        stuck->give(get("/s"));
        turn();
        after(*stuck, 4'999);
        QVERIFY(!stuck->closed());
        after(*stuck, 1);
        QVERIFY(stuck->closed());
        QCOMPARE(figures.timedOut, std::uint64_t{5});
        QCOMPARE(figures.streams, std::size_t{0});

        const auto quiet = joined();
        quiet->give(get("/s"));
        turn();
        (void)quiet->takeWritten();
        answer({{}, "7", false});
        after(*quiet, 7'999);
        QCOMPARE(quiet->writing(), std::string());
        after(*quiet, 1);
        QCOMPARE(quiet->writing(), std::string(":\n\n"));
        after(*quiet, 4'999);  // which has to go out in its time too
        QVERIFY(!quiet->closed());
        after(*quiet, 1);
        QVERIFY(quiet->closed());
        QCOMPARE(figures.timedOut, std::uint64_t{6});
        QCOMPARE(figures.connections, std::size_t{0});
    }

    void whoMakesRoom() {
        using Yield = Connection::Yield;
        using Rank = Yield::Rank;
        renew(oddLimits());
        const auto opened = m_core->nowMs();
        const auto one = joined();
        const auto yields = [&] { return one->yields(m_core->nowMs()); };
        m_clock.advanceMs(10);
        QVERIFY(yields() == (Yield{Rank::Unknown, opened}));
        one->give("GET /h HTTP/1.1\r\n");
        QVERIFY(yields() == (Yield{Rank::Unknown, opened}));
        one->give("Host: h\r\n\r\n");
        m_clock.advanceMs(5'000);
        QVERIFY(!yields());  // the engine does it in any case
        letGo();
        turn();
        auto since = m_core->nowMs();
        m_clock.advanceMs(500);
        QVERIFY(!yields());
        m_clock.advanceMs(1);
        QVERIFY(yields() == (Yield{Rank::Slow, since}));
        (void)one->takeWritten();
        QVERIFY(yields() == (Yield{Rank::Unknown, opened}));  // still nobody
        one->give(get("/k", bearer("good")));
        letGo();
        turn();
        m_clock.advanceMs(10);
        (void)one->takeWritten();
        since = m_core->nowMs();
        m_clock.advanceMs(10);
        QVERIFY(yields() == (Yield{Rank::Waiting, since}));
        one->give(get("/h"));  // without a token now, but it has shown one
        letGo();
        turn();
        (void)one->takeWritten();
        since = m_core->nowMs();
        QVERIFY(yields() == (Yield{Rank::Waiting, since}));
        one->give(post("/q", 10, bearer("good")));
        m_clock.advanceMs(500);
        QVERIFY(!yields());
        m_clock.advanceMs(1);
        QVERIFY(yields() == (Yield{Rank::Slow, since}));
        m_clock.advanceMs(3'000);
        one->sweep(m_core->nowMs());
        (void)one->takeWritten();
        QVERIFY(yields() == (Yield{Rank::Waiting, m_core->nowMs()}));
        one->close();
        QVERIFY(!yields());
        // A body that nobody vouches for is no better than silence.
        const auto nobody = joined();
        nobody->give(post("/p", 10));
        QVERIFY(nobody->yields(m_core->nowMs()) == (Yield{Rank::Unknown, m_core->nowMs()}));
        const auto listening = joined();
        listening->give(get("/s"));
        turn();
        (void)listening->takeWritten();
        m_clock.advanceMs(100'000);
        QVERIFY(!listening->yields(m_core->nowMs()));
        QVERIFY((Yield{Rank::Unknown, 9} < Yield{Rank::Waiting, 1} && Yield{Rank::Waiting, 9} < Yield{Rank::Slow, 1}));
        QVERIFY((Yield{Rank::Slow, 1} < Yield{Rank::Slow, 2}));
        nobody->close();
        listening->close();
    }

    void bodiesOfAllTogether() {
        auto limits = oddLimits();
        limits.bodies = 20;
        renew(limits);
        const auto& bodies = m_core->figures().bodies;
        const auto first = joined();
        first->give(post("/p", 20) + jsonOf(20));
        QCOMPARE(theHeld.size(), std::size_t{1});  // as much as there may be
        QCOMPARE(bodies, std::size_t{20});
        const auto second = joined();
        second->give(post("/p", 1) + "1");
        QVERIFY(second->writing().starts_with("HTTP/1.1 503 "));
        QVERIFY(second->writing().find("\r\nRetry-After: 1\r\n") != std::string::npos);
        QVERIFY(second->writing().find("\r\nConnection: close\r\n") != std::string::npos);
        QVERIFY(second->writing().find("too_many_bodies") != std::string::npos);
        QCOMPARE(bodies, std::size_t{21});
        const auto third = joined();
        third->give(get("/h"));  // takes nothing of it
        QCOMPARE(theHeld.size(), std::size_t{2});
        (void)second->takeWritten();
        QCOMPARE(bodies, std::size_t{20});
        letGo();
        turn();
        QCOMPARE(bodies, std::size_t{20});
        (void)first->takeWritten();
        QCOMPARE(bodies, std::size_t{0});
        // Of one that goes in the middle, and of one that only announces much.
        const auto fourth = joined();
        fourth->give(post("/p", 1'000) + "[1,2");
        QCOMPARE(bodies, std::size_t{4});
        fourth->breakOff();
        QCOMPARE(bodies, std::size_t{0});
        QVERIFY(fourth->closed());
        for (const auto& each : {first, second, third}) {
            each->close();
        }
    }

    void bodiesOfAToken() {
        auto limits = oddLimits();
        limits.bodiesPerToken = 20;
        renew(limits);
        const auto first = joined();
        first->give(post("/q", 20, bearer("good")) + jsonOf(20));
        QCOMPARE(theHeld.size(), std::size_t{1});
        QCOMPARE(m_core->shareOf(1).bodies, std::size_t{20});
        const auto second = joined();
        second->give(post("/q", 1, bearer("good")) + "1");
        QVERIFY(second->writing().starts_with("HTTP/1.1 429 "));
        QVERIFY(second->writing().find("\r\nRetry-After: 1\r\n") != std::string::npos);
        const auto other = joined();
        other->give(post("/q", 20, bearer("other")) + jsonOf(20));
        QCOMPARE(theHeld.size(), std::size_t{2});
        QCOMPARE(m_core->shareOf(4).bodies, std::size_t{20});
        (void)second->takeWritten();
        QCOMPARE(m_core->shareOf(1).bodies, std::size_t{20});
        letGo();
        turn();
        (void)first->takeWritten();
        QCOMPARE(m_core->shareOf(1).bodies, std::size_t{0});
        QCOMPARE(m_core->shareOf(4).bodies, std::size_t{20});
        for (const auto& each : {first, second, other}) {
            each->close();
        }
        QCOMPARE(m_core->shareOf(4).bodies, std::size_t{0});
        QCOMPARE(m_core->figures().bodies, std::size_t{0});
    }

    void streamsOfAllAndOfAToken() {
        auto limits = oddLimits();
        limits.streams = 3;
        limits.streamsPerToken = 2;
        renew(limits);
        std::vector<std::shared_ptr<HandConnection>> all;
        const auto listen = [&](const char* token) {
            all.push_back(joined());
            all.back()->give(token == nullptr ? get("/s") : get("/l", bearer(token)));
            turn();
            const auto text = all.back()->takeWritten();
            const auto again = text.find("\r\nRetry-After: 5\r\n") != std::string::npos ? " again" : "";
            return text.substr(9, 3) + again;
        };
        QCOMPARE(listen("good"), std::string("200"));
        QCOMPARE(listen("good"), std::string("200"));
        QCOMPARE(listen("good"), std::string("429 again"));
        QCOMPARE(listen("other"), std::string("200"));
        QCOMPARE(listen("other"), std::string("503 again"));
        QCOMPARE(m_core->figures().streams, std::size_t{3});
        QCOMPARE(m_core->shareOf(1).streams, std::size_t{2});
        QCOMPARE(m_core->shareOf(4).streams, std::size_t{1});
        all.front()->close();
        QCOMPARE(m_core->figures().streams, std::size_t{2});
        QCOMPARE(m_core->shareOf(1).streams, std::size_t{1});
        QCOMPARE(listen("good"), std::string("200"));
        for (const auto& each : all) {
            each->close();
        }
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(listen(nullptr), std::string("200"));  // of no token: no share
        }
        QCOMPARE(listen(nullptr), std::string("503 again"));
        for (const auto& each : all) {
            each->close();
        }
        QCOMPARE(m_core->figures().streams, std::size_t{0});
    }

    void aHeadOfAStreamIsNone() {
        renew(oddLimits());
        const auto one = joined();
        one->give("HEAD /s HTTP/1.1\r\nHost: h\r\n\r\n");
        turn();
        QCOMPARE(m_core->figures().streams, std::size_t{0});
        const auto text = one->takeWritten();
        QVERIFY(text.starts_with("HTTP/1.1 200 OK\r\n") && text.ends_with("\r\nConnection: close\r\n\r\n"));
        QVERIFY(theFeed->asked.empty());
        one->close();
    }

    /// What is handled, or on its way, goes out; the rest ends at once.
    void atTheEndEachStateEnds() {
        renew(oddLimits());
        auto shaking = std::make_shared<HandConnection>(m_core, "peer");
        shaking->silent = true;
        shaking->start();
        const auto idle = joined();
        const auto reading = joined();
        reading->give("GET /h");
        const auto streaming = joined();
        streaming->give(get("/s"));
        turn();
        const auto lingering = joined();
        lingering->give("nonsense\r\n\r\n");
        QVERIFY(lingering->takeWritten().starts_with("HTTP/1.1 400 "));
        const auto writing = joined();
        writing->give(get("/h"));
        letGo();
        turn();
        const auto handling = joined();
        handling->give(get("/h"));
        const auto late = joined();
        late->give(get("/s"));  // its stream would begin with the next turn
        for (const auto& each : {shaking, idle, reading, streaming, lingering, writing, handling, late}) {
            QVERIFY(!each->closed());
            each->finish();
        }
        for (const auto& each : {shaking, idle, reading, streaming, lingering}) {
            QVERIFY(each->closed());
        }
        turn();
        QVERIFY(late->takeWritten().starts_with("HTTP/1.1 503 "));
        QVERIFY(writing->takeWritten().starts_with("HTTP/1.1 200 "));
        QVERIFY(writing->closed());
        letGo();
        turn();
        const auto text = handling->takeWritten();
        QVERIFY(text.starts_with("HTTP/1.1 200 "));
        QVERIFY(text.find("\r\nConnection: close\r\n") != std::string::npos && text.ends_with("\r\n\r\n{}"));
        handling->close();
        late->close();
        QCOMPARE(m_core->figures().connections, std::size_t{0});
    }

    void repliesAreCountedAndTold() {
        renew(oddLimits());
        auto& figures = m_core->figures();
        const auto one = joined("10.0.0.7");
        const auto ask = [&](const std::string& request) {
            one->give(request);
            const auto text = one->takeWritten();
            QVERIFY(text.starts_with("HTTP/1.1 4"));
        };
        ask(get("/nowhere"));
        ask(get("/k"));
        ask(get("/k", bearer("wrong")));
        ask(get("/k", bearer("narrow")));
        ask(get("/k", bearer("slow")));  // no scope, but it has asked
        ask(get("/k", bearer("slow")));
        one->give(get("/h"));
        m_clock.advanceMs(250);
        letGo();
        turn();
        (void)one->takeWritten();
        QCOMPARE(
            m_refusals.told,
            (std::vector<std::string>{
                "/10.0.0.7/401/token_missing", "/10.0.0.7/401/token_unknown", "token:narrow/10.0.0.7/403/scope_missing",
                "token:slow/10.0.0.7/403/scope_missing", "token:slow/10.0.0.7/429/too_many_requests"}));
        QCOMPARE((figures.answers[{"none", 404}]), std::uint64_t{1});
        QCOMPARE((figures.answers[{"keptFor", 401}]), std::uint64_t{2});
        QCOMPARE((figures.answers[{"keptFor", 403}]), std::uint64_t{2});
        QCOMPARE((figures.answers[{"keptFor", 429}]), std::uint64_t{1});
        QCOMPARE((figures.answers[{"held", 200}]), std::uint64_t{1});
        QCOMPARE(figures.answers.size(), std::size_t{5});
        QCOMPARE(figures.refusals["unknown_path"], std::uint64_t{1});
        QCOMPARE(figures.refusals["scope_missing"], std::uint64_t{2});
        QCOMPARE(figures.refusals.size(), std::size_t{5});
        QCOMPARE(m_log.size(), std::size_t{7});
        QVERIFY(m_log.at(3).find(" 10.0.0.7 token:narrow GET /k 403 ") != std::string::npos);
        QVERIFY(m_log.at(0).find(" 10.0.0.7 - GET /nowhere 404 ") != std::string::npos);
        QVERIFY2(m_log.at(6).ends_with(" 10.0.0.7 - GET /h 200 2 250.000"), m_log.at(6).c_str());
        one->close();
    }

    void connectionsOfAnAddress() {
        renew(oddLimits());
        auto& peers = m_core->peers();
        auto first = joined("2001:db8:1:2:3:4:5:6");
        auto second = joined("2001:db8:1:2::9");
        const auto third = joined("2001:db8:1:3::9");
        QCOMPARE(m_core->figures().connections, std::size_t{3});
        QCOMPARE(peers.size(), std::size_t{2});
        QCOMPARE(peers.at("2001:db8:1:2::"), std::size_t{2});
        QCOMPARE(first->peerKey(), std::string("2001:db8:1:2::"));
        first->close();
        first->close();
        first.reset();
        QCOMPARE(peers.at("2001:db8:1:2::"), std::size_t{1});
        second.reset();  // one that nobody has closed
        QVERIFY(peers.find("2001:db8:1:2::") == peers.end());
        third->close();
        QVERIFY(peers.empty());
        QCOMPARE(m_core->figures().connections, std::size_t{0});
        QCOMPARE(ServerCore::peerKey("127.0.0.1"), std::string("127.0.0.1"));
        QCOMPARE(ServerCore::peerKey("::ffff:10.0.0.7"), std::string("10.0.0.7"));
        QCOMPARE(ServerCore::peerKey("::1"), std::string("::"));
        QCOMPARE(ServerCore::peerKey("-"), std::string("-"));
    }

    void whoIsTurnedAwayIsTold() {
        renew(oddLimits());
        const auto one = std::make_shared<HandConnection>(m_core, "peer");
        one->turnAway();
        const auto text = one->takeWritten();
        QVERIFY(text.starts_with("HTTP/1.1 503 ") && text.find("too_many_connections") != std::string::npos);
        QVERIFY(text.find("\r\nRetry-After: 1\r\n") != std::string::npos);
        QVERIFY(text.find("\r\nConnection: close\r\n") != std::string::npos);
        m_clock.advanceMs(7'000);
        one->sweep(m_core->nowMs());
        QVERIFY(one->closed());
    }

    void oneRequestAfterTheOther() {
        renew(oddLimits());
        const auto one = joined();
        one->give(get("/h") + get("/h") + get("/nowhere"));
        QCOMPARE(theHeld.size(), std::size_t{1});
        letGo();
        turn();
        QCOMPARE(theHeld.size(), std::size_t{0});  // until the answer has gone out
        const auto first = one->takeWritten();
        QVERIFY(first.ends_with("\r\n\r\n{}"));
        QVERIFY(first.find("\r\nConnection: keep-alive\r\n") != std::string::npos);
        QCOMPARE(theHeld.size(), std::size_t{1});
        theHeld.clear();  // a handler that forgets to answer
        turn();
        QVERIFY(one->takeWritten().starts_with("HTTP/1.1 500 "));
        QVERIFY(one->takeWritten().starts_with("HTTP/1.1 404 "));
        one->close();
    }

    void twoWritesDoNotMix() {
        renew(oddLimits());
        const auto one = joined();
        one->give(post("/p", 10, "Expect: 100-continue\r\n"));
        QCOMPARE(one->writing(), std::string("HTTP/1.1 100 Continue\r\n\r\n"));
        m_clock.advanceMs(3'000);
        one->sweep(m_core->nowMs());
        QCOMPARE(one->takeWritten(), std::string("HTTP/1.1 100 Continue\r\n\r\n"));
        QVERIFY(one->takeWritten().starts_with("HTTP/1.1 408 "));
        one->close();
        const auto other = joined();
        other->give(post("/p", 2, "Expect: 100-continue\r\n"));
        (void)other->takeWritten();
        other->give("[]");
        QCOMPARE(theHeld.size(), std::size_t{1});
        other->close();
    }

    void gate_data() {
        QTest::addColumn<QByteArray>("line");    // method and target
        QTest::addColumn<QByteArray>("fields");  // "name: value", one a line
        QTest::addColumn<bool>("hasBody");
        QTest::addColumn<QByteArray>("refusal");  // empty: goes on
        const auto row = [](const char* name, const char* line, const QByteArray& fields, const char* refusal,
                            bool hasBody = false) {
            QTest::newRow(name) << QByteArray(line) << fields << hasBody << QByteArray(refusal);
        };
        const QByteArray good("authorization: Bearer good\n");
        const QByteArray json("content-type: application/json\n");
        const QByteArray key("idempotency-key: k\n");
        // What is looked at first is told first.
        row("path", "DELETE /nothing", {}, "404 unknown_path path");
        row("method", "DELETE /k", "accept: text/html\n", "405 method_not_allowed");
        row("accept", "GET /k", "accept: text/html\n", "406 not_acceptable Accept");
        row("no token", "GET /k?x=1", {}, "401 token_missing Authorization");
        row("only the scheme", "GET /k", "authorization: Bearer\n", "401 token_missing Authorization");
        row("only blanks", "GET /k", "authorization: Bearer   \n", "401 token_missing Authorization");
        row("another scheme", "GET /k", "authorization: Basic good\n", "401 token_missing Authorization");
        row("several blanks", "GET /k", "authorization: bEARER   good\n", "");
        row("unknown token", "GET /k?x=1", "authorization: Bearer wrong\n", "401 token_unknown Authorization");
        row("tokens are not there yet", "GET /k", "authorization: Bearer later\n", "503 busy");
        row("scope", "GET /k?x=1", "authorization: Bearer narrow\n", "403 scope_missing scope");
        row("unknown parameter", "GET /asked?x=1", good, "400 unknown_parameter x");
        row("of another case", "GET /asked?MUST=1", good, "400 unknown_parameter MUST");
        row("missing parameter", "GET /asked?may=1", good, "400 parameter_missing must");
        row("empty parameter", "GET /asked?must=", good, "");
        row("both parameters", "GET /asked?may=1&must=2", good, "");
        row("id before the key", "POST /w/00000000001111111111222222222233333333334444444444555555555566666", good,
            "422 invalid_argument id", true);
        row("key before the type", "POST /w/a", good, "400 idempotency_key_missing Idempotency-Key", true);
        row("type before the coding", "POST /w/a", good + key + "content-encoding: gzip\n",
            "415 unsupported_media_type Content-Type", true);
        row("coding", "POST /w/a", good + key + json + "content-encoding: gzip\n",
            "415 unsupported_coding Content-Encoding", true);
        row("no coding", "POST /w/a", good + key + json + "content-encoding: IDENTITY\n", "", true);
        row("body of a get", "GET /k", good, "400 unexpected_body", true);
        row("odd key of a get", "GET /k", good + "idempotency-key: a b\n", "");
        row("no key where none is needed", "POST /p", json, "", true);
        row("odd key where none is needed", "POST /p", json + "idempotency-key: a b\n",
            "400 bad_idempotency_key Idempotency-Key", true);
        const auto keyed = [&](const char* name, const QByteArray& text, bool fits) {
            row(name, "POST /w/a", good + json + "idempotency-key: " + text + "\n",
                fits ? "" : "400 bad_idempotency_key Idempotency-Key", true);
        };
        keyed("no sign", "", false);
        keyed("one sign", "!", true);
        keyed("the last sign", "~", true);
        keyed("a delete", "\x7f", false);
        keyed("a blank", "a b", false);
        keyed("an umlaut", "\xc3\xa4", false);
        keyed("64 signs", QByteArray(64, 'k'), true);
        keyed("65 signs", QByteArray(65, 'k'), false);
    }
    void gate() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, fields);
        QFETCH(bool, hasBody);
        const auto with = services();  // the gate keeps only a reference
        Gate gate(m_table, with);
        Request request;
        request.method = line.left(line.indexOf(' ')).toStdString();
        QVERIFY(readTarget(line.mid(line.indexOf(' ') + 1).toStdString(), request));
        for (const auto& field : fields.split('\n')) {
            if (const auto colon = field.indexOf(": "); colon >= 0) {
                request.headers.emplace_back(field.left(colon).toStdString(), field.mid(colon + 2).toStdString());
            }
        }
        Admission admission;
        const auto refused = gate.admit(request, hasBody, admission);
        QTEST(QByteArray::fromStdString(refused ? wordsOf(*refused) : std::string()), "refusal");
    }

    void refusalsOfTheGateSayHowToAsk() {
        const auto with = services();
        Gate gate(m_table, with);
        const auto refused = [&](const char* method, const char* path, Pairs headers) {
            Request request;
            request.method = method;
            request.headers = std::move(headers);
            Admission admission;
            (void)readTarget(path, request);
            auto response = gate.admit(request, true, admission);
            m_holder = admission.holder + '/' + std::to_string(admission.token);
            return response.value_or(Response{});
        };
        QCOMPARE(headerOf(refused("PUT", "/k", {}), "Allow"), std::string("GET, HEAD"));
        QCOMPARE(headerOf(refused("GET", "/k", {}), "WWW-Authenticate"), std::string("Bearer"));
        QCOMPARE(m_holder, std::string("/0"));
        const auto as = [](const char* token) { return Pairs{{"Authorization", std::string("Bearer ") + token}}; };
        QCOMPARE(headerOf(refused("GET", "/k", as("wrong")), "WWW-Authenticate"),
                 std::string(R"(Bearer error="invalid_token")"));
        QCOMPARE(headerOf(refused("GET", "/k", as("narrow")), "WWW-Authenticate"),
                 std::string(R"(Bearer error="insufficient_scope", scope="orders.read")"));
        QCOMPARE(m_holder, std::string("token:narrow/2"));
        QCOMPARE(headerOf(refused("POST", "/p", {}), "Accept"), std::string("application/json"));
        // The rate before the scope: who may not ask at all has asked.
        QCOMPARE(refused("GET", "/k", as("slow")).status, 403);
        const auto often = refused("GET", "/k", as("slow"));
        QCOMPARE(often.status, 429);
        QCOMPARE(headerOf(often, "Retry-After"), std::string("1"));
        QCOMPARE(m_holder, std::string("token:slow/3"));
        m_clock.advanceMs(500);
        QCOMPARE(refused("GET", "/k", as("slow")).status, 429);
        m_clock.advanceMs(500);
        QCOMPARE(refused("GET", "/k", as("slow")).status, 403);
    }

    void aHandlerIsToldWhoAsks() {
        renew(oddLimits());
        const auto one = joined();
        const auto call = [&](const std::string& request) {
            theCall.clear();
            one->give(request);
            if (!theHeld.empty()) {
                letGo();
            }
            turn();
            (void)one->takeWritten();
            return theCall;
        };
        QCOMPARE(call(post("/w/a%2Fb", 2, bearer("good") + "Idempotency-Key: k1\r\n") + "[]"),
                 std::string("token:good 1 k1 http a/b"));
        QCOMPARE(call(post("/p", 2, "Idempotency-Key: k2\r\n") + "[]"), std::string(" 0 k2 http"));
        QCOMPARE(call(get("/k", bearer("other") + "Idempotency-Key: k3\r\n")), std::string("token:other 4  http"));
        QCOMPARE(call(get("/h")), std::string(" 0  http"));  // nothing is left of the one before
        one->close();
    }

private:
    [[nodiscard]] Services services() {
        return {.clock = &m_clock, .authenticator = &m_tokens, .refusals = &m_refusals};
    }
    [[nodiscard]] std::shared_ptr<ServerCore> coreWith(const Limits& limits) {
        return std::make_shared<ServerCore>(services(), m_table, limits,
                                            [this](std::string_view line) { m_log.emplace_back(line); });
    }
    /// Begins anew, with nobody connected.
    void renew(const Limits& limits) {
        m_connection->close();
        theFeed->asked.clear();
        m_refusals.told.clear();
        m_log.clear();
        m_core = coreWith(limits);
    }
    [[nodiscard]] std::shared_ptr<HandConnection> joined(const std::string& peer = "peer") {
        auto connection = std::make_shared<HandConnection>(m_core, peer);
        connection->start();
        return connection;
    }
    void turn() {
        m_core->io().restart();
        m_core->io().poll();
    }
    void answer(FeedPage page) {
        const auto done = theFeed->asked.front().second;
        theFeed->asked.pop_front();
        done(std::move(page));
        turn();
    }

    base::VirtualClock m_clock;
    FewTokens m_tokens;
    ToldRefusals m_refusals;
    std::vector<std::string> m_log;
    std::string m_holder;
    const std::vector<Route> m_table{
        {.pattern = "/s",
         .scope = {},
         .operationId = "stream",
         .summary = "for tests",
         .responseType = "text/event-stream",
         .handler = streamed},
        {.pattern = "/l",
         .scope = api::TokenScope::OrdersRead,
         .operationId = "listen",
         .summary = "for tests",
         .responseType = "text/event-stream",
         .handler = streamed},
        {.pattern = "/h", .scope = {}, .operationId = "held", .summary = "for tests", .handler = held},
        {.pattern = "/k",
         .scope = api::TokenScope::OrdersRead,
         .operationId = "keptFor",
         .summary = "for tests",
         .handler = held},
        {.pattern = "/asked",
         .scope = api::TokenScope::OrdersRead,
         .operationId = "asked",
         .summary = "for tests",
         .query = {{.name = "may", .description = "for tests"},
                   {.name = "must", .description = "for tests", .required = true}},
         .handler = held},
        {.method = Method::Post,
         .pattern = "/p",
         .scope = {},
         .operationId = "posted",
         .summary = "for tests",
         .requestSchema = "Anything",
         .handler = held},
        {.method = Method::Post,
         .pattern = "/q",
         .scope = api::TokenScope::OrdersRead,
         .operationId = "postedFor",
         .summary = "for tests",
         .requestSchema = "Anything",
         .handler = held},
        {.method = Method::Post,
         .pattern = "/w/{id}",
         .scope = api::TokenScope::OrdersRead,
         .operationId = "keyed",
         .summary = "for tests",
         .requestSchema = "Anything",
         .keyed = true,
         .handler = held}};
    std::shared_ptr<ServerCore> m_core;
    std::shared_ptr<HandConnection> m_connection;
};

}  // namespace test_connection

QTEST_APPLESS_MAIN(test_connection::TestConnection)
#include "test_connection.moc"

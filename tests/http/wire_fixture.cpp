// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire_fixture.h"

#include <unistd.h>

#include <QString>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <fstream>
#include <stdexcept>

#include "engine/ingest/http/problem.h"

namespace evenhand::test {
namespace {

using ingest::Respond;
using ingest::Response;
using ingest::Route;
using ingest::RouteCall;

constexpr auto kScope = api::TokenScope::OrdersRead;

std::int64_t number(std::string_view text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

class StageFeed final : public ingest::EventFeed {
public:
    explicit StageFeed(std::string from) : m_from(std::move(from)) {}
    void read(const std::string& position, std::size_t limit, Done done) override {
        if (stage().feedFails) {
            done(fail(ErrorCode::SessionEnded, "the token was revoked"));
            return;
        }
        const std::string& after = position.empty() ? m_from : position;
        auto at = after.empty() ? stage().published() : static_cast<std::size_t>(number(after));
        ingest::FeedPage page;
        for (auto& data : stage().after(at, limit)) {
            page.events.push_back({std::to_string(++at), "thing", std::move(data)});
        }
        page.position = std::to_string(at);
        done(std::move(page));
    }

private:
    std::string m_from;
};

Response json(std::string body) { return {200, "application/json", {}, std::move(body), {}}; }

void hello(const RouteCall&, Respond respond) { respond(json(R"({"hello":true})")); }
void things(const RouteCall& call, Respond respond) {
    boost::json::object body{{"id", call.parameters.at(0)},
                             {"limit", call.request->queryValue("limit").value_or("none")}};
    respond(json(boost::json::serialize(body)));
}
void secret(const RouteCall& call, Respond respond) {
    respond(json(boost::json::serialize(boost::json::object{{"actor", call.call.actor.name}, {"token", call.token}})));
}
void dropped(const RouteCall&, Respond) {}
void thrown(const RouteCall&, Respond) { throw std::runtime_error("a fault with a secret in it"); }
void held(const RouteCall&, Respond respond) { stage().hold(std::move(respond)); }
void big(const RouteCall& call, Respond respond) {
    respond({200,
             "text/plain",
             {},
             std::string(static_cast<std::size_t>(number(call.request->queryValue("bytes").value_or("0"))), 'x'),
             {}});
}
void events(const RouteCall& call, Respond respond) {
    Response response;
    response.stream =
        std::make_shared<StageFeed>(std::string(call.request->header("last-event-id").value_or(std::string_view())));
    respond(std::move(response));
}
void echo(const RouteCall& call, Respond respond) { respond(json(boost::json::serialize(call.body))); }
void keyed(const RouteCall& call, Respond respond) {
    respond({201, "application/json", {}, boost::json::serialize(boost::json::object{{"key", call.key}}), {}});
}

std::vector<Route> makeRoutes() {
    using ingest::Method;
    return {
        {.pattern = "/t/hello", .scope = {}, .operationId = "hello", .summary = "for tests", .handler = hello},
        {.pattern = "/t/things/{id}",
         .scope = {},
         .operationId = "thing",
         .summary = "for tests",
         .query = {{"limit", "at most so many", R"({"type":"integer"})"}},
         .handler = things},
        {.pattern = "/t/secret", .scope = kScope, .operationId = "secret", .summary = "for tests", .handler = secret},
        {.pattern = "/t/drop", .scope = {}, .operationId = "drop", .summary = "for tests", .handler = dropped},
        {.pattern = "/t/throw", .scope = {}, .operationId = "throw", .summary = "for tests", .handler = thrown},
        {.pattern = "/t/held", .scope = {}, .operationId = "held", .summary = "for tests", .handler = held},
        {.pattern = "/t/big",
         .scope = {},
         .operationId = "big",
         .summary = "for tests",
         .query = {{"bytes", "how many"}},
         .responseType = "text/plain",
         .handler = big},
        {.pattern = "/t/events",
         .scope = {},
         .operationId = "events",
         .summary = "for tests",
         .responseType = "text/event-stream",
         .handler = events},
        {.method = Method::Post,
         .pattern = "/t/echo",
         .scope = {},
         .operationId = "echo",
         .summary = "for tests",
         .requestSchema = "Anything",
         .handler = echo},
        {.method = Method::Post,
         .pattern = "/t/private",
         .scope = kScope,
         .operationId = "private",
         .summary = "for tests",
         .requestSchema = "Anything",
         .handler = echo},
        {.method = Method::Post,
         .pattern = "/t/private/kept",
         .scope = kScope,
         .operationId = "privateKept",
         .summary = "for tests",
         .requestSchema = "Anything",
         .handler = held},
        {.pattern = "/t/mine",
         .scope = kScope,
         .operationId = "mine",
         .summary = "for tests",
         .responseType = "text/event-stream",
         .handler = events},
        {.method = Method::Post,
         .pattern = "/t/kept",
         .scope = {},
         .operationId = "kept",
         .summary = "for tests",
         .requestSchema = "Anything",
         .handler = held},
        {.method = Method::Post,
         .pattern = "/t/keyed",
         .scope = {},
         .operationId = "keyed",
         .summary = "for tests",
         .requestSchema = "Anything",
         .success = 201,
         .keyed = true,
         .handler = keyed}};
}

}  // namespace

Result<ingest::TokenHolder> FixedTokens::holderOf(std::string_view secret) {
    const auto all = (api::TokenScopes{1} << api::kTokenScopes) - 1;
    const auto actor = [](std::string name) { return api::Actor{"token:" + name, 0, {}, api::Via::Http}; };
    if (secret == "good") {
        return ingest::TokenHolder{1, actor("good"), all, 0, 0};
    }
    if (secret == "other") {
        return ingest::TokenHolder{4, actor("other"), all, 0, 0};
    }
    if (secret == "narrow") {
        return ingest::TokenHolder{2, actor("narrow"), 0, 0, 0};
    }
    if (secret == "limited") {
        return ingest::TokenHolder{3, actor("limited"), all, 1, 2};
    }
    return fail(ErrorCode::SignInRefused, "no such token");
}

void Stage::hold(Respond respond) {
    const std::scoped_lock lock(m_mutex);
    m_held.push_back(std::move(respond));
}
std::size_t Stage::held() {
    const std::scoped_lock lock(m_mutex);
    return m_held.size();
}
void Stage::letGo() {
    std::vector<Respond> held;
    {
        const std::scoped_lock lock(m_mutex);
        held.swap(m_held);
    }
    for (const auto& respond : held) {
        respond(json(R"({"held":true})"));
        respond(json(R"({"twice":true})"));
    }
}
void Stage::publish(std::string data) {
    const std::scoped_lock lock(m_mutex);
    m_events.push_back(std::move(data));
}
std::size_t Stage::published() {
    const std::scoped_lock lock(m_mutex);
    return m_events.size();
}
std::vector<std::string> Stage::after(std::size_t number, std::size_t limit) {
    const std::scoped_lock lock(m_mutex);
    std::vector<std::string> page;
    for (std::size_t i = number; i < m_events.size() && page.size() < limit; ++i) {
        page.push_back(m_events[i]);
    }
    return page;
}

Stage& stage() {
    static Stage theStage;
    return theStage;
}

std::span<const Route> wireRoutes() {
    static const std::vector<Route> kRoutes = makeRoutes();
    return kRoutes;
}

WireServer::WireServer(ingest::ServerOptions options) {
    options.port = 0;
    options.accessLog = [this](std::string_view line) {
        const std::scoped_lock lock(m_mutex);
        m_log.append(line);
        m_log.push_back('\n');
    };
    m_server = std::make_unique<ingest::HttpServer>(ingest::Services{.clock = &m_clock, .authenticator = &m_tokens},
                                                    std::move(options), wireRoutes());
    m_port = m_server->listen().value();
    m_thread = std::thread([this] { m_server->run(); });
}

WireServer::~WireServer() { stop(); }

void WireServer::stop() {
    if (m_thread.joinable()) {
        m_server->stop();
        m_thread.join();
    }
}

QString WireServer::url(const char* path, const char* scheme) const {
    return QStringLiteral("%1://127.0.0.1:%2%3")
        .arg(QString::fromLatin1(scheme), QString::number(m_port), QString::fromUtf8(path));
}

std::string WireServer::log() {
    const std::scoped_lock lock(m_mutex);
    return m_log;
}

void WireServer::wake() { m_server->committed(); }

std::size_t residentBytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    file >> total >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace evenhand::test

// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API under 64 connections of wrk on the same machine: durable attempts at a flash sale, orders placed and
// paid, and memory while that goes on. The peer is what else answers so many clients durably on this machine:
// redis-server, appendfsync=always, with the dispatch script. Where it answers 64,000 a second, the targets are 25,000
// attempts and 5,000 orders placed and paid.
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "app/service/http_host.h"
#include "app/workspace/workspace.h"
#include "engine/ingest/routes/payment_signature.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/wrk_load.h"
#include "tests/support/fakes/memory_secrets.h"

namespace evenhand::bench {
namespace {

constexpr int kConnections = 64;
constexpr double kAttemptsPerPeer = 25'000.0 / 64'000;
constexpr double kOrdersPerPeer = 5'000.0 / 64'000;
const api::Call kCall{api::Actor::administrator("local:bench"), "bench", {}};

template <typename T>
bool done(const Result<T>& result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
    }
    return result.has_value();
}
template <typename T>
bool done(api::Answer<T> answer) {
    return done(answer.result());
}

struct Service {
    std::unique_ptr<app::Workspace> workspace;
    std::unique_ptr<app::HttpHost> host;
    std::string token;
    Secret signing;

    bool open(const std::string& folder, std::int64_t units) {
        app::OpenOptions options;
        options.secrets = std::make_shared<test::MemorySecrets>();
        auto made = app::Workspace::create(folder, {}, options);
        if (!done(made)) {
            return false;
        }
        workspace = *std::move(made);
        const auto now = Instant{QDateTime::currentMSecsSinceEpoch()};
        std::vector<api::CourierInput> couriers;
        for (int i = 0; i < 50; ++i) {
            couriers.push_back({CourierId("c" + std::to_string(i)), CampusId("north"), "Courier", "", true});
        }
        if (!done(workspace->dispatch().upsertCouriers(kCall, couriers)) ||
            !done(workspace->orders().upsertProducts(kCall, {{Sku("tea"), "Tea", Money{500}, 20'000'000}}, false)) ||
            !done(workspace->seckill().setUp(kCall, {ActivityId("sale"), "Sale", Sku("tea"), CampusId("north"),
                                                     Money{100}, units, now, now.plusMs(3'600'000)})) ||
            !done(workspace->seckill().start(kCall, ActivityId("sale")))) {
            return false;
        }
        const auto bearer =
            workspace->tokens().create(kCall, {"bench", (api::TokenScopes{1} << api::kTokenScopes) - 1, 0}).result();
        app::HttpHostOptions serving;
        serving.server.port = 0;
        auto started = app::HttpHost::start(*workspace, serving);
        if (!done(bearer) || !done(started)) {
            return false;
        }
        token = std::string(bearer->token.reveal());
        signing = bearer->signing;
        host = *std::move(started);
        return true;
    }
    ~Service() {
        host.reset();
        workspace.reset();
    }
};

/// Lua: statements before it, then expressions of the value of Idempotency-Key, of further header lines, of the body.
WrkPosts posting(const Service& service, const std::string& path, const std::string& key, const std::string& body,
                 const std::string& before = {}, const std::string& more = "''") {
    return {path, "Authorization: Bearer " + service.token + "\r\nContent-Type: application/json\r\n",
            before + "return 'Idempotency-Key: ' .. " + key + " .. '\\r\\n' .. " + more + ", " + body};
}

std::optional<WrkResult> load(Report& report, const Service& service, double seconds, const WrkPosts& posts) {
    const auto took = std::max(1, static_cast<int>(seconds * benchScale()));
    auto result = runWrk(service.host->port(), kConnections, took, posts);
    if (!result || result->refused + result->failed > 0) {
        report.line("  refused or not answered", result ? static_cast<double>(result->refused + result->failed) : 1, "",
                    0, false);
    }
    return result;
}

double peerRate(int round) {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const RedisServer redis({scratch.path().toStdString(), true, 0, {}});
    return redisTakeRate(redis, 50, static_cast<std::int64_t>(100'000 * benchScale()), round);
}

/// Answers attempts a second; 0: they failed.
double attempts(Report& report, const Service& service) {
    const auto result =
        load(report, service, 10,
             posting(service, "/v1/seckill/sale/attempts", "'a' .. number", R"('{"user_id":"u' .. number .. '"}')"));
    if (!result) {
        return 0;
    }
    report.line("durable flash sale attempts over HTTP, 64 connections", result->perSecond(), "/s");
    report.line("  p50", result->p50Ms, "ms");
    report.line("  p99", result->p99Ms, "ms", 20, false);
    // The orders that were not made meanwhile.
    const auto made = [&] {
        const auto board = service.workspace->seckill().board(kCall, ActivityId("sale")).result();
        return !board || board->streamLength.value_or(0) == 0;
    };
    report.line("  until every accepted one was an order", seconds([&] {
                    while (!made()) {
                        std::this_thread::sleep_for(std::chrono::milliseconds(20));
                    }
                }),
                "s");
    return result->perSecond();
}

/// Answers orders placed and paid a second; 0: they failed.
double orders(Report& report, const Service& service, const std::string& name) {
    const auto placed =
        load(report, service, 10,
             posting(service, "/v1/orders", "'o" + name + "' .. number",
                     R"('{"order_no":"N)" + name +
                         R"(' .. number .. '","user_id":"u' .. number .. )"
                         R"('","campus_id":"north","lines":[{"sku":"tea","quantity":1,"unit_price_minor":500}]}')"));
    if (!placed) {
        return 0;
    }
    // Signed before: wrk cannot.
    QTemporaryDir scratch;
    QFile signatures(scratch.filePath(QStringLiteral("signatures")));
    if (!signatures.open(QIODevice::WriteOnly)) {
        return 0;
    }
    const auto at = QDateTime::currentSecsSinceEpoch();
    const auto payable = placed->answered - kConnections;  // the last ones may not be there
    for (std::int64_t i = 1; i <= payable; ++i) {
        const auto who = name + std::to_string(i);
        const auto body = R"({"payment_no":"P)" + who + R"(","order_no":"N)" + who + R"(","amount_minor":500})";
        signatures.write((ingest::paymentSignature(service.signing, at, body) + "\n").c_str());
    }
    signatures.close();
    const auto paid = load(report, service, 10,
                           posting(service, "/v1/payments", "'p" + name + "' .. number",
                                   R"('{"payment_no":"P)" + name + R"(' .. number .. '","order_no":"N)" + name +
                                       R"(' .. number .. '","amount_minor":500}')",
                                   "lines = lines or io.lines('" + signatures.fileName().toStdString() +
                                       "')\nlocal signature = number <= " + std::to_string(payable) +
                                       " and lines()\nif not signature then\n  return '', nil\nend\n",
                                   R"('Evenhand-Signature: ' .. signature .. '\r\n')"));
    if (!paid) {
        return 0;
    }
    report.line("orders placed over HTTP, 64 connections", placed->perSecond(), "/s");
    report.line("  p99", placed->p99Ms, "ms");
    report.line("orders paid over HTTP, 64 connections", paid->perSecond(), "/s");
    report.line("  p99", paid->p99Ms, "ms");
    const double both = 1 / (1 / placed->perSecond() + 1 / paid->perSecond());
    report.line("orders placed and paid", both, "/s");
    return both;
}

}  // namespace

void httpService(Report& report) {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const std::string folder = scratch.path().toStdString() + "/workspace";
    {
        Service service;
        if (!service.open(folder, 2'000'000)) {
            report.line("service", 0, "", 1);
            return;
        }
        std::vector<double> peer{peerRate(0)};
        std::vector<double> made{orders(report, service, "a")};
        peer.push_back(peerRate(1));
        const auto before = residentBytes();
        made.push_back(orders(report, service, "b"));
        report.line("memory grown by the second half of the orders",
                    static_cast<double>(residentBytes() - before) / (1 << 20), "MiB");
        peer.push_back(peerRate(2));
        const double attempted = attempts(report, service);
        const double theirs = median(peer);
        report.line("dispatch script, redis-server, 50 clients, durable", theirs, "/s", 1);
        report.ratio("  ratio, orders placed and paid, slower half", std::min(made[0], made[1]), theirs,
                     kOrdersPerPeer);
        report.ratio("  ratio, flash sale attempts", attempted, theirs, kAttemptsPerPeer);
    }
    if (!invariantsHold(folder)) {
        report.line("invariants violated", 1, "", 0, false);
    }
}

}  // namespace evenhand::bench

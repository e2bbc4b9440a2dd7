// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API under 64 connections, client and server on the same machine: durable attempts at a flash sale, orders
// placed and paid, and memory while that goes on.
#include <QDateTime>
#include <QDir>
#include <cstdio>

#include "app/service/http_host.h"
#include "app/workspace/workspace.h"
#include "engine/ingest/payment_signature.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/http_load.h"
#include "tests/support/memory_secrets.h"

namespace evenhand::bench {
namespace {

constexpr std::size_t kConnections = 64;
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

void attempts(Report& report, Service& service, std::int64_t total) {
    const auto result = HttpLoad(service.host->port(), kConnections, 200).run([&](std::int64_t number) {
        const auto who = std::to_string(number);
        return number < total
                   ? apiPost("/v1/seckill/sale/attempts", service.token, "a" + who, R"({"user_id":"u)" + who + R"("})")
                   : std::string();
    });
    report.line("durable flash sale attempts over HTTP, 64 connections",
                static_cast<double>(result.answered) / result.seconds, "/s", 25'000);
    report.line("  p50", quantile(result.tookMs, 0.5), "ms");
    report.line("  p99", quantile(result.tookMs, 0.99), "ms", 20, false);
    if (result.others > 0 || result.answered < total) {
        report.line("  not answered 200", static_cast<double>(result.others + total - result.answered), "", 0, false);
    }
}

/// An order is two requests: even numbers place, odd ones pay what an earlier one has placed.
void orders(Report& report, Service& service, std::int64_t total, const std::string& name) {
    const auto placed = HttpLoad(service.host->port(), kConnections, 201).run([&](std::int64_t number) {
        const auto who = name + std::to_string(number);
        return number < total
                   ? apiPost(
                         "/v1/orders", service.token, "o" + who,
                         R"({"order_no":"N)" + who + R"(","user_id":"u)" + who +
                             R"(","campus_id":"north","lines":[{"sku":"tea","quantity":1,"unit_price_minor":500}]})")
                   : std::string();
    });
    const auto paid = HttpLoad(service.host->port(), kConnections, 200).run([&](std::int64_t number) {
        if (number >= total) {
            return std::string();
        }
        const auto who = name + std::to_string(number);
        const auto body = R"({"payment_no":"P)" + who + R"(","order_no":"N)" + who + R"(","amount_minor":500})";
        const auto at = QDateTime::currentSecsSinceEpoch();
        return apiPost("/v1/payments", service.token, "p" + who, body,
                       "Evenhand-Signature: " + ingest::paymentSignature(service.signing, at, body) + "\r\n");
    });
    report.line("orders placed and paid over HTTP, 64 connections",
                static_cast<double>(total) / (placed.seconds + paid.seconds), "/s", 5'000);
    report.line("  placing, p99", quantile(placed.tookMs, 0.99), "ms");
    report.line("  paying, p99", quantile(paid.tookMs, 0.99), "ms");
    const auto others = placed.others + paid.others + 2 * total - placed.answered - paid.answered;
    if (others > 0) {
        report.line("  not answered 2xx", static_cast<double>(others), "", 0, false);
    }
}

}  // namespace

void httpService(Report& report) {
    const auto units = static_cast<std::int64_t>(300'000 * benchScale());
    const auto some = static_cast<std::int64_t>(50'000 * benchScale());
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const std::string folder = scratch.path().toStdString() + "/workspace";
    {
        Service service;
        if (!service.open(folder, units)) {
            report.line("service", 0, "", 1);
            return;
        }
        attempts(report, service, units);
        orders(report, service, some, "a");
        const auto before = residentBytes();
        orders(report, service, some, "b");
        report.line("  memory grown by the second half of the orders",
                    static_cast<double>(residentBytes() - before) / (1 << 20), "MiB");
    }
    if (!invariantsHold(folder)) {
        report.line("invariants violated", 1, "", 0, false);
    }
}

}  // namespace evenhand::bench

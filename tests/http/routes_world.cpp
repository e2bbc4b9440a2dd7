// SPDX-License-Identifier: GPL-3.0-or-later
#include "routes_world.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QThread>

#include "engine/ingest/routes/payment_signature.h"

namespace evenhand::test {
namespace {

template <typename T>
T good(Result<T> result) {
    if (!result) {
        qFatal("%s", result.error().text().c_str());
    }
    if constexpr (!std::is_void_v<T>) {
        return *std::move(result);
    }
}

}  // namespace

app::OpenOptions RoutesWorld::options() const {
    app::OpenOptions options;
    options.secrets = secrets;
    options.hashCost = {1, 8192};
    options.workers = 0;
    return options;
}

RoutesWorld::RoutesWorld() {
    workspace = good(app::Workspace::create(m_folder.filePath(QStringLiteral("w")).toStdString(),
                                            {"CNY", 2, "Asia/Shanghai", "tester"}, options()));
    good(wait(workspace->dispatch().upsertCouriers(call, {{CourierId("c1"), CampusId("north"), "One", "", true}})));
    good(wait(workspace->orders().upsertProducts(call, {{Sku("tea"), "Tea", Money{500}, 100'000}}, false)));
    serve();
}

RoutesWorld::~RoutesWorld() {
    host.reset();
    workspace.reset();
}

void RoutesWorld::serve() {
    app::HttpHostOptions serving;
    serving.server.port = 0;
    host = good(app::HttpHost::start(*workspace, serving));
}

void RoutesWorld::restart() {
    host.reset();
    const auto folder = workspace->core().folder();
    workspace.reset();
    workspace = good(app::Workspace::open(folder, options()));
    serve();
}

api::TokenCreated& RoutesWorld::made(const std::string& scope) {
    auto found = m_tokens.find(scope);
    if (found == m_tokens.end()) {
        api::TokenInput input{scope, 0, 0};
        for (const auto one : api::allTokenScopes()) {
            input.scopes |= scope == "all" || api::toText(one) == scope ? api::bitOf(one) : 0;
        }
        found = m_tokens.emplace(scope, good(wait(workspace->tokens().create(call, input)))).first;
    }
    return found->second;
}

std::string RoutesWorld::token(const std::string& scope) { return std::string(made(scope).token.reveal()); }

std::string RoutesWorld::url(const std::string& path) const {
    return "http://127.0.0.1:" + std::to_string(host->port()) + path;
}

CurlAnswer RoutesWorld::send(const std::string& path, const std::optional<std::string>& body, const Sent& sent) {
    auto headers = sent.headers;
    if (!sent.token.empty()) {
        headers.push_back("Authorization: Bearer " + sent.token);
    }
    if (body) {
        headers.emplace_back("Content-Type: application/json");
    }
    if (!sent.key.empty()) {
        headers.push_back("Idempotency-Key: " + sent.key);
    }
    return curl(url(path), headers, body);
}

CurlAnswer RoutesWorld::get(const std::string& path, const Sent& sent) {
    return send(path, {}, {sent.token, {}, sent.headers});
}

CurlAnswer RoutesWorld::post(const std::string& path, const std::string& body, const Sent& sent) {
    return send(path, body, sent);
}

CurlAnswer RoutesWorld::post(const std::string& path, const std::string& body) {
    return post(path, body, {token(), "key-" + std::to_string(++m_keys)});
}

CurlAnswer RoutesWorld::notify(const std::string& body, std::int64_t seconds, const Sent& more) {
    const auto at = QDateTime::currentSecsSinceEpoch() + seconds;
    Sent sent = more;
    sent.token = sent.token.empty() ? token() : sent.token;
    sent.headers.push_back("Evenhand-Signature: " + ingest::paymentSignature(made("all").signing, at, body));
    return post("/v1/payments", body, sent);
}

std::string RoutesWorld::place(const std::string& user, int units) {
    const auto answer =
        post("/v1/orders", R"({"user_id":")" + user + R"(","campus_id":"north","lines":[{"sku":"tea",)" +
                               R"("quantity":)" + std::to_string(units) + R"(,"unit_price_minor":500}]})");
    return answer.json().value(QStringLiteral("order_no")).toString().toStdString();
}

bool RoutesWorld::pay(const std::string& orderNo, std::int64_t minor) {
    const auto answer = notify(R"({"payment_no":"P-)" + orderNo + R"(","order_no":")" + orderNo +
                               R"(","amount_minor":)" + std::to_string(minor) + "}");
    return answer.status == 200 &&
           answer.json().value(QStringLiteral("outcome")).toString() == QLatin1String("accepted");
}

bool RoutesWorld::assigned(const std::string& orderNo) {
    const QDeadlineTimer deadline(30'000);
    while (!deadline.hasExpired()) {
        if (status(orderNo) == "WAIT_PICK_UP") {
            return true;
        }
        QThread::msleep(5);
    }
    return false;
}

std::string RoutesWorld::status(const std::string& orderNo) {
    const auto detail = wait(workspace->orders().detail(call, OrderNo(orderNo)));
    return detail ? std::string(api::toText(detail->row.status)) : std::string();
}

std::int64_t RoutesWorld::orders() { return wait(workspace->orders().count(call, {})).value_or(-1); }

}  // namespace evenhand::test

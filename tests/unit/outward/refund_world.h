// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace with paid orders, a refund service beside it, and the sender between them; without threads, on a virtual
// clock. Thread: confined to its owner.
#pragma once

#include <QTemporaryDir>
#include <memory>
#include <string>
#include <vector>

#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/outward/http_refund_provider.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/refund_service.h"

namespace evenhand::test {

class RefundWorld {
public:
    static constexpr std::int64_t kPrice = 1'250;
    static constexpr std::int64_t kShortMs = 150;  ///< of requests that are never answered; real time
    static constexpr std::int64_t kLeaseMs = 90'000;

    explicit RefundWorld(std::int64_t timeoutMs = 30'000, bool threaded = false)
        : m_threaded(threaded), m_timeoutMs(timeoutMs) {
        auto made = app::Workspace::create(
            path(), {"CNY", 2, "Asia/Shanghai", "tester", evenhand::testing::freshDatabase()}, openOptions());
        if (!made) {
            qFatal("%s", made.error().text().c_str());
        }
        workspace = std::move(*made);
        get(workspace->dispatch().upsertCampus(call, {CampusId("north"), "north", {}}));
        get(workspace->orders().upsertProducts(call, {{Sku("tea"), "tea", Money{kPrice}, 1'000}}, true));
        get(workspace->refunds().setSettings(call, settings()));
    }
    [[nodiscard]] api::RefundSettings settings() const {
        api::RefundSettings made;
        made.provider = api::RefundProviderKind::Http;
        made.url = service.url().toStdString();
        made.keyId = "key-1";
        made.secretName = "refunds";
        made.timeoutMs = m_timeoutMs;
        made.leaseMs = kLeaseMs;
        made.firstRetryMs = m_threaded ? 100 : 5'000;
        return made;
    }

    /// Waits for an answer; an error ends the test program.
    template <typename T>
    Result<T> ask(api::Answer<T> answer) {
        while (!m_threaded && !answer.isFinished()) {
            (void)workspace->step();
        }
        answer.waitForFinished();
        return answer.result();
    }
    template <typename T>
    T get(api::Answer<T> answer) {
        auto result = ask(std::move(answer));
        if (!result) {
            qFatal("%s", result.error().text().c_str());
        }
        if constexpr (!std::is_void_v<T>) {
            return *std::move(result);
        }
    }
    /// A paid order, and a refund of all of it that waits for its sender.
    RefundId owe(const std::string& no) {
        api::PlaceOrder order;
        order.key = no;
        order.orderNo = OrderNo(no);
        order.user = UserId("user");
        order.campus = CampusId("north");
        order.lines = {{Sku("tea"), 1, Money{kPrice}}};
        get(workspace->orders().place(call, order));
        get(workspace->orders().pay(call, {PaymentNo("P" + no), OrderNo(no), Money{kPrice}}));
        return get(workspace->refunds().request(call, {"refund of " + no, OrderNo(no), {}, 0})).id;
    }
    /// Sends what is due; answers the reports that were taken, -1: it failed.
    std::int64_t send() {
        const auto sent = workspace->sendRefunds();
        workspace->runUntilIdle();
        return sent.value_or(-1);
    }
    /// Lets time pass until the next attempt is due.
    bool waitForNext() {
        const auto due = get(workspace->refunds().nextDue(call));
        if (due && *due > clock.now()) {
            clock.set(*due);
        }
        return due.has_value();
    }
    api::RefundRow row(RefundId id) {
        const auto rows = get(workspace->refunds().rows(call, {id}));
        return rows.empty() ? api::RefundRow{} : rows.front();
    }
    [[nodiscard]] QString status(RefundId id) {
        const auto text = api::toText(row(id).status);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    /// Key that the service was first asked with.
    [[nodiscard]] QString firstKey() const {
        return QString::fromLatin1(service.requests().value(0).headers.value("idempotency-key"));
    }
    /// What is wrong with the workspace; empty: nothing.
    [[nodiscard]] QByteArray violations() {
        QByteArray wrong;
        const auto read =
            workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(app::allChecks(), {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    for (const auto& offender : verdict.finding.offenders) {
                        wrong += QByteArray::fromStdString(verdict.id + ": " + offender + "\n");
                    }
                }
                return {};
            });
        return read ? wrong : QByteArray::fromStdString(read.error().text());
    }
    /// The process dies and another one opens the workspace.
    void reopen() {
        workspace.reset();
        auto opened = app::Workspace::open(path(), openOptions());
        if (!opened) {
            qFatal("%s", opened.error().text().c_str());
        }
        workspace = std::move(*opened);
    }
    /// As the sender makes it.
    [[nodiscard]] std::unique_ptr<outward::HttpRefundProvider> provider() const {
        auto made = outward::HttpRefundProvider::make(settings(), service.secret().toStdString(), clock);
        return made ? *std::move(made) : nullptr;
    }

    base::VirtualClock clock{Instant{1'717'200'000'000}};
    evenhand::testing::RefundService service;
    bool secretKnown = true;
    bool workersSend = true;  ///< the ring's, from the next opening on
    api::Call call{api::Actor::administrator("local:tester"), "because", {}};
    std::unique_ptr<app::Workspace> workspace;

private:
    [[nodiscard]] std::string path() const { return m_folder.filePath(QStringLiteral("w")).toStdString(); }
    app::OpenOptions openOptions() {
        app::OpenOptions options;
        options.clock = m_threaded ? nullptr : &clock;
        options.seed = 1;
        options.threaded = m_threaded;
        options.sendRefunds = workersSend;
        options.refundSecret = [this](const std::string& name) -> Result<std::string> {
            return secretKnown && name == "refunds" ? Result<std::string>(service.secret().toStdString())
                                                    : fail(ErrorCode::NotFound, "the keychain has none");
        };
        return options;
    }

    QTemporaryDir m_folder;
    const bool m_threaded;
    const std::int64_t m_timeoutMs;
};

}  // namespace evenhand::test

// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace without threads on a virtual clock, with short words for its desks.
// Thread: confined to its owner.
#pragma once

#include <QTemporaryDir>
#include <memory>
#include <string>
#include <vector>

#include "app/workspace/workspace.h"
#include "tests/support/expect.h"
#include "tests/support/servers/mariadb_server.h"

namespace evenhand::test {

class DeskWorld {
public:
    explicit DeskWorld(std::shared_ptr<api::SecretStore> secrets = nullptr) {
        options.clock = &clock;
        options.seed = 1;
        options.threaded = false;
        options.secrets = std::move(secrets);
        options.hashCost = {1, 8192};  // the least there is: tests are about the rest
        auto made = app::Workspace::create(
            path(), {"CNY", 2, "Asia/Shanghai", "tester", evenhand::testing::freshDatabase()}, options);
        if (!made) {
            qFatal("%s", made.error().text().c_str());
        }
        workspace = std::move(*made);
    }

    [[nodiscard]] std::string path() const { return folder.filePath(QStringLiteral("w")).toStdString(); }
    /// Closes the workspace and opens it again.
    Result<void> reopen() {
        workspace.reset();
        EVENHAND_ASSIGN(workspace, app::Workspace::open(path(), options));
        return {};
    }
    /// Runs the engine until it is idle and answers.
    template <typename T>
    Result<T> get(api::Answer<T> answer) {
        workspace->runUntilIdle();
        if (!answer.isFinished() || answer.resultCount() == 0) {
            return fail(ErrorCode::Internal, "no answer");
        }
        return answer.result();
    }
    Result<void> couriers(std::initializer_list<const char*> ids, const char* campus = "north", bool onDuty = true) {
        std::vector<api::CourierInput> inputs;
        for (const auto* id : ids) {
            inputs.push_back({CourierId(id), CampusId(campus), std::string("Name of ") + id, "", onDuty});
        }
        return get(dispatch().upsertCouriers(call, inputs));
    }
    Result<void> product(const char* sku, std::int64_t stock) {
        return get(orders().upsertProducts(call, {{Sku(sku), sku, Money{100}, stock}}, true));
    }
    static api::PlaceOrder request(const std::string& no, const char* campus = "north") {
        api::PlaceOrder order;
        order.key = no;
        order.orderNo = OrderNo(no);
        order.user = UserId("user of " + no);
        order.campus = CampusId(campus);
        order.lines = {{Sku("tea"), 1, Money{100}}};
        return order;
    }
    /// Placed, paid, dispatched.
    bool buy(const std::string& no, const char* campus = "north") {
        const auto placed = get(orders().place(call, request(no, campus)));
        const auto paid = get(orders().pay(call, {PaymentNo("P" + no), OrderNo(no), Money{100}}));
        return placed && paid && paid->outcome == api::PaymentOutcome::Accepted;
    }
    api::OrderRow row(const std::string& no) {
        const auto detail = get(orders().detail(call, OrderNo(no)));
        return detail ? detail->row : api::OrderRow{};
    }
    api::OrderDesk& orders() { return workspace->orders(); }
    api::DispatchDesk& dispatch() { return workspace->dispatch(); }

    base::VirtualClock clock{Instant{1'717'200'000'000}};  ///< 2024-06-01 08:00 in Shanghai
    QTemporaryDir folder;
    app::OpenOptions options;
    std::unique_ptr<app::Workspace> workspace;
    api::Call call{api::Actor::administrator("local:tester"), "because", {}};
};

}  // namespace evenhand::test

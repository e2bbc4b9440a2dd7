// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace with history, closed again, for tests that change something in its database.
#pragma once

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <memory>
#include <string>

#include "app/storefront/demo_campaign.h"
#include "app/storefront/demo_provider.h"
#include "app/storefront/demo_returns.h"
#include "app/storefront/sale.h"
#include "app/storefront/storefront.h"
#include "app/workspace/workspace.h"
#include "tests/support/check.h"

namespace evenhand::test {

/// An hour of a shop with everything: orders in every status, a sale, a campaign, returns and refunds.
class ShopHistory {
public:
    /// `database`: of WorkspaceOptions.
    explicit ShopHistory(const std::string& database = {}) {
        app::OpenOptions options;
        options.clock = &m_clock;
        options.seed = 7;
        options.threaded = false;
        options.refundSecret = [](const std::string&) -> Result<std::string> {
            return std::string(storefront::DemoProvider::kSecret);
        };
        app::WorkspaceOptions workspace;
        workspace.database = database;
        auto made = app::Workspace::create(path(), workspace, options);
        EVENHAND_NEED(made);
        m_workspace = std::move(*made);
        storefront::StorefrontOptions front;
        front.seed = 1;
        front.run = "A";
        front.speed = 300;
        storefront::Storefront shop(m_workspace->orders(), m_workspace->dispatch(), m_workspace->timers(), m_clock,
                                    front);
        QSignalSpy opened(&shop, &storefront::Storefront::opened);
        shop.open();
        for (int round = 0; round < 10 && opened.isEmpty(); ++round) {
            settle();
        }
        QCOMPARE(opened.count(), 1);
        hireByRoster();
        shop.runCampaigns(m_workspace->campaigns());
        shop.runReturns(m_workspace->returns(), m_workspace->refunds());
        shop.runSales(m_workspace->seckill());
        for (int tick = 0; tick < kTicks; ++tick) {
            m_clock.advanceMs(kTickMs);
            shop.tick(m_clock.now());
            settle();
            if (tick % 50 == 0) {
                EVENHAND_NEED(m_workspace->sendRefunds());
            }
        }
        m_workspace.reset();
    }
    [[nodiscard]] std::string file() const { return path() + "/workspace.db"; }
    [[nodiscard]] std::string path() const { return m_folder.filePath(QStringLiteral("w")).toStdString(); }
    [[nodiscard]] base::VirtualClock& clock() { return m_clock; }

private:
    /// A courier with a roster, on a campus without orders: nobody's work changes by it.
    void hireByRoster() {
        const api::Call call{api::Actor::administrator("test"), "because", {}};
        const CourierId nina("nina");
        auto hired = m_workspace->dispatch().upsertCouriers(call, {{nina, CampusId("night"), "Nina", "", true}});
        settle();
        EVENHAND_NEED(hired.result());
        const auto week = api::weekFrom("mon 09:00-17:00; tue 09:00-17:00; wed 09:00-17:00; sat 22:00-06:00");
        EVENHAND_NEED(week);
        auto planned = m_workspace->shifts().setWeek(call, nina, *week);
        settle();
        EVENHAND_NEED(planned.result());
    }

    static constexpr int kTickMs = 200;
    static constexpr int kTicks = 700;

    void settle() const {
        do {
            m_workspace->runUntilIdle();
            QCoreApplication::processEvents();
        } while (m_workspace->step());
        QCoreApplication::processEvents();
    }

    QTemporaryDir m_folder;
    base::VirtualClock m_clock{Instant{1'700'000'000'000}};
    std::unique_ptr<app::Workspace> m_workspace;
};

}  // namespace evenhand::test

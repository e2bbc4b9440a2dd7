// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of every page over a shop with something of everything: which of them can be done with what is selected,
// and which of these each permission is for. The tables are written by hand from the rules of the business; an action
// that is in none of them fails the last case.
#include <QAbstractButton>
#include <QAction>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/log.h"
#include "tests/support/fakes/altered_engine.h"
#include "tests/support/shops/campaign_shop.h"
#include "tests/support/shops/dispatch_shop.h"
#include "tests/support/shops/people_shop.h"
#include "tests/support/shops/returns_shop.h"
#include "tests/support/shops/seckill_shop.h"
#include "tests/support/shops/task_shop.h"
#include "tests/ui/fake_import.h"
#include "tests/ui/page_judge.h"
#include "tests/ui/page_seat.h"
#include "ui/pages/campaigns/campaign_page.h"
#include "ui/pages/delayed/delayed_page.h"
#include "ui/pages/delayed/timer_actions.h"
#include "ui/pages/dispatch/dispatch_page.h"
#include "ui/pages/returns/refund_actions.h"
#include "ui/pages/returns/return_actions.h"
#include "ui/pages/seckill/seckill_page.h"
#include "ui/shell/restore_backend.h"
#include "ui/shell/service_control.h"

namespace test_page_rules {

using namespace evenhand;
using namespace evenhand::test::page_rules;
using api::Permission;

namespace {

/// Stands as it was made.
class StillService final : public ui::ServiceControl {
public:
    explicit StillService(ui::ServiceState::Kind kind) { m_state.kind = kind; }
    [[nodiscard]] const ui::ServiceState& state() const override { return m_state; }
    [[nodiscard]] const ui::ServiceConfig& config() const override { return m_config; }
    void remember(ui::ServiceConfig) override {}
    api::Answer<void> start(ui::ServiceConfig) override { return stop(); }
    api::Answer<void> stop() override { return test::refused<void>({ErrorCode::Storage, "still", {}, {}}); }

private:
    ui::ServiceState m_state;
    ui::ServiceConfig m_config;
};

/// Is there.
class StillRestore final : public ui::RestoreBackend {
public:
    api::Answer<ui::RestorePreview> preview(std::string) override {
        return test::refused<ui::RestorePreview>({ErrorCode::Storage, "still", {}, {}});
    }
    api::Answer<api::BackupManifest> restore(api::Actor, ui::RestoreRequest,
                                             std::function<void(std::int64_t, std::int64_t)>) override {
        return test::refused<api::BackupManifest>({ErrorCode::Storage, "still", {}, {}});
    }
};

/// The names of the actions that test_action_rules judges in every state.
std::set<QString> judgedByRow() {
    std::set<QString> names;
    for (std::size_t i = 0; i < ui::ReturnActions::kCount; ++i) {
        names.insert(ui::ReturnActions::look(static_cast<ui::ReturnAction>(i)).name);
    }
    for (std::size_t i = 0; i < ui::RefundActions::kCount; ++i) {
        for (const char* prefix : {"refund", "returnRefund"}) {
            names.insert(ui::RefundActions::look(static_cast<ui::RefundAction>(i), QLatin1String(prefix)).name);
        }
    }
    for (std::size_t i = 0; i < ui::TimerActions::kCount; ++i) {
        for (const char* prefix : {"timer", "dead"}) {
            names.insert(ui::TimerActions::look(static_cast<ui::TimerAction>(i), QLatin1String(prefix)).name);
        }
    }
    return names;
}

/// Every delivery that waits is tried until it is given up. Takes days of the shop's time.
void failDeliveries(test::Shop& shop) {
    auto& engine = shop.engine();
    const auto boss = test::Shop::by("root");
    api::TaskClaim claim;
    claim.worker = "w1";
    claim.kinds = {api::TaskKind::Webhook};
    const auto policy = api::policyOf(api::TaskKind::Webhook);
    for (std::int64_t attempt = 0; attempt <= policy.maxAttempts; ++attempt) {
        shop.clock().advanceMs(policy.lastRetryMs);
        for (const auto& job : shop.must(engine.tasks().claim(boss, claim))) {
            api::DeliveryReport failed{DeliveryId{std::stoll(job.subject)}, {job.id, job.token}, {}};
            failed.attempt.at = shop.now();
            failed.attempt.error = "gone";
            (void)shop.must(engine.webhooks().report(boss, std::move(failed)));
        }
    }
    engine.runUntilIdle();
}

}  // namespace

class TestPageRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void sales() {
        test::SeckillShop shop;
        const auto of = [](const char* id) { return QVariantMap{{QStringLiteral("activity"), QLatin1String(id)}}; };
        compare(shop, Sales, of("tea-noon"),
                "activities.export seckill.check seckill.clearFilter seckill.edit seckill.end seckill.find seckill.new "
                "seckill.refresh "
                "seckill.rehearse "
                "seckill.repair "
                "seckill.stop seckill.topUp seckillHistory.export seckillLetters.export seckillPending.export",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.stop seckill.topUp"}});
        compare(shop, Sales, of("box-evening"),
                "activities.export seckill.check seckill.clearFilter seckill.edit seckill.end seckill.find seckill.new "
                "seckill.refresh "
                "seckill.rehearse "
                "seckill.repair "
                "seckill.stop seckill.topUp seckillHistory.export seckillLetters.export seckillPending.export",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.stop seckill.topUp"}});
        compare(shop, Sales, of("box-draft"),
                "activities.export seckill.clearFilter seckill.discard seckill.edit seckill.find seckill.new "
                "seckill.refresh "
                "seckill.rehearse seckill.start "
                "seckillHistory.export seckillLetters.export seckillPending.export",
                {{Permission::ManageActivities, "seckill.discard seckill.edit seckill.new seckill.start"}});
        compare(shop, Sales, of("tea-monday"),
                "activities.export seckill.clearFilter seckill.edit seckill.find seckill.new seckill.refresh "
                "seckill.rehearse "
                "seckillHistory.export "
                "seckillLetters.export seckillPending.export",
                {{Permission::ManageActivities, "seckill.edit seckill.new"}});
        (void)shop.must(shop.seckill().stop(test::Shop::by("bo"), ActivityId("tea-noon")));
        compare(shop, Sales, of("tea-noon"),
                "activities.export seckill.check seckill.clearFilter seckill.edit seckill.end seckill.find seckill.new "
                "seckill.refresh "
                "seckill.rehearse "
                "seckill.repair "
                "seckill.resume seckill.topUp seckillHistory.export seckillLetters.export seckillPending.export",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.resume seckill.topUp"}});
    }

    void campaigns() {
        test::CampaignShop shop;
        const auto of = [](const char* id) { return QVariantMap{{QStringLiteral("campaign"), QLatin1String(id)}}; };
        for (const char* id : {"lunch", "evening"}) {
            compare(shop, Campaigns, of(id),
                    "campaign.copy campaign.edit campaign.export campaign.new campaign.pause campaign.refresh "
                    "campaign.rehearse campaign.saveBurn campaign.stop campaignDraws.export "
                    "campaignQueues.export campaignRefusals.export campaignUsers.export campaigns.clearFilter "
                    "campaigns.export campaigns.find",
                    {{Permission::ManageCampaigns,
                      "campaign.copy campaign.edit campaign.new campaign.pause campaign.rehearse campaign.stop"}});
        }
        compare(shop, Campaigns, of("weekend"),
                "campaign.copy campaign.edit campaign.new campaign.refresh campaign.rehearse campaign.remove "
                "campaign.start campaignDraws.export "
                "campaignQueues.export campaignRefusals.export campaignUsers.export campaigns.clearFilter "
                "campaigns.export campaigns.find",
                {{Permission::ManageCampaigns,
                  "campaign.copy campaign.edit campaign.new campaign.rehearse campaign.remove campaign.start"}});
        compare(shop, Campaigns, of("spring"),
                "campaign.copy campaign.edit campaign.export campaign.new campaign.refresh campaign.rehearse "
                "campaign.saveBurn campaignDraws.export "
                "campaignQueues.export campaignRefusals.export campaignUsers.export campaigns.clearFilter "
                "campaigns.export campaigns.find",
                {{Permission::ManageCampaigns, "campaign.copy campaign.edit campaign.new campaign.rehearse"}});
        (void)shop.must(shop.campaigns().pause(test::Shop::by("bo"), CampaignId("lunch")));
        compare(shop, Campaigns, of("lunch"),
                "campaign.copy campaign.edit campaign.export campaign.new campaign.refresh campaign.rehearse "
                "campaign.resume campaign.saveBurn campaign.stop campaignDraws.export "
                "campaignQueues.export campaignRefusals.export campaignUsers.export campaigns.clearFilter "
                "campaigns.export campaigns.find",
                {{Permission::ManageCampaigns,
                  "campaign.copy campaign.edit campaign.new campaign.rehearse campaign.resume campaign.stop"}});
    }

    void peopleAndWhatTheyRun() {
        test::PeopleShop shop;
        QTemporaryDir folder;
        (void)shop.must(shop.engine().backups().take(
            test::Shop::by("bo"), folder.filePath(QStringLiteral("one.evenhand-backup")).toStdString(), {}));
        auto& engine = shop.engine();
        shop.clock().advanceMs(60 * 60'000);  // to two and a half hours: whoever has not picked up is late
        engine.runUntilIdle();
        const auto pane = [](const char* id) { return QVariantMap{{QStringLiteral("pane"), QLatin1String(id)}}; };
        compare(engine, Settings, pane("people"),
                "people.export settings.addPerson settings.addToken settings.addWebhook settings.clearFilter "
                "settings.disable settings.find "
                "settings.refresh "
                "settings.rename settings.resetPassword settings.roles settings.rules settings.signOut "
                "settings.takeBackup settings.verifyBackup",
                {{Permission::ManageWebhooks, "settings.addWebhook"},
                 {Permission::ManagePeople,
                  "settings.addPerson settings.addToken settings.disable settings.rename settings.resetPassword "
                  "settings.roles settings.rules"},
                 {Permission::ReadAudit,
                  "people.export settings.disable settings.rename settings.resetPassword "
                  "settings.roles"},  // nobody is listed
                 {Permission::ManageBackups, "settings.takeBackup settings.verifyBackup"}},
                [](Seat& seat) { seat.select("peopleTable"); });
        compare(engine, Settings, pane("api"),
                "settings.addPerson settings.addToken settings.addWebhook settings.clearFilter settings.find "
                "settings.refresh "
                "settings.revokeToken "
                "settings.signOut settings.takeBackup settings.verifyBackup token.export",
                {{Permission::ManageWebhooks, "settings.addWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken settings.revokeToken"},
                 {Permission::ReadAudit, "settings.revokeToken token.export"},
                 {Permission::ManageBackups, "settings.takeBackup settings.verifyBackup"}},
                [](Seat& seat) { seat.select("tokenTable"); });
        compare(engine, Settings, pane("webhooks"),
                "deliveries.export settings.addPerson settings.addToken settings.addWebhook settings.clearFilter "
                "settings.disableWebhook "
                "settings.editWebhook "
                "settings.find settings.newSecret "
                "settings.refresh settings.removeWebhook settings.resend settings.signOut settings.takeBackup "
                "settings.testWebhook settings.verifyBackup webhook.export",
                {{Permission::ManageWebhooks,
                  "settings.addWebhook settings.disableWebhook settings.editWebhook settings.newSecret "
                  "settings.removeWebhook "
                  "settings.resend settings.testWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken"},
                 {Permission::ManageBackups, "settings.takeBackup settings.verifyBackup"}},
                [](Seat& seat) {
                    seat.select("webhookTable");
                    seat.select("deliveriesTable");
                });
        compare(engine, Settings, pane("backups"),
                "backup.export settings.addPerson settings.addToken settings.addWebhook settings.clearFilter "
                "settings.find settings.planBackups "
                "settings.refresh "
                "settings.signOut settings.takeBackup settings.verifyBackup",
                {{Permission::ManageWebhooks, "settings.addWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken"},
                 {Permission::ManageBackups, "settings.planBackups settings.takeBackup settings.verifyBackup"}},
                [](Seat& seat) { seat.select("backupTable"); });
        (void)shop.must(engine.team().enter({"ann", "192.0.2.7", "1.2.3", api::Via::Console}));
        shop.clock().advanceMs(1'000);  // it was there before this one, and stands first
        compare(engine, Settings, pane("connected"),
                "connected.export settings.addPerson settings.addToken settings.addWebhook settings.clearFilter "
                "settings.endConnection settings.find "
                "settings.refresh "
                "settings.signOut settings.takeBackup settings.verifyBackup",
                {{Permission::ManageWebhooks, "settings.addWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken settings.endConnection"},
                 {Permission::ReadAudit, "connected.export settings.endConnection"},  // nobody is listed
                 {Permission::ManageBackups, "settings.takeBackup settings.verifyBackup"}},
                [](Seat& seat) { seat.select("connectedTable"); });
        compare(engine, Settings, pane("alerts"),
                "settings.addPerson settings.addToken settings.addWebhook settings.alertLimits settings.clearFilter "
                "settings.find "
                "settings.refresh "
                "settings.signOut settings.takeBackup settings.verifyBackup",
                {{Permission::ManageWebhooks, "settings.addWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken"},
                 {Permission::ManagePolicies, "settings.alertLimits"},
                 {Permission::ManageBackups, "settings.takeBackup settings.verifyBackup"}},
                [](Seat&) {});
        compare(engine, Overview, {},
                "overview.clearFilter overview.find overview.refresh overviewAlerts.acknowledge overviewAlerts.export "
                "overviewAlerts.extend overviewAlerts.handOver "
                "overviewAlerts.note overviewAlerts.openOrder overviewAlerts.reassign overviewAlerts.reassignTo "
                "overviewAlerts.resolve overviewAlerts.silence overviewAlerts.sound",
                {{Permission::Dispatch,
                  "overviewAlerts.acknowledge overviewAlerts.extend overviewAlerts.handOver overviewAlerts.note "
                  "overviewAlerts.reassign overviewAlerts.reassignTo overviewAlerts.resolve overviewAlerts.silence"}});
        compare(
            engine, Orders, {},
            "order.cancel order.extendTimeout order.pickedUp order.reassignNext order.reassignTo order.refund "
            "order.requestReturn orders.clearFilter orders.detail orders.export orders.exportAll orders.find "
            "orders.refresh orders.take",
            {{Permission::TakeOrders, "orders.take"},
             {Permission::Dispatch, "order.extendTimeout order.pickedUp order.reassignNext order.reassignTo"},
             {Permission::CancelOrders, "order.cancel"},
             {Permission::RefundMoney, "order.refund"},
             {Permission::RequestReturns, "order.requestReturn"}},
            [](Seat& seat) {  // a timer is extended where the order is in detail, which begins hidden in 1300 pixels
                auto* detail = seat.page->findChild<QAction*>(QStringLiteral("orders.detail"));
                QVERIFY(detail != nullptr);
                detail->setChecked(true);
            });
        failDeliveries(shop);
        compare(engine, Workers, {{QStringLiteral("dead"), true}},
                "handOver.export kind.export tasks.drop tasks.export tasks.retry worker.export workers.clearFilter "
                "workers.dead "
                "workers.find workers.hold workers.plan "
                "workers.refresh workers.settings",
                {{Permission::ManageTasks, "tasks.drop tasks.retry workers.hold"}},
                [](Seat& seat) { seat.select("tasksTable"); });
    }

    void rowsOfASaleAndDraws() {
        test::SeckillShop sales;
        const QVariantMap noon{{QStringLiteral("activity"), QStringLiteral("tea-noon")}};
        // A message without its order cannot be acknowledged, and of one whose order is there nothing can be released.
        compare(sales, Sales, noon,
                "activities.export seckill.check seckill.clearFilter seckill.edit seckill.end seckill.find seckill.new "
                "seckill.refresh "
                "seckill.rehearse "
                "seckill.repair "
                "seckill.stop seckill.topUp seckillHistory.export seckillLetters.export seckillPending.claim "
                "seckillPending.export seckillPending.release",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.stop seckill.topUp "
                  "seckillPending.claim seckillPending.release"}},
                [](Seat& seat) { seat.select("seckillPendingTable", 0, "hung0"); });
        compare(sales, Sales, noon,
                "activities.export seckill.check seckill.clearFilter seckill.edit seckill.end seckill.find seckill.new "
                "seckill.refresh "
                "seckill.rehearse "
                "seckill.repair "
                "seckill.stop seckill.topUp seckillHistory.export seckillLetters.export seckillPending.acknowledge "
                "seckillPending.claim seckillPending.export",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.stop seckill.topUp "
                  "seckillPending.acknowledge seckillPending.claim"}},
                [](Seat& seat) { seat.select("seckillPendingTable", 0, "r1000"); });
        test::CampaignShop campaigns;
        compare(campaigns, Campaigns, {{QStringLiteral("campaign"), QStringLiteral("lunch")}},
                "campaign.copy campaign.edit campaign.export campaign.giveBack campaign.new campaign.pause "
                "campaign.refresh campaign.rehearse campaign.saveBurn campaign.stop campaignDraws.export "
                "campaignQueues.export campaignRefusals.export campaignUsers.export campaigns.clearFilter "
                "campaigns.export campaigns.find",
                {{Permission::ManageCampaigns,
                  "campaign.copy campaign.edit campaign.giveBack campaign.new campaign.pause campaign.rehearse "
                  "campaign.stop"}},
                [](Seat& seat) {
                    static_cast<ui::CampaignPage&>(*seat.page).tabs()->setCurrentIndex(ui::CampaignPage::DrawsTab);
                    seat.select("campaignDrawsTable", 0, "Granted");
                });
    }

    void theOtherPages() {
        test::ReturnsShop shop;
        auto& engine = shop.engine();
        compare(engine, Overview, {},  // that nobody is on duty is an alert
                "overview.clearFilter overview.find overview.refresh overviewAlerts.acknowledge overviewAlerts.export "
                "overviewAlerts.resolve "
                "overviewAlerts.silence overviewAlerts.sound",
                {{Permission::Dispatch, "overviewAlerts.acknowledge overviewAlerts.resolve overviewAlerts.silence"}});
        compare(engine, Dispatch, {},
                "dispatch.clearFilter dispatch.find dispatchCouriers.export dispatchHandOver dispatchHandOverTo "
                "dispatchLimit dispatchOffDuty "
                "dispatchPause dispatchRefresh dispatchWaiting.export",
                {{Permission::Dispatch, "dispatchHandOver dispatchHandOverTo dispatchOffDuty dispatchPause"},
                 {Permission::ManageCouriers, "dispatchLimit"}});
        const auto pause = [&](bool paused) {
            (void)shop.must(engine.dispatch().setPaused(test::Shop::by("bo"), CampusId("C1"), paused));
        };
        pause(true);
        judge(engine, Dispatch, {}, "dispatchPause dispatchResumeAll", "",
              {{Permission::Dispatch, "dispatchPause dispatchResumeAll"}});
        pause(false);
        compare(engine, Dispatch, {{QStringLiteral("campus"), QStringLiteral("C1")}},
                "dispatch.clearFilter dispatch.find dispatchCalibrate dispatchCouriers.export dispatchEditPolicy "
                "dispatchExportFairness "
                "dispatchExportWeights dispatchPause dispatchRefresh dispatchWaiting.export",
                {{Permission::Dispatch, "dispatchPause"}});
        compare(engine, Orders, {},
                "orders.clearFilter orders.detail orders.export orders.exportAll orders.find orders.refresh "
                "orders.take",
                {{Permission::TakeOrders, "orders.take"}});
        compare(engine, Delayed, {},
                "delayed.clearFilter delayed.find delayed.late delayed.pause delayed.refresh delayed.settings "
                "delayedAlerts.sound queue.compare queue.rearm queue.switch timer.cancel timer.postpone timer.run "
                "timerBoard.export timers.export",
                {{Permission::Dispatch, "delayed.pause queue.rearm timer.cancel timer.postpone timer.run"},
                 {Permission::CancelOrders, "timer.run"},  // the first one closes its order
                 {Permission::ManagePolicies, "queue.switch"}});
        compare(engine, Returns, {},
                "owed.detail return.approve return.assign return.cancel return.note return.reject returns.cases "
                "returns.clearFilter returns.detail returns.export returns.exportUnits returns.find returns.provider "
                "returns.refresh returns.settings",
                {{Permission::RequestReturns, "return.cancel"},
                 {Permission::HandleCases, "return.assign return.note"},
                 {Permission::ApproveReturns, "return.approve return.reject"}});
        compare(engine, Workers, {},
                "handOver.export kind.export tasks.export worker.export workers.clearFilter workers.dead workers.find "
                "workers.hold workers.plan "
                "workers.refresh workers.settings",
                {{Permission::ManageTasks, "workers.hold"}});
        compare(engine, Audit, {},
                "audit.clearFilter audit.detail audit.export audit.exportHashes audit.find audit.refresh audit.verify",
                {{Permission::ReadAudit, "audit.export audit.exportHashes audit.verify"}});
        compare(engine, Settings, {},
                "settings.addPerson settings.addToken settings.addWebhook settings.clearFilter settings.find "
                "settings.refresh settings.signOut "
                "settings.takeBackup settings.verifyBackup",
                {{Permission::ManageWebhooks, "settings.addWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken"},
                 {Permission::ManageBackups, "settings.takeBackup settings.verifyBackup"}});
    }

    void theShop() {
        test::DispatchShop shop;
        const auto boss = test::Shop::by("bo");
        auto& engine = shop.engine();
        const auto tab = [](const char* name) { return QVariantMap{{QStringLiteral("tab"), QLatin1String(name)}}; };
        compare(engine, Shop, {},
                "products.detail products.export shop.addCampus shop.addCourier shop.addProduct shop.clearFilter "
                "shop.find shop.product.disable shop.product.edit shop.refresh shop.stock.correct shop.stock.receive",
                {{Permission::ManagePolicies, "shop.addCampus"},
                 {Permission::ManageCouriers, "shop.addCourier"},
                 {Permission::ManageCatalogue,
                  "shop.addProduct shop.product.disable shop.product.edit shop.stock.correct shop.stock.receive"}});
        judge(engine, Shop, {}, "stockHistory.export", "", {}, [](Seat& seat) {
            auto* detail = seat.page->findChild<QAction*>(QStringLiteral("products.detail"));
            QVERIFY(detail != nullptr);
            detail->setChecked(true);  // it begins hidden in 1300 pixels
        });
        const auto courier = [](int index) {
            return [id = test::Shop::courier(0, index).str()](Seat& seat) {
                seat.select("shopCouriersTable", 3, id.c_str());
            };
        };
        judge(engine, Shop, tab("couriers"),
              "shop.courier.disable shop.courier.edit shop.courier.handOver shopCouriers.export", "shop.courier.enable",
              {{Permission::ManageCouriers, "shop.courier.disable shop.courier.edit"},
               {Permission::Dispatch, "shop.courier.handOver"}},
              courier(1));
        judge(engine, Shop, tab("couriers"), "shop.courier.disable", "shop.courier.handOver",
              {{Permission::ManageCouriers, "shop.courier.disable"}}, courier(0));  // who has nothing in hand
        (void)shop.must(engine.shop().setCourierDisabled(boss, test::Shop::courier(0, 0), true, 0));
        judge(engine, Shop, tab("couriers"), "shop.courier.edit shop.courier.enable", "shop.courier.disable",
              {{Permission::ManageCouriers, "shop.courier.edit shop.courier.enable"}}, courier(0));
        const auto seen = [](Seat& seat) { seat.selectSeen(); };
        const auto campuses = tab("campuses");
        judge(engine, Shop, tab("rosters"), "roster.edit roster.exception rosters.export", "",
              {{Permission::ManageCouriers, "roster.edit roster.exception"}}, seen);
        judge(engine, Shop, campuses, "shop.campus.disable shop.campus.edit shopCampuses.export", "shop.campus.enable",
              {{Permission::ManagePolicies, "shop.campus.disable shop.campus.edit"}}, seen);
        for (int index = 0; index < 4; ++index) {
            (void)shop.must(engine.shop().setCampusDisabled(boss, test::Shop::campus(index), true, 0));
        }
        judge(engine, Shop, campuses, "shop.campus.edit shop.campus.enable", "shop.campus.disable",
              {{Permission::ManagePolicies, "shop.campus.edit shop.campus.enable"}}, seen);
        for (const auto& row : shop.must(engine.shop().products(boss, {}))) {
            (void)shop.must(engine.shop().setProductDisabled(boss, row.sku, true, 0));
        }
        judge(engine, Shop, {}, "shop.product.edit shop.product.enable shop.stock.receive", "shop.product.disable",
              {{Permission::ManageCatalogue, "shop.product.edit shop.product.enable shop.stock.receive"}}, seen);
    }

    void importing() {
        test::ReturnsShop shop;
        test::FakeImport imports;
        Program program;
        program.imports = &imports;
        judge(shop.engine(), Orders, {}, "orders.import", "", {{Permission::PlaceOrders, "orders.import"}}, {},
              program);
        for (const auto& [tab, permission] :
             {std::pair("products", Permission::ManageCatalogue), std::pair("couriers", Permission::ManageCouriers),
              std::pair("rosters", Permission::ManageCouriers), std::pair("campuses", Permission::ManageCouriers)}) {
            judge(shop.engine(), Shop, {{QStringLiteral("tab"), QLatin1String(tab)}}, "shop.import", "",
                  {{permission, "shop.import"}}, {}, program);
        }
    }

    void dispatchOfOneCampus() {
        test::DispatchShop shop;
        const QVariantMap north{{QStringLiteral("campus"), QStringLiteral("C1")}};
        const auto courier = [](int index) {
            return [index](Seat& seat) {
                static_cast<ui::DispatchPage&>(*seat.page).couriers()->select({test::Shop::courier(0, index).str()});
            };
        };
        judge(shop, Dispatch, north, "dispatchOnDuty", "dispatchHandOver dispatchHandOverTo dispatchOffDuty",
              {{Permission::Dispatch, "dispatchOnDuty"}}, courier(4));  // the one who is off duty
        judge(shop, Dispatch, north, "dispatchLimit dispatchOffDuty",
              "dispatchHandOver dispatchHandOverTo dispatchOnDuty",
              {{Permission::Dispatch, "dispatchOffDuty"}, {Permission::ManageCouriers, "dispatchLimit"}},
              courier(0));  // who has nothing in hand
        judge(shop, Dispatch, north, "dispatchHandOver dispatchHandOverTo dispatchOffDuty", "dispatchOnDuty",
              {{Permission::Dispatch, "dispatchHandOver dispatchHandOverTo dispatchOffDuty"}}, courier(1));
        const auto list = [](ui::DispatchPage::List which) {
            return [which](Seat& seat) {
                auto* lists = seat.page->findChild<QTabBar*>(QStringLiteral("dispatchLists"));
                QVERIFY(lists != nullptr);
                lists->setCurrentIndex(which);
                seat.selectSeen();
            };
        };
        judge(shop, Dispatch, north,
              "dispatchOpenOrder dispatchReassign dispatchReassignTo dispatchWaiting.export dispatchWhy", "",
              {{Permission::Dispatch, "dispatchReassign dispatchReassignTo"}}, list(ui::DispatchPage::kWaiting));
        judge(shop, Dispatch, north, "dispatchAssign dispatchDeadLetters.export dispatchRetry",
              "dispatchOpenOrder dispatchReassign dispatchReassignTo dispatchWhy",
              {{Permission::Dispatch, "dispatchAssign dispatchRetry"}}, list(ui::DispatchPage::kDeadLetters));
        judge(shop, Dispatch, north, "dispatchInHand.export", "", {}, [&](auto& seat) {
            courier(1)(seat);
            list(ui::DispatchPage::kInHand)(seat);
        });
        shop.setDuty(0, false);  // nobody could be given what waits
        judge(shop, Dispatch, north, "dispatchOpenOrder dispatchWhy", "dispatchReassign dispatchReassignTo", {},
              list(ui::DispatchPage::kWaiting));
    }

    void ordersOfEachStep() {
        test::PeopleShop shop;
        auto& engine = shop.engine();
        const auto of = [](const OrderNo& no) {
            return QVariantMap{{QStringLiteral("order"), QString::fromStdString(no.str())}};
        };
        const auto seen = [](Seat& seat) { seat.selectSeen(); };
        judge(engine, Orders, of(shop.sell(0, false)), "order.cancel order.markPaid",
              "order.delivered order.deliveryFailed order.pickedUp order.reassignNext order.reassignTo order.refund "
              "order.requestReturn",
              {{Permission::RecordPayments, "order.markPaid"}, {Permission::CancelOrders, "order.cancel"}}, seen);
        const auto away = shop.paidOrder(3);
        shop.carry(away, false);
        judge(engine, Orders, of(away),
              "order.delivered order.deliveryFailed order.reassignNext order.reassignTo order.refund "
              "order.requestReturn",
              "order.cancel order.markPaid order.pickedUp",
              {{Permission::Dispatch, "order.delivered order.deliveryFailed order.reassignNext order.reassignTo"},
               {Permission::RefundMoney, "order.refund"},
               {Permission::RequestReturns, "order.requestReturn"}},
              seen);
    }

    void alertsAndDeadLettersOfThePageOfDelays() {
        test::PeopleShop shop;
        shop.clock().advanceMs(60 * 60'000);  // as above: they are late
        shop.engine().runUntilIdle();
        const auto tab = [](ui::DelayedPage::Tab which) {
            return [which](Seat& seat) {
                static_cast<ui::DelayedPage&>(*seat.page).tabs()->setCurrentIndex(which);
                seat.selectSeen();
            };
        };
        judge(shop.engine(), Delayed, {},
              "delayedAlerts.acknowledge delayedAlerts.export delayedAlerts.extend delayedAlerts.handOver "
              "delayedAlerts.note "
              "delayedAlerts.openOrder delayedAlerts.reassign delayedAlerts.reassignTo delayedAlerts.resolve "
              "delayedAlerts.silence delayedAlerts.sound",
              "",
              {{Permission::Dispatch,
                "delayedAlerts.acknowledge delayedAlerts.extend delayedAlerts.handOver delayedAlerts.note "
                "delayedAlerts.reassign delayedAlerts.reassignTo delayedAlerts.resolve delayedAlerts.silence"}},
              tab(ui::DelayedPage::AlertsTab));
        judge(shop.engine(), Delayed, {}, "deads.export", "", {}, tab(ui::DelayedPage::DeadTab));
        judge(shop.engine(), Delayed, {},
              "lateOrder.acknowledge lateOrder.extend lateOrder.note lateOrder.reassignNext lateOrder.reassignTo "
              "lateOrders.export",
              "",
              {{Permission::Dispatch,
                "lateOrder.acknowledge lateOrder.extend lateOrder.note lateOrder.reassignNext lateOrder.reassignTo"}},
              tab(ui::DelayedPage::LateTab));
        shop.clock().advanceMs(3 * 3'600'000);  // what is to be picked up is late, too
        shop.engine().runUntilIdle();
        judge(shop.engine(), Delayed, {}, "lateOrder.handOver", "", {{Permission::Dispatch, "lateOrder.handOver"}},
              [](Seat& seat) {
                  auto& page = static_cast<ui::DelayedPage&>(*seat.page);
                  page.tabs()->setCurrentIndex(ui::DelayedPage::LateTab);
                  seat.ready();
                  auto& late = page.lateOrders()->model();
                  for (int row = 0; row < late.rowCount(); ++row) {
                      if (const auto* order = late.row(row); order && !order->courier.empty()) {
                          page.lateOrders()->table()->select({row});
                          break;
                      }
                  }
                  seat.ready();
              });
    }

    void deadLettersOfASale() {
        test::SeckillShop shop;
        const QVariantMap noon{{QStringLiteral("activity"), QStringLiteral("tea-noon")}};
        const auto letters = [](Seat& seat) {
            static_cast<ui::SeckillPage&>(*seat.page).tabs()->setCurrentIndex(ui::SeckillPage::LettersTab);
            seat.select("seckillLettersTable");
        };
        judge(shop, Sales, noon, "seckillLetters.dismiss seckillLetters.retry", "",
              {{Permission::ManageActivities, "seckillLetters.dismiss seckillLetters.retry"}}, letters);
        (void)shop.must(shop.seckill().stop(test::Shop::by("bo"), ActivityId("tea-noon")));
        judge(shop, Sales, noon, "seckillLetters.dismiss", "seckillLetters.retry",
              {{Permission::ManageActivities, "seckillLetters.dismiss"}}, letters);
    }

    void exportsOfRefundsAndTheLedger() {
        test::ReturnsShop shop;
        judge(shop.engine(), Returns, {{QStringLiteral("refunds"), true}}, "refunds.export", "", {});
        judge(shop.engine(), Returns, {{QStringLiteral("ledger"), true}},
              "ledger.export returns.exportLedger trialBalance.export", "", {});
        judge(shop.engine(), Returns, {{QStringLiteral("owed"), true}}, "owed.detail owed.export", "", {});
        judge(shop.engine(), Returns, {{QStringLiteral("refunds"), true}}, "refund.assign refund.note", "",
              {{Permission::HandleCases, "refund.assign refund.note"}},
              [](Seat& seat) { seat.select("refundsTable", 0, "X-4711"); });
    }

    void paymentsThatAreOwed() {
        test::ReturnsShop shop;
        auto& engine = shop.engine();
        const auto boss = test::Shop::by("root");
        for (const auto& row : shop.refunds({{}, {api::RefundCause::LatePayment}, {}, false, {}, {}, {}})) {
            (void)shop.must(engine.refunds().recordPaid(boss, {row.id, 0}, "by hand"));
        }
        auto settings = shop.refundSettings();
        settings.holdOwed = true;
        shop.must(engine.refunds().setSettings(boss, settings));
        (void)shop.must(engine.orders().pay(boss, {PaymentNo("P-held"), OrderNo("mistyped"), Money{100}, 0}));
        judgeStates(engine, Returns, {{QStringLiteral("owed"), true}},
                    "owed.match owed.note owed.recordPaid owed.sendBack",
                    {{Permission::RecordPayments, "owed.match"},
                     {Permission::RefundMoney, "owed.recordPaid owed.sendBack"},
                     {Permission::HandleCases, "owed.note"}},
                    "owedTable", 0,
                    {{"P-owed-unknown", "owed.match owed.note owed.recordPaid"},
                     {"P-owed-late", "owed.note"},
                     {"P-held", "owed.match owed.note owed.sendBack"}});
    }

    void kindsThatAreHeld() {
        test::PeopleShop shop;
        auto& engine = shop.engine();
        const auto kinds = api::allTaskKinds();
        shop.must(engine.tasks().setHeld(test::Shop::by("bo"), {kinds.begin(), kinds.end()}, true));
        judge(engine, Workers, {}, "workers.dead workers.release", "workers.hold",
              {{Permission::ManageTasks, "workers.release"}});
    }

    void aLockIsLiftedWhereAttemptsFailed() {
        test::PeopleShop shop;
        auto& engine = shop.engine();
        const QVariantMap people{{QStringLiteral("pane"), QStringLiteral("people")}};
        const auto auditor = [](Seat& seat) { seat.select("peopleTable", 0, "auditor"); };
        judge(engine, Settings, people, "settings.rename", "settings.lift",
              {{Permission::ManagePeople, "settings.rename"}, {Permission::ReadAudit, "settings.rename"}}, auditor);
        api::SignIn typed;
        typed.login = "auditor";
        typed.password = Secret("wrong");
        QVERIFY(!shop.ask(engine.accounts().signIn(typed)));
        judge(engine, Settings, people, "settings.lift", "",
              {{Permission::ManagePeople, "settings.lift"}, {Permission::ReadAudit, "settings.lift"}}, auditor);
    }

    void whatOnlySomeProgramsCanDo() {
        using Kind = ui::ServiceState::Kind;
        test::PeopleShop shop;
        auto& engine = shop.engine();
        const auto pane = [](const char* id) { return QVariantMap{{QStringLiteral("pane"), QLatin1String(id)}}; };
        StillRestore restore;
        judge(engine, Settings, pane("backups"), "settings.takeBackup", "settings.restoreBackup",
              {{Permission::ManageBackups, "settings.takeBackup"}});
        judge(engine, Settings, pane("backups"), "settings.restoreBackup", "",
              {{Permission::ManageBackups, "settings.restoreBackup"}}, {}, {&restore});
        const auto served = [&](Kind kind, const char* actions, const char* refused, const char* managing) {
            StillService service(kind);
            judge(engine, Settings, pane("api"), actions, refused, {{Permission::ManagePeople, managing}}, {},
                  {nullptr, &service});
        };
        served(Kind::Off, "settings.apiAddress settings.serveApi", "settings.copyApi settings.stopApi",
               "settings.apiAddress settings.serveApi");
        served(Kind::Serving, "settings.apiAddress settings.copyApi settings.stopApi", "settings.serveApi",
               "settings.apiAddress settings.stopApi");
        served(Kind::Failed, "settings.apiAddress settings.serveApi settings.stopApi", "settings.copyApi",
               "settings.apiAddress settings.serveApi settings.stopApi");
        judge(engine, Settings, pane("api"), "settings.addToken",
              "settings.apiAddress settings.copyApi settings.serveApi settings.stopApi",
              {{Permission::ManagePeople, "settings.addToken"}});
        judge(engine, Settings, pane("account"), "settings.signOut", "settings.lock settings.myPassword", {});
        Program signedIn;
        signedIn.signedIn.emplace();
        signedIn.signedIn->person.login = "ann";
        judge(engine, Settings, pane("account"), "settings.lock settings.myPassword settings.signOut", "", {}, {},
              signedIn);
    }

    void actionsFollowTheStateOfTheEngine_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("pane");
        for (const auto& [which, name] :
             {std::pair(Overview, "overview"), std::pair(Dispatch, "dispatch"), std::pair(Orders, "orders"),
              std::pair(Delayed, "delayed"), std::pair(Returns, "returns"), std::pair(Shop, "shop"),
              std::pair(Workers, "workers"), std::pair(Audit, "audit")}) {
            QTest::newRow(name) << static_cast<int>(which) << QString();
        }
        for (const char* pane : {"people", "api", "webhooks", "backups"}) {
            QTest::newRow(pane) << static_cast<int>(Settings) << QString::fromLatin1(pane);
        }
    }
    /// A page that is open when the engine stops taking commands offers what one offers that is opened then, though
    /// nobody touches it; and the same as before when the engine goes on.
    void actionsFollowTheStateOfTheEngine() {
        QFETCH(int, which);
        QFETCH(QString, pane);
        test::PeopleShop shop;
        test::AlteredEngine engine(shop.engine());
        const auto target = pane.isEmpty() ? QVariantMap() : QVariantMap{{QStringLiteral("pane"), pane}};
        const auto page = static_cast<std::size_t>(which);
        const auto seen = [](Seat& seat) { seat.selectSeen(); };
        Seat seat(engine, page, target, ~0U, seen);
        const auto live = seat.enabled();
        engine.setState(api::EngineState::ReadOnly, "disk full");
        const auto stopped = Seat(engine, page, target, ~0U, seen).enabled();
        QVERIFY(pane.isEmpty() || stopped.size() < live.size());
        QTRY_COMPARE(seat.enabled(), stopped);
        engine.setState(api::EngineState::Live, "");
        QTRY_COMPARE(seat.enabled(), live);
    }

    /// What waits and what was given up can be tried again or dropped, whatever it is; a refund only where refunds are.
    void tasksOfEachKindAndStatus() {
        test::TaskShop shop;
        std::vector<std::string> subjects;
        std::vector<InState> states;
        subjects.reserve(api::allTaskKinds().size() * api::allTaskStatuses().size());
        for (const auto kind : api::allTaskKinds()) {
            for (const auto status : api::allTaskStatuses()) {
                const bool open = status == api::TaskStatus::Pending || status == api::TaskStatus::Dead;
                subjects.push_back(std::string(toText(kind)) + " " + std::string(toText(status)));
                shop.plant(subjects.back());
                states.push_back(
                    {subjects.back().c_str(), open && kind != api::TaskKind::Refund ? "tasks.drop tasks.retry" : ""});
            }
        }
        shop.tasks().rowsChange = [](std::vector<api::TaskRow>& rows) {
            for (auto& row : rows) {
                if (const auto cut = row.subject.find(' '); cut != std::string::npos) {
                    row.kind = api::taskKindFrom(row.subject.substr(0, cut)).value();
                    row.status = api::taskStatusFrom(row.subject.substr(cut + 1)).value();
                }
            }
        };
        judgeStates(shop, Workers, {}, "tasks.drop tasks.retry", {{Permission::ManageTasks, "tasks.drop tasks.retry"}},
                    "tasksTable", 2, states);
    }

    /// Nobody does anything to an alert that is resolved; its order can still be looked at.
    void alertsOfEachState() {
        test::PeopleShop shop;
        auto& engine = shop.engine();
        shop.clock().advanceMs(60 * 60'000);  // as above: they are late
        engine.runUntilIdle();
        const auto boss = test::Shop::by("bo");
        const auto alerts = shop.must(engine.alerts().page(boss, {}));
        QVERIFY(alerts.size() > 3);
        const auto ref = [&](std::size_t i) { return std::vector<api::AlertRef>{{alerts[i].id, alerts[i].version}}; };
        (void)shop.must(engine.alerts().acknowledge(boss, ref(0)));
        (void)shop.must(engine.alerts().silence(boss, ref(1), shop.now().plusMs(60 * 60'000)));
        (void)shop.must(engine.alerts().resolve(boss, ref(2)));
        const auto judgeThose = [&](Which page, const std::string& prefix, const Seat::Prepare& prepare) {
            const auto named = [&](const std::string& names) {
                std::string text;
                for (const auto& name : QString::fromStdString(names).split(QLatin1Char(' '))) {
                    text += prefix + "." + name.toStdString() + " ";
                }
                return text;
            };
            const auto changing = named("acknowledge reassign resolve silence");
            const auto open = changing + named("openOrder");
            const auto over = named("openOrder");
            judgeStates(engine, page, {}, open.c_str(), {{Permission::Dispatch, changing.c_str()}},
                        (prefix + "Table").c_str(), 0,
                        {{"Firing", open.c_str()},
                         {"Acknowledged", open.c_str()},
                         {"Silenced", open.c_str()},
                         {"Resolved", over.c_str()}},
                        [&](Seat& seat) {
                            if (prepare) {
                                prepare(seat);
                            }
                            auto* too =
                                seat.page->findChild<QAbstractButton*>(QString::fromStdString(prefix + "ResolvedToo"));
                            QVERIFY(too != nullptr);
                            too->setChecked(true);
                        });
        };
        judgeThose(Overview, "overviewAlerts", {});
        judgeThose(Delayed, "delayedAlerts", [](Seat& seat) {
            static_cast<ui::DelayedPage&>(*seat.page).tabs()->setCurrentIndex(ui::DelayedPage::AlertsTab);
        });
    }

    /// Only what was granted, is there and serves no order can be given back.
    void drawsOfEachState() {
        test::CampaignShop shop;
        const CampaignId lunch("lunch");
        const auto draw = [&](const char* user) {
            return shop.must(shop.campaigns().draw(test::Shop::by("shop"), {lunch, {}, UserId(user), std::nullopt}));
        };
        (void)draw("keeper");
        (void)shop.must(shop.campaigns().giveBack(test::Shop::by("bo"), draw("giver").id));
        QVERIFY(draw("greedy").refusal.has_value());
        (void)draw("undone");
        (void)shop.sell(0, true, UserId("buyer"), api::OrderDraw{lunch, {}});
        shop.campaigns().drawsChange = [](std::vector<api::DrawRow>& rows) {
            for (auto& row : rows) {
                if (row.user == UserId("undone")) {  // as where the program ended in the middle of it
                    row.state = api::DrawState::RolledBack;
                    row.amount = {};
                }
            }
        };
        judgeStates(shop, Campaigns, {{QStringLiteral("campaign"), QStringLiteral("lunch")}}, "campaign.giveBack",
                    {{Permission::ManageCampaigns, "campaign.giveBack"}}, "campaignDrawsTable", 2,
                    {{"keeper", "campaign.giveBack"}, {"giver", ""}, {"greedy", ""}, {"undone", ""}, {"buyer", ""}},
                    [](Seat& seat) {
                        static_cast<ui::CampaignPage&>(*seat.page).tabs()->setCurrentIndex(ui::CampaignPage::DrawsTab);
                    });
    }

    void tokensOfEachState() {
        test::StaffShop shop;
        judgeStates(
            shop, Settings, {{QStringLiteral("pane"), QStringLiteral("api")}}, "settings.revokeToken",
            {{Permission::ManagePeople, "settings.revokeToken"}, {Permission::ReadAudit, "settings.revokeToken"}},
            "tokenTable", 0, {{"storefront", "settings.revokeToken"}, {"couriers", ""}});
    }

    /// A file can be verified and restored from, whatever has become of the backup that is selected: if that is none,
    /// another one is asked for. While one is read no other is written or verified.
    void backupsOfEachStatus() {
        test::TaskShop shop;
        const QTemporaryDir folder;
        shop.backUp(folder.filePath(QStringLiteral("three.evenhand-backup")).toStdString());
        shop.backups().rowsChange = [](std::vector<api::BackupRow>& rows) {
            QCOMPARE(rows.size(), std::size_t(3));
            rows[0].status = api::BackupStatus::Running;
            rows[0].endedAt.reset();
            rows[1].status = api::BackupStatus::Failed;
        };
        const QVariantMap pane{{QStringLiteral("pane"), QStringLiteral("backups")}};
        StillRestore restore;
        constexpr auto kAll = "settings.planBackups settings.restoreBackup settings.takeBackup settings.verifyBackup";
        judgeStates(shop, Settings, pane, kAll, {{Permission::ManageBackups, kAll}}, "backupTable", 1,
                    {{"Being written", kAll}, {"Verified", kAll}, {"Failed", kAll}}, {}, {&restore});
        Seat seat(shop, Settings, pane, ~0U, {}, {&restore});
        seat.select("backupTable", 1, "Verified");
        shop.hold(true);
        seat.page->findChild<QAction*>(QStringLiteral("settings.verifyBackup"))->trigger();
        const auto busy = seat.enabled();
        shop.hold(false);
        QVERIFY(busy.contains(QStringLiteral("settings.planBackups")));
        for (const char* name : {"settings.takeBackup", "settings.verifyBackup"}) {
            QVERIFY2(!busy.contains(QLatin1String(name)), name);
        }
        seat.ready();
        QVERIFY(seat.enabled().contains(QStringLiteral("settings.takeBackup")));
    }

    /// Oneself keeps what one has; whom somebody has disabled is a person like any other.
    void peopleOfEachState() {
        test::StaffShop shop;
        shop.add("ann", api::Role::Auditor);  // who looks at it
        shop.disable("dispatcher");
        constexpr auto kEverybody = "settings.disable settings.rename settings.resetPassword settings.roles";
        constexpr auto kDisabled = "settings.enable settings.rename settings.resetPassword settings.roles";
        constexpr auto kLocked = "settings.disable settings.lift settings.rename settings.resetPassword settings.roles";
        constexpr auto kAll =
            "settings.disable settings.enable settings.lift settings.rename settings.resetPassword settings.roles";
        const auto judgePeople = [&](const std::vector<InState>& states) {
            judgeStates(shop, Settings, {{QStringLiteral("pane"), QStringLiteral("people")}}, kAll,
                        {{Permission::ManagePeople, kAll}, {Permission::ReadAudit, kAll}}, "peopleTable", 0, states);
        };
        judgePeople({{"auditor", kEverybody}, {"dispatcher", kDisabled}, {"ann", "settings.rename"}});
        QVERIFY(!shop.opens("auditor", "wrong") && !shop.opens("ann", "wrong"));
        judgePeople({{"auditor", kLocked}, {"dispatcher", kDisabled}, {"ann", "settings.lift settings.rename"}});
    }

    void webhooksOfEachState() {
        test::TaskShop shop;
        shop.webhooks().rowsChange = [](std::vector<api::WebhookRow>& rows) {
            QVERIFY(rows.size() > 1);
            rows[0].input.enabled = false;
        };
        constexpr auto kBoth = "settings.disableWebhook settings.enableWebhook";
        judgeStates(shop, Settings, {{QStringLiteral("pane"), QStringLiteral("webhooks")}}, kBoth,
                    {{Permission::ManageWebhooks, kBoth}}, "webhookTable", 3,
                    {{"Disabled", "settings.enableWebhook"}, {"Enabled", "settings.disableWebhook"}});
    }

    /// The last one: a new action is in a table, or it fails here. Those of rows that test_action_rules judges in every
    /// state need none.
    void noActionIsInNoTable() {
        if (registry().judged.empty()) {
            QSKIP("the tables were not run");
        }
        const auto ofRows = judgedByRow();
        QStringList missing;
        for (const auto& name : registry().met) {
            if (!registry().judged.contains(name) && !ofRows.contains(name)) {
                missing << name;
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char(' '))));
    }
};

}  // namespace test_page_rules

QTEST_MAIN(test_page_rules::TestPageRules)
#include "test_page_rules.moc"

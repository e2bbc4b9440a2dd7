// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of every page over a shop with something of everything: which of them can be done with what is selected,
// and which of these each permission is for. The tables are written by hand from the rules of the business; an action
// that is new has to be added to them.
#include <QAction>
#include <QRegularExpression>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/log.h"
#include "tests/support/shops/campaign_shop.h"
#include "tests/support/shops/returns_shop.h"
#include "tests/support/shops/seckill_shop.h"
#include "tests/support/shops/team_shop.h"
#include "ui/pages/campaigns/campaign_page.h"
#include "ui/pages/pages.h"
#include "ui/shell/console_services.h"
#include "ui/shell/page.h"
#include "ui/shell/page_registry.h"

using namespace evenhand;
using api::Permission;

namespace {

/// A page, shown to somebody, with the first row of each of its tables selected.
struct Seat {
    using Prepare = std::function<void(Seat&)>;
    Seat(api::EngineApi& engine, std::size_t which, const QVariantMap& target, api::Permissions permissions,
         const Prepare& prepare = {})
        : services(engine, api::Actor{"ann", permissions}, folder.filePath(QStringLiteral("console.ini"))) {
        ui::PageRegistry registry;
        ui::registerPages(registry);
        page.reset(registry.factories().at(which)(services.context));
        page->resize(1300, 800);
        page->show();
        services.bridge.setVisible(true);
        services.pulse.setVisible(true);
        services.scope.reload();
        page->setActive(true);
        ready();
        for (auto* table : page->findChildren<QTableView*>()) {
            if (table->model() != nullptr && table->model()->rowCount() > 0) {
                table->selectRow(0);
            }
        }
        ready();
        if (!target.isEmpty()) {
            page->openTarget(target);
            ready();
        }
        if (prepare) {
            prepare(*this);
            ready();
        }
    }
    /// Selects the first row of this table whose cell in this column has this text; any row if there is none.
    void select(const char* table, int column = 0, const char* cell = "") {
        ready();
        auto* view = page->findChild<QTableView*>(QLatin1String(table));
        QVERIFY2(view != nullptr, table);
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QString shown = view->model()->index(row, column).data().toString();
            if (*cell == '\0' || shown == QString::fromUtf8(cell)) {
                view->selectRow(row);
                break;
            }
        }
        ready();
    }
    void ready() {
        QCoreApplication::processEvents();
        QTRY_VERIFY(services.scope.isLoaded() && page->isReady());
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QStringList enabled() const {
        static const QRegularExpression noted(
            QStringLiteral("^_q_|^choice\\.|^column\\.|^time\\.|\\.show\\.|\\.copy(Rows|Cell)$"));
        QStringList names;
        for (const auto* action : page->findChildren<QAction*>()) {
            if (!action->objectName().isEmpty() && !noted.match(action->objectName()).hasMatch() &&
                action->isEnabled()) {
                names << action->objectName();
            }
        }
        names.removeDuplicates();
        names.sort();
        return names;
    }

    QTemporaryDir folder;
    ui::ConsoleServices services;
    std::unique_ptr<ui::Page> page;
};

enum Which : std::size_t { Overview, Dispatch, Orders, Delayed, Sales, Campaigns, Returns, Workers, Audit, Settings };
using Needs = std::vector<std::pair<Permission, const char*>>;

QStringList words(const char* text) { return QString::fromLatin1(text).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

/// With every permission these can be done, and without each one those that need it cannot, and nothing else changes.
/// And each permission is enough for what needs no other, beside reading.
void compare(api::EngineApi& engine, Which which, const QVariantMap& target, const char* actions, const Needs& needs,
             const Seat::Prepare& prepare = {}) {
    const auto all = words(actions);
    QCOMPARE(Seat(engine, which, target, ~0U, prepare).enabled().join(QLatin1Char(' ')), all.join(QLatin1Char(' ')));
    std::map<QString, api::Permissions> needed;
    for (const auto& [permission, needing] : needs) {
        for (const auto& name : words(needing)) {
            needed[name] |= bitOf(permission);
        }
    }
    std::map<api::Permissions, QStringList> together;
    for (const auto& [name, permissions] : needed) {
        together[permissions] << name;
    }
    for (const auto& [permissions, names] : together) {
        const auto found = Seat(engine, which, target, permissions | bitOf(Permission::Read), prepare).enabled();
        for (const auto& name : names) {
            QVERIFY2(found.contains(name), qPrintable(QStringLiteral("%1 with no more than it needs").arg(name)));
        }
    }
    for (std::size_t missing = static_cast<std::size_t>(Permission::Read) + 1; missing < api::kPermissions; ++missing) {
        auto expected = all;
        for (const auto& [permission, needing] : needs) {
            if (permission == static_cast<Permission>(missing)) {
                for (const auto& name : words(needing)) {
                    QVERIFY2(expected.removeOne(name), qPrintable(name));
                }
            }
        }
        const auto found = Seat(engine, which, target, ~0U & ~(1U << missing), prepare).enabled();
        QVERIFY2(found == expected,
                 qPrintable(QStringLiteral("without permission %1: %2, instead of %3")
                                .arg(missing)
                                .arg(found.join(QLatin1Char(' ')), expected.join(QLatin1Char(' ')))));
    }
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
                "seckill.check seckill.edit seckill.end seckill.new seckill.refresh seckill.rehearse seckill.repair "
                "seckill.stop seckill.topUp",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.stop seckill.topUp"}});
        compare(shop, Sales, of("box-evening"),
                "seckill.check seckill.edit seckill.end seckill.new seckill.refresh seckill.rehearse seckill.repair "
                "seckill.stop seckill.topUp",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.stop seckill.topUp"}});
        compare(shop, Sales, of("box-draft"),
                "seckill.discard seckill.edit seckill.new seckill.refresh seckill.rehearse seckill.start",
                {{Permission::ManageActivities, "seckill.discard seckill.edit seckill.new seckill.start"}});
        compare(shop, Sales, of("tea-monday"), "seckill.edit seckill.new seckill.refresh seckill.rehearse",
                {{Permission::ManageActivities, "seckill.edit seckill.new"}});
        (void)shop.must(shop.seckill().stop(test::Shop::by("bo"), ActivityId("tea-noon")));
        compare(shop, Sales, of("tea-noon"),
                "seckill.check seckill.edit seckill.end seckill.new seckill.refresh seckill.rehearse seckill.repair "
                "seckill.resume seckill.topUp",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.resume seckill.topUp"}});
    }

    void campaigns() {
        test::CampaignShop shop;
        const auto of = [](const char* id) { return QVariantMap{{QStringLiteral("campaign"), QLatin1String(id)}}; };
        for (const char* id : {"lunch", "evening"}) {
            compare(shop, Campaigns, of(id),
                    "campaign.copy campaign.edit campaign.export campaign.new campaign.pause campaign.refresh "
                    "campaign.rehearse campaign.saveBurn campaign.stop",
                    {{Permission::ManageCampaigns,
                      "campaign.copy campaign.edit campaign.new campaign.pause campaign.rehearse campaign.stop"}});
        }
        compare(shop, Campaigns, of("weekend"),
                "campaign.copy campaign.edit campaign.new campaign.refresh campaign.rehearse campaign.remove "
                "campaign.start",
                {{Permission::ManageCampaigns,
                  "campaign.copy campaign.edit campaign.new campaign.rehearse campaign.remove campaign.start"}});
        compare(shop, Campaigns, of("spring"),
                "campaign.copy campaign.edit campaign.export campaign.new campaign.refresh campaign.rehearse "
                "campaign.saveBurn",
                {{Permission::ManageCampaigns, "campaign.copy campaign.edit campaign.new campaign.rehearse"}});
        (void)shop.must(shop.campaigns().pause(test::Shop::by("bo"), CampaignId("lunch")));
        compare(shop, Campaigns, of("lunch"),
                "campaign.copy campaign.edit campaign.export campaign.new campaign.refresh campaign.rehearse "
                "campaign.resume campaign.saveBurn campaign.stop",
                {{Permission::ManageCampaigns,
                  "campaign.copy campaign.edit campaign.new campaign.rehearse campaign.resume campaign.stop"}});
    }

    void peopleAndWhatTheyRun() {
        test::TeamShop shop;
        QTemporaryDir folder;
        (void)shop.must(shop.engine().backups().take(
            test::Shop::by("bo"), folder.filePath(QStringLiteral("one.evenhand-backup")).toStdString(), {}));
        auto& engine = shop.engine();
        shop.clock().advanceMs(60 * 60'000);  // to two and a half hours: whoever has not picked up is late
        engine.runUntilIdle();
        const auto pane = [](const char* id) { return QVariantMap{{QStringLiteral("pane"), QLatin1String(id)}}; };
        compare(
            engine, Settings, pane("people"),
            "people.export settings.addPerson settings.addToken settings.addWebhook settings.disable settings.refresh "
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
                "settings.addPerson settings.addToken settings.addWebhook settings.refresh settings.revokeToken "
                "settings.signOut settings.takeBackup settings.verifyBackup token.export",
                {{Permission::ManageWebhooks, "settings.addWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken settings.revokeToken"},
                 {Permission::ReadAudit, "settings.revokeToken token.export"},
                 {Permission::ManageBackups, "settings.takeBackup settings.verifyBackup"}},
                [](Seat& seat) { seat.select("tokenTable"); });
        compare(engine, Settings, pane("webhooks"),
                "settings.addPerson settings.addToken settings.addWebhook settings.editWebhook settings.newSecret "
                "settings.refresh settings.removeWebhook settings.resend settings.signOut settings.takeBackup "
                "settings.testWebhook settings.verifyBackup",
                {{Permission::ManageWebhooks,
                  "settings.addWebhook settings.editWebhook settings.newSecret settings.removeWebhook "
                  "settings.resend settings.testWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken"},
                 {Permission::ManageBackups, "settings.takeBackup settings.verifyBackup"}},
                [](Seat& seat) {
                    seat.select("webhookTable");
                    seat.select("deliveriesTable");
                });
        compare(engine, Settings, pane("backups"),
                "settings.addPerson settings.addToken settings.addWebhook settings.planBackups settings.refresh "
                "settings.signOut settings.takeBackup settings.verifyBackup",
                {{Permission::ManageWebhooks, "settings.addWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken"},
                 {Permission::ManageBackups, "settings.planBackups settings.takeBackup settings.verifyBackup"}},
                [](Seat& seat) { seat.select("backupTable"); });
        compare(engine, Overview, {},
                "overview.refresh overviewAlerts.acknowledge overviewAlerts.export overviewAlerts.openOrder "
                "overviewAlerts.reassign "
                "overviewAlerts.resolve overviewAlerts.silence overviewAlerts.sound",
                {{Permission::Dispatch,
                  "overviewAlerts.acknowledge overviewAlerts.reassign overviewAlerts.resolve "
                  "overviewAlerts.silence"}});
        compare(
            engine, Orders, {},
            "order.cancel order.extendTimeout order.pickedUp order.reassignNext order.reassignTo order.refund "
            "order.requestReturn orders.clearFilter orders.columns orders.detail orders.export orders.find "
            "orders.refresh",
            {{Permission::Dispatch, "order.extendTimeout order.pickedUp order.reassignNext order.reassignTo"},
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
                "tasks.drop tasks.export tasks.retry workers.dead workers.hold workers.refresh",
                {{Permission::ManageTasks, "tasks.drop tasks.retry workers.hold"}},
                [](Seat& seat) { seat.select("tasksTable"); });
    }

    void rowsOfASaleAndDraws() {
        test::SeckillShop sales;
        const QVariantMap noon{{QStringLiteral("activity"), QStringLiteral("tea-noon")}};
        // A message without its order cannot be acknowledged, and of one whose order is there nothing can be released.
        compare(sales, Sales, noon,
                "seckill.check seckill.edit seckill.end seckill.new seckill.refresh seckill.rehearse seckill.repair "
                "seckill.stop seckill.topUp seckillPending.claim seckillPending.release",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.stop seckill.topUp "
                  "seckillPending.claim seckillPending.release"}},
                [](Seat& seat) { seat.select("seckillPendingTable", 0, "hung0"); });
        compare(sales, Sales, noon,
                "seckill.check seckill.edit seckill.end seckill.new seckill.refresh seckill.rehearse seckill.repair "
                "seckill.stop seckill.topUp seckillPending.acknowledge seckillPending.claim",
                {{Permission::ManageActivities,
                  "seckill.edit seckill.end seckill.new seckill.repair seckill.stop seckill.topUp "
                  "seckillPending.acknowledge seckillPending.claim"}},
                [](Seat& seat) { seat.select("seckillPendingTable", 0, "r1000"); });
        test::CampaignShop campaigns;
        compare(campaigns, Campaigns, {{QStringLiteral("campaign"), QStringLiteral("lunch")}},
                "campaign.copy campaign.edit campaign.export campaign.giveBack campaign.new campaign.pause "
                "campaign.refresh campaign.rehearse campaign.saveBurn campaign.stop",
                {{Permission::ManageCampaigns,
                  "campaign.copy campaign.edit campaign.giveBack campaign.new campaign.pause campaign.rehearse "
                  "campaign.stop"}},
                [](Seat& seat) {
                    static_cast<ui::CampaignPage&>(*seat.page).tabs()->setCurrentIndex(ui::CampaignPage::DrawsTab);
                    seat.select("campaignDraws", 0, "Granted");
                });
    }

    void theOtherPages() {
        test::ReturnsShop shop;
        auto& engine = shop.engine();
        compare(engine, Overview, {}, "overview.refresh overviewAlerts.export overviewAlerts.sound", {});
        compare(engine, Dispatch, {},
                "dispatchExportCouriers dispatchHandOver dispatchHandOverTo dispatchOffDuty dispatchRefresh",
                {{Permission::Dispatch, "dispatchHandOver dispatchHandOverTo dispatchOffDuty"}});
        compare(engine, Dispatch, {{QStringLiteral("campus"), QStringLiteral("C1")}},
                "dispatchCalibrate dispatchEditPolicy dispatchExportCouriers dispatchExportFairness "
                "dispatchExportWeights dispatchPause dispatchRefresh",
                {{Permission::Dispatch, "dispatchPause"}});
        compare(engine, Orders, {},
                "orders.clearFilter orders.columns orders.detail orders.export orders.find orders.refresh", {});
        compare(engine, Delayed, {},
                "delayed.clearFilter delayed.find delayed.late delayed.pause delayed.refresh delayed.settings "
                "delayedAlerts.sound queue.compare queue.rearm queue.switch timer.cancel timer.postpone timer.run "
                "timers.export",
                {{Permission::Dispatch, "delayed.pause queue.rearm timer.cancel timer.postpone timer.run"},
                 {Permission::CancelOrders, "timer.run"},  // the first one closes its order
                 {Permission::ManagePolicies, "queue.switch"}});
        compare(engine, Returns, {},
                "return.approve return.cancel return.reject returns.clearFilter returns.detail returns.export "
                "returns.find returns.provider returns.refresh returns.settings",
                {{Permission::RequestReturns, "return.cancel"},
                 {Permission::ApproveReturns, "return.approve return.reject"}});
        compare(engine, Workers, {}, "tasks.export workers.dead workers.hold workers.refresh",
                {{Permission::ManageTasks, "workers.hold"}});
        compare(engine, Audit, {}, "audit.clearFilter audit.detail audit.export audit.find audit.refresh audit.verify",
                {{Permission::ReadAudit, "audit.export audit.verify"}});
        compare(engine, Settings, {},
                "settings.addPerson settings.addToken settings.addWebhook settings.refresh settings.signOut "
                "settings.takeBackup settings.verifyBackup",
                {{Permission::ManageWebhooks, "settings.addWebhook"},
                 {Permission::ManagePeople, "settings.addPerson settings.addToken"},
                 {Permission::ManageBackups, "settings.takeBackup settings.verifyBackup"}});
    }
};

QTEST_MAIN(TestPageRules)
#include "test_page_rules.moc"

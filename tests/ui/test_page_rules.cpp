// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of every page over a shop with something of everything: which of them can be done with what is selected,
// and which of these each permission is for. The tables are written by hand from the rules of the business; an action
// that is new has to be added to them.
#include <QAction>
#include <QRegularExpression>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <utility>
#include <vector>

#include "engine/base/log.h"
#include "tests/support/campaign_shop.h"
#include "tests/support/returns_shop.h"
#include "tests/support/seckill_shop.h"
#include "ui/pages/pages.h"
#include "ui/shell/console_services.h"
#include "ui/shell/page.h"
#include "ui/shell/page_registry.h"

using namespace evenhand;
using api::Permission;

namespace {

/// A page, shown to somebody, with the first row of each of its tables selected.
struct Seat {
    Seat(api::EngineApi& engine, std::size_t which, const QVariantMap& target, api::Permissions permissions)
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
    }
    void ready() {
        QCoreApplication::processEvents();
        QTRY_VERIFY(services.scope.isLoaded() && page->isReady());
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QStringList enabled() const {
        static const QRegularExpression noted(QStringLiteral("^_q_|^choice\\.|^column\\.|^time\\.|\\.show\\."));
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
void compare(api::EngineApi& engine, Which which, const QVariantMap& target, const char* actions, const Needs& needs) {
    const auto all = words(actions);
    QCOMPARE(Seat(engine, which, target, ~0U).enabled(), all);
    for (std::size_t missing = static_cast<std::size_t>(Permission::Read) + 1; missing < api::kPermissions; ++missing) {
        auto expected = all;
        for (const auto& [permission, needing] : needs) {
            if (permission == static_cast<Permission>(missing)) {
                for (const auto& name : words(needing)) {
                    QVERIFY2(expected.removeOne(name), qPrintable(name));
                }
            }
        }
        const auto found = Seat(engine, which, target, ~0U & ~(1U << missing)).enabled();
        QVERIFY2(found == expected,
                 qPrintable(QStringLiteral("without permission %1: %2, instead of %3")
                                .arg(missing)
                                .arg(found.join(QLatin1Char(' ')), expected.join(QLatin1Char(' ')))));
    }
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

    void theOtherPages() {
        test::ReturnsShop shop;
        auto& engine = shop.engine();
        compare(engine, Overview, {}, "overview.refresh overviewAlerts.sound", {});
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
                "delayedAlerts.sound queue.compare queue.rearm queue.switch timer.cancel timer.postpone timer.run",
                {{Permission::Dispatch, "delayed.pause queue.rearm timer.cancel timer.postpone timer.run"},
                 {Permission::CancelOrders, "timer.run"},  // the first one closes its order
                 {Permission::ManagePolicies, "queue.switch"}});
        compare(engine, Returns, {},
                "return.approve return.cancel return.reject returns.clearFilter returns.detail returns.export "
                "returns.find returns.provider returns.refresh returns.settings",
                {{Permission::RequestReturns, "return.cancel"},
                 {Permission::ApproveReturns, "return.approve return.reject"}});
        compare(engine, Workers, {}, "workers.dead workers.hold workers.refresh",
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

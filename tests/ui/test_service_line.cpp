// SPDX-License-Identifier: GPL-3.0-or-later
// A console whose line to the service is cut: the rows on screen stay and show of when they are, no action is possible,
// and everything is read again once the line is back. Folders of the service's machine are not looked for on this one.
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "engine/wire/protocol.h"
#include "tests/support/fakes/altered_engine.h"
#include "tests/support/shops/order_shop.h"
#include "tests/ui/console_over.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/models/paged_table.h"
#include "ui/pages/settings/service_path_dialog.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/shell/engine_pill.h"
#include "ui/shell/state_banner.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/action_state.h"

namespace test_service_line {

using namespace evenhand;

namespace {

// Events wait here and there so that many cost no more than one. All waits together, at their longest, leave time to
// spare of the second in which one console shows what another one did.
static_assert(wire::kEventsMs + ui::EngineBridge::kEmitIntervalMs + ui::PagedTable::kRefreshMs < 1'000);

/// A service on a line. Events that happen while the line is cut are lost, also afterwards.
class CutEngine final : public test::AlteredEngine {
public:
    using AlteredEngine::AlteredEngine;

    void cut() {
        setState(api::EngineState::Disconnected, "Connection refused", ErrorCode::Unreachable);
        m_isCut = true;
    }
    void mend() {
        m_isCut = false;
        setState(api::EngineState::Live, {});
    }
    std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override {
        return AlteredEngine::subscribe([this, handler = std::move(handler)](const auto& events) {
            if (!m_isCut) {
                handler(events);
            }
        });
    }

private:
    std::atomic<bool> m_isCut{false};
};

struct Desk {
    explicit Desk(const char* language = "en") : line(shop.engine()), console(line) {
        console.look.serviceAddress = [this] { return address; };
        console.look.language = QLatin1String(language);
        console.open();
    }
    ~Desk() { console.window.reset(); }
    [[nodiscard]] ui::MainWindow& window() const { return *console.window; }
    [[nodiscard]] ui::OrderPane::Model& orders() const { return console.orders()->model(); }
    [[nodiscard]] bool ready() const { return orders().total() >= 0 && console.orders()->isReady(); }
    [[nodiscard]] int rowOf(const OrderNo& orderNo) const {
        for (int row = 0; row < orders().rowCount(); ++row) {
            if (const auto* order = orders().row(row); order != nullptr && order->orderNo == orderNo) {
                return row;
            }
        }
        return -1;
    }
    [[nodiscard]] std::optional<api::OrderStatus> shownStatus(const OrderNo& orderNo) const {
        const int row = rowOf(orderNo);
        return row < 0 ? std::nullopt : std::optional(orders().row(row)->status);
    }
    /// An order that its courier can still deliver.
    [[nodiscard]] OrderNo open() const {
        for (int row = 0; row < orders().rowCount(); ++row) {
            const auto* order = orders().row(row);
            if (order != nullptr && order->status == api::OrderStatus::WaitPickUp && !order->courier.empty()) {
                return order->orderNo;
            }
        }
        return {};
    }
    [[nodiscard]] bool isVeiled() const {
        return window().findChild<QWidget*>(QStringLiteral("staleVeil"))->isVisible();
    }
    [[nodiscard]] ui::BackupPane* backups() const {
        for (std::size_t i = 0; i < window().pages().size(); ++i) {
            if (window().pages()[i]->id() == QLatin1String("settings")) {
                window().showPage(static_cast<int>(i));
                auto* page = static_cast<ui::SettingsPage*>(window().pages()[i]);
                page->showPane(QStringLiteral("backups"));
                return page->backups();
            }
        }
        return nullptr;
    }

    QString address = QStringLiteral("shop.example:8480");
    test::OrderShop shop;
    CutEngine line;
    test::ConsoleOver console;
};

int rowsIn(const QWidget& page) {
    int rows = 0;
    for (const auto* table : page.findChildren<QTableView*>()) {
        rows += table->model() != nullptr ? table->model()->rowCount() : 0;
    }
    return rows;
}

void allowReturns(test::Shop& shop) {
    (void)shop.must(shop.engine().returns().setPolicy(test::Shop::by("root"), {}, api::ReturnPolicy{}));
}

/// One more of everything that is listed.
void changeEverything(test::Shop& shop) {
    auto& engine = shop.engine();
    const auto bo = test::Shop::by("bo");
    constexpr std::int64_t kHourMs = 3'600'000;
    const Instant begin = shop.now().plusMs(kHourMs);
    (void)shop.sell(0);
    (void)shop.must(engine.seckill().setUp(bo, {ActivityId("noon"), "Noon", Sku("tea-07"), test::Shop::campus(0),
                                                Money{100}, 1, begin, begin.plusMs(kHourMs)}));
    api::CampaignSettings campaign;
    campaign.name = "Lunch";
    campaign.shape = {Money{300'000}, 1'000, Money{1'000}, 4};
    campaign.begin = begin;
    campaign.end = begin.plusMs(kHourMs);
    (void)shop.must(engine.campaigns().create(bo, CampaignId("lunch"), campaign));
    api::RequestReturn back;
    back.orderNo = shop.paidOrder(5);
    back.number = ReturnNo("R-1");
    back.lines = {{Sku("tea-07"), 1}};
    back.reason = "sold out";
    (void)shop.must(engine.returns().request(bo, back));
    (void)shop.must(engine.shop().addProduct(bo, {Sku("pie"), "Pie", Money{100}, 10}));
    (void)shop.must(engine.tokens().create(bo, {"till", api::bitOf(api::TokenScope::OrdersRead), 0}));
    api::WebhookInput endpoint;
    endpoint.name = "Kitchen";
    endpoint.url = "https://kitchen.example/in";
    endpoint.events = {api::WebhookEvent::OrderClosed};
    (void)shop.must(engine.webhooks().create(bo, endpoint, {}));
}

}  // namespace

class TestServiceLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatChangedMeanwhileIsShownAfterwards() {
        Desk desk;
        desk.console.showOrders();
        QTRY_VERIFY(desk.ready());
        const auto changed = desk.open();
        QVERIFY(desk.rowOf(changed) >= 0);
        auto* table = desk.console.orders()->table();
        table->selectRow(desk.rowOf(changed));
        desk.console.orders()->pane()->detailToggle()->setChecked(true);  // in a narrow window it is hidden at first
        auto* detail = desk.console.orders()->detail();
        QTRY_VERIFY(detail->detail().has_value());
        const auto all = desk.orders().total();
        desk.line.cut();
        QTRY_VERIFY(desk.isVeiled());
        desk.shop.carry(changed, true);
        const auto placed = desk.shop.sell(0);
        // The rows that were read before stay.
        QCOMPARE(desk.shownStatus(changed), std::optional(api::OrderStatus::WaitPickUp));
        QCOMPARE(desk.rowOf(placed), -1);
        desk.line.mend();
        QTRY_COMPARE(desk.shownStatus(changed), std::optional(api::OrderStatus::Delivered));
        QTRY_VERIFY(desk.rowOf(placed) >= 0);
        QTRY_COMPARE(desk.orders().total(), all + 1);
        QTRY_COMPARE(detail->detail()->row.status, api::OrderStatus::Delivered);
        QVERIFY(!desk.isVeiled());
    }

    /// The line is back before the console notices that it was cut.
    void aShortCutIsNotMissed() {
        Desk desk;
        desk.console.showOrders();
        QTRY_VERIFY(desk.ready());
        const auto changed = desk.open();
        desk.line.cut();
        desk.shop.carry(changed, true);
        desk.line.mend();
        QTRY_COMPARE(desk.shownStatus(changed), std::optional(api::OrderStatus::Delivered));
    }

    /// Not the orders alone, and without anybody asking.
    void everyListShowsWhatCameMeanwhile_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("pane");  // of the settings
        for (const char* page : {"orders", "seckill", "campaigns", "returns", "shop", "audit"}) {
            QTest::newRow(page) << QString::fromLatin1(page) << QString();
        }
        for (const char* pane : {"api", "webhooks"}) {
            QTest::newRow(pane) << QStringLiteral("settings") << QString::fromLatin1(pane);
        }
    }
    void everyListShowsWhatCameMeanwhile() {
        QFETCH(QString, page);
        QFETCH(QString, pane);
        Desk desk;
        allowReturns(desk.shop);
        auto& window = desk.window();
        QVariantMap target;
        if (!pane.isEmpty()) {
            target.insert(QStringLiteral("pane"), pane);
        }
        window.context().navigator.open(page, target);
        QTRY_COMPARE(window.currentPage()->id(), page);
        QTRY_VERIFY(window.currentPage()->isReady());
        desk.line.cut();
        QTRY_VERIFY(desk.isVeiled());
        const int before = rowsIn(*window.currentPage());
        changeEverything(desk.shop);
        desk.line.mend();
        QTRY_VERIFY(!desk.isVeiled());
        QTRY_VERIFY(rowsIn(*window.currentPage()) > before);
    }

    void whileItIsCutItSaysOfWhenItIs() {
        Desk desk;
        auto& window = desk.window();
        QCOMPARE(window.windowTitle(), QStringLiteral("shop.example:8480 – Evenhand"));
        const auto at = window.context().formats.time(desk.shop.now());
        desk.line.cut();
        QTRY_VERIFY(window.banner()->isVisible());
        QVERIFY2(window.banner()->text().contains(QStringLiteral("as of %1").arg(at)),
                 qPrintable(window.banner()->text()));
        QVERIFY(window.banner()->text().contains(
            QStringLiteral("There is no connection to the service shop.example:8480")));
        const QString why = window.context().bridge.whyNotAllowed(api::Operation::OrdersCancel);
        QVERIFY2(why.contains(QLatin1String("no connection to the service")), qPrintable(why));
        // The page can be scrolled and searched as before.
        auto* veil = window.findChild<QWidget*>(QStringLiteral("staleVeil"));
        QVERIFY(veil->testAttribute(Qt::WA_TransparentForMouseEvents));
        QCOMPARE(veil->geometry(), window.currentPage()->parentWidget()->geometry());
        window.resize(window.width() - 120, window.height() - 40);
        QTRY_COMPARE(veil->geometry(), window.currentPage()->parentWidget()->geometry());
        // The next address of the list has answered.
        desk.address = QStringLiteral("spare.example:8480");
        desk.line.mend();
        QTRY_COMPARE(window.windowTitle(), QStringLiteral("spare.example:8480 – Evenhand"));
        QVERIFY(!window.banner()->isVisible());
        QTRY_VERIFY2(window.topBar()->enginePill()->toolTip().contains(QLatin1String("spare.example:8480")),
                     qPrintable(window.topBar()->enginePill()->toolTip()));
    }

    void itSaysSoInChineseToo() {
        Desk desk("zh");
        desk.line.cut();
        QTRY_VERIFY(desk.window().banner()->isVisible());
        QVERIFY2(desk.window().banner()->text().contains(QStringLiteral("与服务 shop.example:8480 的连接已中断")),
                 qPrintable(desk.window().banner()->text()));
    }

    void backupsLieAtTheService() {
        Desk desk;
        auto* backups = desk.backups();
        QVERIFY(backups != nullptr);
        QTRY_VERIFY(backups->isReady());
        QTRY_VERIFY(!ui::whyDisabled(*backups->action("restoreBackup")).isEmpty());
        QVERIFY(ui::whyDisabled(*backups->action("restoreBackup")).contains(QLatin1String("evenhandctl restore")));
        backups->action("takeBackup")->trigger();
        QVERIFY(desk.window().findChild<QFileDialog*>() == nullptr);
        QPointer dialog = desk.window().findChild<ui::ServicePathDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("servicePathAbout"))
                    ->text()
                    .contains(QLatin1String("shop.example:8480")));
        auto* go = dialog->findChild<QPushButton*>(QStringLiteral("servicePathGo"));
        auto* path = dialog->findChild<QLineEdit*>(QStringLiteral("servicePath"));
        QVERIFY(!go->isEnabled());
        path->setText(QStringLiteral("not/whole"));
        QVERIFY(!go->isEnabled() && !go->toolTip().isEmpty());
        const QString there = desk.console.folder.filePath(QStringLiteral("there.evenhand-backup"));
        path->setText(there);
        QTest::keyClick(path, Qt::Key_Return);
        QTRY_COMPARE(backups->model()->rowCount(), 1);
        QTRY_VERIFY(backups->isReady());
        QTRY_COMPARE(backups->model()->row(0)->status, api::BackupStatus::Verified);
        QCOMPARE(backups->model()->row(0)->path, there.toStdString());
        QTRY_VERIFY(dialog == nullptr);
        // The service's folder cannot be chosen on this machine.
        backups->action("planBackups")->trigger();
        QVERIFY(backups->planDialog() != nullptr);
        QVERIFY(backups->planDialog()->findChild<QAction*>(QStringLiteral("scheduleBrowse")) == nullptr);
        backups->planDialog()->close();
    }

    /// Closing the window loses nothing, so there is no question.
    void whatTheServiceLostIsNoReasonToStay() {
        Desk desk;
        desk.line.setState(api::EngineState::ReadOnly, "gone", ErrorCode::WorkspaceMissing);
        QTRY_VERIFY(desk.window().banner()->text().contains(QLatin1String("before the service is stopped")));
        QVERIFY(desk.window().close());
        QVERIFY(!desk.window().isVisible());
    }
};

}  // namespace test_service_line

QTEST_MAIN(test_service_line::TestServiceLine)
#include "test_service_line.moc"

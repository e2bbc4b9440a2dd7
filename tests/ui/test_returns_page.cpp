// SPDX-License-Identifier: GPL-3.0-or-later
// The page of returns over the real engine in memory: queue, counts, filters, columns, detail, hostile text, what is
// not known, refunds, ledger, export, settings, language.
#include <QApplication>
#include <QFile>
#include <QMenu>
#include <QTextDocument>

#include "tests/support/shops/returns_shop.h"
#include "tests/ui/returns_hand.h"
#include "ui/shell/language.h"
#include "ui/widgets/formats.h"

namespace test_returns_page {

using namespace evenhand;
using api::RefundStatus;
using api::ReturnStage;

namespace {

struct Desk : test::ReturnsHand {
    explicit Desk(api::Actor actor = api::Actor::administrator("local:test"), int orders = 40, bool empty = false,
                  bool broken = false)
        : shop(orders, empty) {
        shop.breakDisk(broken);
        open(shop.engine(), std::move(actor));
    }
    ~Desk() { close(); }
    [[nodiscard]] ReturnId first(ReturnStage stage, std::optional<api::RefundStatus> refund = std::nullopt) {
        api::ReturnFilter filter;
        filter.stages = {stage};
        for (const auto& row : shop.returns(filter)) {
            if (!refund || row.refund == refund) {
                return row.id;
            }
        }
        return {};
    }
    /// Shows every stage and this return in detail.
    void show(ReturnId id) {
        pane()->filters()->clear();
        QTRY_VERIFY(ready() && rowOf(id) >= 0);
        select({id});
        QTRY_VERIFY(shows(id));
    }

    test::ReturnsShop shop;
};

}  // namespace

class TestReturnsPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensOnWhatWaitsOldestFirst() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.model().total(), desk.shop.returnsWaiting());
        QVERIFY(desk.model().total() > 3);
        for (int row = 1; row < desk.model().rowCount(); ++row) {
            QVERIFY(desk.model().row(row - 1)->requestedAt <= desk.model().row(row)->requestedAt);
            QVERIFY(desk.model().row(row)->stage == ReturnStage::Approval ||
                    desk.model().row(row)->stage == ReturnStage::SecondApproval);
        }
        QTRY_COMPARE(desk.page->badge(), std::optional<qint64>(desk.shop.returnsWaiting()));
        const auto counts = desk.pane()->counts();
        QVERIFY(counts.has_value());
        QVERIFY(desk.pane()->stage(ReturnStage::Approval)->text().contains(QString::number(counts->approval)));
        QVERIFY(desk.pane()->stage(ReturnStage::Goods)->text().contains(QString::number(counts->goods)));
        const auto* oldest = desk.page->findChild<QLabel*>(QStringLiteral("returnOldest"));
        QVERIFY2(oldest->text().startsWith(QStringLiteral("oldest waits ")), qPrintable(oldest->text()));
        // The age is of now, and old ones are marked.
        const Instant at = desk.model().row(0)->requestedAt;
        QCOMPARE(desk.shown(0, "age"), ui::Formats::duration(desk.shop.now().ms - at.ms));
    }

    void filtersByStageTextAndCampus() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.pane()->showStages({ReturnStage::Failed});
        QTRY_VERIFY(desk.ready() && desk.model().total() > 0 && desk.model().row(0)->stage == ReturnStage::Failed);
        const auto row = *desk.model().row(0);
        desk.pane()->filters()->clear();
        QTRY_COMPARE(desk.model().total(), static_cast<qint64>(desk.shop.returns({}).size()));
        desk.pane()->setText(ui::text(row.orderNo));
        QTRY_COMPARE(desk.model().total(), 1);
        QCOMPARE(desk.model().row(0)->id, row.id);
        desk.pane()->filters()->clear();
        desk.services->scope.setCurrent(row.campus);
        api::ReturnFilter campus;
        campus.campus = row.campus;
        QTRY_COMPARE(desk.model().total(), static_cast<qint64>(desk.shop.returns(campus).size()));
    }

    void aHeaderAsksForItsOrder() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.model().orderColumn(), desk.columnOf("age"));
        QVERIFY(desk.model().isDescending());  // the highest age first, so the earliest request
        desk.pane()->filters()->clear();
        desk.model().setOrder(desk.columnOf("number"), true);
        desk.model().restart();
        QTRY_VERIFY(desk.ready() && desk.model().rowCount() > 3);
        for (int row = 1; row < desk.model().rowCount() && desk.model().row(row) != nullptr; ++row) {
            QVERIFY(desk.model().row(row - 1)->number.str() > desk.model().row(row)->number.str());
        }
    }

    void rowsChangeInPlaceAndKeepTheSelection() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto kept = desk.model().row(3)->id;
        const auto gone = desk.model().row(0)->id;
        desk.select({kept});
        QTRY_VERIFY(desk.shows(kept));
        QSignalSpy resets(&desk.model(), &QAbstractItemModel::modelReset);
        // Somebody else rejects the one at the top: it leaves, ours moves up and stays selected.
        (void)desk.shop.must(desk.shop.engine().returns().reject(test::Shop::by("bo"), {{gone, 0}}, {}));
        QTRY_COMPARE(desk.rowOf(gone), -1);
        QTRY_COMPARE(desk.rowOf(kept), 2);
        QCOMPARE(desk.pane()->table()->selectedAt(9), std::vector<int>{2});
        QCOMPARE(desk.pane()->table()->currentIndex().row(), 2);
        QCOMPARE(resets.count(), 0);
        QVERIFY(desk.shows(kept));
    }

    void manyReturnsAreReadInBlocks() {
        Desk desk(api::Actor::administrator("local:test"), 900, true);
        for (int i = 0; i < 701; ++i) {
            (void)desk.shop.askBack(i, "anna", "again");
        }
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.model().total() > 700);
        QVERIFY(desk.model().row(650) == nullptr);
        desk.pane()->table()->scrollToBottom();
        QTRY_VERIFY(desk.model().row(static_cast<int>(desk.model().total()) - 1) != nullptr);
    }

    void detailTellsUnitsMoneyReasonAndWho() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto id = desk.first(ReturnStage::Goods, api::RefundStatus::Held);
        desk.show(id);
        const auto* panel = desk.pane()->detail();
        const auto* units = panel->quantities();
        const QString rice = QStringLiteral("Fried rice 扬州炒饭");
        QCOMPARE(units->cell(rice, QStringLiteral("Deducted")), QStringLiteral("3"));
        QCOMPARE(units->cell(rice, QStringLiteral("Returned")), QStringLiteral("2"));
        QCOMPARE(units->cell(rice, QStringLiteral("Returnable")), QStringLiteral("1"));
        QCOMPARE(units->cell(rice, QStringLiteral("Approved")), QStringLiteral("2"));
        const auto& money = desk.detail()->order.money;
        const auto& formats = desk.services->formats;
        QCOMPARE(panel->money()->valueOf(QStringLiteral("Paid")), formats.moneyWithCurrency(money.paid));
        QCOMPARE(panel->money()->valueOf(QStringLiteral("Still refundable")),
                 formats.moneyWithCurrency(money.refundable));
        QCOMPARE(panel->reason()->text(), QStringLiteral("One portion was missing."));
        // Held is not granted, and granted is not paid.
        const auto stands = panel->refund()->valueOf(QStringLiteral("Now"));
        QVERIFY2(stands.startsWith(QStringLiteral("Held for the goods")), qPrintable(stands));
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Granted")), QStringLiteral("–"));
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Paid back")), QStringLiteral("–"));
        QVERIFY(panel->timeline()->entries().size() >= 2);
        QCOMPARE(panel->timeline()->entries().front().actor, QStringLiteral("anna"));
    }

    void fourEyesAreTold() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.shop.setPolicy({api::GoodsRule::MoneyFirst, Money{1}, std::nullopt});
        const auto mine = desk.shop.askBack(22, "local:test", "too salty");
        desk.show(mine);
        QVERIFY(desk.pane()->detail()->eyes()->text().contains(QStringLiteral("somebody other than local:test")));
        QVERIFY(desk.pane()->detail()->eyes()->text().contains(QStringLiteral("You may not")));
        QVERIFY(!desk.action(ui::ReturnAction::Approve)->isEnabled());
        QVERIFY2(desk.why(ui::ReturnAction::Approve).contains(QStringLiteral("Four eyes")),
                 qPrintable(desk.why(ui::ReturnAction::Approve)));
        const auto hers = desk.shop.askBack(23, "anna", "too salty");
        desk.show(hers);
        QVERIFY(desk.pane()->detail()->eyes()->text().contains(QStringLiteral("You may decide")));
        QVERIFY(desk.action(ui::ReturnAction::Approve)->isEnabled());
    }

    void hostileTextIsShownAsItIs() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const std::string hostile = "<img src=x onerror=alert(1)><b>now</b>";
        const auto id = desk.shop.askBack(24, "<u>eve</u>", hostile);
        desk.show(id);
        const auto* panel = desk.pane()->detail();
        QCOMPARE(panel->reason()->text(), QString::fromStdString(hostile));
        QCOMPARE(panel->reason()->textFormat(), Qt::PlainText);
        for (const auto* label : desk.page->findChildren<QLabel*>()) {
            QVERIFY2(label->textFormat() == Qt::PlainText || label->text().isEmpty() ||
                         label->pixmap().isNull() == false || !Qt::mightBeRichText(label->text()),
                     qPrintable(label->objectName() + QStringLiteral(": ") + label->text()));
        }
        const int row = desk.rowOf(id);
        QCOMPARE(desk.shown(row, "requester"), QStringLiteral("<u>eve</u>"));
        const QString tip = desk.model().index(row, desk.columnOf("requester")).data(Qt::ToolTipRole).toString();
        QVERIFY(tip.contains(QStringLiteral("&lt;u&gt;")));
    }

    void whatIsNotKnownIsADash() {
        Desk desk(api::Actor::administrator("local:test"), 40, false, true);
        QTRY_VERIFY(desk.model().lastError().has_value());
        QCOMPARE(desk.model().total(), -1);
        QVERIFY(desk.page->findChild<QLabel*>(QStringLiteral("returnCount"))->text().contains(QStringLiteral("–")));
        QVERIFY(desk.page->findChild<QLabel*>(QStringLiteral("returnError"))->isVisible());
        QCOMPARE(desk.pane()->stage(ReturnStage::Approval)->text(), QStringLiteral("Approval"));
        desk.page->tabs()->setCurrentIndex(ui::ReturnsPage::LedgerTab);
        QTRY_VERIFY(desk.page->ledger()->verdict()->text().contains(QStringLiteral("Could not be read")));
        QCOMPARE(desk.page->ledger()->balances()->model().rowCount(), 0);
        desk.shop.breakDisk(false);
        QTRY_VERIFY_WITH_TIMEOUT(desk.page->ledger()->verdict()->text().contains(QStringLiteral("accounts balance")),
                                 10'000);
    }

    void emptyStatesSaySo() {
        Desk desk(api::Actor::administrator("local:test"), 0, true);
        QTRY_VERIFY(desk.ready());
        QVERIFY(desk.pane()->emptyLabel()->isVisible());
        QCOMPARE(desk.pane()->emptyLabel()->text(), QStringLiteral("Nothing waits for approval."));
        desk.pane()->setText(QStringLiteral("nothing"));
        QTRY_COMPARE(desk.pane()->emptyLabel()->text(), QStringLiteral("No return matches the filter."));
        desk.page->tabs()->setCurrentIndex(ui::ReturnsPage::RefundsTab);
        QTRY_VERIFY(desk.ready() && desk.page->refunds()->emptyLabel()->isVisible());
        QCOMPARE(desk.page->refunds()->emptyLabel()->text(), QStringLiteral("There are no refunds."));
    }

    void refundsTellGrantedSentAndGivenUpApart() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.page->tabs()->setCurrentIndex(ui::ReturnsPage::RefundsTab);
        QTRY_VERIFY(desk.ready());
        auto* refunds = desk.page->refunds();
        QCOMPARE(refunds->model().total(), static_cast<qint64>(desk.shop.refunds({}).size()));
        QSet<QString> words;
        for (int row = 0; row < refunds->model().rowCount(); ++row) {
            words << refunds->model().index(row, refunds->model().columnOf(QStringLiteral("status"))).data().toString();
        }
        for (const char* word : {"Granted, not sent", "Sent, outcome open", "Paid back", "Failed, not paid",
                                 "Held for the goods", "Given up, outcome open"}) {
            QVERIFY2(words.contains(QLatin1String(word)), word);
        }
        QVERIFY(refunds->sums()->text().contains(
            desk.services->formats.moneyWithCurrency(refunds->counts()->pendingAmount)));
        // Late and unmatched payments and closed orders are among them.
        refunds->causes()->setChosen(
            {QStringLiteral("late_payment"), QStringLiteral("unknown_order"), QStringLiteral("closed_order")});
        QTRY_COMPARE(refunds->model().total(), 3);
        refunds->showStatuses({RefundStatus::Failed}, false);
        QTRY_VERIFY(desk.ready() && refunds->model().total() > 0 &&
                    refunds->model().row(0)->status == RefundStatus::Failed);
        QVERIFY(refunds->model()
                    .index(0, refunds->model().columnOf(QStringLiteral("error")))
                    .data()
                    .toString()
                    .contains(QStringLiteral("declined")));
    }

    void theLedgerBalances() {
        Desk desk;
        desk.page->openTarget({{QStringLiteral("ledger"), true}});
        QTRY_VERIFY(desk.ready());
        auto* ledger = desk.page->ledger();
        QCOMPARE(ledger->balances()->model().rowCount(), static_cast<int>(api::allLedgerAccounts().size()));
        QCOMPARE(ledger->verdict()->text(), QStringLiteral("The accounts balance."));
        QVERIFY(ledger->model().total() > 30);
        ledger->findChild<QLineEdit*>(QStringLiteral("ledgerOrder"))->setText(ui::text(desk.shop.paidOrder(0)));
        QTRY_COMPARE(ledger->model().total(), 1);
    }

    void whatIsShownIsExported() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto rowsOf = [&desk](const char* name) {
            QFile file(desk.folder.filePath(QLatin1String(name)));
            return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') - 1 : -1;
        };
        desk.pane()->exportTo(desk.folder.filePath(QStringLiteral("returns.csv")));
        QTRY_VERIFY(desk.said().text.startsWith(QStringLiteral("Exported ")));
        QCOMPARE(rowsOf("returns.csv"), static_cast<int>(desk.model().total()));
        desk.pane()->writeFileTo(desk.folder.filePath(QStringLiteral("units.csv")));
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("rows of returns")));
        QCOMPARE(rowsOf("units.csv"), 2 * static_cast<int>(desk.model().total()));  // a row for each line
        desk.page->openTarget({{QStringLiteral("ledger"), true}});
        QTRY_VERIFY(desk.ready());
        desk.page->ledger()->exportTo(desk.folder.filePath(QStringLiteral("ledger.csv")));
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("two rows each")));
    }

    void columnsAreChosenAndRemembered() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* menu = desk.pane()->table()->columnMenu();
        const int goods = desk.columnOf("goods");
        QVERIFY(!menu->actions().at(0)->isEnabled());
        QVERIFY(desk.pane()->table()->isColumnHidden(goods));
        menu->actions().at(goods)->trigger();
        QVERIFY(!desk.pane()->table()->isColumnHidden(goods));
        QVERIFY(!desk.services->preferences.value(QStringLiteral("returns/columns")).toByteArray().isEmpty());
    }

    void settingsAreCheckedAndSaved() {
        Desk desk;
        desk.shop.setPolicy({api::GoodsRule::MoneyFirst, Money{5'000}, Money{9'000}});
        QTRY_VERIFY(desk.ready());
        desk.page->policyAction()->trigger();
        QTRY_VERIFY(desk.page->policyDialog() != nullptr);
        auto* dialog = desk.page->policyDialog();
        QVERIFY(!dialog->confirmButton()->isEnabled());  // nothing changed
        auto* four = dialog->findChild<QLineEdit*>(QStringLiteral("returnPolicy_four_eyes"));
        four->setText(QStringLiteral("200"));
        QVERIFY(!dialog->confirmButton()->isEnabled());  // above the second
        for (const char* bad : {"-1", "<b>1", "99999999999999999999"}) {
            four->setText(QLatin1String(bad));
            QVERIFY2(dialog->confirmButton()->toolTip().contains(QStringLiteral("0.00 to")), bad);
        }
        auto* fee = dialog->findChild<QLineEdit*>(QStringLiteral("returnPolicy_fee_points"));
        auto* window = dialog->findChild<QLineEdit*>(QStringLiteral("returnPolicy_window_days"));
        four->setText(QStringLiteral("60.50"));
        for (const char* bad : {"", "100.01", "-1", "1.234"}) {
            fee->setText(QLatin1String(bad));
            QVERIFY2(!dialog->confirmButton()->isEnabled(), bad);
        }
        fee->setText(QStringLiteral("12.5"));
        for (const char* bad : {"0", "4000", "seven"}) {
            window->setText(QLatin1String(bad));
            QVERIFY2(!dialog->confirmButton()->isEnabled(), bad);
        }
        window->setText(QStringLiteral("14"));
        QVERIFY(dialog->confirmButton()->isEnabled());
        dialog->goods()->setCurrentIndex(1);
        QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(desk.shop.policy().policy.fourEyesAbove, std::optional(Money{6'050}));
        QCOMPARE(desk.shop.policy().policy.goods, api::GoodsRule::GoodsFirst);
        QCOMPARE(desk.shop.policy().policy.feePoints, 1'250);
        QCOMPARE(desk.shop.policy().policy.windowDays, std::optional<std::int64_t>(14));
        QTRY_VERIFY(desk.page->policyDialog() == nullptr);
        // A campus of its own.
        const auto campus = desk.services->scope.campuses().front().id;
        desk.services->scope.setCurrent(campus);
        QTRY_VERIFY(desk.ready());
        desk.page->policyAction()->trigger();
        QTRY_VERIFY(desk.page->policyDialog() != nullptr);
        dialog = desk.page->policyDialog();
        QVERIFY(!dialog->own()->isChecked());
        dialog->own()->setChecked(true);
        QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
        QTRY_VERIFY(desk.shop.policy(campus).own);
    }

    void theProviderIsSetOnlyWithWhatItNeeds() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.page->providerAction()->trigger();
        QTRY_VERIFY(desk.page->providerDialog() != nullptr);
        auto* dialog = desk.page->providerDialog();
        QVERIFY(!dialog->field(QStringLiteral("url"))->isEnabled());
        QCOMPARE(dialog->owed()->currentData().toBool(), false);
        dialog->owed()->setCurrentIndex(1);
        dialog->provider()->setCurrentIndex(1);
        QVERIFY(!dialog->confirmButton()->isEnabled());  // no address
        dialog->field(QStringLiteral("url"))->setText(QStringLiteral("https://pay.example/refunds"));
        dialog->field(QStringLiteral("secret_name"))->setText(QStringLiteral("refunds"));
        dialog->field(QStringLiteral("timeout_ms"))->setText(QStringLiteral("2 min"));
        QVERIFY(!dialog->confirmButton()->isEnabled());  // longer than the lease
        dialog->field(QStringLiteral("timeout_ms"))->setText(QStringLiteral("5 s"));
        QVERIFY2(dialog->confirmButton()->isEnabled(), qPrintable(dialog->said()));
        dialog->field(QStringLiteral("url"))->setText(QStringLiteral("http://192.0.2.1/refunds"));
        QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
        // Not https, and not this machine: the engine says so and the dialog stays.
        QTRY_VERIFY(dialog->confirmButton()->isEnabled() && !dialog->said().isEmpty());
        dialog->field(QStringLiteral("url"))->setText(QStringLiteral("https://pay.example/refunds"));
        QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(desk.shop.refundSettings().provider, api::RefundProviderKind::Http);
        QCOMPARE(desk.shop.refundSettings().timeoutMs, 5'000);
        QVERIFY(desk.shop.refundSettings().holdOwed);
        QCOMPARE(desk.shop.refundSettings().url, std::string("https://pay.example/refunds"));
    }

    void whoMayNotIsToldWhy() {
        const auto bit = [](api::Permission permission) { return 1U << static_cast<unsigned>(permission); };
        Desk desk(api::Actor{"clerk", bit(api::Permission::Read) | bit(api::Permission::RequestReturns)});
        QTRY_VERIFY(desk.ready());
        desk.select({desk.model().row(0)->id});
        QTRY_VERIFY(desk.ready());
        QVERIFY(!desk.action(ui::ReturnAction::Approve)->isEnabled());
        QVERIFY(desk.why(ui::ReturnAction::Approve).contains(QStringLiteral("clerk has no permission")));
        QVERIFY(desk.action(ui::ReturnAction::Cancel)->isEnabled());
        desk.page->policyAction()->trigger();
        QTRY_VERIFY(desk.page->policyDialog() != nullptr);
        QVERIFY(!desk.page->policyDialog()->confirmButton()->isEnabled());
    }

    void itRestsWhenHidden() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.page->setActive(false);
        QVERIFY(!desk.model().isTicking());
        const auto before = desk.model().total();
        (void)desk.shop.askBack(25, "anna", "again");
        QCoreApplication::processEvents();
        QCOMPARE(desk.model().total(), before);
        desk.page->setActive(true);
        QTRY_COMPARE(desk.model().total(), desk.shop.returnsWaiting());
    }

    void theLanguageIsSwitchedAtRunTime() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.select({desk.model().row(0)->id});
        QTRY_VERIFY(desk.ready());
        ui::Language language;
        language.apply(QStringLiteral("zh"));
        QCoreApplication::processEvents();
        QCOMPARE(desk.page->title(), QStringLiteral("退货"));
        QVERIFY(desk.pane()->stage(ReturnStage::Approval)->text().startsWith(QStringLiteral("待审批")));
        QCOMPARE(desk.model().headerData(desk.columnOf("stage"), Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("阶段"));
        QVERIFY(desk.action(ui::ReturnAction::Approve)->text().startsWith(QStringLiteral("批准")));
        language.apply(QStringLiteral("en"));
        QCoreApplication::processEvents();
        QCOMPARE(desk.page->title(), QStringLiteral("Returns"));
    }
};

}  // namespace test_returns_page

QTEST_MAIN(test_returns_page::TestReturnsPage)
#include "test_returns_page.moc"

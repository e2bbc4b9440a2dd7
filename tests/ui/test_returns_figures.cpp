// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of returns says of each return, refund and account, field by field against the engine, and what its
// filters ask for.
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <algorithm>

#include "tests/support/shops/returns_shop.h"
#include "tests/ui/returns_hand.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/time_range.h"
#include "ui/widgets/tone_delegate.h"

namespace test_returns_figures {

namespace {

using namespace evenhand;
using api::RefundStatus;
using api::ReturnStage;

struct Desk : test::ReturnsHand {
    Desk() { open(shop.engine()); }
    ~Desk() { close(); }
    [[nodiscard]] ReturnId first(ReturnStage stage) {
        api::ReturnFilter filter;
        filter.stages = {stage};
        const auto rows = shop.returns(filter);
        return rows.empty() ? ReturnId() : rows.front().id;
    }
    /// The first whose refund is so.
    [[nodiscard]] ReturnId with(RefundStatus refund) {
        for (const auto& row : shop.returns()) {
            if (row.refund == refund) {
                return row.id;
            }
        }
        return {};
    }
    /// Shows every stage and this return in detail.
    void show(ReturnId id) {
        QVERIFY(id.valid());
        pane()->filters()->clear();
        QTRY_VERIFY(ready() && rowOf(id) >= 0);
        select({id});
        QTRY_VERIFY(shows(id));
    }
    void showTab(ui::ReturnsPage::Tab tab) {
        page->tabs()->setCurrentIndex(tab);
        QTRY_VERIFY(ready());
    }
    [[nodiscard]] QString money(Money amount) const { return services->formats.moneyWithCurrency(amount); }
    [[nodiscard]] QString moment(const std::optional<Instant>& at) const {
        return at ? services->formats.dateTime(*at) : ui::Formats::dash();
    }
    test::ReturnsShop shop;
};

/// The shown cells of these columns, joined.
template <typename Model>
QString cells(const Model& model, int row, const QStringList& columns) {
    QStringList shown;
    for (const auto& id : columns) {
        shown << model.index(row, model.columnOf(id)).data().toString();
    }
    return shown.join(QStringLiteral(" | "));
}

}  // namespace

class TestReturnsFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- one return ----------------------------------------------------------------------------------------------

    void aReturnThatWasPaidBack() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.show(desk.with(RefundStatus::Succeeded));
        const auto* panel = desk.pane()->detail();
        const auto& detail = *desk.detail();
        const auto& refund = detail.refunds.front();
        QCOMPARE(refund.status, RefundStatus::Succeeded);
        QCOMPARE(panel->money()->valueOf(QStringLiteral("This return")), desk.money(detail.row.amount));
        QCOMPARE(panel->money()->valueOf(QStringLiteral("Refunded")), desk.money(refund.amount));
        QCOMPARE(panel->money()->valueOf(QStringLiteral("Granted, on its way")), desk.money(Money{0}));
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Paid back")), desk.moment(refund.doneAt));
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Reference")), QStringLiteral("WX-20240510-0012"));
        QCOMPARE(panel->eyes()->text(), QStringLiteral("This return is decided."));
        QCOMPARE(panel->facts()->valueOf(QStringLiteral("Requested")),
                 QStringLiteral("%1 by anna").arg(desk.moment(detail.row.requestedAt)));
    }

    void aRefundOnItsWayIsNotPaid() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.show(desk.with(RefundStatus::Sent));
        const auto* panel = desk.pane()->detail();
        const auto& refund = desk.detail()->refunds.front();
        QVERIFY(refund.sentAt && refund.grantedAt && *refund.sentAt != *refund.grantedAt);
        QCOMPARE(panel->money()->valueOf(QStringLiteral("Refunded")), desk.money(Money{0}));
        QCOMPARE(panel->money()->valueOf(QStringLiteral("Granted, on its way")), desk.money(refund.amount));
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Granted")), desk.moment(refund.grantedAt));
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Sent")), desk.moment(refund.sentAt));
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Paid back")), QStringLiteral("–"));
    }

    /// When it ended is not when it was paid.
    void aRefundThatWasCancelledWasNotPaidBack() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.shop.setPolicy({});
        const auto id = desk.shop.askBack(21, "anna", "cold");
        auto& returns = desk.shop.engine().returns();
        QVERIFY(!desk.shop.must(returns.approve(test::Shop::by("bo"), {id, 0}, {})).error);
        QVERIFY(!desk.shop.must(returns.undo(test::Shop::by("bo"), {id, 0})).error);
        desk.show(id);
        const auto* panel = desk.pane()->detail();
        const auto& refund = desk.detail()->refunds.front();
        QVERIFY(refund.status == RefundStatus::Cancelled && refund.doneAt.has_value());
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Paid back")), QStringLiteral("–"));
        QCOMPARE(panel->money()->valueOf(QStringLiteral("Refunded")), desk.money(Money{0}));
    }

    void whatItsAmountMeansFollowsTheDecision() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto waits = desk.first(ReturnStage::Approval);
        desk.show(waits);
        const auto* panel = desk.pane()->detail();
        QCOMPARE(panel->money()->valueOf(QStringLiteral("To be refunded")), desk.money(desk.detail()->row.amount));
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Refund")), QStringLiteral("none yet"));
        desk.show(desk.first(ReturnStage::Rejected));
        QCOMPARE(panel->money()->valueOf(QStringLiteral("Not refunded")), desk.money(desk.detail()->row.amount));
        QCOMPARE(panel->facts()->valueOf(QStringLiteral("Decided because")), ui::text(desk.detail()->decisionReason));
        QVERIFY(!desk.detail()->decisionReason.empty());
    }

    /// Of three rices and two teas two and one are asked back.
    void unitsOfAReturnThatWaits() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.show(desk.shop.askBack(22, "anna", "cold"));
        const auto* units = desk.pane()->detail()->quantities();
        const auto of = [&](const char* product) {
            QStringList shown;
            for (const char* column : {"Deducted", "Returned", "Waiting", "Returnable", "Requested", "Approved"}) {
                shown << units->cell(QString::fromUtf8(product), QLatin1String(column));
            }
            return shown.join(QLatin1Char(' '));
        };
        QCOMPARE(of("Fried rice 扬州炒饭"), QStringLiteral("3 0 2 1 2 –"));
        QCOMPARE(of("<b>Milk tea</b>"), QStringLiteral("2 0 1 1 1 –"));
    }

    // --- lists ---------------------------------------------------------------------------------------------------

    void rowsOfReturnsShowTheirOwnFigures() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.shop.setPolicy({api::GoodsRule::MoneyFirst, Money{1}, Money{2}});
        const auto second = desk.shop.askBack(21, "anna", "cold");
        QVERIFY(!desk.shop.must(desk.shop.engine().returns().approve(test::Shop::by("bo"), {second, 0}, {})).error);
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.rowOf(second) >= 0 &&
                    desk.model().row(desk.rowOf(second))->stage == ReturnStage::SecondApproval);
        const auto& formats = desk.services->formats;
        for (int at = 0; at < desk.model().rowCount(); ++at) {
            const auto* row = desk.model().row(at);
            QVERIFY(row != nullptr);
            const QStringList wanted{ui::text(row->number),
                                     ui::label(row->stage),
                                     formats.money(row->amount),
                                     QString::number(row->units),
                                     ui::text(row->orderNo),
                                     ui::text(row->user),
                                     desk.services->scope.nameOf(row->campus),
                                     ui::actorLabel(row->requester),
                                     formats.dateTime(row->requestedAt),
                                     ui::label(row->goods),
                                     row->refund ? ui::label(*row->refund) : ui::Formats::dash(),
                                     ui::actorLabel(row->firstApprover)};
            QCOMPARE(cells(desk.model(), at,
                           {QStringLiteral("number"), QStringLiteral("stage"), QStringLiteral("amount"),
                            QStringLiteral("units"), QStringLiteral("order"), QStringLiteral("user"),
                            QStringLiteral("campus"), QStringLiteral("requester"), QStringLiteral("requested"),
                            QStringLiteral("goods"), QStringLiteral("refund"), QStringLiteral("first")}),
                     wanted.join(QStringLiteral(" | ")));
        }
        QCOMPARE(desk.shown(desk.rowOf(second), "first"), QStringLiteral("bo"));
    }

    /// After a day, and worse after three; only what waits for a decision.
    void oldOnesThatWaitAreMarked() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto decided = desk.first(ReturnStage::Rejected);
        const auto waits = desk.shop.askBack(22, "anna", "cold");
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.rowOf(waits) >= 0 && desk.rowOf(decided) >= 0);
        const Instant asked = desk.shop.returned(waits).row.requestedAt;
        const auto inkAt = [&](ReturnId id, std::int64_t ageMs) {
            desk.shop.clock().advanceMs(asked.ms + ageMs - desk.shop.clock().now().ms);
            desk.services->bridge.poll();
            const auto ink = desk.model().index(desk.rowOf(id), desk.columnOf("age")).data(ui::InkRole);
            return ink.isValid() ? ink.toInt() : -1;
        };
        constexpr std::int64_t kHour = 3'600'000;
        QCOMPARE(inkAt(waits, 23 * kHour), -1);
        QCOMPARE(inkAt(waits, 25 * kHour), static_cast<int>(ui::Tone::Warn));
        QCOMPARE(inkAt(waits, 71 * kHour), static_cast<int>(ui::Tone::Warn));
        QCOMPARE(inkAt(waits, 73 * kHour), static_cast<int>(ui::Tone::Bad));
        QCOMPARE(inkAt(decided, 74 * kHour), -1);
    }

    void rowsOfRefundsShowTheirOwnFigures() {
        Desk desk;
        // One that two people have approved.
        desk.shop.setPolicy({api::GoodsRule::MoneyFirst, Money{1}, Money{2}});
        const auto twice = desk.shop.askBack(21, "anna", "cold");
        for (const char* approver : {"bo", "cy"}) {
            QVERIFY(
                !desk.shop.must(desk.shop.engine().returns().approve(test::Shop::by(approver), {twice, 0}, {})).error);
        }
        desk.showTab(ui::ReturnsPage::RefundsTab);
        const auto& model = desk.page->refunds()->model();
        QTRY_COMPARE(model.total(), static_cast<qint64>(desk.shop.refunds().size()));
        const auto& formats = desk.services->formats;
        const auto orDash = [](const std::string& value) {
            return value.empty() ? ui::Formats::dash() : ui::text(value);
        };
        int references = 0;
        int approvers = 0;
        for (int at = 0; at < model.rowCount(); ++at) {
            const auto* row = model.row(at);
            QVERIFY(row != nullptr);
            references += row->reference.empty() ? 0 : 1;
            approvers += row->approver.empty() || row->approver == row->firstApprover ? 0 : 1;
            const QStringList wanted{orDash(row->orderNo),
                                     ui::statusLabel(*row),
                                     ui::label(row->cause),
                                     formats.money(row->amount),
                                     formats.dateTime(row->requestedAt),
                                     QString::number(row->attempts),
                                     orDash(row->lastError),
                                     orDash(row->paymentNo.str()),
                                     orDash(row->reference),
                                     ui::label(row->provider),
                                     orDash(row->returnNo.str()),
                                     ui::actorLabel(row->requester),
                                     ui::actorLabel(row->approver.empty() ? row->firstApprover : row->approver)};
            QCOMPARE(cells(model, at,
                           {QStringLiteral("order"), QStringLiteral("status"), QStringLiteral("cause"),
                            QStringLiteral("amount"), QStringLiteral("requested"), QStringLiteral("attempts"),
                            QStringLiteral("error"), QStringLiteral("payment"), QStringLiteral("reference"),
                            QStringLiteral("provider"), QStringLiteral("return"), QStringLiteral("requester"),
                            QStringLiteral("approver")}),
                     wanted.join(QStringLiteral(" | ")));
        }
        QVERIFY(references > 0 && approvers > 0);
    }

    void theSumsOfRefundsAreToldApart() {
        Desk desk;
        desk.showTab(ui::ReturnsPage::RefundsTab);
        const auto counts = desk.shop.must(desk.shop.engine().refunds().counts(test::Shop::by("root"), {}));
        QVERIFY(counts.pendingAmount != counts.sentAmount && counts.sentAmount != counts.failedAmount &&
                counts.failedAmount != counts.pendingAmount && counts.dead > 0);
        QCOMPARE(
            desk.page->refunds()->sums()->text(),
            QStringLiteral("Not sent %1 · outcome open %2 · failed %3")
                .arg(desk.money(counts.pendingAmount), desk.money(counts.sentAmount), desk.money(counts.failedAmount)));
        QCOMPARE(desk.page->refunds()->filters()->button(QStringLiteral("dead"))->text(),
                 QStringLiteral("Given up %1").arg(counts.dead));
    }

    void whatWasGivenUpIsFilteredByItsButton() {
        Desk desk;
        desk.showTab(ui::ReturnsPage::RefundsTab);
        auto* refunds = desk.page->refunds();
        api::RefundFilter dead;
        dead.deadOnly = true;
        const auto wanted = static_cast<qint64>(desk.shop.refunds(dead).size());
        QVERIFY(wanted > 0 && wanted < refunds->model().total());
        refunds->filters()->button(QStringLiteral("dead"))->click();
        QTRY_COMPARE(refunds->model().total(), wanted);
        QTRY_VERIFY(refunds->model().row(0) != nullptr);
        QVERIFY(refunds->model().row(0)->dead);
    }

    /// From the first instant on, and before the last.
    void returnsAreFilteredByWhenTheyWereRequested() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready());
        auto all = desk.shop.returns();
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.requestedAt < b.requestedAt; });
        const Instant from = all.at(3).requestedAt;
        const Instant to = all.at(all.size() - 3).requestedAt;
        const auto inside = std::count_if(
            all.begin(), all.end(), [&](const auto& row) { return row.requestedAt >= from && row.requestedAt < to; });
        desk.pane()->filters()->range(QStringLiteral("time"))->setRange({ui::TimeRange::Preset::Custom, from, to});
        QTRY_COMPARE(desk.model().total(), static_cast<qint64>(inside));
        QVERIFY(inside > 0 && inside < std::ssize(all) - 3);
    }

    // --- opened from elsewhere -----------------------------------------------------------------------------------

    void whatFailedIsOpened() {
        Desk desk;
        api::RefundFilter failed;
        failed.statuses = {RefundStatus::Failed};
        const auto wanted = desk.shop.refunds(failed);
        desk.page->openTarget({{QStringLiteral("failed"), true}});
        QCOMPARE(desk.page->tabs()->currentIndex(), static_cast<int>(ui::ReturnsPage::RefundsTab));
        QTRY_VERIFY(desk.ready());
        QTRY_COMPARE(desk.page->refunds()->model().total(), static_cast<qint64>(wanted.size()));
        QTRY_VERIFY(desk.page->refunds()->model().row(0) != nullptr);
        QCOMPARE(desk.page->refunds()->model().row(0)->id, wanted.front().id);
    }

    void refundsOfAnOrderAreOpened() {
        Desk desk;
        const auto of = desk.shop.refunds({{RefundStatus::Failed}, {}, {}, false, {}, {}, {}}).front();
        desk.page->openTarget({{QStringLiteral("refunds"), true}, {QStringLiteral("order"), ui::text(of.orderNo)}});
        QCOMPARE(desk.page->tabs()->currentIndex(), static_cast<int>(ui::ReturnsPage::RefundsTab));
        QTRY_VERIFY(desk.ready());
        QTRY_COMPARE(desk.page->refunds()->model().total(), qint64{1});
        QTRY_VERIFY(desk.page->refunds()->model().row(0) != nullptr);
        QCOMPARE(desk.page->refunds()->model().row(0)->id, of.id);
    }

    /// Though the list shows what waits only.
    void aReturnIsOpenedWhateverTheListShows() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto id = desk.first(ReturnStage::Rejected);
        desk.page->openTarget({{QStringLiteral("return"), static_cast<qlonglong>(id.value)}});
        QTRY_VERIFY(desk.shows(id));
        QCOMPARE(desk.rowOf(id), -1);
    }

    // --- ledger --------------------------------------------------------------------------------------------------

    void everyAccountShowsItsOwnSums() {
        Desk desk;
        desk.showTab(ui::ReturnsPage::LedgerTab);
        const auto& balances = desk.page->ledger()->balances()->model();
        const auto& formats = desk.services->formats;
        bool both = false;
        for (const auto& row : desk.shop.must(desk.shop.engine().ledger().trialBalance(test::Shop::by("root")))) {
            const auto at = balances.rowOf(ui::balanceId(row.account));
            QVERIFY(at.has_value());
            const auto cell = [&](const char* column) {
                return balances.index(*at, balances.columnOf(QLatin1String(column))).data().toString();
            };
            QCOMPARE(cell("account"), ui::label(row.account));
            QCOMPARE(cell("debit"), formats.money(row.debit));
            QCOMPARE(cell("credit"), formats.money(row.credit));
            QCOMPARE(cell("balance"), formats.money(row.balance));
            both = both || (row.debit.minor > 0 && row.credit.minor > 0 && row.debit != row.credit);
        }
        QVERIFY(both);
    }

    void theTrialBalanceIsFilteredAndSaysWhereNothingIsLeft() {
        Desk desk;
        desk.showTab(ui::ReturnsPage::LedgerTab);
        auto* balances = desk.page->ledger()->balances();
        const auto all = balances->model().rowCount();
        QCOMPARE(all, static_cast<int>(api::allLedgerAccounts().size()));
        const auto account = api::LedgerAccount::RefundsPayable;
        balances->filters()->line(QStringLiteral("text"))->setText(ui::label(account));
        QTRY_VERIFY(balances->model().rowCount() < all && balances->model().rowCount() > 0);
        QVERIFY(balances->model().rowOf(ui::balanceId(account)).has_value());
        // The verdict is of all accounts, whatever is shown of them.
        QCOMPARE(desk.page->ledger()->verdict()->text(), QStringLiteral("The accounts balance."));
        balances->filters()->line(QStringLiteral("text"))->setText(QStringLiteral("no such account"));
        QTRY_COMPARE(balances->emptyLabel()->text(), QStringLiteral("No account matches the filter."));
        balances->filters()->clear();
        QTRY_COMPARE(balances->model().rowCount(), all);
    }

    void anAccountLeadsToItsEntries() {
        Desk desk;
        desk.showTab(ui::ReturnsPage::LedgerTab);
        auto* ledger = desk.page->ledger();
        auto* table = ledger->findChild<QTableView*>(QStringLiteral("trialBalance"));
        const auto all = ledger->model().total();
        const auto account = api::LedgerAccount::RefundsPayable;
        const auto at = ledger->balances()->model().rowOf(ui::balanceId(account));
        QVERIFY(at.has_value());
        Q_EMIT table->doubleClicked(table->model()->index(*at, 0));
        api::LedgerFilter filter;
        filter.account = account;
        const auto wanted = desk.shop.must(desk.shop.engine().ledger().count(test::Shop::by("root"), filter));
        QVERIFY(wanted > 0 && wanted < all);
        QTRY_COMPARE(ledger->model().total(), wanted);
        QTRY_VERIFY(ledger->model().row(0) != nullptr);
        for (int row = 0; row < ledger->model().rowCount(); ++row) {
            const auto* entry = ledger->model().row(row);
            QVERIFY(entry->debit == account || entry->credit == account);
            QCOMPARE(cells(ledger->model(), row,
                           {QStringLiteral("debit"), QStringLiteral("credit"), QStringLiteral("payment")}),
                     QStringList({ui::label(entry->debit), ui::label(entry->credit),
                                  entry->paymentNo.empty() ? ui::Formats::dash() : ui::text(entry->paymentNo)})
                         .join(QStringLiteral(" | ")));
        }
    }
};

}  // namespace test_returns_figures

QTEST_MAIN(test_returns_figures::TestReturnsFigures)
#include "test_returns_figures.moc"

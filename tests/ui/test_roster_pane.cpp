// SPDX-License-Identifier: GPL-3.0-or-later
// Rosters over the real engine in memory: the table and its forms, exceptions by date, today's crew drawn and told, and
// what somebody without the permission is told; and on the page Dispatch what the roster says of a courier, and who is
// off duty with orders in hand.
#include <QComboBox>
#include <QDateEdit>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "tests/support/line/over_line.h"
#include "tests/ui/dispatch_fixture.h"
#include "ui/pages/dispatch/off_duty_note.h"
#include "ui/pages/shop/roster_dialogs.h"
#include "ui/pages/shop/roster_pane.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"
#include "ui/shell/status_line.h"
#include "ui/widgets/crew_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/shift_text.h"

namespace test_roster_pane {

using namespace evenhand;
using test::Shop;

namespace {

constexpr const char* kAlways =
    "mon 00:00-24:00; tue 00:00-24:00; wed 00:00-24:00; thu 00:00-24:00; fri 00:00-24:00; sat 00:00-24:00; "
    "sun 00:00-24:00";

/// Has its shop before the pane, so that it outlives it.
struct RosterDepot {
    test::DispatchShop shop;
    QTemporaryDir folder;
};
struct Desk : RosterDepot {
    explicit Desk(api::Actor actor = api::Actor::administrator("local:test", api::Via::Console)) {
        line = std::make_unique<test::OverLine>(shop, actor);
        services = std::make_unique<ui::ConsoleServices>(line->engine(), std::move(actor),
                                                         folder.filePath(QStringLiteral("console.ini")));
        pane = std::make_unique<ui::RosterPane>(services->context);
        pane->resize(1200, 700);
        pane->show();
        services->bridge.setVisible(true);
        services->scope.reload();
        pane->setActive(true);
    }
    ~Desk() {
        pane.reset();
        services.reset();
        line.reset();
    }
    std::int64_t plan(const CourierId& courier, const char* week) {
        return shop.must(shop.shifts().setWeek(Shop::by("bo"), courier, api::weekFrom(week).value()));
    }
    [[nodiscard]] api::Roster roster(const CourierId& courier) {
        return shop.must(shop.shifts().roster(Shop::by("bo"), courier));
    }
    [[nodiscard]] bool ready() const { return pane->isReady() && pane->table()->model().rowCount() > 0; }
    [[nodiscard]] QString cell(const CourierId& courier, const QString& column) const {
        const auto& model = pane->table()->model();
        const auto row = model.rowOf({courier.str()});
        for (int i = 0; row && i < model.columnCount(); ++i) {
            if (model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString() == column) {
                return model.index(*row, i).data().toString();
            }
        }
        return {};
    }
    void choose(const CourierId& courier) const {
        pane->table()->table()->select({pane->table()->model().rowOf({courier.str()}).value()});
    }
    template <typename Dialog>
    [[nodiscard]] Dialog* open(const char* action, const CourierId& courier) const {
        choose(courier);
        pane->table()->action(QLatin1String(action))->trigger();
        return qobject_cast<Dialog*>(pane->dialog());
    }
    static void save(ui::FormDialog* dialog) { QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton); }

    std::unique_ptr<test::OverLine> line;
    std::unique_ptr<ui::ConsoleServices> services;
    std::unique_ptr<ui::RosterPane> pane;
};

const CourierId kFirst = Shop::courier(0, 0);
const CourierId kSecond = Shop::courier(0, 1);

}  // namespace

class TestRosterPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rostersAreShown() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.cell(kFirst, QStringLiteral("Mon")), ui::Formats::dash());
        (void)desk.plan(kFirst, "mon 22:00-06:00; tue 09:00-12:00, 14:00-18:00");
        QTRY_COMPARE(desk.cell(kFirst, QStringLiteral("Mon")), QStringLiteral("22:00-06:00"));
        QCOMPARE(desk.cell(kFirst, QStringLiteral("Tue")), QStringLiteral("09:00-12:00, 14:00-18:00"));
        QCOMPARE(desk.cell(kFirst, QStringLiteral("Wed")), QStringLiteral("Off"));
        // Whoever plans may have to ask them.
        QTRY_COMPARE(desk.cell(kFirst, QStringLiteral("Telephone")), QStringLiteral("+86 138 0000 1000"));
        // One campus only.
        desk.services->scope.setCurrent(Shop::campus(1));
        QTRY_VERIFY(desk.ready() && !desk.pane->table()->model().rowOf({kFirst.str()}));
        QVERIFY(desk.pane->table()->model().rowOf({Shop::courier(1, 0).str()}).has_value());
    }

    void aWeekIsChanged() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* dialog = desk.open<ui::RosterDialog>("roster.edit", kFirst);
        QVERIFY(dialog != nullptr);
        QVERIFY(!dialog->confirmButton()->isEnabled());  // nothing is changed yet
        dialog->dayEdit(0)->setText(QStringLiteral("9:00－17:00，18：00-20:00"));
        QVERIFY(dialog->confirmButton()->isEnabled());
        dialog->dayEdit(1)->setText(QStringLiteral("nine to five"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        QVERIFY(dialog->said().contains(QStringLiteral("09:00-12:00")));
        dialog->dayEdit(1)->setText(QStringLiteral("off"));
        const QPointer<ui::RosterDialog> open(dialog);
        Desk::save(dialog);
        QTRY_VERIFY(!open);
        QCOMPARE(api::toText(desk.roster(kFirst).week), std::string("mon 09:00-17:00, 18:00-20:00"));
        QTRY_COMPARE(desk.cell(kFirst, QStringLiteral("Mon")), QStringLiteral("09:00-17:00, 18:00-20:00"));
        QVERIFY(desk.services->notices.last().text.contains(QStringLiteral("roster saved")));
    }

    void whatSomebodyElseHasChangedIsNotOverwritten() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const QPointer<ui::RosterDialog> dialog(desk.open<ui::RosterDialog>("roster.edit", kFirst));
        (void)desk.plan(kFirst, kAlways);
        dialog->dayEdit(0)->setText(QStringLiteral("09:00-17:00"));
        Desk::save(dialog);
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("bo")));
        QCOMPARE(api::toText(desk.roster(kFirst).week), std::string(kAlways));
        dialog->reject();
    }

    void aDateIsExcepted() {
        Desk desk;
        (void)desk.plan(kFirst, kAlways);
        QTRY_VERIFY(desk.ready());
        QTRY_COMPARE(desk.cell(kFirst, QStringLiteral("Mon")), QStringLiteral("00:00-24:00"));
        const QPointer<ui::ShiftExceptionDialog> off(desk.open<ui::ShiftExceptionDialog>("roster.exception", kFirst));
        const auto today = ui::calendarDayOf(off->dateEdit()->date());
        QVERIFY(!off->confirmButton()->isEnabled());
        QVERIFY(!off->hoursEdit()->isEnabled());
        off->kindBox()->setCurrentIndex(ui::ShiftExceptionDialog::kOff);
        QVERIFY(off->confirmButton()->isEnabled());
        Desk::save(off);
        QTRY_VERIFY(!off);
        QCOMPARE(desk.roster(kFirst).exceptions.size(), std::size_t{1});
        QVERIFY(desk.roster(kFirst).exceptions.front() == (api::ShiftException{today, {}}));
        // Off duty at once, and told by the table.
        QVERIFY(!desk.shop.courierRow(kFirst).onDuty);
        QTRY_VERIFY(
            desk.cell(kFirst, QStringLiteral("Exceptions ahead")).contains(QString::fromStdString(api::toText(today))));
        // Other shifts in its place, then none.
        const QPointer<ui::ShiftExceptionDialog> other(desk.open<ui::ShiftExceptionDialog>("roster.exception", kFirst));
        QCOMPARE(other->kindBox()->currentIndex(), static_cast<int>(ui::ShiftExceptionDialog::kOff));
        other->kindBox()->setCurrentIndex(ui::ShiftExceptionDialog::kOtherShifts);
        QVERIFY(!other->confirmButton()->isEnabled());
        other->hoursEdit()->setText(QStringLiteral("00:00-24:00"));
        Desk::save(other);
        QTRY_VERIFY(!other);
        QVERIFY(desk.shop.courierRow(kFirst).onDuty);
        QTRY_VERIFY(desk.cell(kFirst, QStringLiteral("Exceptions ahead")).contains(QStringLiteral("00:00-24:00")));
        const QPointer<ui::ShiftExceptionDialog> none(desk.open<ui::ShiftExceptionDialog>("roster.exception", kFirst));
        none->kindBox()->setCurrentIndex(ui::ShiftExceptionDialog::kAsWeekday);
        Desk::save(none);
        QTRY_VERIFY(!none);
        QVERIFY(desk.roster(kFirst).exceptions.empty());
    }

    void theCrewIsDrawnAndTold() {
        Desk desk;
        (void)desk.plan(kFirst, kAlways);
        QTRY_VERIFY(desk.ready() && desk.pane->crew()->crew().has_value());
        auto* view = desk.pane->crew();
        QTRY_VERIFY(view->accessibleDescription().contains(QStringLiteral("planned 00:00–24:00")));
        QVERIFY(view->accessibleDescription().contains(QStringLiteral("no roster")));
        const auto& crew = *view->crew();
        QCOMPARE(view->placeOf(crew.bounds.to), view->width() - 1);
        QVERIFY(view->placeOf(crew.bounds.from) < view->placeOf(crew.at));
        QCOMPARE(view->placeOf(crew.bounds.from.plusMs(-1)), view->placeOf(crew.bounds.from));
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(view->currentRow(), 0);
        QVERIFY(!view->current().isEmpty());
        QCOMPARE(desk.pane->crewNote()->text(), view->current());
        QVERIFY(view->accessibleDescription().startsWith(view->current()));
        QTest::keyClick(view, Qt::Key_Up);
        QCOMPARE(view->currentRow(), 0);
        view->setCurrentRow(-1);
        QVERIFY(!view->grab().isNull());
    }

    void whoeverMayNotIsToldWhy() {
        Desk desk(api::Actor{"eve", api::permissionsOf(api::Role::Auditor), {}, api::Via::Console});
        QTRY_VERIFY(desk.ready());
        desk.choose(kFirst);
        for (const char* name : {"roster.edit", "roster.exception"}) {
            auto* action = desk.pane->table()->action(QLatin1String(name));
            QVERIFY(!action->isEnabled());
            QVERIFY(!ui::whyDisabled(*action).isEmpty());
        }
    }

    // --- on the page Dispatch ---

    void theTipSaysWhatTheRosterSays() {
        test::Dispatch d;
        (void)d.shop.must(d.shop.shifts().setWeek(Shop::by("bo"), kFirst, api::weekFrom(kAlways).value()));
        QTRY_VERIFY(d.ready());
        const auto tip = [&] {
            const auto* model = d.table("dispatchCouriers")->model();
            const auto row = static_cast<int>(d.keys("dispatchCouriers").indexOf(ui::text(kFirst)));
            for (int column = 0; column < model->columnCount(); ++column) {
                if (model->headerData(column, Qt::Horizontal).toString() == QStringLiteral("Duty")) {
                    return model->index(row, column).data(Qt::ToolTipRole).toString();
                }
            }
            return QString();
        };
        QTRY_VERIFY2(tip().contains(QStringLiteral("On duty by the roster.")), qPrintable(tip()));
        (void)d.shop.must(d.shop.dispatch().setDuty(Shop::by("bo"), kFirst, false));
        QTRY_VERIFY2(tip().contains(QStringLiteral("Set by hand")), qPrintable(tip()));
    }

    /// On whatever page: nobody was asked what becomes of the orders.
    void whomTheRosterTakesFromTheirOrdersIsTold() {
        test::Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto couriers = d.board().couriers;
        const auto busy = std::find_if(couriers.begin(), couriers.end(),
                                       [](const api::CourierRow& row) { return row.onDuty && row.inHand > 0; });
        QVERIFY(busy != couriers.end());
        const QTime time = d.services->formats.zoned(d.shop.now()).time();
        const int minute = time.hour() * 60 + time.minute();
        api::Week week;
        week.fill({{0, minute + 5}});
        (void)d.shop.must(d.shop.shifts().setWeek(Shop::by("bo"), busy->id, week));
        QVERIFY(d.shop.courierRow(busy->id).onDuty);
        d.shop.pass(6 * base::kMinuteMs);
        QVERIFY(!d.shop.courierRow(busy->id).onDuty);
        QTRY_VERIFY2(d.services->notices.last().text.startsWith(QStringLiteral("Off duty by the roster")),
                     qPrintable(d.services->notices.last().text));
        QVERIFY(d.services->notices.last().text.contains(ui::nameOf(*busy)));
        QVERIFY(!busy->phone.empty() && d.services->notices.last().text.contains(ui::text(busy->phone)));
        // Its button leads to where they are handed over.
        ui::StatusLine line(d.services->context);
        d.services->notices.post(d.services->notices.last());
        QCOMPARE(line.stepsButton()->text(), QStringLiteral("Hand over…"));
        QVERIFY(!line.stepsButton()->isHidden());
        QSignalSpy requested(&d.services->navigator, &ui::Navigator::requested);
        line.stepsButton()->click();
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested.front().front().toString(), QStringLiteral("dispatch"));
        QVERIFY(line.stepsButton()->isHidden());  // it is being done
        d.page->openTarget(requested.front().back().toMap());
        QTRY_VERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("End of shift"));
        QTRY_COMPARE(d.shop.courierRow(busy->id).inHand, std::int64_t{0});
    }

    void whoIsOffDutyWithOrdersIsOfferedToHandThemOver() {
        test::Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* note = d.child<ui::OffDutyNote>("offDuty");
        QVERIFY(note->couriers().empty());
        QVERIFY(!note->isVisibleTo(d.page.get()));
        const auto couriers = d.board().couriers;
        const auto busy = std::find_if(couriers.begin(), couriers.end(),
                                       [](const api::CourierRow& row) { return row.onDuty && row.inHand > 0; });
        QVERIFY(busy != couriers.end());
        // The roster wants nobody there: the orders stay in hand.
        (void)d.shop.must(d.shop.shifts().setWeek(Shop::by("bo"), busy->id, api::weekFrom(kAlways).value()));
        const auto today = ui::calendarDayOf(d.services->formats.zoned(d.shop.now()).date());
        (void)d.shop.must(d.shop.shifts().setException(Shop::by("bo"), busy->id, {today, {}}));
        QTRY_COMPARE(note->couriers().size(), std::size_t{1});
        QVERIFY(note->isVisibleTo(d.page.get()));
        QVERIFY(note->label()->fullText().contains(ui::nameOf(*busy)));
        auto* menu = note->button()->menu();
        Q_EMIT menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 1);
        QVERIFY(menu->actions().front()->isEnabled());
        QVERIFY2(menu->actions().front()->text().contains(ui::text(busy->phone)),
                 qPrintable(menu->actions().front()->text()));
        menu->actions().front()->trigger();
        d.confirm(QStringLiteral("End of shift"));
        QTRY_VERIFY(note->couriers().empty());
        QCOMPARE(d.shop.courierRow(busy->id).inHand, std::int64_t{0});
    }
};

}  // namespace test_roster_pane

QTEST_MAIN(test_roster_pane::TestRosterPane)
#include "test_roster_pane.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// An alert's whole life as a person sees and hears it: fire, repeat, acknowledge, silence, resolve; and the overview.
#include <QAudioDevice>
#include <QFile>
#include <QMediaDevices>
#include <QPlainTextEdit>
#include <QtEndian>
#include <algorithm>
#include <cmath>

#include "tests/ui/delayed_fixture.h"
#include "ui/dialogs/courier_picker.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/shell/alert_bell.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/action_state.h"

namespace test_alerts {

using namespace evenhand;
using api::AlertState;
using api::TimerKind;
using test::Delayed;
using Figure = ui::OverviewPage::Figure;

namespace {

struct Alarm : Delayed {
    Alarm() {
        for (const auto& row : shop.of(TimerKind::Unassigned)) {
            shop.postpone(row.orderNo, shop.now().plusMs(86'400'000));  // none by itself while a test lasts
        }
        page()->tabs()->setCurrentIndex(ui::DelayedPage::AlertsTab);
        window->context().bell.setSound([this] { ++sounds; });
    }
    [[nodiscard]] ui::AlertsPanel* panel() const { return page()->alerts(); }
    [[nodiscard]] QString cell(AlertId id, const char* column) const {
        auto& model = panel()->model();
        const auto row = model.rowOf(id);
        return row ? model.index(*row, model.columnOf(QLatin1String(column))).data().toString()
                   : QStringLiteral("(gone)");
    }
    /// An order that waits for this.
    [[nodiscard]] OrderNo armed(TimerKind kind) { return shop.of(kind).back().orderNo; }
    AlertId fire(TimerKind kind) { return shop.alarm(armed(kind)); }
    /// The newest open one of this kind.
    [[nodiscard]] AlertId openOf(api::AlertKind kind) {
        api::AlertQuery query;
        query.kinds = {kind};
        const auto rows = shop.must(shop.alerts().page(test::Shop::by("root"), query));
        return rows.empty() ? AlertId() : rows.front().id;
    }
    [[nodiscard]] int notesOn(const OrderNo& order, const std::string& note) {
        const auto detail = shop.must(shop.orders().detail(test::Shop::by("root"), order));
        return static_cast<int>(
            std::count_if(detail.events.begin(), detail.events.end(), [&note](const api::OrderEvent& event) {
                return event.kind == api::EventKind::Noted && event.detail == note;
            }));
    }
    int sounds = 0;
};

struct Over : test::DelayedShop, test::ConsoleOver {
    Over() : ConsoleOver(shop) {
        open();
        window->resize(1400, 860);
        window->showPage(0);
    }
    [[nodiscard]] ui::OverviewPage* page() const {
        return static_cast<ui::OverviewPage*>(window->page(QStringLiteral("overview")));
    }
    [[nodiscard]] QString figure(Figure which) const { return page()->tile(which)->figure(); }
    [[nodiscard]] OrderNo armed(TimerKind kind) { return shop.of(kind).back().orderNo; }
};

}  // namespace

class TestAlerts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void firesRepeatsAndIsAcknowledged() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        auto* bell = alarm.window->topBar()->alertButton();
        QVERIFY(!bell->isVisible());
        alarm.panel()->soundAction()->setChecked(true);
        QCOMPARE(alarm.sounds, 1);  // so that it is known what to listen for
        QSignalSpy fired(&alarm.window->context().bell, &ui::AlertBell::fired);
        const auto no = alarm.armed(TimerKind::PickUpLate);
        const auto id = alarm.shop.alarm(no);
        QTRY_COMPARE(alarm.sounds, 2);
        QCOMPARE(fired.count(), 1);  // the taskbar is told too
        QTRY_COMPARE(alarm.cell(id, "state"), QStringLiteral("Firing"));
        QCOMPARE(alarm.cell(id, "kind"), QStringLiteral("Pick-up late"));
        QCOMPARE(alarm.cell(id, "repeats"), QStringLiteral("0"));
        alarm.moveTime(60'000);
        QVERIFY(alarm.cell(id, "late").startsWith(QStringLiteral("1:0")));
        QTRY_VERIFY(bell->isVisible());
        QVERIFY(bell->text().contains(QLatin1Char('1')));
        alarm.shop.alarmAgain(id);
        QTRY_COMPARE(alarm.cell(id, "repeats"), QStringLiteral("1"));
        alarm.panel()->select({id});
        alarm.panel()->acknowledgeAction()->trigger();
        QTRY_COMPARE(alarm.cell(id, "state"), QStringLiteral("Acknowledged"));
        QCOMPARE(alarm.cell(id, "by"), QStringLiteral("local:test"));
        QCOMPARE(alarm.cell(id, "next"), QStringLiteral("–"));
        QCOMPARE(alarm.shop.alert(id).state, AlertState::Acknowledged);
        QTRY_VERIFY(!bell->isVisible());
        QCOMPARE(alarm.said().tone, ui::Tone::Good);
        // What was late happens: it is resolved by itself and leaves the list of open ones.
        alarm.shop.carry(no, false);
        QTRY_COMPARE(alarm.cell(id, "state"), QStringLiteral("(gone)"));
        alarm.panel()->resolvedToo()->setChecked(true);
        QTRY_COMPARE(alarm.cell(id, "resolution"), QStringLiteral("picked up"));
    }

    void isSilencedForAWhileAndFiresAgain() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto id = alarm.fire(TimerKind::Unassigned);
        QTRY_COMPARE(alarm.cell(id, "state"), QStringLiteral("Firing"));
        alarm.panel()->select({id});
        alarm.panel()->silenceAction()->trigger();
        auto* question = alarm.panel()->flow()->question();
        auto* when = question->findChild<ui::WhenField*>(QStringLiteral("whenField"));
        when->delay()->setEditText(QStringLiteral("-1 h"));
        QVERIFY(!question->confirmButton()->isEnabled());
        when->delay()->setEditText(QStringLiteral("15 min"));
        alarm.moveTime(0);
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(alarm.cell(id, "state"), QStringLiteral("Silenced"));
        const auto until = alarm.shop.alert(id).nextRepeat->ms - alarm.shop.now().ms;
        QVERIFY(until >= 900'000 && until < 920'000);
        QVERIFY(alarm.cell(id, "next") != QStringLiteral("–"));
        alarm.shop.alarmAgain(id);
        QTRY_COMPARE(alarm.cell(id, "state"), QStringLiteral("Firing"));
    }

    void whoHasTheOrderIsNamedWithATelephone() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto id = alarm.fire(TimerKind::PickUpLate);
        QTRY_COMPARE(alarm.cell(id, "state"), QStringLiteral("Firing"));
        const auto courier = alarm.shop.alert(id).courier;
        QVERIFY(!courier.empty());
        QTRY_VERIFY(alarm.cell(id, "courier") != QString::fromStdString(courier.str()));
        QVERIFY(alarm.cell(id, "courier") != QStringLiteral("–"));
    }

    void manyAreReassignedAndOpenedAtOnce() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto late = alarm.shop.of(TimerKind::PickUpLate);
        const auto other = std::find_if(late.rbegin() + 1, late.rend(), [&late](const api::TimerRow& row) {
            return row.campus == late.back().campus;  // a courier works at one
        });
        QVERIFY(other != late.rend());
        const auto a = alarm.shop.alarm(late.back().orderNo);
        const auto b = alarm.shop.alarm(other->orderNo);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        QVERIFY(!ui::whyDisabled(*alarm.panel()->reassignAction()).isEmpty());
        alarm.panel()->select({a, b});
        QVERIFY2(alarm.panel()->reassignAction()->isEnabled(),
                 qPrintable(ui::whyDisabled(*alarm.panel()->reassignAction())));
        alarm.panel()->reassignAction()->trigger();
        QTRY_VERIFY(alarm.panel()->orderFlow()->question() != nullptr);
        QCOMPARE(alarm.panel()->orderFlow()->question()->rows().size(), std::size_t{2});
        alarm.panel()->orderFlow()->question()->reject();
        // To one courier who is chosen there.
        QVERIFY(alarm.panel()->handOverAction()->isEnabled());
        alarm.panel()->handOverAction()->trigger();
        QTRY_VERIFY(alarm.panel()->findChild<ui::CourierPicker*>() != nullptr);
        alarm.panel()
            ->findChild<ui::CourierPicker*>()
            ->findChild<QPushButton*>(QStringLiteral("courierPickerChoose"))
            ->click();
        const auto* flow = alarm.panel()->orderFlow();
        QVERIFY(flow->question() != nullptr);
        QCOMPARE(flow->question()->rows().size(), std::size_t{2});
        flow->question()->reject();
        alarm.panel()->openAction()->trigger();
        QCOMPARE(alarm.window->currentPage(), alarm.orders());
        QTRY_VERIFY(alarm.orders()->isReady());
        QCOMPARE(alarm.orders()->pane()->filter().only.size(), std::size_t{2});
        QTRY_COMPARE(alarm.orders()->model().total(), 2);
        auto* chip = alarm.orders()->findChild<QPushButton*>(QStringLiteral("filterChosen"));
        QVERIFY(chip->isVisible());
        QTest::mouseClick(chip, Qt::LeftButton);
        QVERIFY(alarm.orders()->pane()->filter().only.empty());
        QTRY_VERIFY(alarm.orders()->model().total() > 2);
        QVERIFY(!chip->isVisible());
    }

    /// As from the list of late orders: whoever does not come on has more than the order that the alert is about.
    void allOfTheirCouriersWorkGoesToOthers() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto nobodys = alarm.fire(TimerKind::Unassigned);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 1);
        alarm.panel()->select({nobodys});
        QCOMPARE(ui::whyDisabled(*alarm.panel()->handOverAllAction()), QStringLiteral("Nobody has this order."));
        const auto id = alarm.fire(TimerKind::PickUpLate);
        QTRY_COMPARE(alarm.cell(id, "state"), QStringLiteral("Firing"));
        const auto from = alarm.shop.alert(id).courier;
        QVERIFY(!from.empty());
        const auto rowOf = [&] {
            const auto rows =
                alarm.shop.must(alarm.shop.engine().dispatch().findCouriers(test::Shop::by("root"), from.str(), 10));
            return rows.empty() ? api::CourierRow{} : rows.front();
        };
        QVERIFY(rowOf().inHand > 0);
        alarm.panel()->select({id});
        QTRY_VERIFY2(alarm.panel()->handOverAllAction()->isEnabled(),
                     qPrintable(ui::whyDisabled(*alarm.panel()->handOverAllAction())));
        alarm.panel()->handOverAllAction()->trigger();
        QTRY_VERIFY(alarm.window->findChild<ui::ActionDialog*>() != nullptr);
        auto* question = alarm.window->findChild<ui::ActionDialog*>();
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("fell ill"));
        QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(rowOf().inHand, std::int64_t{0});
        QVERIFY(!rowOf().onDuty);
        QVERIFY(alarm.shop.order(alarm.shop.alert(id).orderNo).courier != from);
        QCOMPARE(alarm.reason(), QStringLiteral("fell ill"));
    }

    void theirOrdersGetMoreTimeAtOnce() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto a = alarm.fire(TimerKind::PickUpLate);
        const auto b = alarm.fire(TimerKind::DeliveryLate);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        QVERIFY(!ui::whyDisabled(*alarm.panel()->extendAction()).isEmpty());
        alarm.panel()->select({a, b});
        QVERIFY2(alarm.panel()->extendAction()->isEnabled(),
                 qPrintable(ui::whyDisabled(*alarm.panel()->extendAction())));
        alarm.panel()->extendAction()->trigger();
        auto* question = alarm.panel()->flow()->question();
        QVERIFY(question != nullptr);
        question->findChild<ui::WhenField*>(QStringLiteral("whenField"))->delay()->setEditText(QStringLiteral("2 h"));
        const auto from = alarm.shop.now();
        Delayed::confirm(alarm.panel()->flow(), QStringLiteral("the kitchen is slow"));
        QCOMPARE(alarm.reason(), QStringLiteral("the kitchen is slow"));
        for (const auto id : {a, b}) {
            const auto alert = alarm.shop.alert(id);
            QCOMPARE(alert.state, AlertState::Resolved);
            const auto timer = alarm.shop.timer(alert.orderNo);
            QVERIFY(timer && timer->due.ms >= from.ms + 7'200'000 && timer->due.ms <= alarm.shop.now().ms + 7'200'000);
        }
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 0);
    }

    void aNoteIsWrittenOnTheirOrders() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto a = alarm.fire(TimerKind::PickUpLate);
        const auto b = alarm.fire(TimerKind::PickUpLate);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        alarm.panel()->select({a, b});
        QVERIFY(alarm.panel()->noteAction()->isEnabled());
        alarm.panel()->noteAction()->trigger();
        Delayed::confirm(alarm.panel()->flow(), QStringLiteral("called, comes at six"));
        for (const auto id : {a, b}) {
            QCOMPARE(alarm.notesOn(alarm.shop.alert(id).orderNo, "called, comes at six"), 1);
            QCOMPARE(alarm.shop.alert(id).state, AlertState::Firing);  // a note answers nothing
        }
    }

    void whatAnAlertDoesNotAllowSaysWhy() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        alarm.shop.must(alarm.shop.engine().shop().addProduct(test::Shop::by("root"),
                                                              {Sku("cup"), "Cup", Money{100}, 1, std::int64_t{5}}));
        alarm.shop.bury(alarm.armed(TimerKind::AutoConfirm), "x");
        const auto late = alarm.fire(TimerKind::PickUpLate);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 3);
        const auto stock = alarm.openOf(api::AlertKind::LowStock);
        const auto dead = alarm.openOf(api::AlertKind::DeadLetter);
        auto* panel = alarm.panel();
        panel->select({stock});
        for (const auto* action : {panel->reassignAction(), panel->handOverAction(), panel->extendAction(),
                                   panel->noteAction(), panel->openAction()}) {
            QVERIFY2(ui::whyDisabled(*action).contains(QStringLiteral("about no order")),
                     qPrintable(action->objectName()));
        }
        panel->select({dead});
        QVERIFY(ui::whyDisabled(*panel->extendAction()).contains(QStringLiteral("is late")));
        QVERIFY(panel->noteAction()->isEnabled());
        // Of several those are done that allow it.
        panel->select({stock, dead, late});
        QVERIFY(panel->extendAction()->isEnabled());
        panel->extendAction()->trigger();
        auto* question = panel->flow()->question();
        QVERIFY(question != nullptr);
        question->findChild<ui::WhenField*>(QStringLiteral("whenField"))->delay()->setEditText(QStringLiteral("2 h"));
        Delayed::confirm(panel->flow(), QStringLiteral("asked for"));
        QCOMPARE(alarm.shop.alert(late).state, AlertState::Resolved);
        QCOMPARE(alarm.shop.alert(dead).state, AlertState::Firing);
        QCOMPARE(alarm.shop.alert(stock).state, AlertState::Firing);
    }

    /// Whoever looks at one campus would never see it otherwise.
    void whatBelongsToNoCampusIsListedInEach() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        alarm.shop.must(alarm.shop.engine().shop().addProduct(test::Shop::by("root"),
                                                              {Sku("cup"), "Cup", Money{100}, 1, std::int64_t{5}}));
        const auto home = alarm.shop.alert(alarm.fire(TimerKind::PickUpLate)).campus;
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        auto& context = alarm.window->context();
        QTRY_VERIFY(context.scope.campuses().size() > 1);
        const auto campuses = context.scope.campuses();
        for (const auto& campus : campuses) {
            const int there = campus.id == home ? 2 : 1;
            context.scope.setCurrent(campus.id);
            QTRY_COMPARE(alarm.panel()->model().rowCount(), there);
            QTRY_COMPARE(context.figures.alerts(), std::int64_t{there});
            QVERIFY(alarm.panel()->model().rowOf(alarm.openOf(api::AlertKind::LowStock)).has_value());
        }
    }

    void theOrderOfTheListIsChosenAndKept() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        (void)alarm.fire(TimerKind::PickUpLate);
        (void)alarm.fire(TimerKind::PickUpLate);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        const auto* table = alarm.panel()->table();
        const int fired = alarm.panel()->model().columnOf(QStringLiteral("fired"));
        const int late = alarm.panel()->model().columnOf(QStringLiteral("late"));
        QCOMPARE(table->horizontalHeader()->sortIndicatorSection(), fired);
        QCOMPARE(table->horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);  // newest first
        alarm.panel()->table()->sortByColumn(late, Qt::DescendingOrder);
        ui::AlertsPanel another(alarm.window->context(), QStringLiteral("delayedAlerts"));
        QCOMPARE(another.table()->horizontalHeader()->sortIndicatorSection(), late);
    }

    void figuresAreThoseOfTheCampusLookedAt() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        auto& scope = over.window->context().scope;
        QTRY_VERIFY(scope.campuses().size() > 1);
        const QString all = over.figure(Figure::Unassigned);
        QVERIFY(all != QStringLiteral("–"));
        scope.setCurrent(scope.campuses().front().id);
        api::OrderFilter filter;
        filter.campus = scope.current();
        filter.unassignedOnly = true;
        auto& bridge = over.window->context().bridge;
        const auto there = bridge.orders().count(bridge.call(), filter);
        QTRY_VERIFY(there.isFinished());
        QTRY_COMPARE(over.figure(Figure::Unassigned), ui::Formats::number(there.result().value()));
        QVERIFY(over.figure(Figure::Unassigned) != all);
        scope.setCurrent({});
        QTRY_COMPARE(over.figure(Figure::Unassigned), all);
    }

    void isResolvedByHandWithAReason() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto a = alarm.fire(TimerKind::DeliveryLate);
        const auto b = alarm.fire(TimerKind::DeliveryLate);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        alarm.panel()->select({a, b});
        alarm.panel()->resolveAction()->trigger();
        auto* question = alarm.panel()->flow()->question();
        QVERIFY(!question->confirmButton()->isEnabled());
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("called them"));
        // One is resolved by somebody else while the question stands: told, not overwritten.
        alarm.shop.carry(alarm.shop.alert(a).orderNo, true);
        QSignalSpy finished(alarm.panel(), &ui::AlertsPanel::finished);
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(alarm.shop.alert(a).resolution, std::string("delivered"));
        QCOMPARE(alarm.shop.alert(b).resolution, std::string("called them"));
        QCOMPARE(alarm.said().tone, ui::Tone::Warn);
        QVERIFY(alarm.panel()->flow()->outcome() != nullptr);
        QCOMPARE(Delayed::outcomeWords(alarm.panel()->flow()->outcome()),
                 (QStringList{QStringLiteral("Changed meanwhile"), QStringLiteral("Done")}));
        const auto* rows = alarm.panel()->flow()->outcome()->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        const QString why = rows->model()->index(0, 4).data().toString();
        QVERIFY2(why.startsWith(QStringLiteral("Resolved")) && why.endsWith(QStringLiteral("delivered")),
                 qPrintable(why));
    }

    /// Not who did something to the order: it was assigned by somebody else long before.
    void whoAnsweredFirstIsNamed() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto a = alarm.fire(TimerKind::DeliveryLate);
        const auto b = alarm.fire(TimerKind::DeliveryLate);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        alarm.panel()->select({a, b});
        alarm.panel()->resolveAction()->trigger();
        auto* question = alarm.panel()->flow()->question();
        QVERIFY(question != nullptr);
        const auto* asked = question->findChild<QTableView*>(QStringLiteral("flowRows"));
        QVERIFY(asked != nullptr);
        QCOMPARE(asked->model()->rowCount(), 2);
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("called them"));
        (void)alarm.shop.must(alarm.shop.alerts().acknowledge(test::Shop::by("bo"), {a}));
        QSignalSpy finished(alarm.panel(), &ui::AlertsPanel::finished);
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(alarm.shop.alert(a).state, AlertState::Acknowledged);
        QVERIFY(alarm.panel()->flow()->outcome() != nullptr);
        QCOMPARE(Delayed::outcomeWords(alarm.panel()->flow()->outcome()),
                 (QStringList{QStringLiteral("Changed meanwhile"), QStringLiteral("Done")}));
        const auto* rows = alarm.panel()->flow()->outcome()->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        const QString why = rows->model()->index(0, 4).data().toString();
        QVERIFY2(why.startsWith(QStringLiteral("Acknowledged by bo, ")), qPrintable(why));
        QCOMPARE(rows->model()->index(0, 3).data().toString(), QStringLiteral("Acknowledged"));
    }

    void soundsOnlyIfWantedOncePerMomentAndFromAMinimisedWindow() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        QVERIFY(!alarm.window->context().bell.isOn());
        const auto id = alarm.fire(TimerKind::Unassigned);
        QTRY_COMPARE(alarm.cell(id, "state"), QStringLiteral("Firing"));
        QCOMPARE(alarm.sounds, 0);
        alarm.panel()->soundAction()->setChecked(true);
        alarm.window->hide();
        for (int i = 0; i < 5; ++i) {
            alarm.shop.alarmAgain(id);
            QCoreApplication::processEvents();
        }
        QCOMPARE(alarm.sounds, 2);  // as it was turned on, and once for all that fired
        // Remembered for the person.
        alarm.window.reset();
        alarm.open();
        QVERIFY(alarm.window->context().bell.isOn());
        QVERIFY(alarm.panel()->soundAction()->isChecked());
    }

    /// Whether this computer has a sound device or none.
    void soundIsMadeWhenAnAlertFires() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        auto& bell = over.window->context().bell;
        QVERIFY(!bell.isSounding());
        QSignalSpy fired(&bell, &ui::AlertBell::fired);
        (void)over.shop.alarm(over.armed(TimerKind::PickUpLate));
        QTRY_COMPARE(fired.count(), 1);
        QVERIFY(!bell.isSounding());  // it is off
        bell.setOn(true);
        const bool device = !QMediaDevices::defaultAudioOutput().isNull();
        QVERIFY(device || !bell.isSounding());
        QTRY_VERIFY_WITH_TIMEOUT(!bell.isSounding(), 60'000);  // heard: nothing is held open
    }

    /// A whole file, short, and not silence.
    void theSoundIsThere() {
        QFile file(QStringLiteral(":/evenhand/sounds/alert.wav"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray wave = file.readAll();
        const auto number = [&wave](qsizetype at) { return qFromLittleEndian<quint32>(wave.constData() + at); };
        QVERIFY(wave.startsWith("RIFF") && wave.mid(8, 8) == QByteArray("WAVEfmt "));
        QCOMPARE(qFromLittleEndian<quint16>(wave.constData() + 20), quint16{1});  // PCM
        const quint32 bytesASecond = number(28);
        const qsizetype data = wave.indexOf("data");
        QVERIFY(data > 0);
        QCOMPARE(static_cast<qsizetype>(number(data + 4)), wave.size() - data - 8);
        QVERIFY(number(data + 4) > bytesASecond / 4 && number(data + 4) <= bytesASecond);
        qint16 loudest = 0;
        for (qsizetype at = data + 8; at + 1 < wave.size(); at += 2) {
            loudest = std::max(loudest, qFromLittleEndian<qint16>(wave.constData() + at));
        }
        QVERIFY(loudest > 8'000 && loudest < 20'000);
    }

    void aFailureIsNoSuccessAndADisabledActionSaysWhy() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto id = alarm.fire(TimerKind::Unassigned);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 1);
        QVERIFY(ui::whyDisabled(*alarm.panel()->acknowledgeAction()).contains(QStringLiteral("Select")));
        alarm.panel()->select({id});
        alarm.shop.alerts().refusal = Error{ErrorCode::Busy, "full", {}, {}};
        QSignalSpy finished(alarm.panel(), &ui::AlertsPanel::finished);
        alarm.panel()->acknowledgeAction()->trigger();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(alarm.said().tone, ui::Tone::Bad);
        QCOMPARE(alarm.shop.alert(id).state, AlertState::Firing);
    }

    void theAlertInTheTopBarLeadsToTheList() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        const auto id = over.shop.alarm(over.armed(TimerKind::DeliveryLate));
        auto* bell = over.window->topBar()->alertButton();
        QTRY_VERIFY(bell->isVisible());
        QTRY_COMPARE(over.page()->alerts()->model().rowOf(id), std::optional(0));
        QTest::mouseClick(bell, Qt::LeftButton);
        QCOMPARE(over.window->currentPage()->id(), QStringLiteral("delayed"));
        auto* delayed = static_cast<ui::DelayedPage*>(over.window->currentPage());
        QCOMPARE(delayed->tabs()->currentIndex(), static_cast<int>(ui::DelayedPage::AlertsTab));
    }

    void theOverviewsTilesShowWhatIsThere() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        const auto placed = over.shop.must(over.shop.orders().count(test::Shop::by("root"), {}));
        QTRY_COMPARE(over.figure(Figure::OrdersToday), ui::Formats::number(placed));
        QTRY_COMPARE(over.figure(Figure::Unassigned), QStringLiteral("4"));
        QTRY_COMPARE(over.figure(Figure::Late), QStringLiteral("0"));
        QVERIFY(over.shop.status().overdue > 0);  // timers that are not handled are another figure
        QVERIFY(over.page()->tile(Figure::Late)->note().startsWith(ui::Formats::number(over.shop.status().overdue)));
        over.shop.letLimitPass(over.armed(TimerKind::PickUpLate));
        over.shop.postpone(over.armed(TimerKind::DeliveryLate), over.shop.now().plusMs(1));  // not yet
        QTRY_COMPARE(over.figure(Figure::Late), QStringLiteral("1"));
        QCOMPARE(over.page()->tile(Figure::Late)->tone(), ui::Tone::Bad);
        // Orders, timers and tasks that have failed for good are one figure.
        over.shop.statusChange = [](api::EngineStatus& status) {
            status.deadLetters = 2;
            status.deadTasks = 5;
        };
        QTRY_COMPARE(over.figure(Figure::DeadLetters), QStringLiteral("7"));
        over.shop.bury(over.armed(TimerKind::AutoConfirm), "x");
        QTRY_COMPARE(over.figure(Figure::DeadLetters), QStringLiteral("8"));
        QVERIFY(over.figure(Figure::FairnessSpread) != QStringLiteral("–"));
        QTest::mouseClick(over.page()->tile(Figure::Late), Qt::LeftButton);
        QCOMPARE(over.window->currentPage()->id(), QStringLiteral("orders"));
        auto* late = over.window->currentPage()->findChild<QPushButton*>(QStringLiteral("filterLate"));
        QVERIFY(late && late->isChecked());
    }

    /// Timers that failed are those of the campus looked at, as their list has them; tasks name no campus, which is
    /// said.
    void whatWasGivenUpAgreesWithItsLists() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        over.shop.bury(over.armed(TimerKind::AutoConfirm), "x");
        over.shop.statusChange = [](api::EngineStatus& status) { status.deadTasks = 2; };
        QTRY_COMPARE(over.figure(Figure::DeadLetters), QStringLiteral("3"));
        QCOMPARE(over.page()->tile(Figure::DeadLetters)->note(), QStringLiteral("tasks: 2, timers: 1"));
        auto& scope = over.window->context().scope;
        QTRY_VERIFY(scope.campuses().size() > 1);
        std::int64_t found = 0;
        const auto campuses = scope.campuses();
        for (const auto& campus : campuses) {
            scope.setCurrent(campus.id);
            api::TimerFilter dead;
            dead.campus = campus.id;
            dead.states = {api::TimerState::Dead};
            const auto there = over.shop.must(over.shop.timers().count(test::Shop::by("root"), dead));
            found += there;
            QTRY_COMPARE(over.figure(Figure::DeadLetters), ui::Formats::number(2 + there));
            QCOMPARE(
                over.page()->tile(Figure::DeadLetters)->note(),
                QStringLiteral("tasks: 2, all campuses") + (there > 0 ? QStringLiteral(", timers: 1") : QString()));
        }
        QCOMPARE(found, std::int64_t{1});
    }

    void whatIsNotMeasuredIsADashAndAGap() {
        Over over;
        const auto committing = [](double p50) {
            return [p50](api::EngineStatus& status) { status.commitP50Ms = status.commitP99Ms = p50; };
        };
        over.shop.statusChange = committing(-1);
        QTRY_VERIFY(over.page()->isReady());
        QCOMPARE(over.figure(Figure::PaidPerMinute), QStringLiteral("–"));
        auto* plot = over.page()->latency();
        plot->clear();
        over.window->context().bridge.poll();
        QTRY_VERIFY(!plot->points().empty());
        QVERIFY(!plot->points().back().values[0]);
        over.shop.statusChange = committing(2.5);
        over.shop.pass(1'000);
        over.window->context().bridge.poll();
        QTRY_VERIFY(plot->drawnValues(0).contains(2.5));
        QVERIFY(std::isnan(plot->drawnValues(0).front()));
        over.shop.breakDisk(true);
        over.page()->commands().front()->trigger();  // read again
        QTRY_COMPARE_WITH_TIMEOUT(over.figure(Figure::OrdersToday), QStringLiteral("–"), 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(over.figure(Figure::FairnessSpread), QStringLiteral("–"), 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(over.page()->health()->valueOf(QStringLiteral("Delay queue")), QStringLiteral("–"),
                                  20'000);
    }

    /// A point a second from the status that is polled anyway; nothing is drawn, and nothing else is asked.
    void theCurvesGoOnWhileAnotherPageIsShown() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        over.window->showPage(1);
        QTRY_VERIFY(over.window->currentPage()->isReady());
        auto& bridge = over.window->context().bridge;
        bridge.poll();
        const auto* plot = over.page()->throughput();
        const auto before = plot->points().size();
        const int drawn = plot->drawn();
        const int latencyDrawn = over.page()->latency()->drawn();
        for (int second = 0; second < 5; ++second) {
            over.shop.pass(1'000);
            const auto points = plot->points().size();
            bridge.poll();
            QTRY_COMPARE(plot->points().size(), points + 1);
            bridge.poll();  // the same second
            QCoreApplication::processEvents();
            QCOMPARE(plot->points().size(), points + 1);
        }
        QCOMPARE(plot->points().size(), before + 5);
        QCOMPARE(over.page()->latency()->points().size(), plot->points().size());
        QCOMPARE(plot->drawn(), drawn);
        QCOMPARE(over.page()->latency()->drawn(), latencyDrawn);
        // Opened, all of it is there in one line.
        over.window->showPage(0);
        QTRY_VERIFY(plot->drawn() > drawn);
        const auto line = plot->drawnValues(0);
        QVERIFY(line.size() >= static_cast<qsizetype>(before) + 5);
        QVERIFY(std::none_of(line.end() - 5, line.end(), [](double value) { return std::isnan(value); }));
    }

    void paidAMinuteCountsEvents() {
        ui::RateMeter meter;
        meter.begin({0});
        QVERIFY(!meter.perMinute({4'000}));
        meter.add({2'000}, 10);
        QCOMPARE(meter.perMinute({30'000}).value(), 20.0);
        meter.add({50'000}, 5);
        QCOMPARE(meter.perMinute({60'000}).value(), 15.0);
        QCOMPARE(meter.perMinute({100'000}).value(), 5.0);
        QCOMPARE(meter.perMinute({200'000}).value(), 0.0);
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        over.shop.pass(10'000);
        over.window->context().bridge.poll();
        QTRY_VERIFY(over.figure(Figure::PaidPerMinute) == QStringLiteral("0.0"));
        (void)over.shop.sell(0);
        QTRY_VERIFY(over.figure(Figure::PaidPerMinute) != QStringLiteral("0.0"));
    }

    void hiddenTheOverviewAsksNothing() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        over.window->hide();
        const int polls = over.shop.statusCalls;
        (void)over.shop.alarm(over.armed(TimerKind::Unassigned));
        over.shop.publish(std::vector<api::Event>(100, test::DelayShop::changed({1})));
        QCoreApplication::processEvents();
        QCOMPARE(over.shop.statusCalls, polls);
        QVERIFY(over.window->context().bridge.isResting());
        QVERIFY(over.window->context().pulse.isResting());
    }
};

}  // namespace test_alerts

QTEST_MAIN(test_alerts::TestAlerts)
#include "test_alerts.moc"

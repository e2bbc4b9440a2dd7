// SPDX-License-Identifier: GPL-3.0-or-later
// The section Alerts of the settings over the real engine; of which alerts a person hears, by sound and by the desktop;
// and the desktop's notifications, on a private message bus with a service, without one, and without a bus.
#include <QDBusConnection>
#include <QLineEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "tests/support/shops/task_shop.h"
#include "tests/ui/people_hand.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/shell/alert_bell.h"
#include "ui/shell/desktop_notifier.h"
#include "ui/widgets/labels.h"

namespace test_alert_settings {

using namespace evenhand;
using api::AlertKind;
using api::Role;

namespace {

struct Desk : test::PeopleHand<ui::SettingsPage, test::TaskShop> {
    Desk() {
        open();
        page->showPane(QStringLiteral("alerts"));
    }
    ~Desk() { close(); }
    [[nodiscard]] ui::AlertPane* pane() const { return page->alerts(); }
    [[nodiscard]] api::AlertLimits limits() { return engine.must(engine.alerts().limits(test::Shop::by("root"))); }
};

api::Event fired(std::optional<AlertKind> kind) {
    api::Event event;
    event.kind = api::Event::Kind::AlertFired;
    event.alert = kind;
    return event;
}

/// A bell over an engine in memory, of one who may do this.
struct Ringing {
    explicit Ringing(std::vector<Role> roles)
        : actor{"ann", api::permissionsOf(roles), {}, api::Via::Console},
          line(engine, actor),
          bridge(line.engine(), actor),
          preferences(folder.filePath(QStringLiteral("settings.ini")), QStringLiteral("ann")),
          bell(bridge, preferences) {
        bell.setSound([this] { ++sounds; });
        bell.setNotify([this](const QString&, const QString& body) { said << body; });
        bell.setOn(true);
        bell.setNotifying(true);
        sounds = 0;  // the one by which it says what to listen for
    }
    /// Whether the alert was heard of.
    bool hears(std::optional<AlertKind> kind) {
        QSignalSpy spy(&bell, &ui::AlertBell::fired);
        const int before = sounds;
        engine.publish({fired(kind)});
        return QTest::qWaitFor([&] { return !spy.isEmpty(); }) && sounds > before;
    }

    QTemporaryDir folder;
    test::FakeEngine engine;
    api::Actor actor;
    test::OverLine line;
    ui::EngineBridge bridge;
    ui::Preferences preferences;
    ui::AlertBell bell;
    int sounds = 0;
    QStringList said;
};

/// The part of the desktop's service that shows notifications.
class Notifications : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Shown {
        uint replaces = 0;
        QString title, body;
    };
    QList<Shown> shown;

public Q_SLOTS:
    // NOLINTNEXTLINE(readability-identifier-naming): the interface calls it so
    uint Notify(const QString&, uint replaces, const QString&, const QString& title, const QString& body,
                const QStringList&, const QVariantMap&, int) {
        shown.append({replaces, title, body});
        return 7;
    }
};

}  // namespace

class TestAlertSettings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void limitsAreShownAndSaved() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QTRY_COMPARE(desk.pane()->facts()->valueOf(QStringLiteral("Spread of weights")), QStringLiteral("never"));
        QCOMPARE(desk.pane()->facts()->valueOf(QStringLiteral("Budget spent, %")), QStringLiteral("50, 80, 95"));
        desk.pane()->action("alertLimits")->trigger();
        QPointer dialog = desk.pane()->limitsDialog();
        QVERIFY(!dialog->confirmButton()->isEnabled());  // nothing is changed yet
        dialog->field(QStringLiteral("spread"))->setText(QStringLiteral("400"));
        QVERIFY(dialog->confirmButton()->isEnabled());
        for (const auto* wrong : {"80, 50", "50, 50", "0", "101", "1, 2, 3, 4", "half"}) {
            dialog->field(QStringLiteral("budget_percent"))->setText(QLatin1String(wrong));
            QVERIFY2(!dialog->confirmButton()->isEnabled(), wrong);
        }
        dialog->field(QStringLiteral("budget_percent"))->setText(QStringLiteral("60, 90"));
        dialog->field(QStringLiteral("backup_age_ms"))->setText(QStringLiteral("30 min"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        dialog->field(QStringLiteral("backup_age_ms"))->setText(QStringLiteral("12 h"));
        dialog->field(QStringLiteral("pace_percent"))->clear();
        Desk::confirm(dialog, {});
        QTRY_COMPARE(desk.limits().spread, std::int64_t{400});
        const auto saved = desk.limits();
        QVERIFY((saved.budgetPercent == std::array<std::int64_t, 3>{0, 60, 90}));
        QCOMPARE(saved.pacePercent, std::int64_t{0});
        QCOMPARE(saved.backupAgeMs, std::int64_t{12 * base::kHourMs});
        QTRY_COMPARE(desk.pane()->facts()->valueOf(QStringLiteral("Budget spent, %")), QStringLiteral("60, 90"));
        QCOMPARE(desk.pane()->facts()->valueOf(QStringLiteral("Ahead of plan, %")), QStringLiteral("never"));
    }

    void whatIsHeardIsChosen() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto& bell = desk.services->context.bell;
        QVERIFY(desk.pane()->role(Role::Administrator)->isChecked());  // as the permissions are
        QVERIFY(!desk.pane()->desktop()->isChecked());
        desk.pane()->desktop()->setChecked(true);
        desk.pane()->sound()->setChecked(true);
        QVERIFY(bell.isNotifying() && bell.isOn());
        desk.pane()->role(Role::RefundClerk)->setChecked(true);
        desk.pane()->role(Role::Administrator)->setChecked(false);
        QCOMPARE(bell.roles(), (std::vector{Role::RefundClerk}));
    }

    void oneHearsOfOnesOwnWork() {
        Ringing dispatcher({Role::Dispatcher});
        QVERIFY(!dispatcher.hears(AlertKind::RefundFailed));
        QVERIFY(!dispatcher.hears(AlertKind::Budget));
        QVERIFY(dispatcher.hears(AlertKind::NoCourier));
        QCOMPARE(dispatcher.said, QStringList{ui::label(AlertKind::NoCourier)});
        Ringing clerk({Role::RefundClerk});
        QVERIFY(!clerk.hears(AlertKind::NoCourier));
        QVERIFY(clerk.hears(AlertKind::RefundUnknown));
        QVERIFY(Ringing({Role::RefundClerk}).hears(AlertKind::CaseOld));  // another bell: one is still for a while
        Ringing auditor({Role::Auditor});
        QVERIFY(!auditor.hears(AlertKind::PickUpLate));
        QVERIFY(auditor.said.isEmpty());
        Ringing owner({Role::Administrator});
        QVERIFY(owner.hears(AlertKind::BackupOld));
        // Chosen otherwise, that holds, also where nobody's work is chosen.
        Ringing chosen({Role::Administrator});
        chosen.bell.setRoles({});
        QVERIFY(!chosen.hears(AlertKind::BackupOld));
        chosen.bell.setRoles({Role::CampaignManager});
        QVERIFY(chosen.hears(AlertKind::Budget));
    }

    void theDesktopShowsIt() {
        QTemporaryDir folder;
        QProcess bus;
        const auto address = startBus(bus, folder);
        QVERIFY(!address.isEmpty());
        Notifications service;
        auto desktop = QDBusConnection::connectToBus(address, QStringLiteral("desktop"));
        QVERIFY(desktop.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &service,
                                       QDBusConnection::ExportAllSlots));
        {
            // Nobody shows notifications yet.
            ui::DesktopNotifier early(address);
            early.show(QStringLiteral("An alert fires"), QStringLiteral("lost"));
        }
        QVERIFY(desktop.registerService(QStringLiteral("org.freedesktop.Notifications")));
        ui::DesktopNotifier notifier(address);
        notifier.show(QStringLiteral("An alert fires"), QStringLiteral("<b>Low stock</b> & more"));
        QTRY_COMPARE(service.shown.size(), 1);
        QCOMPARE(service.shown[0].title, QStringLiteral("An alert fires"));
        QCOMPARE(service.shown[0].body, QStringLiteral("&lt;b&gt;Low stock&lt;/b&gt; &amp; more"));
        QCOMPARE(service.shown[0].replaces, 0U);
        // The next takes the place of the one before, as soon as its number is known.
        QTRY_VERIFY([&] {
            notifier.show(QStringLiteral("An alert fires"), QStringLiteral("again"));
            return QTest::qWaitFor([&] { return service.shown.last().replaces == 7U; }, 200);
        }());
        QDBusConnection::disconnectFromBus(QStringLiteral("desktop"));
        bus.kill();
        bus.waitForFinished();
    }

    void withoutADesktopNothingBreaks() {
        ui::DesktopNotifier notifier(QStringLiteral("unix:path=/nowhere/at/all"));
        notifier.show(QStringLiteral("An alert fires"), QStringLiteral("Clock"));
        notifier.show(QStringLiteral("An alert fires"), QStringLiteral("Clock"));
    }

private:
    /// A private message bus; its address.
    static QString startBus(QProcess& bus, const QTemporaryDir& folder) {
        bus.start(QStringLiteral("dbus-daemon"),
                  {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address"),
                   QStringLiteral("--address=unix:path=") + folder.filePath(QStringLiteral("bus"))});
        while (!bus.canReadLine()) {
            if (!bus.waitForReadyRead(60'000)) {
                return {};
            }
        }
        return QString::fromUtf8(bus.readLine().trimmed());
    }
};

}  // namespace test_alert_settings

QTEST_MAIN(test_alert_settings::TestAlertSettings)
#include "test_alert_settings.moc"

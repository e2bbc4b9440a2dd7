// SPDX-License-Identifier: GPL-3.0-or-later
// Every form of settings shows each value in its own field and saves each field as its own value: dispatch, timers,
// returns and refunds of a workspace, and the rules of signing in. And the report of the audit log.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeEdit>
#include <algorithm>
#include <memory>
#include <tuple>

#include "tests/support/line/over_line.h"
#include "tests/support/shops/people_shop.h"
#include "ui/dialogs/audit_report_dialog.h"
#include "ui/dialogs/draft_dialog.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/dialogs/refund_settings_dialog.h"
#include "ui/dialogs/return_policy_dialog.h"
#include "ui/dialogs/timer_policy_dialog.h"
#include "ui/pages/settings/people_dialogs.h"
#include "ui/pages/settings/token_dialogs.h"
#include "ui/pages/settings/webhook_dialogs.h"
#include "ui/shell/console_services.h"
#include "ui/widgets/fact_grid.h"

namespace test_settings_forms {

namespace {

using namespace evenhand;

struct Desk {
    Desk()
        : line(shop.engine(), actor), services(line.engine(), actor, folder.filePath(QStringLiteral("console.ini"))) {
        services.bridge.setVisible(true);
        services.scope.reload();
        QTRY_VERIFY(services.scope.isLoaded());
    }
    test::PeopleShop shop;
    QTemporaryDir folder;
    std::shared_ptr<api::Grant> grant = std::make_shared<api::Grant>(~api::Permissions{0});
    api::Actor actor{"local:test", 0, grant, api::Via::Engine};
    test::OverLine line;
    ui::ConsoleServices services;
    api::Call root = test::Shop::by("root");
};

template <typename T>
T* part(const QWidget* in, const QString& name) {
    auto* found = in->findChild<T*>(name);
    if (found == nullptr) {
        qFatal("there is no %s", qPrintable(name));
    }
    return found;
}

/// The workspace's own: no goods, four eyes above 11.00, a second approver above 22.00.
ui::ReturnPolicyDialog* openReturnPolicy(Desk& desk) {
    auto& returns = desk.shop.engine().returns();
    desk.shop.must(
        returns.setPolicy(desk.root, {}, api::ReturnPolicy{api::GoodsRule::NoGoods, Money{1'100}, Money{2'200}}));
    auto* dialog =
        new ui::ReturnPolicyDialog(desk.services.context, desk.shop.must(returns.policies(desk.root)), {}, nullptr);
    dialog->open();
    return dialog;
}

QString shown(const QWidget* in, const char* name) { return part<QLineEdit>(in, QLatin1String(name))->text(); }

void type(const QWidget* in, const char* name, const char* text) {
    part<QLineEdit>(in, QLatin1String(name))->setText(QLatin1String(text));
}

/// Saves; the dialog goes once the engine has taken it.
void save(QDialog* dialog, const char* button) {
    const QPointer<QDialog> open(dialog);
    auto* confirm = part<QPushButton>(dialog, QLatin1String(button));
    QVERIFY2(confirm->isEnabled(), qPrintable(confirm->toolTip()));
    confirm->click();
    QTRY_VERIFY(!open || !open->isVisible());
}

}  // namespace

class TestSettingsForms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timersOfACampus() {
        Desk desk;
        const auto campus = test::Shop::campus(1);
        constexpr std::int64_t kMinute = 60'000;
        const api::TimerPolicy before{11 * kMinute, 12 * kMinute, 13 * kMinute, 14 * kMinute,
                                      15 * kMinute, true,         16 * kMinute};
        desk.shop.must(desk.shop.engine().timers().setPolicy(desk.root, campus, before));
        auto* dialog = new ui::TimerPolicyDialog(
            desk.services.context, desk.shop.must(desk.shop.engine().timers().policies(desk.root)), campus, nullptr);
        dialog->open();
        const std::pair<const char*, const char*> fields[] = {
            {"timerPolicy_unpaid_ms", "11 min"},       {"timerPolicy_unassigned_ms", "12 min"},
            {"timerPolicy_pick_up_late_ms", "13 min"}, {"timerPolicy_delivery_late_ms", "14 min"},
            {"timerPolicy_auto_confirm_ms", "15 min"}, {"timerPolicy_alert_repeat_ms", "16 min"}};
        int minutes = 21;
        for (const auto& [name, value] : fields) {
            QCOMPARE(shown(dialog, name), QLatin1String(value));
            type(dialog, name, qPrintable(QStringLiteral("%1 min").arg(minutes++)));
        }
        auto* reassigns = part<QCheckBox>(dialog, QStringLiteral("timerPolicyAutoReassign"));
        QVERIFY(reassigns->isChecked());
        reassigns->setChecked(false);
        save(dialog, "timerPolicySave");
        const api::TimerPolicy wanted{21 * kMinute, 22 * kMinute, 23 * kMinute, 24 * kMinute,
                                      25 * kMinute, false,        26 * kMinute};
        for (const auto& row : desk.shop.must(desk.shop.engine().timers().policies(desk.root))) {
            QCOMPARE(row.policy == wanted, row.campus == campus);
        }
    }

    void refundsOfTheWorkspace() {
        Desk desk;
        api::RefundSettings set;
        set.provider = api::RefundProviderKind::Http;
        set.url = "https://pay.example/refunds";
        set.keyId = "key";
        set.secretName = "secret";
        set.timeoutMs = 11'000;
        set.leaseMs = 12'000;
        set.firstRetryMs = 13'000;
        set.lastRetryMs = 14'000;
        set.maxAttempts = 15;
        desk.shop.must(desk.shop.engine().refunds().setSettings(desk.root, set));
        auto* dialog = new ui::RefundSettingsDialog(
            desk.services.context, desk.shop.must(desk.shop.engine().refunds().settings(desk.root)), nullptr);
        dialog->open();
        const std::tuple<const char*, const char*, const char*> fields[] = {
            {"refundSettings_url", "https://pay.example/refunds", "https://other.example/back"},
            {"refundSettings_key_id", "key", "key2"},
            {"refundSettings_secret_name", "secret", "secret2"},
            {"refundSettings_timeout_ms", "11 s", "21 s"},
            {"refundSettings_lease_ms", "12 s", "22 s"},
            {"refundSettings_first_retry_ms", "13 s", "23 s"},
            {"refundSettings_last_retry_ms", "14 s", "24 s"},
            {"refundSettings_max_attempts", "15", "25"}};
        for (const auto& [name, value, next] : fields) {
            QCOMPARE(shown(dialog, name), QLatin1String(value));
            type(dialog, name, next);
        }
        save(dialog, "refundSettingsSave");
        set.url = "https://other.example/back";
        set.keyId = "key2";
        set.secretName = "secret2";
        set.timeoutMs = 21'000;
        set.leaseMs = 22'000;
        set.firstRetryMs = 23'000;
        set.lastRetryMs = 24'000;
        set.maxAttempts = 25;
        QVERIFY(desk.shop.must(desk.shop.engine().refunds().settings(desk.root)) == set);
    }

    /// A lease is longer than a request may take, and retries do not come quicker.
    void delaysOfRefundsAgreeWithEachOther() {
        Desk desk;
        auto* dialog = new ui::RefundSettingsDialog(
            desk.services.context, desk.shop.must(desk.shop.engine().refunds().settings(desk.root)), nullptr);
        dialog->open();
        dialog->provider()->setCurrentIndex(1);
        type(dialog, "refundSettings_url", "https://pay.example/refunds");
        type(dialog, "refundSettings_key_id", "key");
        type(dialog, "refundSettings_secret_name", "secret");
        const auto fits = [&](const char* timeout, const char* lease, const char* first, const char* last) {
            type(dialog, "refundSettings_timeout_ms", timeout);
            type(dialog, "refundSettings_lease_ms", lease);
            type(dialog, "refundSettings_first_retry_ms", first);
            type(dialog, "refundSettings_last_retry_ms", last);
            return dialog->confirmButton()->isEnabled();
        };
        QVERIFY(fits("10 s", "11 s", "5 s", "5 s"));
        QVERIFY(!fits("10 s", "10 s", "5 s", "5 s"));
        QVERIFY(!fits("10 s", "11 s", "5 s", "4 s"));
        delete dialog;
    }

    void returnsOfTheWorkspace() {
        Desk desk;
        auto* dialog = openReturnPolicy(desk);
        QCOMPARE(dialog->goods()->currentData().toInt(), static_cast<int>(api::GoodsRule::NoGoods));
        QCOMPARE(shown(dialog, "returnPolicy_four_eyes"), QStringLiteral("11.00"));
        const auto seconds = dialog->findChildren<QLineEdit*>();
        const auto second = std::find_if(seconds.begin(), seconds.end(),
                                         [](const auto* each) { return each->text() == QStringLiteral("22.00"); });
        QVERIFY(second != seconds.end());
        type(dialog, "returnPolicy_four_eyes", "33.00");
        (*second)->setText(QStringLiteral("44.50"));
        dialog->goods()->setCurrentIndex(dialog->goods()->findData(static_cast<int>(api::GoodsRule::GoodsFirst)));
        save(dialog, "returnPolicySave");
        const api::ReturnPolicy wanted{api::GoodsRule::GoodsFirst, Money{3'300}, Money{4'450}};
        for (const auto& row : desk.shop.must(desk.shop.engine().returns().policies(desk.root))) {
            QVERIFY(!row.campus.empty() || row.policy == wanted);
        }
    }

    /// The second approver comes at the same amount as the other one at the earliest.
    void thresholdsOfReturnsAgreeWithEachOther() {
        Desk desk;
        auto* dialog = openReturnPolicy(desk);
        const auto* button = part<QPushButton>(dialog, QStringLiteral("returnPolicySave"));
        const auto fits = [&](const char* four, const char* second) {
            type(dialog, "returnPolicy_four_eyes", four);
            type(dialog, "returnPolicy_second", second);
            return button->isEnabled();
        };
        QVERIFY(fits("20.00", "20.01"));
        QVERIFY(fits("20.00", "20.00"));
        QVERIFY(!fits("20.00", "19.99"));
        QVERIFY(fits("0", "0"));
        QVERIFY(!fits("-1", "20.00"));
        QVERIFY(fits("20.00", "20.00"));
        part<QCheckBox>(dialog, QStringLiteral("returnPolicyOn_four_eyes"))->setChecked(false);
        QVERIFY(!button->isEnabled());  // there is no second one without a first
        part<QCheckBox>(dialog, QStringLiteral("returnPolicyOn_second"))->setChecked(false);
        QVERIFY(button->isEnabled());
        part<QCheckBox>(dialog, QStringLiteral("returnPolicyOn_four_eyes"))->setChecked(true);
        QVERIFY(button->isEnabled());
        save(dialog, "returnPolicySave");
        const api::ReturnPolicy wanted{api::GoodsRule::NoGoods, Money{2'000}, std::nullopt};
        for (const auto& row : desk.shop.must(desk.shop.engine().returns().policies(desk.root))) {
            QVERIFY(!row.campus.empty() || row.policy == wanted);
        }
    }

    /// Whoever saves has seen what is there: what somebody else has set meanwhile stays.
    void returnSettingsChangedMeanwhileAreNotOverwritten() {
        Desk desk;
        auto& returns = desk.shop.engine().returns();
        const api::ReturnPolicy first{api::GoodsRule::NoGoods, Money{1'100}, Money{2'200}};
        const api::ReturnPolicy theirs{api::GoodsRule::GoodsFirst, Money{500}, std::nullopt};
        desk.shop.must(returns.setPolicy(desk.root, {}, first));
        const QPointer dialog =
            new ui::ReturnPolicyDialog(desk.services.context, desk.shop.must(returns.policies(desk.root)), {}, nullptr);
        dialog->open();
        type(dialog, "returnPolicy_four_eyes", "12.00");
        desk.shop.must(returns.setPolicy(desk.root, {}, theirs));
        auto* button = part<QPushButton>(dialog, QStringLiteral("returnPolicySave"));
        button->click();
        QVERIFY(!button->isEnabled());
        QTRY_VERIFY(!dialog || button->isEnabled());
        QVERIFY(dialog && dialog->isVisible());
        const auto* said = part<QLabel>(dialog, QStringLiteral("returnPolicyError"));
        QVERIFY2(said->text().contains(QStringLiteral("Changed by somebody else")), qPrintable(said->text()));
        for (const auto& row : desk.shop.must(returns.policies(desk.root))) {
            QVERIFY(!row.campus.empty() || row.policy == theirs);
        }
        delete dialog;
    }

    /// Whoever loses the permission while a form is open is told, and nobody else is.
    void formsFollowThePermissionOfTheirOperation() {
        Desk desk;
        auto& context = desk.services.context;
        auto& engine = desk.shop.engine();
        const auto campus = desk.services.scope.campuses().front();
        const auto none = [](const auto&) {};
        const std::pair<std::unique_ptr<ui::FormDialog>, api::Permission> forms[] = {
            {std::unique_ptr<ui::FormDialog>(ui::openAddPerson(context, false, nullptr)),
             api::Permission::ManagePeople},
            {std::unique_ptr<ui::FormDialog>(ui::openRenamePerson(context, {}, nullptr)),
             api::Permission::ManagePeople},
            {std::unique_ptr<ui::FormDialog>(ui::openRoles(context, {}, nullptr)), api::Permission::ManagePeople},
            {std::unique_ptr<ui::FormDialog>(ui::openResetPassword(context, {}, nullptr)),
             api::Permission::ManagePeople},
            {std::unique_ptr<ui::FormDialog>(ui::openSignInRules(context, {}, nullptr)), api::Permission::ManagePeople},
            {std::unique_ptr<ui::FormDialog>(ui::openWebhook(context, std::nullopt, none, nullptr)),
             api::Permission::ManageWebhooks},
            {std::unique_ptr<ui::FormDialog>(ui::openWebhook(context, api::WebhookRow{}, none, nullptr)),
             api::Permission::ManageWebhooks},
            {std::unique_ptr<ui::FormDialog>(ui::openNewSecret(context, {}, none, nullptr)),
             api::Permission::ManageWebhooks},
            {std::unique_ptr<ui::FormDialog>(ui::openAddToken(context, none, nullptr)), api::Permission::ManagePeople},
            {std::make_unique<ui::PolicyDialog>(context, campus), api::Permission::ManagePolicies},
            {std::make_unique<ui::TimerPolicyDialog>(context, desk.shop.must(engine.timers().policies(desk.root)),
                                                     campus.id),
             api::Permission::ManagePolicies},
            {std::make_unique<ui::ReturnPolicyDialog>(context, desk.shop.must(engine.returns().policies(desk.root)),
                                                      CampusId()),
             api::Permission::ManagePolicies},
            {std::make_unique<ui::RefundSettingsDialog>(context, desk.shop.must(engine.refunds().settings(desk.root))),
             api::Permission::ManagePolicies}};
        for (int missing = -1; missing <= static_cast<int>(api::Permission::ManageBackups); ++missing) {
            desk.grant->change(missing < 0 ? ~api::Permissions{0} : ~api::bitOf(static_cast<api::Permission>(missing)));
            Q_EMIT desk.services.bridge.stateChanged();
            for (const auto& [form, needed] : forms) {
                QVERIFY2(
                    form->said().contains(QStringLiteral("no permission")) == (static_cast<int>(needed) == missing),
                    qPrintable(
                        QStringLiteral("%1 without %2: %3").arg(form->objectName()).arg(missing).arg(form->said())));
            }
        }
    }

    /// Also where the first field is made of several, and the buttons come after all fields.
    void formsBeginInTheirFirstField() {
        Desk desk;
        auto& context = desk.services.context;
        const std::unique_ptr<ui::FormDialog> roles(ui::openRoles(context, {}, nullptr));
        QVERIFY(qobject_cast<QCheckBox*>(roles->focusWidget()) != nullptr);
        const std::unique_ptr<ui::FormDialog> name(ui::openRenamePerson(context, {}, nullptr));
        QCOMPARE(name->focusWidget()->objectName(), QStringLiteral("personName"));
        const auto* last = roles->focusWidget();
        QStringList buttons;
        do {
            last = last->nextInFocusChain();
            if (last == roles->confirmButton() || last == roles->backButton()) {
                buttons << last->objectName();
            }
        } while (buttons.size() < 2 && last != roles->focusWidget());
        QCOMPARE(buttons, (QStringList{roles->confirmButton()->objectName(), roles->backButton()->objectName()}));
        QVERIFY(roles->said().contains(QStringLiteral("Nothing has been changed")) ||
                roles->said().contains(QStringLiteral("reason")));
    }

    /// Leaving asks first whatever kind of field was changed. What the program fills in by itself is no change.
    void noFieldIsLeftWithoutAsking_data() {
        QTest::addColumn<int>("field");
        const char* const names[] = {"line", "lines", "number", "time", "choice", "box"};
        for (int i = 0; i < 6; ++i) {
            QTest::newRow(names[i]) << i;
        }
    }
    void noFieldIsLeftWithoutAsking() {
        QFETCH(const int, field);
        const QPointer dialog = new ui::DraftDialog;
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        auto* choice = new QComboBox(dialog);
        choice->addItems({QStringLiteral("one"), QStringLiteral("two")});
        QWidget* const fields[] = {
            new QLineEdit(dialog), new QPlainTextEdit(dialog), new QSpinBox(dialog), new QTimeEdit(dialog), choice,
            new QCheckBox(dialog)};
        dialog->show();
        static_cast<QLineEdit*>(fields[0])->setText(QStringLiteral("filled in"));
        static_cast<QSpinBox*>(fields[2])->setValue(7);
        // The first key of a person, and what it does.
        constexpr Qt::Key kKeys[] = {Qt::Key_A, Qt::Key_A, Qt::Key_Up, Qt::Key_Up, Qt::Key_Down, Qt::Key_Space};
        QTest::keyClick(fields[field], kKeys[field]);
        dialog->leave();
        QPointer<QMessageBox> question = dialog->question();
        QVERIFY(question);
        QTest::keyClick(question, Qt::Key_Escape);
        QTRY_VERIFY(!question);
        QVERIFY(dialog && dialog->isVisible());
        QTest::keyClick(fields[field], field == 4 ? Qt::Key_Up : Qt::Key_Tab);
        if (field == 4) {  // as it was
            dialog->leave();
            QTRY_VERIFY(!dialog);
        }
        delete dialog;
    }

    void dispatchOfACampus() {
        Desk desk;
        auto row = desk.services.scope.campuses().front();
        const auto id = row.id;
        row.name = "Old Gate";
        row.policy.mode = api::DispatchMode::Soft;
        row.policy.joinRule = api::JoinRule::CatchUp;
        row.policy.startWeight = 1'100;
        row.policy.step = 12;
        row.policy.logTtlMs = 3 * 3'600'000;
        row.policy.calibrateMinute = 4 * 60 + 15;
        row.policy.loadLimit = 7;
        row.version = 0;
        desk.shop.must(desk.shop.engine().dispatch().upsertCampus(desk.root, row));
        const auto now = [&] {
            for (const auto& each : desk.shop.must(desk.shop.engine().dispatch().campuses(desk.root))) {
                if (each.id == id) {
                    return each;
                }
            }
            return api::CampusRow{};
        };
        auto* dialog = new ui::PolicyDialog(desk.services.context, now());
        dialog->open();
        auto* mode = part<QComboBox>(dialog, QStringLiteral("policyMode"));
        auto* join = part<QComboBox>(dialog, QStringLiteral("policyJoin"));
        auto* calibrateAt = part<QTimeEdit>(dialog, QStringLiteral("policyCalibrateAt"));
        QCOMPARE(shown(dialog, "policyName"), QStringLiteral("Old Gate"));
        QCOMPARE(mode->currentData().toInt(), static_cast<int>(api::DispatchMode::Soft));
        QCOMPARE(join->currentData().toInt(), static_cast<int>(api::JoinRule::CatchUp));
        QCOMPARE(shown(dialog, "policyStartWeight"), QStringLiteral("1100"));
        QCOMPARE(shown(dialog, "policyStep"), QStringLiteral("12"));
        QCOMPARE(shown(dialog, "policyLogTtl"), QStringLiteral("3"));
        QVERIFY(part<QCheckBox>(dialog, QStringLiteral("policyCalibrates"))->isChecked());
        QCOMPARE(calibrateAt->time(), QTime(4, 15));
        QVERIFY(part<QCheckBox>(dialog, QStringLiteral("policyLimits"))->isChecked());
        QCOMPARE(shown(dialog, "policyLoadLimit"), QStringLiteral("7"));
        type(dialog, "policyName", "New Gate");
        mode->setCurrentIndex(mode->findData(static_cast<int>(api::DispatchMode::Strong)));
        join->setCurrentIndex(join->findData(static_cast<int>(api::JoinRule::FairFromNow)));
        type(dialog, "policyStartWeight", "2100");
        type(dialog, "policyStep", "22");
        type(dialog, "policyLogTtl", "5");
        type(dialog, "policyLoadLimit", "9");
        calibrateAt->setTime(QTime(23, 45));
        save(dialog, "policySave");
        const auto saved = now();
        QCOMPARE(saved.name, std::string("New Gate"));
        QCOMPARE(saved.policy.mode, api::DispatchMode::Strong);
        QCOMPARE(saved.policy.joinRule, api::JoinRule::FairFromNow);
        QCOMPARE(saved.policy.startWeight, std::int64_t{2'100});
        QCOMPARE(saved.policy.step, std::int64_t{22});
        QCOMPARE(saved.policy.logTtlMs, std::int64_t{5 * 3'600'000});
        QCOMPARE(saved.policy.calibrateMinute, 23 * 60 + 45);
        QCOMPARE(saved.policy.loadLimit, std::int64_t{9});
        auto* again = new ui::PolicyDialog(desk.services.context, saved);
        again->open();
        part<QCheckBox>(again, QStringLiteral("policyCalibrates"))->setChecked(false);
        part<QCheckBox>(again, QStringLiteral("policyLimits"))->setChecked(false);
        save(again, "policySave");
        QCOMPARE(now().policy.calibrateMinute, -1);
        QCOMPARE(now().policy.loadLimit, std::int64_t{0});
    }

    void rulesOfSigningIn() {
        Desk desk;
        api::AccountSettings set;
        set.idleLockMs = 11 * 60'000;
        set.freeFailures = 2;
        set.firstDelayMs = 13'000;
        set.lockAfter = 14;
        set.lockMs = 15 * 60'000;
        desk.shop.must(desk.shop.engine().accounts().setSettings(desk.root, set));
        auto* dialog = ui::openSignInRules(desk.services.context,
                                           desk.shop.must(desk.shop.engine().accounts().settings(desk.root)), nullptr);
        auto* free = part<QSpinBox>(dialog, QStringLiteral("rules_free_failures"));
        auto* after = part<QSpinBox>(dialog, QStringLiteral("rules_lock_after"));
        QCOMPARE(shown(dialog, "rules_idle_lock_ms"), QStringLiteral("11 min"));
        QCOMPARE(free->value(), 2);
        QCOMPARE(shown(dialog, "rules_first_delay_ms"), QStringLiteral("13 s"));
        QCOMPARE(after->value(), 14);
        QCOMPARE(shown(dialog, "rules_lock_ms"), QStringLiteral("15 min"));
        const auto* confirm = dialog->confirmButton();
        QVERIFY(!confirm->isEnabled());  // nothing is changed yet
        // Never, or not at once.
        type(dialog, "rules_idle_lock_ms", "59 s");
        QVERIFY(!confirm->isEnabled());
        for (const char* good : {"0", "1 min"}) {
            type(dialog, "rules_idle_lock_ms", good);
            QVERIFY2(confirm->isEnabled(), good);
        }
        type(dialog, "rules_idle_lock_ms", "21 min");
        free->setValue(5);
        type(dialog, "rules_first_delay_ms", "23 s");
        after->setValue(24);
        type(dialog, "rules_lock_ms", "25 min");
        save(dialog, "signInRulesSave");
        set.idleLockMs = 21 * 60'000;
        set.freeFailures = 5;
        set.firstDelayMs = 23'000;
        set.lockAfter = 24;
        set.lockMs = 25 * 60'000;
        QVERIFY(desk.shop.must(desk.shop.engine().accounts().settings(desk.root)) == set);
    }

    void theReportOfTheAuditLog() {
        api::AuditReport report;
        report.checked = 1'200;
        report.sealed = 1'100;
        report.violations = 3;
        report.head.seq = 1'300;
        report.anchor.emplace();
        report.anchor->seq = 900;
        report.keyId = "key-7";
        const ui::AuditReportDialog dialog(report, nullptr);
        const auto* facts = dialog.findChild<ui::FactGrid*>();
        const std::pair<const char*, const char*> wanted[] = {{"Entries checked", "1,200"},
                                                              {"Seals checked", "1,100"},
                                                              {"Faults", "3"},
                                                              {"Newest entry", "1,300"},
                                                              {"Anchor outside the database", "900"},
                                                              {"Key", "key-7"}};
        for (const auto& [name, value] : wanted) {
            QCOMPARE(facts->valueOf(QLatin1String(name)), QLatin1String(value));
        }
    }
};

}  // namespace test_settings_forms

QTEST_MAIN(test_settings_forms::TestSettingsForms)
#include "test_settings_forms.moc"

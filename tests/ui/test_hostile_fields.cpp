// SPDX-License-Identifier: GPL-3.0-or-later
// Text that wants to be something else (SQL, a formula, HTML, a megabyte, right to left, control characters), typed
// into every field of the pages of workers, audit and settings, and of signing in: it stays text, is handed on as it
// was typed or refused with a reason, and what is said about it is said in plain letters.
#include <QAbstractButton>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

#include "engine/api/password_policy.h"
#include "engine/base/ids.h"
#include "tests/support/line/over_line.h"
#include "tests/support/shops/task_shop.h"
#include "tests/ui/people_hand.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/widgets/lines_edit.h"
#include "ui/widgets/safe_text.h"
#include "ui/wizards/sign_in/sign_in_window.h"

namespace test_hostile_fields {

using namespace evenhand;

namespace {

QStringList hostile() {
    return {QStringLiteral("'; DROP TABLE person; --"),
            QStringLiteral("=cmd|' /C calc'!A0"),
            QStringLiteral("<img src=x onerror=alert(1)><b>bold</b>&amp;"),
            QStringLiteral("<a href=\"https://evil.example\">click</a>"),
            QString(QChar(0x202e)) + QStringLiteral("gnp.exe"),
            QStringLiteral("مرحبا"),
            QStringLiteral("nul") + QChar(1) + QChar(0x1b) + QStringLiteral("[31mred") + QChar(7) + QChar(0x7f),
            QString(QChar(0x9b)) + QStringLiteral("31mred"),
            QStringLiteral("%1 %2 %n &file"),
            QString(1'000'000, QLatin1Char('x'))};
}

/// No control characters but line breaks, nothing that turns or hides writing, and not endless.
bool isInert(const QString& shown) {
    for (const QChar c : shown) {
        const ushort u = c.unicode();
        if ((u < 0x20 && u != '\n') || (u >= 0x7f && u < 0xa0) || u == 0x061c || u == 0x200e || u == 0x200f ||
            (u >= 0x202a && u <= 0x202e) || (u >= 0x2066 && u <= 0x2069)) {
            return false;
        }
    }
    return shown.size() <= 8 * ui::kShownText;
}

/// Of a window or dialog: all that it says, but not what was typed into its fields.
void checkSaid(const QWidget* root) {
    QVERIFY(root != nullptr);
    QVERIFY2(isInert(root->windowTitle()), qPrintable(root->windowTitle().left(200)));
    for (const auto* label : root->findChildren<QLabel*>()) {
        QVERIFY2(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()),
                 qPrintable(label->objectName() + QLatin1Char(' ') + label->text().left(200)));
        QVERIFY2(isInert(label->text()), qPrintable(label->objectName() + QLatin1Char(' ') + label->text().left(200)));
    }
    for (const auto* button : root->findChildren<QAbstractButton*>()) {
        QVERIFY2(isInert(button->text()), qPrintable(button->text().left(200)));
        QVERIFY(!button->toolTip().contains(QLatin1String("<img")) &&
                !button->toolTip().contains(QLatin1String("<a ")));
    }
}

/// As a person does. A megabyte is cut at once: laying it out would take half a minute, during which nothing moves.
void paste(QPlainTextEdit& field, const QString& text) {
    QApplication::clipboard()->setText(text);
    field.paste();
    QCOMPARE(field.toPlainText().size(), std::min(text.size(), ui::LinesEdit::kMaxPasted));
}

void checkNotice(const ui::Notice& notice) {
    QVERIFY2(isInert(ui::shownLine(notice.text)), qPrintable(notice.text.left(200)));
    QVERIFY(ui::shownLine(notice.text).size() < 10'000);
}

/// What may be a reason is decided in one place; the rest is refused.
bool mayBeReason(const QString& text) {
    return base::validateText(text.trimmed().toStdString(), "reason", 500).has_value();
}

/// The engine does not take what stands in this field of a form, and the form says why.
void refusedAt(ui::FormDialog* dialog, const char* field) {
    const auto* edit = dialog->findChild<QLineEdit*>(QLatin1String(field));
    const QString typed = edit->text();
    QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
    QTRY_VERIFY2(edit->property("invalid").toBool(), qPrintable(typed.left(100)));
    QVERIFY(!dialog->said().isEmpty());
    QCOMPARE(edit->text(), typed);  // nothing typed is lost
    checkSaid(dialog);
}

struct Settings : test::PeopleHand<ui::SettingsPage, test::TaskShop> {
    explicit Settings(const char* pane) {
        open();
        page->showPane(QLatin1String(pane));
    }
};
struct People : test::PeopleHand<ui::SettingsPage, test::StaffShop> {
    People() {
        open();
        page->showPane(QStringLiteral("people"));
    }
};
struct Workers : test::PeopleHand<ui::WorkersPage, test::TaskShop> {
    Workers() { open(); }
};
struct Audit : test::PeopleHand<ui::AuditPage, test::StaffShop> {
    Audit() { open(); }
};

}  // namespace

class TestHostileFields : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- people ---------------------------------------------------------------------------------------------
    void aPersonsName() {
        for (const QString& text : hostile()) {
            People desk;
            QTRY_VERIFY(desk.ready());
            auto* people = desk.page->people();
            people->action("addPerson")->trigger();
            QPointer dialog = people->dialog();
            People::type(dialog, "personLogin", text);
            People::type(dialog, "personName", text);
            People::typePassword(dialog, QStringLiteral("seven quiet rivers"));
            dialog->findChild<QCheckBox*>(QStringLiteral("role.auditor"))->setChecked(true);
            checkSaid(dialog);
            // What may be a name for signing in is decided in one place; the rest is refused with a reason.
            QString login = dialog->findChild<QLineEdit*>(QStringLiteral("personLogin"))->text().trimmed();
            const bool good = api::checkLogin(login.toStdString()).has_value();
            QVERIFY2(dialog->confirmButton()->isEnabled() == good, qPrintable(text.left(100)));
            QVERIFY(good || !dialog->said().isEmpty());
            if (!good) {
                login = QStringLiteral("ann");
                People::type(dialog, "personLogin", login);
            }
            QString typed = dialog->findChild<QLineEdit*>(QStringLiteral("personName"))->text();
            QVERIFY(typed.size() <= 200);
            if (!base::validateName(typed.trimmed().toStdString(), "name")) {
                refusedAt(dialog, "personName");
                QVERIFY(!desk.engine.person(login.toStdString()).has_value());
                typed = QStringLiteral("Ann");
                People::type(dialog, "personName", typed);
            }
            People::confirm(dialog, {});
            QTRY_VERIFY(desk.engine.person(login.toStdString()).has_value());
            QCOMPARE(desk.engine.person(login.toStdString())->name, typed.trimmed().toStdString());
            QTRY_VERIFY(!dialog || !dialog->isVisible());
            checkNotice(desk.said());
            // And shown so in what is asked about this person, also where a changed database has what is refused.
            desk.engine.accounts().peopleChange = [who = login.toStdString(),
                                                   name = text.toStdString()](std::vector<api::PersonRow>& rows) {
                for (auto& row : rows) {
                    row.name = row.login == who ? name : row.name;
                }
            };
            people->refresh();
            const auto shown = [&] {
                const int row = people->rowOf(login.toStdString());
                const auto* model = people->model();
                return model->index(row, model->columnOf(QStringLiteral("name"))).data().toString();
            };
            QTRY_COMPARE(shown(), ui::shownLine(text));
            QTRY_VERIFY2((people->choose(login.toStdString()), people->action("rename")->isEnabled()),
                         qPrintable(login + people->action("rename")->toolTip()));
            for (const char* act : {"rename", "roles"}) {
                people->action(act)->trigger();
                QPointer asked = people->dialog();
                QVERIFY(asked);
                checkSaid(asked);
                asked->close();
                QTRY_VERIFY(!asked || !asked->isVisible());
            }
            people->action("disable")->trigger();
            QVERIFY(people->people()->flow()->question() != nullptr);
            checkSaid(people->people()->flow()->question());
            people->people()->flow()->question()->close();
            checkSaid(desk.page.get());
        }
    }

    void aReason() {
        for (const QString& text : hostile()) {
            People desk;
            QTRY_VERIFY(desk.ready());
            auto* people = desk.page->people();
            people->choose("auditor");
            people->action("roles")->trigger();
            QPointer dialog = people->dialog();
            dialog->findChild<QCheckBox*>(QStringLiteral("role.dispatcher"))->setChecked(true);
            auto* reason = dialog->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"));
            paste(*reason, text);
            checkSaid(dialog);
            if (text.size() > 500) {
                QVERIFY(!dialog->confirmButton()->isEnabled());
                QVERIFY(dialog->said().contains(QStringLiteral("500")));
                continue;
            }
            QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
            if (!mayBeReason(text)) {
                QTRY_VERIFY2(dialog->said().contains(QStringLiteral("control characters")), qPrintable(dialog->said()));
                checkSaid(dialog);
                QCOMPARE(desk.engine.person("auditor")->roles.size(), std::size_t{1});
                continue;
            }
            QTRY_COMPARE(desk.engine.person("auditor")->roles.size(), std::size_t{2});
            QCOMPARE(desk.engine.lastReason(), text.trimmed().toStdString());
        }
    }

    // --- webhooks -------------------------------------------------------------------------------------------
    void aWebhook() {
        for (const QString& text : hostile()) {
            Settings desk("webhooks");
            QTRY_VERIFY(desk.ready());
            auto* hooks = desk.page->webhooks();
            const int before = hooks->model()->rowCount();
            hooks->action("addWebhook")->trigger();
            QPointer dialog = hooks->dialog();
            Settings::type(dialog, "webhookName", text);
            dialog->findChild<QCheckBox*>(QStringLiteral("event.order.closed"))->setChecked(true);
            Settings::type(dialog, "webhookUrl", text);
            QVERIFY(!dialog->confirmButton()->isEnabled());
            QVERIFY(!dialog->said().isEmpty());
            checkSaid(dialog);
            Settings::type(dialog, "webhookUrl", QStringLiteral("https://shop.example/in"));
            Settings::type(dialog, "webhookSecret", text);
            QVERIFY(!dialog->confirmButton()->isEnabled());
            checkSaid(dialog);
            Settings::type(dialog, "webhookSecret", {});
            QString typed = dialog->findChild<QLineEdit*>(QStringLiteral("webhookName"))->text();
            QVERIFY(typed.size() <= 200);
            if (!base::validateName(typed.trimmed().toStdString(), "name")) {
                refusedAt(dialog, "webhookName");
                typed = QStringLiteral("Till");
                Settings::type(dialog, "webhookName", typed);
            }
            Settings::confirm(dialog, {});
            QTRY_VERIFY(hooks->secret() != nullptr);
            checkSaid(hooks->secret());
            hooks->secret()->close();
            QTRY_COMPARE(hooks->model()->rowCount(), before + 1);
            QCOMPARE(desk.engine.endpoints().back().input.name, typed.trimmed().toStdString());
            // And shown so in what is asked about it, also where a changed database has what is refused.
            desk.engine.webhooks().rowsChange = [&](std::vector<api::WebhookRow>& rows) {
                rows.back().input.name = text.toStdString();
                rows.back().input.url += "?" + text.toStdString();
                rows.back().lastError = text.toStdString();
            };
            hooks->refresh();
            QTRY_COMPARE(hooks->model()->index(before, 0).data().toString(), ui::shownLine(text));
            hooks->table()->selectRow(before);
            for (const char* act : {"editWebhook", "newSecret"}) {
                hooks->action(act)->trigger();
                QPointer asked = hooks->dialog();
                checkSaid(asked);
                asked->close();
                QTRY_VERIFY(!asked || !asked->isVisible());
            }
            hooks->action("removeWebhook")->trigger();
            QVERIFY(hooks->endpointFlow()->question() != nullptr);
            checkSaid(hooks->endpointFlow()->question());
            hooks->endpointFlow()->question()->close();
            checkSaid(desk.page.get());
        }
    }

    void aDeliveryInFull() {
        Settings desk("webhooks");
        QTRY_VERIFY(desk.ready());
        auto* hooks = desk.page->webhooks();
        QVERIFY(hooks->deliveries().total() > 0);
        for (const QString& text : hostile()) {
            desk.engine.webhooks().detailChange = [said = text.toStdString()](api::DeliveryDetail& detail) {
                detail.row.subject = detail.row.webhookName = detail.row.messageId = detail.body = said;
                detail.attempts = {{detail.row.at, 503, 120, said, said}};
            };
            Q_EMIT hooks->log()->doubleClicked(hooks->deliveries().index(0, 0));
            QTRY_VERIFY(hooks->delivery() != nullptr);
            checkSaid(hooks->delivery());
            QVERIFY(!hooks->delivery()->grab().isNull());
            hooks->delivery()->close();
            QTRY_VERIFY(hooks->delivery() == nullptr);
        }
    }

    // --- backups --------------------------------------------------------------------------------------------
    void aPath() {
        for (const QString& text : hostile()) {
            Settings desk("backups");
            QTRY_VERIFY(desk.ready());
            auto* backups = desk.page->backups();
            const QString path = desk.folder.path() + QLatin1Char('/') + text;
            backups->takeTo(path);
            QTRY_VERIFY(desk.ready() && !desk.said().text.isEmpty());
            checkNotice(desk.said());
            if (desk.said().tone == ui::Tone::Good) {
                QCOMPARE(desk.engine.backupRows().front().path, path.toStdString());
            }
            backups->action("planBackups")->trigger();
            QPointer dialog = backups->planDialog();
            Settings::type(dialog, "scheduleFolder", text);
            QVERIFY(!dialog->confirmButton()->isEnabled());  // no absolute path
            checkSaid(dialog);
            dialog->close();
            checkSaid(desk.page.get());
        }
    }

    // --- workers --------------------------------------------------------------------------------------------
    void theFilterOfTasks() {
        Workers desk;
        QTRY_VERIFY(desk.ready());
        auto* worker = desk.page->findChild<QLineEdit*>(QStringLiteral("taskFilterWorker"));
        for (const QString& text : hostile()) {
            desk.engine.plant(text.toStdString());
            desk.page->tasks()->textField()->setText(text);
            worker->setText({});
            QTRY_VERIFY(desk.ready() && desk.page->tasks()->model().filter() == desk.page->tasks()->filter());
            QCOMPARE(desk.page->tasks()->filter().text, text.left(200).trimmed().toStdString());
            QTRY_COMPARE(desk.page->tasks()->model().total(), std::int64_t{1});
            worker->setText(text);
            QTRY_VERIFY(desk.page->tasks()->emptyLabel()->isVisible());
            checkSaid(desk.page.get());
        }
    }

    void whyAKindIsHeld() {
        for (const QString& text : hostile()) {
            Workers desk;
            QTRY_VERIFY(desk.ready());
            desk.page->tabs()->setCurrentIndex(ui::WorkersPage::KindsTab);
            desk.page->kinds()->table()->selectRow(
                *desk.page->kinds()->model().rowOf(ui::kindId(api::TaskKind::Webhook)));
            desk.page->kinds()->holdAction()->trigger();
            QPointer question = desk.page->kinds()->flow()->question();
            QVERIFY(question != nullptr);
            paste(*question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit")), text);
            checkSaid(question);
            if (text.size() > 500) {
                QVERIFY(!question->confirmButton()->isEnabled());
                continue;
            }
            QVERIFY(question->confirmButton()->isEnabled());
            QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
            if (mayBeReason(text)) {
                QTRY_VERIFY(desk.engine.isHeld(api::TaskKind::Webhook));
                QCOMPARE(desk.engine.lastReason(), text.trimmed().toStdString());
                QTRY_VERIFY(desk.page->heldNote()->isVisible());
            } else {
                QTRY_VERIFY(desk.page->kinds()->flow()->outcome() != nullptr);
                checkSaid(desk.page->kinds()->flow()->outcome());
                checkNotice(desk.said());
                QVERIFY(!desk.engine.isHeld(api::TaskKind::Webhook));
            }
            checkSaid(desk.page.get());
        }
    }

    // --- audit ----------------------------------------------------------------------------------------------
    void theFilterOfTheLog() {
        Audit desk;
        QTRY_VERIFY(desk.ready());
        for (const QString& text : hostile()) {
            // An export is what a person calls it.
            desk.engine.must(desk.engine.audit().noteExport(
                test::Shop::by(text.toStdString()), {text.toStdString(), text.toStdString(), 1, text.toStdString()}));
            desk.page->textField()->setText(text);
            desk.page->whoField()->setText(text.size() > 200 ? QString() : text);
            QTRY_VERIFY(desk.ready() && desk.page->model().filter() == desk.page->filter());
            QTRY_COMPARE(desk.page->model().total(), std::int64_t{1});
            desk.page->table()->select({0});
            checkSaid(desk.page.get());
            QVERIFY(!desk.page->grab().isNull());
        }
    }

    void aFiltersName() {
        Audit desk;
        QTRY_VERIFY(desk.ready());
        auto* saved = desk.page->saved();
        for (const QString& text : hostile()) {
            const QString name = text.left(100);
            desk.page->textField()->setText(QStringLiteral("order A"));
            saved->save(name);
            QCOMPARE(saved->names(), QStringList{name});
            Q_EMIT saved->menu()->aboutToShow();
            for (const auto* action : saved->menu()->actions()) {
                QVERIFY2(isInert(action->text()), qPrintable(action->text()));
            }
            desk.page->textField()->clear();
            saved->apply(name);
            QCOMPARE(desk.page->textField()->text(), QStringLiteral("order A"));
            saved->remove(name);
            QVERIFY(saved->names().isEmpty());
        }
    }

    void aFilterWithoutAName() {
        Audit desk;
        QTRY_VERIFY(desk.ready());
        auto* saved = desk.page->saved();
        Q_EMIT saved->menu()->aboutToShow();
        saved->menu()->actions().front()->trigger();
        auto* dialog = desk.page->window()->findChild<QInputDialog*>(QStringLiteral("filterNameDialog"));
        QVERIFY(dialog != nullptr);
        auto* confirm = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        auto* line = dialog->findChild<QLineEdit*>();
        QVERIFY(!confirm->isEnabled());
        line->setText(QStringLiteral("  "));
        QVERIFY(!confirm->isEnabled());
        line->setText(QStringLiteral(" refusals "));
        QVERIFY(confirm->isEnabled());
        confirm->click();
        QCOMPARE(saved->names(), QStringList{QStringLiteral("refusals")});
    }

    void aFilterThatSomebodyBroke() {
        Audit desk;
        QTRY_VERIFY(desk.ready());
        for (const char* broken :
             {"", "nonsense", "[]", "{\"who\":7,\"time\":\"x\",\"operations\":{\"a\":1},\"outcomes\":[1,null]}",
              "{\"time\":99,\"from\":\"-\",\"to\":\"99999999999999999999\",\"outcomes\":[\"no such\"]}"}) {
            desk.services->preferences.setValue(QStringLiteral("audit/filters/broken"), QByteArray(broken));
            desk.page->saved()->apply(QStringLiteral("broken"));
            QTRY_VERIFY(desk.ready());
            checkSaid(desk.page.get());
        }
    }

    // --- signing in -----------------------------------------------------------------------------------------
    void signingIn() {
        test::StaffShop shop;
        for (const QString& text : hostile()) {
            const test::OverLine line(shop, std::nullopt);
            ui::SignInWindow window(line.engine(), text.left(4'000));
            window.show();
            checkSaid(&window);
            QSignalSpy in(&window, &ui::SignInWindow::signedIn);
            window.login()->setText(text);
            window.password()->setText(text);
            QVERIFY(window.login()->text().size() < 1'000 && window.password()->text().size() < 2'000);
            QTRY_VERIFY2(window.signInButton()->isEnabled(), qPrintable(window.signInButton()->toolTip()));
            QTest::mouseClick(window.signInButton(), Qt::LeftButton);
            QTRY_VERIFY(!window.problem().isEmpty());
            QVERIFY2(isInert(window.problem()) && !Qt::mightBeRichText(window.problem()),
                     qPrintable(window.problem().left(200)));
            QCOMPARE(in.count(), 0);
            QVERIFY(!window.grab().isNull());
        }
    }
};

}  // namespace test_hostile_fields

QTEST_MAIN(test_hostile_fields::TestHostileFields)
#include "test_hostile_fields.moc"

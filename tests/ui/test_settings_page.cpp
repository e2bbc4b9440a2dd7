// SPDX-License-Identifier: GPL-3.0-or-later
// The page of settings over the real engine in memory: people and roles, one's own account, webhooks with their secrets
// and log, backups and restoring; refusals at the field they are about, and what is missing to whom.
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QSpinBox>
#include <QTableView>
#include <algorithm>
#include <string>

#include "tests/support/shops/order_shop.h"
#include "tests/support/shops/task_shop.h"
#include "tests/ui/people_hand.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/shell/jobs.h"
#include "ui/shell/restore_backend.h"
#include "ui/shell/session.h"
#include "ui/widgets/empty_hint.h"
#include "ui/widgets/people_labels.h"

namespace test_settings_page {

using namespace evenhand;
using api::Role;

namespace {

/// Looks at files as the engine does; restores nothing, and answers as it is told.
class FakeRestore final : public ui::RestoreBackend {
public:
    explicit FakeRestore(api::EngineApi& engine) : m_engine(engine) {}
    api::Answer<ui::RestorePreview> preview(std::string file) override {
        return verified(file).then([](const Result<api::BackupManifest>& manifest) -> Result<ui::RestorePreview> {
            if (!manifest) {
                return fail(manifest.error());
            }
            ui::RestorePreview preview;
            preview.manifest = *manifest;
            preview.orders = 100'000;
            preview.people = 6;
            preview.outwardPending = 7;
            preview.entriesSince = 12;
            return preview;
        });
    }
    api::Answer<api::BackupManifest> restore(api::Actor actor, ui::RestoreRequest asked,
                                             std::function<void(std::int64_t, std::int64_t)> progress) override {
        who = actor.name;
        request = std::move(asked);
        progress(50, 100);
        return refuse ? test::refused<api::BackupManifest>({ErrorCode::Storage, "disk full", {}, {}})
                      : verified(request.file);
    }
    ui::RestoreRequest request;
    std::string who;
    bool refuse = false;

private:
    api::Answer<api::BackupManifest> verified(const std::string& file) {
        return m_engine.backups().verify(test::Shop::by("root"), file);
    }
    api::EngineApi& m_engine;
};

/// A byte in the middle of the file is another one.
void damage(const QString& path) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(file.size() / 2));
    char byte = 0;
    QVERIFY(file.getChar(&byte));
    QVERIFY(file.seek(file.size() / 2));
    QVERIFY(file.putChar(static_cast<char>(byte ^ 1)));
}

template <typename EngineType>
struct Hand : test::PeopleHand<ui::SettingsPage, EngineType> {
    [[nodiscard]] ui::PeoplePane* people() const { return this->page->people(); }
    [[nodiscard]] ui::WebhookPane* hooks() const { return this->page->webhooks(); }
    QAction* choose(const std::string& login, const char* act) const {
        people()->choose(login);
        return people()->action(act);
    }
};

/// People, over the real engine.
struct Staff : Hand<test::StaffShop> {
    explicit Staff(const char* pane, const std::string& login = {}) {
        open(login);
        page->showPane(QLatin1String(pane));
    }
};

/// Webhooks and backups.
struct Desk : Hand<test::TaskShop> {
    explicit Desk(const char* pane, const std::string& login = {}) {
        restore = &backend;
        open(login);
        page->showPane(QLatin1String(pane));
    }
    ~Desk() { close(); }
    /// A backup that was taken beside the page.
    [[nodiscard]] QString backUp(const char* name) {
        const QString path = folder.filePath(QLatin1String(name));
        engine.backUp(path.toStdString());
        return path;
    }
    [[nodiscard]] api::BackupSchedule planned() {
        return engine.must(engine.backups().schedule(test::Shop::by("root")));
    }
    [[nodiscard]] std::optional<api::DeliveryRow> delivery(DeliveryId id) {
        for (auto& row : engine.deliveryRows()) {
            if (row.id == id) {
                return row;
            }
        }
        return std::nullopt;
    }

    FakeRestore backend{engine};
};

}  // namespace

class TestSettingsPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- people ---------------------------------------------------------------------------------------------
    void peopleAreListedWithTheirRoles() {
        Staff desk("people");
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.people()->model()->rowCount(), 6);
        const int row = desk.people()->rowOf("refund_clerk");
        const auto cell = [&](int of, const char* column) {
            const auto* model = desk.people()->model();
            return model->index(of, model->columnOf(QLatin1String(column))).data().toString();
        };
        QCOMPARE(cell(row, "roles"), QStringLiteral("Refund clerk"));
        const auto signedIn = [&](int of) { return cell(of, "lastSignIn"); };
        QVERIFY(signedIn(row) != QStringLiteral("never"));
        desk.engine.add("new here", Role::Dispatcher);
        QTRY_VERIFY(desk.people()->rowOf("new here") >= 0);
        QCOMPARE(signedIn(desk.people()->rowOf("new here")), QStringLiteral("never"));
    }

    void aPersonIsAddedAndMustChangeThePassword() {
        Staff desk("people");
        QTRY_VERIFY(desk.ready());
        desk.people()->action("addPerson")->trigger();
        auto* dialog = desk.people()->dialog();
        QVERIFY(dialog != nullptr);
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Staff::type(dialog, "personLogin", QStringLiteral("li wei"));
        Staff::type(dialog, "personName", QStringLiteral("Li Wei 李伟"));
        dialog->findChild<QCheckBox*>(QStringLiteral("role.dispatcher"))->setChecked(true);
        Staff::typePassword(dialog, QStringLiteral("password1234"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        QVERIFY2(dialog->said().contains(QStringLiteral("common password")), qPrintable(dialog->said()));
        Staff::typePassword(dialog, QStringLiteral("seven quiet rivers"));
        Staff::confirm(dialog, {});
        QTRY_VERIFY(desk.engine.person("li wei").has_value());
        QVERIFY(desk.engine.person("li wei")->mustChangePassword);
        QCOMPARE(desk.engine.person("li wei")->roles, std::vector<Role>{Role::Dispatcher});
        QTRY_COMPARE(desk.people()->model()->rowCount(), 7);
    }

    void aNameThatIsTakenIsSaidAtItsField() {
        Staff desk("people");
        QTRY_VERIFY(desk.ready());
        desk.people()->action("addPerson")->trigger();
        QPointer dialog = desk.people()->dialog();
        Staff::type(dialog, "personLogin", QStringLiteral("Auditor"));
        dialog->findChild<QCheckBox*>(QStringLiteral("role.auditor"))->setChecked(true);
        Staff::typePassword(dialog, QStringLiteral("seven quiet rivers"));
        Staff::confirm(dialog, {});
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("already exists")));
        QVERIFY(dialog->findChild<QLineEdit*>(QStringLiteral("personLogin"))->property("invalid").toBool());
        dialog->close();
    }

    void theFirstPersonIsAnAdministrator() {
        Hand<test::OrderShop> desk;  // nobody is there yet
        desk.open();
        desk.page->showPane(QStringLiteral("people"));
        QTRY_VERIFY(desk.ready());
        desk.people()->action("addPerson")->trigger();
        auto* dialog = desk.people()->dialog();
        QVERIFY(dialog->findChild<QCheckBox*>(QStringLiteral("role.administrator"))->isChecked());
        dialog->close();
    }

    void rolesChangeWithAReason() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        desk.choose("dispatcher", "roles")->trigger();
        auto* dialog = desk.people()->dialog();
        QVERIFY(dialog != nullptr);
        dialog->findChild<QCheckBox*>(QStringLiteral("role.auditor"))->setChecked(true);
        QVERIFY(!dialog->confirmButton()->isEnabled());
        QVERIFY(dialog->said().contains(QStringLiteral("reason")));
        Staff::confirm(dialog, QStringLiteral("looks after the books"));
        QTRY_COMPARE(desk.engine.person("dispatcher")->roles.size(), std::size_t{2});
        QCOMPARE(desk.engine.lastReason(), std::string("looks after the books"));
    }

    void nobodyChangesTheirOwnRoles() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        QVERIFY(!desk.choose("administrator", "roles")->isEnabled());
        QVERIFY(Staff::why(desk.people()->action("roles")).contains(QStringLiteral("own roles")));
        QVERIFY(!desk.people()->action("disable")->isEnabled());
        QVERIFY(!desk.people()->action("resetPassword")->isEnabled());
    }

    void somebodyElsesChangeIsNotOverwritten() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        desk.choose("dispatcher", "roles")->trigger();
        QPointer dialog = desk.people()->dialog();
        desk.engine.setRolesOf("dispatcher", {Role::RefundClerk});
        dialog->findChild<QCheckBox*>(QStringLiteral("role.auditor"))->setChecked(true);
        Staff::confirm(dialog, QStringLiteral("x"));
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("somebody else")));
        QCOMPARE(desk.engine.person("dispatcher")->roles, std::vector<Role>{Role::RefundClerk});
        dialog->close();
    }

    void aPersonIsDisabledAndEnabled() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        desk.choose("auditor", "disable")->trigger();
        const auto* flow = desk.people()->people()->flow();
        Staff::confirm(flow->question(), QStringLiteral("left"));
        QTRY_VERIFY(desk.engine.person("auditor")->disabled);
        QCOMPARE(desk.engine.lastReason(), std::string("left"));
        QTRY_VERIFY(desk.choose("auditor", "enable")->isEnabled());
        QVERIFY(Staff::why(desk.people()->action("disable")).contains(QStringLiteral("Already disabled")));
        desk.people()->action("enable")->trigger();
        Staff::confirm(flow->question(), QStringLiteral("is back"));
        QTRY_VERIFY(!desk.engine.person("auditor")->disabled);
    }

    void aPasswordIsResetAndALockLifted() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        for (auto left = desk.engine.rules().freeFailures + 1; left > 0; --left) {
            api::SignIn typed;
            typed.login = "auditor";
            typed.password = Secret("wrong");
            QVERIFY(!desk.engine.ask(desk.engine.accounts().signIn(typed, {})));
        }
        QTRY_VERIFY(desk.choose("auditor", "lift")->isEnabled());  // told by the engine
        desk.people()->action("lift")->trigger();
        Staff::confirm(desk.people()->people()->flow()->question(), QStringLiteral("asked on the phone"));
        QTRY_COMPARE(desk.engine.person("auditor")->failures, std::int64_t{0});
        QTRY_VERIFY(!desk.choose("auditor", "lift")->isEnabled());
        desk.choose("auditor", "resetPassword")->trigger();
        Staff::typePassword(desk.people()->dialog(), QStringLiteral("seven quiet rivers"));
        Staff::confirm(desk.people()->dialog(), QStringLiteral("forgotten"));
        QTRY_VERIFY(desk.engine.person("auditor")->mustChangePassword);
        QVERIFY(desk.engine.opens("auditor", "seven quiet rivers"));
    }

    void theRulesOfSigningInAreSaved() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        desk.people()->action("rules")->trigger();
        QPointer dialog = desk.people()->dialog();
        Staff::type(dialog, "rules_idle_lock_ms", QStringLiteral("10 s"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Staff::type(dialog, "rules_idle_lock_ms", QStringLiteral("5 min"));
        dialog->findChild<QSpinBox*>(QStringLiteral("rules_lock_after"))->setValue(2);
        Staff::confirm(dialog, {});
        QTRY_VERIFY(dialog->findChild<QSpinBox*>(QStringLiteral("rules_lock_after"))->property("invalid").toBool());
        dialog->findChild<QSpinBox*>(QStringLiteral("rules_lock_after"))->setValue(8);
        Staff::confirm(dialog, {});
        QTRY_COMPARE(desk.engine.rules().idleLockMs, std::int64_t{300'000});
        QCOMPARE(desk.engine.rules().lockAfter, std::int64_t{8});
        QTRY_COMPARE(desk.people()->rules()->valueOf(QStringLiteral("Lock when idle for")), QStringLiteral("5 min"));
    }

    void whoMayNotSeesWhatIsMissing() {
        Staff desk("people", "dispatcher");
        QTRY_VERIFY(desk.people()->people()->emptyLabel()->isVisible());
        QVERIFY(desk.people()->people()->emptyLabel()->text().contains(QStringLiteral("read the audit log")));
        for (const auto act : {"addPerson", "roles", "rules"}) {
            QVERIFY(!desk.people()->action(act)->isEnabled());
            QVERIFY(Staff::why(desk.people()->action(act)).contains(QStringLiteral("manage people")));
        }
    }

    // --- own account ----------------------------------------------------------------------------------------
    void oneSeesWhatOneMay() {
        Staff desk("account", "refund_clerk");
        QCOMPARE(desk.page->account()->facts()->valueOf(QStringLiteral("Roles")), QStringLiteral("Refund clerk"));
        QVERIFY(desk.page->account()
                    ->facts()
                    ->valueOf(QStringLiteral("Permissions"))
                    .contains(QStringLiteral("refund money")));
        QVERIFY(desk.page->account()->action("myPassword")->isEnabled());
        QSignalSpy locked(&desk.services->session, &ui::Session::lockRequested);
        desk.page->account()->action("lock")->trigger();
        QCOMPARE(locked.count(), 1);
        desk.engine.setRolesOf("refund_clerk", {Role::Auditor});
        QTRY_COMPARE(desk.page->account()->facts()->valueOf(QStringLiteral("Roles")), QStringLiteral("Auditor"));
    }

    void theOwnerOfTheFolderHasNoPassword() {
        Staff desk("account");
        QVERIFY(!desk.page->account()->action("myPassword")->isEnabled());
        QVERIFY(Staff::why(desk.page->account()->action("myPassword")).contains(QStringLiteral("owner of the folder")));
    }

    // --- webhooks -------------------------------------------------------------------------------------------
    void aWebhookIsAddedAndItsSecretShownOnce() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        desk.hooks()->action("addWebhook")->trigger();
        auto* dialog = desk.hooks()->dialog();
        Desk::type(dialog, "webhookName", QStringLiteral("Till"));
        Desk::type(dialog, "webhookUrl", QStringLiteral("ftp://till.example"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Desk::type(dialog, "webhookUrl", QStringLiteral("http://till.example/in"));
        QVERIFY(dialog->said().contains(QStringLiteral("TLS")));
        Desk::type(dialog, "webhookUrl", QStringLiteral("https://till.example/in"));
        QVERIFY(dialog->said().contains(QStringLiteral("event")));
        dialog->findChild<QCheckBox*>(QStringLiteral("event.order.closed"))->setChecked(true);
        Desk::confirm(dialog, {});
        QTRY_VERIFY(desk.hooks()->secret() != nullptr);
        auto* shown = desk.hooks()->secret()->findChild<QLineEdit*>(QStringLiteral("secretText"));
        QVERIFY(shown->text().startsWith(QStringLiteral("whsec_")));
        const QString secret = shown->text();
        QTest::mouseClick(desk.hooks()->secret()->findChild<QPushButton*>(QStringLiteral("secretCopy")),
                          Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), secret);
        QTest::mouseClick(desk.hooks()->secret()->findChild<QPushButton*>(QStringLiteral("secretClose")),
                          Qt::LeftButton);
        QTRY_VERIFY(desk.hooks()->secret() == nullptr);
        QTRY_COMPARE(desk.hooks()->model()->rowCount(), 3);
        QCOMPARE(desk.engine.endpoints().back().input.url, std::string("https://till.example/in"));
        for (const auto* edit : desk.page->findChildren<QLineEdit*>()) {
            QVERIFY(!edit->text().contains(secret));
        }
    }

    void anAddressThatIsRefusedIsSaidAtItsField() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        desk.hooks()->action("addWebhook")->trigger();
        QPointer dialog = desk.hooks()->dialog();
        Desk::type(dialog, "webhookName", QStringLiteral("Here"));
        Desk::type(dialog, "webhookUrl", QStringLiteral("https://127.0.0.1/in"));
        dialog->findChild<QCheckBox*>(QStringLiteral("event.order.closed"))->setChecked(true);
        Desk::confirm(dialog, {});
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("is not allowed")));
        QVERIFY(dialog->findChild<QLineEdit*>(QStringLiteral("webhookUrl"))->property("invalid").toBool());
        dialog->findChild<QCheckBox*>(QStringLiteral("webhookPrivate"))->setChecked(true);
        Desk::confirm(dialog, {});
        QTRY_COMPARE(desk.hooks()->model()->rowCount(), 3);
        desk.hooks()->secret()->close();
    }

    void withoutAKeychainNothingIsMade() {
        Desk desk("webhooks");
        const auto version = desk.engine.endpoints().front().version;
        desk.engine.loseKeychain(true);
        QTRY_VERIFY(desk.ready());
        desk.hooks()->table()->selectRow(0);
        desk.hooks()->action("newSecret")->trigger();
        QPointer dialog = desk.hooks()->dialog();
        Desk::confirm(dialog, {});
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("keychain")));
        QVERIFY(desk.hooks()->secret() == nullptr);
        QCOMPARE(desk.engine.endpoints().front().version, version);
        dialog->close();
    }

    void aWebhookIsEditedTestedAndRemoved() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        desk.hooks()->table()->selectRow(0);
        desk.hooks()->action("editWebhook")->trigger();
        Desk::type(desk.hooks()->dialog(), "webhookName", QStringLiteral("Shop 2"));
        Desk::confirm(desk.hooks()->dialog(), {});
        QTRY_COMPARE(desk.hooks()->model()->index(0, 0).data().toString(), QStringLiteral("Shop 2"));
        const auto before = desk.engine.deliveryRows().size();
        desk.hooks()->action("testWebhook")->trigger();
        QTRY_COMPARE(desk.engine.deliveryRows().size(), before + 1);
        QCOMPARE(desk.engine.deliveryRows().front().event, api::WebhookEvent::Test);
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("on its way")));  // and not "delivered"
        desk.hooks()->action("removeWebhook")->trigger();
        Desk::confirm(desk.hooks()->endpointFlow()->question(), {});
        QTRY_COMPARE(desk.hooks()->model()->rowCount(), 1);
    }

    void deliveriesAreSentAgainWithAnOutcomeForEach() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        api::DeliveryFilter dead;
        dead.statuses = {api::DeliveryStatus::Dead};
        const auto again = desk.engine.deliveryRows(dead).front().id;
        const auto gone = desk.engine.addEndpoint("Gone", "https://gone.example/in");
        const auto lost = desk.engine.must(desk.engine.webhooks().test(test::Shop::by("ann"), gone));
        QTRY_VERIFY(desk.hooks()->deliveries().rowOf(lost).has_value() &&
                    desk.hooks()->deliveries().rowOf(again).has_value());
        desk.engine.must(desk.engine.webhooks().remove(test::Shop::by("x"), {gone, 0}));
        QCOMPARE(desk.delivery(lost)->status, api::DeliveryStatus::Dead);  // it waited
        QTRY_COMPARE(desk.hooks()->model()->rowCount(), 2);
        QTRY_VERIFY(desk.ready());
        desk.hooks()->log()->select(
            {*desk.hooks()->deliveries().rowOf(lost), *desk.hooks()->deliveries().rowOf(again)});
        QVERIFY(desk.hooks()->action("resend")->isEnabled());
        desk.hooks()->action("resend")->trigger();
        QSignalSpy finished(desk.hooks()->flow(), &ui::RowFlow::finished);
        Desk::confirm(desk.hooks()->flow()->question(), QStringLiteral("the shop was away"));
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(desk.delivery(again)->status, api::DeliveryStatus::Pending);
        QCOMPARE(desk.delivery(lost)->status, api::DeliveryStatus::Dead);
        QCOMPARE(desk.engine.lastReason(), std::string("the shop was away"));
        QVERIFY(desk.hooks()->flow()->outcome() != nullptr);
        const QStringList words = Desk::outcomeWords(desk.hooks()->flow()->outcome());
        QCOMPARE(words.count(QStringLiteral("Refused")), 1);
        QCOMPARE(words.count(QStringLiteral("Done")), 1);
    }

    void whatSomebodyHasHadSentMeanwhileIsNotSentOnceMore() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        api::DeliveryFilter dead;
        dead.statuses = {api::DeliveryStatus::Dead};
        const auto id = desk.engine.deliveryRows(dead).front().id;
        QTRY_VERIFY(desk.hooks()->deliveries().rowOf(id).has_value());
        desk.hooks()->log()->select({*desk.hooks()->deliveries().rowOf(id)});
        desk.hooks()->action("resend")->trigger();
        QVERIFY(desk.hooks()->flow()->question() != nullptr);
        const auto first = desk.engine.must(desk.engine.webhooks().resend(test::Shop::by("bo"), {id}));
        QVERIFY(!first.front().error);
        const auto sent = desk.delivery(id)->token;
        QSignalSpy finished(desk.hooks()->flow(), &ui::RowFlow::finished);
        Desk::confirm(desk.hooks()->flow()->question(), QStringLiteral("the shop was away"));
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(desk.hooks()->flow()->outcome() != nullptr);
        QCOMPARE(Desk::outcomeWords(desk.hooks()->flow()->outcome()), QStringList{QStringLiteral("Changed meanwhile")});
        QCOMPARE(desk.delivery(id)->token, sent);
    }

    void theLogFollowsTheChosenWebhook() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        const auto all = static_cast<std::int64_t>(desk.engine.deliveryRows().size());
        QCOMPARE(desk.hooks()->deliveries().total(), all);
        api::DeliveryFilter books;
        books.webhook = desk.engine.endpoints().at(1).id;
        const auto some = static_cast<std::int64_t>(desk.engine.deliveryRows(books).size());
        QVERIFY(some > 0 && some < all);
        desk.hooks()->table()->selectRow(1);
        QTRY_COMPARE(desk.hooks()->deliveries().total(), some);
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.hooks()->deliveries().row(0)->webhookName, std::string("Bookkeeping"));
        books.statuses = {api::DeliveryStatus::Dead};
        const auto dead = desk.engine.deliveryRows(books).front();
        const auto at = desk.hooks()->deliveries().rowOf(dead.id);
        QVERIFY(at.has_value());
        Q_EMIT desk.hooks()->log()->doubleClicked(desk.hooks()->deliveries().index(*at, 0));
        QTRY_VERIFY(desk.hooks()->delivery() != nullptr);
        const auto* attempts = desk.hooks()->delivery()->findChild<QTableView*>(QStringLiteral("deliveryAttempts"));
        QCOMPARE(attempts->model()->rowCount(), static_cast<int>(api::policyOf(api::TaskKind::Webhook).maxAttempts));
        desk.hooks()->delivery()->close();
    }

    void theLogIsInTheOrderAskedForAndExported() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        auto& log = desk.hooks()->deliveries();
        log.setOrder(log.columnOf(QStringLiteral("status")), false);
        log.restart();
        QTRY_VERIFY(desk.ready() && log.rowCount() > 2);
        for (int row = 1; row < log.rowCount() && log.row(row) != nullptr; ++row) {
            QVERIFY(api::toText(log.row(row - 1)->status) <= api::toText(log.row(row)->status));
        }
        auto* pane = desk.hooks()->findChild<ui::QueryPaneBase*>(QStringLiteral("deliveryPane"));
        QVERIFY(pane != nullptr);
        const QString path = desk.folder.filePath(QStringLiteral("deliveries.csv"));
        pane->exportTo(path);
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("deliveries.csv")));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n') - 1, log.rowCount());
    }

    void aLogWithoutDeliveriesSaysSoAndItsTitlesAreWhole() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        auto* log = desk.hooks()->log();
        const auto* header = log->horizontalHeader();
        for (int column = 0; column < header->count(); ++column) {
            QVERIFY2(header->isSectionHidden(column) || header->sectionSize(column) >= header->sectionSizeHint(column),
                     qPrintable(log->model()->headerData(column, Qt::Horizontal).toString()));
        }
        (void)desk.engine.addEndpoint("Quiet", "https://quiet.example/in");
        QTRY_COMPARE(desk.hooks()->model()->rowCount(), 3);
        desk.hooks()->table()->selectRow(2);
        QTRY_COMPARE(desk.hooks()->deliveries().total(), std::int64_t{0});
        const auto* hint = desk.hooks()->findChild<QLabel*>(QStringLiteral("deliveriesEmpty"));
        QTRY_COMPARE(hint->text(), QStringLiteral("Nothing has been sent yet."));
        QTRY_VERIFY(hint->isVisible());
    }

    // --- backups --------------------------------------------------------------------------------------------
    void aBackupIsTakenAndVerified() {
        Desk desk("backups");
        QTRY_VERIFY(desk.ready());
        const int before = static_cast<int>(desk.engine.backupRows().size());
        QVERIFY(before > 0);
        QCOMPARE(desk.page->backups()->model()->rowCount(), before);
        const QString path = desk.folder.filePath(QStringLiteral("fresh.evenhand-backup"));
        desk.page->backups()->takeTo(path);
        QTRY_COMPARE(desk.page->backups()->model()->rowCount(), before + 1);
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("verified")));
        QVERIFY(desk.services->jobs.jobs().empty());
        QCOMPARE(desk.engine.backupRows().front().path, path.toStdString());
        QCOMPARE(desk.engine.backupRows().front().status, api::BackupStatus::Verified);
        desk.page->backups()->takeTo(path);
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("already exists")));
        desk.page->backups()->verifyFile(path);
        QTRY_VERIFY(desk.page->backups()->manifest() != nullptr);
        desk.page->backups()->manifest()->close();
    }

    /// Its name may be another file's by now: whoever verifies or restores is asked for a file instead.
    void aBackupThatFailedIsNotTakenForOne() {
        Desk desk("backups");
        const QString path = desk.folder.filePath(QStringLiteral("taken.evenhand-backup"));
        const auto answer = desk.engine.backups().take(test::Shop::by("ann"), path.toStdString(),
                                                       [path](std::int64_t, std::int64_t) {  // as it is being written
                                                           QFile file(path);
                                                           QVERIFY(file.open(QIODevice::WriteOnly));
                                                       });
        QTRY_VERIFY(answer.isFinished());
        QCOMPARE(desk.engine.backupRows().front().status, api::BackupStatus::Failed);
        auto* backups = desk.page->backups();
        const auto failed = [backups] {
            const auto* newest = backups->model()->row(0);
            return newest && newest->status == api::BackupStatus::Failed;
        };
        QTRY_VERIFY(failed());
        backups->findChild<QTableView*>()->selectRow(0);
        for (const auto act : {"verifyBackup", "restoreBackup"}) {
            backups->action(act)->trigger();
            QPointer dialog = desk.page->window()->findChild<QFileDialog*>(QStringLiteral("backupFileDialog"));
            QVERIFY(dialog);
            dialog->reject();
            QTRY_VERIFY(!dialog);
        }
        QVERIFY(desk.services->jobs.jobs().empty());
        QVERIFY(backups->manifest() == nullptr && backups->restoreDialog() == nullptr);
    }

    void aDamagedBackupIsNoGoodBackup() {
        Desk desk("backups");
        const QString path = desk.backUp("bad.evenhand-backup");
        damage(path);
        QTRY_VERIFY(desk.ready());
        desk.page->backups()->verifyFile(path);
        QTRY_COMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY(desk.said().text.contains(QStringLiteral("damaged")));
        QVERIFY(desk.page->backups()->manifest() == nullptr);
    }

    void theScheduleIsSaved() {
        Desk desk("backups");
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.page->backups()->plan()->valueOf(QStringLiteral("Folder")), QStringLiteral("none"));
        desk.page->backups()->action("planBackups")->trigger();
        QPointer dialog = desk.page->backups()->planDialog();
        QVERIFY(!dialog->confirmButton()->isEnabled());  // nothing is changed yet
        Desk::type(dialog, "scheduleFolder", QStringLiteral("relative/folder"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Desk::type(dialog, "scheduleFolder", desk.folder.path());
        dialog->findChild<QSpinBox*>(QStringLiteral("scheduleKeep"))->setValue(30);
        Desk::confirm(dialog, {});
        QTRY_COMPARE(desk.planned().folder, desk.folder.path().toStdString());
        QCOMPARE(desk.planned().keep, std::int64_t{30});
        QTRY_COMPARE(desk.page->backups()->plan()->valueOf(QStringLiteral("Kept")), QStringLiteral("30"));
    }

    void theFolderOfBackupsCanBeChosen() {
        Desk desk("backups");
        QTRY_VERIFY(desk.ready());
        desk.page->backups()->action("planBackups")->trigger();
        QPointer dialog = desk.page->backups()->planDialog();
        const auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("scheduleFolder"));
        QTRY_VERIFY(field->width() >= 280);  // a path can be read
        dialog->findChild<QAction*>(QStringLiteral("scheduleBrowse"))->trigger();
        auto* chooser = dialog->findChild<QFileDialog*>(QStringLiteral("folderDialog"));
        QVERIFY(chooser != nullptr);
        QCOMPARE(chooser->fileMode(), QFileDialog::Directory);
        Q_EMIT chooser->fileSelected(desk.folder.path());
        QCOMPARE(field->text(), desk.folder.path());
        chooser->close();
        QTRY_VERIFY(dialog->confirmButton()->isEnabled());
    }

    void aRestoreIsLookedAtFirstAndGoesElsewhere() {
        Desk desk("backups");
        const QString good = desk.backUp("good.evenhand-backup");
        QTRY_VERIFY(desk.ready());
        desk.page->backups()->restoreFile(good);
        QPointer dialog = desk.page->backups()->restoreDialog();
        QTRY_VERIFY(!dialog->isBusy());
        QCOMPARE(dialog->facts()->valueOf(QStringLiteral("Refunds and webhooks that would be held")),
                 QStringLiteral("7"));
        QVERIFY(dialog->facts()
                    ->valueOf(QStringLiteral("This workspace's audit log is ahead by"))
                    .startsWith(QStringLiteral("12")));
        dialog->folder()->setText(QStringLiteral(EVENHAND_SOURCE_DIR));
        QTRY_VERIFY(!dialog->restoreButton()->isEnabled());  // something is there
        // A relative path begins in the folder in which the program was started, which nobody sees.
        dialog->folder()->setText(QStringLiteral("again"));
        QVERIFY(!dialog->restoreButton()->isEnabled());
        QVERIFY(dialog->restoreButton()->toolTip().contains(QStringLiteral("full path")));
        dialog->folder()->setText(desk.folder.filePath(QStringLiteral("again")));
        QVERIFY2(dialog->restoreButton()->isEnabled(), qPrintable(dialog->restoreButton()->toolTip()));
        auto* database = dialog->findChild<QLineEdit*>(QStringLiteral("restoreDatabase"));
        database->setText(QStringLiteral("me@db.example/shop"));
        QVERIFY(!dialog->restoreButton()->isEnabled());
        database->setText(QStringLiteral(" mysql://me@db.example/shop "));
        QVERIFY2(dialog->restoreButton()->isEnabled(), qPrintable(dialog->restoreButton()->toolTip()));
        QTest::mouseClick(dialog->restoreButton(), Qt::LeftButton);
        QTRY_VERIFY(dialog->outcome()->isVisible());
        QVERIFY(dialog->outcome()->text().contains(QStringLiteral("restored")));
        QVERIFY(dialog->outcome()->text().contains(QStringLiteral("held")));
        QCOMPARE(desk.backend.request.file, good.toStdString());
        QCOMPARE(desk.backend.request.folder, desk.folder.filePath(QStringLiteral("again")).toStdString());
        QCOMPARE(desk.backend.request.database, std::string("mysql://me@db.example/shop"));
        QCOMPARE(desk.backend.who, std::string("local:test"));
        dialog->close();
    }

    void aRestoreThatFailsLeavesNothing() {
        Desk desk("backups");
        desk.backend.refuse = true;
        const QString good = desk.backUp("good.evenhand-backup");
        const QString broken = desk.backUp("bad.evenhand-backup");
        damage(broken);
        QTRY_VERIFY(desk.ready());
        desk.page->backups()->restoreFile(good);
        QPointer dialog = desk.page->backups()->restoreDialog();
        QTRY_VERIFY(!dialog->isBusy());
        dialog->folder()->setText(desk.folder.filePath(QStringLiteral("again")));
        QTest::mouseClick(dialog->restoreButton(), Qt::LeftButton);
        QTRY_VERIFY(dialog->outcome()->text().contains(QStringLiteral("nothing was created")));
        QVERIFY(dialog->restoreButton()->isEnabled());  // it can be tried again
        dialog->close();
        desk.page->backups()->restoreFile(broken);
        QPointer bad = desk.page->backups()->restoreDialog();
        QTRY_VERIFY(!bad->isBusy());
        QVERIFY(bad->outcome()->text().contains(QStringLiteral("damaged")));
        QVERIFY(!bad->restoreButton()->isEnabled());
        bad->close();
    }

    /// At most 500 characters; the engine would refuse a longer one only after everything was typed.
    void aReasonHasItsLength() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        desk.choose("auditor", "roles")->trigger();
        QPointer dialog = desk.people()->dialog();
        QVERIFY(dialog != nullptr);
        dialog->findChild<QCheckBox*>(QStringLiteral("role.dispatcher"))->setChecked(true);
        auto* reason = dialog->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"));
        const auto* confirm = dialog->findChild<QPushButton*>(QStringLiteral("confirmButton"));
        const auto most = static_cast<qsizetype>(api::kMaxReason);
        reason->setPlainText(QStringLiteral("  \n "));
        QVERIFY(!confirm->isEnabled());
        reason->setPlainText(QString(most + 1, QLatin1Char('x')));
        QVERIFY(!confirm->isEnabled());
        QVERIFY(dialog->said().contains(QString::number(most)));
        reason->setPlainText(QLatin1Char(' ') + QString(most, QLatin1Char('x')) + QLatin1Char('\n'));
        QVERIFY2(confirm->isEnabled(), qPrintable(confirm->toolTip()));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("confirmButton")), Qt::LeftButton);
        QTRY_VERIFY(!dialog || !dialog->isVisible());
        QTRY_COMPARE(desk.engine.person("auditor")->roles.size(), std::size_t{2});
    }

    // --- changed meanwhile ----------------------------------------------------------------------------------
    /// A form is about what it shows: of a person whom somebody changed meanwhile nothing is overwritten.
    void aPersonChangedMeanwhileIsNotOverwritten() {
        for (const std::string act : {"rename", "resetPassword"}) {
            Staff desk("people", "administrator");
            QTRY_VERIFY(desk.ready());
            desk.choose("auditor", act.c_str())->trigger();
            QPointer dialog = desk.people()->dialog();
            QVERIFY(dialog != nullptr);
            if (act == "rename") {
                Staff::type(dialog, "personName", QStringLiteral("Somebody else"));
            } else {
                Staff::typePassword(dialog, QStringLiteral("seven quiet rivers"));
            }
            desk.engine.setRolesOf("auditor", {Role::Dispatcher});
            const auto changed = desk.engine.person("auditor");
            Staff::confirm(dialog, QStringLiteral("x"));
            QTRY_VERIFY2(dialog && dialog->said().contains(QStringLiteral("Changed by somebody else")), act.c_str());
            // By whom and with what is said in the console's words, not in the engine's.
            QVERIFY2(!dialog->said().contains(QStringLiteral("UTC")), qPrintable(dialog->said()));
            QVERIFY2(dialog->said().contains(QStringLiteral("Change roles")), qPrintable(dialog->said()));
            QCOMPARE(desk.engine.person("auditor")->version, changed->version);
        }
    }

    /// Of several, the others are done, and who was changed meanwhile is told apart.
    void severalPeopleAreDisabledButWhoWasChangedMeanwhile() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        auto* table = desk.people()->people();
        table->table()->select({desk.people()->rowOf("auditor"), desk.people()->rowOf("dispatcher")});
        QVERIFY(!desk.people()->action("rename")->isEnabled());  // of one person at a time
        QVERIFY(desk.people()->action("disable")->isEnabled());
        desk.people()->action("disable")->trigger();
        desk.engine.setRolesOf("auditor", {Role::Dispatcher});
        Staff::confirm(table->flow()->question(), QStringLiteral("both left"));
        QTRY_VERIFY(table->flow()->outcome() != nullptr);
        const QStringList words = Staff::outcomeWords(table->flow()->outcome());
        QCOMPARE(words.size(), 2);
        QCOMPARE(words.count(QStringLiteral("Done")), 1);
        QCOMPARE(words.count(QStringLiteral("Refused")), 0);
        QVERIFY(desk.engine.person("dispatcher")->disabled);
        QVERIFY(!desk.engine.person("auditor")->disabled);
    }

    void rulesAndScheduleChangedMeanwhileAreNotOverwritten() {
        Staff staff("people", "administrator");
        QTRY_VERIFY(staff.ready());
        staff.people()->action("rules")->trigger();
        QPointer rules = staff.people()->dialog();
        rules->findChild<QSpinBox*>(QStringLiteral("rules_lock_after"))->setValue(9);
        auto theirs = staff.engine.rules();
        theirs.lockAfter = 12;
        theirs.version = 0;
        staff.engine.setRules(theirs);
        Staff::confirm(rules, {});
        QTRY_VERIFY(rules && rules->said().contains(QStringLiteral("Changed by somebody else")));
        QCOMPARE(staff.engine.rules().lockAfter, std::int64_t{12});
        Desk desk("backups");
        QTRY_VERIFY(desk.ready());
        desk.page->backups()->action("planBackups")->trigger();
        QPointer plan = desk.page->backups()->planDialog();
        Desk::type(plan, "scheduleFolder", desk.folder.path());
        auto other = desk.planned();
        other.keep = 77;
        other.version = 0;
        desk.engine.must(desk.engine.backups().setSchedule(test::Shop::by("x"), other));
        Desk::confirm(plan, {});
        QTRY_VERIFY(plan && plan->said().contains(QStringLiteral("Changed by somebody else")));
        QCOMPARE(desk.planned().keep, std::int64_t{77});
    }

    void aWebhookChangedMeanwhileIsNotOverwritten() {
        for (const std::string act : {"editWebhook", "newSecret"}) {
            Desk desk("webhooks");
            QTRY_VERIFY(desk.ready());
            desk.hooks()->table()->selectRow(0);
            desk.hooks()->action(act.c_str())->trigger();
            QPointer dialog = desk.hooks()->dialog();
            QVERIFY(dialog != nullptr);
            if (act == "editWebhook") {
                Desk::type(dialog, "webhookName", QStringLiteral("Shop 2"));
            }
            const auto before = desk.engine.endpoints();
            auto theirs = before.front().input;
            theirs.name = "Theirs";
            (void)desk.engine.must(
                desk.engine.webhooks().edit(test::Shop::by("x"), {before.front().id, 0}, std::move(theirs)));
            const auto changed = desk.engine.endpoints();
            Desk::confirm(dialog, {});
            QTRY_VERIFY2(dialog && dialog->said().contains(QStringLiteral("Changed by somebody else")), act.c_str());
            const auto now = desk.engine.endpoints();
            QCOMPARE(now.size(), before.size());
            QCOMPARE(now.front().version, changed.front().version);
            QCOMPARE(now.front().input.name, std::string("Theirs"));
        }
    }

    void aWebhookChangedMeanwhileIsNotSwitchedOrRemoved() {
        for (const std::string act : {"disableWebhook", "removeWebhook"}) {
            Desk desk("webhooks");
            QTRY_VERIFY(desk.ready());
            desk.hooks()->table()->selectRow(0);
            desk.hooks()->action(act.c_str())->trigger();
            const auto before = desk.engine.endpoints();
            auto theirs = before.front().input;
            theirs.name = "Theirs";
            (void)desk.engine.must(
                desk.engine.webhooks().edit(test::Shop::by("x"), {before.front().id, 0}, std::move(theirs)));
            Desk::confirm(desk.hooks()->endpointFlow()->question(), {});
            QTRY_VERIFY2(desk.said().text.contains(QStringLiteral("changed meanwhile")), act.c_str());
            QCOMPARE(desk.engine.endpoints().size(), before.size());
            QVERIFY(desk.engine.endpoints().front().input.enabled);
        }
    }

    void webhooksAreDisabledAndEnabledTogether() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        const auto on = [&] {
            const auto all = desk.engine.endpoints();
            return std::count_if(all.begin(), all.end(), [](const auto& each) { return each.input.enabled; });
        };
        QCOMPARE(on(), 2);
        for (const std::string act : {"disableWebhook", "enableWebhook"}) {
            desk.hooks()->table()->select({0, 1});
            QTRY_VERIFY(desk.hooks()->action(act.c_str())->isEnabled());
            desk.hooks()->action(act.c_str())->trigger();
            Desk::confirm(desk.hooks()->endpointFlow()->question(), {});
            QTRY_COMPARE(on(), act == "enableWebhook" ? 2 : 0);
            QTRY_VERIFY(desk.hooks()->endpointFlow()->outcome() != nullptr);
            desk.hooks()->endpointFlow()->outcome()->close();
            QTRY_VERIFY(desk.ready());
        }
    }

    void whoMayNotManageBackupsIsToldSo() {
        Desk desk("backups", "auditor");
        QTRY_VERIFY(desk.ready());
        for (const auto act : {"takeBackup", "planBackups", "verifyBackup", "restoreBackup"}) {
            QVERIFY(!desk.page->backups()->action(act)->isEnabled());
            QVERIFY(Desk::why(desk.page->backups()->action(act)).contains(QStringLiteral("manage backups")));
        }
    }
};

}  // namespace test_settings_page

QTEST_MAIN(test_settings_page::TestSettingsPage)
#include "test_settings_page.moc"

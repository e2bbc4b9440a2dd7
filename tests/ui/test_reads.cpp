// SPDX-License-Identifier: GPL-3.0-or-later
// What pages say while they do not know: an empty table is called empty only after a read that found nothing, rows stay
// when a read fails, a search that failed has not found nothing, and what somebody may not read is not asked for.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "engine/base/log.h"
#include "tests/support/line/over_line.h"
#include "tests/support/shops/people_shop.h"
#include "tests/ui/console_fixture.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/console_services.h"
#include "ui/tables/query_pane_base.h"
#include "ui/widgets/empty_hint.h"
#include "ui/widgets/read_error.h"

namespace test_reads {

using namespace evenhand;

namespace {

/// A page with this table, shown to somebody.
struct Desk {
    explicit Desk(test::Shop& shop, const QString& pane, api::Permissions permissions = ~0U)
        : line(shop.engine(), api::Actor{"ann", permissions}),
          services(line.engine(), api::Actor{"ann", permissions}, folder.filePath(QStringLiteral("console.ini"))) {
        if (pane == QStringLiteral("workers")) {
            page = std::make_unique<ui::WorkersPage>(services.context);
        } else if (pane == QStringLiteral("audit")) {
            page = std::make_unique<ui::AuditPage>(services.context);
        } else {
            auto settings = std::make_unique<ui::SettingsPage>(services.context);
            settings->showPane(pane);
            page = std::move(settings);
        }
        page->resize(1380, 860);
        page->show();
        services.bridge.setVisible(true);
        services.pulse.setVisible(true);
        services.scope.reload();
        page->setActive(true);
    }
    /// The tab that it stands on.
    void show(const QString& table) const {
        auto* tabs = page->findChild<QTabWidget*>();
        const auto* view = page->findChild<QTableView*>(table);
        for (int i = 0; tabs != nullptr && i < tabs->count(); ++i) {
            if (tabs->widget(i)->isAncestorOf(view)) {
                tabs->setCurrentIndex(i);
            }
        }
    }
    [[nodiscard]] QString hint(const QString& table) const {
        if (const auto* hint = page->findChild<ui::EmptyHint*>(table + QStringLiteral(".empty"))) {
            return hint->text();
        }
        const auto* label = page->findChild<QLabel*>(table.chopped(5) + QStringLiteral("Empty"));  // less "Table"
        return label->isVisible() ? label->text() : QString();
    }
    [[nodiscard]] int rows(const QString& table) const {
        return page->findChild<QTableView*>(table)->model()->rowCount();
    }
    void readAgain() const { page->findChild<QAction*>(page->id() + QStringLiteral(".refresh"))->trigger(); }
    /// A label says that something could not be read.
    [[nodiscard]] bool complains() const {
        const auto labels = page->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const auto* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("ould not be read"));
        });
    }

    QTemporaryDir folder;
    test::OverLine line;
    ui::ConsoleServices services;
    std::unique_ptr<ui::Page> page;
};

void tables() {
    QTest::addColumn<QString>("pane");
    QTest::addColumn<QString>("table");
    const auto row = [](const char* pane, const char* table) {
        QTest::newRow(table) << QString::fromLatin1(pane) << QString::fromLatin1(table);
    };
    row("people", "peopleTable");
    row("api", "tokenTable");
    row("webhooks", "webhookTable");
    row("backups", "backupTable");
    row("workers", "workerTable");
    row("workers", "handOverTable");
}

}  // namespace

class TestReads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Once it could be read again nothing says that it could not.
    void anErrorGoesWithTheNextReadThatGoesWell() {
        QTableView list;
        list.resize(300, 200);
        auto* error = new ui::ReadError(list, QStringLiteral("anyError"));
        list.show();
        QVERIFY(!error->isVisible());
        error->setError(Error{ErrorCode::Storage, "disk full", {}, {}});
        QVERIFY(error->isVisible() && error->text().startsWith(QStringLiteral("Could not be read")));
        error->setError(std::nullopt);
        QVERIFY(!error->isVisible());
    }

    /// It lies over rows: whoever wants to see them puts it away, and what is new is said again.
    void anErrorThatWasReadIsPutAway() {
        QTableView list;
        list.resize(300, 200);
        auto* error = new ui::ReadError(list, QStringLiteral("anyError"));
        list.show();
        const Error full{ErrorCode::Storage, "disk full", {}, {}};
        error->setError(full);
        QTest::mouseClick(error, Qt::LeftButton);
        QVERIFY(!error->isVisible());
        error->setError(full);  // once more the same
        QVERIFY(!error->isVisible());
        error->setError(Error{ErrorCode::Busy, "inbox full", {}, {}});
        QVERIFY(error->isVisible());
        error->setError(std::nullopt);
        error->setError(full);
        QVERIFY(error->isVisible());
    }

    /// However many buttons stand above the list, the words are all there, and the list stays where it is.
    void theWordsOfAnErrorAreReadableAndMoveNothing_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("wide") << 1380;
        QTest::newRow("narrow") << 900;
    }
    void theWordsOfAnErrorAreReadableAndMoveNothing() {
        QFETCH(int, width);
        test::PeopleShop shop;
        Desk desk(shop, QStringLiteral("people"));
        desk.page->resize(width, 860);
        desk.show(QStringLiteral("peopleTable"));
        QTRY_VERIFY(desk.page->isReady() && desk.rows(QStringLiteral("peopleTable")) > 0);
        const auto* table = desk.page->findChild<QTableView*>(QStringLiteral("peopleTable"));
        const auto* error = table->findChild<ui::ReadError*>();
        QVERIFY(error != nullptr && !error->isVisible());
        const QRect place(table->mapTo(desk.page.get(), QPoint()), table->size());
        shop.breakDisk(true);
        desk.readAgain();
        QTRY_VERIFY(error->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(QRect(table->mapTo(desk.page.get(), QPoint()), table->size()), place);
        QVERIFY(table->rect().contains(error->geometry()));
        QVERIFY(error->heightForWidth(error->width()) <= error->height());
        QVERIFY2(error->text().startsWith(QStringLiteral("Could not be read: ")) && error->text().size() > 30,
                 qPrintable(error->text()));
        shop.breakDisk(false);
    }

    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void aTableIsCalledEmptyOnceThatIsKnown_data() { tables(); }
    void aTableIsCalledEmptyOnceThatIsKnown() {
        QFETCH(QString, pane);
        QFETCH(QString, table);
        test::Shop shop({0});
        shop.hold(true);
        Desk desk(shop, pane);
        desk.show(table);
        QCOMPARE(desk.hint(table), QString());  // no answer has come
        const auto* reading = desk.page->findChild<QLabel*>(table.chopped(5) + QStringLiteral("Reading"));
        QVERIFY(reading != nullptr && reading->isVisible());
        QCOMPARE(reading->text(), QStringLiteral("Reading…"));
        shop.hold(false);
        QTRY_VERIFY(desk.page->isReady());
        QVERIFY(!desk.hint(table).isEmpty() && !reading->isVisible());
        shop.breakDisk(true);
        desk.readAgain();
        QTRY_VERIFY(desk.complains());
        QTRY_VERIFY(desk.hint(table).isEmpty() || desk.hint(table).contains(QStringLiteral("not be read")));
        shop.breakDisk(false);
    }

    void rowsStayWhenAReadFails_data() {
        tables();
        QTest::newRow("kindTable") << QStringLiteral("workers") << QStringLiteral("kindTable");
    }
    void rowsStayWhenAReadFails() {
        QFETCH(QString, pane);
        QFETCH(QString, table);
        test::PeopleShop shop;
        QTemporaryDir backups;
        if (pane == QStringLiteral("backups")) {
            (void)shop.must(shop.engine().backups().take(
                test::Shop::by("bo"), backups.filePath(QStringLiteral("one.evenhand-backup")).toStdString(), {}));
        }
        if (pane == QStringLiteral("workers")) {
            api::RingChangeRow change;
            change.worker = "w1";
            (void)shop.must(shop.engine().tasks().noteRing(test::Shop::by("bo"), change));
        }
        Desk desk(shop, pane);
        QTRY_VERIFY(desk.page->isReady());
        const int before = desk.rows(table);
        QVERIFY(before > 0 || table == QStringLiteral("workerTable"));
        shop.breakDisk(true);
        desk.readAgain();
        QTRY_VERIFY(desk.complains());
        QCOMPARE(desk.rows(table), before);
        shop.breakDisk(false);
    }

    void whoMayNotReadAsksForNothing_data() {
        QTest::addColumn<QString>("pane");
        for (const char* pane : {"people", "api", "audit"}) {
            QTest::newRow(pane) << QString::fromLatin1(pane);
        }
    }
    void whoMayNotReadAsksForNothing() {
        QFETCH(QString, pane);
        test::PeopleShop shop;
        Desk desk(shop, pane, ~0U & ~api::bitOf(api::Permission::ReadAudit));
        for (int i = 0; i < 3; ++i) {
            QTRY_VERIFY(desk.page->isReady());
            desk.readAgain();
        }
        QCOMPARE(shop.refusals(), std::int64_t{0});
        for (const auto* table : desk.page->findChildren<QTableView*>()) {
            QVERIFY(table->model() == nullptr || !table->isVisible() || table->model()->rowCount() == 0);
        }
        const auto hints = desk.page->findChildren<ui::EmptyHint*>();
        QVERIFY(std::none_of(hints.begin(), hints.end(), [](const auto* hint) { return hint->isVisible(); }));
    }

    void aRefusalIsNotAskedForAgain() {
        ui::FeedChannel reads(
            0, [] {}, nullptr);
        reads.setActive(true);
        reads.request();
        QVERIFY(reads.answered(reads.generation(), Result<int>(fail(ErrorCode::PermissionDenied, "no"))));
        QVERIFY(reads.isSettled());
        reads.request();
        QTRY_VERIFY(!reads.isSettled());
        QVERIFY(reads.answered(reads.generation(), Result<int>(fail(ErrorCode::Storage, "no"))));
        QVERIFY(!reads.isSettled());
    }

    /// Where there is nothing, every table of the console says what to do, or that nothing is to be done; and what can
    /// be done in this window has its button.
    void everyTableSaysWhatToDoNext() {
        // Another program, this one once more, another table.
        const QStringList elsewhere{QStringLiteral("Open a console"), QStringLiteral("Restart the program"),
                                    QStringLiteral("Select a courier")};
        test::Shop shop({0});
        QStringList said;
        for (const char* language : {"zh", "en"}) {
            test::ConsoleOver console(shop.engine());
            console.look.language = QLatin1String(language);
            const auto panes = console.open().findChildren<ui::QueryPaneBase*>();
            QVERIFY(panes.size() > 25);
            QStringList now;
            for (const auto* pane : panes) {
                const auto& texts = pane->texts();
                now << (texts.next ? texts.next() : texts.nextAction ? texts.nextAction->text() : QString());
                QVERIFY2(!now.last().isEmpty(), qPrintable(pane->objectName()));
                QVERIFY2(said.isEmpty() || said.at(now.size() - 1) != now.last(), qPrintable(now.last()));
                const bool isStep = QLatin1String(language) == QLatin1String("en") &&
                                    !now.last().startsWith(QStringLiteral("Nothing to do")) &&
                                    std::none_of(elsewhere.begin(), elsewhere.end(),
                                                 [&](const QString& begin) { return now.last().startsWith(begin); });
                const auto isThere = [&](const QString& command) {
                    return command.isEmpty() || console.window->findChild<QAction*>(command) != nullptr;
                };
                QVERIFY2(!isStep || texts.nextAction != nullptr ||
                             (!texts.nextCommand.isEmpty() && isThere(texts.nextCommand)),
                         qPrintable(now.last()));
                QVERIFY2(isThere(texts.otherCommand), qPrintable(texts.otherCommand));
            }
            said = now;
            console.window.reset();
        }
    }

    /// Nothing there of the campus chosen says nothing of the others: they are a click away.
    void aListOfOneCampusOffersAll() {
        test::Shop shop({1});
        test::ConsoleOver console(shop.engine());
        auto& window = console.open();
        console.showOrders();
        auto* orders = console.orders();
        QTRY_COMPARE(orders->model().total(), 1);
        auto* button = orders->findChild<QPushButton*>(QStringLiteral("ordersEmptyButton"));
        const auto* other = orders->findChild<QPushButton*>(QStringLiteral("ordersEmptyOther"));
        window.context().scope.setCurrent(test::Shop::campus(1));
        QTRY_VERIFY(button->isVisible());
        QCOMPARE(button->text(), QStringLiteral("Show all campuses"));
        QVERIFY(!other->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(window.context().scope.current().empty());
        QTRY_COMPARE(orders->model().total(), 1);
        QVERIFY(!button->isVisible());
        console.window.reset();
    }

    /// Where there is only one campus, it is no reason for an empty list.
    void theOnlyCampusIsNoFilter() {
        test::Shop shop({0, nullptr, 1});
        test::ConsoleOver console(shop.engine());
        auto& window = console.open();
        console.showOrders();
        QTRY_VERIFY(window.context().scope.isLoaded());
        window.context().scope.setCurrent(test::Shop::campus(0));
        const auto* button = console.orders()->findChild<QPushButton*>(QStringLiteral("ordersEmptyButton"));
        const auto* other = console.orders()->findChild<QPushButton*>(QStringLiteral("ordersEmptyOther"));
        QTRY_VERIFY(button->isVisible() && other->isVisible());
        QCOMPARE(button->text(), QStringLiteral("Take an order…"));
        QCOMPARE(other->text(), QStringLiteral("Import…"));
        console.window.reset();
    }

    void aSearchThatFailedHasNotFoundNothing() {
        test::Shop shop;
        test::ConsoleOver console(shop.engine());
        auto& window = console.open();
        QTRY_VERIFY(window.currentPage()->isReady());
        shop.breakDisk(true);
        window.openPalette();
        auto* palette = window.palette();
        auto* input = palette->findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        auto* said = palette->findChild<QLabel*>(QStringLiteral("paletteEmpty"));
        QSignalSpy searched(palette, &ui::CommandPalette::searched);
        input->setText(QStringLiteral("xyzzy"));
        QTRY_COMPARE(searched.count(), 1);
        QVERIFY(said->isVisible());
        QVERIFY2(said->text().contains(QStringLiteral("could not")), qPrintable(said->text()));
        shop.breakDisk(false);
        input->setText(QStringLiteral("xyzz"));
        QTRY_COMPARE(searched.count(), 2);
        QVERIFY2(said->isVisible() && said->text().startsWith(QStringLiteral("Nothing")), qPrintable(said->text()));
        console.window.reset();
    }
};

}  // namespace test_reads

QTEST_MAIN(test_reads::TestReads)
#include "test_reads.moc"

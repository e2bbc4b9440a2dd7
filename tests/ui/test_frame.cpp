// SPDX-License-Identifier: GPL-3.0-or-later
// The window around the pages: navigation, palette, language, look, state of the engine, rest while hidden, jobs, undo.
#include <sys/resource.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFontMetrics>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QThread>
#include <QToolButton>
#include <algorithm>
#include <atomic>
#include <csignal>

#include "tests/ui/console_fixture.h"
#include "tests/ui/layout_watch.h"
#include "tests/ui/nameless.h"
#include "ui/pages/returns/returns_page.h"
#include "ui/pages/shop/shop_page.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/engine_place.h"
#include "ui/shell/fuzzy_match.h"
#include "ui/shell/navigation_bar.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/state_banner.h"
#include "ui/shell/status_line.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/mnemonics.h"
#include "ui/wizards/first_start/first_start.h"

namespace test_frame {

using namespace evenhand;

namespace {

/// Of the darkest and the lightest pixel.
std::pair<int, int> lightness(const QImage& image) {
    std::pair<int, int> found{255, 0};
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const int here = image.pixelColor(x, y).lightness();
            found = {std::min(found.first, here), std::max(found.second, here)};
        }
    }
    return found;
}

}  // namespace

class TestFrame : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyPagesThatExistAreShown() {
        test::Console console;
        auto& window = console.open();
        QCOMPARE(window.navigation()->count(), static_cast<int>(window.pages().size()));
        QVERIFY(window.page(QStringLiteral("orders")) != nullptr);
        int active = 0;
        for (const auto* page : window.pages()) {
            active += page->isActive() ? 1 : 0;
        }
        QCOMPARE(active, 1);
    }

    void everyInteractiveWidgetHasAName() {
        test::Console console;
        auto& window = console.open();
        QTRY_VERIFY(console.orders()->isReady());
        window.context().jobs.start(QStringLiteral("Job"), std::make_shared<ui::JobProgress>(), [] {});
        QCOMPARE(test::nameless(window).join(QLatin1Char('\n')), QString());
        ui::FirstStart first({}, QStringLiteral("/nowhere/new"));
        QCOMPARE(test::nameless(first).join(QLatin1Char('\n')), QString());
        ui::ShortcutsDialog shortcuts({{QStringLiteral("a"), QStringLiteral("F1"), QStringLiteral("b")}}, nullptr);
        shortcuts.setAttribute(Qt::WA_DeleteOnClose, false);
        QCOMPARE(test::nameless(shortcuts).join(QLatin1Char('\n')), QString());
    }

    void labelsNeverReadDataAsRichText() {
        test::Console console;
        auto& window = console.open();
        for (const auto* label : window.findChildren<QLabel*>()) {
            if (label->pixmap().isNull() && !label->text().isEmpty()) {
                QVERIFY2(label->textFormat() == Qt::PlainText,
                         qPrintable(label->objectName() + QLatin1Char(' ') + label->text()));
            }
        }
    }

    void pagesAreReachedByKeys() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto count = window.pages().size();
        QCOMPARE(count, std::size_t{11});
        QTest::keyClick(&window, Qt::Key_0, Qt::AltModifier);  // the tenth
        QCOMPARE(window.currentPage(), window.pages()[9]);
        QTest::keyClick(&window, Qt::Key_Minus, Qt::AltModifier);  // behind it
        QCOMPARE(window.currentPage(), window.pages().back());
        QTest::keyClick(&window, Qt::Key_1, Qt::AltModifier);
        QCOMPARE(window.currentPage(), window.pages().front());
        QTest::mouseClick(window.navigation()->entry(static_cast<int>(count) - 1), Qt::LeftButton);
        QCOMPARE(window.currentPage(), window.pages().back());
    }

    void fuzzyFindsByLetters() {
        QVERIFY(ui::fuzzyMatch(QStringLiteral("mpd"), QStringLiteral("Mark as paid")).has_value());
        QVERIFY(!ui::fuzzyMatch(QStringLiteral("xyz"), QStringLiteral("Mark as paid")).has_value());
        QVERIFY(ui::fuzzyMatch(QStringLiteral("ord"), QStringLiteral("Orders")).value() >
                ui::fuzzyMatch(QStringLiteral("ord"), QStringLiteral("Look for a door")).value());
        QVERIFY(ui::fuzzyMatch(QStringLiteral("改派"), QStringLiteral("改派给指定骑手")).has_value());
    }

    void thePaletteRunsCommandsAndFindsData() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        console.showOrders();
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        auto* palette = window.palette();
        QTRY_VERIFY(palette->isVisible());
        QVERIFY(palette->input()->hasFocus());
        QTest::keyClicks(palette->input(), QStringLiteral("shortcuts"));
        QCOMPARE(palette->model()->index(0).data().toString(), QStringLiteral("Keyboard shortcuts"));
        palette->input()->clear();
        QSignalSpy searched(palette, &ui::CommandPalette::searched);
        QTest::keyClicks(palette->input(), QStringLiteral("A0000001"));
        QTRY_VERIFY(searched.count() > 0);
        QTRY_VERIFY(palette->model()->rowCount() > 0);
        const QString order = palette->model()->index(0).data().toString();
        QVERIFY(order.startsWith(QStringLiteral("A0000001")));
        QTest::keyClick(palette->input(), Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(window.currentPage()->id(), QStringLiteral("orders"));
        QTRY_COMPARE(QString::fromStdString(console.orders()->detail()->orderNo().str()), order);
    }

    void thePaletteFindsCouriersAndUsers() {
        test::Console console;
        auto& window = console.open();
        window.openPalette();
        auto* palette = window.palette();
        QSignalSpy searched(palette, &ui::CommandPalette::searched);
        palette->input()->setText(QStringLiteral("K10"));
        QTRY_VERIFY(searched.count() > 0);
        bool found = false;
        for (int row = 0; row < palette->model()->rowCount(); ++row) {
            found = found || palette->model()
                                 ->index(row)
                                 .data(ui::PaletteModel::DetailRole)
                                 .toString()
                                 .contains(QStringLiteral("K101"));
        }
        QVERIFY(found);
        palette->input()->setText(QStringLiteral("u3"));
        QTRY_COMPARE(searched.count(), 2);
        QTRY_COMPARE(palette->model()->index(0).data().toString().left(2), QStringLiteral("u3"));
        QTest::keyClick(palette->input(), Qt::Key_Escape);
        QVERIFY(!palette->isVisible());
    }

    /// Telephones are read when somebody is found for the first time.
    void thePaletteSaysHowToCallACourier() {
        test::Console console;
        auto& window = console.open();
        window.openPalette();
        auto* model = window.palette()->model();
        window.palette()->input()->setText(QStringLiteral("K101"));
        const auto calls = [&] {
            for (int row = 0; row < model->rowCount(); ++row) {
                const auto detail = model->index(row).data(ui::PaletteModel::DetailRole).toString();
                if (detail.contains(QStringLiteral("K101")) && detail.startsWith(QStringLiteral("+86 138 0000 1000"))) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY(calls());
    }

    void thePaletteOpensWhatItFound() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* palette = window.palette();
        QSignalSpy searched(palette, &ui::CommandPalette::searched);
        auto* list = palette->findChild<QListView*>(QStringLiteral("paletteList"));
        const auto open = [&](const QString& typed, const QString& title, const QString& detail) {
            const auto before = searched.count();
            window.openPalette();
            palette->input()->setText(typed);
            QTRY_VERIFY(searched.count() > before);
            for (int row = 0; row < palette->model()->rowCount(); ++row) {
                const auto index = palette->model()->index(row);
                if (index.data().toString() == title &&
                    index.data(ui::PaletteModel::DetailRole).toString().startsWith(detail)) {
                    list->setCurrentIndex(index);
                    QTest::keyClick(palette->input(), Qt::Key_Return);
                    return;
                }
            }
            QFAIL(qPrintable(QStringLiteral("%1 was not found").arg(title)));
        };
        open(QStringLiteral("yzcf"), QString::fromUtf8("Fried rice 扬州炒饭"), QStringLiteral("Product"));
        QCOMPARE(window.currentPage()->id(), QStringLiteral("shop"));
        auto* shop = dynamic_cast<ui::ShopPage*>(window.currentPage());
        QVERIFY(shop);
        QCOMPARE(shop->tabs()->currentIndex(), static_cast<int>(ui::ShopPage::ProductsTab));
        QVERIFY(!shop->products()->filter().text.empty());
        open(QStringLiteral("Riverside"), QString::fromUtf8("Riverside 滨江"), QStringLiteral("Campus"));
        QCOMPARE(window.currentPage()->id(), QStringLiteral("shop"));
        QCOMPARE(shop->tabs()->currentIndex(), static_cast<int>(ui::ShopPage::CampusesTab));
        // What is owed back is opened where it can be matched to its order.
        (void)console.shop.must(console.shop.engine().orders().pay(
            test::Shop::by("provider"), {PaymentNo("P-mistyped"), OrderNo("no such"), Money{100}, 0}));
        open(QStringLiteral("P-mistyped"), QStringLiteral("P-mistyped"), QStringLiteral("Payment"));
        auto* returns = dynamic_cast<ui::ReturnsPage*>(window.currentPage());
        QVERIFY(returns);
        QCOMPARE(returns->tabs()->currentIndex(), static_cast<int>(ui::ReturnsPage::OwedTab));
        QCOMPARE(returns->owed()->filter().text, std::string("P-mistyped"));
        // Of people only the one who was found is listed.
        (void)console.shop.must(console.shop.engine().accounts().create(
            test::Shop::by("root"), {"zhou", "Zhou Min", {api::Role::Dispatcher}}, Secret("seven quiet rivers")));
        open(QStringLiteral("zhou"), QStringLiteral("Zhou Min"), QStringLiteral("Person"));
        QCOMPARE(window.currentPage()->id(), QStringLiteral("settings"));
        const auto* sought = window.currentPage()->findChild<QLineEdit*>(QStringLiteral("personFilterText"));
        QVERIFY(sought != nullptr && sought->isVisible());
        QCOMPARE(sought->text(), QStringLiteral("zhou"));
        // The lists of a page are places too.
        open(QStringLiteral("Webhooks"), QStringLiteral("Webhooks"), QStringLiteral("Settings"));
        QCOMPARE(window.currentPage()->id(), QStringLiteral("settings"));
    }

    /// Settings lead to the dialogs that stand on the pages they are about.
    void settingsLeadToWhatTheyAreAbout() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* returns = static_cast<ui::ReturnsPage*>(window.page(QStringLiteral("returns")));
        const auto follow = [&](const char* link) {
            auto* button = window.page(QStringLiteral("settings"))->findChild<QPushButton*>(QLatin1String(link));
            QVERIFY2(button != nullptr && !button->text().isEmpty(), link);
            button->click();
            QVERIFY(window.currentPage() == returns);
        };
        follow("policy.returns.cases");
        QTRY_VERIFY(returns->casesDialog() != nullptr);
        returns->casesDialog()->reject();
        follow("policy.returns.settings");
        QTRY_VERIFY(returns->policyDialog() != nullptr);
        returns->policyDialog()->reject();
        follow("policy.returns.provider");
        QTRY_VERIFY(returns->providerDialog() != nullptr);
        returns->providerDialog()->reject();
        auto* workers = static_cast<ui::WorkersPage*>(window.page(QStringLiteral("workers")));
        auto* number =
            window.page(QStringLiteral("settings"))->findChild<QPushButton*>(QStringLiteral("policy.workers.settings"));
        QVERIFY(number != nullptr && !number->text().isEmpty());
        number->click();
        QVERIFY(window.currentPage() == workers);
        QTRY_VERIFY(workers->settingsDialog() != nullptr);
        workers->settingsDialog()->reject();
    }

    void whatIsFoundStandsByKind() {
        const auto item = [](const char* title, const char* group) {
            ui::PaletteItem made;
            made.title = QLatin1String(title);
            made.group = QLatin1String(group);
            return made;
        };
        ui::PaletteModel model;
        model.setTyped(QStringLiteral("x"));
        model.setFound({item("A1", "Orders"), item("A2", "Orders"), item("ann", "Users")});
        const auto group = [&model](int row) { return model.index(row).data(ui::PaletteModel::GroupRole).toString(); };
        QCOMPARE(group(0), QStringLiteral("Orders"));
        QCOMPARE(group(1), QString());
        QCOMPARE(group(2), QStringLiteral("Users"));
    }

    void whatTheArrowsChoseStaysChosenWhenMoreComes() {
        test::Console console;
        auto& window = console.open();
        window.openPalette();
        auto* palette = window.palette();
        auto* list = palette->findChild<QListView*>(QStringLiteral("paletteList"));
        const auto item = [](const char* title) {
            ui::PaletteItem made;
            made.title = QLatin1String(title);
            made.key = made.title;
            return made;
        };
        palette->input()->setText(QStringLiteral("!!"));  // no command
        auto* model = palette->model();
        model->setFound({item("one"), item("two")});
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("one"));
        model->setFound({item("zero"), item("one"), item("two")});
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("zero"));  // nobody has chosen
        QTest::keyClick(palette->input(), Qt::Key_Down);
        model->setFound({item("before"), item("zero"), item("one"), item("two")});
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("one"));
        palette->input()->setText(QStringLiteral("!!!"));
        model->setFound({item("before"), item("one")});
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("before"));
    }

    /// "Pause…" and "Resume" stand on several pages: of what, is said beside them and can be typed.
    void aCommandIsFoundByWhatItIsOf() {
        test::Console console;
        auto& window = console.open();
        window.context().navigator.open(QStringLiteral("dispatch"), {});
        const auto pauses = [&window] {
            const auto commands = window.currentPage()->commands();
            return std::any_of(commands.begin(), commands.end(), [](const QAction* action) {
                return ui::actionTip(*action).startsWith(QStringLiteral("Pause dispatch on "));
            });
        };
        QTRY_VERIFY(pauses());
        window.openPalette();
        auto* palette = window.palette();
        palette->input()->setText(QStringLiteral("pause dispatch"));
        const auto* model = palette->model();
        QStringList found;
        for (int row = 0; row < model->rowCount(); ++row) {
            found << model->index(row, 0).data(Qt::AccessibleTextRole).toString();
        }
        QVERIFY2(!found.filter(QStringLiteral("Dispatch: Pause dispatch on ")).isEmpty(),
                 qPrintable(found.join(QLatin1Char('\n'))));
    }

    void aDisabledCommandSaysWhyAndDoesNotRun() {
        test::Console console;
        auto& window = console.open();
        console.shop.setState(api::EngineState::ReadOnly, "disk full");
        QTRY_VERIFY(!window.context().bridge.isWritable());
        window.openPalette();
        auto* palette = window.palette();
        palette->input()->setText(QStringLiteral("Report delivered"));
        const auto first = palette->model()->index(0);
        QCOMPARE(first.data().toString(), QStringLiteral("Report delivered"));
        QVERIFY(first.data(ui::PaletteModel::WhyNotRole).toString().contains(QStringLiteral("disk full")));
        QTest::keyClick(palette->input(), Qt::Key_Return);
        QVERIFY(palette->isVisible());
    }

    void theLanguageIsSwitchedWhileItRuns() {
        test::Console console;
        auto& window = console.open();
        const auto& pages = window.pages();
        const auto orders = static_cast<int>(std::find(pages.begin(), pages.end(), console.orders()) - pages.begin());
        QCOMPARE(window.navigation()->entry(orders)->text(), QStringLiteral("Orders"));
        QSignalSpy chosen(&window, &ui::MainWindow::languageChosen);  // the page that signs in follows it
        window.setLanguage(QStringLiteral("zh"));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).toString(), QStringLiteral("zh"));
        QTRY_COMPARE(window.navigation()->entry(orders)->text(), QStringLiteral("订单"));
        QVERIFY2(window.windowTitle().endsWith(QStringLiteral("均派")), qPrintable(window.windowTitle()));
        QCOMPARE(QGuiApplication::applicationDisplayName(), QStringLiteral("均派"));  // else it is added to the title
        auto& model = console.orders()->model();
        QCOMPARE(model.headerData(ui::OrderPane::StatusColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("状态"));
        QVERIFY(console.orders()->pane()->action(ui::OrderAction::Cancel)->text().startsWith(QStringLiteral("取消")));
        const QFontMetrics metrics(window.font());
        QVERIFY(metrics.horizontalAdvance(QStringLiteral("订单")) > 0);
        window.setLanguage(QStringLiteral("en"));
        QTRY_COMPARE(window.navigation()->entry(orders)->text(), QStringLiteral("Orders"));
    }

    void theLookIsSwitchedWhileItRuns() {
        test::Console console;
        auto& window = console.open();
        window.setTheme(ui::ThemeChoice::Dark);
        QVERIFY(ui::colorsOf(window.centralWidget()->palette()).dark);
        const QImage dark = window.grab().toImage();
        window.setTheme(ui::ThemeChoice::Light);
        QVERIFY(!ui::colorsOf(window.centralWidget()->palette()).dark);
        const QImage light = window.grab().toImage();
        QVERIFY(dark.pixelColor(4, 300).lightness() + 100 < light.pixelColor(4, 300).lightness());
    }

    void languageLookAndColumnsAreRememberedPerPerson() {
        test::OrderShop shop;
        test::ConsoleOver first(shop);
        const QString ini = first.look.settingsPath;
        auto& window = first.open();
        window.setLanguage(QStringLiteral("zh"));
        window.setTheme(ui::ThemeChoice::Dark);
        first.orders()->table()->setColumnHidden(ui::OrderPane::UserColumn, true);
        first.orders()->table()->saveLayout();
        first.window.reset();
        test::ConsoleOver second(shop, ini);
        second.look.language.clear();
        second.look.theme.reset();
        auto& again = second.open();
        QCOMPARE(again.language().current(), QStringLiteral("zh"));
        QVERIFY(ui::colorsOf(again.centralWidget()->palette()).dark);
        QVERIFY(second.orders()->table()->isColumnHidden(ui::OrderPane::UserColumn));
        second.window.reset();
        test::ConsoleOver other(shop, ini);
        other.look.actor = api::Actor::administrator("local:other");
        other.open();
        QVERIFY(!other.orders()->table()->isColumnHidden(ui::OrderPane::UserColumn));
    }

    void preferencesAreNeverWrittenOnTheGuiThread() {
        QTemporaryDir folder;
        const QString ini = folder.filePath(QStringLiteral("console.ini"));
        ui::Preferences preferences(ini, QStringLiteral("anna"));
        std::atomic<int> written{0};
        std::atomic<bool> elsewhere{true};
        connect(
            &preferences, &ui::Preferences::written, &preferences,
            [&] {
                ++written;
                elsewhere = elsewhere && QThread::currentThread() != QCoreApplication::instance()->thread();
            },
            Qt::DirectConnection);
        for (int i = 0; i < 100; ++i) {
            preferences.setValue(QStringLiteral("columns/%1").arg(i), i);
        }
        preferences.setValue(QStringLiteral("gone"), 1);
        preferences.remove(QStringLiteral("gone"));
        QCOMPARE(preferences.value(QStringLiteral("columns/7")).toInt(), 7);  // at once
        QCOMPARE(preferences.keys(QStringLiteral("columns")).size(), 100);
        QVERIFY(!QFile::exists(ini));
        QCoreApplication::processEvents();
        QVERIFY(!QFile::exists(ini));
        QTRY_VERIFY(written > 0);
        QVERIFY(elsewhere);
        QCOMPARE(written.load(), 1);  // together
        const ui::Preferences again(ini, QStringLiteral("anna"));
        QCOMPARE(again.value(QStringLiteral("columns/99")).toInt(), 99);
        QVERIFY(!again.value(QStringLiteral("gone")).isValid());
        QVERIFY(!ui::Preferences(ini, QStringLiteral("bert")).value(QStringLiteral("columns/99")).isValid());
    }

    // A full disk is a limit on the size of files, which the kernel tells in the same place.
    void preferencesOutliveAFullDisk() {
        QTemporaryDir folder;
        const QString ini = folder.filePath(QStringLiteral("console.ini"));
        {
            ui::Preferences before(ini, QStringLiteral("anna"));
            before.setValue(QStringLiteral("kept"), QString(300, QLatin1Char('x')));
        }
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit room{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &room), 0);
        auto none = room;
        none.rlim_cur = 100;
        {
            ui::Preferences preferences(ini, QStringLiteral("anna"));
            QSignalSpy unsaved(&preferences, &ui::Preferences::unsaved);
            QCOMPARE(::setrlimit(RLIMIT_FSIZE, &none), 0);
            preferences.setValue(QStringLiteral("new"), 1);
            const bool told = QTest::qWaitFor([&] { return unsaved.count() == 1; });
            QCOMPARE(::setrlimit(RLIMIT_FSIZE, &room), 0);
            QVERIFY(told);
            const ui::Preferences meanwhile(ini, QStringLiteral("anna"));
            QCOMPARE(meanwhile.value(QStringLiteral("kept")).toString().size(), qsizetype{300});
            QVERIFY(!meanwhile.value(QStringLiteral("new")).isValid());
        }
        const ui::Preferences again(ini, QStringLiteral("anna"));
        QCOMPARE(again.value(QStringLiteral("kept")).toString().size(), qsizetype{300});
        QCOMPARE(again.value(QStringLiteral("new")).toInt(), 1);
    }

    void preferencesAreOnDiskWhenTheyAreGone() {
        QTemporaryDir folder;
        const QString ini = folder.filePath(QStringLiteral("console.ini"));
        {
            ui::Preferences preferences(ini, QStringLiteral("local:anna / 安娜"));
            preferences.setValue(QStringLiteral("orders/filters/%E5"), QByteArray("\x01\x02"));
        }
        const ui::Preferences again(ini, QStringLiteral("local:anna / 安娜"));
        QCOMPARE(again.value(QStringLiteral("orders/filters/%E5")).toByteArray(), QByteArray("\x01\x02"));
        QCOMPARE(again.keys(QStringLiteral("orders/filters")), QStringList{QStringLiteral("%E5")});
    }

    void theStateOfTheEngineIsShownWithItsReason() {
        test::Console console;
        console.shop.statusChange = [](api::EngineStatus& status) { status.committedPerSecond = 128.4; };
        auto& window = console.open();
        auto* pill = window.topBar()->enginePill();
        QCOMPARE(pill->state()->text(), QStringLiteral("Live"));
        QVERIFY(!window.banner()->isVisible());
        QVERIFY(pill->figures().contains(QStringLiteral("128/s")));
        console.shop.setState(api::EngineState::ReadOnly, "No space left <b>on</b> device");
        QTRY_VERIFY(pill->state()->text().startsWith(QLatin1String("Read-only since ")));
        QCOMPARE(pill->state()->tone(), ui::Tone::Bad);
        QVERIFY(window.banner()->isVisible());
        QVERIFY(window.banner()->text().contains(QStringLiteral("No space left <b>on</b> device")));
        QVERIFY(pill->toolTip().contains(QStringLiteral("&lt;b&gt;")));
        console.shop.setState(api::EngineState::Degraded, "slow");
        QTRY_COMPARE(pill->state()->text(), QStringLiteral("Degraded"));
        console.shop.setState(api::EngineState::Live, "");
        QTRY_VERIFY(!window.banner()->isVisible());
    }

    void aCopyIsOfferedWhereTheFilesAreGone() {
        test::Console console;
        auto& window = console.open();
        auto* save = window.findChild<QPushButton*>(QStringLiteral("stateBannerSave"));
        QVERIFY(save);
        console.shop.setState(api::EngineState::ReadOnly, "No space left on device");
        QTRY_VERIFY(window.banner()->isVisible());
        QVERIFY(!save->isVisible());
        console.shop.setState(api::EngineState::ReadOnly, "deleted", ErrorCode::WorkspaceMissing);
        QTRY_VERIFY(save->isVisible());
        QTest::mouseClick(save, Qt::LeftButton);
        QCOMPARE(window.currentPage()->id(), QStringLiteral("settings"));
        auto* dialog = window.findChild<QFileDialog*>(QStringLiteral("backupFileDialog"));
        QVERIFY(dialog);
        QCOMPARE(dialog->acceptMode(), QFileDialog::AcceptSave);
        dialog->reject();
    }

    void whoeverLeavesThenIsAskedAboutACopy() {
        test::Console console;
        auto& window = console.open();
        console.shop.setState(api::EngineState::ReadOnly, "deleted", ErrorCode::WorkspaceMissing);
        QTRY_VERIFY(window.banner()->isVisible());
        const auto asked = [&] { return window.findChild<QMessageBox*>(QStringLiteral("leaveDialog")); };
        window.close();
        QVERIFY(window.isVisible());
        QVERIFY(asked());
        asked()->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(!asked());
        QVERIFY(window.isVisible());
        window.close();
        asked()->findChild<QPushButton*>(QStringLiteral("leaveSave"))->click();
        auto* dialog = window.findChild<QFileDialog*>(QStringLiteral("backupFileDialog"));
        QVERIFY(dialog);
        dialog->reject();
        QTRY_VERIFY(!asked());
        window.close();
        asked()->findChild<QPushButton*>(QStringLiteral("leaveQuit"))->click();
        QTRY_VERIFY(!window.isVisible());
    }

    void everyReasonOfADegradedEngineIsShown() {
        test::Console console;
        auto& window = console.open();
        auto* pill = window.topBar()->enginePill();
        const auto now = console.shop.now();
        const auto standing = [&](std::vector<api::StandingReason> reasons, Instant committed) {
            console.shop.setState(reasons.empty() ? api::EngineState::Live : api::EngineState::Degraded, "");
            console.shop.statusChange = [=, behind = console.shop.statusChange](api::EngineStatus& status) {
                behind(status);
                status.standing = reasons;
                status.reason = reasons.empty() ? std::string() : reasons.front().text;
                status.clock = now;
                status.committedAt = committed;
            };
        };
        standing({{"server_not_durable", "sync_binlog is 0 <b>"}, {std::string(api::kClockBehind), "x"}},
                 now.plusMs(3'600'000));
        QTRY_COMPARE(pill->state()->text(), QStringLiteral("Degraded"));
        const auto& formats = window.context().formats;
        QTRY_VERIFY(window.banner()->text().contains(
            QStringLiteral("The machine's clock (%1) is behind the newest committed time (%2).")
                .arg(formats.dateTime(now), formats.dateTime(now.plusMs(3'600'000)))));
        QVERIFY(window.banner()->text().contains(QStringLiteral("sync_binlog is 0 <b>")));
        QTRY_VERIFY(pill->toolTip().contains(QStringLiteral("sync_binlog is 0 &lt;b&gt;")));
        standing({}, now);
        QTRY_VERIFY(!window.banner()->isVisible());
    }

    void theStateTellsSinceWhenAndWhoTookOver() {
        test::Console console;
        auto& window = console.open();
        auto* pill = window.topBar()->enginePill();
        console.shop.setState(api::EngineState::Disconnected, "gone away", ErrorCode::Storage);
        QTRY_VERIFY2(pill->state()->text().startsWith(QLatin1String("Reconnecting since ")),
                     qPrintable(pill->state()->text()));
        QTest::mouseClick(pill, Qt::LeftButton);
        QVERIFY(pill->details() != nullptr && pill->details()->isVisible());
        QCOMPARE(pill->details()->reason(), QStringLiteral("gone away"));
        console.shop.setState(api::EngineState::ReadOnly, "held by desk-2, process 7", ErrorCode::WorkspaceInUse);
        QTRY_VERIFY(pill->state()->text().startsWith(QLatin1String("Taken over by another engine")));
        QTRY_COMPARE(pill->details()->reason(), QStringLiteral("held by desk-2, process 7"));
        console.shop.setState(api::EngineState::Live, "");
        QTRY_COMPARE(pill->state()->text(), QStringLiteral("Live"));
        QVERIFY(!pill->details()->facts().valueOf(QStringLiteral("Commit latency")).isEmpty());
        pill->details()->close();
        QTRY_VERIFY(pill->details() == nullptr);
        pill->setFocus();
        QTest::keyClick(pill, Qt::Key_Space);
        QVERIFY(pill->details() != nullptr);
        pill->details()->close();
    }

    void whereAWorkspaceLivesIsSaidForPeople() {
        const auto folder = ui::placeOf(QStringLiteral("/srv/shop"));
        QVERIFY(!folder.isServer());
        QCOMPARE(folder.shortText(), QStringLiteral("/srv/shop"));
        const auto network = ui::placeOf(QStringLiteral("mysql://desk@db.example/even%20hand?ssl-ca=/etc/ca.pem"));
        QCOMPARE(network.shortText(), QStringLiteral("db.example:3306/even hand"));
        QVERIFY(network.encrypted);
        const auto socket = ui::placeOf(QStringLiteral("mysql://desk@/shop?socket=/run/my.sock"));
        QCOMPARE(socket.server, QStringLiteral("/run/my.sock"));
        QCOMPARE(socket.database, QStringLiteral("shop"));
        QVERIFY(!socket.encrypted);
    }

    void aFigureThatIsNotKnownIsADash() {
        test::Console console;
        console.shop.statusChange = [](api::EngineStatus& status) { status.commitP50Ms = status.commitP99Ms = -1; };
        auto& window = console.open();
        QVERIFY(window.topBar()->enginePill()->figures().contains(QStringLiteral("– ms")));
    }

    void hiddenItAsksNothing() {
        test::Console console;
        auto& window = console.open();
        QTRY_VERIFY(console.orders()->isReady());
        window.hide();
        QVERIFY(!window.currentPage()->isActive());
        QVERIFY(window.context().pulse.isResting());
        const int status = console.shop.statusCalls;
        const int reads = console.shop.orders().reads;
        for (int i = 0; i < 5; ++i) {
            (void)console.shop.sell(0);
        }
        QCoreApplication::sendPostedEvents();
        QVERIFY(window.context().bridge.isResting());
        QVERIFY(window.context().pulse.isResting());
        QCOMPARE(console.shop.statusCalls, status);
        QCOMPARE(console.shop.orders().reads, reads);
        window.show();
        QTRY_VERIFY(console.shop.statusCalls > status);
    }

    void aClockThatGoesOnHasNothingLaidOutAnew() {
        test::Console console;
        auto& window = console.open();
        auto* clock = window.findChild<QLabel*>(QStringLiteral("businessClock"));
        for (std::size_t page = 0; page < window.pages().size(); ++page) {
            window.showPage(static_cast<int>(page));
            QTRY_VERIFY(window.currentPage()->isReady());
            test::LayoutWatch watch(window);
            QTRY_VERIFY(watch.take().isEmpty());  // what the page still had to place
            const QString before = clock->text();
            for (int second = 0; second < 3; ++second) {
                console.shop.pass(1'000);
                window.context().bridge.poll();
            }
            QVERIFY(clock->text() != before);
            QCOMPARE(watch.take().join(QStringLiteral(", ")), QString());
        }
        // There is room for the whole of it, at each width of the window.
        for (const int width : {1440, 1024, 1440}) {
            window.resize(width, 720);
            QCoreApplication::sendPostedEvents();
            QVERIFY(clock->width() >= clock->fontMetrics().horizontalAdvance(clock->text()));
            QVERIFY(clock->width() <= clock->sizeHint().width() + 1);
        }
    }

    /// In words, or where there is no room by its distance from UTC; the tip names it.
    void theZoneStandsBesideTheClock() {
        test::Console console;
        auto& window = console.open();
        const auto* zone = window.findChild<QLabel*>(QStringLiteral("businessZone"));
        const auto* bar = window.topBar();
        const QString id = QString::fromLatin1(window.context().formats.zone().id());
        const int offset = window.context().formats.zoned(window.context().bridge.now()).offsetFromUtc() / 3600;
        QVERIFY(offset != 0);
        for (const int width : {2200, 1024, 2200}) {
            window.resize(width, 720);
            QCoreApplication::sendPostedEvents();
            QTRY_COMPARE(zone->text(),
                         width > 2000
                             ? QStringLiteral("business time")
                             : QStringLiteral("UTC%1%2").arg(offset > 0 ? QStringLiteral("+") : QString()).arg(offset));
            QVERIFY(zone->toolTip().contains(id));
            QVERIFY(zone->width() >= zone->fontMetrics().horizontalAdvance(zone->text()));
            QVERIFY(bar->layout()->totalMinimumSize().width() <= bar->width());
        }
        window.setLanguage(QStringLiteral("zh"));
        QTRY_COMPARE(zone->text(), QStringLiteral("业务时区"));
    }

    void jobsShowProgressAndAreCancelled() {
        test::Console console;
        auto& window = console.open();
        auto progress = std::make_shared<ui::JobProgress>();
        progress->total = 1'000;
        bool cancelled = false;
        auto& jobs = window.context().jobs;
        const int job = jobs.start(QStringLiteral("Export"), progress, [&cancelled] { cancelled = true; });
        auto* bar = window.statusLine()->findChild<QProgressBar*>(QStringLiteral("job%1.progress").arg(job));
        QVERIFY(bar != nullptr);
        progress->done = 250;
        QTRY_COMPARE(bar->value(), 250);
        QTest::mouseClick(window.statusLine()->findChild<QToolButton*>(QStringLiteral("job%1.cancel").arg(job)),
                          Qt::LeftButton);
        QVERIFY(cancelled);
        jobs.finish(job);
        QTRY_VERIFY(window.context().pulse.isResting());
        QTRY_VERIFY(window.statusLine()->findChild<QWidget*>(QStringLiteral("job%1").arg(job)) == nullptr);
    }

    void thePaletteCanBeReadInBothLooks() {
        for (const auto look : {ui::ThemeChoice::Light, ui::ThemeChoice::Dark}) {
            test::Console console;
            console.look.theme = look;
            auto& window = console.open();
            window.openPalette();
            auto* list = window.findChild<QListView*>(QStringLiteral("paletteList"));
            QTRY_VERIFY(list->isVisible() && list->model()->rowCount() > 0);
            QCOMPARE(ui::colorsOf(list->palette()).dark, look == ui::ThemeChoice::Dark);
            const auto shown = list->viewport()->grab(list->visualRect(list->model()->index(0, 0))).toImage();
            const auto [least, most] = lightness(shown);
            QVERIFY2(most - least > 150, qPrintable(QStringLiteral("%1 to %2").arg(least).arg(most)));
        }
        ui::applyTheme(*qApp, ui::ThemeChoice::Light);
    }

    void aTickedBoxHasATick() {
        for (const auto look : {ui::ThemeChoice::Light, ui::ThemeChoice::Dark}) {
            ui::applyTheme(*qApp, look);
            QCheckBox box;
            box.setChecked(true);
            box.resize(box.sizeHint());
            const QRect inside =
                QRect(0, 0, 16, box.height()).adjusted(4, box.height() / 2 - 4, -4, 4 - box.height() / 2);
            const auto [least, most] = lightness(box.grab(inside).toImage());
            QVERIFY2(most - least > 40, qPrintable(QStringLiteral("%1 to %2").arg(least).arg(most)));
        }
        ui::applyTheme(*qApp, ui::ThemeChoice::Light);
    }

    void anUndoLastsWhateverElseIsTold() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto& notices = window.context().notices;
        QStringList undone;
        const auto offer = [&](const QString& row, const QString& name) {
            ui::Notice notice{name, ui::Tone::Good, QStringLiteral("Undo"), [&undone, name] { undone << name; }};
            notice.about = QStringList{row};
            notices.post(std::move(notice));
        };
        offer(QStringLiteral("reassign"), QStringLiteral("first"));
        offer(QStringLiteral("duty"), QStringLiteral("off duty"));
        offer(QStringLiteral("reassign"), QStringLiteral("second"));  // in the first one's place
        notices.good(QStringLiteral("Else"));
        auto* undo = window.statusLine()->undoButton();
        QVERIFY(undo->isVisible());
        QVERIFY(undo->toolTip().contains(QStringLiteral("second")));
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone, QStringList{QStringLiteral("second")});
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone.last(), QStringLiteral("off duty"));
        QVERIFY(!undo->isVisible());
        QVERIFY(!window.findChild<QAction*>(QStringLiteral("action.undo"))->isEnabled());
    }

    /// What went by can be read again, the newest first, and undone while that is offered, also behind others.
    void resultsOfThisSittingAreKept() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto& notices = window.context().notices;
        auto* line = window.statusLine();
        auto* opens = window.findChild<QAction*>(QStringLiteral("action.results"));
        const auto told = [line](int row) {
            return line->results()->table()->model()->index(row, 1).data().toString();
        };
        opens->trigger();
        QVERIFY(line->results() != nullptr);
        QCOMPARE(line->results()->table()->model()->rowCount(), 0);
        QVERIFY(!line->results()->undoButton()->isEnabled());
        line->results()->close();
        QTRY_VERIFY(line->results() == nullptr);
        QStringList undone;
        for (const char* name : {"first", "second"}) {
            ui::Notice notice{QString::fromLatin1(name), ui::Tone::Good, QStringLiteral("Take back"),
                              [&undone, name] { undone << QString::fromLatin1(name); }};
            notice.about = QStringList{QString::fromLatin1(name)};
            notices.post(std::move(notice));
        }
        notices.bad(QStringLiteral("<b>failed</b>\nwith a second line"));
        QTest::mouseClick(line->findChild<QToolButton*>(QStringLiteral("resultsButton")), Qt::LeftButton);
        QVERIFY(line->results() != nullptr);
        QCOMPARE(line->results()->table()->model()->rowCount(), 3);
        QVERIFY(told(0).startsWith(QStringLiteral("<b>failed</b>")) && !told(0).contains(QLatin1Char('\n')));
        QCOMPARE(told(2), QStringLiteral("first"));
        auto* undo = line->results()->undoButton();
        QVERIFY(!undo->isEnabled());  // the newest cannot be
        line->results()->table()->selectRow(2);
        QVERIFY(undo->isEnabled());
        QCOMPARE(ui::withoutMnemonic(undo->text()), QStringLiteral("Take back"));
        // What is told meanwhile comes above it.
        notices.good(QStringLiteral("else"));
        QCOMPARE(told(0), QStringLiteral("else"));
        line->results()->table()->selectRow(3);
        QTest::keyClick(line->results(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().endsWith(QStringLiteral("\tfirst")));
        QTest::mouseClick(undo, Qt::LeftButton);
        QCOMPARE(undone, QStringList{QStringLiteral("first")});
        QTRY_VERIFY(line->results() == nullptr);
        opens->trigger();
        line->results()->table()->selectRow(3);
        QVERIFY(!line->results()->undoButton()->isEnabled());  // once
        line->results()->close();
        // So many are kept, and it is said that there were more.
        for (std::size_t i = 0; i < ui::ResultHistory::kMaxResults; ++i) {
            notices.good(QStringLiteral("many"));
        }
        QTRY_VERIFY(line->results() == nullptr);
        opens->trigger();
        QCOMPARE(line->results()->table()->model()->rowCount(), static_cast<int>(ui::ResultHistory::kMaxResults));
        QCOMPARE(line->results()->findChild<QLabel*>(QStringLiteral("resultsOlder"))->text(),
                 QStringLiteral("4 older results are no longer listed."));
        line->results()->close();
    }

    /// The lists of the last results open again, as many as have room in memory.
    void listsOfOutcomesOpenFromTheResults() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto& notices = window.context().notices;
        auto* line = window.statusLine();
        auto* opens = window.findChild<QAction*>(QStringLiteral("action.results"));
        QStringList shown;
        const auto post = [&](const QString& name, std::size_t rows) {
            ui::Notice notice{name, ui::Tone::Warn, {}, {}};
            notice.rows = rows;
            notice.showRows = [&shown, &window, name](QWidget* over) {
                shown << (over == &window ? name : QStringLiteral("over something else"));
            };
            notices.post(std::move(notice));
        };
        post(QStringLiteral("old"), 10);
        post(QStringLiteral("long"), ui::ResultHistory::kMaxRows);
        notices.good(QStringLiteral("a line"));
        opens->trigger();
        QVERIFY(line->results() != nullptr);
        QVERIFY(!line->results()->rowsButton()->isEnabled());  // a line without rows
        line->results()->table()->selectRow(1);
        QVERIFY(line->results()->rowsButton()->isEnabled());
        QTest::keyClick(line->results()->table(), Qt::Key_Return);
        QCOMPARE(shown, QStringList{QStringLiteral("long")});
        QTRY_VERIFY(line->results() == nullptr);  // it would stand over the list
        opens->trigger();
        line->results()->table()->selectRow(2);
        QVERIFY(!line->results()->rowsButton()->isEnabled());  // let go
        line->results()->table()->selectRow(1);
        QTest::mouseClick(line->results()->rowsButton(), Qt::LeftButton);
        QCOMPARE(shown.size(), qsizetype{2});
        QTRY_VERIFY(line->results() == nullptr);
    }

    void tabsThatWereMadeWhileHiddenHaveRoom() {
        test::Console console;
        auto& window = console.open();
        QTRY_VERIFY(window.context().scope.isLoaded());
        auto* tabs = window.findChild<QTabBar*>(QStringLiteral("dispatchCampuses"));
        QTRY_VERIFY(tabs->count() > 1);
        QVERIFY(!tabs->isVisible());
        window.context().navigator.open(QStringLiteral("dispatch"), {});
        QTRY_VERIFY(tabs->isVisible());
        QTRY_VERIFY2(tabs->width() >= tabs->sizeHint().width() && tabs->height() > 10,
                     qPrintable(QString::number(tabs->width())));
    }

    void anUndoIsOfferedOnce() {
        test::Console console;
        auto& window = console.open();
        int undone = 0;
        window.context().notices.post(
            {QStringLiteral("Done"), ui::Tone::Good, QStringLiteral("Undo"), [&undone] { ++undone; }});
        auto* undo = window.statusLine()->undoButton();
        QVERIFY(undo->isVisible());
        QTest::mouseClick(undo, Qt::LeftButton);
        QCOMPARE(undone, 1);
        QVERIFY(!undo->isVisible());
        window.context().notices.good(QStringLiteral("Else"));
        QCOMPARE(window.statusLine()->resultText(), QStringLiteral("Else"));
        QVERIFY(!undo->isVisible());
    }

    void theFirstPageSwitchesTheLanguage() {
        ui::FirstStart first({}, QStringLiteral("/nowhere/new"));
        ui::Language language;
        first.setLanguage(language.current());
        connect(&first, &ui::FirstStart::languageChosen, &language, [&](const QString& code) { language.apply(code); });
        first.show();
        auto* chinese = first.findChild<QToolButton*>(QStringLiteral("startLanguage_zh"));
        auto* english = first.findChild<QToolButton*>(QStringLiteral("startLanguage_en"));
        auto* demo = first.findChild<QPushButton*>(QStringLiteral("startDemo"));
        QVERIFY(english->isChecked() && !chinese->isChecked());
        QCOMPARE(chinese->text(), QStringLiteral("中文"));
        const QString before = demo->text();
        QTest::mouseClick(chinese, Qt::LeftButton);
        QCOMPARE(language.current(), QStringLiteral("zh"));
        QVERIFY(chinese->isChecked() && !english->isChecked());
        QTRY_VERIFY(demo->text() != before);
        QCOMPARE(chinese->text(), QStringLiteral("中文"));  // each language in its own words
        QTest::mouseClick(english, Qt::LeftButton);
        QTRY_COMPARE(demo->text(), before);
    }

    void theFirstPageOnlySaysWhatWasChosen() {
        QTemporaryDir folder;
        ui::FirstStart first({}, folder.filePath(QStringLiteral("new")));
        first.show();
        QSignalSpy demo(&first, &ui::FirstStart::demoChosen);
        QSignalSpy create(&first, &ui::FirstStart::createChosen);
        QTest::mouseClick(first.findChild<QPushButton*>(QStringLiteral("startDemo")), Qt::LeftButton);
        QCOMPARE(demo.count(), 1);
        QTest::mouseClick(first.findChild<QPushButton*>(QStringLiteral("startNew")), Qt::LeftButton);
        auto* path = first.findChild<QLineEdit*>(QStringLiteral("startFolder"));
        QVERIFY(path->isVisible());
        auto* button = first.findChild<QPushButton*>(QStringLiteral("startCreate"));
        path->setText(QStringLiteral("not/absolute"));
        QVERIFY(!button->isEnabled());
        QVERIFY(!button->toolTip().isEmpty());
        path->setText(QStringLiteral(EVENHAND_SOURCE_DIR));
        QTRY_VERIFY(!button->isEnabled());  // not empty
        path->setText(folder.filePath(QStringLiteral("new")));
        QVERIFY(!button->isEnabled());  // the first administrator is missing
        first.findChild<QCheckBox*>(QStringLiteral("startProtect"))->setChecked(false);
        first.findChild<QComboBox*>(QStringLiteral("startCurrency"))->setCurrentText(QStringLiteral("JPY"));
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(create.count(), 1);
        const auto chosen = create.at(0).at(0).value<ui::NewWorkspace>();
        QCOMPARE(chosen.currency, QStringLiteral("JPY"));
        QCOMPARE(chosen.minorDigits, 0);
        QTest::mouseClick(first.findChild<QPushButton*>(QStringLiteral("startBack")), Qt::LeftButton);
        QTest::mouseClick(first.findChild<QPushButton*>(QStringLiteral("startShared")), Qt::LeftButton);
        QVERIFY(first.databasePage()->isVisible());
        QTest::mouseClick(first.findChild<QPushButton*>(QStringLiteral("databaseBack")), Qt::LeftButton);
        QVERIFY(!first.databasePage()->isVisible());
        first.showProblem(QStringLiteral("No."));
        QVERIFY(first.findChild<QLabel*>(QStringLiteral("startProblem"))->isVisible());
    }
};

}  // namespace test_frame

QTEST_MAIN(test_frame::TestFrame)
#include "test_frame.moc"

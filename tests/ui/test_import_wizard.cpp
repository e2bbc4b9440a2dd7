// SPDX-License-Identifier: GPL-3.0-or-later
// Importing a file by the window: recognising it, assigning columns by hand, the check, the import that pauses, stops
// and goes on without the wizard; dropping a file; leaving meanwhile; who may.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include "engine/base/log.h"
#include "tests/ui/console_fixture.h"
#include "tests/ui/fake_import.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/shell/session.h"
#include "ui/shell/status_line.h"
#include "ui/wizards/import/import_wizard.h"

namespace test_import_wizard {

using namespace evenhand;
using ui::ImportWizard;

namespace {

ui::ImportResult counted(std::int64_t accepted, std::int64_t rejected) {
    ui::ImportResult result;
    result.rows = accepted + rejected;
    result.accepted = accepted;
    result.rejected = rejected;
    result.acceptedLines = accepted;
    result.rejectedLines = rejected;
    result.anyRejected = rejected > 0;
    if (rejected > 0) {
        result.reasons = {{"bad_number", rejected}};
    }
    return result;
}

/// A window that can import, with the wizard open.
struct Desk : test::Console {
    explicit Desk(bool opensWizard = true) {
        look.imports = &imports;
        open();
        if (opensWizard) {
            window->findChild<QAction*>(QStringLiteral("action.import"))->trigger();
        }
    }
    [[nodiscard]] ImportWizard* wizard() const { return window->importWizard(); }
    template <typename T>
    [[nodiscard]] T* part(const char* name) const {
        return wizard()->findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] QPushButton* next() const { return wizard()->nextButton(); }
    void press(const char* name) const {
        auto* button = part<QPushButton>(name);
        QVERIFY2(button != nullptr && button->isVisible() && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void goOn() const {
        QTRY_VERIFY2(next()->isEnabled(), qPrintable(wizard()->problem()));
        QTest::mouseClick(next(), Qt::LeftButton);
    }
    /// The file is chosen and its columns are assigned.
    void toColumns(const QString& path = QStringLiteral("/tmp/december.csv")) {
        wizard()->setFile(path);
        goOn();
        QTRY_COMPARE(wizard()->step(), static_cast<int>(ImportWizard::ColumnsStep));
    }
    void toCheck(ui::ImportResult result) {
        toColumns();
        goOn();
        QTRY_COMPARE(wizard()->step(), static_cast<int>(ImportWizard::CheckStep));
        QCOMPARE(imports.runs.size(), std::size_t{1});
        QVERIFY(imports.runs.back().dryRun);
        imports.runs.back().end(std::move(result));
    }
    void toRun() {
        toCheck(counted(5, 2));
        goOn();
        QTRY_COMPARE(wizard()->step(), static_cast<int>(ImportWizard::RunStep));
        QCOMPARE(imports.runs.size(), std::size_t{2});
        QVERIFY(!imports.runs.back().dryRun);
    }
    [[nodiscard]] const ui::Notice& said() const { return window->services().notices.last(); }

    test::FakeImport imports;
};

QStringList column(const QTableView* table, int which) {
    QStringList cells;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        cells << table->model()->index(row, which).data().toString();
    }
    return cells;
}

bool dropFile(QWidget* onto, const QList<QUrl>& urls) {
    QMimeData mime;
    mime.setUrls(urls);
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(onto, &enter);
    if (!enter.isAccepted()) {
        return false;
    }
    QDropEvent drop(QPoint(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(onto, &drop);
    return true;
}

}  // namespace

class TestImportWizard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    // --- the file -----------------------------------------------------------------------------------------------

    void aFileIsRecognisedByItsColumns() {
        Desk desk;
        QVERIFY(!desk.next()->isEnabled());
        QVERIFY(desk.wizard()->problem().contains(QStringLiteral("Choose a file")));
        auto* path = desk.part<QLineEdit>("importPath");
        QTest::keyClicks(path, QStringLiteral("/tmp/till.csv"));
        QTRY_VERIFY2(desk.next()->isEnabled(), qPrintable(desk.wizard()->problem()));
        QCOMPARE(desk.part<QComboBox>("importKind")->currentText(), QStringLiteral("Orders"));
        auto* profile = desk.part<QComboBox>("importProfile");
        QCOMPARE(profile->currentText(), QStringLiteral("till"));
        QCOMPARE(profile->count(), 2);  // and Evenhand's own columns
        QTest::keyClick(desk.wizard(), Qt::Key_Return);
        QTRY_COMPARE(desk.wizard()->step(), static_cast<int>(ImportWizard::ColumnsStep));
        QVERIFY(desk.imports.previewed.back() == desk.imports.orders("x").fits.front());
    }

    void whatCannotBeReadIsTold_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, ErrorCode code, const char* message, const char* said) {
            QTest::newRow(name) << static_cast<int>(code) << QString::fromLatin1(message) << QString::fromLatin1(said);
        };
        row("missing", ErrorCode::NotFound, "no such file", "There is no such file.");
        row("folder", ErrorCode::InvalidArgument, "this is a directory, not a CSV file", "directory");
        row("encoding", ErrorCode::InvalidArgument, "the file is UTF-16; save it as UTF-8", "UTF-16");
    }
    void whatCannotBeReadIsTold() {
        QFETCH(int, code);
        QFETCH(QString, message);
        QFETCH(QString, said);
        Desk desk;
        desk.imports.file = [&](const std::string& path) {
            return Result<ui::ImportFile>(fail(static_cast<ErrorCode>(code), message.toStdString(), "file", path));
        };
        desk.wizard()->setFile(QStringLiteral("/tmp/x"));
        QTRY_VERIFY2(desk.part<QLabel>("hint.file")->text().contains(said),
                     qPrintable(desk.part<QLabel>("hint.file")->text()));
        QVERIFY(!desk.next()->isEnabled());
        QTest::keyClick(desk.wizard(), Qt::Key_Return);
        QCOMPARE(desk.wizard()->step(), static_cast<int>(ImportWizard::FileStep));
        QVERIFY(desk.imports.runs.empty());
    }

    void onlyTheFileAskedForLastIsShown() {
        Desk desk;
        desk.imports.file = [](const std::string& path) {
            auto file = test::FakeImport::orders(path);
            file.columns.push_back(path);
            return Result<ui::ImportFile>(file);
        };
        desk.wizard()->setFile(QStringLiteral("/tmp/first"));
        desk.wizard()->setFile(QStringLiteral("/tmp/second"));
        QTRY_VERIFY(desk.wizard()->file()->file().has_value());
        QCOMPARE(desk.wizard()->file()->file()->path, std::string("/tmp/second"));
        auto* list = desk.part<QListWidget>("importFileColumns");
        QTRY_COMPARE(list->item(list->count() - 1)->text(), QStringLiteral("/tmp/second"));
    }

    void aKindNeedsItsPermission() {
        Desk desk(false);
        desk.window.reset();
        desk.look.actor = {"clerk",
                           api::bitOf(api::Permission::Read) | api::bitOf(api::Permission::ManageCouriers),
                           {},
                           api::Via::Console};
        auto& window = desk.open();
        auto* action = window.findChild<QAction*>(QStringLiteral("action.import"));
        QVERIFY(action->isEnabled());  // couriers are something
        action->trigger();
        desk.wizard()->setFile(QStringLiteral("/tmp/x"));
        auto* kind = desk.part<QComboBox>("importKind");
        QTRY_VERIFY(desk.wizard()->file()->file().has_value());
        QVERIFY(!desk.next()->isEnabled());  // orders
        kind->setCurrentIndex(static_cast<int>(ui::ImportKind::Couriers));
        QTRY_VERIFY2(desk.next()->isEnabled(), qPrintable(desk.wizard()->problem()));
        for (const auto refused : {ui::ImportKind::Products, ui::ImportKind::Stock, ui::ImportKind::Returns}) {
            kind->setCurrentIndex(static_cast<int>(refused));
            QVERIFY(!desk.next()->isEnabled());
            QCOMPARE(desk.part<QLabel>("hint.kind")->property("tone").toString(), QStringLiteral("bad"));
        }
    }

    void whoMayImportNothingIsToldSo() {
        Desk desk(false);
        desk.window.reset();
        desk.look.actor = {"ann", api::permissionsOf(api::Role::Auditor), {}, api::Via::Console};
        auto& window = desk.open();
        QVERIFY(!window.findChild<QAction*>(QStringLiteral("action.import"))->isEnabled());
        window.openImport(QStringLiteral("/tmp/x"));
        QVERIFY(desk.wizard() == nullptr);
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
    }

    // --- columns ------------------------------------------------------------------------------------------------

    void columnsAreAssignedByChoiceAndByHand() {
        Desk desk;
        desk.toColumns();
        auto* name = desk.part<QComboBox>("importField.product_name");
        auto* user = desk.part<QComboBox>("importField.user_id");
        QCOMPARE(name->currentText(), QStringLiteral("Not in the file"));
        QCOMPARE(user->currentText(), QStringLiteral("user_id"));
        // By the keyboard: the column after the one that is chosen.
        user->setFocus();
        QTest::keyClick(user, Qt::Key_Down);
        QTRY_COMPARE(desk.imports.previewed.back().columns["user_id"], std::string("campus"));
        // A column of the list is dragged onto a field.
        auto* list = desk.part<QListWidget>("importFileColumns");
        QCOMPARE(list->item(3)->text(), QStringLiteral("sku: tea"));
        list->setCurrentRow(3);
        const std::unique_ptr<QMimeData> mime(list->model()->mimeData({list->model()->index(3, 0)}));
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(name, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPoint(5, 5), Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(name, &drop);
        QCOMPARE(name->currentText(), QStringLiteral("sku"));
        QTRY_COMPARE(desk.imports.previewed.back().columns["product_name"], std::string("sku"));
        // What is no column of this file is not taken.
        QMimeData other;
        other.setData(QLatin1String(ui::ColumnList::kFormat), "7");
        QDragEnterEvent stranger(QPoint(5, 5), Qt::CopyAction, &other, Qt::LeftButton, Qt::NoModifier);
        stranger.ignore();
        QCoreApplication::sendEvent(name, &stranger);
        QVERIFY(!stranger.isAccepted());
    }

    void aConstantStandsForAColumn() {
        Desk desk;
        desk.toColumns();
        auto* campus = desk.part<QComboBox>("importField.campus");
        auto* constant = desk.part<QLineEdit>("importConstant.campus");
        QVERIFY(!constant->isVisible());
        campus->setCurrentIndex(1);
        QVERIFY(constant->isVisible());
        QTRY_VERIFY(desk.wizard()->problem().contains(QStringLiteral("Campus")));
        QVERIFY(!desk.next()->isEnabled());
        QTest::keyClicks(constant, QStringLiteral("south"));
        QTRY_VERIFY2(desk.next()->isEnabled(), qPrintable(desk.wizard()->problem()));
        const auto plan = desk.wizard()->columns()->plan();
        QCOMPARE(plan.constants.at("campus"), std::string("south"));
        QVERIFY(!plan.columns.contains("campus"));
    }

    void theFirstRowsAreShownAsTheyWillBeRead() {
        Desk desk;
        desk.imports.rows = [](const ui::ImportPlan&) {
            ui::ImportRow good;
            good.row = 2;
            good.values = {std::string("A1"),   std::string("u1"), std::string("north"),       std::string("tea"),
                           std::int64_t{1'200}, Money{150},        Instant{1'767'607'200'000}, std::string("Tea")};
            ui::ImportRow bad;
            bad.row = 3;
            bad.values.assign(8, std::string("x"));
            bad.reason = "bad_number";
            return Result<std::vector<ui::ImportRow>>(std::vector{good, bad});
        };
        desk.toColumns();
        QTRY_VERIFY(desk.wizard()->columns()->isReady() && desk.wizard()->columns()->preview() != nullptr);
        const auto* table = desk.wizard()->columns()->preview();
        QCOMPARE(column(table, 0), (QStringList{QStringLiteral("2"), QStringLiteral("3")}));
        QCOMPARE(column(table, 1), (QStringList{QStringLiteral("Fits"), QStringLiteral("Not a number, or too large")}));
        QCOMPARE(column(table, 6).front(), QStringLiteral("1,200"));
        QCOMPARE(column(table, 7).front(), QStringLiteral("1.50"));
        const auto& formats = desk.window->context().formats;
        QCOMPARE(column(table, 8).front(), formats.dateTime(Instant{1'767'607'200'000}));
    }

    void whatCannotBeReadSoCannotGoOn() {
        Desk desk;
        desk.toColumns();
        desk.imports.rows = [](const ui::ImportPlan&) {
            return Result<std::vector<ui::ImportRow>>(
                fail(ErrorCode::InvalidArgument, "the header lacks: sku", "header", "a,b"));
        };
        desk.part<QComboBox>("importField.sku")->setCurrentIndex(0);
        QTRY_VERIFY(desk.wizard()->problem().contains(QStringLiteral("sku")));
        QVERIFY(!desk.next()->isEnabled());
    }

    void unknownProductsNeedAStock() {
        Desk desk;
        desk.toColumns();
        QTRY_VERIFY(desk.next()->isEnabled());
        auto* create = desk.part<QCheckBox>("importNewSkus");
        auto* stock = desk.part<QLineEdit>("importNewStock");
        QVERIFY(!stock->isEnabled());
        QTest::mouseClick(create, Qt::LeftButton, {}, QPoint(8, create->height() / 2));
        QVERIFY(create->isChecked() && stock->isEnabled());
        for (const char* bad : {"", "-1", "2.5", "many", "1000000000001"}) {
            stock->setText(QLatin1String(bad));
            QVERIFY2(!desk.next()->isEnabled(), bad);
        }
        stock->setText(QStringLiteral("1,000"));
        QTRY_VERIFY(desk.next()->isEnabled());
        QCOMPARE(desk.wizard()->columns()->plan().stockForNewSku, std::optional<std::int64_t>(1'000));
        create->setChecked(false);
        QVERIFY(!desk.wizard()->columns()->plan().stockForNewSku);
    }

    void anAssignmentIsKeptUnderAName() {
        Desk desk;
        desk.toColumns();
        auto* save = desk.part<QPushButton>("importSaveProfile");
        QVERIFY(!save->isEnabled());
        QTest::keyClicks(desk.part<QLineEdit>("importProfileName"), QStringLiteral("kiosk"));
        desk.press("importSaveProfile");
        QTRY_VERIFY(desk.part<QLabel>("importSaved")->text().contains(QStringLiteral("--profile kiosk")));
        QCOMPARE(desk.imports.saved.size(), std::size_t{1});
        QCOMPARE(desk.imports.saved.front().first, std::string("kiosk"));
        QVERIFY(desk.imports.saved.front().second == desk.wizard()->columns()->plan());
        desk.imports.saveError = Error{ErrorCode::InvalidArgument, "must not have a slash", "name", "a/b"};
        desk.part<QLineEdit>("importProfileName")->setText(QStringLiteral("a/b"));
        desk.press("importSaveProfile");
        QTRY_VERIFY(desk.part<QLabel>("importSaved")->text().contains(QStringLiteral("slash")));
    }

    // --- the check ----------------------------------------------------------------------------------------------

    void theCheckCountsAndSaysWhy() {
        Desk desk;
        desk.toColumns();
        desk.goOn();
        QVERIFY(!desk.next()->isEnabled());
        QVERIFY(desk.wizard()->problem().contains(QStringLiteral("Checking")));
        auto result = counted(1'234, 3);
        result.duplicate = 7;
        desk.imports.runs.back().end(result);
        QTRY_VERIFY(desk.next()->isEnabled());
        QCOMPARE(desk.part<QLabel>("importSummary")->text(),
                 QStringLiteral("1,237 rows: 1,234 orders can be imported, 3 rejected, 7 already there."));
        const auto* reasons = desk.wizard()->check()->reasons();
        QVERIFY(reasons->isVisible());
        QCOMPARE(column(reasons, 0), QStringList{QStringLiteral("Not a number, or too large")});
        QCOMPARE(column(reasons, 1), QStringList{QStringLiteral("3")});
        QVERIFY(desk.part<QLabel>("importNote")->text().contains(QStringLiteral("Unpaid orders")));
        QVERIFY(desk.window->context().jobs.jobs().empty());
    }

    void nothingToImportCannotBeImported() {
        Desk desk;
        desk.toCheck(counted(0, 4));
        QTRY_VERIFY(desk.wizard()->problem().contains(QStringLiteral("nothing to import")));
        QVERIFY(!desk.next()->isEnabled());
    }

    void aCheckThatFailsSaysSo() {
        Desk desk;
        auto result = counted(3, 0);
        result.error = Error{ErrorCode::Conflict, "the file was changed", "file", "x"};
        desk.toCheck(result);
        QTRY_VERIFY(desk.part<QLabel>("importSummary")->text().contains(QStringLiteral("was changed")));
        QVERIFY(!desk.next()->isEnabled());
    }

    /// What was checked before something was changed counts no more.
    void anEarlierCheckIsStopped() {
        Desk desk;
        desk.toColumns();
        desk.goOn();
        const auto first = desk.imports.runs.back();
        QTest::mouseClick(desk.wizard()->backButton(), Qt::LeftButton);
        desk.part<QCheckBox>("importPaid")->setChecked(true);
        QVERIFY(first.control->isCancelled());
        desk.goOn();
        QCOMPARE(desk.imports.runs.size(), std::size_t{2});
        QVERIFY(desk.imports.runs.back().plan.paid && !first.plan.paid);
        first.end(counted(99, 0));
        QCoreApplication::processEvents();
        QVERIFY(!desk.next()->isEnabled());
        desk.imports.runs.back().end(counted(1, 0));
        QTRY_VERIFY(desk.part<QLabel>("importSummary")->text().startsWith(QStringLiteral("1 row: 1 order can be")));
    }

    // --- the import ---------------------------------------------------------------------------------------------

    void itPausesAndGoesOn() {
        Desk desk;
        desk.toRun();
        const auto& run = desk.imports.runs.back();
        run.control->phase = ui::ImportControl::Phase::Importing;
        run.control->total = 2'000;
        run.control->done = 500;
        auto* bar = desk.part<QProgressBar>("importProgress");
        QTRY_COMPARE(bar->value(), 250);
        QTRY_VERIFY(desk.part<QLabel>("importText")->text().contains(QStringLiteral("500 of 2,000 orders")));
        const int job = desk.window->context().jobs.jobs().front().id;
        auto* line = desk.window->statusLine();
        QTRY_COMPARE(line->findChild<QProgressBar*>(QStringLiteral("job%1.progress").arg(job))->value(), 250);
        desk.press("importPause");
        QVERIFY(run.control->isPaused());
        QCOMPARE(desk.part<QPushButton>("importPause")->text(), QStringLiteral("Continue"));
        auto* pause = line->findChild<QToolButton*>(QStringLiteral("job%1.pause").arg(job));
        QVERIFY(pause->isVisible() && pause->isChecked());
        QTest::mouseClick(pause, Qt::LeftButton);  // from the bottom line too
        QVERIFY(!run.control->isPaused());
        QCOMPARE(desk.part<QPushButton>("importPause")->text(), QStringLiteral("Pause"));
        run.end(counted(5, 0));
        QTRY_VERIFY(desk.window->context().jobs.jobs().empty());
    }

    void theRateIsTold() {
        Desk desk;
        desk.toRun();
        const auto& run = desk.imports.runs.back();
        run.control->phase = ui::ImportControl::Phase::Importing;
        run.control->total = 1'000'000;
        std::int64_t done = 0;
        QTRY_VERIFY((run.control->done = ++done,
                     desk.part<QLabel>("importText")->text().contains(QStringLiteral(" a second"))));
        run.end(counted(1, 0));
        QTRY_VERIFY(!desk.window->importRun().isRunning());
    }

    void itIsStopped() {
        Desk desk;
        desk.toRun();
        desk.press("importStop");
        QVERIFY(desk.imports.runs.back().control->isCancelled());
        QVERIFY(!desk.part<QPushButton>("importStop")->isEnabled());
        QVERIFY(!desk.part<QPushButton>("importPause")->isEnabled());
        auto result = counted(3, 0);
        result.isCancelled = true;
        desk.imports.runs.back().end(result);
        QTRY_VERIFY(desk.part<QLabel>("importText")->text().contains(QStringLiteral("3 orders imported")));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        QVERIFY(desk.said().text.contains(QStringLiteral("import the file again")));
    }

    void itGoesOnWithoutTheWizard() {
        Desk desk;
        desk.toRun();
        const auto run = desk.imports.runs.back();
        desk.press("importClose");
        QTRY_VERIFY(desk.wizard() == nullptr);
        QVERIFY(!run.control->isCancelled());
        QCOMPARE(desk.window->context().jobs.jobs().size(), std::size_t{1});
        desk.showOrders();  // other pages work meanwhile
        QVERIFY(desk.orders()->isActive());
        // Opened again it shows this import, and takes no other file.
        desk.window->openImport(QStringLiteral("/tmp/other.csv"));
        QCOMPARE(desk.wizard()->step(), static_cast<int>(ImportWizard::RunStep));
        desk.press("importClose");
        QTRY_VERIFY(desk.wizard() == nullptr);
        run.end(counted(5, 0));
        QTRY_VERIFY(desk.window->context().jobs.jobs().empty());
        QCOMPARE(desk.said().tone, ui::Tone::Good);
        QVERIFY2(desk.said().text.startsWith(QStringLiteral("december.csv: 5 orders imported")),
                 qPrintable(desk.said().text));
        // What came of it can still be looked at, once.
        desk.window->openImport({});
        QCOMPARE(desk.wizard()->step(), static_cast<int>(ImportWizard::RunStep));
        desk.press("importClose");
        QTRY_VERIFY(desk.wizard() == nullptr);
        desk.window->openImport({});
        QCOMPARE(desk.wizard()->step(), static_cast<int>(ImportWizard::FileStep));
    }

    void rejectedRowsAreATableAndAFile() {
        Desk desk;
        desk.toRun();
        auto result = counted(5, 3);
        result.rejectedRowCount = 3;
        result.rejectedRows = {{7, "out_of_stock", "A7,<b>x</b>,bun"}, {12, "bad_date", "A12,u"}};
        desk.imports.runs.back().end(result);
        QTRY_VERIFY(desk.wizard()->run()->rejected() != nullptr);
        const auto* table = desk.wizard()->run()->rejected();
        QCOMPARE(column(table, 0), (QStringList{QStringLiteral("7"), QStringLiteral("12")}));
        QCOMPARE(column(table, 1), (QStringList{QStringLiteral("Not enough stock"),
                                                QStringLiteral("Not a date and time of this format")}));
        QCOMPARE(column(table, 2).front(), QStringLiteral("A7,<b>x</b>,bun"));
        QVERIFY(desk.part<QLabel>("importCut")->isVisible());
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        QVERIFY(desk.part<QPushButton>("importSaveRejected")->isVisible());
        desk.wizard()->run()->saveRejectedTo(QStringLiteral("/tmp/rejected.csv"));
        QCOMPARE(desk.imports.rejectedTo, std::vector<std::string>{"/tmp/rejected.csv"});
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("Saved 2 rejected rows")));
        desk.press("importAnother");
        QCOMPARE(desk.wizard()->step(), static_cast<int>(ImportWizard::FileStep));
        QVERIFY(desk.part<QLineEdit>("importPath")->text().isEmpty());
    }

    /// The same file again: what is there already is no fault.
    void whatIsThereAlreadyIsNoFault() {
        Desk desk;
        desk.toRun();
        ui::ImportResult result;
        result.rows = 4;
        result.duplicate = 4;
        result.reasons = {{"duplicate_order", 4}};
        result.rejectedRowCount = 4;
        desk.imports.runs.back().end(result);
        QTRY_COMPARE(desk.said().tone, ui::Tone::Good);
        QVERIFY(desk.said().text.contains(QStringLiteral("4 already there")));
    }

    void anErrorTellsWhatIsThere() {
        Desk desk;
        desk.toRun();
        auto result = counted(2, 0);
        result.error = Error{ErrorCode::SessionEnded, "ann is no longer signed in", {}, {}};
        desk.imports.runs.back().end(result);
        QTRY_COMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY(desk.said().text.contains(QStringLiteral("2 orders imported")));
        QVERIFY(desk.said().text.contains(QStringLiteral("no longer signed in")));
    }

    // --- the window ---------------------------------------------------------------------------------------------

    void aFileIsDroppedOnTheWindow() {
        Desk desk(false);
        const QUrl file = QUrl::fromLocalFile(QStringLiteral("/tmp/dropped.csv"));
        QVERIFY(!dropFile(desk.window.get(), {QUrl(QStringLiteral("https://example.org/x.csv"))}));
        QVERIFY(desk.wizard() == nullptr);
        QVERIFY(dropFile(desk.window.get(), {file}));
        QVERIFY(desk.wizard() != nullptr);
        QCOMPARE(desk.wizard()->file()->path(), QStringLiteral("/tmp/dropped.csv"));
        // Onto the wizard too.
        QVERIFY(dropFile(desk.wizard(), {QUrl::fromLocalFile(QStringLiteral("/tmp/second.csv"))}));
        QCOMPARE(desk.wizard()->file()->path(), QStringLiteral("/tmp/second.csv"));
    }

    void aProgramThatCannotImportTakesNoFile() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(!dropFile(&window, {QUrl::fromLocalFile(QStringLiteral("/tmp/dropped.csv"))}));
        auto* action = window.findChild<QAction*>(QStringLiteral("action.import"));
        QVERIFY(!action->isEnabled());
        QVERIFY(action->toolTip().contains(QStringLiteral("cannot import")));
    }

    void thePageOfOrdersHasAButton() {
        Desk desk(false);
        desk.showOrders();
        auto* button = desk.orders()->findChild<QToolButton*>(QStringLiteral("button.orders.import"));
        QVERIFY(button != nullptr && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(desk.wizard() != nullptr);
    }

    void leavingMeanwhileAsks() {
        Desk desk;
        desk.toRun();
        desk.press("importClose");
        QTRY_VERIFY(desk.wizard() == nullptr);
        auto* window = desk.window.get();
        const auto& control = desk.imports.runs.back().control;
        window->close();
        QVERIFY(window->isVisible());
        auto* question = window->findChild<QMessageBox*>(QStringLiteral("importDialog"));
        QVERIFY(question != nullptr && question->text().contains(QStringLiteral("december.csv")));
        QTest::mouseClick(question->findChild<QPushButton*>(QStringLiteral("importStay")), Qt::LeftButton);
        QTRY_VERIFY(window->findChild<QMessageBox*>(QStringLiteral("importDialog")) == nullptr);
        QVERIFY(window->isVisible() && !control->isCancelled());
        window->close();
        question = window->findChild<QMessageBox*>(QStringLiteral("importDialog"));
        QVERIFY(question != nullptr);
        QTest::mouseClick(question->findChild<QPushButton*>(QStringLiteral("importLeave")), Qt::LeftButton);
        QTRY_VERIFY(!window->isVisible());
        QVERIFY(control->isCancelled());
    }

    void aWindowThatGoesStopsItsImport() {
        Desk desk;
        desk.toRun();
        const auto control = desk.imports.runs.back().control;
        desk.window.reset();
        QVERIFY(control->isCancelled());
    }
};

}  // namespace test_import_wizard

QTEST_MAIN(test_import_wizard::TestImportWizard)
#include "test_import_wizard.moc"

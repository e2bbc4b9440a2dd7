// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves a long table: as a file, noted in the audit log first, and to the clipboard.
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTest>
#include <memory>
#include <set>

#include "engine/base/log.h"
#include "tests/ui/thing_pane.h"

namespace evenhand::test::test_query_files {

using namespace thing_pane;

class TestQueryFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void theFileHoldsWhatIsShown() {
        Stand stand(6'000);
        stand.shelf.things[5].name = "=1+1, \"pear\"";
        QTRY_COMPARE(stand.model().total(), 6'000);
        stand.click(1);
        QTRY_COMPARE(stand.cell(0, 1), QStringLiteral("=1+1, \"pear\""));
        stand.header()->moveSection(1, 0);
        // While the first of two reads is written, others come in; these are of the next export.
        stand.shelf.whileRead = [&stand] { stand.shelf.things.push_back({OrderId{9'999}, 1, "aaa", {}}); };
        const auto lines = stand.exported();
        QCOMPARE(lines.front(), QStringLiteral("Name,No.,Note"));
        QCOMPARE(lines.at(1), QStringLiteral("\"'=1+1, \"\"pear\"\"\",6,'-2"));
        QCOMPARE(lines.at(2), QStringLiteral("apple 94001,5999,'-2"));
        QCOMPARE(std::ssize(lines), 6'001);
        QCOMPARE(std::ssize(std::set<QString>(lines.begin(), lines.end())), 6'001);
    }

    /// Whatever the table: the engine enters what left, as much as left, before the file is there.
    void everyFileOfATableIsNotedFirst() {
        Stand stand(12);
        auto spec = specOf(stand.shelf);
        spec.look.shownOf = [] { return QStringLiteral("shelf=3"); };
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->setActive(true);
        QTRY_COMPARE(stand.model().total(), 12);
        auto& audit = stand.engine.audit();
        stand.type(QStringLiteral("pear"));
        QTRY_COMPARE(stand.model().total(), 2);
        stand.shelf.things[0].name = "pear of which the table has not heard";
        QCOMPARE(stand.exported().size(), 4);
        QCOMPARE(audit.exports.size(), std::size_t{1});
        QCOMPARE(audit.exports[0].what, std::string("things"));
        QCOMPARE(audit.exports[0].filter, std::string("shelf=3, name=pear"));
        QCOMPARE(audit.exports[0].rows, std::int64_t{3});
        QCOMPARE(ui::text(audit.exports[0].path), stand.folder.filePath(QStringLiteral("things.csv")));
        // What cannot be entered does not leave.
        audit.exportRefusal = Error{ErrorCode::Storage, "the disk is full", {}, {}};
        const QString other = stand.folder.filePath(QStringLiteral("other.csv"));
        stand.pane->exportTo(other);
        QTRY_COMPARE(stand.services.notices.last().tone, ui::Tone::Bad);
        QVERIFY(!QFile::exists(other));
        // Nor is entered what has not left.
        audit.exportRefusal.reset();
        stand.pane->exportTo(stand.folder.filePath(QStringLiteral("no/such/folder.csv")));
        QTRY_VERIFY(stand.services.jobs.jobs().empty());
        stand.pane->exportTo(other);
        stand.services.jobs.cancel(stand.services.jobs.jobs().front().id);
        QTRY_VERIFY(stand.services.jobs.jobs().empty());
        QVERIFY(!QFile::exists(other));
        QCOMPARE(audit.exports.size(), std::size_t{1});
    }

    /// A program reads "1,234" as a text: whatever a column of numbers shows, and however it writes, a file has no
    /// groups. That holds for every table, as all write by TableModel::exported.
    void figuresInAFileHaveNoGroups() {
        using C = ui::Column<Thing, ThingSort>;
        Stand stand(1'234);
        auto spec = specOf(stand.shelf);
        const auto& formats = stand.services.context.formats;
        const auto title = [] { return QStringLiteral("x"); };
        const auto grouped = [](const Thing&) { return QStringLiteral("1,234.5"); };
        spec.columns = {
            C::count("id", 80, title, [](const Thing& thing) { return thing.id.value; }).sortedBy(ThingSort::Id),
            C::money("money", 80, title, formats, [](const Thing&) { return Money{123'456'789}; }),
            C::count("none", 80, title, [](const Thing&) { return std::nullopt; }),
            C("share", 80, title, grouped).number(),
            C("own", 80, title, [](const Thing&) { return QString(); }).number().inFile(grouped),
            C("text", 80, title, grouped),
        };
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->resize(900, 600);
        stand.pane->show();
        stand.pane->setActive(true);
        QTRY_COMPARE(stand.model().total(), 1'234);
        QTRY_COMPARE(stand.cell(0, 0), QStringLiteral("1,234"));
        QCOMPARE(stand.cell(0, 1), formats.money(Money{123'456'789}));
        QVERIFY(stand.cell(0, 1).contains(QLatin1Char(',')));
        QCOMPARE(stand.cell(0, 2), ui::Formats::dash());
        const QString money = formats.money(Money{123'456'789}).remove(QLatin1Char(','));
        QCOMPARE(stand.exported().at(1), QStringLiteral("1234,%1,,1234.5,1234.5,\"1,234.5\"").arg(money));
    }

    void rowsAndCellsAreCopied() {
        Stand stand(300);
        QTRY_COMPARE(stand.model().total(), 300);
        QVERIFY(!stand.named("things.copyRows")->isEnabled());
        stand.pane->table()->select({0, 1});
        stand.named("things.copyRows")->trigger();
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("300\tpear 99700\t-2\n299\tapple 99701\t-2"));
        stand.pane->table()->setCurrentIndex(stand.model().index(1, 1));
        stand.named("things.copyCell")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("apple 99701"));
    }
};

}  // namespace evenhand::test::test_query_files

QTEST_MAIN(evenhand::test::test_query_files::TestQueryFiles)
#include "test_query_files.moc"

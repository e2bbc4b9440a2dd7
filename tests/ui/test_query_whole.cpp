// SPDX-License-Identifier: GPL-3.0-or-later
// Tables whose rows come all at once: fed, sorted and filtered here, and what stays selected.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <utility>

#include "engine/base/log.h"
#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "tests/ui/thing_pane.h"
#include "ui/shell/console_services.h"
#include "ui/tables/fed_table.h"
#include "ui/tables/query_pane.h"

namespace evenhand::test::test_query_whole {

using namespace thing_pane;

using WholePane = ui::QueryPane<Thing, ui::AnyCell, ui::OneOrder>;

/// A table whose rows come all at once.
WholePane::Spec wholeSpecOf(Shelf& shelf, std::optional<Error>& refusal) {
    using C = ui::Column<Thing, ui::OneOrder>;
    WholePane::Spec spec;
    spec.look.prefix = QStringLiteral("whole");
    spec.look.one = QStringLiteral("one");
    spec.look.refreshedBy = [&shelf](QObject*, std::function<void()> again) { shelf.again = std::move(again); };
    spec.look.texts = specOf(shelf).look.texts;
    spec.columns = {
        C(
            "name", 120, [] { return QStringLiteral("Name"); }, [](const Thing& t) { return ui::text(t.name); }),
        C(
            "id", 80, [] { return QStringLiteral("No."); }, [](const Thing& t) { return QString::number(t.id.value); })
            .orderedAs([](const Thing& t) { return t.id.value; })
            .number(),
    };
    spec.orderedBy = QStringLiteral("name");
    spec.isDescending = false;
    spec.most = 30;
    spec.all = [&shelf, &refusal](const ui::AnyCell&) {
        return QtFuture::makeReadyFuture(refusal ? Result<std::vector<Thing>>(fail(*refusal))
                                                 : Result<std::vector<Thing>>(shelf.things));
    };
    spec.matches = ui::anyCellOf(spec.columns);
    spec.fields = {ui::textField(
        QStringLiteral("any"), QStringLiteral("oneFilterAny"), [] { return QStringLiteral("Any"); },
        &ui::AnyCell::text)};
    return spec;
}

class TestQueryWhole : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    /// Rows that a page reads: nothing is said of them before they are there, and of others nothing of these.
    void aTableThatIsFedSaysNothingBefore() {
        Stand stand(0);
        std::optional<Error> none;
        ui::FedTable<Thing> pane(wholeSpecOf(stand.shelf, none), stand.services.context, nullptr);
        pane.show();
        pane.setActive(true);
        QCoreApplication::processEvents();
        QVERIFY(!pane.isReady());
        QVERIFY(!pane.emptyLabel()->isVisible());
        QVERIFY(pane.readingLabel()->isVisible());
        QCOMPARE(pane.readingLabel()->text(), QStringLiteral("Reading…"));
        QCOMPARE(pane.model().total(), -1);
        pane.setActive(false);
        QVERIFY(!pane.readingLabel()->isVisible());  // it rests: nothing is read
        pane.setActive(true);
        QVERIFY(pane.readingLabel()->isVisible());
        pane.take({});
        QTRY_VERIFY(pane.isReady() && pane.emptyLabel()->isVisible());
        QVERIFY(!pane.readingLabel()->isVisible());
        pane.take(std::vector{Shelf::make(1), Shelf::make(2)});
        QTRY_COMPARE(pane.model().total(), 2);
        QVERIFY(!pane.readingLabel()->isVisible());
        pane.forget();
        QVERIFY(!pane.isReady());
        QVERIFY(pane.readingLabel()->isVisible() && pane.table()->isVisible());
        QCOMPARE(pane.model().rowCount(), 0);
        pane.take(std::vector{Shelf::make(3)});
        QTRY_VERIFY(pane.isReady());
        QCOMPARE(pane.model().index(0, 1).data().toString(), QStringLiteral("3"));
        pane.take(fail(ErrorCode::Storage, "broken"));
        QTRY_VERIFY(pane.model().lastError().has_value());
        QCOMPARE(pane.model().rowCount(), 1);  // as they were read last
        // What could not be read is not being read.
        ui::FedTable<Thing> other(wholeSpecOf(stand.shelf, none), stand.services.context, nullptr);
        other.show();
        other.setActive(true);
        other.take(fail(ErrorCode::Storage, "broken"));
        QTRY_VERIFY(other.model().lastError().has_value());
        QVERIFY(!other.readingLabel()->isVisible());
    }

    void aRowIsSelectedAsSoonAsItIsThereWhateverTheFilter() {
        Stand stand(0);
        std::optional<Error> none;
        ui::FedTable<Thing> pane(wholeSpecOf(stand.shelf, none), stand.services.context, nullptr);
        pane.show();
        pane.setActive(true);
        const auto second = Shelf::make(2);
        pane.select(cacheKey(second));
        QVERIFY(pane.isSelecting());
        pane.take(std::vector{Shelf::make(1), second});
        QTRY_VERIFY(!pane.isSelecting());
        QCOMPARE(pane.known().size(), std::size_t{1});
        QVERIFY(cacheKey(pane.known().front()) == cacheKey(second));
        pane.filters()->set(QStringLiteral("any"), QStringLiteral("nothing has this"));
        QTRY_COMPARE(pane.model().rowCount(), 0);
        pane.select(cacheKey(second));
        QTRY_VERIFY(!pane.isSelecting());
        QVERIFY(pane.filters()->isClear());
        QVERIFY(cacheKey(pane.known().front()) == cacheKey(second));
    }

    /// What is waited for in vain is said, and waited for no longer.
    void aRowThatWasCutOffIsNotWaitedFor() {
        Stand stand(40);
        std::optional<Error> none;
        ui::FedTable<Thing> pane(wholeSpecOf(stand.shelf, none), stand.services.context, nullptr);
        pane.show();
        pane.setActive(true);
        pane.take(stand.shelf.things);
        QTRY_COMPARE(pane.model().total(), 30);
        const auto said = [&stand] {
            return stand.services.notices.last().text ==
                   QStringLiteral("It is not among the first 30 rows, and others are not shown here.");
        };
        QVERIFY(!said());
        pane.select(OrderId{31});
        QVERIFY(!pane.isSelecting());
        QVERIFY(said());
        QVERIFY(pane.known().empty());
        // One that nobody has heard of may come with the next read; if it does not, it may be behind the cut.
        stand.services.notices.good(QStringLiteral("something else"));
        pane.select(OrderId{900});
        QCoreApplication::processEvents();
        QVERIFY(pane.isSelecting() && !said());
        pane.take(stand.shelf.things);
        QTRY_VERIFY(!pane.isSelecting());
        QVERIFY(said());
        // Among the first it is there whatever the filter is, and where nothing was cut off it is waited for.
        pane.filters()->set(QStringLiteral("any"), QStringLiteral("nothing has this"));
        QTRY_COMPARE(pane.model().rowCount(), 0);
        pane.select(OrderId{30});
        QTRY_VERIFY(!pane.isSelecting());
        QCOMPARE(pane.known().size(), std::size_t{1});
        stand.shelf.things.resize(20);
        pane.take(stand.shelf.things);
        QTRY_COMPARE(pane.model().total(), 20);
        pane.select(OrderId{900});
        pane.take(stand.shelf.things);
        QTRY_VERIFY(pane.isReady());
        QVERIFY(pane.isSelecting());
    }

    void ofRowsThatComeWholeTheSelectionStaysByAnotherOrderOrFilter() {
        Stand stand(0);
        std::optional<Error> none;
        auto spec = wholeSpecOf(stand.shelf, none);
        spec.orderedBy.clear();
        ui::FedTable<Thing> pane(std::move(spec), stand.services.context, nullptr);
        pane.show();
        pane.setActive(true);
        const auto numbers = [&pane] {
            QStringList all;
            for (int row = 0; row < pane.model().rowCount(); ++row) {
                all << pane.model().index(row, 1).data().toString();
            }
            return all.join(QLatin1Char(' '));
        };
        pane.take(std::vector{Shelf::make(2), Shelf::make(3), Shelf::make(1)});
        QTRY_COMPARE(numbers(), QStringLiteral("2 3 1"));  // as they come
        pane.table()->select({2});
        const QString name = pane.model().index(2, 0).data().toString();
        QSignalSpy resets(&pane.model(), &QAbstractItemModel::modelReset);
        auto* header = pane.table()->horizontalHeader();
        header->setSortIndicator(1, Qt::AscendingOrder);
        QTRY_COMPARE(numbers(), QStringLiteral("1 2 3"));
        QCOMPARE(pane.table()->selectedAt(9), std::vector<int>{0});
        header->setSortIndicator(1, Qt::DescendingOrder);
        QTRY_COMPARE(numbers(), QStringLiteral("3 2 1"));
        QCOMPARE(pane.table()->selectedAt(9), std::vector<int>{2});
        pane.filters()->set(QStringLiteral("any"), name);
        QTRY_COMPARE(numbers(), QStringLiteral("1"));
        QCOMPARE(pane.table()->selectedAt(9), std::vector<int>{0});
        pane.filters()->clear();
        QTRY_COMPARE(numbers(), QStringLiteral("3 2 1"));
        QCOMPARE(pane.table()->selectedAt(9), std::vector<int>{2});
        QCOMPARE(resets.count(), 0);
        QVERIFY(header->isSortIndicatorClearable());
        header->setSortIndicator(-1, Qt::AscendingOrder);
        QTRY_COMPARE(numbers(), QStringLiteral("2 3 1"));
        // What the filter does not let through is not selected unseen.
        pane.filters()->set(QStringLiteral("any"), pane.model().index(0, 0).data().toString());
        QTRY_COMPARE(numbers(), QStringLiteral("2"));
        QTRY_VERIFY(pane.table()->selectedAt(9).empty() && pane.known().empty());
    }

    /// In either direction of the other column: whoever reads a group looks for a row as always.
    void rowsThatAreAlikeStandAsTheDescriptionSays() {
        Stand stand(9);
        std::optional<Error> none;
        for (auto& thing : stand.shelf.things) {
            thing.note = thing.id.value % 2 == 0 ? "even" : "odd";
        }
        auto spec = wholeSpecOf(stand.shelf, none);
        spec.columns.emplace_back(
            "note", 90, [] { return QStringLiteral("Note"); }, [](const Thing& t) { return ui::text(t.note); });
        spec.thenBy = QStringLiteral("name");  // which goes the other way than the numbers
        WholePane pane(spec, stand.services.context);
        pane.setActive(true);
        const auto numbers = [&pane] {
            QStringList all;
            for (int row = 0; row < pane.model().rowCount(); ++row) {
                all << pane.model().index(row, 1).data().toString();
            }
            return all.join(QString());
        };
        QTRY_COMPARE(numbers(), QStringLiteral("987543216"));  // apples and a pear
        pane.table()->orderBy(2, false);
        QTRY_COMPARE(numbers(), QStringLiteral("842697531"));
        pane.table()->orderBy(2, true);
        QTRY_COMPARE(numbers(), QStringLiteral("975318426"));
    }

    void rowsThatComeWholeAreSortedAndFilteredHere() {
        Shelf shelf(12);
        std::optional<Error> refusal;
        test::FakeEngine engine(1);
        QTemporaryDir folder;
        const test::OverLine line(engine, api::Actor{"ann", ~0U});
        ui::ConsoleServices services(line.engine(), {"ann", ~0U}, folder.filePath(QStringLiteral("console.ini")));
        services.bridge.setVisible(true);
        WholePane pane(wholeSpecOf(shelf, refusal), services.context);
        pane.show();
        pane.setActive(true);
        auto& model = pane.model();
        const auto names = [&model] {
            QStringList all;
            for (int row = 0; row < model.rowCount(); ++row) {
                all << model.index(row, 0).data().toString();
            }
            return all;
        };
        QTRY_COMPARE(model.total(), 12);
        auto sorted = names();
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(names(), sorted);
        pane.table()->sortByColumn(1, Qt::DescendingOrder);  // by its number, not by its digits
        QTRY_COMPARE(model.index(0, 1).data().toString(), QStringLiteral("12"));
        QCOMPARE(model.index(3, 1).data().toString(), QStringLiteral("9"));
        pane.table()->select({0});
        shelf.add();
        QTRY_COMPARE(model.total(), 13);
        QCOMPARE(pane.table()->selectedAt(9), std::vector<int>{1});
        pane.filters()->set(QStringLiteral("any"), QStringLiteral("PEAR"));
        QTRY_COMPARE(model.total(), 2);
        pane.filters()->clear();
        QTRY_COMPARE(model.total(), 13);
        model.setMost(5);
        pane.refresh();
        QTRY_COMPARE(model.total(), 5);
        QVERIFY(model.isMore());
        // Which is told, also of what the filter lets through of these, and in a file.
        QCOMPARE(pane.countLabel()->text(), QStringLiteral("More than 5 things"));
        pane.filters()->set(QStringLiteral("any"), QStringLiteral("99998"));
        QTRY_COMPARE(pane.countLabel()->text(), QStringLiteral("1 things among the first 5"));
        const QString path = folder.filePath(QStringLiteral("part.csv"));
        const QString note = QStringLiteral("Only the first 5 rows were read; there are more.");
        pane.exportTo(path);
        QTRY_COMPARE(services.notices.last().text, QStringLiteral("Exported 1 row to %1. %2").arg(path, note));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts),
                 (QStringList{QStringLiteral("Name,No."), QStringLiteral("apple 99998,2"), note}));
        pane.filters()->clear();
        // They stand as they come; the order chosen before comes back with the others.
        const auto* header = pane.table()->horizontalHeader();
        const auto tip = [&model] { return model.headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString(); };
        QTRY_COMPARE(model.rowCount(), 5);
        const auto asRead = [&](int count) {
            QStringList read;
            for (int row = 0; row < count; ++row) {
                read << ui::text(shelf.things[static_cast<std::size_t>(row)].name);
            }
            return read;
        };
        QCOMPARE(names(), asRead(5));
        QVERIFY(!model.isSortable(0) && !model.isSortable(1));
        QCOMPARE(header->sortIndicatorSection(), 0);
        QCOMPARE(header->sortIndicatorOrder(), Qt::AscendingOrder);
        QVERIFY2(tip().contains(QStringLiteral("Only the first 5 rows were read")), qPrintable(tip()));
        pane.table()->sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(header->sortIndicatorSection(), 0);
        pane.refresh();
        QTRY_VERIFY(model.isSettled() && !model.isLoading());
        QCOMPARE(names(), asRead(5));
        QCOMPARE(model.chosenOrder().column, 1);  // what is kept for the person
        QVERIFY(model.chosenOrder().descending);
        model.setMost(13);
        pane.refresh();
        QTRY_COMPARE(pane.countLabel()->text(), QStringLiteral("13 things"));  // all of them
        QVERIFY(model.isSortable(0) && model.isSortable(1) && !tip().contains(QStringLiteral("Only the first")));
        QCOMPARE(header->sortIndicatorSection(), 1);
        QTRY_COMPARE(model.index(0, 1).data().toString(), QStringLiteral("13"));
        model.setMost(5);
        pane.refresh();
        QTRY_COMPARE(model.total(), 5);
        // What could not be read stays as it was; what may not be seen any more does not.
        refusal = Error{ErrorCode::Storage, "the disk failed", {}, {}};
        pane.refresh();
        QTRY_VERIFY(model.lastError().has_value());
        QCOMPARE(model.rowCount(), 5);
        refusal = Error{ErrorCode::PermissionDenied, "no", {}, {}};
        pane.refresh();
        QTRY_COMPARE(model.rowCount(), 0);
        QCOMPARE(model.total(), -1);
    }
};

}  // namespace evenhand::test::test_query_whole

QTEST_MAIN(evenhand::test::test_query_whole::TestQueryWhole)
#include "test_query_whole.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A long table that is told which of its rows change, over a list that the test changes and whose answers it can hold
// back: changed rows, new ones, what is selected, reads that fail, a page that is not shown.
#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QPromise>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/log.h"
#include "ui/tables/table_model.h"

namespace evenhand::test::test_live_rows {

struct Parcel {
    OrderId id;
    std::int64_t version = 1;
    int shelf = 0;
};
struct ParcelFilter {
    std::optional<int> shelf;
    std::int64_t below = std::numeric_limits<std::int64_t>::max();  ///< ids
    bool operator==(const ParcelFilter&) const = default;
};
enum class ParcelSort : std::uint8_t { Id, Shelf };
[[nodiscard]] OrderId cacheKey(const Parcel& parcel) { return parcel.id; }
[[nodiscard]] bool changed(const Parcel& a, const Parcel& b) { return a.version != b.version; }

using ParcelModel = ui::TableModel<Parcel, ParcelFilter, ParcelSort>;
using Changes = ui::RowChanges<OrderId>;

/// Parcels 1 … count, the newest first; answers are of the moment at which they were asked for.
class Depot {
public:
    explicit Depot(std::int64_t count) {
        for (std::int64_t id = 1; id <= count; ++id) {
            parcels.push_front({OrderId{id}, 1, static_cast<int>(id % 4)});
        }
    }
    [[nodiscard]] ParcelModel::Spec spec() {
        using C = ui::Column<Parcel, ParcelSort>;
        ParcelModel::Spec spec;
        spec.columns = {C(
                            "id", 80, [] { return QStringLiteral("Parcel"); },
                            [](const Parcel& row) { return QString::number(row.id.value); })
                            .sortedBy(ParcelSort::Id),
                        C(
                            "shelf", 80, [] { return QStringLiteral("Shelf"); },
                            [](const Parcel& row) { return QString::number(row.shelf); })
                            .sortedBy(ParcelSort::Shelf)};
        spec.orderedBy = QStringLiteral("id");
        spec.page = [this](const ParcelFilter& filter, const ui::PageOf<ParcelSort>& page) {
            ++pages;
            auto found = matching(filter);
            if (page.sort == ParcelSort::Shelf) {
                std::stable_sort(found.begin(), found.end(),
                                 [](const Parcel& a, const Parcel& b) { return a.shelf > b.shelf; });
            }
            const auto from = std::min(page.offset, std::ssize(found));
            const auto until = std::min(from + page.limit, std::ssize(found));
            return answer(std::vector<Parcel>(found.begin() + from, found.begin() + until));
        };
        spec.count = [this](const ParcelFilter& filter) {
            return answer(static_cast<std::int64_t>(matching(filter).size()));
        };
        auto& live = spec.live.emplace();
        live.changedBy = [this](QObject*, std::function<void(const Changes&)> changed) { told = std::move(changed); };
        live.read = [this](const std::vector<OrderId>& ids) {
            read.push_back(ids);
            std::vector<Parcel> found;
            for (const auto& parcel : parcels) {
                if (std::find(ids.begin(), ids.end(), parcel.id) != ids.end()) {
                    found.push_back(parcel);
                }
            }
            return answer(found);
        };
        live.version = [](const Parcel& row) { return row.version; };
        live.belongs = [](const ParcelFilter& filter, const Parcel& row) { return belongs(filter, row); };
        live.isOfState = [](const ParcelFilter& filter) { return filter.shelf.has_value(); };
        live.newest = QStringLiteral("id");
        live.pin = [](ParcelFilter& filter, const Parcel& top) { filter.below = top.id.value + 1; };
        return spec;
    }
    [[nodiscard]] Parcel& parcel(std::int64_t id) {
        return *std::find_if(parcels.begin(), parcels.end(), [id](const Parcel& each) { return each.id.value == id; });
    }
    void tell(const std::vector<OrderId>& ids, const std::vector<OrderId>& placed = {}) const {
        told({ids, placed, false});
    }
    void touch(std::int64_t id) {
        ++parcel(id).version;
        tell({OrderId{id}});
    }
    void place(int count) {
        std::vector<OrderId> placed;
        for (int i = 0; i < count; ++i) {
            const OrderId id{parcels.front().id.value + 1};
            parcels.push_front({id, 1, static_cast<int>(id.value % 4)});
            placed.push_back(id);
        }
        tell(placed, placed);
    }
    void remove(std::int64_t id) {
        std::erase_if(parcels, [id](const Parcel& each) { return each.id.value == id; });
        tell({OrderId{id}});
    }
    /// The answer that waits longest, or the one asked for last.
    void release(bool newest = false) {
        const auto waiting = newest ? held.back() : held.front();
        newest ? held.pop_back() : held.pop_front();
        waiting();
    }

    std::deque<Parcel> parcels;
    std::function<void(const Changes&)> told;
    std::vector<std::vector<OrderId>> read;
    int pages = 0;
    bool hold = false;
    std::optional<ErrorCode> refusal;
    std::deque<std::function<void()>> held;

private:
    [[nodiscard]] static bool belongs(const ParcelFilter& filter, const Parcel& row) {
        return (!filter.shelf || row.shelf == *filter.shelf) && row.id.value < filter.below;
    }
    [[nodiscard]] std::vector<Parcel> matching(const ParcelFilter& filter) const {
        std::vector<Parcel> found;
        std::copy_if(parcels.begin(), parcels.end(), std::back_inserter(found),
                     [&filter](const Parcel& each) { return belongs(filter, each); });
        return found;
    }
    template <typename T>
    [[nodiscard]] api::Answer<T> answer(T value) {
        const Result<T> result = refusal ? Result<T>(fail(*refusal, "no")) : Result<T>(std::move(value));
        auto promise = std::make_shared<QPromise<Result<T>>>();
        promise->start();
        const auto give = [promise, result] {
            promise->addResult(result);
            promise->finish();
        };
        if (hold) {
            held.emplace_back(give);
        } else {
            give();
        }
        return promise->future();
    }
};

/// A table over a depot, thirty rows of it in view.
struct Bench {
    explicit Bench(std::int64_t count, ParcelFilter asked = {}) : depot(count), filter(asked), spec(depot.spec()) {
        model.setFilterSource([this] { return filter; });
        model.setVisibleRows(0, 30);
        model.setActive(true);
        model.restart();
        QTRY_VERIFY(!model.isLoading());
    }
    [[nodiscard]] std::int64_t idAt(int row) const { return model.row(row) ? model.row(row)->id.value : -1; }
    [[nodiscard]] QString text(int row) const { return model.index(row, 0).data().toString(); }
    /// From now on the model knows what is selected there.
    void follow(QItemSelectionModel& selection) {
        model.setSelectionSource([&selection] { return selection.selection(); });
    }
    void select(QItemSelectionModel& selection, int first, int last) const {
        selection.select({model.index(first, 0), model.index(last, 1)}, QItemSelectionModel::Select);
    }
    [[nodiscard]] std::multiset<std::int64_t> selectedIds(const QItemSelectionModel& selection) const {
        std::multiset<std::int64_t> ids;
        for (const auto& each : selection.selectedRows()) {
            ids.insert(idAt(each.row()));
        }
        return ids;
    }

    Depot depot;
    ParcelFilter filter;
    ParcelModel::Spec spec;
    ParcelModel model{spec};
};

class TestLiveRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    // --- changed rows --------------------------------------------------------------------------------------------

    void changedRowsInViewAreReadByTheirIdsAndPutInPlace() {
        Bench bench(1'000);
        QSignalSpy resets(&bench.model, &QAbstractItemModel::modelReset);
        QSignalSpy layouts(&bench.model, &QAbstractItemModel::layoutChanged);
        QSignalSpy changed(&bench.model, &QAbstractItemModel::dataChanged);
        const int pages = bench.depot.pages;
        ++bench.depot.parcel(998).version;
        ++bench.depot.parcel(997).version;
        ++bench.depot.parcel(990).version;
        bench.depot.tell({OrderId{998}, OrderId{990}, OrderId{997}});
        QTRY_COMPARE(bench.model.row(10)->version, 2);
        QCOMPARE(bench.model.row(2)->version, 2);
        QCOMPARE(bench.model.row(3)->version, 2);
        QCOMPARE(changed.count(), 2);  // two beside each other, and one
        QCOMPARE(bench.depot.read.size(), std::size_t{1});
        QCOMPARE(bench.depot.read.front().size(), std::size_t{3});
        QCOMPARE(bench.depot.pages, pages);
        QCOMPARE(resets.count() + layouts.count(), 0);
    }

    void oneReadAtATimeAndWhatChangesMeanwhileIsReadAfterIt() {
        Bench bench(1'000);
        bench.depot.hold = true;
        bench.depot.touch(998);
        bench.depot.touch(998);
        bench.depot.touch(997);
        QCOMPARE(bench.depot.read.size(), std::size_t{1});
        bench.depot.hold = false;
        bench.depot.release();
        QTRY_COMPARE(bench.model.row(2)->version, 3);
        QTRY_COMPARE(bench.model.row(3)->version, 2);
        QCOMPARE(bench.depot.read.size(), std::size_t{2});
        QCOMPARE(bench.depot.read.back().size(), std::size_t{2});
    }

    void anOlderVersionDoesNotReplaceANewerOne() {
        Bench bench(1'000);
        bench.depot.hold = true;
        bench.model.refresh();
        QTRY_COMPARE(bench.depot.held.size(), std::size_t{2});  // rows and count, as they are now
        bench.depot.touch(998);
        bench.depot.release(true);  // the row alone is the first to arrive
        QTRY_COMPARE(bench.model.row(2)->version, 2);
        QSignalSpy loaded(&bench.model, &ui::PagedTable::loaded);
        bench.depot.hold = false;
        bench.depot.release();
        bench.depot.release();
        QTRY_COMPARE(loaded.count(), 1);
        QCOMPARE(bench.model.row(2)->version, 2);
    }

    void norDoesOneThatWasReadByItsId() {
        Bench bench(1'000);
        bench.depot.hold = true;
        bench.depot.touch(998);
        ++bench.depot.parcel(998).version;
        bench.model.refresh();
        QTRY_COMPARE(bench.depot.held.size(), std::size_t{3});
        bench.depot.release(true);
        bench.depot.release(true);  // all that is in view is the first to arrive
        QTRY_COMPARE(bench.model.row(2)->version, 3);
        QSignalSpy read(&bench.model, &ui::PagedTable::rowsChanged);
        bench.depot.release();
        QTRY_COMPARE(read.count(), 1);
        QCOMPARE(bench.model.row(2)->version, 3);
    }

    void rowsOutOfViewAreReadWhenTheyComeIntoView() {
        Bench bench(1'000);
        bench.model.setVisibleRows(300, 330);
        QTRY_COMPARE(bench.idAt(310), 690);
        bench.model.setVisibleRows(0, 30);
        const int pages = bench.depot.pages;
        bench.depot.touch(690);
        QCoreApplication::processEvents();
        QVERIFY(bench.depot.read.empty());
        QCOMPARE(bench.depot.pages, pages);
        QCOMPARE(bench.model.row(310)->version, 1);
        bench.model.setVisibleRows(300, 330);
        QTRY_COMPARE(bench.model.row(310)->version, 2);
        QCOMPARE(bench.depot.pages, pages + 1);
        bench.model.setVisibleRows(301, 331);
        QCOMPARE(bench.depot.pages, pages + 1);  // once
    }

    void aRowThatNoLongerBelongsIsFadedUntilTheNextRead() {
        Bench bench(1'000, {.shelf = 2});
        bench.model.setVisibleRows(1, 31);  // at the top what belongs would be read again
        const auto id = bench.idAt(5);
        QVERIFY(!bench.model.index(5, 0).data(ui::FadedRole).toBool());
        bench.depot.parcel(id).shelf = 3;
        bench.depot.touch(id);
        QTRY_VERIFY(bench.model.index(5, 0).data(ui::FadedRole).toBool());
        QCOMPARE(bench.idAt(5), id);
        bench.model.refresh();
        QTRY_VERIFY(bench.idAt(5) != id);
        QVERIFY(!bench.model.index(5, 0).data(ui::FadedRole).toBool());
    }

    void whatIsGoneGoes() {
        Bench bench(1'000);
        bench.depot.remove(995);
        QTRY_COMPARE(bench.model.rowCount(), 999);
        QCOMPARE(bench.idAt(5), 994);
    }

    void moreThanIsWorthNamingIsReadAgain() {
        Bench bench(1'000);
        bench.model.setVisibleRows(300, 330);
        QTRY_COMPARE(bench.idAt(310), 690);
        bench.model.setVisibleRows(0, 30);
        ++bench.depot.parcel(998).version;
        ++bench.depot.parcel(690).version;
        bench.depot.told({{}, {}, true});
        QTRY_COMPARE(bench.model.row(2)->version, 2);
        bench.model.setVisibleRows(300, 330);
        QTRY_COMPARE(bench.model.row(310)->version, 2);
    }

    // --- new rows ------------------------------------------------------------------------------------------------

    void newRowsComeInAtTheTopAndNothingMoves() {
        Bench bench(1'000);
        QAbstractItemModelTester tester(&bench.model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QItemSelectionModel selection(&bench.model);
        selection.select(bench.model.index(4, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QSignalSpy resets(&bench.model, &QAbstractItemModel::modelReset);
        QSignalSpy layouts(&bench.model, &QAbstractItemModel::layoutChanged);
        QSignalSpy inserted(&bench.model, &QAbstractItemModel::rowsInserted);
        for (int round = 1; round <= 3; ++round) {
            bench.depot.place(7);
            QTRY_COMPARE(bench.model.rowCount(), 1'000 + 7 * round);
        }
        QCOMPARE(inserted.count(), 3);
        QCOMPARE(resets.count() + layouts.count(), 0);
        QCOMPARE(bench.idAt(0), 1'021);
        QCOMPARE(bench.idAt(25), 996);
        QCOMPARE(selection.selectedRows().size(), qsizetype{1});
        QCOMPARE(bench.idAt(selection.selectedRows().front().row()), 996);
        QCOMPARE(bench.model.arrived(), 0);
        for (const int row : {260, 500, 1'020}) {
            bench.model.setVisibleRows(row - 10, row);
            QTRY_COMPARE(bench.idAt(row), 1'021 - row);
        }
    }

    void elsewhereTheyAreCountedAndPushNothingDown() {
        Bench bench(2'000);
        bench.model.setVisibleRows(700, 730);
        QTRY_COMPARE(bench.idAt(700), 1'300);
        QSignalSpy arrived(&bench.model, &ui::PagedTable::arrivedChanged);
        bench.depot.place(5);
        QCOMPARE(bench.model.arrived(), 5);
        QCOMPARE(arrived.count(), 1);
        QCOMPARE(bench.model.rowCount(), 2'000);
        bench.model.setVisibleRows(1'500, 1'530);  // read after them
        QTRY_COMPARE(bench.idAt(1'500), 500);
        std::optional<std::vector<Parcel>> frozen;
        bench.model.freeze({bench.model.index(1'000, 0), bench.model.index(1'000, 1)}, this,
                           [&frozen](auto rows) { frozen = *std::move(rows); });
        QTRY_VERIFY(frozen);
        QCOMPARE(frozen->front().id.value, 1'000);
        bench.model.setVisibleRows(0, 30);
        QTRY_COMPARE(bench.idAt(0), 2'005);
        QCOMPARE(bench.model.arrived(), 0);
    }

    void onlyThoseThatBelongAreCounted() {
        Bench bench(2'000, {.shelf = 2});
        bench.model.setVisibleRows(1, 31);
        bench.depot.place(8);
        QTRY_COMPARE(bench.model.arrived(), 2);
    }

    void inAnotherOrderTheyAreCountedAtTheTop() {
        Bench bench(1'000);
        bench.model.setOrder(1, true);
        bench.model.restart();
        QTRY_VERIFY(!bench.model.isLoading());
        bench.depot.place(4);
        QCOMPARE(bench.model.arrived(), 4);
        QCOMPARE(bench.model.rowCount(), 1'000);
        bench.model.refresh();
        QTRY_COMPARE(bench.model.arrived(), 0);
        QCOMPARE(bench.model.rowCount(), 1'004);
    }

    void whoeverComesWhileAllIsReadIsNotForgotten() {
        Bench bench(2'000);
        bench.model.setVisibleRows(700, 730);
        QTRY_COMPARE(bench.idAt(700), 1'300);
        bench.depot.place(5);
        bench.depot.hold = true;
        bench.model.refresh();
        QTRY_COMPARE(bench.depot.held.size(), std::size_t{2});
        bench.depot.place(2);  // not among these
        QCOMPARE(bench.model.arrived(), 7);
        bench.depot.hold = false;
        bench.depot.release();
        bench.depot.release();
        QTRY_COMPARE(bench.model.rowCount(), 2'005);
        QCOMPARE(bench.model.arrived(), 2);
    }

    void rowsOnTheirWayFindTheirPlaceWhileOthersComeIn() {
        Bench bench(1'000);
        bench.depot.hold = true;
        bench.model.setVisibleRows(0, 400);  // the second block
        QCOMPARE(bench.depot.held.size(), std::size_t{1});
        bench.depot.place(3);
        QTRY_COMPARE(bench.depot.held.size(), std::size_t{3});
        bench.depot.hold = false;
        while (bench.depot.held.size() > 1) {
            bench.depot.release(true);
        }
        QTRY_COMPARE(bench.model.rowCount(), 1'003);
        QSignalSpy loaded(&bench.model, &ui::PagedTable::loaded);
        bench.depot.release();
        QTRY_COMPARE(loaded.count(), 1);
        for (const int row : {0, 2, 3, 255, 258, 259, 400}) {
            QCOMPARE(bench.idAt(row), 1'003 - row);
        }
    }

    // --- what is selected ----------------------------------------------------------------------------------------

    void rowsSelectedUnreadAreReadInTheirPlaces() {
        Bench bench(2'000);
        bench.model.setVisibleRows(1'500, 1'530);
        QTRY_COMPARE(bench.idAt(1'500), 500);
        bench.depot.place(5);
        QItemSelectionModel selection(&bench.model);
        bench.model.setSelectionSource([&selection] { return selection.selection(); });
        selection.select({bench.model.index(300, 0), bench.model.index(1'510, 1)}, QItemSelectionModel::Select);
        QVERIFY(bench.model.row(700) == nullptr);
        QVERIFY(bench.model.readSelected());
        for (const int row : {300, 700, 1'200, 1'510}) {
            QTRY_COMPARE(bench.idAt(row), 2'000 - row);
        }
        QCOMPARE(bench.model.arrived(), 5);
        QVERIFY(!bench.model.readSelected());
    }

    // Two ranges with a long way between them: both are read whole, and nothing of the way.
    void rangesFarApartAreReadWhole() {
        Bench bench(30'000);
        QItemSelectionModel selection(&bench.model);
        bench.model.setSelectionSource([&selection] { return selection.selection(); });
        for (const auto& [first, last] : {std::pair(1'000, 3'000), std::pair(20'000, 22'000)}) {
            selection.select({bench.model.index(first, 0), bench.model.index(last, 1)}, QItemSelectionModel::Select);
        }
        QVERIFY(bench.model.readSelected());
        for (const int row : {1'000, 2'000, 3'000, 20'000, 21'000, 22'000}) {
            QTRY_COMPARE(bench.idAt(row), 30'000 - row);
        }
        QTRY_VERIFY(!bench.model.readSelected());
        QCOMPARE(bench.idAt(10'000), -1);
        // Looking elsewhere does not make them unknown.
        for (int row = 4'000; row < 20'000; row += 256) {
            bench.model.setVisibleRows(row, row + 30);
            QTRY_COMPARE(bench.idAt(row), 30'000 - row);
        }
        QCOMPARE(bench.idAt(2'000), 28'000);
        QCOMPARE(bench.idAt(21'000), 9'000);
    }

    // More places than are kept: reading ends all the same.
    void moreRangesThanAreKeptAreNotReadForEver() {
        Bench bench(60'000);
        QItemSelectionModel selection(&bench.model);
        bench.model.setSelectionSource([&selection] { return selection.selection(); });
        for (int row = 400; row < 60'000; row += 700) {
            selection.select(bench.model.index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
        QVERIFY(bench.model.readSelected());
        QTRY_VERIFY(!bench.model.isLoading() && !bench.model.readSelected());
        QVERIFY(bench.model.blocksAtHand() <= ui::RowCache<Parcel>::kMaxBlocks);
        QCOMPARE(bench.idAt(400), 59'600);
    }

    void aSelectedRowGoesWithItsBlock() {
        Bench bench(4'000, {.shelf = 2});
        bench.model.setVisibleRows(300, 330);
        QTRY_VERIFY(bench.model.row(300) != nullptr);
        const auto id = bench.idAt(310);
        QItemSelectionModel selection(&bench.model);
        selection.select(bench.model.index(310, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        bench.depot.parcel(bench.idAt(10)).shelf = 1;  // everything below moves up
        bench.depot.touch(bench.idAt(400));            // and is read again because of another row
        bench.model.setVisibleRows(300, 400);
        QTRY_COMPARE(bench.idAt(309), id);
        QCOMPARE(selection.selectedRows().size(), qsizetype{1});
        QCOMPARE(selection.selectedRows().front().row(), 309);
    }

    void aRowSelectedFarAwayStaysSelectedAsOthersLeave() {
        Bench bench(4'000, {.shelf = 2});
        QAbstractItemModelTester tester(&bench.model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        bench.model.setVisibleRows(800, 830);
        QTRY_VERIFY(bench.model.row(810) != nullptr);
        const auto id = bench.idAt(810);
        QItemSelectionModel selection(&bench.model);
        selection.select(bench.model.index(810, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        bench.model.setVisibleRows(0, 30);
        for (int gone = 1; gone <= 2; ++gone) {
            const auto leaves = bench.idAt(3);
            bench.depot.parcel(leaves).shelf = 1;
            bench.depot.touch(leaves);
            QTRY_COMPARE(bench.model.rowCount(), 1'000 - gone);
            QCOMPARE(selection.selectedRows().size(), qsizetype{1});
            QCOMPARE(bench.idAt(selection.selectedRows().front().row()), id);
        }
        bench.model.setVisibleRows(790, 820);
        QTRY_COMPARE(bench.idAt(808), id);
        QCOMPARE(selection.selectedRows().size(), qsizetype{1});
        QCOMPARE(selection.selectedRows().front().row(), 808);
        QTRY_VERIFY(bench.model.row(807) != nullptr);
    }

    // Between two reads rows move: one would be in both, or in none.
    void whatIsSelectedBesideEachOtherIsOneRead() {
        Bench bench(2'000);
        QItemSelectionModel selection(&bench.model);
        bench.follow(selection);
        bench.select(selection, 300, 1'510);
        const int pages = bench.depot.pages;
        QVERIFY(bench.model.readSelected());
        QTRY_COMPARE(bench.idAt(1'510), 490);
        QCOMPARE(bench.idAt(300), 1'700);
        QCOMPARE(bench.depot.pages, pages + 1);
    }

    // Within a long range, where no end of it is read again.
    void aBlockThatIsReadAgainSelectsNobodyElse() {
        Bench bench(4'000, {.shelf = 2});
        QItemSelectionModel selection(&bench.model);
        bench.follow(selection);
        bench.select(selection, 100, 700);
        QVERIFY(bench.model.readSelected());
        QTRY_VERIFY(bench.model.row(700) != nullptr && !bench.model.isLoading());
        const auto wanted = bench.selectedIds(selection);
        QCOMPARE(wanted.size(), std::size_t{601});
        const auto joins = bench.idAt(350) - 1;
        bench.model.setVisibleRows(900, 930);
        QTRY_VERIFY(bench.model.row(910) != nullptr);
        bench.depot.parcel(joins).shelf = 2;
        bench.depot.told({{}, {}, true});
        QTRY_COMPARE(bench.model.rowCount(), 1'001);
        bench.model.setVisibleRows(330, 360);
        QTRY_COMPARE(bench.idAt(351), joins);
        QVERIFY(!selection.isRowSelected(351));
        QVERIFY(bench.selectedIds(selection) == wanted);
    }

    void aSelectedRowThatLeavesTheFilterIsSelectedNoLonger() {
        Bench bench(4'000, {.shelf = 2});
        QAbstractItemModelTester tester(&bench.model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QItemSelectionModel selection(&bench.model);
        bench.follow(selection);
        bench.model.setVisibleRows(1, 31);  // at the top everything would be read again
        bench.select(selection, 0, 999);
        QVERIFY(bench.model.readSelected());
        QTRY_VERIFY(bench.model.row(999) != nullptr && !bench.model.isLoading());
        auto wanted = bench.selectedIds(selection);
        const auto leaves = bench.idAt(500);
        bench.depot.parcel(leaves).shelf = 1;
        bench.depot.touch(leaves);
        wanted.erase(leaves);
        QTRY_VERIFY(bench.selectedIds(selection) == wanted);
        // All of them, as after a job; who comes then was never selected.
        std::vector<OrderId> gone;
        for (const auto id : wanted) {
            bench.depot.parcel(id).shelf = 1;
            ++bench.depot.parcel(id).version;
            gone.push_back(OrderId{id});
        }
        bench.depot.place(8);
        bench.depot.tell(gone);
        bench.model.refresh();
        QTRY_COMPARE(bench.model.rowCount(), 2);
        QTRY_VERIFY(bench.model.row(1) != nullptr);
        QVERIFY(selection.selectedRows().isEmpty());
    }

    void whereNothingInViewBelongsAnyMoreItIsReadAgain() {
        Bench bench(4'000, {.shelf = 2});
        bench.model.setVisibleRows(1, 31);
        std::vector<OrderId> gone;
        for (int row = 1; row <= 31; ++row) {
            gone.push_back(OrderId{bench.idAt(row)});
            bench.depot.parcel(bench.idAt(row)).shelf = 1;
        }
        const auto next = bench.idAt(32);
        bench.depot.tell(gone);
        QTRY_COMPARE(bench.model.rowCount(), 1'000 - 31);
        QCOMPARE(bench.idAt(1), next);
    }

    // One that was known moves into what is read for the action; one that was not selected does not come with it.
    void aRowIsFrozenOnceHoweverItMoves() {
        Bench bench(4'000, {.shelf = 2});
        QVERIFY(bench.model.row(255) != nullptr && bench.model.row(256) == nullptr);
        const auto left = bench.idAt(255);
        const auto moving = bench.idAt(254);
        for (const auto row : {100, 110}) {
            bench.depot.parcel(bench.idAt(row) - 1).shelf = 2;
        }
        QItemSelection chosen(bench.model.index(0, 0), bench.model.index(254, 1));
        chosen.merge(QItemSelection(bench.model.index(256, 0), bench.model.index(999, 1)), QItemSelectionModel::Select);
        std::optional<std::vector<Parcel>> frozen;
        bench.model.freeze(chosen, this, [&frozen](auto rows) { frozen = *std::move(rows); });
        QTRY_VERIFY(frozen);
        std::multiset<std::int64_t> ids;
        for (const auto& parcel : *frozen) {
            ids.insert(parcel.id.value);
        }
        QCOMPARE(ids.count(moving), std::size_t{1});
        QCOMPARE(ids.count(left), std::size_t{0});
        QCOMPARE(std::set<std::int64_t>(ids.begin(), ids.end()).size(), ids.size());
    }

    // --- reads that fail, a page that rests ----------------------------------------------------------------------

    void whatCouldNotBeReadIsADashAndTriedAgain() {
        Bench bench(2'000);
        QCOMPARE(bench.text(1'000), QStringLiteral("…"));
        bench.depot.refusal = ErrorCode::Storage;
        bench.model.setVisibleRows(1'000, 1'030);
        QTRY_VERIFY(bench.model.lastError().has_value());
        QCOMPARE(bench.text(1'000), QStringLiteral("–"));
        const int pages = bench.depot.pages;
        bench.depot.touch(995);
        QTest::qWait(50);
        QCOMPARE(bench.depot.pages, pages);  // after a while, whatever happens
        bench.depot.refusal.reset();
        QTRY_COMPARE(bench.text(1'000), QStringLiteral("1000"));
        QVERIFY(!bench.model.lastError().has_value());
    }

    void aChangedRowThatCouldNotBeReadIsTriedAgain() {
        Bench bench(1'000);
        bench.depot.refusal = ErrorCode::Storage;
        bench.depot.touch(998);
        QTRY_VERIFY(bench.model.lastError().has_value());
        bench.depot.refusal.reset();
        QTRY_COMPARE(bench.model.row(2)->version, 2);
        QVERIFY(!bench.model.lastError().has_value());
    }

    void anotherFilterThatCannotBeReadShowsNothingOfTheOneBefore() {
        Bench bench(1'000);
        bench.depot.refusal = ErrorCode::Storage;
        bench.filter.shelf = 2;
        bench.model.restart();
        QTRY_VERIFY(bench.model.lastError().has_value());
        QCOMPARE(bench.model.total(), -1);
        QCOMPARE(bench.model.rowCount(), 0);
        bench.depot.refusal.reset();
        QTRY_COMPARE(bench.model.total(), 250);
    }

    void aPageThatRestsReadsWhatItHasMissed() {
        Bench bench(1'000);
        bench.model.setActive(false);
        const int pages = bench.depot.pages;
        bench.model.setActive(true);
        QTest::qWait(20);
        QCOMPARE(bench.depot.pages, pages);  // it has missed nothing
        bench.model.setActive(false);
        bench.depot.place(2);
        bench.depot.touch(998);
        QTest::qWait(20);
        QCOMPARE(bench.depot.pages, pages);
        QVERIFY(bench.depot.read.empty());
        bench.model.setActive(true);
        QTRY_COMPARE(bench.model.rowCount(), 1'002);
        QTRY_COMPARE(bench.model.row(4)->version, 2);
    }

    void whatHappensWhileATableOpensIsNotMissed() {
        Bench bench(1'000);
        bench.depot.hold = true;
        bench.model.restart();
        QTRY_COMPARE(bench.depot.held.size(), std::size_t{2});
        bench.depot.place(2);
        bench.depot.hold = false;
        bench.depot.release();
        bench.depot.release();
        QTRY_COMPARE(bench.model.rowCount(), 1'002);
    }
};

}  // namespace evenhand::test::test_live_rows

QTEST_MAIN(evenhand::test::test_live_rows::TestLiveRows)
#include "test_live_rows.moc"

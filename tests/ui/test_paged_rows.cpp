// SPDX-License-Identifier: GPL-3.0-or-later
// The long lists that the engine pages (returns, refunds, tasks, deliveries, audit, ledger, timers): what is
// selected stays selected as the list is read again, also rows that were never scrolled to.
#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QPromise>
#include <QTest>
#include <list>
#include <utility>

#include "engine/base/log.h"
#include "ui/models/paged_rows.h"

namespace evenhand::test::test_paged_rows {

struct Thing {
    OrderId id;
    bool operator==(const Thing&) const = default;
};
struct ThingFilter {};
[[nodiscard]] OrderId cacheKey(const Thing& thing) { return thing.id; }
[[nodiscard]] bool changed(const Thing& a, const Thing& b) { return !(a == b); }

/// Pages a list that the test changes.
class Things final : public ui::PagedRows<Thing, ThingFilter> {
public:
    /// `held`: no count is answered until answerCounts().
    explicit Things(std::int64_t count, bool held = false) : m_held(held) {
        for (std::int64_t id = 1; id <= count; ++id) {
            list.push_back({OrderId{id}});
        }
        setActive(true);
        restart(true);
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 1; }
    [[nodiscard]] int orderColumn() const override { return 0; }
    [[nodiscard]] bool isSettled() const { return m_reads->isSettled(); }
    void refuse(ErrorCode code) { m_refusal = code; }
    void answerCounts() {
        m_held = false;
        for (auto& [promise, count] : std::exchange(m_counts, {})) {
            promise.addResult(Result<std::int64_t>(count));
            promise.finish();
        }
    }

    std::vector<Thing> list;
    int asked = 0;

protected:
    [[nodiscard]] api::Answer<std::vector<Thing>> askPage(const ThingFilter&, Span span) override {
        ++asked;
        if (m_refusal) {
            return QtFuture::makeReadyFuture(Result<std::vector<Thing>>(fail(*m_refusal, "no")));
        }
        const auto size = std::ssize(list);
        const auto from = std::min(span.offset, size);
        return QtFuture::makeReadyFuture(Result<std::vector<Thing>>(
            std::vector<Thing>(list.begin() + from, list.begin() + std::min(from + span.limit, size))));
    }
    [[nodiscard]] api::Answer<std::int64_t> askCount(const ThingFilter&) override {
        if (m_held) {
            auto& held = m_counts.emplace_back();
            held.second = std::ssize(list);
            held.first.start();
            return held.first.future();
        }
        return QtFuture::makeReadyFuture(Result<std::int64_t>(std::ssize(list)));
    }
    [[nodiscard]] QString title(int) const override { return {}; }
    [[nodiscard]] bool isNumber(int) const override { return true; }
    [[nodiscard]] QString display(const Thing& row, int) const override { return QString::number(row.id.value); }
    [[nodiscard]] QVariant look(const Thing&, int, int) const override { return {}; }

private:
    std::optional<ErrorCode> m_refusal;
    bool m_held;
    std::list<std::pair<QPromise<Result<std::int64_t>>, std::int64_t>> m_counts;  ///< as it was when it was asked for
};

namespace {

void selectAll(QItemSelectionModel& selection, int rows) {
    const auto* model = selection.model();
    selection.select({model->index(0, 0), model->index(rows - 1, 0)},
                     QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

}  // namespace

class TestPagedRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void rowsSelectedUnreadStaySelected() {
        Things model(1'000);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_COMPARE(model.rowCount(), 1'000);
        QItemSelectionModel selection(&model);
        selectAll(selection, 1'000);
        QVERIFY(model.row(900) == nullptr);
        model.list.erase(model.list.begin() + 3);
        model.refresh();
        QTRY_COMPARE(model.rowCount(), 999);
        QCOMPARE(selection.selectedRows().size(), qsizetype{999});
    }

    void aRowSelectedUnreadKeepsItsNeighbours() {
        Things model(1'000);
        QTRY_COMPARE(model.rowCount(), 1'000);
        QItemSelectionModel selection(&model);
        selection.select(model.index(700, 0), QItemSelectionModel::Select);
        model.list.erase(model.list.begin(), model.list.begin() + 2);
        model.refresh();
        QTRY_COMPARE(model.rowCount(), 998);
        QCOMPARE(selection.selectedRows().size(), qsizetype{1});
        QCOMPARE(selection.selectedRows().front().data().toString(), QStringLiteral("701"));
    }

    void aRowThatIsGoneIsNotSelected() {
        Things model(1'000);
        QTRY_COMPARE(model.rowCount(), 1'000);
        QItemSelectionModel selection(&model);
        selection.select(model.index(3, 0), QItemSelectionModel::Select);
        selection.select(model.index(5, 0), QItemSelectionModel::Select);
        model.list.erase(model.list.begin() + 3);
        model.refresh();
        QTRY_COMPARE(model.rowCount(), 999);
        QCOMPARE(selection.selectedRows().size(), qsizetype{1});
        QCOMPARE(selection.selectedRows().front().data().toString(), QStringLiteral("6"));
    }

    void whoComesInUnderASelectionOfAllIsNotSelected() {
        Things model(1'000);
        QTRY_COMPARE(model.rowCount(), 1'000);
        QItemSelectionModel selection(&model);
        selectAll(selection, 1'000);
        model.refresh();
        QTRY_VERIFY(model.row(999) != nullptr);
        model.list.erase(model.list.begin() + 500);
        model.list.insert(model.list.begin(), {OrderId{5'000}});
        model.refresh();
        QTRY_COMPARE(model.row(0)->id.value, 5'000);
        QCOMPARE(model.rowCount(), 1'000);
        QCOMPARE(selection.selectedRows().size(), qsizetype{999});
        QVERIFY(!selection.isSelected(model.index(0, 0)));
    }

    void aLongSelectionStaysWhileOthersComeInAbove() {
        Things model(1'000);
        QTRY_COMPARE(model.rowCount(), 1'000);
        QItemSelectionModel selection(&model);
        selectAll(selection, 1'000);
        model.refresh();
        QTRY_VERIFY(model.row(999) != nullptr);
        for (std::int64_t id = 5'000; id < 5'010; ++id) {
            model.list.insert(model.list.begin(), {OrderId{id}});
        }
        model.refresh();
        QTRY_COMPARE(model.rowCount(), 1'010);
        QCOMPARE(selection.selectedRows().size(), qsizetype{1'000});
        QVERIFY(!selection.isSelected(model.index(9, 0)));
        QVERIFY(selection.isSelected(model.index(10, 0)));
        QVERIFY(model.row(1'009) != nullptr && model.row(1'009)->id.value == 1'000);  // known by its id, not its place
    }

    void whatComesWhileAPageOpensIsNotLost() {
        Things model(1'000, true);
        QCoreApplication::processEvents();
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.asked, 1);  // the rows are read, and not shown yet
        model.list.insert(model.list.begin(), {OrderId{5'000}});
        model.refresh();
        model.answerCounts();
        QTRY_COMPARE(model.rowCount(), 1'001);
        QCOMPARE(model.row(0)->id.value, 5'000);
    }

    void whatComesWhileAPageRestsIsNotLost() {
        Things model(1'000, true);
        QCoreApplication::processEvents();
        model.setActive(false);
        model.list.insert(model.list.begin(), {OrderId{5'000}});
        model.refresh();
        model.answerCounts();
        QTRY_COMPARE(model.rowCount(), 1'000);  // nothing is read while nobody looks
        QCOMPARE(model.asked, 1);
        model.setActive(true);
        QTRY_COMPARE(model.rowCount(), 1'001);
        QCOMPARE(model.row(0)->id.value, 5'000);
    }

    // Each refusal is an entry of the audit log.
    void aListThatMayNotBeReadIsNotReadAgain() {
        Things model(10);
        QTRY_COMPARE(model.rowCount(), 10);
        model.refuse(ErrorCode::PermissionDenied);
        model.refresh();
        QTRY_VERIFY(model.lastError().has_value());
        QVERIFY(model.isSettled());
        QCOMPARE(model.rowCount(), 10);
        model.refuse(ErrorCode::Storage);
        model.refresh();
        QTRY_VERIFY(model.lastError()->code == ErrorCode::Storage);
        QVERIFY(!model.isSettled());  // asked again after a while
    }
};

}  // namespace evenhand::test::test_paged_rows

QTEST_MAIN(evenhand::test::test_paged_rows::TestPagedRows)
#include "test_paged_rows.moc"

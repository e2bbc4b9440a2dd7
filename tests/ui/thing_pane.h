// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the long tables share: a list that the test changes, and a pane over it. Thread: the window's.
#pragma once

#include <QFile>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "ui/shell/console_services.h"
#include "ui/tables/query_pane.h"

namespace evenhand::test::thing_pane {

struct Thing {
    OrderId id;
    std::int64_t version = 1;
    std::string name;
    std::string note;
    bool operator==(const Thing&) const = default;
};
struct ThingFilter {
    std::string name;  ///< begins with it
    bool operator==(const ThingFilter&) const = default;
};
enum class ThingSort { Id, Name };
[[nodiscard]] inline OrderId cacheKey(const Thing& thing) { return thing.id; }
[[nodiscard]] inline bool changed(const Thing& a, const Thing& b) { return !(a == b); }

using ThingPane = ui::QueryPane<Thing, ThingFilter, ThingSort>;
using ThingPage = ui::PageOf<ThingSort>;

/// Reads, sorts and filters as the engine would; what is asked for is written down.
class Shelf {
public:
    explicit Shelf(std::int64_t count) {
        for (std::int64_t id = 1; id <= count; ++id) {
            things.push_back(make(id));
        }
    }
    [[nodiscard]] static Thing make(std::int64_t id) {
        return {OrderId{id}, 1, (id % 6 == 0 ? "pear " : "apple ") + std::to_string(100'000 - id), "-2"};
    }
    void add() {
        things.push_back(make(std::ssize(things) + 1));
        if (again) {
            again();
        }
    }
    [[nodiscard]] std::vector<Thing> matching(const ThingFilter& filter) const {
        std::vector<Thing> found;
        std::copy_if(things.begin(), things.end(), std::back_inserter(found),
                     [&filter](const Thing& thing) { return thing.name.starts_with(filter.name); });
        return found;
    }
    [[nodiscard]] std::vector<Thing> page(const ThingFilter& filter, const ThingPage& page) {
        asked.push_back(page);
        auto found = matching(filter);
        std::sort(found.begin(), found.end(), [&page](const Thing& a, const Thing& b) {
            const bool before = page.sort == ThingSort::Id ? a.id.value < b.id.value : a.name < b.name;
            return page.descending ? !before && !(a == b) : before;
        });
        const auto from = std::min(page.offset, std::ssize(found));
        const auto until = std::min(from + page.limit, std::ssize(found));
        if (whileRead) {
            std::exchange(whileRead, nullptr)();
        }
        return {found.begin() + from, found.begin() + until};
    }

    std::vector<Thing> things;
    std::vector<ThingPage> asked;
    std::function<void()> again;
    std::function<void()> whileRead;
    std::vector<std::int64_t> submitted;
    std::set<std::int64_t> changedMeanwhile;
    std::set<std::int64_t> notAllowed;
};

inline ui::RowAction<Thing> takeOff(Shelf& shelf) {
    ui::RowAction<Thing> action;
    action.look.name = QStringLiteral("things.take");
    action.look.icon = QStringLiteral("cancel");
    action.look.label = [] { return QStringLiteral("Take…"); };
    action.look.operation = api::Operation::TasksDrop;
    action.whyNot = [](const Thing& thing) { return thing.note == "kept" ? QStringLiteral("It is kept.") : QString(); };
    action.ask = [](const std::vector<Thing>& fit) {
        ui::ActionDialog::Texts texts;
        texts.title = QStringLiteral("Take");
        texts.question = QStringLiteral("%1 things").arg(fit.size());
        texts.confirm = QStringLiteral("Take");
        texts.reasonNeeded = false;
        return texts;
    };
    action.submit = [&shelf](const api::Call&, const ui::RowFlow::Rows& rows,
                             const std::function<void(ui::RowFlow::Answers)>& done) {
        std::vector<ui::FlowAnswer> answers;
        for (const auto& row : rows) {
            shelf.submitted.push_back(row.id);
            std::optional<Error> error;
            if (shelf.changedMeanwhile.contains(row.id)) {
                error = Error{ErrorCode::Conflict, "the thing was changed meanwhile, by cy at 2026-11-26 15:00:03 UTC",
                              "version", "2"};
            } else if (shelf.notAllowed.contains(row.id)) {
                error = Error{ErrorCode::OutOfStock, "none left", {}, {}};
            }
            answers.push_back({row.id, error, row.version, QStringLiteral("on the shelf")});
        }
        done(std::move(answers));
    };
    return action;
}

inline ThingPane::Spec specOf(Shelf& shelf) {
    using C = ui::Column<Thing, ThingSort>;
    ThingPane::Spec spec;
    spec.look.prefix = QStringLiteral("things");
    spec.look.one = QStringLiteral("thing");
    spec.look.refreshedBy = [&shelf](QObject*, std::function<void()> again) { shelf.again = std::move(again); };
    auto& texts = spec.look.texts;
    texts.name = [] { return QStringLiteral("Things"); };
    texts.count = [](std::int64_t total) { return QStringLiteral("%1 things").arg(total); };
    texts.empty = [] { return QStringLiteral("The shelf is empty."); };
    texts.next = [] { return QStringLiteral("Put a thing on it."); };
    texts.emptyFiltered = [] { return QStringLiteral("Nothing is called that."); };
    texts.exported = [] { return QStringLiteral("Export of things"); };
    texts.fileName = QStringLiteral("things.csv");
    spec.columns = {
        C(
            "id", 80, [] { return QStringLiteral("No."); }, [](const Thing& t) { return QString::number(t.id.value); })
            .sortedBy(ThingSort::Id)
            .number(),
        C(
            "name", 120, [] { return QStringLiteral("Name"); }, [](const Thing& t) { return ui::text(t.name); })
            .sortedBy(ThingSort::Name),
        C(
            "note", 90, [] { return QStringLiteral("Note"); }, [](const Thing& t) { return ui::text(t.note); }),
        C(
            "spare", 90, [] { return QStringLiteral("Spare"); }, [](const Thing&) { return ui::Formats::dash(); })
            .hidden(),
    };
    spec.orderedBy = QStringLiteral("id");
    spec.page = [&shelf](const ThingFilter& filter, const ThingPage& page) {
        return QtFuture::makeReadyFuture(Result<std::vector<Thing>>(shelf.page(filter, page)));
    };
    spec.count = [&shelf](const ThingFilter& filter) {
        return QtFuture::makeReadyFuture(Result<std::int64_t>(std::ssize(shelf.matching(filter))));
    };
    spec.fields = {ui::textField(
        QStringLiteral("name"), QStringLiteral("thingFilterName"), [] { return QStringLiteral("Name"); },
        &ThingFilter::name)};
    spec.words.header = [] {
        return QStringList{QStringLiteral("No."), QStringLiteral("Name"), QStringLiteral("Now")};
    };
    spec.words.frozen = [](const Thing& t) {
        ui::FlowRow row;
        row.id = t.id.value;
        row.version = t.version;
        row.name = QString::number(t.id.value);
        row.detail = ui::text(t.name);
        return row;
    };
    spec.words.lastChange = [](std::int64_t id, const std::function<void(QString)>& done) {
        done(id == 300 ? QStringLiteral("Renamed by bo, 12:30:05") : QString());
    };
    spec.actions = {takeOff(shelf)};
    return spec;
}

/// A pane over a shelf, shown and active; another one of the same person can take its place.
struct Stand {
    explicit Stand(std::int64_t count)
        : shelf(count),
          engine(1),
          line(engine, api::Actor{"ann", ~0U}),
          services(line.engine(), {"ann", ~0U}, folder.filePath(QStringLiteral("console.ini"))) {
        services.bridge.setVisible(true);
        open();
    }
    void open() {
        shelf.again = nullptr;
        pane = std::make_unique<ThingPane>(specOf(shelf), services.context);
        pane->resize(900, 600);
        pane->show();
        pane->setActive(true);
    }
    [[nodiscard]] ThingPane::Model& model() const { return pane->model(); }
    [[nodiscard]] QHeaderView* header() const { return pane->table()->horizontalHeader(); }
    [[nodiscard]] QString cell(int row, int column) const { return model().index(row, column).data().toString(); }
    void click(int column) const {
        const QPoint at(header()->sectionViewportPosition(column) + header()->sectionSize(column) / 2,
                        header()->height() / 2);
        QTest::mouseClick(header()->viewport(), Qt::LeftButton, {}, at);
    }
    void type(const QString& name) const { pane->filters()->line(QStringLiteral("name"))->setText(name); }
    [[nodiscard]] QAction* named(const char* name) const { return pane->findChild<QAction*>(QLatin1String(name)); }
    void confirm() const {
        auto* question = pane->flow()->question();
        QVERIFY(question != nullptr);
        QSignalSpy finished(pane->flow(), &ui::RowFlow::finished);
        QTRY_VERIFY(question->confirmButton()->isEnabled());
        question->confirmButton()->click();
        QTRY_COMPARE(finished.count(), 1);
    }
    [[nodiscard]] QStringList outcome(int column) const {
        const auto* table = pane->flow()->outcome()->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        QStringList words;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            words << table->model()->index(row, column).data().toString();
        }
        return words;
    }
    [[nodiscard]] QStringList exported() {
        const QString path = folder.filePath(QStringLiteral("things.csv"));
        pane->exportTo(path);
        [&] { QTRY_VERIFY(services.notices.last().text.startsWith(QStringLiteral("Exported "))); }();
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            return {};
        }
        return QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
    }

    QTemporaryDir folder;
    Shelf shelf;
    FakeEngine engine;
    test::OverLine line;
    ui::ConsoleServices services;
    std::unique_ptr<ThingPane> pane;
};

}  // namespace evenhand::test::thing_pane

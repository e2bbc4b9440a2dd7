// SPDX-License-Identifier: GPL-3.0-or-later
// The one machinery of the long tables, over a list that the test changes: sorting, filters, what is selected however
// far it reaches, columns, what leaves as a file or to the clipboard, what is said where there is nothing, outcomes.
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "engine/base/log.h"
#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "ui/shell/console_services.h"
#include "ui/tables/fed_table.h"
#include "ui/tables/query_pane.h"
#include "ui/widgets/action_state.h"

namespace evenhand::test::test_query_pane {

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
[[nodiscard]] OrderId cacheKey(const Thing& thing) { return thing.id; }
[[nodiscard]] bool changed(const Thing& a, const Thing& b) { return !(a == b); }

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

ui::RowAction<Thing> takeOff(Shelf& shelf) {
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

ThingPane::Spec specOf(Shelf& shelf) {
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

/// A pane whose engine answers when the test lets it, over all of its rows.
struct Held {
    explicit Held(std::int64_t count, std::function<std::string(const Thing&)> once = {}) : stand(count) {
        auto spec = specOf(stand.shelf);
        auto& action = spec.actions[0];
        action.once = std::move(once);
        action.addFields = [this](ui::ActionDialog& question) {
            field = new QLineEdit(QStringLiteral("typed"), &question);
            question.addField(QStringLiteral("Field"), field, [] { return QString(); });
        };
        action.submit = [this, submit = action.submit](const api::Call& call, const ui::RowFlow::Rows& rows,
                                                       const std::function<void(ui::RowFlow::Answers)>& done) {
            parts.emplace_back([this, submit, call, rows, done] {
                if (failure) {
                    done(fail(*failure));
                } else if (isSilent) {
                    done(std::vector<ui::FlowAnswer>());
                } else {
                    submit(call, rows, done);
                }
            });
        };
        action.undo = [this](const std::vector<Thing>& before, const std::vector<std::int64_t>&) {
            for (const auto& thing : before) {
                undone.insert(thing.id.value);
            }
            return ui::RowFlow::Spec();
        };
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->resize(900, 600);
        stand.pane->show();
        stand.pane->setActive(true);
    }
    /// Asks about all rows and confirms; the first part waits then.
    void begin() {
        QTRY_COMPARE(stand.model().total(), std::ssize(stand.shelf.things));
        QTest::keyClick(stand.pane->table(), Qt::Key_A, Qt::ControlModifier);
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
        stand.pane->flow()->question()->confirmButton()->click();
        QTRY_COMPARE(parts.size(), std::size_t{1});
    }
    void answer() {
        const auto part = std::move(parts.front());
        parts.pop_front();
        part();
    }

    std::deque<std::function<void()>> parts;
    std::optional<Error> failure;
    bool isSilent = false;  ///< it says of no row what became of it
    std::set<std::int64_t> undone;
    QPointer<QLineEdit> field;
    Stand stand;
};

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

class TestQueryPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    /// What an action means while nothing is selected: nothing, or the rows that it says.
    void anActionMayMeanRowsThatNobodySelected() {
        Stand stand(3);
        auto spec = specOf(stand.shelf);
        std::vector<Thing> meant;
        spec.actions[0].look.whyNone = [] { return QStringLiteral("There are none to take."); };
        spec.actions[0].unselected = [&meant] { return meant; };
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->setActive(true);
        QTRY_COMPARE(stand.model().total(), 3);
        auto* take = stand.pane->action(QStringLiteral("things.take"));
        QVERIFY(!take->isEnabled());
        QCOMPARE(ui::whyDisabled(*take), QStringLiteral("There are none to take."));
        meant = {Shelf::make(1), Shelf::make(2)};
        stand.shelf.again();
        QTRY_VERIFY(take->isEnabled());
        take->trigger();
        stand.confirm();
        QCOMPARE(stand.shelf.submitted, (std::vector<std::int64_t>{1, 2}));
        stand.pane->table()->select({0});  // who selects means what is selected
        take->trigger();
        stand.confirm();
        QCOMPARE(stand.shelf.submitted.back(), std::int64_t{3});
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

    void aHeaderAsksForItsOrder() {
        Stand stand(5'000);
        QTRY_COMPARE(stand.model().total(), 5'000);
        QVERIFY(stand.shelf.asked.back().sort == ThingSort::Id && stand.shelf.asked.back().descending);
        QCOMPARE(stand.cell(0, 0), QStringLiteral("5000"));
        stand.click(1);
        QTRY_VERIFY(stand.shelf.asked.back().sort == ThingSort::Name && !stand.shelf.asked.back().descending);
        QTRY_COMPARE(stand.cell(0, 1), QStringLiteral("apple 95000"));
        QCOMPARE(stand.header()->sortIndicatorSection(), 1);
        stand.click(1);
        QTRY_VERIFY(stand.shelf.asked.back().descending);
        QTRY_COMPARE(stand.cell(0, 1), QStringLiteral("pear 99994"));
    }

    void aHeaderThatCannotSortDoesNothing() {
        Stand stand(300);
        QTRY_COMPARE(stand.model().total(), 300);
        const auto asked = stand.shelf.asked.size();
        stand.click(2);
        QCOMPARE(stand.header()->sortIndicatorSection(), 0);
        QVERIFY(stand.header()->sortIndicatorOrder() == Qt::DescendingOrder);
        QCOMPARE(stand.shelf.asked.size(), asked);
        QVERIFY(!stand.model().isSortable(2));
    }

    void filtersAreTypedKeptAndBegunWith() {
        Stand stand(600);
        QTRY_COMPARE(stand.model().total(), 600);
        stand.type(QStringLiteral("pear"));
        QTRY_COMPARE(stand.model().total(), 100);
        stand.pane->saved()->save(QStringLiteral("pears"));
        stand.pane->filters()->clear();
        QTRY_COMPARE(stand.model().total(), 600);
        stand.pane->saved()->apply(QStringLiteral("pears"));
        QTRY_COMPARE(stand.model().total(), 100);
        stand.pane->saved()->setDefault(QStringLiteral("pears"));
        stand.open();
        QTRY_COMPARE(stand.model().total(), 100);
        QCOMPARE(stand.pane->filter().name, std::string("pear"));
    }

    /// A filter that is deleted is the default no longer; nor is one that is saved later under its name.
    void aFilterThatIsDeletedIsNotBegunWith() {
        Stand stand(600);
        QTRY_COMPARE(stand.model().total(), 600);
        const auto keep = [&](const char* name, const char* typed) {
            stand.type(QLatin1String(typed));
            stand.pane->saved()->save(QLatin1String(name));
        };
        keep("mine", "pear");
        keep("other", "apple");
        stand.pane->saved()->setDefault(QStringLiteral("mine"));
        stand.pane->saved()->remove(QStringLiteral("other"));
        QCOMPARE(stand.pane->saved()->defaultName(), QStringLiteral("mine"));
        stand.pane->saved()->remove(QStringLiteral("mine"));
        QCOMPARE(stand.pane->saved()->names(), QStringList());
        QCOMPARE(stand.pane->saved()->defaultName(), QString());
        keep("mine", "apple");
        QCOMPARE(stand.pane->saved()->defaultName(), QString());
        stand.pane->filters()->clear();
        stand.open();
        QTRY_COMPARE(stand.model().total(), 600);
        QCOMPARE(stand.pane->filter().name, std::string());
    }

    // Each kind of field by itself: kept by name it comes back, and setting another one leaves it alone.
    void everyKindOfFieldIsKept_data() {
        QTest::addColumn<int>("field");
        const char* names[] = {"text", "choice", "choices", "chips", "range of a preset", "range", "switch", "own"};
        for (int i = 0; i < static_cast<int>(std::size(names)); ++i) {
            QTest::newRow(names[i]) << i;
        }
    }
    void everyKindOfFieldIsKept() {
        QFETCH(int, field);
        using Kind = ui::FieldLook::Kind;
        using Preset = ui::TimeRange::Preset;
        Stand stand(1);
        auto* own = new QLineEdit;
        std::vector<ui::FieldLook> looks;
        for (const auto kind :
             {Kind::Text, Kind::Choice, Kind::Choices, Kind::Chips, Kind::Range, Kind::Switch, Kind::Own, Kind::Text}) {
            ui::FieldLook look;
            look.key = look.objectName = QStringLiteral("field%1").arg(looks.size());
            look.kind = kind;
            look.title = look.any = [] { return QStringLiteral("Field"); };
            look.choices = [] {
                return std::vector<ui::ChoiceButton::Choice>{{QStringLiteral("a"), QStringLiteral("A")},
                                                             {QStringLiteral("b"), QStringLiteral("B")},
                                                             {QStringLiteral("c"), QStringLiteral("C")}};
            };
            look.make = [own](QWidget* parent, const std::function<void()>&) {
                own->setParent(parent);
                ui::OwnField made;
                made.widget = own;
                made.state = [own] { return own->text().isEmpty() ? QJsonValue() : QJsonValue(own->text()); };
                made.setState = [own](const QJsonValue& kept) { own->setText(kept.toString()); };
                return made;
            };
            looks.push_back(std::move(look));
        }
        const auto other = looks.back().key;  // the second text
        ui::FilterBar bar(stand.services.context, QStringLiteral("kinds"), QStringLiteral("kinds"), looks, nullptr);
        QVERIFY(bar.isClear());
        const auto key = [](int at) { return QStringLiteral("field%1").arg(at); };
        switch (field) {
            case 0: bar.line(key(0))->setText(QStringLiteral("pear")); break;
            case 1: bar.choice(key(1))->setChosen({QStringLiteral("b")}); break;
            case 2: bar.choice(key(2))->setChosen({QStringLiteral("a"), QStringLiteral("c")}); break;
            case 3: bar.chip(key(3), QStringLiteral("c"))->setChecked(true); break;
            case 4: bar.range(key(4))->setRange({Preset::Yesterday, std::nullopt, std::nullopt}); break;
            case 5: bar.range(key(4))->setRange({Preset::Custom, Instant{1'000}, Instant{2'000}}); break;
            case 6: bar.button(key(5))->setChecked(true); break;
            default: own->setText(QStringLiteral("own")); break;
        }
        const auto at = static_cast<std::size_t>(field < 5 ? field : field - 1);
        const auto wanted = bar.value(at);
        const auto isThere = [&] {
            const auto now = bar.value(at);
            return now.text == wanted.text && now.keys == wanted.keys && now.range == wanted.range &&
                   now.on == wanted.on && now.own == wanted.own;
        };
        QVERIFY(!bar.isClear());
        bar.saved()->save(QStringLiteral("kept"));
        bar.clear();
        QVERIFY(bar.isClear());
        QVERIFY(!isThere());
        bar.saved()->apply(QStringLiteral("kept"));
        QVERIFY(isThere());
        bar.set(other, QStringLiteral("x"));
        QCOMPARE(bar.line(other)->text(), QStringLiteral("x"));
        QVERIFY(isThere());
    }

    // Ctrl+A far beyond what was scrolled to; then others come in above and below.
    void allThatWasSelectedStaysSelected() {
        Stand stand(6'000);
        stand.type(QStringLiteral("apple"));
        QTRY_COMPARE(stand.model().total(), 5'000);
        std::set<std::int64_t> wanted;
        for (const auto& thing : stand.shelf.matching({"apple"})) {
            wanted.insert(thing.id.value);
        }
        QTest::keyClick(stand.pane->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_VERIFY(stand.model().isAtHand(4'999));
        for (int i = 0; i < 7; ++i) {
            stand.shelf.add();
        }
        const auto now = std::ssize(stand.shelf.matching({"apple"}));
        QTRY_COMPARE(stand.model().total(), now);
        QCOMPARE(ui::selectedRows(*stand.pane->table()), 5'000);
        stand.named("things.take")->trigger();
        stand.shelf.add();
        stand.confirm();
        QCOMPARE(std::ssize(stand.shelf.submitted), 5'000);
        QVERIFY(std::set<std::int64_t>(stand.shelf.submitted.begin(), stand.shelf.submitted.end()) == wanted);
    }

    // Between the two lie more rows than one read brings.
    void rangesFarApartAreDoneWhole() {
        Stand stand(30'000);
        QTRY_COMPARE(stand.model().total(), 30'000);
        const auto* jobs = &stand.services.jobs;
        auto* selection = stand.pane->table()->selectionModel();
        const auto last = stand.model().columnCount() - 1;
        std::set<std::int64_t> wanted;
        QItemSelection both;
        for (const auto& [first, end] : {std::pair(1'000, 3'000), std::pair(22'000, 25'000)}) {
            both.select(stand.model().index(first, 0), stand.model().index(end - 1, last));
            for (int row = first; row < end; ++row) {
                wanted.insert(30'000 - row);
            }
        }
        selection->select(both, QItemSelectionModel::ClearAndSelect);
        stand.named("things.take")->trigger();
        QCOMPARE(jobs->jobs().size(), std::size_t{1});
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
        QVERIFY(jobs->jobs().empty());
        stand.confirm();
        const std::set<std::int64_t> done(stand.shelf.submitted.begin(), stand.shelf.submitted.end());
        QCOMPARE(done.size(), wanted.size());
        QVERIFY(done == wanted);
    }

    void readingWhatIsSelectedCanBeCancelled() {
        Stand stand(30'000);
        QTRY_COMPARE(stand.model().total(), 30'000);
        auto& jobs = stand.services.jobs;
        const auto last = stand.model().columnCount() - 1;
        stand.pane->table()->selectionModel()->select({stand.model().index(5'000, 0), stand.model().index(9'000, last)},
                                                      QItemSelectionModel::ClearAndSelect);
        stand.named("things.take")->trigger();
        QCOMPARE(jobs.jobs().size(), std::size_t{1});
        QVERIFY(!stand.pane->isReady());
        jobs.cancel(jobs.jobs().front().id);
        QVERIFY(jobs.jobs().empty());
        QTRY_VERIFY(stand.model().isAtHand(7'000) && stand.pane->isReady());
        QVERIFY(stand.pane->flow()->question() == nullptr);
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
    }

    // An action is for the rows for which it was chosen, or for none.
    void otherRowsChosenMeanwhileEndTheAction() {
        Stand stand(30'000);
        QTRY_COMPARE(stand.model().total(), 30'000);
        auto* table = stand.pane->table();
        const auto last = stand.model().columnCount() - 1;
        table->selectionModel()->select({stand.model().index(5'000, 0), stand.model().index(9'000, last)},
                                        QItemSelectionModel::ClearAndSelect);
        stand.named("things.take")->trigger();
        QCOMPARE(stand.services.jobs.jobs().size(), std::size_t{1});
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(stand.model().index(1, 0)).center());
        QVERIFY(stand.services.jobs.jobs().empty());
        QCOMPARE(stand.services.notices.last().text,
                 QStringLiteral("Other rows were selected meanwhile; nothing was done."));
        QTRY_VERIFY(stand.pane->isReady() && stand.model().isAtHand(1));
        QVERIFY(stand.pane->flow()->question() == nullptr);
    }

    void anActionDoesNotFollowToAnotherPage() {
        Stand stand(30'000);
        QTRY_COMPARE(stand.model().total(), 30'000);
        const auto last = stand.model().columnCount() - 1;
        stand.pane->table()->selectionModel()->select({stand.model().index(5'000, 0), stand.model().index(9'000, last)},
                                                      QItemSelectionModel::ClearAndSelect);
        stand.named("things.take")->trigger();
        QCOMPARE(stand.services.jobs.jobs().size(), std::size_t{1});
        stand.pane->setActive(false);
        QVERIFY(stand.services.jobs.jobs().empty());
        stand.pane->setActive(true);
        QTRY_VERIFY(stand.pane->isReady() && stand.model().isAtHand(7'000));
        QVERIFY(stand.pane->flow()->question() == nullptr);
    }

    // What went before it could be read is not left out in silence.
    void selectedRowsThatAreGoneAreToldOf() {
        Stand stand(2'000);
        QTRY_COMPARE(stand.model().total(), 2'000);
        stand.shelf.things.erase(stand.shelf.things.begin(), stand.shelf.things.begin() + 3);
        QTest::keyClick(stand.pane->table(), Qt::Key_A, Qt::ControlModifier);
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
        QCOMPARE(stand.services.notices.last().text,
                 QStringLiteral("3 of the 2,000 selected rows are no longer there."));
        stand.confirm();
        QCOMPARE(stand.shelf.submitted.size(), std::size_t{1'997});
    }

    // --- the last row --------------------------------------------------------------------------------------------

    void afterEndTheLastRowStaysWhollyInView() {
        Stand stand(100);
        QTRY_COMPARE(stand.model().total(), 100);
        auto* table = stand.pane->table();
        const auto isLastWhole = [&] {
            const auto last = table->visualRect(stand.model().index(stand.model().rowCount() - 1, 0));
            return last.isValid() && table->viewport()->rect().contains(QRect(1, last.top(), 1, last.height()));
        };
        for (const int height : {600, 611, 619}) {
            stand.pane->resize(900, height);
            QTest::keyClick(table, Qt::Key_Home);
            QTest::keyClick(table, Qt::Key_End);
            QVERIFY(isLastWhole());
            for (int i = 0; i < 3; ++i) {
                const auto count = stand.model().rowCount();
                stand.shelf.add();
                QTRY_COMPARE(stand.model().rowCount(), count + 1);
                QTRY_VERIFY(isLastWhole());
            }
            QCOMPARE(stand.cell(table->currentIndex().row(), 0), QStringLiteral("1"));
        }
        // Until somebody looks elsewhere.
        table->verticalScrollBar()->setValue(table->verticalScrollBar()->value() - 20);
        const int at = table->verticalScrollBar()->value();
        stand.shelf.add();
        QTRY_COMPARE(stand.model().rowCount(), 110);
        QCoreApplication::processEvents();
        QCOMPARE(table->verticalScrollBar()->value(), at);
    }

    // The action at once, before what was selected could be read, and others are there already that were not shown.
    void anActionAtOnceIsOfTheRowsThatWereShown() {
        Stand stand(3'000);
        QTRY_COMPARE(stand.model().total(), 3'000);
        QTest::keyClick(stand.pane->table(), Qt::Key_A, Qt::ControlModifier);
        for (int i = 0; i < 9; ++i) {
            stand.shelf.things.push_back(Shelf::make(std::ssize(stand.shelf.things) + 1));
        }
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.pane->flow()->question() != nullptr);
        stand.confirm();
        const std::set<std::int64_t> done(stand.shelf.submitted.begin(), stand.shelf.submitted.end());
        QCOMPARE(done.size(), std::size_t{3'000});
        QCOMPARE(*done.begin(), 1);
        QCOMPARE(*done.rbegin(), 3'000);
    }

    void columnsAreKeptAsTheirPersonLeavesThem() {
        Stand stand(300);
        QTRY_COMPARE(stand.model().total(), 300);
        stand.click(1);
        stand.header()->moveSection(1, 0);
        stand.pane->table()->setColumnWidth(0, 234);
        stand.pane->table()->saveLayout();
        stand.pane->table()->columnMenu()->actions().at(3)->trigger();
        stand.open();
        QTRY_COMPARE(stand.model().total(), 300);
        QCOMPARE(stand.header()->visualIndex(1), 0);
        QCOMPARE(stand.header()->sectionSize(0), 234);
        QVERIFY(!stand.pane->table()->isColumnHidden(3));
        QCOMPARE(stand.model().orderColumn(), 1);
        QVERIFY(!stand.model().isDescending());
        QVERIFY(stand.shelf.asked.back().sort == ThingSort::Name);
        QCOMPARE(stand.header()->sortIndicatorSection(), 1);
    }

    /// A column without room is not one that its person has hidden: it is in files, and back in a wider window.
    void columnsThatGaveWayAreNotForgotten() {
        Stand stand(30);
        QTRY_COMPARE(stand.model().total(), 30);
        auto* table = stand.pane->table();
        const int before = table->columnWidth(1);
        stand.pane->setMinimumWidth(0);
        table->setMinimumWidth(0);
        table->setFixedWidth(table->columnWidth(0) + 60);
        QTRY_VERIFY(table->isColumnHidden(1) && table->isColumnHidden(2));
        QVERIFY(!table->isColumnHidden(0));
        Q_EMIT table->columnMenu()->aboutToShow();
        QVERIFY(table->columnMenu()->actions().at(1)->isChecked());
        QCOMPARE(stand.exported().front(), QStringLiteral("No.,Name,Note"));
        table->saveLayout();
        stand.open();
        QTRY_COMPARE(stand.model().total(), 30);
        QTRY_VERIFY(!stand.pane->table()->isColumnHidden(1) && !stand.pane->table()->isColumnHidden(2));
        QCOMPARE(stand.pane->table()->columnWidth(1), before);
    }

    void aLayoutOfAnotherVersionIsNoHarm() {
        Stand stand(3);
        for (const char* kept : {"{\"columns\":[{\"id\":\"gone\"},{\"id\":\"note\",\"width\":-5},{\"id\":\"note\"},7],"
                                 "\"sort\":\"note\"}",
                                 "[]", "not a layout"}) {
            stand.services.preferences.setValue(QStringLiteral("things/columns"), QByteArray(kept));
            stand.open();
            QTRY_COMPARE(stand.model().total(), 3);
            QCOMPARE(stand.model().orderColumn(), 0);
            QVERIFY(!stand.pane->table()->isColumnHidden(0));
        }
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

    /// In words that no language changes, whatever kind of field it is.
    void whatFiltersIsToldOfEveryKindOfField() {
        Stand stand(0);
        const auto field = [](const char* key, ui::FieldLook::Kind kind) {
            ui::FieldLook look;
            look.key = QLatin1String(key);
            look.kind = kind;
            look.title = look.any = [] { return QStringLiteral("Title"); };
            look.choices = [] {
                return std::vector<ui::ChoiceButton::Choice>{{QStringLiteral("a"), QStringLiteral("A")},
                                                             {QStringLiteral("b"), QStringLiteral("B")}};
            };
            return look;
        };
        using Kind = ui::FieldLook::Kind;
        auto own = field("own", Kind::Own);
        own.make = [](QWidget* parent, const std::function<void()>&) {
            auto* widget = new QWidget(parent);
            return ui::OwnField{widget, [widget] { return QJsonValue::fromVariant(widget->property("own")); },
                                [widget](const QJsonValue& value) { widget->setProperty("own", value.toVariant()); }};
        };
        ui::FilterBar bar(stand.services.context, QStringLiteral("one"), QStringLiteral("ones"),
                          {field("text", Kind::Text), field("chips", Kind::Chips), field("choices", Kind::Choices),
                           field("time", Kind::Range), field("late", Kind::Switch), own},
                          nullptr);
        QCOMPARE(bar.told(), QString());
        const QJsonArray both{QStringLiteral("a"), QStringLiteral("b")};
        QJsonObject state{{QStringLiteral("text"), QStringLiteral(" ann ")},
                          {QStringLiteral("chips"), both},
                          {QStringLiteral("choices"), QJsonArray{QStringLiteral("b")}},
                          {QStringLiteral("late"), true},
                          {QStringLiteral("own"), QStringLiteral("north")}};
        ui::TimeRange range{ui::TimeRange::Preset::Custom, Instant{0}, Instant{3'600'000}};
        ui::SavedFilters::putRange(state, range);
        bar.setState(state);
        QCOMPARE(bar.told(), QStringLiteral("text=ann, chips=a|b, choices=b, from=1970-01-01T00:00:00.000Z, "
                                            "before=1970-01-01T01:00:00.000Z, late=only, own=north"));
        bar.setState({{QStringLiteral("own"), both}});
        QCOMPARE(bar.told(), QStringLiteral("own=a|b"));
        QJsonArray many;
        for (int i = 0; i < 300; ++i) {
            many << QString::number(i);
        }
        bar.setState({{QStringLiteral("own"), many}});
        QCOMPARE(bar.told(), QStringLiteral("own=300 values"));
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

    void whereThereIsNothingItSaysWhatToDo() {
        Stand stand(0);
        QTRY_VERIFY(stand.pane->emptyLabel()->isVisible());
        QCOMPARE(stand.pane->emptyLabel()->text(), QStringLiteral("The shelf is empty."));
        auto* button = stand.pane->findChild<QPushButton*>(QStringLiteral("thingsEmptyButton"));
        QVERIFY(button != nullptr && !button->isVisible());
        QVERIFY(stand.pane->nextLabel()->isVisible());
        QCOMPARE(stand.pane->nextLabel()->text(), QStringLiteral("Put a thing on it."));
        // The keyboard stays in the list while it comes and goes.
        stand.pane->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(stand.pane.get()));
        auto* page = stand.pane->findChild<QWidget*>(QStringLiteral("thingsEmptyPage"));
        page->setFocus();
        stand.shelf.add();
        QTRY_VERIFY(!stand.pane->emptyLabel()->isVisible());
        QVERIFY(stand.pane->table()->hasFocus());
        stand.type(QStringLiteral("plum"));
        QTRY_COMPARE(stand.pane->emptyLabel()->text(), QStringLiteral("Nothing is called that."));
        QVERIFY(button->isVisible() && !stand.pane->nextLabel()->isVisible());
        button->click();
        QTRY_COMPARE(stand.model().total(), 1);
    }

    /// Where the step is an action of the page it is a button, which says why it cannot as the action does.
    void whatToDoMayBeAButton() {
        Stand stand(0);
        QAction add(QStringLiteral("Put a thing…"));
        int added = 0;
        connect(&add, &QAction::triggered, this, [&added] { ++added; });
        auto spec = specOf(stand.shelf);
        spec.look.texts.next = {};
        spec.look.texts.nextAction = &add;
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->show();
        stand.pane->setActive(true);
        QTRY_VERIFY(stand.pane->emptyLabel()->isVisible());
        auto* button = stand.pane->findChild<QPushButton*>(QStringLiteral("thingsEmptyButton"));
        QVERIFY(button->isVisible() && button->isEnabled() && !stand.pane->nextLabel()->isVisible());
        QCOMPARE(button->text(), QStringLiteral("Put a thing…"));
        button->click();
        QCOMPARE(added, 1);
        ui::setActionState(add, QStringLiteral("The shelf is locked."));
        QVERIFY(!button->isEnabled() && button->toolTip().contains(QStringLiteral("locked")));
        stand.type(QStringLiteral("plum"));
        QTRY_COMPARE(button->text(), QStringLiteral("Clear the filter"));
        QVERIFY(button->isEnabled());
        stand.pane.reset();
    }

    void whatToDoMayBeACommandOfAnotherPage() {
        Stand stand(0);
        QWidget window;
        window.resize(900, 600);
        QAction put(QStringLiteral("Put a thing…"), &window);
        put.setObjectName(QStringLiteral("shelf.put"));
        int done = 0;
        connect(&put, &QAction::triggered, this, [&done] { ++done; });
        const auto again = [&](const char* command) {
            auto spec = specOf(stand.shelf);
            spec.look.texts.nextCommand = QLatin1String(command);
            stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
            stand.pane->setParent(&window);
            window.show();
            stand.pane->show();
            stand.pane->setActive(true);
            QTRY_VERIFY(stand.pane->emptyLabel()->isVisible());
        };
        const auto button = [&] { return stand.pane->findChild<QPushButton*>(QStringLiteral("thingsEmptyButton")); };
        again("shelf.put");
        QVERIFY(stand.pane->nextLabel()->isVisible());
        QVERIFY(button()->isVisible() && button()->isEnabled());
        QCOMPARE(button()->text(), QStringLiteral("Put a thing…"));
        button()->click();
        QCOMPARE(done, 1);
        ui::setActionState(put, QStringLiteral("The shelf is locked."));
        QVERIFY(!button()->isEnabled() && button()->toolTip().contains(QStringLiteral("locked")));
        again("shelf.none");  // a window without that page
        QVERIFY(stand.pane->nextLabel()->isVisible() && !button()->isVisible());
        stand.pane.reset();
    }

    /// A whole list comes by another way than one row.
    void thereMayBeAnotherWay() {
        Stand stand(0);
        QWidget window;
        window.resize(900, 600);
        QAction put(QStringLiteral("Put a thing…"), &window);
        put.setObjectName(QStringLiteral("shelf.put"));
        QAction fill(QStringLiteral("Fill it…"), &window);
        fill.setObjectName(QStringLiteral("shelf.fill"));
        int filled = 0;
        connect(&fill, &QAction::triggered, this, [&filled] { ++filled; });
        auto spec = specOf(stand.shelf);
        spec.look.texts.nextCommand = QStringLiteral("shelf.put");
        spec.look.texts.otherCommand = QStringLiteral("shelf.fill");
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->setParent(&window);
        window.show();
        stand.pane->show();
        stand.pane->setActive(true);
        QTRY_VERIFY(stand.pane->emptyLabel()->isVisible());
        auto* other = stand.pane->findChild<QPushButton*>(QStringLiteral("thingsEmptyOther"));
        QVERIFY(other != nullptr && other->isVisible() && other->isEnabled());
        QCOMPARE(other->text(), QStringLiteral("Fill it…"));
        other->click();
        QCOMPARE(filled, 1);
        ui::setActionState(fill, QStringLiteral("The shelf is locked."));
        QVERIFY(!other->isEnabled() && other->toolTip().contains(QStringLiteral("locked")));
        stand.type(QStringLiteral("plum"));  // where a filter is why, none of them helps
        QTRY_VERIFY(!other->isVisible());
        stand.pane.reset();
    }

    void itMayBeginWithAFilterOfItsOwn() {
        Stand stand(5);
        auto spec = specOf(stand.shelf);
        spec.look.begin = {{QStringLiteral("name"), QStringLiteral("pear")}};
        spec.look.texts.emptyBegun = [] { return QStringLiteral("No pears today."); };
        const auto again = [&] {
            stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
            stand.pane->show();
            stand.pane->setActive(true);
        };
        again();
        QTRY_COMPARE(stand.pane->emptyLabel()->text(), QStringLiteral("No pears today."));
        stand.pane->filters()->clear();
        QTRY_COMPARE(stand.model().total(), 5);
        stand.type(QStringLiteral("plum"));
        QTRY_COMPARE(stand.pane->emptyLabel()->text(), QStringLiteral("Nothing is called that."));
        stand.pane->saved()->save(QStringLiteral("plums"));
        stand.pane->saved()->setDefault(QStringLiteral("plums"));
        again();
        QCOMPARE(stand.pane->filter().name, std::string("plum"));
    }

    void chipsFilterByWhatIsPressed() {
        Stand stand(12);
        auto spec = specOf(stand.shelf);
        ui::FilterField<ThingFilter> field;
        field.look.key = QStringLiteral("kinds");
        field.look.objectName = QStringLiteral("thingKind");
        field.look.kind = ui::FieldLook::Kind::Chips;
        field.look.choices = [] {
            return std::vector<ui::ChoiceButton::Choice>{{QStringLiteral("apple"), QStringLiteral("Apples")},
                                                         {QStringLiteral("pear"), QStringLiteral("Pears")}};
        };
        field.read = [](const ui::FieldValue& value, ThingFilter& filter) {
            filter.name = value.keys.size() == 1 ? value.keys.front().toStdString() : std::string();
        };
        spec.fields = {field};
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->show();
        stand.pane->setActive(true);
        QTRY_COMPARE(stand.model().total(), 12);
        auto* pears = stand.pane->findChild<QPushButton*>(QStringLiteral("thingKind.pear"));
        QVERIFY(pears != nullptr &&
                pears == stand.pane->filters()->chip(QStringLiteral("kinds"), QStringLiteral("pear")));
        pears->click();
        QTRY_COMPARE(stand.model().total(), 2);
        const auto kept = stand.pane->filters()->state();
        stand.pane->filters()->clear();
        QVERIFY(!pears->isChecked());
        QTRY_COMPARE(stand.model().total(), 12);
        stand.pane->filters()->setState(kept);
        QTRY_COMPARE(stand.model().total(), 2);
    }

    void whoMayNotReadIsToldSo() {
        Stand stand(3);
        auto spec = specOf(stand.shelf);
        spec.look.permission = api::Permission::ReadAudit;
        spec.look.file.name = QStringLiteral("things.exportMore");
        spec.look.file.label = spec.look.file.tip = [] { return QStringLiteral("Export with more"); };
        const auto over = [&](ui::UiContext& context) {
            stand.pane = std::make_unique<ThingPane>(spec, context);
            stand.pane->show();
            stand.pane->setActive(true);
        };
        over(stand.services.context);
        QTRY_VERIFY(stand.pane->table()->isVisible() && stand.pane->fileAction()->isEnabled());
        const test::OverLine line(stand.engine, api::Actor{"bo", 0});
        ui::ConsoleServices other(line.engine(), {"bo", 0}, stand.folder.filePath(QStringLiteral("other.ini")));
        other.bridge.setVisible(true);
        over(other.context);
        QTRY_VERIFY(stand.pane->emptyLabel()->isVisible() && !stand.pane->table()->isVisible());
        QVERIFY(stand.pane->emptyLabel()->text().contains(QStringLiteral("bo has no permission")));
        QVERIFY(!stand.pane->exportAction()->isEnabled() && !stand.pane->fileAction()->isEnabled());
        stand.pane.reset();
    }

    void whatSomebodyChangedIsToldApartFromARefusal() {
        Stand stand(300);
        QTRY_COMPARE(stand.model().total(), 300);
        stand.shelf.changedMeanwhile = {300, 298};
        stand.shelf.notAllowed = {299};
        stand.pane->table()->select({0, 1, 2, 3});
        stand.named("things.take")->trigger();
        stand.confirm();
        QVERIFY(stand.pane->flow()->outcome() != nullptr);
        const QString changed = QStringLiteral("Changed meanwhile");
        QCOMPARE(stand.outcome(2), (QStringList{changed, changed, QStringLiteral("Refused"), QStringLiteral("Done")}));
        QCOMPARE(stand.outcome(0), (QStringList{QStringLiteral("300"), QStringLiteral("298"), QStringLiteral("299"),
                                                QStringLiteral("297")}));
        const auto why = stand.outcome(4);
        QCOMPARE(why.at(0), QStringLiteral("Renamed by bo, 12:30:05"));  // what was done, where that can be asked
        QVERIFY2(why.at(1).startsWith(QStringLiteral("Changed by cy, ")), qPrintable(why.at(1)));
        QVERIFY(!why.at(1).contains(QStringLiteral("UTC")));
        QVERIFY(!why.at(2).contains(QStringLiteral("by ")));
        QCOMPARE(stand.outcome(3).front(), QStringLiteral("on the shelf"));
    }

    /// It may have been done: that is not a refusal.
    void aRowWithoutAnAnswerIsNotKnownToBeRefused() {
        Stand stand(300);
        auto spec = specOf(stand.shelf);
        auto& action = spec.actions[0];
        action.submit = [submit = action.submit](const api::Call& call, const ui::RowFlow::Rows& rows,
                                                 const std::function<void(ui::RowFlow::Answers)>& done) {
            submit(call, rows, [done](ui::RowFlow::Answers answers) {
                answers->pop_back();
                done(std::move(answers));
            });
        };
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->resize(900, 600);
        stand.pane->show();
        stand.pane->setActive(true);
        QTRY_COMPARE(stand.model().total(), 300);
        stand.pane->table()->select({0, 1, 2});
        stand.named("things.take")->trigger();
        stand.confirm();
        QCOMPARE(stand.outcome(2),
                 (QStringList{QStringLiteral("Not known"), QStringLiteral("Done"), QStringLiteral("Done")}));
        QVERIFY(!stand.services.notices.last().text.contains(QStringLiteral("refused")));
    }

    /// Whoever closed the list can have it again from the result that told of it.
    void theListOfOutcomesOpensAgainFromItsResult() {
        Stand stand(300);
        QTRY_COMPARE(stand.model().total(), 300);
        stand.shelf.notAllowed = {299};
        stand.pane->table()->select({0, 1, 2});
        stand.named("things.take")->trigger();
        stand.confirm();
        const auto words = stand.outcome(2);
        const QPointer<ui::RowOutcomeDialog> first(stand.pane->flow()->outcome());
        first->close();
        QTRY_VERIFY(!first);
        const auto& told = stand.services.notices.last();
        QVERIFY(told.showRows);
        QCOMPARE(told.rows, std::size_t{3});
        told.showRows(stand.pane.get());
        const auto* again = stand.pane->findChild<ui::RowOutcomeDialog*>();
        QVERIFY(again != nullptr);
        QStringList shown;
        for (int row = 0; row < again->table()->model()->rowCount(); ++row) {
            shown << again->table()->model()->index(row, 2).data().toString();
        }
        QCOMPARE(shown, words);
        // Of one row that was done the result has said everything.
        stand.pane->table()->select({5});
        stand.named("things.take")->trigger();
        stand.confirm();
        QVERIFY(!stand.services.notices.last().showRows);
    }

    /// Under one job, whose cancelling leaves undone what has not been sent; undoing is of what was done.
    void manyRowsGoInPartsAndTheRestCanBeCancelled() {
        Held held(600);
        auto& stand = held.stand;
        const auto& jobs = stand.services.jobs.jobs();
        held.begin();
        QCOMPARE(jobs.size(), std::size_t{1});
        QCOMPARE(jobs[0].title, QStringLiteral("Take"));
        QCOMPARE(jobs[0].progress->total.load(), std::int64_t{600});
        QCOMPARE(jobs[0].progress->done.load(), std::int64_t{0});
        held.answer();
        QCOMPARE(jobs[0].progress->done.load(), std::int64_t{250});
        // Later parts read what was typed; so another question would change it.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(held.field && held.field->text() == QStringLiteral("typed"));
        stand.named("things.take")->trigger();
        QTRY_VERIFY(stand.services.notices.last().text.contains(QStringLiteral("still going on")));
        QCOMPARE(stand.pane->findChildren<ui::ActionDialog*>().size(), 1);
        stand.services.jobs.cancel(jobs[0].id);
        QSignalSpy finished(stand.pane->flow(), &ui::RowFlow::finished);
        held.answer();  // what is under way is done
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(held.parts.empty());
        QVERIFY(jobs.empty());
        QCOMPARE(stand.shelf.submitted.size(), std::size_t{500});
        const auto words = stand.outcome(2);
        QCOMPARE(words.count(QStringLiteral("Done")), 500);
        QCOMPARE(words.count(QStringLiteral("Not done")), 100);
        QCOMPARE(words.front(), QStringLiteral("Not done"));
        QCOMPARE(stand.outcome(4).front(), QStringLiteral("Cancelled before its turn came."));
        const auto& said = stand.services.notices.last();
        QCOMPARE(said.text, QStringLiteral("Take: 500 done, 100 not done"));
        QCOMPARE(said.tone, ui::Tone::Warn);
        said.undo();
        const std::set<std::int64_t> done(stand.shelf.submitted.begin(), stand.shelf.submitted.end());
        QVERIFY(held.undone == done);
        QTRY_VERIFY(held.field.isNull());
    }

    /// A commit whose answer was lost is looked at before anything is done after it.
    void afterAPartThatIsNotKnownNothingIsSent() {
        Held held(600);
        held.begin();
        held.answer();
        held.failure = Error{ErrorCode::OutcomeUnknown, "the line broke", {}, {}};
        QSignalSpy finished(held.stand.pane->flow(), &ui::RowFlow::finished);
        held.answer();
        QTRY_COMPARE(finished.count(), 1);
        const auto words = held.stand.outcome(2);
        QCOMPARE(words.count(QStringLiteral("Not known")), 250);
        QCOMPARE(words.count(QStringLiteral("Done")), 250);
        QCOMPARE(words.count(QStringLiteral("Not done")), 100);
        QVERIFY(held.stand.services.jobs.jobs().empty());
        // Of a first part that was refused nothing was done at all.
        Held other(600);
        other.begin();
        other.failure = Error{ErrorCode::Busy, "full", {}, {}};
        other.answer();
        QTRY_VERIFY(other.stand.services.notices.last().text.contains(QStringLiteral("nothing was done")));
        QVERIFY(other.parts.empty() && other.stand.services.jobs.jobs().empty());
        // That is not said where nothing is known of a part before.
        Held silent(600);
        silent.begin();
        silent.isSilent = true;
        silent.answer();
        silent.failure = other.failure;
        QSignalSpy ended(silent.stand.pane->flow(), &ui::RowFlow::finished);
        silent.answer();
        QTRY_COMPARE(ended.count(), 1);
        const auto unsure = silent.stand.outcome(2);
        QCOMPARE(unsure.count(QStringLiteral("Not known")), 250);
        QCOMPARE(unsure.count(QStringLiteral("Refused")), 250);
        QCOMPARE(unsure.count(QStringLiteral("Not done")), 100);
    }

    /// In whatever part its rows are: with the first of them, and the answer is that of all.
    void whatSeveralRowsAreAboutIsDoneOnce() {
        Held held(900, [](const Thing& thing) { return std::to_string(thing.id.value % 300); });
        held.stand.shelf.notAllowed = {100, 400, 700};  // about one
        held.begin();
        QCOMPARE(held.stand.services.jobs.jobs()[0].progress->total.load(), std::int64_t{300});
        held.answer();
        QCOMPARE(held.stand.shelf.submitted.size(), std::size_t{250});
        QSignalSpy finished(held.stand.pane->flow(), &ui::RowFlow::finished);
        held.answer();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(held.parts.empty());
        std::set<std::int64_t> about;
        for (const auto id : held.stand.shelf.submitted) {
            about.insert(id % 300);
        }
        QCOMPARE(held.stand.shelf.submitted.size(), std::size_t{300});
        QCOMPARE(about.size(), std::size_t{300});
        const auto words = held.stand.outcome(2);
        QCOMPARE(words.count(QStringLiteral("Done")), 897);
        QCOMPARE(words.count(QStringLiteral("Refused")), 3);
        QCOMPARE(held.stand.outcome(3).count(QStringLiteral("on the shelf")), 900);
        held.stand.services.notices.last().undo();
        QCOMPARE(held.undone.size(), std::size_t{299});
        // What was not sent was not done to any of its rows.
        Held cancelled(1'200, [](const Thing& thing) { return std::to_string(thing.id.value % 600); });
        cancelled.begin();
        cancelled.answer();
        cancelled.stand.services.jobs.cancel(cancelled.stand.services.jobs.jobs()[0].id);
        QSignalSpy ended(cancelled.stand.pane->flow(), &ui::RowFlow::finished);
        cancelled.answer();
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(cancelled.stand.shelf.submitted.size(), std::size_t{500});
        const auto left = cancelled.stand.outcome(2);
        QCOMPARE(left.count(QStringLiteral("Done")), 1'000);
        QCOMPARE(left.count(QStringLiteral("Not done")), 200);
    }

    void fewRowsAreNoJob() {
        Held held(250);
        QSignalSpy changed(&held.stand.services.jobs, &ui::JobList::changed);
        held.begin();
        QSignalSpy finished(held.stand.pane->flow(), &ui::RowFlow::finished);
        held.answer();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(changed.count(), 0);
        QCOMPARE(held.stand.shelf.submitted.size(), std::size_t{250});
    }

    /// Whoever leaves the page leaves no job behind.
    void aJobGoesWithItsPage() {
        Held held(600);
        held.begin();
        QCOMPARE(held.stand.services.jobs.jobs().size(), std::size_t{1});
        held.stand.pane.reset();
        QVERIFY(held.stand.services.jobs.jobs().empty());
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

    void aButtonSaysWhyItCannot() {
        Stand stand(3);
        QTRY_COMPARE(stand.model().total(), 3);
        stand.shelf.things[2].note = "kept";
        stand.shelf.again();
        QTRY_COMPARE(stand.cell(0, 2), QStringLiteral("kept"));
        auto* take = stand.named("things.take");
        QVERIFY(ui::whyDisabled(*take).contains(QStringLiteral("Select a row")));
        stand.pane->table()->select({0});
        QCOMPARE(ui::whyDisabled(*take), QStringLiteral("It is kept."));
        stand.pane->table()->select({0, 1});
        QVERIFY(take->isEnabled());
    }
};

}  // namespace evenhand::test::test_query_pane

QTEST_MAIN(evenhand::test::test_query_pane::TestQueryPane)
#include "test_query_pane.moc"

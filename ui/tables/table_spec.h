// SPDX-License-Identifier: GPL-3.0-or-later
// A table as a value: what a row shows, what can be filtered and sorted by, what can be done with rows, and the words.
// QueryPane makes of it the table that works; how to add one stands in ui/TABLES.md. Functions that give a text are
// called again in another language.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QBrush>
#include <QJsonObject>
#include <QKeySequence>
#include <QMimeData>
#include <QStringList>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "engine/base/clock.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/models/live_rows.h"
#include "ui/models/paged_table.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/tables/filter_field.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/theme.h"

class QMenu;

namespace evenhand::ui {

using Words = std::function<QString()>;

/// Of a table that the engine gives in one order only.
enum class OneOrder : std::uint8_t { Only };

/// `Sort`: by what the engine can sort these rows. Begins with what each column has, and is told what it has besides.
template <typename Row, typename Sort>
struct Column {
    using Text = std::function<QString(const Row&)>;
    using ToneOf = std::function<std::optional<Tone>(const Row&)>;

    /// `id` in what is kept per person: unique in its table, never renamed.
    Column(const char* columnId, int columnWidth, Words columnTitle, Text cell)
        : id(QLatin1String(columnId)), title(std::move(columnTitle)), text(std::move(cell)), width(columnWidth) {}

    /// A figure, ordered by itself; one that is not known is a dash, and before 0.
    static Column count(const char* id, int width, Words title,
                        std::function<std::optional<std::int64_t>(const Row&)> of) {
        return figure(id, width, std::move(title), std::move(of), &Formats::number);
    }
    /// An amount in the workspace's currency, likewise. `formats` outlives it.
    static Column money(const char* id, int width, Words title, const Formats& formats,
                        std::function<std::optional<Money>(const Row&)> of) {
        const auto minor = [of = std::move(of)](const Row& row) {
            const auto amount = of(row);
            return amount ? std::optional(amount->minor) : std::nullopt;
        };
        return figure(id, width, std::move(title), minor,
                      [&formats](std::int64_t amount) { return formats.money(Money{amount}); });
    }
    /// Likewise, shown in another way.
    static Column figure(const char* id, int width, Words title,
                         std::function<std::optional<std::int64_t>(const Row&)> of,
                         std::function<QString(std::int64_t)> shown) {
        const auto cell = [of, shown = std::move(shown)](const Row& row) {
            const auto value = of(row);
            return value ? shown(*value) : Formats::dash();
        };
        return Column(id, width, std::move(title), cell)
            .orderedAs([of = std::move(of)](const Row& row) { return of(row).value_or(-1); })
            .number();
    }

    /// What the engine is asked for after a click on the header; none: it cannot, and the header does not look so.
    Column& sortedBy(Sort by) { return sort = by, *this; }
    /// Where rows come whole: the order of this column; none: that of its text.
    Column& orderedAs(std::function<std::int64_t(const Row&)> of) { return rank = std::move(of), *this; }
    /// At the right, said in few signs where there is no room for the whole (fittedCell()), and in a file without what
    /// groups its thousands.
    Column& number() { return isNumber = true, *this; }
    Column& strong() { return isStrong = true, *this; }
    /// Until its person wants it.
    Column& hidden() { return isHidden = true, *this; }
    /// Tool tip; none: the text.
    Column& withHint(Text of) { return hint = std::move(of), *this; }
    /// Drawn as a pill of this tone.
    Column& asPill(ToneOf of) { return pill = std::move(of), *this; }
    /// Text in this tone.
    Column& withInk(ToneOf of) { return ink = std::move(of), *this; }
    /// Of this colour, in front of the text.
    Column& marked(std::function<QBrush(const Row&)> of) { return mark = std::move(of), *this; }
    /// Tool tip of the title.
    Column& explained(Words of) { return explanation = std::move(of), *this; }
    /// In a file; none: the text, a dash as nothing.
    Column& inFile(Text of) { return exported = std::move(of), *this; }
    /// Looks different every second.
    Column& ticking() { return isTicking = true, *this; }
    /// Looks different once this instant has passed, or is to come again.
    Column& turningAt(std::function<Instant(const Row&)> of) { return turn = std::move(of), *this; }

    QString id;
    Words title;
    Words explanation;
    Text text;
    Text hint;
    Text exported;
    ToneOf pill;
    ToneOf ink;
    std::function<QBrush(const Row&)> mark;
    std::function<Instant(const Row&)> turn;
    std::function<std::int64_t(const Row&)> rank;
    std::optional<Sort> sort;
    int width;
    bool isNumber = false;
    bool isStrong = false;
    bool isHidden = false;
    bool isTicking = false;
};

/// What a hand can carry away from a table, and drop on one of its rows.
template <typename Row>
struct RowCarrying {
    /// What leaves when these rows are dragged away, owned by the caller; none: rows cannot be dragged.
    std::function<QMimeData*(const std::vector<const Row*>& rows)> away = {};
    /// The format of what can be dropped; empty: nothing.
    QString format = {};
    /// Empty: it may be dropped there. nullptr: beside the rows.
    std::function<QString(const Row* onto, const QMimeData* mime)> whyNot = {};
    std::function<void(const Row& onto, const QMimeData& mime)> dropped = {};
};

/// One read of rows.
template <typename Sort>
struct PageOf {
    Sort sort;
    bool descending = false;
    std::int64_t offset = 0;
    std::int64_t limit = 0;
};

struct ActionLook {
    QString name = {};  ///< object name, "tasks.retry"
    QString icon = {};
    QKeySequence keys = {};
    bool isIconOnly = false;  ///< its button has no words
    Words brief = {};         ///< on its button; missing: as `label`
    Words label = {};
    Words tip = {};
    std::optional<api::Operation> operation = {};  ///< what the engine calls it: says who may; none: everybody
    bool isSingle = false;                         ///< of one row at a time
    Words whyNone = {};                            ///< while nothing is selected; missing: that a row has to be
};

/// What a person can do with rows that are selected. They are frozen first, with their ids and versions.
template <typename Row>
struct RowAction {
    ActionLook look;
    std::function<QString(const Row&)> whyNot = {};  ///< empty answer: this row allows it
    /// What is meant while nothing is selected; none: nothing.
    std::function<std::vector<Row>()> unselected = {};
    std::function<QString(const Row&)> effect = {};  ///< what becomes of a row, in the question
    std::function<ActionDialog::Texts(const std::vector<Row>& fit)> ask = {};
    decltype(RowFlow::Spec::submit) submit = {};
    /// In place of it, where id and version are not all that the engine has to be told of a row. An answer without an
    /// id is of the row at its place.
    std::function<void(const api::Call& call, const std::vector<Row>& fit, std::function<void(RowFlow::Answers)> done)>
        submitRows = {};
    /// What a row is about, where several can be about the same: it is done once, and answered for all of them. None:
    /// each row by itself.
    std::function<std::string(const Row&)> once = {};
    std::function<void(ActionDialog& question)> addFields = {};
    bool isAtOnce = false;  ///< nothing is asked and no reason is needed: `ask` gives its title
    bool isBrief = false;   ///< the list of outcomes is shown only where a row went otherwise than asked
    /// What would take it back: the rows that were done as they were before, and their versions since. None: no undo is
    /// offered.
    std::function<RowFlow::Spec(const std::vector<Row>& before, const std::vector<std::int64_t>& versions)> undo = {};
    QString undoKind = {};  ///< see RowFlow::Spec
    /// In place of all the above from `effect` on, for a flow of its own.
    std::function<void(const std::vector<Row>& frozen)> begin = {};
};

/// How rows are called in questions and outcomes, and read again afterwards; needed where there are actions.
template <typename Row>
struct RowWords {
    std::function<QStringList()> header = {};  ///< of name, detail and state
    /// id, version, name, detail and how it stands now.
    std::function<FlowRow(const Row&)> frozen = {};
    decltype(RowFlow::Spec::readBack) readBack = {};      ///< none: the answers say how the rows stand
    decltype(RowFlow::Spec::lastChange) lastChange = {};  ///< none: the engine cannot say who changed a row
};

struct TableTexts {
    Words name = {};                                        ///< of the table, for who hears it: "Tasks"
    std::function<QString(std::int64_t total)> count = {};  ///< -1: not known
    Words empty = {};                                       ///< there are none at all
    Words emptyFiltered = {};                               ///< the filter lets none through
    Words emptyBegun = {};  ///< TableLook::begin lets none through; missing: as emptyFiltered
    /// Where there are none at all: what to do, or that nothing is to be done. Every table says so, in words or by a
    /// button for an action of its page, or for a command of the window by its name ("shop.addCourier"), which is left
    /// out where the window has none.
    Words next = {};
    QAction* nextAction = nullptr;
    QString nextCommand = {};
    QString otherCommand = {};  ///< likewise, another way to the same: a whole list by an import
    /// Why an action is for none of several rows that are selected; missing: in general words.
    std::function<QString(const QString& why)> noneAllows = {};
    Words exported = {};    ///< by its button and as a job: "Export tasks"
    QString fileName = {};  ///< proposed, "tasks.csv"; the audit log calls by it what was exported
    /// Of live rows: how many have come in that are not shown, on the button that shows them, and its tool tip.
    std::function<QString(std::int64_t count)> arrived = {};
    Words arrivedTip = {};
};

/// A file that the engine writes, with more than the table shows.
struct FileLook {
    QString name = {};  ///< object name of its action, "returns.exportUnits"; empty: there is none
    Words label = {};
    Words tip = {};
    Words job = {};                                                             ///< "Export of returns"
    QString fileName = {};                                                      ///< proposed
    std::function<QString(std::int64_t count, const QString& path)> done = {};  ///< what is told afterwards
};

/// What of a table does not depend on its rows.
struct TableLook {
    QString prefix = {};  ///< names of table and columns, and where is kept what its person likes: "tasks"
    QString one = {};     ///< names of what stands around it: "task"
    TableTexts texts = {};
    FileLook file = {};
    QJsonObject begin = {};  ///< state of the fields, until its person has kept another one to begin with
    /// Needed to read the rows; whoever has it not is told so in their place.
    std::optional<api::Permission> permission = {};
    QKeySequence exportKeys = {};
    /// What the rows are of that no field says and the campus scope does not, for the audit log: "campaign=lunch".
    std::function<QString()> shownOf = {};
    QStringList yielding = {};  ///< ids of columns that give way where there is no room for all; the first goes first
    bool isSingle = false;      ///< one row at most is selected
    bool isCompact = false;     ///< fields and buttons in one row
    std::function<void(QMenu& menu)> menu = {};  ///< more than the actions, behind them in the menu of rows
    bool isOfCampus = false;  ///< other rows in another campus scope; then the filter has to name the campus
    int refreshMs = PagedTable::kRefreshMs;  ///< not read again more often
    /// Connects whatever says that rows may have changed; `context` bounds the connections.
    std::function<void(QObject* context, std::function<void()> changed)> refreshedBy = {};
};

template <typename RowType, typename FilterType, typename SortType>
struct TableSpec {
    using Row = RowType;
    using Filter = FilterType;
    using Sort = SortType;

    TableLook look = {};
    std::vector<Column<Row, Sort>> columns = {};
    QString orderedBy = {};  ///< id of the column by which a person begins; empty, where they come whole: as they come
    bool isDescending = true;
    /// Where they come whole: id of the column by which rows stand that are alike by the other; empty: as they come.
    QString thenBy = {};
    std::function<Instant()> now = {};  ///< engine time, where cells look different as it goes on
    std::function<api::Answer<std::vector<Row>>(const Filter&, const PageOf<Sort>&)> page = {};
    std::function<api::Answer<std::int64_t>(const Filter&)> count = {};
    /// In place of page and count where the engine gives all rows at once: they are sorted here, by every column.
    std::function<api::Answer<std::vector<Row>>(const Filter&)> all = {};
    std::function<bool(const Filter&, const Row&)> matches = {};  ///< of these; none: all that were read
    /// Of these so many are shown; 0: all. `all` asks for one more, by which the count and a file tell that there are.
    std::int64_t most = 0;
    /// Beside page and count where the engine tells which rows have changed: these are read, and new ones come in at
    /// the top. In place of TableLook::refreshedBy.
    std::optional<LiveRows<Row, Filter>> live = {};
    std::vector<FilterField<Filter>> fields = {};
    std::function<void(Filter&)> always = {};  ///< what no field says: the campus
    /// Of TableLook::file.
    std::function<api::Answer<std::int64_t>(const Filter&, std::string path,
                                            std::function<void(std::int64_t)> progress)>
        writeFile = {};
    RowWords<Row> words = {};
    std::vector<RowAction<Row>> actions = {};
    std::function<void(const Row&)> opened = {};  ///< double click
    RowCarrying<Row> carrying = {};
};

}  // namespace evenhand::ui

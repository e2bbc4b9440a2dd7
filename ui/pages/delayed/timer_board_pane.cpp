// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/timer_board_pane.h"

#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

using KindColumn = Column<TimerKindRow, OneOrder>;
using Figures = api::TimerFigures;

const Figures* figuresOf(const std::optional<api::TimerBoard>& board, api::TimerKind kind) {
    if (!board) {
        return nullptr;
    }
    const auto found = std::find_if(board->kinds.begin(), board->kinds.end(),
                                    [kind](const auto& figures) { return figures.kind == kind; });
    return found == board->kinds.end() ? nullptr : &*found;
}

using Figure = std::function<std::optional<std::int64_t>(const Figures&)>;

KindColumn figureColumn(const char* id, int width, Words title, Figure of, QString (*shown)(std::int64_t)) {
    const auto value = [of = std::move(of)](const TimerKindRow& row) {
        return row.figures ? of(*row.figures) : std::nullopt;
    };
    return KindColumn::figure(id, width, std::move(title), value, shown);
}

KindColumn countColumn(const char* id, int width, Words title, const Figure& of) {
    return figureColumn(id, width, std::move(title), of, &Formats::number);
}

/// In this tone where the figure is not 0.
KindColumn::ToneOf inkOf(std::int64_t Figures::*figure, Tone tone) {
    return [figure, tone](const TimerKindRow& row) {
        return row.figures && (*row.figures).*figure > 0 ? std::optional(tone) : std::nullopt;
    };
}

}  // namespace

TimerBoardPane::TimerBoardPane(UiContext& context, QWidget* parent)
    : FedTable(describe(context, this), context, parent), m_current(api::allTimerKinds().front()) {
    connect(&model(), &PagedTable::reset, this, [this] { show(m_current); });
    connect(&model(), &PagedTable::loaded, this, &TimerBoardPane::keepChosen);
    connect(table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (const auto* row = model().row(index.row())) {
            setCurrent(row->kind);
        }
    });
    take(rowsOf(std::nullopt));
}

TimerBoardPane::~TimerBoardPane() = default;

void TimerBoardPane::setBoard(std::optional<api::TimerBoard> board) {
    m_board = std::move(board);
    take(rowsOf(m_board));
}

const api::TimerFigures* TimerBoardPane::figures(api::TimerKind kind) const { return figuresOf(m_board, kind); }

void TimerBoardPane::choose(api::TimerKind kind) {
    if (rowOf(kind) < 0 && !filters()->isClear()) {
        filters()->clear();
    }
    show(kind);
}

void TimerBoardPane::keepChosen() {
    const auto* first = model().row(0);
    if (rowOf(m_current) < 0 && first != nullptr) {
        show(first->kind);
    } else if (!table()->selectionModel()->hasSelection()) {
        show(m_current);
    }
}

void TimerBoardPane::show(api::TimerKind kind) {
    if (const int row = rowOf(kind); row >= 0) {
        table()->selectRow(row);
    }
    setCurrent(kind);
}

void TimerBoardPane::setCurrent(api::TimerKind kind) {
    if (std::exchange(m_current, kind) != kind) {
        Q_EMIT currentMoved();
    }
}

std::vector<TimerKindRow> TimerBoardPane::rowsOf(const std::optional<api::TimerBoard>& board) {
    std::vector<TimerKindRow> rows;
    for (const auto kind : api::allTimerKinds()) {
        TimerKindRow row{timerKindId(kind), kind};
        if (const auto* figures = figuresOf(board, kind)) {
            row.figures = *figures;
            row.at = board->at;
            row.windowMs = board->windowMs;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

TimerBoardPane::Spec TimerBoardPane::describe(UiContext& context, TimerBoardPane* pane) {
    const auto now = [&bridge = context.bridge] { return bridge.now(); };
    Spec spec;
    spec.look.prefix = QStringLiteral("timerBoard");
    spec.look.one = QStringLiteral("timerKind");
    spec.look.isSingle = true;
    spec.look.isCompact = true;
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Timers by kind"); };
    texts.count = [](std::int64_t) { return QString(); };  // always the same
    texts.empty = [] { return tr("There are no kinds of timers."); };
    texts.next = [] { return tr("Nothing to do."); };
    texts.emptyFiltered = [] { return tr("No kind matches the filter."); };
    texts.exported = [] { return tr("Export timers by kind"); };
    texts.fileName = QStringLiteral("timers-by-kind.csv");
    spec.columns = describeColumns(context.formats, now);
    spec.orderedBy = QStringLiteral("kind");
    spec.isDescending = false;
    spec.now = now;
    spec.fields.push_back(kindField());
    spec.matches = [](const TimerBoardFilter& filter, const TimerKindRow& row) {
        return filter.kinds.empty() ||
               std::find(filter.kinds.begin(), filter.kinds.end(), row.kind) != filter.kinds.end();
    };
    spec.opened = [pane](const TimerKindRow& row) { Q_EMIT pane->kindOpened(row.kind); };
    return spec;
}

FilterField<TimerBoardFilter> TimerBoardPane::kindField() {
    FieldLook kind;
    kind.key = QStringLiteral("kinds");
    kind.objectName = QStringLiteral("timerBoardKind");
    kind.title = [] { return tr("Kind"); };
    kind.any = [] { return tr("Every kind"); };
    kind.choices = choicesOf(api::allTimerKinds(), &label);
    return choicesField(std::move(kind), &TimerBoardFilter::kinds, &api::timerKindFrom);
}

std::vector<KindColumn> TimerBoardPane::describeColumns(const Formats& formats, std::function<Instant()> now) {
    const auto count = [](const char* id, int width, Words title, std::int64_t Figures::*of) {
        return countColumn(id, width, std::move(title),
                           [of](const Figures& figures) { return std::optional(figures.*of); });
    };
    const auto lateness = [](const TimerKindRow& row) {
        const QString within = Formats::duration(row.windowMs);
        return !row.figures             ? QString()
               : row.figures->lateP50Ms ? tr("How late recent timers ran: %1 within %2.", "count, span")
                                              .arg(Formats::number(row.figures->effects), within)
                                        : tr("No timer ran within %1.", "span").arg(within);
    };
    const auto none = [](const TimerKindRow&) { return QString(); };
    // It goes on getting later between two readings.
    const auto oldest = [now](const TimerKindRow& row) {
        return row.figures && row.figures->oldestLateMs
                   ? Formats::countdown(*row.figures->oldestLateMs + std::max<std::int64_t>(0, now().ms - row.at.ms),
                                        false)
                   : Formats::dash();
    };
    const auto next = [now](const TimerKindRow& row) {
        if (!row.figures || !row.figures->nextDue) {
            return Formats::dash();
        }
        const std::int64_t left = row.figures->nextDue->ms - now().ms;
        return left > 0 ? Formats::countdown(left, true) : tr("due");
    };
    const auto wholeNext = [&formats](const TimerKindRow& row) {
        return row.figures && row.figures->nextDue ? formats.dateTime(*row.figures->nextDue) : QString();
    };
    return {
        KindColumn(
            "kind", 116, [] { return tr("Kind"); },
            [](const TimerKindRow& row) {
                return row.figures && row.figures->paused ? tr("%1, paused", "kind").arg(label(row.kind))
                                                          : label(row.kind);
            })
            .orderedAs([](const TimerKindRow& row) { return row.id.value; })
            .strong()
            .asPill([](const TimerKindRow& row) {
                return row.figures && row.figures->paused ? std::optional(Tone::Warn) : std::nullopt;
            })
            .withHint([](const TimerKindRow& row) {
                return row.figures ? tr("When due, it %1.", "effect").arg(effectOf(row.kind)) : QString();
            }),
        count(
            "armed", 60, [] { return tr("Armed"); }, &Figures::armed)
            .strong()
            .withHint(none),
        count(
            "overdue", 66, [] { return tr("Overdue"); }, &Figures::overdue)
            .withInk(inkOf(&Figures::overdue, Tone::Bad))
            .withHint(none),
        KindColumn(
            "oldest", 62, [] { return tr("Oldest"); }, oldest)
            .orderedAs([](const TimerKindRow& row) {
                return row.figures ? row.figures->oldestLateMs.value_or(-1) : std::int64_t{-1};
            })
            .number()
            .withInk([](const TimerKindRow& row) {
                return row.figures && row.figures->oldestLateMs ? std::optional(Tone::Bad) : std::nullopt;
            })
            .withHint(none)
            .ticking(),
        figureColumn(
            "p50", 66, [] { return tr("p50 late"); }, [](const Figures& figures) { return figures.lateP50Ms; },
            &Formats::duration)
            .withHint(lateness),
        figureColumn(
            "p99", 66, [] { return tr("p99 late"); }, [](const Figures& figures) { return figures.lateP99Ms; },
            &Formats::duration)
            .withHint(lateness),
        KindColumn(
            "next", 66, [] { return tr("Next in"); }, next)
            .orderedAs([](const TimerKindRow& row) {
                return row.figures && row.figures->nextDue ? row.figures->nextDue->ms : std::int64_t{-1};
            })
            .number()
            .withHint([wholeNext](const TimerKindRow& row) {
                return row.figures && !row.figures->nextDue ? tr("No timer is armed.") : wholeNext(row);
            })
            .inFile(wholeNext)
            .ticking(),
        countColumn(
            "inFlight", 66, [] { return tr("In flight"); }, [](const Figures& figures) { return figures.inFlight; })
            .withHint([](const TimerKindRow& row) {
                return row.figures && !row.figures->inFlight ? tr("The delay queue is off.") : QString();
            }),
        count(
            "retrying", 66, [] { return tr("Retrying"); }, &Figures::retrying)
            .withInk(inkOf(&Figures::retrying, Tone::Warn))
            .withHint(none),
        count(
            "dead", 50, [] { return tr("Dead"); }, &Figures::dead)
            .withInk(inkOf(&Figures::dead, Tone::Bad))
            .withHint(none),
    };
}

}  // namespace evenhand::ui

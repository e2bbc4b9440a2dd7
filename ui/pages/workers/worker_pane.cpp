// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workers/worker_pane.h"

#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/ring_view.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

WorkerPane::WorkerPane(UiContext& context, const RingView& ring, QWidget* parent)
    : FedTable(describe(context, ring, this), context, parent) {}

WorkerPane::~WorkerPane() = default;

void WorkerPane::takeWorkers(const Result<api::RingSnapshot>& read) {
    if (!read) {
        take(fail(read.error()));
        return;
    }
    std::vector<WorkerRow> rows;
    rows.reserve(read->workers.size());
    for (const auto& worker : read->workers) {
        rows.push_back({worker, rows.size()});
    }
    take(std::move(rows));
}

WorkerPane::Spec WorkerPane::describe(UiContext& context, const RingView& ring, WorkerPane* pane) {
    const auto now = [&bridge = context.bridge] { return bridge.now(); };
    Spec spec;
    spec.look.prefix = QStringLiteral("worker");
    spec.look.one = QStringLiteral("worker");
    spec.look.isSingle = true;
    spec.look.isCompact = true;
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Workers"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 workers", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("No worker is running: no task is done."); };
    texts.next = [] { return tr("Restart the program: its workers start with it."); };
    texts.emptyFiltered = [] { return tr("No worker matches the filter."); };
    texts.exported = [] { return tr("Export workers"); };
    texts.fileName = QStringLiteral("workers.csv");
    spec.columns = describeColumns(context.formats, now, ring);
    spec.orderedBy = QStringLiteral("worker");
    spec.isDescending = false;
    spec.now = now;
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("workerFilterText"), [] { return tr("Worker"); }, &AnyCell::text)};
    spec.opened = [pane](const WorkerRow& row) { Q_EMIT pane->workerOpened(text(row.member.name)); };
    return spec;
}

std::vector<Column<WorkerRow, OneOrder>> WorkerPane::describeColumns(const Formats& formats,
                                                                     std::function<Instant()> now,
                                                                     const RingView& ring) {
    using C = Column<WorkerRow, OneOrder>;
    const auto wholeName = [](const WorkerRow& row) { return text(row.member.name); };
    const auto seen = [&formats, now](const WorkerRow& row) {
        return row.lastSeen ? formats.shortTime(*row.lastSeen, now()) : Formats::dash();
    };
    const auto wholeSeen = [&formats](const WorkerRow& row) {
        return row.lastSeen ? formats.dateTime(*row.lastSeen) : QString();
    };
    const auto wholeSince = [&formats](const WorkerRow& row) { return formats.dateTime(row.member.joinedAt); };
    return {
        C(
            "worker", 200, [] { return tr("Worker"); },
            [](const WorkerRow& row) { return shownLine(text(row.member.name)); })
            .orderedAs([](const WorkerRow& row) { return static_cast<std::int64_t>(row.place); })
            .strong()
            .marked([&ring](const WorkerRow& row) { return ring.brushOf(row.place); })
            .withHint(
                [wholeName](const WorkerRow& row) { return wholeName(row) + QLatin1Char('\n') + text(row.member.id); })
            .inFile(wholeName),
        C(
            "share", 68, [] { return tr("Share"); },
            [](const WorkerRow& row) { return Formats::decimal(row.share * 100, 1) + QStringLiteral(" %"); })
            .orderedAs([](const WorkerRow& row) { return static_cast<std::int64_t>(row.share * 1e9); })
            .number(),
        C::count(
            "backlog", 76, [] { return tr("Backlog"); }, &WorkerRow::backlog)
            .strong(),
        C::count(
            "inHand", 72, [] { return tr("In hand"); }, &WorkerRow::inHand),
        C(
            "rate", 72, [] { return tr("Done/s"); },
            [](const WorkerRow& row) {
                return row.perSecond < 0 ? Formats::dash() : Formats::decimal(row.perSecond, 1);
            })
            .orderedAs([](const WorkerRow& row) { return static_cast<std::int64_t>(row.perSecond * 1e6); })
            .number(),
        C::count(
            "done", 84, [] { return tr("Done"); },
            [](const WorkerRow& row) { return row.done < 0 ? std::nullopt : std::optional(row.done); }),
        C(
            "seen", 92, [] { return tr("Last seen"); }, seen)
            .orderedAs([](const WorkerRow& row) { return row.lastSeen.value_or(Instant{}).ms; })
            .withHint(wholeSeen)
            .inFile(wholeSeen),
        C(
            "lease", 96, [] { return tr("Lease ends"); },
            [now](const WorkerRow& row) { return Formats::dueIn(row.member.leaseUntil.ms - now().ms); })
            .orderedAs([](const WorkerRow& row) { return row.member.leaseUntil.ms; })
            .number()
            .withInk([now](const WorkerRow& row) {
                return row.member.leaseUntil <= now() ? std::optional(Tone::Bad) : std::nullopt;
            })
            .ticking(),
        C::count(
            "nodes", 64, [] { return tr("Nodes"); },
            [](const WorkerRow& row) { return std::ssize(row.member.positions); }),
        C::count(
            "ranges", 68, [] { return tr("Ranges"); }, [](const WorkerRow& row) { return std::ssize(row.ranges); }),
        C(
            "since", 92, [] { return tr("Since"); },
            [&formats, now](const WorkerRow& row) { return formats.shortTime(row.member.joinedAt, now()); })
            .orderedAs([](const WorkerRow& row) { return row.member.joinedAt.ms; })
            .number()
            .withHint(wholeSince)
            .inFile(wholeSince),
    };
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workers/hand_overs.h"

#include <QCoreApplication>

#include "ui/bridge/engine_bridge.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct HandOvers {
    Q_DECLARE_TR_FUNCTIONS(HandOvers)
};
using api::RingChangeRow;

QString movedText(const RingChangeRow& row) { return Formats::decimal(row.moved * 100, 1) + QStringLiteral(" %"); }

std::vector<Column<RingChangeRow, OneOrder>> handOverColumns(const Formats& formats) {
    using C = Column<RingChangeRow, OneOrder>;
    return {
        C(
            "at", 160, [] { return HandOvers::tr("Time"); },
            [&formats](const RingChangeRow& row) { return formats.dateTime(row.at); })
            .orderedAs([](const RingChangeRow& row) { return row.id.value; }),
        C(
            "change", 96, [] { return HandOvers::tr("Event"); },
            [](const RingChangeRow& row) { return label(row.change); })
            .asPill([](const RingChangeRow& row) { return tone(row.change); }),
        C(
            "worker", 260, [] { return HandOvers::tr("Worker"); },
            [](const RingChangeRow& row) { return shownLine(text(row.worker)); })
            .strong()
            .inFile([](const RingChangeRow& row) { return text(row.worker); }),
        C::count(
            "workers", 110, [] { return HandOvers::tr("Workers"); }, &RingChangeRow::workers),
        C(
            "moved", 150, [] { return HandOvers::tr("Share handed over"); }, &movedText)
            .orderedAs([](const RingChangeRow& row) { return static_cast<std::int64_t>(row.moved * 1e9); })
            .number(),
    };
}

}  // namespace

HandOverTable::Spec describeHandOvers(UiContext& context) {
    auto& bridge = context.bridge;
    HandOverTable::Spec spec;
    spec.look.prefix = QStringLiteral("handOver");
    spec.look.one = QStringLiteral("handOver");
    spec.look.isCompact = true;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::ringChanged);
    auto& texts = spec.look.texts;
    texts.name = [] { return HandOvers::tr("Hand-overs"); };
    texts.count = [](std::int64_t total) {
        return HandOvers::tr("%1 hand-overs", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return HandOvers::tr("No worker has joined or left yet."); };
    texts.next = [] { return HandOvers::tr("Nothing to do: a worker that joins or leaves is listed here."); };
    texts.emptyFiltered = [] { return HandOvers::tr("No hand-over matches the filter."); };
    texts.exported = [] { return HandOvers::tr("Export hand-overs"); };
    texts.fileName = QStringLiteral("hand-overs.csv");
    spec.columns = handOverColumns(context.formats);
    spec.orderedBy = QStringLiteral("at");
    spec.most = kHandOvers;
    spec.all = [&bridge](const AnyCell&) { return bridge.tasks().ringHistory(bridge.call(), kHandOvers + 1); };
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("handOverFilterText"), [] { return HandOvers::tr("Worker or event"); },
        &AnyCell::text)};
    return spec;
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/sale_list.h"

#include <QCoreApplication>
#include <utility>

#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"

namespace evenhand::ui {
namespace {

struct SaleListWords {
    Q_DECLARE_TR_FUNCTIONS(SaleListWords)
};
using SaleColumn = Column<api::ActivityRow, OneOrder>;
using api::ActivityPhase;

constexpr ActivityPhase kSalePhases[] = {ActivityPhase::Draft,   ActivityPhase::Scheduled, ActivityPhase::OnSale,
                                         ActivityPhase::Stopped, ActivityPhase::Closing,   ActivityPhase::Ended};

QString keyOf(ActivityPhase phase) {
    const auto key = api::toText(phase);
    return QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
}

SaleColumn unitsColumn(const char* id, Words title, std::function<std::int64_t(const api::ActivityRow&)> of) {
    const auto known = [of = std::move(of), sold = std::string_view(id) == "sold"](const api::ActivityRow& row) {
        return sold && row.state == api::ActivityState::Draft ? std::nullopt : std::optional(of(row));
    };
    return SaleColumn::count(id, 54, std::move(title), known);
}

std::vector<SaleColumn> saleColumns(const Formats& formats, const std::function<Instant()>& now) {
    std::vector<SaleColumn> columns{
        SaleColumn(
            "state", 92, [] { return SaleListWords::tr("State"); },
            [now](const api::ActivityRow& row) { return label(phaseOf(row, now())); })
            .orderedAs([now](const api::ActivityRow& row) { return static_cast<std::int64_t>(phaseOf(row, now())); })
            .asPill([now](const api::ActivityRow& row) { return tone(phaseOf(row, now())); })
            .ticking(),
        SaleColumn(
            "name", 110, [] { return SaleListWords::tr("Sale"); },
            [](const api::ActivityRow& row) { return text(row.set.name); })
            .strong(),
        unitsColumn(
            "sold", [] { return SaleListWords::tr("Sold"); }, [](const api::ActivityRow& row) { return row.ordered; })
            .strong(),
        unitsColumn(
            "units", [] { return SaleListWords::tr("Units"); },
            [](const api::ActivityRow& row) { return row.set.stock + row.added; }),
        SaleColumn(
            "begin", 96, [] { return SaleListWords::tr("Begins"); },
            [&formats, now](const api::ActivityRow& row) { return formats.shortTime(row.set.begin, now()); })
            .orderedAs([](const api::ActivityRow& row) { return row.set.begin.ms; })
            .inFile([&formats](const api::ActivityRow& row) { return formats.dateTime(row.set.begin); }),
    };
    for (auto& column : columns) {
        column.withHint([&formats](const api::ActivityRow& row) {
            return SaleListWords::tr("%1\n%2, %3\n%4 to %5", "name, product, price, begin, end")
                .arg(text(row.set.name), text(row.voucherName), formats.moneyWithCurrency(row.set.price),
                     formats.dateTime(row.set.begin), formats.dateTime(row.set.end));
        });
    }
    return columns;
}

std::vector<FilterField<SaleFilter>> saleFields() {
    FieldLook state;
    state.key = QStringLiteral("state");
    state.objectName = QStringLiteral("activityState");
    state.kind = FieldLook::Kind::Choices;
    state.title = [] { return SaleListWords::tr("State"); };
    state.any = [] { return SaleListWords::tr("Every state"); };
    state.choices = [] {
        std::vector<ChoiceButton::Choice> choices;
        for (const auto phase : kSalePhases) {
            choices.push_back({keyOf(phase), label(phase)});
        }
        return choices;
    };
    return {textField<SaleFilter>(
                QStringLiteral("text"), QStringLiteral("activityText"),
                [] { return SaleListWords::tr("Sale or state"); }, &SaleFilter::text),
            {std::move(state), [](const FieldValue& value, SaleFilter& filter) { filter.phases = value.keys; }}};
}

}  // namespace

SaleList::Spec describeSales(const Formats& formats, std::function<Instant()> now, QAction* setUp, Words none) {
    SaleList::Spec spec;
    spec.look.prefix = QStringLiteral("activities");
    spec.look.one = QStringLiteral("activity");
    spec.look.isCompact = true;
    spec.look.isSingle = true;
    auto& texts = spec.look.texts;
    texts.name = [] { return SaleListWords::tr("Flash sales"); };
    texts.count = [](std::int64_t total) {
        return total < 0 ? Formats::dash()
                         : SaleListWords::tr("%1 sales", nullptr, Formats::plural(total)).arg(Formats::number(total));
    };
    texts.empty = std::move(none);
    texts.next = [] { return SaleListWords::tr("Set one up, rehearse it, start it."); };
    texts.nextAction = setUp;
    texts.emptyFiltered = [] { return SaleListWords::tr("No sale matches the filter."); };
    texts.exported = [] { return SaleListWords::tr("Export the list of sales"); };
    texts.fileName = QStringLiteral("sales.csv");
    spec.columns = saleColumns(formats, now);
    spec.now = now;
    spec.fields = saleFields();
    spec.matches = [now](const SaleFilter& filter, const api::ActivityRow& row) {
        return filter.phases.isEmpty() || filter.phases.contains(keyOf(phaseOf(row, now())));
    };
    return spec;
}

}  // namespace evenhand::ui

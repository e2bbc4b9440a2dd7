// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shop/stock_history.h"

#include <QCoreApplication>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"

namespace evenhand::ui {
namespace {

struct StockWords {
    Q_DECLARE_TR_FUNCTIONS(StockWords)
};

QString stockLabel(api::StockChange change) {
    switch (change) {
        case api::StockChange::Received: return StockWords::tr("Received");
        case api::StockChange::Corrected: return StockWords::tr("Corrected");
        case api::StockChange::Imported: return StockWords::tr("Set by import or API");
        case api::StockChange::Ordered: return StockWords::tr("Order");
        case api::StockChange::OrderedInSale: return StockWords::tr("Order in a flash sale");
        case api::StockChange::ToSale: return StockWords::tr("Set aside for a flash sale");
        case api::StockChange::FromSale: return StockWords::tr("Left over from a flash sale");
    }
    return {};
}

QString unitsOf(const api::StockHistoryRow& row) {
    return (row.units > 0 ? QStringLiteral("+") : QString()) + Formats::number(row.units);
}

bool isOrder(const api::StockHistoryRow& row) {
    return row.change == api::StockChange::Ordered || row.change == api::StockChange::OrderedInSale;
}

Result<std::vector<StockLine>> stockLines(const Result<std::vector<api::StockHistoryRow>>& rows) {
    if (!rows) {
        return fail(rows.error());
    }
    std::vector<StockLine> lines;
    lines.reserve(rows->size());
    auto number = std::ssize(*rows);
    for (const auto& row : *rows) {
        lines.push_back({row, number--});
    }
    return lines;
}

}  // namespace

StockHistoryPane::StockHistoryPane(UiContext& context, QWidget* parent)
    : StockHistoryTable(describe(context, this), context, parent) {}

StockHistoryPane::~StockHistoryPane() = default;

void StockHistoryPane::setProduct(const Sku& sku) {
    if (m_sku == sku) {
        return;
    }
    const bool began = m_sku.empty() || sku.empty();
    m_sku = sku;
    if (began) {
        setActive(m_shown);
    }
    changed();
}

void StockHistoryPane::setActive(bool active) {
    m_shown = active;
    StockHistoryTable::setActive(active && !m_sku.empty());
}

StockHistoryPane::Spec StockHistoryPane::describe(UiContext& context, StockHistoryPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("stockHistory");
    spec.look.one = QStringLiteral("stockChange");
    spec.look.isCompact = true;
    spec.look.shownOf = [pane] { return QStringLiteral("product=") + text(pane->m_sku); };
    spec.look.refreshedBy = [&bridge](QObject* receiver, const std::function<void()>& again) {
        connect(&bridge, &EngineBridge::catalogueChanged, receiver, again);
        connect(&bridge, &EngineBridge::ordersChanged, receiver, again);
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("History of the stock"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 changes", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("Its stock has never changed."); };
    texts.next = [] { return tr("Receive stock, so that it can be ordered."); };
    texts.nextCommand = QStringLiteral("shop.stock.receive");
    texts.emptyFiltered = [] { return tr("No change matches the filter."); };
    texts.exported = [] { return tr("Export the history"); };
    texts.fileName = QStringLiteral("stock-history.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("at");
    spec.most = kMaxShown;
    spec.all = [&bridge, pane](const AnyCell&) {
        return bridge.shop()
            .stockHistory(bridge.call(), pane->m_sku, 0, kMaxShown + 1)
            .then([](const Result<std::vector<api::StockHistoryRow>>& rows) { return stockLines(rows); });
    };
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("stockHistoryText"), [] { return tr("Order, reason or person"); },
        &AnyCell::text)};
    spec.opened = [pane](const StockLine& line) {
        if (isOrder(line.row)) {
            Q_EMIT pane->orderOpened(text(line.row.about));
        }
    };
    return spec;
}

std::vector<Column<StockLine, OneOrder>> StockHistoryPane::describeColumns(UiContext& context) {
    using C = Column<StockLine, OneOrder>;
    const auto& formats = context.formats;
    const auto brief = [&context](const StockLine& line) {
        return context.formats.shortTime(line.row.at, context.bridge.now());
    };
    return {
        C(
            "at", 96, [] { return tr("Time"); }, brief)
            .orderedAs([](const StockLine& line) { return line.number; })
            .withHint([&formats](const StockLine& line) { return formats.dateTime(line.row.at); })
            .inFile([&formats](const StockLine& line) { return formats.dateTime(line.row.at); }),
        C(
            "what", 150, [] { return tr("What"); }, [](const StockLine& line) { return stockLabel(line.row.change); })
            .strong(),
        C(
            "units", 72, [] { return tr("Units"); }, [](const StockLine& line) { return unitsOf(line.row); })
            .orderedAs([](const StockLine& line) { return line.row.units; })
            .number()
            .withInk([](const StockLine& line) -> std::optional<Tone> {
                return line.row.change == api::StockChange::OrderedInSale ? std::optional(Tone::Muted) : std::nullopt;
            })
            .withHint([](const StockLine& line) {
                return line.row.change == api::StockChange::OrderedInSale
                           ? tr("Out of what the flash sale had set aside: the stock did not change.")
                           : unitsOf(line.row);
            }),
        C::count(
            "back", 84, [] { return tr("Came back"); },
            [](const StockLine& line) {
                return isOrder(line.row) && line.row.cameBack > 0 ? std::optional(line.row.cameBack) : std::nullopt;
            })
            .explained([] { return tr("Units of an order that came back: it was closed, or they were returned"); }),
        C(
            "about", 120, [] { return tr("Order or sale"); },
            [](const StockLine& line) { return orDash(line.row.about); }),
        C(
            "reason", 180, [] { return tr("Reason"); }, [](const StockLine& line) { return orDash(line.row.reason); })
            .inFile([](const StockLine& line) { return text(line.row.reason); }),
        C(
            "actor", 110, [] { return tr("Who"); },
            [](const StockLine& line) {
                return line.row.actor.empty() ? Formats::dash() : shownLine(actorLabel(line.row.actor));
            }),
    };
}

}  // namespace evenhand::ui

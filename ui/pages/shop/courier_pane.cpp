// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shop/courier_pane.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/shop/disabling.h"
#include "ui/pages/shop/shop_dialogs.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"

namespace evenhand::ui {

using api::CourierRow;

ShopCourierPane::ShopCourierPane(UiContext& context, QAction* add, QWidget* parent)
    : ShopCourierTable(describe(context, this, add), context, parent) {}

ShopCourierPane::~ShopCourierPane() = default;

void ShopCourierPane::openNew() { m_dialog = openCourier(context(), std::nullopt, window()); }

RowWords<CourierRow> ShopCourierPane::describeWords() {
    RowWords<CourierRow> said;
    said.header = [] { return QStringList{tr("Courier"), tr("Telephone"), tr("Now")}; };
    said.frozen = [](const CourierRow& row) {
        return FlowRow{.version = row.version,
                       .name = orDash(row.name),
                       .detail = orDash(row.phone),
                       .was = shopState(row.disabledAt),
                       .key = row.id.str()};
    };
    return said;
}

ShopCourierPane::Spec ShopCourierPane::describe(UiContext& context, ShopCourierPane* pane, QAction* add) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("shopCouriers");
    spec.look.one = QStringLiteral("shopCourier");
    spec.look.isCompact = true;
    spec.look.isOfCampus = true;
    spec.look.refreshedBy = [&bridge](QObject* receiver, const std::function<void()>& again) {
        connect(&bridge, &EngineBridge::couriersChanged, receiver, again);
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Couriers"); };
    texts.count = [](std::int64_t total) { return total < 0 ? Formats::dash() : countedCouriers(total); };
    texts.empty = [] { return tr("There are no couriers yet. Paid orders wait until one is on duty."); };
    texts.nextAction = add;
    texts.otherCommand = QStringLiteral("shop.import");
    texts.emptyFiltered = [] { return tr("No courier matches the filter."); };
    texts.exported = [] { return tr("Export couriers"); };
    texts.fileName = QStringLiteral("couriers.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("name");
    spec.isDescending = false;
    spec.most = kMaxShown;
    spec.all = [&bridge](const ShopCourierFilter& filter) {
        return bridge.shop().couriers(bridge.call(), filter.campus, kMaxShown + 1);
    };
    spec.always = [&context](ShopCourierFilter& filter) { filter.campus = context.scope.current(); };
    const auto anyCell = anyCellOf(spec.columns);
    spec.matches = [anyCell](const ShopCourierFilter& filter, const CourierRow& row) { return anyCell(filter, row); };
    spec.fields = {textField<ShopCourierFilter>(
        QStringLiteral("text"), QStringLiteral("shopCourierFilterText"),
        [] { return tr("Name, ID, telephone or state"); }, &ShopCourierFilter::text)};
    spec.words = describeWords();
    spec.actions = describeActions(context, pane);
    spec.opened = [pane](const CourierRow&) { pane->action(QStringLiteral("shop.courier.edit"))->trigger(); };
    return spec;
}

std::vector<RowAction<CourierRow>> ShopCourierPane::describeActions(UiContext& context, ShopCourierPane* pane) {
    auto& bridge = context.bridge;
    const auto none = [] { return tr("Select a courier first."); };
    RowAction<CourierRow> edit;
    edit.look = {.name = QStringLiteral("shop.courier.edit"),
                 .icon = QStringLiteral("edit"),
                 .label = [] { return tr("Edit…"); },
                 .operation = api::Operation::ShopEditCourier,
                 .isSingle = true,
                 .whyNone = none};
    edit.begin = [&context, pane](const std::vector<CourierRow>& frozen) {
        if (!frozen.empty()) {
            pane->m_dialog = openCourier(context, frozen.front(), pane->window());
        }
    };
    Disabling<CourierRow> how;
    how.kind = QStringLiteral("courier");
    how.operation = api::Operation::ShopSetCourierDisabled;
    how.none = none;
    how.counted = &countedCouriers;
    how.becomes = [](const CourierRow& row) {
        return row.inHand == 0 ? tr("off duty")
                               : tr("off duty, with %1 in hand", "counted orders").arg(countedOrders(row.inHand));
    };
    how.means = [] {
        return tr(
            "They go off duty and cannot come on duty. Orders in hand stay with them: hand them over afterwards.");
    };
    how.ends = [] { return tr("They can come on duty again; until then they are off duty."); };
    how.ask = [&bridge](const api::Call& call, const CourierRow& row, bool disable) {
        return bridge.shop().setCourierDisabled(call, row.id, disable, row.version);
    };
    how.words = &ShopCourierPane::describeWords;
    RowAction<CourierRow> handOver;
    handOver.look = {.name = QStringLiteral("shop.courier.handOver"),
                     .icon = QStringLiteral("handover"),
                     .label = [] { return tr("Hand over on Dispatch…"); },
                     .tip = [] { return tr("Open Dispatch with this courier, to hand over what is in hand"); },
                     .operation = api::Operation::DispatchHandOver,
                     .isSingle = true,
                     .whyNone = none};
    handOver.whyNot = [](const CourierRow& row) {
        return row.inHand == 0 ? tr("This courier has no orders in hand.") : QString();
    };
    handOver.begin = [pane](const std::vector<CourierRow>& frozen) {
        if (!frozen.empty()) {
            Q_EMIT pane->handOverWanted(frozen.front().campus, frozen.front().id);
        }
    };
    return {std::move(edit), describeDisabling(pane, how, true), describeDisabling(pane, how, false),
            std::move(handOver)};
}

std::vector<Column<CourierRow, OneOrder>> ShopCourierPane::describeColumns(UiContext& context) {
    using C = Column<CourierRow, OneOrder>;
    const auto& formats = context.formats;
    const auto& scope = context.scope;
    return {
        C(
            "name", 180, [] { return tr("Name"); }, [](const CourierRow& row) { return orDash(row.name); })
            .strong(),
        C(
            "phone", 140, [] { return tr("Telephone"); }, [](const CourierRow& row) { return orDash(row.phone); })
            .inFile([](const CourierRow& row) { return text(row.phone); }),
        C(
            "campus", 160, [] { return tr("Campus"); },
            [&scope](const CourierRow& row) { return scope.nameOf(row.campus); }),
        C(
            "id", 140, [] { return tr("ID"); }, [](const CourierRow& row) { return shownLine(text(row.id)); }),
        C(
            "state", 110, [] { return tr("State"); },
            [](const CourierRow& row) {
                return row.disabledAt ? tr("Disabled") : row.onDuty ? tr("On duty") : tr("Off duty");
            })
            .asPill([](const CourierRow& row) {
                return row.disabledAt ? Tone::Muted : row.onDuty ? Tone::Good : Tone::Info;
            })
            .withHint([&formats](const CourierRow& row) {
                return row.disabledAt ? tr("Disabled since %1").arg(formats.dateTime(*row.disabledAt)) : QString();
            }),
        C::count(
            "inHand", 84, [] { return tr("In hand"); }, &CourierRow::inHand)
            .withInk([](const CourierRow& row) -> std::optional<Tone> {
                return row.disabledAt && row.inHand > 0 ? std::optional(Tone::Bad) : std::nullopt;
            }),
        C::figure(
            "limit", 100, [] { return tr("Load limit"); }, &CourierRow::limit,
            [](std::int64_t limit) { return limit == 0 ? tr("None") : Formats::number(limit); })
            .orderedAs([](const CourierRow& row) { return row.limit() == 0 ? api::kMaxLoadLimit + 1 : row.limit(); })
            .withHint([](const CourierRow& row) {
                return row.loadLimit ? tr("Set for this courier.") : tr("As the campus has it.");
            })
            .inFile([](const CourierRow& row) { return row.limit() == 0 ? QString() : QString::number(row.limit()); }),
    };
}

}  // namespace evenhand::ui

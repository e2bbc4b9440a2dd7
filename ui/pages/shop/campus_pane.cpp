// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shop/campus_pane.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/shop/disabling.h"
#include "ui/pages/shop/shop_dialogs.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"

namespace evenhand::ui {

using api::CampusRow;

ShopCampusPane::ShopCampusPane(UiContext& context, QAction* add, QWidget* parent)
    : ShopCampusTable(describe(context, this, add), context, parent) {}

ShopCampusPane::~ShopCampusPane() = default;

void ShopCampusPane::openNew() { m_dialog = openCampus(context(), std::nullopt, window()); }

ShopCampusPane::Spec ShopCampusPane::describe(UiContext& context, ShopCampusPane* pane, QAction* add) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("shopCampuses");
    spec.look.one = QStringLiteral("shopCampus");
    spec.look.isCompact = true;
    spec.look.refreshedBy = [&bridge](QObject* receiver, const std::function<void()>& again) {
        connect(&bridge, &EngineBridge::campusesChanged, receiver, again);
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Campuses"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 campuses", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("There are no campuses yet. A shop begins with one."); };
    texts.nextAction = add;
    texts.emptyFiltered = [] { return tr("No campus matches the filter."); };
    texts.exported = [] { return tr("Export campuses"); };
    texts.fileName = QStringLiteral("campuses.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("name");
    spec.isDescending = false;
    spec.all = [&bridge](const AnyCell&) { return bridge.dispatch().campuses(bridge.call()); };
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("shopCampusFilterText"), [] { return tr("Name, ID or state"); },
        &AnyCell::text)};
    const auto words = [] {
        RowWords<CampusRow> said;
        said.header = [] { return QStringList{tr("Campus"), tr("ID"), tr("Now")}; };
        said.frozen = [](const CampusRow& row) {
            return FlowRow{.version = row.version,
                           .name = orDash(row.name),
                           .detail = text(row.id),
                           .was = shopState(row.disabledAt),
                           .key = row.id.str()};
        };
        return said;
    };
    spec.words = words();
    Disabling<CampusRow> how;
    how.kind = QStringLiteral("campus");
    how.operation = api::Operation::ShopSetCampusDisabled;
    how.none = [] { return tr("Select a campus first."); };
    how.counted = [](std::int64_t count) {
        return tr("%1 campuses", nullptr, Formats::plural(count)).arg(Formats::number(count));
    };
    how.becomes = [](const CampusRow&) { return tr("takes no new orders"); };
    how.means = [] { return tr("No new orders are taken there. Those that are there go on as usual."); };
    how.ends = [] { return tr("New orders are taken again."); };
    how.ask = [&bridge](const api::Call& call, const CampusRow& row, bool disable) {
        return bridge.shop().setCampusDisabled(call, row.id, disable, row.version);
    };
    how.words = words;
    spec.actions = {describeEdit(context, pane), describeDisabling(pane, how, true),
                    describeDisabling(pane, how, false)};
    spec.opened = [pane](const CampusRow&) { pane->action(QStringLiteral("shop.campus.edit"))->trigger(); };
    return spec;
}

RowAction<CampusRow> ShopCampusPane::describeEdit(UiContext& context, ShopCampusPane* pane) {
    RowAction<CampusRow> action;
    action.look = {.name = QStringLiteral("shop.campus.edit"),
                   .icon = QStringLiteral("edit"),
                   .label = [] { return tr("Rename…"); },
                   .operation = api::Operation::ShopEditCampus,
                   .isSingle = true,
                   .whyNone = [] { return tr("Select a campus first."); }};
    action.begin = [&context, pane](const std::vector<CampusRow>& frozen) {
        if (!frozen.empty()) {
            pane->m_dialog = openCampus(context, frozen.front(), pane->window());
        }
    };
    return action;
}

std::vector<Column<CampusRow, OneOrder>> ShopCampusPane::describeColumns(UiContext& context) {
    using C = Column<CampusRow, OneOrder>;
    const auto& formats = context.formats;
    return {
        C(
            "name", 220, [] { return tr("Name"); }, [](const CampusRow& row) { return orDash(row.name); })
            .strong(),
        C(
            "id", 160, [] { return tr("ID"); }, [](const CampusRow& row) { return shownLine(text(row.id)); }),
        C(
            "state", 110, [] { return tr("State"); }, [](const CampusRow& row) { return shopState(row.disabledAt); })
            .asPill([](const CampusRow& row) { return row.disabledAt ? Tone::Muted : Tone::Good; })
            .withHint([&formats](const CampusRow& row) {
                return row.disabledAt ? tr("Disabled since %1").arg(formats.dateTime(*row.disabledAt)) : QString();
            }),
        C(
            "dispatch", 120, [] { return tr("Dispatch"); },
            [](const CampusRow& row) { return row.paused ? tr("Paused") : tr("Running"); }),
    };
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_pane.h"

#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <tuple>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/models/order_filter_match.h"
#include "ui/pages/orders/order_facts.h"
#include "ui/pages/orders/order_fields.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/shell/notices.h"
#include "ui/widgets/first_steps.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

constexpr OrderAction kShownActions[] = {OrderAction::MarkPaid, OrderAction::ReassignNext, OrderAction::ReassignTo,
                                         OrderAction::Cancel,   OrderAction::PickedUp,     OrderAction::Delivered,
                                         OrderAction::Failed,   OrderAction::Refund,       OrderAction::RequestReturn};

QString countedOrders(std::int64_t count) {
    return OrderPane::tr("%1 orders", nullptr, Formats::plural(count))
        .arg(count < 0 ? Formats::dash() : Formats::number(count));
}

using OrderColumn = Column<api::OrderRow, api::OrderSort>;

/// A fact as a column that shows its value and no more.
OrderColumn plainColumn(const OrderFact& fact, const Formats& formats) {
    const auto& field = fieldOf(fact);
    const auto value = [&field, &formats](const api::OrderRow& row) { return factText(field, row, formats); };
    OrderColumn column(
        fact.column, fact.width, [&fact, &formats] { return factLabel(fact, formats); }, value);
    column.isHidden = fact.isHidden;
    column.isNumber = field.kind == api::OrderFieldKind::Money || field.kind == api::OrderFieldKind::Number;
    return column;
}

QString courierText(const api::OrderRow& row) {
    return row.courier.empty() ? Formats::dash() : row.courierName.empty() ? text(row.courier) : text(row.courierName);
}

void finishStatus(OrderColumn& column, EngineBridge& bridge) {
    const auto isLate = [&bridge](const api::OrderRow& row) { return row.isLate(bridge.now()); };
    column.text = [isLate](const api::OrderRow& row) {
        const QString now = row.wait && isUnassigned(row) ? label(*row.wait) : statusLabel(row);
        // First, as a narrow column cuts the end.
        return isLate(row) ? OrderPane::tr("Late · %1", "status").arg(now) : now;
    };
    column.asPill([isLate](const api::OrderRow& row) -> std::optional<Tone> {
        return isLate(row) ? Tone::Bad : row.wait && isUnassigned(row) ? tone(*row.wait) : tone(row.status);
    });
    column.turningAt([](const api::OrderRow& row) { return row.limit.value_or(Instant{}); });
}

/// What a column is beside its value: by what the engine sorts, and looks and words of its own. Where a name is shown
/// for an ID, people would see rows in no order: those columns are not sorted.
void finishColumn(OrderColumn& column, const OrderFact& fact, UiContext& context) {
    using Sort = api::OrderSort;
    if (fact.field == "order_no") {
        column.sortedBy(Sort::OrderNo).strong();
    } else if (fact.field == "status") {
        column.sortedBy(Sort::Status);
        finishStatus(column, context.bridge);
    } else if (fact.field == "campus_id") {
        column.text = [&context](const api::OrderRow& row) { return context.scope.nameOf(row.campus); };
    } else if (fact.field == "courier_id") {
        column.text = courierText;
    } else if (fact.field == "user_id") {
        column.sortedBy(Sort::User);
    } else if (fact.field == "payable_minor") {
        column.sortedBy(Sort::Payable).strong();
    } else if (fact.field == "placed_at") {
        column.sortedBy(Sort::Placed);
    } else if (fact.field == "paid_at") {
        column.sortedBy(Sort::PaidAt);
    }
}

QStringList yieldingColumns() {
    std::vector<OrderFact> facts(orderFacts().begin(), orderFacts().end());
    std::erase_if(facts, [](const OrderFact& fact) { return fact.yields == OrderFact::kStays; });
    std::stable_sort(facts.begin(), facts.end(),
                     [](const OrderFact& a, const OrderFact& b) { return a.yields < b.yields; });
    QStringList ids;
    for (const auto& fact : facts) {
        ids << QLatin1String(fact.column);
    }
    return ids;
}

}  // namespace

using api::OrderFilter;
using api::OrderRow;
using api::OrderSort;

OrderPane::OrderPane(UiContext& context, QWidget* parent)
    : OrderTable(describe(context, this), context, parent), m_flow(new OrderActionFlow(context, this)) {
    auto* text = filters()->line(QStringLiteral("text"));
    text->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    text->installEventFilter(this);
    // The button and the key give what people see. The engine's own file, with every column and codes for programs,
    // stands in the menu and the palette.
    findChild<QToolButton*>(QStringLiteral("button.") + fileAction()->objectName())->hide();
    setupDetail();
    connect(&context.couriers, &CourierDirectory::changed, this, [this] { touchRows(); });
    connect(m_flow, &OrderActionFlow::asked, this, &OrderPane::readyChanged);
    connect(m_flow, &OrderActionFlow::finished, this, [this] {
        refresh();  // wherever the view stands: what was done has left the filter
        Q_EMIT readyChanged();
    });
    connect(m_flow, &OrderActionFlow::finished, m_detail->money(), &OrderMoneyBox::refresh);
}

OrderPane::~OrderPane() = default;

bool OrderPane::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn && watched == filters()->line(QStringLiteral("text"))) {
        // The numbers of all orders are read while the first letters are typed; a search says itself what is wrong.
        std::ignore = context().bridge.search().prepare(context().bridge.call());
    }
    return OrderTable::eventFilter(watched, event);
}

void OrderPane::setupDetail() {
    m_detail = new OrderDetailPanel(context(), this);
    m_detail->setMinimumWidth(byText(320));  // a name and its amount side by side
    addDetail(m_detail, {1000, 350}, [] { return tr("Order in detail"); });
    addAction(m_detail->timer()->extendAction());
    // It is about an order of the list, unless one is being opened by its number, and of the campus of the list.
    connect(filters(), &FilterBar::changed, m_detail, [this] {
        if (!m_wanted.valid() && filter() != model().filter()) {
            m_detail->showOrder({});
        }
    });
    connect(&context().scope, &CampusScope::currentChanged, m_detail, [this] { m_detail->showOrder({}); });
    connect(m_detail, &OrderDetailPanel::closeRequested, this, [this] { detailToggle()->setChecked(false); });
    connect(m_detail, &OrderDetailPanel::loaded, this, &OrderPane::readyChanged);
    connect(m_detail->timer()->flow(), &RowFlow::finished, this, &OrderPane::readyChanged);
    connect(detailToggle(), &QAction::toggled, this, [this](bool shown) {
        m_detail->setActive(shown && isActive());
        showSelected();
    });
    connect(this, &OrderPane::selectionMoved, this, &OrderPane::showSelected);
    connect(&model(), &PagedTable::rowsChanged, this, &OrderPane::showSelected);
    for (const auto signal : {&PagedTable::totalChanged, &PagedTable::errorChanged}) {
        connect(&model(), signal, this, [this] { m_detail->setListEmpty(model().total() == 0); });
    }
    connect(&model(), &PagedTable::loaded, this, &OrderPane::onLoaded);
}

// --- what it is ---------------------------------------------------------------------------------------------

OrderPane::Spec OrderPane::describeRows(UiContext& context) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("placed");
    spec.now = [&bridge] { return bridge.now(); };
    spec.page = [&bridge](const OrderFilter& filter, const PageOf<OrderSort>& page) {
        return bridge.orders().page(bridge.call(), {filter, page.sort, page.descending, page.offset, page.limit});
    };
    spec.count = [&bridge](const OrderFilter& filter) { return bridge.orders().count(bridge.call(), filter); };
    spec.live = describeLive(bridge);
    return spec;
}

OrderPane::Spec OrderPane::describe(UiContext& context, OrderPane* pane) {
    auto& bridge = context.bridge;
    Spec spec = describeRows(context);
    spec.columns.push_back(phoneColumn(context).hidden());
    spec.look.prefix = QStringLiteral("orders");
    spec.look.one = QStringLiteral("order");
    spec.look.isOfCampus = true;
    spec.look.yielding = yieldingColumns();
    const auto isShort = std::make_shared<bool>(false);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Orders"); };
    texts.count = countedOrders;
    texts.empty = [] { return tr("There are no orders yet."); };
    texts.next = howToGetOrders;
    texts.nextCommand = QStringLiteral("orders.take");
    texts.otherCommand = QStringLiteral("orders.import");
    texts.emptyFiltered = [isShort] {
        return *isShort ? tr("No order was found.\nType how its number begins, or any four characters of it.")
                        : tr("No order was found.");
    };
    texts.noneAllows = [](const QString& why) { return tr("None of the selected orders allows it. %1").arg(why); };
    texts.exported = [] { return tr("Export what is shown"); };
    texts.fileName = QStringLiteral("orders.csv");
    spec.look.exportKeys = QKeySequence(Qt::CTRL | Qt::Key_E);
    texts.arrived = [](std::int64_t count) {
        return tr("%1 new orders", nullptr, Formats::plural(count)).arg(Formats::number(count));
    };
    texts.arrivedTip = [] { return tr("Show them at the top"); };
    auto& file = spec.look.file;
    file.name = QStringLiteral("orders.exportAll");
    file.label = [] { return tr("Export for programs…"); };
    file.tip = [] { return tr("All orders of the filter with all their columns, times in UTC, statuses as codes"); };
    file.job = [] { return tr("Export of orders"); };
    file.fileName = QStringLiteral("orders.csv");
    file.done = [](std::int64_t count, const QString& path) {
        return tr("Exported %1 orders to %2", nullptr, Formats::plural(count)).arg(Formats::number(count), path);
    };
    spec.writeFile = [&bridge, pane](const OrderFilter& filter, std::string path,
                                     std::function<void(std::int64_t)> progress) {
        return bridge.orders().exportCsv(bridge.call(), {filter, pane->model().sort(), pane->model().isDescending()},
                                         std::move(path), std::move(progress));
    };
    spec.fields = orderFields(context, isShort);
    spec.always = [&context](OrderFilter& filter) { filter.campus = context.scope.current(); };
    for (const auto which : kShownActions) {
        spec.actions.push_back(describeAction(pane, which));
    }
    spec.opened = [pane](const OrderRow&) { pane->detailToggle()->setChecked(true); };
    return spec;
}

LiveRows<OrderRow, OrderFilter> OrderPane::describeLive(EngineBridge& bridge) {
    LiveRows<OrderRow, OrderFilter> live;
    live.changedBy = [&bridge](QObject* receiver, const std::function<void(const RowChanges<OrderId>&)>& changed) {
        connect(&bridge, &EngineBridge::ordersChanged, receiver, [changed](const OrderChanges& changes) {
            changed({changes.ids, changes.placed, changes.everything});
        });
    };
    live.read = [&bridge](std::vector<OrderId> ids) { return bridge.orders().rows(bridge.call(), std::move(ids)); };
    live.version = [](const OrderRow& row) { return row.version; };
    live.belongs = [&bridge](const OrderFilter& filter, const OrderRow& row) {
        return matches(filter, row, bridge.now());
    };
    live.isOfState = [](const OrderFilter& filter) {
        return !filter.statuses.empty() || filter.unassignedOnly || filter.lateOnly || !filter.courier.empty();
    };
    live.newest = QStringLiteral("placed");
    live.pin = [](OrderFilter& filter, const OrderRow& top) {
        const auto end = top.placedAt.plusMs(1);
        filter.placedTo = filter.placedTo ? std::min(*filter.placedTo, end) : end;
    };
    return live;
}

std::vector<Column<OrderRow, OrderSort>> OrderPane::describeColumns(UiContext& context) {
    std::vector<OrderColumn> columns;
    for (const auto& fact : orderFacts()) {
        columns.push_back(plainColumn(fact, context.formats));
        finishColumn(columns.back(), fact, context);
    }
    return columns;
}

Column<OrderRow, OrderSort> OrderPane::phoneColumn(UiContext& context) {
    const auto phone = [&couriers = context.couriers](const OrderRow& row) {
        const QString known = row.courier.empty() ? QString() : couriers.phoneOf(row.courier);
        return known.isEmpty() ? Formats::dash() : known;
    };
    return OrderColumn(
        "phone", 130, [] { return tr("Telephone"); }, phone);
}

RowAction<OrderRow> OrderPane::describeAction(OrderPane* pane, OrderAction which) {
    RowAction<OrderRow> action;
    action.look = OrderActions::look(which);
    action.whyNot = [which](const OrderRow& row) { return OrderActions::whyNot(which, row); };
    action.begin = [pane, which](const std::vector<OrderRow>& frozen) { pane->m_flow->begin(which, frozen); };
    return action;
}

QAction* OrderPane::action(OrderAction which) const { return action(OrderActions::look(which).name); }

// --- work ---------------------------------------------------------------------------------------------------

void OrderPane::setActive(bool active) {
    OrderTable::setActive(active);
    m_detail->setActive(active && detailToggle()->isChecked());
}

bool OrderPane::isReady() const {
    return OrderTable::isReady() && m_sought.empty() && m_detail->isReady() && !m_flow->isBusy();
}

void OrderPane::showOnly(const QVariantMap& target) { filters()->setState(orderFieldsFor(target)); }

void OrderPane::openTarget(const QVariantMap& target) {
    const QString number = target.value(QStringLiteral("order")).toString();
    m_sought = OrderNo(number.toStdString());
    m_wanted = {};
    if (number.isEmpty()) {
        showOnly(target);
        return;
    }
    detailToggle()->setChecked(true);
    m_detail->showOrder(m_sought);
    // Many numbers may contain this one; its id names it alone.
    auto& bridge = context().bridge;
    whenReady(bridge.orders().detail(bridge.call(), m_sought), this,
              [this, target, order = m_sought](const Result<api::OrderDetail>& found) {
                  if (order != m_sought) {
                      return;  // something else was opened meanwhile
                  }
                  m_sought = {};
                  if (found) {
                      showOnlyOrder(found->row);
                  } else {
                      showOnly(target);
                      m_detail->showOrder(order);  // which says why it cannot be shown
                  }
              });
}

/// An order that was opened from elsewhere is the selected one, so that actions are about it.
void OrderPane::showOnlyOrder(const OrderRow& order) {
    auto& scope = context().scope;
    if (!scope.current().empty() && scope.current() != order.campus) {
        context().notices.info([no = text(order.orderNo), campus = scope.nameOf(scope.current())] {
            return tr("All campuses are shown now: %1 does not belong to %2.", "order, campus").arg(no, campus);
        });
        scope.setCurrent({});
    }
    m_wanted = order.id;
    showOnly({{QStringLiteral("orders"), QVariantList{static_cast<qlonglong>(order.id.value)}}});
}

void OrderPane::onLoaded() {
    if (m_wanted.valid() && !model().isLoading()) {
        if (const auto row = model().rowOf(std::exchange(m_wanted, {}))) {
            table()->selectRow(*row);
        }
    }
    // The panel begins with the row where the cursor is, not empty; nothing is selected by that.
    const auto* first = model().row(0);
    if (first != nullptr && m_detail->orderNo().empty() && detailToggle()->isChecked()) {
        table()->selectionModel()->setCurrentIndex(model().index(0, 0), QItemSelectionModel::NoUpdate);
        m_detail->showOrder(first->orderNo);
    }
}

void OrderPane::showSelected() {
    if (!detailToggle()->isChecked() || known().empty()) {
        return;
    }
    const int at = table()->currentIndex().row();
    const auto* current = model().row(at);
    const bool among = current != nullptr && known().size() > 1 && table()->selectionModel()->isRowSelected(at);
    m_detail->showOrder(among ? current->orderNo : known().front().orderNo);
}

void OrderPane::extendMenu(QMenu& menu) const {
    if (selectedRows(*table()) == 1 && detailToggle()->isChecked()) {
        menu.addAction(m_detail->timer()->extendAction());
    }
    menu.addSeparator();
    menu.addAction(exportAction());
    menu.addAction(fileAction());
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/orders_page.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QMenu>
#include <QStandardPaths>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/models/order_filter_match.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/first_steps.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/read_error.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

const QString kSplitterKey = QStringLiteral("orders/splitter");

}  // namespace

OrdersPage::OrdersPage(UiContext& context, QWidget* parent)
    : Page(QStringLiteral("orders"), context, parent), m_model(context.bridge, context.scope, context.formats) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_actions = new OrderActions(context.bridge, this);
    m_flow = new OrderActionFlow(context, this);
    setupCommands();
    setupBars();
    setupTable();
    setupDetail();
    retranslate();
    m_model.setActive(false);
    m_detail->setActive(false);
}

QAction* OrdersPage::addCommand(const char* name, const char* iconName, const QKeySequence& keys) {
    auto* action = new QAction(icon(QLatin1String(iconName)), QString(), this);
    action->setObjectName(QStringLiteral("orders.") + QLatin1String(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

void OrdersPage::setupCommands() {
    m_find = addCommand("find", "search", QKeySequence(Qt::CTRL | Qt::Key_F));
    m_clear = addCommand("clearFilter", "clear", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F));
    m_refresh = addCommand("refresh", "refresh", QKeySequence(Qt::Key_F5));
    m_export = addCommand("export", "export", QKeySequence(Qt::CTRL | Qt::Key_E));
    m_columns = addCommand("columns", "columns", {});
    m_detailToggle = addCommand("detail", "info", QKeySequence(Qt::Key_F4));
    m_detailToggle->setCheckable(true);
    m_detailToggle->setChecked(true);
    connect(m_find, &QAction::triggered, this, [this] { m_filters->focusText(); });
    connect(m_clear, &QAction::triggered, this, [this] { m_filters->clear(); });
    connect(m_refresh, &QAction::triggered, this, [this] { m_model.refresh(); });
    connect(m_export, &QAction::triggered, this, &OrdersPage::askExport);
    connect(m_actions, &OrderActions::requested, this, &OrdersPage::begin);
    connect(&context().bridge, &EngineBridge::stateChanged, this, &OrdersPage::refreshCounts);
}

QToolButton* OrdersPage::addButton(QAction* action, bool withText) {
    auto* button = actionButton(action, m_bar, withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    m_bar->layout()->addWidget(button);
    return button;
}

void OrdersPage::setupBars() {
    m_filters = new OrderFilterBar(context(), this);
    connect(m_filters, &OrderFilterBar::filterChanged, this, &OrdersPage::applyFilter);
    m_bar = new QWidget(this);
    auto* bar = new WrapRow(m_bar);
    bar->setContentsMargins(kGap + 2, kGapSmall, kGap, kGapSmall);
    bar->setSpacing(2);
    addButton(m_actions->action(OrderAction::MarkPaid), true);
    addButton(m_actions->action(OrderAction::ReassignNext), true);
    addButton(m_actions->action(OrderAction::ReassignTo), true);
    addButton(m_actions->action(OrderAction::Cancel), true);
    for (const auto which : {OrderAction::PickedUp, OrderAction::Delivered, OrderAction::Failed, OrderAction::Refund,
                             OrderAction::RequestReturn}) {
        addButton(m_actions->action(which), false);
    }
    m_selected = new QLabel(m_bar);
    m_selected->setObjectName(QStringLiteral("selectedCount"));
    m_selected->setTextFormat(Qt::PlainText);
    m_selected->setProperty("muted", true);
    bar->addSpacing(kGap);
    bar->addWidget(m_selected);
    m_error = new ReadError(*bar, QStringLiteral("ordersError"), m_bar);
    m_new = new QPushButton(icon(QStringLiteral("new_rows")), QString(), m_bar);
    m_new->setObjectName(QStringLiteral("newOrders"));
    m_new->setProperty("role", QStringLiteral("link"));
    m_new->hide();
    bar->addWidget(m_new);
    m_count = new QLabel(m_bar);
    m_count->setObjectName(QStringLiteral("ordersCount"));
    m_count->setTextFormat(Qt::PlainText);
    bar->addWidget(m_count);
    bar->addSpacing(kGap);
    addButton(m_refresh, false);
    addButton(m_columns, false);
    addButton(m_export, false);
    addButton(m_detailToggle, false);
    layout()->addWidget(m_filters);
    layout()->addWidget(m_bar);
}

void OrdersPage::setupTable() {
    m_table = new OrderTableView(context(), m_model, this);
    m_table->setFrameShape(QFrame::NoFrame);
    m_empty = new EmptyHint(*m_table);
    connect(m_table, &OrderTableView::sortChosen, this, [this](int column, bool descending) {
        m_model.setQuery(m_filters->filter(), *OrderTableModel::sortOf(column), descending);
    });
    connect(m_table, &OrderTableView::selectionMoved, this, &OrdersPage::onSelection);
    connect(m_table, &QWidget::customContextMenuRequested, this, &OrdersPage::showMenu);
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this] { m_detailToggle->setChecked(true); });
    // Rows change many times between two beats; what may be done with the selected ones is worked out once.
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this] {
        m_selectionDirty = true;
        context().pulse.request();
    });
    connect(&context().pulse, &UiPulse::tick, this, [this] {
        if (std::exchange(m_selectionDirty, false)) {
            onSelection();
        }
    });
    connect(&m_model, &OrderTableModel::reset, this, &OrdersPage::onSelection);
    connect(&m_model, &OrderTableModel::totalChanged, this, &OrdersPage::refreshCounts);
    connect(&m_model, &OrderTableModel::newOrdersChanged, this, &OrdersPage::refreshCounts);
    connect(&m_model, &OrderTableModel::errorChanged, this, &OrdersPage::refreshCounts);
    connect(&m_model, &OrderTableModel::loaded, this, &OrdersPage::selectWanted);
    connect(&m_model, &OrderTableModel::loaded, this, &OrdersPage::beginWithFirst);
    connect(&m_model, &OrderTableModel::loaded, this, &OrdersPage::noteReady);
    connect(m_new, &QPushButton::clicked, this, [this] {
        m_table->scrollToNewest();
        m_model.refresh();
    });
    connect(m_columns, &QAction::triggered, this,
            [this] { m_table->columnMenu()->popup(m_table->mapToGlobal(QPoint(m_table->width() - 200, 0))); });
}

void OrdersPage::setupDetail() {
    m_detail = new OrderDetailPanel(context(), this);
    // An order of the campus of before is not shown beside the list of another one.
    connect(&context().scope, &CampusScope::currentChanged, m_detail, [this] { m_detail->showOrder({}); });
    m_detail->setMinimumWidth(280);
    addAction(m_detail->timer()->extendAction());
    connect(m_detail->timer()->flow(), &TimerActionFlow::finished, this, &OrdersPage::noteReady);
    m_split = new DetailSplit(QStringLiteral("orders"), m_table, m_detail, {1000, 350}, this);
    m_split->restoreState(context().preferences.value(kSplitterKey).toByteArray());
    m_split->bind(m_detailToggle, m_table);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_split, 1);
    connect(m_split, &DetailSplit::splitterMoved, this,
            [this] { context().preferences.setValue(kSplitterKey, m_split->saveState()); });
    connect(m_split, &DetailSplit::covers, m_table, &OrderTableView::setCovered);
    connect(m_detail, &OrderDetailPanel::closeRequested, this, [this] { m_detailToggle->setChecked(false); });
    connect(m_detail, &OrderDetailPanel::loaded, this, &OrdersPage::noteReady);
    connect(m_flow, &OrderActionFlow::finished, m_detail->money(), &OrderMoneyBox::refresh);
    connect(m_flow, &OrderActionFlow::asked, this, &OrdersPage::noteReady);
    connect(m_detailToggle, &QAction::toggled, this, [this](bool shown) {
        m_detail->setActive(shown && isActive());
        showDetail();
    });
}

// --- page ---------------------------------------------------------------------------------------------------

QString OrdersPage::title() const { return tr("Orders"); }

QList<QAction*> OrdersPage::commands() const {
    QList<QAction*> actions(m_actions->all().begin(), m_actions->all().end());
    return actions << m_detail->timer()->extendAction() << m_find << m_clear << m_refresh << m_export << m_detailToggle;
}

bool OrdersPage::isReady() const {
    return !m_posing && m_sought.empty() && !m_model.isLoading() && !m_detail->isLoading() && !m_flow->isBusy();
}

void OrdersPage::noteReady() {
    if (isReady()) {
        Q_EMIT readyChanged();
    }
}

void OrdersPage::onActivated() {
    m_model.setActive(true);
    m_detail->setActive(m_detailToggle->isChecked());
    if (m_model.total() < 0 && !m_model.isLoading()) {
        applyFilter();
    }
    m_table->setFocus();
}

void OrdersPage::onDeactivated() {
    m_model.setActive(false);
    m_detail->setActive(false);
    m_table->saveLayout();
}

void OrdersPage::openTarget(const QVariantMap& target) {
    const QString number = target.value(QStringLiteral("order")).toString();
    m_sought = OrderNo(number.toStdString());
    m_wanted = {};
    if (number.isEmpty()) {
        m_filters->showOnly(target);
        return;
    }
    m_detailToggle->setChecked(true);
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
                      m_filters->showOnly(target);
                      m_detail->showOrder(order);  // which says why it cannot be shown
                  }
              });
}

/// An order that was opened from elsewhere is the selected one, so that actions are about it.
void OrdersPage::showOnlyOrder(const api::OrderRow& order) {
    auto& scope = context().scope;
    if (!scope.current().empty() && scope.current() != order.campus) {
        context().notices.info([no = text(order.orderNo), campus = scope.nameOf(scope.current())] {
            return tr("All campuses are shown now: %1 does not belong to %2.", "order, campus").arg(no, campus);
        });
        scope.setCurrent({});
    }
    m_wanted = order.id;
    m_filters->showOnly({{QStringLiteral("orders"), QVariantList{static_cast<qlonglong>(order.id.value)}}});
}

void OrdersPage::selectWanted() {
    if (!m_wanted.valid() || m_model.isLoading()) {
        return;
    }
    if (const auto row = m_model.rowOf(std::exchange(m_wanted, {}))) {
        m_table->selectRow(*row);
    }
}

QStringList OrdersPage::pictures() const {
    return {QStringLiteral("detail"), QStringLiteral("cancel"), QStringLiteral("refund"), QStringLiteral("return")};
}

QWidget* OrdersPage::showPicture(const QString& name) {
    const int rows = m_model.rowCount();
    if (name == QLatin1String("detail")) {
        for (int row = 0; row < std::min(rows, 40); ++row) {
            const auto* order = m_model.row(row);
            if (order && !order->courier.empty()) {
                m_table->selectRow(row);
                break;
            }
        }
        return this;
    }
    if (name == QLatin1String("refund") || name == QLatin1String("return")) {
        const auto action = name == QLatin1String("refund") ? OrderAction::Refund : OrderAction::RequestReturn;
        m_filters->showOnly({{QStringLiteral("status"),
                              QString::fromStdString(std::string(api::toText(api::OrderStatus::Delivered)))}});
        m_posing = true;
        auto* once = new QObject(this);
        connect(&m_model, &OrderTableModel::loaded, once, [this, once, action] {
            if (m_model.isLoading()) {
                return;
            }
            disconnect(&m_model, nullptr, once, nullptr);
            once->deleteLater();
            m_posing = false;
            if (m_model.rowCount() > 0) {
                m_table->selectRow(0);
                begin(action);
            }
            noteReady();
        });
        return this;
    }
    m_table->clearSelection();
    QItemSelection several;
    for (int row = 0; row < std::min(rows, 60) && several.size() < 4; ++row) {
        const auto* order = m_model.row(row);
        if (order && OrderActions::whyNot(OrderAction::Cancel, *order).isEmpty()) {
            several.select(m_model.index(row, 0), m_model.index(row, OrderTableModel::ColumnCount - 1));
        }
    }
    m_table->selectionModel()->select(several, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    begin(OrderAction::Cancel);
    return m_flow->question() ? static_cast<QWidget*>(m_flow->question()) : this;
}

void OrdersPage::endPicture() { m_filters->clear(); }

void OrdersPage::applyFilter() {
    // The panel is about an order of the list: it begins anew with the list, unless one is being opened by its number.
    if (m_filters->filter() != m_model.query().filter && !m_wanted.valid()) {
        m_detail->showOrder({});
    }
    const auto* header = m_table->horizontalHeader();
    const auto sort = OrderTableModel::sortOf(header->sortIndicatorSection()).value_or(api::OrderSort::Placed);
    m_model.setQuery(m_filters->filter(), sort, header->sortIndicatorOrder() == Qt::DescendingOrder);
}

// --- selection and actions ----------------------------------------------------------------------------------

void OrdersPage::onSelection() {
    const auto selected = m_table->selectedCount();
    std::vector<api::OrderRow> known;
    int looked = 0;
    for (const auto& range : m_table->selectionModel()->selection()) {
        for (int row = range.top(); range.left() == 0 && row <= range.bottom() && looked < kLookedAt; ++row, ++looked) {
            if (const auto* order = m_model.row(row)) {
                known.push_back(*order);
            }
        }
    }
    m_actions->setSelection(std::move(known), selected);
    m_selected->setText(selected > 1 ? tr("%1 selected").arg(Formats::number(selected)) : QString());
    showDetail();
}

void OrdersPage::showDetail() {
    if (!m_detailToggle->isChecked()) {
        return;
    }
    const auto rows = m_table->selectionModel()->selection();
    const auto* order = rows.isEmpty() ? nullptr
                                       : m_model.row(m_table->currentIndex().isValid() && m_table->selectedCount() == 1
                                                         ? rows.front().top()
                                                         : m_table->currentIndex().row());
    if (order) {
        m_detail->showOrder(order->orderNo);
    }
}

/// The panel begins with the row where the cursor is, not empty; nothing is selected by that.
void OrdersPage::beginWithFirst() {
    const auto* first = m_model.rowCount() > 0 ? m_model.row(0) : nullptr;
    if (first != nullptr && m_detail->orderNo().empty() && m_detailToggle->isChecked()) {
        m_table->selectionModel()->setCurrentIndex(m_model.index(0, 0), QItemSelectionModel::NoUpdate);
        m_detail->showOrder(first->orderNo);
    }
}

void OrdersPage::begin(OrderAction action) {
    m_model.freeze(m_table->selectionModel()->selection(), this,
                   [this, action](Result<std::vector<api::OrderRow>> frozen) {
                       if (!frozen) {
                           context().notices.bad(errorText(frozen.error()));
                           return;
                       }
                       m_flow->begin(action, *std::move(frozen));
                   });
}

void OrdersPage::showMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("orderMenu"));
    menu->setToolTipsVisible(true);
    for (QAction* action : m_actions->all()) {
        menu->addAction(action);
    }
    if (m_table->selectedCount() == 1 && m_detailToggle->isChecked()) {
        menu->addAction(m_detail->timer()->extendAction());
    }
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

// --- counts and export --------------------------------------------------------------------------------------

QString OrdersPage::whyEmpty() const {
    const auto& filter = m_model.query().filter;
    const auto signs = filter.text.size();
    return filter == api::OrderFilter{} ? tr("There are no orders yet.") + QLatin1Char('\n') + howToGetOrders()
           : signs > 0 && signs < api::kMinOrderNumberPart
               ? tr("No order was found.\nType how its number begins, or any four characters of it.")
               : tr("No order was found.");
}

void OrdersPage::refreshCounts() {
    const auto total = m_model.total();
    m_empty->setHint(total == 0 ? whyEmpty() : QString());
    m_detail->setListEmpty(total == 0);
    m_count->setText(
        tr("%1 orders", nullptr, Formats::plural(total)).arg(total < 0 ? Formats::dash() : Formats::number(total)));
    const auto fresh = m_model.newOrders();
    m_new->setVisible(fresh > 0);
    m_new->setText(tr("%1 new orders", nullptr, Formats::plural(fresh)).arg(Formats::number(fresh)));
    m_error->setError(m_model.lastError());
    QString whyNot;
    if (m_exportJob) {
        whyNot = tr("An export is running.");
    } else if (total < 0) {
        whyNot = tr("Nothing is shown yet.");
    }
    setActionState(*m_export, whyNot);
}

void OrdersPage::askExport() {
    auto* dialog = new QFileDialog(window(), tr("Export what is shown"));
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("CSV files (*.csv)"));
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->setDirectory(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    dialog->selectFile(QStringLiteral("orders.csv"));
    connect(dialog, &QFileDialog::fileSelected, this, &OrdersPage::exportTo);
    dialog->open();
}

void OrdersPage::exportTo(const QString& path) {
    auto progress = std::make_shared<JobProgress>();
    progress->total = m_model.total();
    auto query = m_model.query();
    query.offset = 0;
    auto& bridge = context().bridge;
    auto answer = bridge.orders().exportCsv(bridge.call(), query, path.toStdString(),
                                            [progress](std::int64_t rows) { progress->done = rows; });
    m_exportJob = context().jobs.start(tr("Export of orders"), progress, [answer]() mutable { answer.cancel(); });
    refreshCounts();
    whenReady(answer, this, [this, path, job = *m_exportJob](const Result<std::int64_t>& rows) {
        context().jobs.finish(job);
        m_exportJob.reset();
        refreshCounts();
        if (rows) {
            context().notices.good(
                tr("Exported %1 orders to %2", nullptr, Formats::plural(*rows)).arg(Formats::number(*rows), path));
        } else if (rows.error().code == ErrorCode::Cancelled) {
            context().notices.info(tr("The export was cancelled; no file was left."));
        } else {
            context().notices.bad(tr("The export failed: %1").arg(errorText(rows.error())));
        }
    });
}

void OrdersPage::retranslate() {
    m_actions->retranslate();
    m_model.retranslate();
    setActionTexts(*m_find, tr("Search orders"));
    setActionTexts(*m_clear, tr("Clear the filter"));
    setActionTexts(*m_refresh, tr("Refresh"));
    setActionTexts(*m_export, tr("Export what is shown…"));
    setActionTexts(*m_columns, tr("Columns"));
    setActionTexts(*m_detailToggle, tr("Order in detail"));
    m_table->setAccessibleName(tr("Orders"));
    m_new->setToolTip(tr("Show them at the top"));
    for (auto* button : m_bar->findChildren<QToolButton*>()) {
        QString name = button->defaultAction()->text();
        button->setAccessibleName(name.remove(QStringLiteral("…")));
    }
    onSelection();
    refreshCounts();
}

}  // namespace evenhand::ui

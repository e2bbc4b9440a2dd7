// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done on the dispatch page: actions and their state, menus, dialogs, exports.
#include <QMenu>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/calibration_dialog.h"
#include "ui/dialogs/evidence_dialog.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/pages/dispatch/dispatch_page_actions.h"
#include "ui/pages/shared/order_giving.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kTargetsInMenu = 12;

QString menuText(QString data) { return data.replace(QLatin1Char('&'), QStringLiteral("&&")); }

}  // namespace

QAction* DispatchPage::makeAction(const char* name, const QString& iconName, void (DispatchPage::*slot)()) {
    auto* action = named(new QAction(this), QLatin1String(name));
    if (!iconName.isEmpty()) {
        action->setIcon(icon(iconName));
    }
    connect(action, &QAction::triggered, this, slot);
    return action;
}

void DispatchPage::setupActions() {
    auto& actions = *m_actions;
    actions.pause = makeAction("dispatchPause", QStringLiteral("pause"), &DispatchPage::pauseOrResume);
    actions.resumeAll = makeAction("dispatchResumeAll", QStringLiteral("play"), &DispatchPage::resumeAll);
    actions.calibrate = makeAction("dispatchCalibrate", QStringLiteral("calibrate"), &DispatchPage::calibrate);
    actions.policy = makeAction("dispatchEditPolicy", QStringLiteral("settings"), &DispatchPage::editPolicy);
    actions.refresh = named(new QAction(this), QStringLiteral("dispatchRefresh"));
    actions.refresh->setIcon(icon(QStringLiteral("refresh")));
    connect(actions.refresh, &QAction::triggered, m_feed, &DispatchFeed::refresh);
    actions.onDuty = makeAction("dispatchOnDuty", QStringLiteral("duty_on"), &DispatchPage::putOnDuty);
    actions.offDuty = makeAction("dispatchOffDuty", QStringLiteral("duty_off"), &DispatchPage::putOffDuty);
    actions.limit = makeAction("dispatchLimit", QStringLiteral("edit"), &DispatchPage::setLimit);
    actions.handOver = makeAction("dispatchHandOver", QStringLiteral("handover"), &DispatchPage::handOverToNext);
    actions.handOverTo = makeAction("dispatchHandOverTo", QStringLiteral("courier"), &DispatchPage::handOverTo);
    actions.reassign = makeAction("dispatchReassign", QStringLiteral("reassign"), &DispatchPage::reassignToNext);
    actions.reassignTo = makeAction("dispatchReassignTo", QStringLiteral("courier"), &DispatchPage::reassignTo);
    actions.why = makeAction("dispatchWhy", QStringLiteral("why"), &DispatchPage::why);
    actions.open = makeAction("dispatchOpenOrder", QStringLiteral("orders"), &DispatchPage::openOrder);
    actions.exportWeights = makeAction("dispatchExportWeights", {}, &DispatchPage::exportWeights);
    actions.exportFairness = makeAction("dispatchExportFairness", {}, &DispatchPage::exportFairness);
    const std::pair<QAction*, QKeySequence> keys[] = {{actions.pause, Qt::CTRL | Qt::SHIFT | Qt::Key_P},
                                                      {actions.calibrate, Qt::CTRL | Qt::Key_B},
                                                      {actions.policy, Qt::Key_F2},
                                                      {actions.refresh, Qt::Key_F5},
                                                      {actions.onDuty, Qt::CTRL | Qt::Key_U},
                                                      {actions.offDuty, Qt::CTRL | Qt::SHIFT | Qt::Key_U},
                                                      {actions.limit, Qt::CTRL | Qt::Key_L},
                                                      {actions.handOver, Qt::CTRL | Qt::Key_H},
                                                      {actions.handOverTo, Qt::CTRL | Qt::SHIFT | Qt::Key_H},
                                                      {actions.reassign, Qt::CTRL | Qt::Key_R},
                                                      {actions.reassignTo, Qt::CTRL | Qt::SHIFT | Qt::Key_R},
                                                      {actions.why, Qt::CTRL | Qt::Key_I},
                                                      {actions.open, Qt::CTRL | Qt::Key_O}};
    for (const auto& [action, sequence] : keys) {
        action->setShortcut(sequence);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
    }
}

QToolButton* DispatchPage::toolFor(QAction* action, bool withText, QWidget* parent) {
    auto* button = named(new QToolButton(parent), action->objectName() + QStringLiteral("Button"));
    button->setDefaultAction(action);
    button->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    const auto name = [button, action] { button->setAccessibleName(action->text()); };
    connect(action, &QAction::changed, button, name);
    const auto show = [button, action] { button->setVisible(action->isVisible()); };
    connect(action, &QAction::visibleChanged, button, show);
    return button;
}

QList<QAction*> DispatchPage::commands() const {
    const auto& actions = *m_actions;
    QList<QAction*> all{actions.pause,    actions.resumeAll,  actions.calibrate, actions.policy,   actions.refresh,
                        actions.onDuty,   actions.offDuty,    actions.limit,     actions.handOver, actions.handOverTo,
                        actions.reassign, actions.reassignTo, actions.why,       actions.open};
    for (const auto* pane : panes()) {
        all << pane->commands();
    }
    return all << actions.exportWeights << actions.exportFairness << findAction() << clearAction();
}

std::vector<api::CourierRow> DispatchPage::selectedCouriers() const {
    std::vector<api::CourierRow> rows;
    for (const auto* line : m_couriers->chosen()) {
        rows.push_back(line->courier);
    }
    return rows;
}

const api::CourierRow* DispatchPage::courier(const CourierId& id) const {
    for (const auto& campus : m_feed->campuses()) {
        const auto* board = m_feed->boardOf(campus);
        for (std::size_t i = 0; board != nullptr && i < board->couriers.size(); ++i) {
            if (board->couriers[i].id == id) {
                return &board->couriers[i];
            }
        }
    }
    return nullptr;
}

QString DispatchPage::whyNotTo(const api::CourierRow* courier, const QMimeData* mime) const {
    const QString why = whyNoDrop(courier, mime, text(context().bridge.workspace().id));
    if (!why.isEmpty()) {
        return why;
    }
    const auto* board = courier == nullptr ? nullptr : m_feed->boardOf(courier->campus);
    return board != nullptr && board->campus.paused
               ? tr("Dispatch is paused, so no order is given away. Resume it first.")
               : m_flow->whyNot(api::Operation::DispatchReassign);
}

bool DispatchPage::anyOnDutyBut(const CampusId& campus, const CourierId& id) const {
    return std::any_of(m_feed->campuses().begin(), m_feed->campuses().end(), [&](const CampusId& each) {
        const auto* board = campus.empty() || campus == each ? m_feed->boardOf(each) : nullptr;
        return board != nullptr &&
               std::any_of(board->couriers.begin(), board->couriers.end(),
                           [&id](const api::CourierRow& courier) { return courier.onDuty && courier.id != id; });
    });
}

OrderListTable* DispatchPage::currentList() const {
    const auto which = static_cast<List>(m_tabs->currentIndex());
    return which == kDeadLetters ? nullptr : list(which);
}

DraggedOrders DispatchPage::frozenOrders() const {
    const auto* list = currentList();
    return list == nullptr ? DraggedOrders() : freezeOrders(text(context().bridge.workspace().id), list->chosen());
}

void DispatchPage::updateActions() {
    auto& actions = *m_actions;
    const QString noBoard = showsAll()        ? tr("Open one campus first, or use the menu of its section.")
                            : m_feed->board() ? QString()
                                              : tr("The campus has not been read yet.");
    setActionState(*actions.pause, showsAll()          ? whyNotAll(true)
                                   : noBoard.isEmpty() ? m_flow->whyNot(api::Operation::DispatchSetPaused)
                                                       : noBoard);
    actions.resumeAll->setVisible(showsAll());
    setActionState(*actions.resumeAll, showsAll() ? whyNotAll(false) : tr("Open the tab of all campuses first."));
    setActionState(*actions.calibrate, noBoard);
    setActionState(*actions.policy, noBoard);
    updateDutyActions(m_flow->whyNot(api::Operation::DispatchSetDuty));
    updateOrderActions(m_flow->whyNot(api::Operation::DispatchReassign));
    setActionState(*actions.exportWeights, noBoard);
    setActionState(*actions.exportFairness, noBoard);
}

QString DispatchPage::whyNotAll(bool pause) const {
    if (const QString why = m_flow->whyNot(api::Operation::DispatchSetPaused); !why.isEmpty()) {
        return why;
    }
    const auto rows = campusRows();
    if (rows.size() < m_feed->campuses().size()) {
        return tr("The campuses have not been read yet.");
    }
    const bool all = std::all_of(rows.begin(), rows.end(), [pause](const auto& row) { return row.paused == pause; });
    return !all    ? QString()
           : pause ? tr("Dispatch is paused on every campus.")
                   : tr("Dispatch is paused on no campus.");
}

QString DispatchPage::whyNotHandOver(const api::CourierRow& from) const {
    if (const QString why = m_flow->whyNot(api::Operation::DispatchHandOver); !why.isEmpty()) {
        return why;
    }
    return anyOnDutyBut(from.campus, from.id) ? QString() : tr("Nobody else is on duty on this campus.");
}

void DispatchPage::updateDutyActions(const QString& mayDispatch) {
    auto& actions = *m_actions;
    const auto selected = selectedCouriers();
    const auto onDuty =
        std::count_if(selected.begin(), selected.end(), [](const api::CourierRow& row) { return row.onDuty; });
    QString why = !mayDispatch.isEmpty() ? mayDispatch : selected.empty() ? tr("Select a courier first.") : QString();
    setActionState(*actions.onDuty, why.isEmpty() && onDuty == std::ssize(selected) ? tr("Already on duty.") : why);
    setActionState(*actions.offDuty, why.isEmpty() && onDuty == 0 ? tr("Already off duty.") : why);
    const QString mayManage = m_flow->whyNot(api::Operation::DispatchSetLoadLimit);
    setActionState(*actions.limit, !mayManage.isEmpty() ? mayManage
                                   : selected.empty()   ? tr("Select a courier first.")
                                                        : QString());
    if (why.isEmpty() && selected.size() > 1) {
        why = tr("Select one courier only.");
    }
    if (why.isEmpty() && selected.front().inHand == 0) {
        why = tr("%1 has no orders in hand.").arg(nameOf(selected.front()));
    }
    if (why.isEmpty() && !anyOnDutyBut(selected.front().campus, selected.front().id)) {
        why = tr("Nobody else is on duty on this campus.");
    }
    setActionState(*actions.handOver, why);
    setActionState(*actions.handOverTo, why);
}

void DispatchPage::updateOrderActions(const QString& mayDispatch) {
    auto& actions = *m_actions;
    const bool letters = m_tabs->currentIndex() == kDeadLetters;
    for (auto* action : {actions.reassign, actions.reassignTo, actions.why}) {
        action->setVisible(!letters);
    }
    for (auto* pane : {static_cast<QueryPaneBase*>(m_waiting), static_cast<QueryPaneBase*>(m_inHand),
                       static_cast<QueryPaneBase*>(m_letters)}) {
        for (auto* action : pane->commands()) {
            action->setVisible(pane == m_stack->currentWidget());  // their keys count on the whole page
        }
    }
    const auto orders = frozenOrders();
    QString why = !mayDispatch.isEmpty()  ? mayDispatch
                  : orders.orders.empty() ? tr("Select an order first.")
                                          : QString();
    const bool inHand = m_tabs->currentIndex() == kInHand;
    if (why.isEmpty() && !anyOnDutyBut(orders.campus, inHand ? m_feed->courier() : CourierId())) {
        why = inHand ? tr("Nobody else is on duty on this campus.") : tr("Nobody is on duty on this campus.");
    }
    setActionState(*actions.reassign, why);
    setActionState(*actions.reassignTo,
                   why.isEmpty() && orders.campus.empty() ? tr("These orders belong to several campuses.") : why);
    const QString one = orders.orders.empty()      ? tr("Select an order first.")
                        : orders.orders.size() > 1 ? tr("Select one order only.")
                                                   : QString();
    setActionState(*actions.why, one);
    setActionState(*actions.open, one);
}

// --- menus ---

void DispatchPage::addTargets(QMenu* menu, const CampusId& campus, const CourierId& except,
                              const std::function<void(const api::CourierRow&)>& chosen) {
    int shown = 0;
    bool more = false;
    const auto* board = m_feed->boardOf(campus);
    for (const auto& row : board != nullptr ? board->couriers : std::vector<api::CourierRow>{}) {
        if (!row.onDuty || row.id == except) {
            continue;
        }
        if (shown == kTargetsInMenu) {
            more = true;
            break;
        }
        ++shown;
        auto* action = menu->addAction(menuText(nameOf(row)) + QLatin1Char('\t') + Formats::number(row.weight));
        action->setObjectName(QStringLiteral("target_") + text(row.id));
        connect(action, &QAction::triggered, this, [chosen, target = row] { chosen(target); });
    }
    if (more) {
        menu->addSeparator();
        auto* action = menu->addAction(tr("Choose…"));
        connect(action, &QAction::triggered, this, [this, campus, except, chosen] {
            pickCourier(context(), this, tr("Choose a courier"), campus, except, chosen);
        });
    }
}

void DispatchPage::fillCourierMenu(QMenu& menu) {
    menu.addAction(m_actions->onDuty);
    menu.addAction(m_actions->offDuty);
    menu.addAction(m_actions->limit);
    menu.addSeparator();
    menu.addAction(m_actions->handOver);
    if (m_actions->handOver->isEnabled()) {
        const auto from = selectedCouriers().front();
        auto* targets = menu.addMenu(tr("Hand over to"));
        targets->setObjectName(QStringLiteral("dispatchHandOverTargets"));
        addTargets(targets, from.campus, from.id,
                   [this, from](const api::CourierRow& to) { m_flow->handOver(workerOf(from), to); });
    }
    const auto selected = selectedCouriers();
    if (selected.size() == 1) {
        menu.addSeparator();
        auto* orders = menu.addAction(icon(QStringLiteral("orders")), tr("Show in Orders"));
        connect(orders, &QAction::triggered, this, [this, id = text(selected.front().id)] {
            context().navigator.open(QStringLiteral("orders"), {{QStringLiteral("courier"), id}});
        });
    }
}

void DispatchPage::fillOrderMenu(QMenu& menu) {
    menu.addAction(m_actions->reassign);
    const auto orders = frozenOrders();
    if (m_actions->reassign->isEnabled() && !orders.campus.empty()) {
        // Frozen as the menu opens: what changes while it is open is reported as a conflict.
        auto* targets = menu.addMenu(tr("Reassign to"));
        targets->setObjectName(QStringLiteral("dispatchReassignTargets"));
        const CourierId except = m_tabs->currentIndex() == kInHand ? m_feed->courier() : CourierId();
        addTargets(targets, orders.campus, except,
                   [this, frozen = orders.orders](const api::CourierRow& to) { m_flow->reassign(frozen, to); });
    }
    menu.addSeparator();
    menu.addAction(m_actions->why);
    menu.addAction(m_actions->open);
}

// --- actions ---

void DispatchPage::giveTo(const DraggedOrders& dragged, const CourierId& to) {
    if (const auto* target = courier(to);
        target != nullptr && m_flow->whyNot(api::Operation::DispatchReassign).isEmpty()) {
        m_flow->reassign(dragged.orders, *target);
    }
}

std::vector<api::CampusRow> DispatchPage::campusRows() const {
    std::vector<api::CampusRow> rows;
    for (const auto& board : m_feed->boards()) {
        rows.push_back(board.campus);
    }
    return rows;
}

void DispatchPage::pauseOrResume() {
    if (showsAll()) {
        m_flow->setPaused(campusRows(), true);
    } else if (m_feed->board()) {
        pauseCampus(m_feed->board()->campus);
    }
}

void DispatchPage::resumeAll() { m_flow->setPaused(campusRows(), false); }

void DispatchPage::calibrate() {
    if (m_feed->board()) {
        calibrateCampus(m_feed->board()->campus.id);
    }
}

void DispatchPage::editPolicy() {
    if (m_feed->board()) {
        editPolicyOf(m_feed->board()->campus);
    }
}

void DispatchPage::pauseCampus(const api::CampusRow& campus) { m_flow->setPaused({campus}, !campus.paused); }

void DispatchPage::calibrateCampus(const CampusId& campus) {
    auto* dialog = new CalibrationDialog(context(), campus, context().scope.nameOf(campus), this);
    connect(dialog, &CalibrationDialog::applied, m_feed, &DispatchFeed::refresh);
    dialog->open();
}

void DispatchPage::editPolicyOf(const api::CampusRow& campus) {
    auto* dialog = new PolicyDialog(context(), campus, this);
    connect(dialog, &PolicyDialog::saved, m_feed, &DispatchFeed::refresh);
    dialog->open();
}

void DispatchPage::fillCampusMenu(QMenu* menu, const CampusId& campus) {
    const auto* board = m_feed->boardOf(campus);
    if (board == nullptr) {
        return;
    }
    const api::CampusRow row = board->campus;
    const bool paused = row.paused;
    auto* pause = menu->addAction(icon(paused ? QStringLiteral("play") : QStringLiteral("pause")),
                                  paused ? tr("Resume") : tr("Pause…"), this, [this, row] { pauseCampus(row); });
    pause->setObjectName(QStringLiteral("campusPause"));
    setActionState(*pause, m_flow->whyNot(api::Operation::DispatchSetPaused));
    menu->addAction(icon(QStringLiteral("calibrate")), tr("Calibrate…"), this,
                    [this, campus] { calibrateCampus(campus); });
    menu->addAction(icon(QStringLiteral("settings")), tr("Policy…"), this, [this, row] { editPolicyOf(row); });
}

std::vector<Worker> DispatchPage::selectedWorkers() const {
    std::vector<Worker> workers;
    for (const auto& row : selectedCouriers()) {
        workers.push_back(workerOf(row));
    }
    return workers;
}

void DispatchPage::putOnDuty() { m_flow->putOnDuty(selectedWorkers()); }

void DispatchPage::putOffDuty() { m_flow->putOffDuty(selectedWorkers()); }

void DispatchPage::setLimit() { m_flow->setLimit(selectedCouriers()); }

void DispatchPage::handOverToNext() {
    const auto selected = selectedCouriers();
    if (selected.size() == 1) {
        m_flow->handOver(workerOf(selected.front()), std::nullopt);
    }
}

void DispatchPage::handOverTo() {
    const auto selected = selectedCouriers();
    if (selected.size() == 1) {
        const auto& from = selected.front();
        pickCourier(context(), this, tr("Hand over the work of %1").arg(nameOf(from)), from.campus, from.id,
                    [this, from](const api::CourierRow& to) { m_flow->handOver(workerOf(from), to); });
    }
}

void DispatchPage::reassignToNext() { m_flow->reassign(frozenOrders().orders, std::nullopt); }

void DispatchPage::reassignTo() {
    const CourierId except = m_tabs->currentIndex() == kInHand ? m_feed->courier() : CourierId();
    const auto orders = frozenOrders();
    pickCourier(context(), this, tr("Reassign"), orders.campus, except,
                [this, frozen = orders.orders](const api::CourierRow& to) { m_flow->reassign(frozen, to); });
}

void DispatchPage::why() {
    const auto orders = frozenOrders();
    if (orders.orders.size() == 1) {
        (new EvidenceDialog(context(), orders.orders.front().orderNo, orders.campus, this))->open();
    }
}

void DispatchPage::openOrder() {
    const auto orders = frozenOrders();
    if (orders.orders.size() == 1) {
        context().navigator.open(QStringLiteral("orders"),
                                 {{QStringLiteral("order"), text(orders.orders.front().orderNo)}});
    }
}

// The message names only the order; its campus and version are read first.
void DispatchPage::assignLetter(const api::DeadLetterRow& frozen) {
    auto& bridge = context().bridge;
    whenReady(bridge.orders().detail(bridge.call(), frozen.orderNo), this,
              [this](const Result<api::OrderDetail>& detail) {
                  if (!detail) {
                      context().notices.bad(errorText(detail.error()));
                      return;
                  }
                  const api::OrderRef ref{detail->row.orderNo, detail->row.version};
                  pickCourier(context(), this, tr("Assign %1").arg(text(ref.orderNo)), detail->row.campus, {},
                              [this, ref](const api::CourierRow& to) { m_flow->reassign({ref}, to); });
              });
}

}  // namespace evenhand::ui

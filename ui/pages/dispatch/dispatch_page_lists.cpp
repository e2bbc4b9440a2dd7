// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of the dispatch page: orders that wait for a courier, orders in hand, dead letters.
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/dispatch/dispatch_page.h"
#include "ui/pages/dispatch/dispatch_page_actions.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/scope_figures.h"
#include "ui/widgets/card.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/tab_bar.h"

namespace evenhand::ui {
namespace {

/// "500+": lists are read to one beyond what is shown.
QString countedUpTo(std::int64_t read) {
    const bool isMore = read > DispatchFeed::kListLimit;
    return Formats::number(isMore ? DispatchFeed::kListLimit : read) + (isMore ? QStringLiteral("+") : QString());
}

}  // namespace

OrderListTable* DispatchPage::makeList(List which) {
    const bool waiting = which == kWaiting;
    OrderListHooks hooks;
    hooks.now = [this] { return context().bridge.now(); };
    hooks.campusName = [this](const CampusId& campus) { return context().scope.nameOf(campus); };
    hooks.none = [this, waiting] {
        const auto* holder = courier(m_feed->courier());
        return waiting             ? (hasNoCampus() ? whyNothing() : tr("Every paid order has a courier."))
               : holder == nullptr ? tr("No courier is selected.")
                                   : tr("%1 has no orders in hand.").arg(nameOf(*holder));
    };
    hooks.next = [this, waiting] {
        return waiting && hasNoCampus()    ? QString()
               : waiting                   ? tr("Nothing to do: orders come here when nobody can take them.")
               : m_feed->courier().empty() ? tr("Select a courier to see the orders in hand.")
                                           : tr("Nothing to do: nothing is to be handed over.");
    };
    hooks.menu = [this](QMenu& menu) { fillOrderMenu(menu); };
    hooks.opened = [this] { why(); };
    hooks.workspace = text(context().bridge.workspace().id);
    hooks.most = DispatchFeed::kListLimit;
    auto spec = describeOrderList(waiting, context().formats, hooks);
    spec.look.shownOf = [this, waiting] {
        return waiting ? campusesShown() : QStringLiteral("courier=") + text(m_feed->courier());
    };
    auto* list = new OrderListTable(std::move(spec), context(), m_stack);
    connect(list, &OrderListTable::selectionMoved, this, &DispatchPage::updateActions);
    connect(list, &OrderListTable::readyChanged, this, &DispatchPage::updateActions);
    return list;
}

void DispatchPage::setupLists() {
    m_listsCard = new Card(this);
    m_tabs = named(new TabBar(m_listsCard), QStringLiteral("dispatchLists"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    for (int tab = kWaiting; tab <= kDeadLetters; ++tab) {
        m_tabs->addTab(QString());
    }
    m_listsCard->setLeading(m_tabs);
    m_stack = new QStackedWidget(m_listsCard);
    m_waiting = makeList(kWaiting);
    m_inHand = makeList(kInHand);
    m_letters = new DeadLetterTable(
        describeDeadLetters(
            context().formats,
            {[this] { return m_feed->deadLetters().value_or(std::vector<api::DeadLetterRow>{}); },
             DispatchFeed::kListLimit, [this](const api::DeadLetterRow& frozen) { assignLetter(frozen); }},
            context().bridge, this),
        context(), m_stack);
    connect(m_letters->flow(), &RowFlow::finished, m_feed, &DispatchFeed::refresh);
    for (auto* pane : panes()) {
        connect(pane, &QueryPaneBase::readyChanged, this, &DispatchPage::readyChanged);
        if (pane != m_couriers) {
            m_stack->addWidget(pane);
        }
    }
    m_listsCard->setBody(m_stack);
    m_reassign = toolFor(m_actions->reassign, true, m_listsCard);
    m_reassign->setPopupMode(QToolButton::MenuButtonPopup);
    m_reassign->addAction(m_actions->reassignTo);
    m_listsCard->addTool(m_reassign);
    m_listsCard->addTool(toolFor(m_actions->why, false, m_listsCard));
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_stack->setCurrentIndex(tab);
        showDeadLetters();
    });
    // Their keys count on the whole page.
    for (auto* action :
         {m_letters->action(QStringLiteral("dispatchRetry")), m_letters->action(QStringLiteral("dispatchAssign")),
          m_waiting->exportAction(), m_inHand->exportAction()}) {
        addAction(action);
    }
    for (auto* action : {m_couriers->exportAction(), m_waiting->exportAction(), m_inHand->exportAction(),
                         m_letters->exportAction(), m_actions->exportWeights, m_actions->exportFairness}) {
        m_export->addAction(action);
    }
}

void DispatchPage::showWaiting() {
    const auto& waiting = m_feed->waiting();
    if (waiting || hasNoCampus()) {
        m_waiting->take(listed(waiting.value_or(std::vector<api::WaitingOrder>{})));
    } else {
        m_waiting->forget();
    }
    nameWaiting();
    updateActions();
    for (const auto& order : waiting && !m_wantedOrder.empty() ? *waiting : std::vector<api::WaitingOrder>{}) {
        if (order.row.orderNo == m_wantedOrder) {
            m_tabs->setCurrentIndex(kWaiting);
            m_waiting->select(order.row.id);
            m_wantedOrder = {};
            break;
        }
    }
}

void DispatchPage::showInHand() {
    const auto& orders = m_feed->inHand();
    const bool chosen = !m_feed->courier().empty();
    if (orders || !chosen) {
        m_inHand->take(listed(orders.value_or(std::vector<api::OrderRow>{})));
    } else {
        m_inHand->forget();
    }
    const auto* holder = courier(m_feed->courier());
    QString name = holder != nullptr ? nameOf(*holder) : QString();
    name.replace(QLatin1Char('&'), QStringLiteral("&&"));
    nameTab(*m_tabs, kInHand,
            !chosen ? tr("In hand  –")
                    : tr("%1  %2", "courier, orders in hand")
                          .arg(name, orders ? countedUpTo(std::ssize(*orders)) : Formats::dash()));
    updateActions();
}

/// All that there are, as beside the page's name; the list may hold its first ones only.
void DispatchPage::nameWaiting() {
    const auto& waiting = m_feed->waiting();
    const bool isMore = waiting && std::ssize(*waiting) > DispatchFeed::kListLimit;
    const auto all = context().figures.unassigned();
    const QString some = waiting ? countedUpTo(std::ssize(*waiting)) : Formats::dash();
    nameTab(*m_tabs, kWaiting,
            tr("Unassigned  %1").arg(isMore && all > DispatchFeed::kListLimit ? Formats::number(all) : some));
}

void DispatchPage::showDeadLetters() {
    const auto& letters = m_feed->deadLetters();
    m_letters->setActive(isActive() && letters && m_tabs->currentIndex() == kDeadLetters);
    const QString count = letters ? countedUpTo(std::ssize(*letters)) : Formats::dash();
    nameTab(*m_tabs, kDeadLetters,
            context().scope.current().empty() ? tr("Dead letters  %1").arg(count)
                                              : tr("Dead letters  %1, all campuses").arg(count));
    updateActions();
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_timer_box.h"

#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/models/paged_table.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {

OrderTimerBox::OrderTimerBox(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_flow(new RowFlow(context, this)),
      m_reads(new FeedChannel(
          kReadMs, [this] { read(); }, this)) {
    setObjectName(QStringLiteral("orderTimer"));
    auto* layout = columnIn(this, 0, kGapSmall);
    m_facts = new FactGrid(this);
    layout->addWidget(m_facts);
    m_extend =
        named(new QAction(icon(QStringLiteral("clock")), QString(), this), QStringLiteral("order.extendTimeout"));
    m_extend->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_T));
    m_extend->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_button = actionButton(m_extend, this);
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    m_tick.setInterval(PagedTable::kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &OrderTimerBox::refresh);
    connect(m_extend, &QAction::triggered, this, [this] {
        if (const auto* shown = timer()) {
            askTimer(*m_flow, m_context, this, TimerAction::Postpone, *shown);
        }
    });
    connect(m_flow, &RowFlow::finished, m_reads, &FeedChannel::request);
    // These tell nothing of orders; those that an order was told of come by setOrder().
    connect(&context.bridge, &EngineBridge::timersChanged, this, [this] {
        if (m_order) {
            m_reads->request();
        }
    });
    connect(&context.bridge, &EngineBridge::stateChanged, this, &OrderTimerBox::refreshAction);
    retranslate();
}

void OrderTimerBox::setOrder(std::optional<api::OrderRow> order) {
    const bool other = !order || !m_order || order->id != m_order->id;
    m_order = std::move(order);
    if (other) {
        m_answer.reset();
    }
    if (m_order && other) {
        m_reads->restart();
    } else if (m_order) {
        m_reads->request();
    }
    refresh();
}

void OrderTimerBox::setActive(bool active) {
    if (active && !m_active) {
        m_answer.reset();  // what was known is not of now
    }
    m_active = active;
    m_reads->setActive(active);
    if (active && m_order) {
        m_reads->restart();
    }
    refresh();
}

const api::TimerRow* OrderTimerBox::timer() const {
    return m_answer && *m_answer && **m_answer ? &***m_answer : nullptr;
}

void OrderTimerBox::read() {
    if (!m_order) {
        return;
    }
    api::TimerQuery query;
    query.filter.orderNo = m_order->orderNo;
    query.limit = 1;
    auto& bridge = m_context.bridge;
    whenReady(bridge.timers().page(bridge.call(), std::move(query)), this,
              [this, generation = m_reads->generation()](const Result<std::vector<api::TimerRow>>& rows) {
                  if (rows ? !m_reads->done(generation) : !m_reads->failed(generation)) {
                      return;
                  }
                  if (rows) {
                      m_answer = rows->empty() ? std::optional<api::TimerRow>() : std::optional(rows->front());
                  } else {
                      m_answer = tl::unexpected(rows.error());
                  }
                  refresh();
                  Q_EMIT readyChanged();
              });
}

QString OrderTimerBox::whyNot() const {
    if (QString why = m_context.bridge.whyNotAllowed(api::Operation::TimersPostpone); !why.isEmpty()) {
        return why;
    }
    if (!m_order || !m_active) {
        return tr("Open an order's details first.");
    }
    if (!m_answer) {
        return tr("The timer is not known yet.");
    }
    if (!*m_answer) {
        return errorText(m_answer->error());
    }
    return timer() ? QString() : tr("The order has no timer; it is: %1.").arg(statusLabel(*m_order));
}

void OrderTimerBox::refreshAction() { setActionState(*m_extend, whyNot()); }

void OrderTimerBox::refresh() {
    std::vector<FactGrid::Fact> facts;
    const auto* shown = timer();
    if (shown) {
        const std::int64_t left = shown->due.ms - m_context.bridge.now().ms;
        facts = {{label(shown->kind), Formats::dueIn(left), false, true},
                 {tr("Due"), m_context.formats.dateTime(shown->due)},
                 {tr("Then"), effectOf(shown->kind)}};
        if (shown->state == api::TimerState::Dead || shown->state == api::TimerState::Retrying) {
            facts.push_back({tr("State"), label(shown->state), false, true});
            facts.push_back({tr("Failures"), Formats::number(shown->attempts)});
            facts.push_back({tr("Failed because"), text(shown->reason).simplified()});
        }
    } else {
        facts = {{tr("Due"), m_answer && *m_answer ? tr("no timer") : Formats::dash()}};
    }
    m_facts->setFacts(facts);
    if (shown && m_active) {
        if (!m_tick.isActive()) {
            m_tick.start();
        }
    } else {
        m_tick.stop();
    }
    refreshAction();
}

void OrderTimerBox::retranslate() {
    setActionTexts(*m_extend, tr("Postpone the timer…"), tr("Postpone the order's timer"));
    m_button->setAccessibleName(tr("Postpone the timer"));
    refresh();
}

}  // namespace evenhand::ui

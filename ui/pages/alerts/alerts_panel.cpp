// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/alerts/alerts_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/alert_bell.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/when_field.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kWidths[AlertTableModel::kColumns] = {110, 104, 116, 76, 120, 110, 108, 80, 72, 88, 96, 120};
const QString kSortKey = QStringLiteral("alerts/sort");  ///< column; negative, less one: descending

QString alerts(std::size_t size) {
    const auto count = static_cast<std::int64_t>(size);
    return AlertsPanel::tr("%1 alerts", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

}  // namespace

AlertsPanel::AlertsPanel(UiContext& context, const QString& prefix, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_prefix(prefix),
      m_model(context.bridge, context.scope, context.formats, context.couriers),
      m_reads(new FeedChannel(
          kReadMs, [this] { read(); }, this)) {
    setObjectName(prefix + QStringLiteral("Panel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    setupActions();
    setupBar();
    setupTable();
    m_tick.setInterval(1'000);
    connect(&m_tick, &QTimer::timeout, &m_model, &AlertTableModel::tick);
    auto& bridge = context.bridge;
    connect(&bridge, &EngineBridge::alertsChanged, this, &AlertsPanel::refresh);
    connect(&bridge, &EngineBridge::stateChanged, this, &AlertsPanel::onSelection);
    connect(&context.scope, &CampusScope::currentChanged, m_reads, &FeedChannel::restart);
    connect(&context.scope, &CampusScope::campusesChanged, &m_model, &AlertTableModel::retranslate);
    retranslate();
}

QAction* AlertsPanel::addCommand(const char* name, const char* iconName) {
    auto* action = new QAction(icon(QLatin1String(iconName)), QString(), this);
    action->setObjectName(m_prefix + QLatin1Char('.') + QLatin1String(name));
    addAction(action);
    return action;
}

void AlertsPanel::setupActions() {
    m_acknowledge = addCommand("acknowledge", "check");
    m_silence = addCommand("silence", "pause");
    m_resolve = addCommand("resolve", "delivered");
    m_open = addCommand("openOrder", "orders");
    m_reassign = addCommand("reassign", "reassign");
    m_flow = new OrderActionFlow(m_context, this);
    connect(m_reassign, &QAction::triggered, this, &AlertsPanel::reassign);
    connect(m_flow, &OrderActionFlow::finished, this, [this] {
        m_reads->request();
        Q_EMIT finished();
    });
    m_sound = addCommand("sound", "bell");
    m_sound->setCheckable(true);
    m_sound->setChecked(m_context.bell.isOn());
    connect(m_acknowledge, &QAction::triggered, this, &AlertsPanel::acknowledge);
    connect(m_silence, &QAction::triggered, this, &AlertsPanel::askSilence);
    connect(m_resolve, &QAction::triggered, this, &AlertsPanel::askResolve);
    connect(m_open, &QAction::triggered, this, &AlertsPanel::openOrders);
    connect(m_sound, &QAction::toggled, &m_context.bell, &AlertBell::setOn);
    connect(&m_context.bell, &AlertBell::onChanged, m_sound, [this] { m_sound->setChecked(m_context.bell.isOn()); });
}

void AlertsPanel::setupBar() {
    auto* bar = new WrapRow;
    bar->setContentsMargins(kGapSmall, kGapSmall, kGap, kGapSmall);
    bar->setSpacing(2);
    const auto add = [this, bar](QAction* action) { bar->addWidget(actionButton(action, this)); };
    for (QAction* action : {m_acknowledge, m_silence, m_resolve, m_reassign, m_open}) {
        add(action);
    }
    bar->addStretch(1);
    m_state = new QLabel(this);
    m_state->setObjectName(m_prefix + QStringLiteral("State"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setProperty("muted", true);
    bar->addWidget(m_state);
    bar->addSpacing(kGap);
    m_resolvedToo = new QCheckBox(this);
    m_resolvedToo->setObjectName(m_prefix + QStringLiteral("ResolvedToo"));
    connect(m_resolvedToo, &QCheckBox::toggled, this, [this](bool shown) {
        m_table->setColumnHidden(AlertTableModel::Resolution, !shown);
        m_reads->restart();
    });
    bar->addWidget(m_resolvedToo);
    add(m_sound);
    static_cast<QVBoxLayout*>(layout())->addLayout(bar);
}

void AlertsPanel::setupTable() {
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(AlertTableModel::SortRole);
    m_sorted.setDynamicSortFilter(true);
    m_table = new QTableView(this);
    m_table->setObjectName(m_prefix + QStringLiteral("Table"));
    m_table->setModel(&m_sorted);
    m_table->setFrameShape(QFrame::NoFrame);
    styleTable(*m_table, true);
    setupSorting();
    m_table->setColumnHidden(AlertTableModel::Resolution, true);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_table, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &AlertsPanel::onSelection);
    connect(m_table, &QAbstractItemView::doubleClicked, this, &AlertsPanel::openOrders);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->setToolTipsVisible(true);
        menu->addActions({m_acknowledge, m_silence, m_resolve, m_reassign, m_open});
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
}

/// Newest first until somebody clicks another column: latest first, by courier…
void AlertsPanel::setupSorting() {
    const int kept = m_context.preferences.value(kSortKey, -AlertTableModel::Fired - 1).toInt();
    const int column = kept < 0 ? -kept - 1 : kept;
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(column < AlertTableModel::kColumns ? column : AlertTableModel::Fired,
                          kept < 0 ? Qt::DescendingOrder : Qt::AscendingOrder);
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this](int by, Qt::SortOrder order) {
        m_context.preferences.setValue(kSortKey, order == Qt::DescendingOrder ? -by - 1 : by);
    });
}

// --- reading ------------------------------------------------------------------------------------------------

void AlertsPanel::setActive(bool active) {
    m_active = active;
    m_reads->setActive(active);
    fitColumns(*m_table, kWidths);  // the style is known now
    if (active) {
        m_reads->request();
    }
    syncTick();
}

void AlertsPanel::syncTick() {
    if (!m_active || m_model.rowCount() == 0) {
        m_tick.stop();
    } else if (!m_tick.isActive()) {
        m_tick.start();
    }
}

void AlertsPanel::read() {
    api::AlertQuery query;
    query.campus = m_context.scope.current();
    query.limit = m_most + 1;
    if (m_resolvedToo->isChecked()) {
        query.states = {api::AlertState::Firing, api::AlertState::Acknowledged, api::AlertState::Silenced,
                        api::AlertState::Resolved};
    }
    auto& bridge = m_context.bridge;
    whenReady(bridge.timers().alerts(bridge.call(), query), this,
              [this, generation = m_reads->generation()](Result<std::vector<api::AlertRow>> rows) {
                  arrived(generation, std::move(rows));
              });
}

void AlertsPanel::arrived(int generation, Result<std::vector<api::AlertRow>> rows) {
    if (!m_reads->answered(generation, rows)) {
        return;
    }
    m_error = rows ? std::nullopt : std::optional(rows.error());
    if (rows) {
        m_known = true;
        m_more = std::ssize(*rows) > m_most;
        if (m_more) {
            rows->pop_back();
        }
        m_model.tick();
        m_model.setRows(*std::move(rows));
    }
    onSelection();
    syncTick();
    Q_EMIT readyChanged();
}

// --- selection ----------------------------------------------------------------------------------------------

std::vector<api::AlertRow> AlertsPanel::selected() const {
    std::vector<api::AlertRow> rows;
    for (const auto& index : m_table->selectionModel()->selectedRows()) {
        if (const auto* row = m_model.at(m_sorted.mapToSource(index))) {
            rows.push_back(*row);
        }
    }
    return rows;
}

void AlertsPanel::select(const std::vector<std::int64_t>& ids) {
    m_table->clearSelection();
    for (const auto id : ids) {
        const int row = m_model.rowOf(std::to_string(id));
        if (row >= 0) {
            m_table->selectionModel()->setCurrentIndex(m_sorted.mapFromSource(m_model.index(row, 0)),
                                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
}

QString AlertsPanel::whyNot(api::Operation operation) const {
    const auto rows = selected();
    if (rows.empty()) {
        return tr("Select an alert first.");
    }
    if (const QString why = m_context.bridge.whyNotAllowed(operation); !why.isEmpty()) {
        return why;
    }
    const bool open =
        std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.state != api::AlertState::Resolved; });
    return open ? QString() : tr("It is already resolved.");
}

void AlertsPanel::onSelection() {
    setActionState(*m_acknowledge, whyNot(api::Operation::AlertsAcknowledge));
    setActionState(*m_silence, whyNot(api::Operation::AlertsSilence));
    setActionState(*m_resolve, whyNot(api::Operation::AlertsResolve));
    setActionState(*m_reassign, whyNot(api::Operation::DispatchReassign));
    setActionState(*m_open, m_table->selectionModel()->hasSelection() ? QString() : tr("Select an alert first."));
    if (m_error) {
        m_state->setText(tr("Could not be read: %1").arg(errorTitle(m_error->code)));
    } else if (!m_known) {
        m_state->setText(Formats::dash());
    } else {
        const auto& rows = m_model.rows();
        const auto firing = std::count_if(rows.begin(), rows.end(),
                                          [](const auto& row) { return row.state == api::AlertState::Firing; });
        m_state->setText(
            rows.empty() ? tr("Nothing is late.")
            : m_more     ? tr("More than %1, of these %2 firing", "n alerts, count")
                           .arg(alerts(rows.size()), Formats::number(firing))
                     : tr("%1, %2 firing", "n alerts, count").arg(alerts(rows.size()), Formats::number(firing)));
    }
}

// --- actions ------------------------------------------------------------------------------------------------

/// As they were chosen: what somebody else does to them meanwhile is a conflict.
static std::vector<api::AlertRef> refsOf(const std::vector<api::AlertRow>& rows) {
    std::vector<api::AlertRef> refs;
    for (const auto& row : rows) {
        refs.emplace_back(row.id, row.version);
    }
    return refs;
}

void AlertsPanel::acknowledge() {
    const auto frozen = selected();
    auto& bridge = m_context.bridge;
    submit(tr("Acknowledge"), frozen, bridge.timers().acknowledge(bridge.call(), refsOf(frozen)));
}

void AlertsPanel::askSilence() {
    const auto frozen = selected();
    ActionDialog::Texts texts;
    texts.title = tr("Silence");
    texts.question = tr("%1 will be quiet for a while.", "n alerts").arg(alerts(frozen.size()));
    texts.effect = tr("It fires again afterwards, if the order is still late.");
    texts.confirm = tr("Silence");
    texts.reasonNeeded = false;
    auto* dialog = new ActionDialog(texts, {}, window());
    m_question = dialog;
    auto* when = new WhenField(
        m_context.formats, [this] { return m_context.bridge.now(); }, dialog);
    dialog->addField(tr("Silence"), when, [when] { return when->problem(); });
    connect(when, &WhenField::changed, dialog, &ActionDialog::recheck);
    connect(dialog, &QDialog::accepted, this, [this, dialog, when, frozen] {
        auto& bridge = m_context.bridge;
        const auto by = when->delayMs();
        const Instant until = by ? bridge.now().plusMs(*by) : when->instant().value_or(Instant{});
        submit(tr("Silence"), frozen, bridge.timers().silence(bridge.call(dialog->reason()), refsOf(frozen), until));
    });
    dialog->open();
}

void AlertsPanel::askResolve() {
    const auto frozen = selected();
    ActionDialog::Texts texts;
    texts.title = tr("Resolve");
    texts.question = tr("%1 will be closed by hand.", "n alerts").arg(alerts(frozen.size()));
    texts.effect = tr("The orders stay as they are. The reason is kept as the resolution.");
    texts.confirm = tr("Resolve");
    auto* dialog = new ActionDialog(texts, {}, window());
    m_question = dialog;
    connect(dialog, &QDialog::accepted, this, [this, dialog, frozen] {
        auto& bridge = m_context.bridge;
        submit(tr("Resolve"), frozen, bridge.timers().resolve(bridge.call(dialog->reason()), refsOf(frozen)));
    });
    dialog->open();
}

static std::vector<OrderId> ordersOf(const std::vector<api::AlertRow>& rows) {
    std::vector<OrderId> ids;
    for (const auto& row : rows) {  // an order may have several alerts
        if (std::find(ids.begin(), ids.end(), row.order) == ids.end()) {
            ids.push_back(row.order);
        }
    }
    return ids;
}

void AlertsPanel::openOrders() {
    const auto rows = selected();
    const auto ids = ordersOf(rows);
    if (ids.size() == 1) {
        m_context.navigator.open(QStringLiteral("orders"), {{QStringLiteral("order"), text(rows.front().orderNo)}});
    } else if (!ids.empty()) {
        QVariantList orders;
        for (const auto id : ids) {
            orders << static_cast<qlonglong>(id.value);
        }
        m_context.navigator.open(QStringLiteral("orders"), {{QStringLiteral("orders"), orders}});
    }
}

void AlertsPanel::reassign() {
    auto& bridge = m_context.bridge;
    ++m_busy;
    whenReady(bridge.orders().rows(bridge.call(), ordersOf(selected())), this,
              [this](Result<std::vector<api::OrderRow>> rows) {
                  --m_busy;
                  if (rows) {
                      m_flow->begin(OrderAction::ReassignNext, *std::move(rows));
                  } else {
                      m_context.notices.bad(errorText(rows.error()));
                  }
                  Q_EMIT readyChanged();
              });
}

void AlertsPanel::submit(const QString& title, const std::vector<api::AlertRow>& frozen,
                         const api::Answer<std::vector<api::AlertOutcome>>& answer) {
    ++m_busy;
    whenReady(answer, this, [this, title, frozen](const Result<std::vector<api::AlertOutcome>>& result) {
        --m_busy;
        answered(title, frozen, result);
    });
}

void AlertsPanel::answered(const QString& title, const std::vector<api::AlertRow>& frozen,
                           const Result<std::vector<api::AlertOutcome>>& answer) {
    if (!answer) {
        const bool unknown = answer.error().code == ErrorCode::OutcomeUnknown;
        m_context.notices.bad(unknown ? tr("%1: %2").arg(title, errorText(answer.error()))
                                      : tr("%1: nothing was done. %2").arg(title, errorText(answer.error())));
        m_reads->request();
        Q_EMIT finished();
        return;
    }
    std::map<std::int64_t, const api::AlertRow*> rows;
    for (const auto& row : frozen) {
        rows[row.id] = &row;
    }
    std::vector<OrderOutcome> outcomes;
    std::map<std::int64_t, std::size_t> changed;  // an alert that was open when it was chosen, and is resolved
    for (const auto& each : *answer) {
        const auto row = rows.find(each.id);
        OrderOutcome outcome{row == rows.end() ? OrderNo(std::to_string(each.id)) : row->second->orderNo,
                             row == rows.end() ? OrderId{} : row->second->order,
                             each.error,
                             std::nullopt,
                             false,
                             {}};
        outcome.changed = refusedByState(each.error);
        if (outcome.changed) {
            changed[each.id] = outcomes.size();
        }
        outcomes.push_back(std::move(outcome));
    }
    if (changed.empty()) {
        readBack(title, std::move(outcomes));
        return;
    }
    ++m_busy;
    api::AlertQuery resolved;
    resolved.states = {api::AlertState::Resolved};
    auto& bridge = m_context.bridge;
    whenReady(bridge.timers().alerts(bridge.call(), resolved), this,
              [this, title, outcomes = std::move(outcomes),
               changed](const Result<std::vector<api::AlertRow>>& alerts) mutable {
                  --m_busy;
                  for (const auto& alert : alerts ? *alerts : std::vector<api::AlertRow>{}) {
                      if (const auto found = changed.find(alert.id); found != changed.end()) {
                          outcomes[found->second].changedBy = resolutionOf(alert);
                      }
                  }
                  readBack(title, std::move(outcomes));
              });
}

/// "Resolved by ann, 12:30:05: called them"; what happened to the order by itself has no actor of its own.
QString AlertsPanel::resolutionOf(const api::AlertRow& alert) const {
    const QString why = resolutionLabel(alert.resolution);
    const Instant at = alert.resolvedAt.value_or(alert.firedAt);
    const QString when = m_context.formats.shortTime(at, m_context.bridge.now());
    return alert.actor.empty() || alert.actedAt != alert.resolvedAt
               ? tr("Resolved %1: %2", "when, by what").arg(when, why)
               : tr("Resolved by %1, %2: %3", "who, when, why").arg(actorLabel(alert.actor), when, why);
}

void AlertsPanel::readBack(const QString& title, std::vector<OrderOutcome> outcomes) {
    ++m_busy;
    ui::readBack(m_context, this, std::move(outcomes), [this, title](const std::vector<OrderOutcome>& read) {
        --m_busy;
        tell(title, read);
        m_reads->request();
        Q_EMIT finished();
    });
}

void AlertsPanel::tell(const QString& title, const std::vector<OrderOutcome>& outcomes) {
    const auto counts = countOutcomes(outcomes);
    const bool allDone = counts.allDone();
    m_context.notices.post(
        {tr("%1: %2").arg(title, outcomeSummary(counts)), allDone ? Tone::Good : Tone::Warn, {}, {}});
    if (!allDone) {
        m_outcome = new OutcomeDialog(title, outcomes, window());
        m_outcome->open();
    }
}

void AlertsPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void AlertsPanel::retranslate() {
    setActionTexts(*m_acknowledge, tr("Acknowledge"), tr("Mark as seen; it stops repeating"));
    setActionTexts(*m_silence, tr("Silence…"));
    setActionTexts(*m_resolve, tr("Resolve…"));
    setActionTexts(*m_open, tr("Open the orders"));
    setActionTexts(*m_reassign, tr("Reassign…"), tr("Each order to the next fairest courier"));
    setActionTexts(*m_sound, tr("Sound"), tr("Sound when an alert fires, also while the window is minimised"));
    m_resolvedToo->setText(tr("Include resolved"));
    m_table->setAccessibleName(tr("Alerts"));
    m_model.retranslate();
    fitColumns(*m_table, kWidths);
    onSelection();
}

}  // namespace evenhand::ui

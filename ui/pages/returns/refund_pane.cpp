// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/refund_pane.h"

#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/read_error.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kRefundTypingMs = 250;
constexpr int kRefundWidths[RefundTableModel::ColumnCount] = {124, 150, 116, 122, 150, 92,  100, 210,
                                                              124, 124, 96,  124, 124, 118, 118};
constexpr int kHiddenRefundColumns[] = {RefundTableModel::CampusColumn, RefundTableModel::ReturnColumn,
                                        RefundTableModel::RequesterColumn, RefundTableModel::ApproverColumn};
constexpr api::RefundCause kCauses[] = {api::RefundCause::Return,      api::RefundCause::Order,
                                        api::RefundCause::ClosedOrder, api::RefundCause::LatePayment,
                                        api::RefundCause::WrongAmount, api::RefundCause::SecondPayment,
                                        api::RefundCause::UnknownOrder};

}  // namespace

RefundPane::RefundPane(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_model(context.bridge, context.scope, context.formats),
      m_countReads(new FeedChannel(
          kCountMs, [this] { readCounts(); }, this)) {
    setObjectName(QStringLiteral("refundPane"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_actions = new RefundActions(context.bridge, this, QStringLiteral("refund"), true);
    m_flow = new RefundActionFlow(context, this);
    setupFilter();
    setupBar();
    setupTable();
    m_model.setFilterSource([this] { return filter(); });
    connect(m_actions, &RefundActions::requested, this, &RefundPane::begin);
    connect(m_flow, &RefundActionFlow::finished, this, [this] {
        refresh();
        Q_EMIT readyChanged();
    });
    connect(&context.bridge, &EngineBridge::refundsChanged, m_countReads, &FeedChannel::request);
    connect(&context.scope, &CampusScope::currentChanged, this, &RefundPane::changed);
    retranslate();
}

void RefundPane::setupFilter() {
    m_text = new QLineEdit(this);
    m_text->setObjectName(QStringLiteral("refundFilterText"));
    m_text->setClearButtonEnabled(true);
    m_text->setMaximumWidth(260);
    m_status = new ChoiceButton(false, this);
    m_status->setObjectName(QStringLiteral("refundFilterStatus"));
    m_cause = new ChoiceButton(false, this);
    m_cause->setObjectName(QStringLiteral("refundFilterCause"));
    m_dead = new QPushButton(this);
    m_dead->setObjectName(QStringLiteral("refundFilterDead"));
    m_dead->setCheckable(true);
    m_clear = new QToolButton(this);
    m_clear->setObjectName(QStringLiteral("refundFilterClear"));
    m_clear->setIcon(icon(QStringLiteral("clear")));
    m_clear->setFocusPolicy(Qt::TabFocus);
    m_sums = new QLabel(this);
    m_sums->setObjectName(QStringLiteral("refundSums"));
    m_sums->setTextFormat(Qt::PlainText);
    m_sums->setProperty("muted", true);
    auto* row = new WrapRow;
    row->setContentsMargins(kGap, kGap, kGap, 0);
    row->setSpacing(kGap);
    row->addWidget(m_text, 1);
    row->addWidget(m_status);
    row->addWidget(m_cause);
    row->addWidget(m_dead);
    row->addWidget(m_clear);
    row->addStretch(1);
    row->addWidget(m_sums);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kRefundTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &RefundPane::changed);
    connect(m_text, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(m_status, &ChoiceButton::chosenChanged, this, &RefundPane::changed);
    connect(m_cause, &ChoiceButton::chosenChanged, this, &RefundPane::changed);
    connect(m_dead, &QPushButton::toggled, this, &RefundPane::changed);
    connect(m_clear, &QToolButton::clicked, this, [this] { showStatuses({}, false); });
}

void RefundPane::setupBar() {
    m_bar = new WrapRow;
    m_bar->setContentsMargins(kGapSmall, kGapSmall, kGap, kGapSmall);
    m_bar->setSpacing(2);
    for (QAction* action : m_actions->all()) {
        m_bar->addWidget(actionButton(action, this));
    }
    const auto addLabel = [this](const char* name) {
        auto* label = new QLabel(this);
        label->setObjectName(QLatin1String(name));
        label->setTextFormat(Qt::PlainText);
        m_bar->addWidget(label);
        return label;
    };
    m_bar->addSpacing(kGap);
    m_selected = addLabel("refundSelected");
    m_selected->setProperty("muted", true);
    m_error = new ReadError(*m_bar, QStringLiteral("refundError"), this);
    m_count = addLabel("refundCount");
    m_bar->addSpacing(kGap);
    static_cast<QVBoxLayout*>(layout())->addLayout(m_bar);
}

void RefundPane::setupTable() {
    m_table = new PagedView(m_context, m_model, QStringLiteral("refunds"), kRefundWidths, kHiddenRefundColumns, this);
    m_bar->addWidget(m_table->columnButton());
    m_empty = new QLabel(this);
    m_empty->setObjectName(QStringLiteral("refundsEmpty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setProperty("muted", true);
    m_empty->hide();
    static_cast<QVBoxLayout*>(layout())->addWidget(m_table, 1);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_empty, 1);
    connect(m_table, &PagedView::selectionMoved, this, &RefundPane::onSelection);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->setObjectName(QStringLiteral("refundMenu"));
        menu->setToolTipsVisible(true);
        for (QAction* action : m_actions->all()) {
            menu->addAction(action);
        }
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto* row = m_model.row(index.row()); row && !row->orderNo.empty()) {
            Q_EMIT opened(text(row->orderNo));
        }
    });
    connect(&m_model, &RefundTableModel::totalChanged, this, [this] {
        refreshTexts();
        onSelection();
    });
    connect(&m_model, &RefundTableModel::errorChanged, this, &RefundPane::refreshTexts);
    connect(&m_model, &RefundTableModel::loaded, this, &RefundPane::readyChanged);
}

// --- work ---------------------------------------------------------------------------------------------------

api::RefundFilter RefundPane::filter() const {
    api::RefundFilter filter;
    for (const QString& key : m_status->chosen()) {
        if (const auto status = api::refundStatusFrom(key.toStdString())) {
            filter.statuses.push_back(*status);
        }
    }
    for (const QString& key : m_cause->chosen()) {
        if (const auto cause = api::refundCauseFrom(key.toStdString())) {
            filter.causes.push_back(*cause);
        }
    }
    filter.campus = m_context.scope.current();
    filter.deadOnly = m_dead->isChecked();
    filter.text = m_text->text().trimmed().toStdString();
    return filter;
}

void RefundPane::changed() {
    m_typing.stop();
    if (!m_setting && m_opened) {
        m_model.restart(m_model.isDescending());
        m_countReads->restart();
    }
}

void RefundPane::showStatuses(const std::vector<api::RefundStatus>& statuses, bool deadOnly) {
    m_setting = true;
    QStringList keys;
    for (const auto status : statuses) {
        keys << text(std::string(api::toText(status)));
    }
    m_text->clear();
    m_status->setChosen(keys);
    m_cause->setChosen({});
    m_dead->setChecked(deadOnly);
    m_setting = false;
    changed();
}

void RefundPane::setText(const QString& text) {
    showStatuses({}, false);
    m_text->setText(text);
    changed();
}

void RefundPane::setActive(bool active) {
    m_model.setActive(active);
    m_countReads->setActive(active);
    if (active && !std::exchange(m_opened, true)) {
        m_model.restart();
        m_countReads->restart();
    } else if (active) {
        refresh();
    }
}

void RefundPane::refresh() {
    m_model.refresh();
    m_countReads->request();
}

void RefundPane::readCounts() {
    auto& bridge = m_context.bridge;
    whenReady(bridge.refunds().counts(bridge.call(), m_context.scope.current()), this,
              [this, generation = m_countReads->generation()](const Result<api::RefundCounts>& counts) {
                  if (!m_countReads->answered(generation, counts)) {
                      return;
                  }
                  m_counted = true;
                  m_counts = counts ? std::optional(*counts) : std::nullopt;
                  refreshTexts();
                  Q_EMIT countsChanged();
                  Q_EMIT readyChanged();
              });
}

void RefundPane::onSelection() {
    constexpr int kLookedAt = 256;
    std::vector<api::RefundRow> known;
    for (const int at : m_table->selectedAt(kLookedAt)) {
        if (const auto* row = m_model.row(at)) {
            known.push_back(*row);
        }
    }
    const auto selected = selectedRows(*m_table);
    m_actions->setSelection(std::move(known), selected);
    m_selected->setText(selected > 1 ? tr("%1 selected").arg(Formats::number(selected)) : QString());
}

void RefundPane::begin(RefundAction action) {
    m_model.freeze(m_table->selectionModel()->selection(), this,
                   [this, action](Result<std::vector<api::RefundRow>> frozen) {
                       if (!frozen) {
                           m_context.notices.bad(errorText(frozen.error()));
                           return;
                       }
                       m_flow->begin(action, *frozen);
                   });
}

void RefundPane::refreshTexts() {
    const auto total = m_model.total();
    m_count->setText(total < 0 ? tr("%1 refunds", nullptr, 0).arg(Formats::dash()) : countedRefunds(total));
    const auto& formats = m_context.formats;
    const QString dash = Formats::dash();
    const auto amount = [&](Money api::RefundCounts::*which) {
        return m_counts ? formats.moneyWithCurrency((*m_counts).*which) : dash;
    };
    m_sums->setText(tr("Not sent %1 · outcome open %2 · failed %3")
                        .arg(amount(&api::RefundCounts::pendingAmount), amount(&api::RefundCounts::sentAmount),
                             amount(&api::RefundCounts::failedAmount)));
    const auto& error = m_model.lastError();
    m_error->setError(error);
    m_dead->setText(m_counts ? tr("Given up %1").arg(Formats::number(m_counts->dead)) : tr("Given up"));
    const bool none = total == 0 && !error;
    m_empty->setVisible(none);
    m_table->setVisible(!none);
    m_empty->setText(filter() == api::RefundFilter{} ? tr("There are no refunds.")
                                                     : tr("No refund matches the filter."));
}

void RefundPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void RefundPane::retranslate() {
    m_actions->retranslate();
    m_model.retranslate();
    m_table->retranslate();
    m_table->setAccessibleName(tr("Refunds"));
    m_text->setPlaceholderText(tr("Order or payment number"));
    m_text->setAccessibleName(tr("Order or payment number"));
    m_clear->setToolTip(tr("Show all"));
    m_clear->setAccessibleName(tr("Show all"));
    m_dead->setToolTip(tr("Refunds that the sender has given up; they need attention."));
    m_status->setTitle(tr("Status"), tr("Every status"));
    std::vector<ChoiceButton::Choice> statuses;
    for (const auto status : api::allRefundStatuses()) {
        statuses.push_back({text(std::string(api::toText(status))), label(status)});
    }
    m_status->setChoices(statuses);
    m_cause->setTitle(tr("Cause"), tr("Every cause"));
    std::vector<ChoiceButton::Choice> causes;
    for (const auto cause : kCauses) {
        causes.push_back({text(std::string(api::toText(cause))), label(cause)});
    }
    m_cause->setChoices(causes);
    for (auto* button : findChildren<QToolButton*>()) {
        if (button->defaultAction()) {
            QString name = button->defaultAction()->text();
            button->setAccessibleName(name.remove(QStringLiteral("…")));
        }
    }
    refreshTexts();
    onSelection();
}

}  // namespace evenhand::ui

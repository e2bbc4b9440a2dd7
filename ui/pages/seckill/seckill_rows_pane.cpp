// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/seckill_rows_pane.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/empty_hint.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kPendingWidths[PendingTableModel::kColumns] = {90, 108, 118, 92, 82, 70, 82, 80};
constexpr int kLetterWidths[LetterTableModel::kColumns] = {110, 120, 150, 76, 300};

}  // namespace

SeckillRowsPane::SeckillRowsPane(UiContext& context, const QString& name, QWidget* parent)
    : QWidget(parent), m_context(context), m_name(name) {
    setObjectName(name + QStringLiteral("Pane"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_bar = new WrapRow;
    m_bar->setContentsMargins(kGapSmall, kGapSmall, kGap, kGapSmall);
    m_bar->setSpacing(2);
    m_bar->addStretch(1);
    m_state = new QLabel(this);
    m_state->setObjectName(name + QStringLiteral("State"));
    m_state->setTextFormat(Qt::PlainText);
    m_bar->addWidget(m_state);
    m_table = new QTableView(this);
    m_table->setObjectName(name + QStringLiteral("Table"));
    m_table->setFrameShape(QFrame::NoFrame);
    styleTable(*m_table, true);
    layout->addLayout(m_bar);
    layout->addWidget(m_table, 1);
    m_flow = new SeckillRowFlow(context, this);
    connect(m_flow, &SeckillRowFlow::finished, this, &SeckillRowsPane::readyChanged);
    connect(m_table, &QWidget::customContextMenuRequested, this, &SeckillRowsPane::showMenu);
    connect(&context.bridge, &EngineBridge::stateChanged, this, [this] { refreshActions(); });
}

QAction* SeckillRowsPane::addAct(const char* name, const char* iconName) {
    auto* action = new QAction(icon(QLatin1String(iconName)), QString(), this);
    action->setObjectName(m_name + QLatin1Char('.') + QLatin1String(name));
    addAction(action);
    m_bar->insertWidget(static_cast<int>(m_actions.size()), actionButton(action, this));
    m_actions << action;
    return action;
}

QAction* SeckillRowsPane::action(const char* name) const {
    for (auto* each : m_actions) {
        if (each->objectName().endsWith(QLatin1Char('.') + QLatin1String(name))) {
            return each;
        }
    }
    return nullptr;
}

void SeckillRowsPane::setModel(QAbstractItemModel* model) {
    m_table->setModel(model);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { refreshActions(); });
    connect(model, &QAbstractItemModel::dataChanged, this, [this] { refreshActions(); });
    m_empty = new EmptyHint(*m_table);
}

std::vector<int> SeckillRowsPane::selected() const {
    std::vector<int> rows;
    for (const auto& index : m_table->selectionModel()->selectedRows()) {
        rows.push_back(index.row());
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

void SeckillRowsPane::setKnown(bool known) {
    m_known = known;
    m_empty->setHint(known ? whyEmpty() : QString());
}

void SeckillRowsPane::showState(const QString& what, const std::optional<Error>& error) {
    m_state->setText(error ? tr("Could not be read: %1").arg(errorTitle(error->code)) : what);
    m_state->setToolTip(error ? plainToolTip(errorText(*error)) : QString());
}

void SeckillRowsPane::judge(QAction* action, api::Operation operation, const std::function<QString(int row)>& whyNot) {
    QString why = m_context.bridge.whyNotAllowed(operation);
    const auto rows = selected();
    if (why.isEmpty() && rows.empty()) {
        why = tr("Select a row first.");
    }
    if (why.isEmpty()) {
        for (const int row : rows) {
            const QString each = whyNot(row);
            if (each.isEmpty()) {
                why.clear();
                break;
            }
            why = rows.size() == 1 ? each : tr("None of the selected rows allows it. %1").arg(each);
        }
    }
    setActionState(*action, why);
}

void SeckillRowsPane::showMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(m_name + QStringLiteral("Menu"));
    menu->setToolTipsVisible(true);
    menu->addActions(m_actions);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void SeckillRowsPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        setKnown(m_known);
    }
    QWidget::changeEvent(event);
}

// --- pending ------------------------------------------------------------------------------------------------

PendingPane::PendingPane(UiContext& context, QWidget* parent)
    : SeckillRowsPane(context, QStringLiteral("seckillPending"), parent),
      m_model(*new PendingTableModel(context.bridge, context.formats, this)),
      m_claim(addAct("claim", "pickup")),
      m_acknowledge(addAct("acknowledge", "check")),
      m_release(addAct("release", "undo")) {
    setModel(&m_model);
    for (auto* each : {m_claim, m_acknowledge, m_release}) {
        connect(each, &QAction::triggered, this, [this, each] { begin(each); });
    }
    PendingPane::retranslate();
}

void PendingPane::setRows(const ActivityId& activity, const Result<std::vector<api::PendingRow>>& rows) {
    m_activity = activity;
    m_error = rows ? std::nullopt : std::optional(rows.error());
    m_model.setRows(rows ? *rows : std::vector<api::PendingRow>{});
    const bool unread = m_error && m_error->code == ErrorCode::Cancelled;
    showState(rows ? tr("%1 read and not acknowledged").arg(countedMessages(m_model.rowCount())) : Formats::dash(),
              unread ? std::nullopt : m_error);
    setKnown(rows.has_value());
    refreshActions();
}

QString PendingPane::whyEmpty() const { return tr("Nothing is pending."); }

QString PendingPane::whyNot(const QAction* action, int row) const {
    const auto& pending = m_model.rows().at(static_cast<std::size_t>(row));
    if (action == m_acknowledge && !pending.ordered) {
        return tr("Its order does not exist yet: acknowledging it would lose the reservation.");
    }
    if (action == m_release && pending.ordered) {
        return tr("Its order already exists: acknowledge it instead.");
    }
    return {};
}

void PendingPane::begin(const QAction* action) {
    std::vector<SeckillRow> frozen;
    int fit = 0;
    for (const int row : selected()) {
        const auto& pending = m_model.rows().at(static_cast<std::size_t>(row));
        QString perRow = tr("its order is created at once");
        if (action == m_acknowledge) {
            perRow = tr("finished; its order stays");
        } else if (action == m_release) {
            perRow = tr("no order; unit returned, user released");
        } else if (pending.ordered) {
            perRow = tr("its order exists: finished");
        }
        frozen.push_back({pending.messageId, m_activity, pending.user, pending.orderNo, perRow, whyNot(action, row)});
        fit += frozen.back().whyNot.isEmpty() ? 1 : 0;
    }
    const QString many = countedMessages(fit);
    ActionDialog::Texts texts;
    auto& desk = context().bridge.seckill();
    SeckillRowFlow::Submit submit;
    if (action == m_claim) {
        texts.title = tr("Claim messages");
        texts.question = tr("This engine takes over %1 and handles them at once.", "n messages", fit).arg(many);
        texts.effect = tr("An engine that read them earlier will skip them.");
        texts.confirm = tr("Claim");
        submit = [&desk, id = m_activity](const api::Call& call, auto ids) { return desk.claim(call, id, ids); };
    } else if (action == m_acknowledge) {
        texts.title = tr("Acknowledge messages");
        texts.question = tr("%1 are finished; their orders exist.", "n messages", fit).arg(many);
        texts.confirm = tr("Acknowledge");
        submit = [&desk, id = m_activity](const api::Call& call, auto ids) { return desk.acknowledge(call, id, ids); };
    } else {
        texts.title = tr("Release reservations");
        texts.question = tr("The reservations of %1 are released: no orders are created.", "n messages", fit).arg(many);
        texts.effect = tr("Each gives a unit back to the sale, and its user may try again.");
        texts.confirm = tr("Release");
        texts.danger = true;
        submit = [&desk, id = m_activity](const api::Call& call, auto ids) { return desk.release(call, id, ids); };
    }
    flow()->begin(std::move(texts), std::move(frozen), std::move(submit));
}

void PendingPane::refreshActions() {
    using Operation = api::Operation;
    for (const auto& [each, operation] :
         {std::pair{m_claim, Operation::SeckillClaim}, std::pair{m_acknowledge, Operation::SeckillAcknowledge},
          std::pair{m_release, Operation::SeckillRelease}}) {
        judge(each, operation, [this, action = each](int row) { return whyNot(action, row); });
    }
}

void PendingPane::retranslate() {
    setActionTexts(*m_claim, tr("Claim…"), tr("Take the selected messages over and handle them at once"));
    setActionTexts(*m_acknowledge, tr("Acknowledge…"), tr("Finish messages whose order exists"));
    setActionTexts(*m_release, tr("Release…"), tr("Release the reservations: units are returned, users can try again"));
    table()->setAccessibleName(tr("Messages read and not acknowledged"));
    m_model.retranslate();
    fitColumns(*table(), kPendingWidths);
    refreshActions();
}

// --- dead letters -------------------------------------------------------------------------------------------

LetterPane::LetterPane(UiContext& context, QWidget* parent)
    : SeckillRowsPane(context, QStringLiteral("seckillLetters"), parent),
      m_model(*new LetterTableModel(context.bridge, context.formats, this)),
      m_retry(addAct("retry", "refresh")),
      m_dismiss(addAct("dismiss", "clear")) {
    setModel(&m_model);
    for (auto* each : {m_retry, m_dismiss}) {
        connect(each, &QAction::triggered, this, [this, each] { begin(each); });
    }
    LetterPane::retranslate();
}

void LetterPane::setRows(const Result<std::vector<api::SeckillLetterRow>>& rows, api::ActivityPhase phase) {
    m_phase = phase;
    m_error = rows ? std::nullopt : std::optional(rows.error());
    m_model.setRows(rows ? *rows : std::vector<api::SeckillLetterRow>{});
    const bool unread = m_error && m_error->code == ErrorCode::Cancelled;
    const int count = m_model.rowCount();
    showState(!rows ? Formats::dash() : tr("%1 dead letters", nullptr, count).arg(Formats::number(count)),
              unread ? std::nullopt : m_error);
    setKnown(rows.has_value());
    refreshActions();
}

QString LetterPane::whyEmpty() const { return tr("No dead letters."); }

QString LetterPane::whyNot(const QAction* action) const {
    return action == m_retry && m_phase != api::ActivityPhase::OnSale
               ? tr("A retry reserves again, but the sale is not running.")
               : QString();
}

void LetterPane::begin(const QAction* action) {
    std::vector<SeckillRow> frozen;
    const bool retry = action == m_retry;
    for (const int row : selected()) {
        const auto& letter = m_model.rows().at(static_cast<std::size_t>(row));
        frozen.push_back({std::to_string(letter.id), letter.activity, letter.user, letter.orderNo,
                          retry ? tr("reserves again") : tr("leaves the list"), whyNot(action)});
    }
    const auto count = static_cast<int>(frozen.size());
    const QString many = tr("%1 dead letters", nullptr, count).arg(Formats::number(count));
    ActionDialog::Texts texts;
    texts.title = retry ? tr("Retry dead letters") : tr("Dismiss dead letters");
    texts.question = retry ? tr("%1: a unit is reserved again for each user.", "n dead letters").arg(many)
                           : tr("%1 leave the list.", "n dead letters", count).arg(many);
    texts.effect = retry ? tr("Refused if the sale is sold out or the user already has one.")
                         : tr("Their reservations were already released; nothing else changes.");
    texts.confirm = retry ? tr("Retry") : tr("Dismiss");
    texts.danger = !retry;
    auto& desk = context().bridge.seckill();
    flow()->begin(std::move(texts), std::move(frozen),
                  [&desk, retry](const api::Call& call, const std::vector<std::string>& ids) {
                      std::vector<std::int64_t> numbers;
                      for (const auto& id : ids) {
                          numbers.push_back(std::stoll(id));
                      }
                      return retry ? desk.retryLetters(call, numbers) : desk.dismissLetters(call, numbers);
                  });
}

void LetterPane::refreshActions() {
    judge(m_retry, api::Operation::SeckillRetryLetters, [this](int) { return whyNot(m_retry); });
    judge(m_dismiss, api::Operation::SeckillDismissLetters, [this](int) { return whyNot(m_dismiss); });
}

void LetterPane::retranslate() {
    setActionTexts(*m_retry, tr("Retry…"), tr("Reserve again for the users of the selected dead letters"));
    setActionTexts(*m_dismiss, tr("Dismiss…"), tr("Take the selected dead letters off the list"));
    table()->setAccessibleName(tr("Dead letters of the sale"));
    m_model.retranslate();
    fitColumns(*table(), kLetterWidths);
    refreshActions();
}

}  // namespace evenhand::ui

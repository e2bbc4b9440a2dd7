// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/draws_pane.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/text_table.h"
#include "ui/pages/campaigns/campaign_feed.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kWidths[DrawTableModel::kColumns] = {96, 100, 110, 80, 120, 60, 220};

}  // namespace

DrawsPane::DrawsPane(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_model(*new DrawTableModel(context.bridge, context.formats, this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)),
      m_state(new QLabel(this)),
      m_giveBack(new QAction(icon(QStringLiteral("undo")), QString(), this)) {
    m_giveBack->setObjectName(QStringLiteral("campaign.giveBack"));
    addAction(m_giveBack);
    m_state->setObjectName(QStringLiteral("campaignDrawsState"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setProperty("muted", true);
    auto* bar = new WrapRow;
    bar->setContentsMargins(kGapSmall, kGapSmall, kGap, kGapSmall);
    bar->setSpacing(2);
    bar->addWidget(actionButton(m_giveBack, this));
    bar->addStretch(1);
    bar->addWidget(m_state);
    auto* down = new QVBoxLayout(this);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(0);
    down->addLayout(bar);
    setupTable();
    down->addWidget(m_table, 1);
    connect(m_giveBack, &QAction::triggered, this, &DrawsPane::ask);
    connect(&context.bridge, &EngineBridge::stateChanged, this, &DrawsPane::refreshAction);
    retranslate();
}

void DrawsPane::setupTable() {
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(DrawTableModel::SortRole);
    m_sorted->sort(0);
    m_table->setObjectName(QStringLiteral("campaignDraws"));
    m_table->setModel(m_sorted);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    styleTable(*m_table, true);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_empty = new EmptyHint(*m_table);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &DrawsPane::refreshAction);
    connect(m_table, &QWidget::customContextMenuRequested, this, &DrawsPane::showMenu);
}

void DrawsPane::setDraws(const std::optional<api::CampaignRow>& row, const Result<std::vector<api::DrawRow>>& draws) {
    m_row = row;
    m_error = draws ? std::nullopt : std::optional(draws.error());
    m_model.setDraws(draws ? *draws : std::vector<api::DrawRow>{});
    if (draws) {
        const auto count = static_cast<std::int64_t>(draws->size());
        m_state->setText(count == CampaignFeed::kMaxDraws ? tr("the last %1").arg(countedDraws(count))
                                                          : countedDraws(count));
    } else {
        const bool unread = m_error->code == ErrorCode::Cancelled;
        m_state->setText(unread ? Formats::dash() : tr("Could not be read: %1").arg(errorTitle(m_error->code)));
    }
    m_empty->setHint(draws ? tr("Nobody has drawn yet.") : QString());
    refreshAction();
}

std::vector<api::DrawRow> DrawsPane::selected() const {
    auto indexes = m_table->selectionModel()->selectedRows();
    std::sort(indexes.begin(), indexes.end());
    std::vector<api::DrawRow> rows;
    for (const auto& index : indexes) {
        if (const auto* row = m_model.at(m_sorted->mapToSource(index))) {
            rows.push_back(*row);
        }
    }
    return rows;
}

QString DrawsPane::whyNot(const api::DrawRow& row) {
    if (row.state != api::DrawState::Granted) {
        return tr("Nothing was granted.");
    }
    if (row.givenBackAt) {
        return tr("It was already given back.");
    }
    return row.orderNo.empty()
               ? QString()
               : tr("Order %1 has used it: it comes back when the order is closed.").arg(text(row.orderNo));
}

void DrawsPane::refreshAction() {
    QString why = m_context.bridge.whyNotAllowed(api::Operation::CampaignsGiveBack);
    const auto rows = selected();
    if (why.isEmpty() && rows.empty()) {
        why = tr("Select a draw first.");
    }
    if (why.isEmpty() &&
        std::none_of(rows.begin(), rows.end(), [](const auto& row) { return whyNot(row).isEmpty(); })) {
        const QString first = whyNot(rows.front());
        why = rows.size() == 1 ? first : tr("None of the selected draws allows it. %1").arg(first);
    }
    setActionState(*m_giveBack, why);
}

void DrawsPane::ask() {
    auto progress = std::make_shared<Progress>();
    std::vector<TextRow> lines;
    std::int64_t amount = 0;
    for (const auto& row : selected()) {
        const QString no = whyNot(row);
        const QString money = m_context.formats.money(row.amount);
        lines.push_back({{text(row.user), money, no.isEmpty() ? tr("given back") : tr("skipped: %1").arg(no)}, {}});
        if (no.isEmpty()) {
            progress->rows.push_back(row);
            amount += row.amount.minor;
        } else {
            progress->leftOut.push_back({text(row.user), money, std::nullopt, no, {}});
        }
    }
    if (progress->rows.empty()) {
        return;
    }
    ActionDialog::Texts texts;
    texts.title = progress->title = tr("Give draws back");
    texts.question =
        tr("%1 of %2 in all are taken from their users.", "draws, amount", Formats::plural(std::ssize(progress->rows)))
            .arg(countedDraws(std::ssize(progress->rows)), m_context.formats.moneyWithCurrency(Money{amount}));
    const bool ended = m_row && m_row->state == api::CampaignState::Ended;
    texts.effect = ended ? tr("The campaign has ended: the amounts count as unspent. The places stay used.")
                         : tr("The amounts go to later draws. The places stay used, and so do the users' draws.");
    texts.confirm = tr("Give back");
    texts.danger = true;
    texts.reasonHint = tr("Required; kept in the audit log");
    auto* dialog = new ActionDialog(texts, {}, window());
    m_question = dialog;
    auto* table =
        makeTextTable(new TextTableModel({tr("User"), tr("Amount"), tr("What will happen")}, std::move(lines)), -1,
                      {130, 90}, dialog);
    table->setObjectName(QStringLiteral("giveBackRows"));
    table->setAccessibleName(tr("Affected draws"));
    dialog->addField(tr("Draws"), table, [] { return QString(); });
    dialog->resize(640, dialog->sizeHint().height());
    connect(dialog, &QDialog::accepted, this, [this, dialog, progress] { submit(progress, dialog->reason()); });
    dialog->open();
}

void DrawsPane::submit(const std::shared_ptr<Progress>& progress, const QString& reason) {
    ++m_busy;
    progress->open = progress->rows.size();
    progress->outcomes.resize(progress->rows.size());
    auto& bridge = m_context.bridge;
    for (std::size_t i = 0; i < progress->rows.size(); ++i) {
        const auto& row = progress->rows[i];
        whenReady(bridge.campaigns().giveBack(bridge.call(reason), row.id), this,
                  [this, progress, i](const Result<api::DrawAnswer>& answer) {
                      const auto& asked = progress->rows[i];
                      auto& outcome = progress->outcomes[i];
                      outcome = {text(asked.user), m_context.formats.money(asked.amount), std::nullopt, {}, {}};
                      if (!answer) {
                          outcome.error = answer.error();
                          outcome.changed = refusedByState(outcome.error);  // it was granted and unused when chosen
                      } else if (answer->givenBack) {
                          outcome.now = tr("given back");
                      }
                      if (--progress->open == 0) {
                          --m_busy;
                          tell(*progress);
                      }
                  });
    }
}

void DrawsPane::tell(const Progress& progress) {
    auto outcomes = progress.outcomes;
    outcomes.insert(outcomes.end(), progress.leftOut.begin(), progress.leftOut.end());
    const auto counts = countOutcomes(outcomes);
    m_context.notices.post(
        {tr("%1: %2").arg(progress.title, outcomeSummary(counts)), counts.allDone() ? Tone::Good : Tone::Warn, {}, {}});
    m_outcome = new RowOutcomeDialog(progress.title, {tr("User"), tr("Amount"), tr("Current state")},
                                     std::move(outcomes), window());
    m_outcome->open();
    Q_EMIT finished();
}

void DrawsPane::showMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("campaignDrawsMenu"));
    menu->setToolTipsVisible(true);
    menu->addAction(m_giveBack);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void DrawsPane::retranslate() {
    setActionTexts(*m_giveBack, tr("Give back…"), tr("Take back a granted discount that no order has used"));
    m_table->setAccessibleName(tr("The last draws"));
    m_model.retranslate();
    fitColumns(*m_table, kWidths);
    refreshAction();
}

void DrawsPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

}  // namespace evenhand::ui

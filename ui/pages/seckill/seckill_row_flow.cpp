// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/seckill_row_flow.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/text_table.h"
#include "ui/shell/notices.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"

namespace evenhand::ui {
namespace {

constexpr std::size_t kMaxReadBack = 500;

struct SeckillFlowTexts {
    Q_DECLARE_TR_FUNCTIONS(SeckillFlowTexts)
};

QTableView* rowsTable(const std::vector<SeckillRow>& rows, QWidget* parent) {
    std::vector<TextRow> lines;
    for (const auto& row : rows) {
        lines.push_back({{text(row.user), text(row.orderNo),
                          row.whyNot.isEmpty() ? row.perRow : SeckillFlowTexts::tr("skipped: %1").arg(row.whyNot)},
                         Tone::Muted});
    }
    auto* model = new TextTableModel(
        {SeckillFlowTexts::tr("User"), SeckillFlowTexts::tr("Order"), SeckillFlowTexts::tr("What will happen")},
        std::move(lines));
    auto* table = makeTextTable(model, -1, {110, 120}, parent);
    table->setObjectName(QStringLiteral("seckillRows"));
    table->setAccessibleName(SeckillFlowTexts::tr("Affected rows"));
    return table;
}

QString stateNow(const api::Reservation& reservation) {
    return reservation.orderNo.empty() ? label(reservation.state)
                                       : SeckillFlowTexts::tr("%1: %2", "state, order")
                                             .arg(label(reservation.state), text(reservation.orderNo));
}

}  // namespace

SeckillRowFlow::SeckillRowFlow(UiContext& context, QWidget* page) : QObject(page), m_context(context), m_page(page) {}

void SeckillRowFlow::begin(ActionDialog::Texts texts, std::vector<SeckillRow> frozen, Submit submit) {
    if (frozen.empty()) {
        return;
    }
    texts.reasonHint = tr("Required; kept in the history of the sale");
    auto* dialog = new ActionDialog(texts, {}, m_page->window());
    m_question = dialog;
    const bool some =
        std::any_of(frozen.begin(), frozen.end(), [](const SeckillRow& row) { return row.whyNot.isEmpty(); });
    dialog->addField(tr("Rows"), rowsTable(frozen, dialog),
                     [some] { return some ? QString() : tr("None of the rows allows it."); });
    dialog->resize(640, dialog->sizeHint().height());
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, title = texts.title, frozen = std::move(frozen), submit = std::move(submit)] {
                auto progress = std::make_shared<Progress>();
                progress->title = title;
                std::vector<std::string> ids;
                for (const auto& row : frozen) {
                    if (row.whyNot.isEmpty()) {
                        ids.push_back(row.id);
                        progress->rows.push_back(row);
                    } else {
                        progress->outcomes.push_back({text(row.user), text(row.orderNo), std::nullopt, row.whyNot, {}});
                    }
                }
                ++m_busy;
                whenReady(submit(m_context.bridge.call(dialog->reason()), std::move(ids)), this,
                          [this, progress](const auto& answer) { submitted(progress, answer); });
            });
    dialog->open();
}

void SeckillRowFlow::submitted(const std::shared_ptr<Progress>& progress,
                               const Result<std::vector<api::SeckillOutcome>>& answer) {
    if (!answer) {
        --m_busy;
        const bool unknown = answer.error().code == ErrorCode::OutcomeUnknown;
        m_context.notices.bad(unknown ? tr("%1: %2").arg(progress->title, errorText(answer.error()))
                                      : tr("%1: nothing was done. %2").arg(progress->title, errorText(answer.error())));
        Q_EMIT finished();
        return;
    }
    std::vector<RowOutcome> outcomes;
    for (const auto& row : progress->rows) {
        const auto found = std::find_if(answer->begin(), answer->end(),
                                        [&](const api::SeckillOutcome& each) { return each.id == row.id; });
        const auto error = found == answer->end()
                               ? std::optional(Error{ErrorCode::Internal, "no outcome was answered", {}, {}})
                               : found->error;
        outcomes.push_back({text(row.user), text(row.orderNo), error, {}, {}});
    }
    outcomes.insert(outcomes.end(), progress->outcomes.begin(), progress->outcomes.end());
    progress->outcomes = std::move(outcomes);
    readBack(progress);
}

void SeckillRowFlow::readBack(const std::shared_ptr<Progress>& progress) {
    progress->toRead = std::min(progress->rows.size(), kMaxReadBack);
    auto& bridge = m_context.bridge;
    for (std::size_t i = 0; i < std::min(progress->rows.size(), kMaxReadBack); ++i) {
        const auto& row = progress->rows[i];
        whenReady(bridge.seckill().reservation(bridge.call(), row.activity, row.user), this,
                  [this, progress, i](const Result<api::Reservation>& now) {
                      if (now) {
                          progress->outcomes[i].now = stateNow(*now);
                      }
                      if (--progress->toRead == 0) {
                          --m_busy;
                          tell(*progress);
                      }
                  });
    }
}

void SeckillRowFlow::tell(const Progress& progress) {
    const auto counts = countOutcomes(progress.outcomes);
    m_context.notices.post(
        {tr("%1: %2").arg(progress.title, outcomeSummary(counts)), counts.allDone() ? Tone::Good : Tone::Warn, {}, {}});
    if (m_page) {
        m_outcome = new RowOutcomeDialog(progress.title, {tr("User"), tr("Order"), tr("Reservation now")},
                                         progress.outcomes, m_page->window());
        m_outcome->open();
    }
    Q_EMIT finished();
}

}  // namespace evenhand::ui

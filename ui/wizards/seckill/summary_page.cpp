// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/seckill/summary_page.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/text_table.h"
#include "ui/shell/campus_scope.h"
#include "ui/tables/table_export.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {

SummaryPage::SummaryPage(UiContext& context, bool changing, QWidget* parent) : QWidget(parent), m_context(context) {
    setObjectName(QStringLiteral("activitySummary"));
    m_layout = columnIn(this, 0, kGap);
    m_effect = muted(wrapped(plainLabel(this, QStringLiteral("activityEffect"))));
    m_draft = named(new QRadioButton(tr("Keep it as a draft: nothing is taken out of stock"), this),
                    QStringLiteral("activityNextDraft"));
    m_rehearse = named(new QRadioButton(tr("Rehearse it with a simulated crowd, then decide"), this),
                       QStringLiteral("activityNextRehearse"));
    m_start = named(new QRadioButton(tr("Start it now: its units are taken out of the product's stock"), this),
                    QStringLiteral("activityNextStart"));
    m_rehearse->setChecked(true);
    m_layout->addWidget(m_effect);
    for (auto* each : {m_draft, m_rehearse, m_start}) {
        each->setVisible(!changing);
        m_layout->addWidget(each);
    }
    m_layout->addStretch(1);
}

void SummaryPage::show(const api::ActivityInput& input, const QString& voucherName,
                       const std::optional<api::ProductRow>& voucher) {
    const auto& formats = m_context.formats;
    const QString always = tr("at any time");
    const QString draft = tr("until it is started");
    std::vector<TextRow> rows{
        {{tr("Name"), text(input.name), always}, {}},
        {{tr("Number"), text(input.id), tr("never")}, {}},
        {{tr("Product"), QStringLiteral("%1 (%2)").arg(voucherName, text(input.voucher)), draft}, {}},
        {{tr("Campus"), m_context.scope.nameOf(input.campus), draft}, {}},
        {{tr("Units"), Formats::number(input.stock), tr("until it is started; then only increased")}, {}},
        {{tr("Sale price"), formats.moneyWithCurrency(input.price), draft}, {}},
        {{tr("Begins"), formats.dateTime(input.begin), draft}, {}},
        {{tr("Ends"), formats.dateTime(input.end), tr("until it has ended")}, {}},
        {{tr("Per user"), tr("one live order"), tr("never")}, {}},
    };
    delete m_table;
    m_table =
        makeTextTable(new TextTableModel({tr("Setting"), tr("Value"), tr("Can be changed later")}, std::move(rows)), -1,
                      {120, 260}, this);
    m_table->setObjectName(QStringLiteral("activityFacts"));
    m_table->setAccessibleName(tr("Everything that was entered"));
    addExport(*m_table, m_context, {tr("Export the settings"), QStringLiteral("sale-settings.csv")});
    m_layout->insertWidget(0, m_table);
    m_effect->setText(voucher
                          ? tr("%1 has %2 on hand; starting takes %3 of them. What is not sold comes back at the end.",
                               "product, count, count")
                                .arg(voucherName, Formats::number(voucher->stock), Formats::number(input.stock))
                          : QString());
}

SummaryPage::Next SummaryPage::next() const {
    if (m_start->isHidden()) {
        return Next::Draft;
    }
    return m_start->isChecked() ? Next::Start : (m_rehearse->isChecked() ? Next::Rehearse : Next::Draft);
}

}  // namespace evenhand::ui

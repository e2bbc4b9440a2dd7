// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/glance_page.h"

#include <QHeaderView>

#include "ui/bridge/engine_bridge.h"
#include "ui/tables/table_export.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/row_copying.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/wizards/campaign/campaign_checks.h"

namespace evenhand::ui {
namespace {

constexpr int kWidths[] = {128, 146, 262, 240};

}  // namespace

GlancePage::GlancePage(UiContext& context, bool changing, QWidget* parent)
    : QWidget(parent), m_context(context), m_changing(changing) {
    setObjectName(QStringLiteral("campaignGlance"));
    auto* down = columnIn(this, 0, kGap);
    m_facts = new FigureTableModel(this);
    m_facts->setColumns(
        {{tr("Setting"), false}, {tr("Value"), false}, {tr("Can be changed"), false}, {tr("A change affects"), false}});
    m_table = named(new QTableView(this), QStringLiteral("campaignFacts"), tr("Everything that was entered"));
    m_table->setModel(m_facts);
    styleTable(*m_table, false);
    addCopying(*m_table);
    addExport(*m_table, context, {tr("Export the settings"), QStringLiteral("campaign-settings.csv")});
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_effect = muted(wrapped(plainLabel(this, QStringLiteral("campaignEffect"))));
    m_draft = named(new QRadioButton(tr("Keep it as a draft: nothing is allocated yet"), this),
                    QStringLiteral("campaignNextDraft"));
    m_rehearse = named(new QRadioButton(tr("Rehearse it with a simulated crowd, then decide"), this),
                       QStringLiteral("campaignNextRehearse"));
    m_start = named(new QRadioButton(tr("Start it now: the discounts are allocated to queues"), this),
                    QStringLiteral("campaignNextStart"));
    m_draft->setChecked(true);
    down->addWidget(m_table, 1);
    down->addWidget(m_effect);
    for (auto* each : {m_draft, m_rehearse, m_start}) {
        each->setVisible(!changing);
        down->addWidget(each);
    }
}

void GlancePage::show(const api::CampaignSettings& set, const CampaignId& id) {
    const auto& formats = m_context.formats;
    const std::pair<const char*, QString> values[] = {
        {"name", text(set.name)},
        {"campaign", id.empty() ? tr("generated") : text(id)},
        {"begin", formats.dateTime(set.begin)},
        {"end", formats.dateTime(set.end)},
        {"budget", formats.moneyWithCurrency(set.shape.budget)},
        {"places", Formats::number(set.shape.places)},
        {"max_discount", formats.moneyWithCurrency(set.shape.maxDiscount)},
        {"count_limit", Formats::number(set.countLimit)},
        {"amount_limit", formats.moneyWithCurrency(set.amountLimit)},
        {"cap_at_max", set.capAtMax ? tr("the largest discount") : tr("none")},
        {"validity_ms", writeDelay(set.validityMs)},
        {"recovery_ms", writeDelay(set.recoveryMs)},
        {"queues", Formats::number(set.shape.queues)},
        {"seed", set.seed ? QString::number(*set.seed) : tr("generated at start")},
    };
    std::vector<FigureRow> rows;
    for (const auto& [field, value] : values) {
        rows.push_back(
            {{campaignFieldLabel(field), value, changeableUntil(field), effectOfChange(field)}, std::nullopt});
    }
    m_facts->setFigures(std::move(rows));
    fitColumns(*m_table, kWidths);
    const bool past = set.begin <= m_context.bridge.now();
    m_effect->setText(m_changing ? tr("Discounts that were drawn stay as they are.")
                      : past     ? tr("Its start time has passed: draws are accepted as soon as it is started.")
                                 : tr("Once started, it waits for its start time; draws before that are refused."));
}

GlancePage::Next GlancePage::next() const {
    if (m_changing) {
        return Next::Draft;
    }
    return m_start->isChecked() ? Next::Start : (m_rehearse->isChecked() ? Next::Rehearse : Next::Draft);
}

}  // namespace evenhand::ui

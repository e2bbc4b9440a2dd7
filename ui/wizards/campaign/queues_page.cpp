// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/queues_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/tables/table_export.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/row_copying.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/wizards/campaign/campaign_checks.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kOfferedQueues = 4;
constexpr std::int64_t kSeeds = 1'000'000'000;
constexpr std::size_t kSample = 14;
constexpr int kListWidths[] = {146, 74, 98, 62};

QString percent(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? QStringLiteral("%1%").arg(
                           Formats::decimal(static_cast<double>(part) * 100 / static_cast<double>(whole), 1))
                     : Formats::dash();
}

}  // namespace

QueuesPage::QueuesPage(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent)
    : CampaignStep("campaignQueues", context, editing, parent),
      m_rng(static_cast<std::uint64_t>(context.bridge.now().ms)) {
    m_queues = addEdit("queues", Formats::number(editing ? editing->settings.shape.queues : kOfferedQueues));
    const auto seed = editing ? editing->settings.seed : std::optional(someSeed());
    m_seed = addEdit("seed", seed ? QString::number(*seed) : QString());
    m_another = named(new QPushButton(tr("Another seed"), this), QStringLiteral("campaignAnotherSeed"));
    m_another->setAutoDefault(false);
    m_another->setEnabled(m_seed->isEnabled());
    m_another->setToolTip(m_seed->toolTip());
    connect(m_another, &QPushButton::clicked, this, [this] { m_seed->setText(QString::number(someSeed())); });
    setupPreview();
    done();
}

void QueuesPage::setupPreview() {
    auto* head = new QHBoxLayout;
    head->setSpacing(kGap);
    m_told = muted(wrapped(plainLabel(this, QStringLiteral("campaignTold"))));
    m_told->setTextInteractionFlags(Qt::TextSelectableByMouse);
    head->addWidget(m_told, 1);
    head->addWidget(m_another, 0, Qt::AlignTop);
    auto* row = new QHBoxLayout;
    row->setSpacing(kGapLarge);
    m_bars = named(new DiscountHistogram(&context().pulse, context().formats, this),
                   QStringLiteral("campaignPreviewBars"), tr("Places per tenth of the largest discount"));
    m_bars->setMinimumHeight(170);
    row->addWidget(m_bars, 1);
    m_lists = new FigureTableModel(this);
    m_lists->setColumns({{tr("List"), false}, {tr("Places"), true}, {tr("Amount"), true}, {tr("Share"), true}});
    m_table =
        named(new QTableView(this), QStringLiteral("campaignLists"), tr("The lists that the discounts come from"));
    m_table->setModel(m_lists);
    styleTable(*m_table, false);
    addCopying(*m_table);
    addExport(*m_table, context(), {tr("Export the lists"), QStringLiteral("discount-lists.csv")});
    m_table->horizontalHeader()->setStretchLastSection(true);
    fitColumns(*m_table, kListWidths);
    m_table->setFixedHeight(5 * tableRowHeight() + 6);
    row->addWidget(m_table, 1, Qt::AlignTop);
    down()->addLayout(row, 1);
    down()->addLayout(head);
}

std::optional<std::int64_t> QueuesPage::queues() const {
    return checkCount(m_queues->text(), 1, api::kMaxCampaignQueues).value;
}

std::optional<std::int64_t> QueuesPage::seed() const { return checkSeed(m_seed->text()).value.value_or(std::nullopt); }

QString QueuesPage::problemOf(const std::string& field) const {
    return field == "queues" ? checkCount(m_queues->text(), 1, api::kMaxCampaignQueues).problem
                             : checkSeed(m_seed->text()).problem;
}

QString QueuesPage::hintOf(const std::string& field) const {
    if (field == "queues") {
        return tr("The discounts are allocated to this many queues; on a cluster these are on different nodes.");
    }
    return m_seed->text().trimmed().isEmpty()
               ? tr("Empty: a new one is generated at start; what is shown is an example.")
               : tr("The same seed gives the same discounts on every machine.");
}

void QueuesPage::setPreview(const Result<api::CampaignPreview>* preview, Money max) {
    if (preview != nullptr && *preview && !(*preview)->infeasible) {
        showPreview(**preview, max);
        return;
    }
    const QString why = preview == nullptr ? tr("Allocating…")
                        : *preview         ? tr("Budget and places do not fit together; go back and change them.")
                                           : tr("No preview: %1").arg(errorText(preview->error()));
    m_bars->clear(why);
    m_lists->setFigures({});
    m_told->setText(why);
}

void QueuesPage::showPreview(const api::CampaignPreview& preview, Money max) {
    const auto& formats = context().formats;
    m_bars->setCounts(preview.histogram, max);
    const QString names[] = {tr("1  even amounts"), tr("2  small change"), tr("3  the rest, random")};
    std::int64_t places = 0, amount = 0;
    for (const auto& list : preview.lists) {
        places += list.places;
        amount += list.amount;
    }
    std::vector<FigureRow> rows;
    for (std::size_t i = 0; i < preview.lists.size() && i < std::size(names); ++i) {
        const auto& list = preview.lists[i];
        rows.push_back(
            {{names[i], Formats::number(list.places), formats.money(Money{list.amount}), percent(list.amount, amount)},
             std::nullopt});
    }
    rows.push_back({{tr("together"), Formats::number(places), formats.money(Money{amount}), percent(amount, amount)},
                    std::nullopt});
    m_lists->setFigures(std::move(rows));
    QStringList told;
    if (!preview.queues.empty()) {
        const auto [least, most] = std::minmax_element(preview.queues.begin(), preview.queues.end());
        told << (*least == *most ? tr("Each queue gets %1.").arg(countedPlaces(*least))
                                 : tr("Each queue gets %1 to %2 places.", nullptr, Formats::plural(*most))
                                       .arg(Formats::number(*least), Formats::number(*most)));
    }
    QStringList sample;
    for (std::size_t i = 0; i < std::min(kSample, preview.sample.size()); ++i) {
        sample << formats.money(Money{preview.sample[i]});
    }
    told << tr("First ones of queue 1, seed %1: %2%3")
                .arg(QString::number(preview.seed), sample.join(QStringLiteral("  ")),
                     preview.sample.size() > kSample ? QStringLiteral("  …") : QString());
    for (const auto& warning : preview.warnings) {
        told << campaignWarning(warning);
    }
    m_told->setText(told.join(QLatin1Char('\n')));
}

std::int64_t QueuesPage::someSeed() { return m_rng.between(0, kSeeds - 1); }

void QueuesPage::fill(api::CampaignSettings& settings) const {
    if (isFixed("queues")) {
        return;
    }
    settings.shape.queues = queues().value_or(settings.shape.queues);
    settings.seed = seed();
}

}  // namespace evenhand::ui

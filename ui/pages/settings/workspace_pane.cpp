// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/workspace_pane.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <vector>

#include "ui/shell/engine_place.h"
#include "ui/shell/engine_popover.h"
#include "ui/shell/navigator.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

struct Link {
    const char* page;
    const char* target;
    const char* icon;
};
constexpr Link kLinks[] = {{"dispatch", "settings", "dispatch"}, {"delayed", "settings", "clock"},
                           {"returns", "settings", "returns"},   {"returns", "provider", "pay"},
                           {"returns", "cases", "bookmark"},     {"workers", "settings", "workers"}};

}  // namespace

WorkspacePane::WorkspacePane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("workspace"), context, parent) {
    auto* layout = down();
    layout->setSpacing(kGap + kGapSmall);
    m_facts = new FactGrid(this);
    layout->addWidget(m_facts);
    m_policyTitle = addTitle();
    m_policyText = addLabel("");
    m_policyText->setProperty("muted", true);
    auto* links = new QGridLayout;  // one below the other they are too high for a small screen
    links->setSpacing(kGap + kGapSmall);
    for (const auto& link : kLinks) {
        auto* button = named(new QPushButton(icon(QLatin1String(link.icon)), QString(), this),
                             QStringLiteral("policy.%1.%2").arg(QLatin1String(link.page), QLatin1String(link.target)));
        const auto at = static_cast<int>(m_links.size());
        links->addWidget(button, at / 2, at % 2);
        m_links.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, link] {
            this->context().navigator.open(QLatin1String(link.page), {{QLatin1String(link.target), true}});
        });
    }
    auto* along = new QHBoxLayout;
    along->addLayout(links);
    along->addStretch(1);
    layout->addLayout(along);
    layout->addStretch(1);
    connect(&context.bridge, &EngineBridge::statusPolled, this, [this] {
        if (m_active) {
            refreshFacts();
        }
    });
    retranslate();
}

QString WorkspacePane::title() const { return tr("Workspace"); }

void WorkspacePane::setActive(bool active) {
    m_active = active;
    if (active) {
        refreshFacts();
    }
}

void WorkspacePane::refreshFacts() {
    const auto& bridge = context().bridge;
    const auto& workspace = bridge.workspace();
    const auto& status = bridge.status();
    const auto place = placeOf(text(workspace.location));
    const QString service = bridge.service();
    const QString connection = place.isServer()    ? (place.encrypted ? tr("encrypted") : tr("not encrypted"))
                               : service.isEmpty() ? tr("a folder of this computer")
                                                   : tr("a folder at the service");
    std::vector<FactGrid::Fact> facts;
    if (!service.isEmpty()) {
        facts.push_back({tr("Service"), service, false, true});
    }
    const std::vector<FactGrid::Fact> own{
        {tr("Where"), place.shortText(), false, true},
        {tr("Connection"), connection},
        {tr("Database"), text(status.deployment)},
        {tr("State"), stateText(status, context().formats)},
        {tr("Currency"), tr("%1, decimals: %2", "currency, digits")
                             .arg(text(workspace.currency), QString::number(workspace.minorDigits))},
        {tr("Business time zone"), text(workspace.timeZone)},
        {tr("Id"), text(workspace.id)},
        {tr("Program"), QStringLiteral("Evenhand " EVENHAND_VERSION)}};
    facts.insert(facts.end(), own.begin(), own.end());
    m_facts->setFacts(facts);
}

void WorkspacePane::retranslate() {
    SettingsPane::retranslate();
    m_policyTitle->setText(tr("Rules per campus"));
    m_policyText->setText(tr("Each rule is set on its own page."));
    const QString names[] = {tr("Dispatch: mode, step, weights…"),       tr("Delays of every timer…"),
                             tr("Returns: goods and money, four eyes…"), tr("Refund method…"),
                             tr("Reasons and age of returns…"),          tr("Number of workers…")};
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        m_links[i]->setText(names[i]);
    }
    refreshFacts();
}

}  // namespace evenhand::ui

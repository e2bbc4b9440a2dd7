// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/settings_pane.h"

#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {

SettingsPane::SettingsPane(const QString& id, UiContext& context, QWidget* parent)
    : Translated(parent), m_id(id), m_context(context), m_down(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("settings.") + id);
    m_down->setContentsMargins(0, 0, 0, 0);
    m_down->setSpacing(kGap);
    connect(&context.bridge, &EngineBridge::stateChanged, this, &SettingsPane::refreshActions);
}

void SettingsPane::addBar(const std::vector<PaneAction>& actions) {
    auto* row = new WrapRow;
    row->setSpacing(2);
    for (const auto& look : actions) {
        auto* action = named(new QAction(icon(QLatin1String(look.icon)), QString(), this),
                             QStringLiteral("settings.") + QLatin1String(look.name));
        addAction(action);
        connect(action, &QAction::triggered, this, look.act);
        m_actions << action;
        m_looks.push_back(look);
        row->addWidget(actionButton(action, this));
    }
    row->addStretch(1);
    m_down->addLayout(row);
}

QLabel* SettingsPane::addLabel(const char* name) {
    auto* label = wrapped(plainLabel(this, QLatin1String(name)));
    m_down->addWidget(label);
    return label;
}

QLabel* SettingsPane::addTitle() {
    auto* title = addLabel("");
    title->setFont(scaledFont(font(), 0, QFont::DemiBold));
    return title;
}

void SettingsPane::refreshActions() {
    for (std::size_t i = 0; i < m_looks.size(); ++i) {
        setActionState(*m_actions.at(static_cast<qsizetype>(i)), m_looks[i].whyNot());
    }
}

void SettingsPane::retranslate() {
    for (std::size_t i = 0; i < m_looks.size(); ++i) {
        const auto& look = m_looks[i];
        setActionTexts(*m_actions.at(static_cast<qsizetype>(i)), look.label(), look.tip ? look.tip() : QString());
    }
    refreshActions();
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/compare_panel.h"

#include <QVBoxLayout>
#include <utility>

#include "ui/widgets/action_button.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {

ComparePanel::ComparePanel(UiContext& context, const QString& name, const QString& verdict,
                           const std::vector<Command>& commands, QWidget* parent)
    : Translated(parent), m_context(context) {
    setObjectName(name);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapSmall, kGapSmall, kGap, kGap);
    layout->setSpacing(kGap);
    auto* bar = new WrapRow;
    bar->setSpacing(2);
    for (const auto& command : commands) {
        auto* action =
            named(new QAction(icon(QLatin1String(command.icon)), QString(), this), QLatin1String(command.name));
        connect(action, &QAction::triggered, this, command.run);
        addAction(action);
        bar->addWidget(actionButton(action, this));
        m_commands << action;
    }
    bar->addSpacing(kGap);
    m_verdict = plainLabel(this, verdict);
    bar->addWidget(m_verdict, 1);
    layout->addLayout(bar);
    m_across = new QHBoxLayout;
    m_across->setSpacing(3 * kGapLarge);
    m_across->setContentsMargins(kGap, 0, 0, 0);
    layout->addLayout(m_across);
    layout->addStretch(1);
    connect(&context.bridge, &EngineBridge::stateChanged, this, [this] { refreshActions(); });
}

void ComparePanel::ask(const ActionDialog::Texts& texts, std::function<void(const QString& reason)> then) {
    auto* dialog = new ActionDialog(texts, {}, window());
    m_question = dialog;
    connect(dialog, &QDialog::accepted, this, [dialog, then = std::move(then)] { then(dialog->reason()); });
    dialog->open();
}

}  // namespace evenhand::ui

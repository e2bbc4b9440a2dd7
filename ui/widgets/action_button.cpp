// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/action_button.h"

#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr QSize kIconSize{18, 18};

}  // namespace

QToolButton* actionButton(QAction* action, QWidget* parent, Qt::ToolButtonStyle style) {
    auto* button = named(new QToolButton(parent), QStringLiteral("button.") + action->objectName());
    button->setDefaultAction(action);
    button->setIconSize(kIconSize);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolButtonStyle(style);
    const auto name = [action, button] {
        QString text = action->text();
        if (text.remove(QStringLiteral("…")) != button->accessibleName()) {
            button->setAccessibleName(text);
        }
    };
    QObject::connect(action, &QAction::changed, button, name);
    name();
    return button;
}

}  // namespace evenhand::ui

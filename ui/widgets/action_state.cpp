// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/action_state.h"

#include <QKeySequence>
#include <QVariant>

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

constexpr char kReason[] = "evenhandWhyNot";
constexpr char kTip[] = "evenhandTip";
constexpr char kIcon[] = "evenhandIcon";

void refresh(QAction& action) {
    const QString reason = action.property(kReason).toString();
    QString tip = action.property(kTip).toString();
    if (tip.isEmpty()) {
        tip = action.text();
    }
    if (!reason.isEmpty()) {
        tip += QLatin1Char('\n') + reason;
    } else if (!action.shortcut().isEmpty()) {
        tip += QStringLiteral("  (%1)").arg(action.shortcut().toString(QKeySequence::NativeText));
    }
    action.setToolTip(plainToolTip(tip));
}

}  // namespace

void setActionState(QAction& action, const QString& whyNot) {
    if (action.isEnabled() == whyNot.isEmpty() && action.property(kReason).toString() == whyNot) {
        return;
    }
    action.setProperty(kReason, whyNot);
    action.setEnabled(whyNot.isEmpty());
    refresh(action);
}

QString whyDisabled(const QAction& action) { return action.property(kReason).toString(); }

void setActionTexts(QAction& action, const QString& label, const QString& tip) {
    action.setText(label);
    action.setProperty(kTip, tip);
    refresh(action);
}

QString actionTip(const QAction& action) { return action.property(kTip).toString(); }

void setActionIcon(QAction& action, const QString& iconName) {
    if (action.property(kIcon).toString() != iconName) {
        action.setProperty(kIcon, iconName);
        action.setIcon(icon(iconName));
    }
}

}  // namespace evenhand::ui

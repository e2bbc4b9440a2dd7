// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace evenhand::ui {

WheelGuard::WheelGuard(QApplication& app) { app.installEventFilter(this); }

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel) {
        return false;
    }
    const auto* field = qobject_cast<QWidget*>(watched);
    const auto isField = [](const QWidget* widget) {
        return qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
               qobject_cast<const QComboBox*>(widget) != nullptr;
    };
    if (field != nullptr && !isField(field)) {
        field = isField(field->parentWidget()) ? field->parentWidget() : nullptr;  // the line that is typed in
    }
    if (field == nullptr || field->hasFocus()) {
        return false;
    }
    event->ignore();
    return true;
}

}  // namespace evenhand::ui

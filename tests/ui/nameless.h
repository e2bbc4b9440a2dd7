// SPDX-License-Identifier: GPL-3.0-or-later
// What of a window people use and has no name: an object name each, an accessible one where there are no words.
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QStringList>
#include <QToolButton>

namespace evenhand::test {

/// Parts that Qt makes inside its own widgets.
inline bool isQtsOwn(const QWidget* widget) {
    return widget->objectName().startsWith(QLatin1String("qt_")) || qobject_cast<const QAbstractSlider*>(widget) ||
           widget->inherits("QComboBoxListView") || widget->inherits("QLineEditIconButton") ||
           widget->inherits("QHeaderView") || widget->inherits("QTableCornerButton") || widget->inherits("QMenu") ||
           widget->inherits("QScrollArea") || widget->inherits("QTabBar") ||
           (widget->parentWidget() && widget->parentWidget()->inherits("QAbstractSpinBox")) ||
           (widget->parentWidget() && widget->parentWidget()->inherits("QTabBar")) ||
           (widget->parentWidget() && widget->parentWidget()->inherits("QComboBox")) ||
           (widget->parentWidget() && widget->parentWidget()->inherits("QTableView") &&
            widget->inherits("QAbstractButton"));
}

/// Who tests, automates or hears the console needs a name of whatever a person uses.
inline QStringList nameless(const QWidget& root) {
    QStringList problems;
    for (const auto* widget : root.findChildren<QWidget*>()) {
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool interactive =
            button || qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QComboBox*>(widget) ||
            qobject_cast<const QAbstractItemView*>(widget) || qobject_cast<const QPlainTextEdit*>(widget);
        if (!interactive || isQtsOwn(widget)) {
            continue;
        }
        const QString where =
            QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
        if (widget->objectName().isEmpty()) {
            problems << where + QStringLiteral(" in ") +
                            (widget->parentWidget() ? widget->parentWidget()->objectName() : QString()) +
                            QStringLiteral(": no object name");
        }
        const auto* tool = qobject_cast<const QToolButton*>(widget);
        // One that is hidden for good, as there is nothing for it to do, has no text either.
        const bool iconOnly = button && !button->isHidden() &&
                              (button->text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly));
        if (iconOnly && widget->accessibleName().isEmpty()) {
            problems << where + QStringLiteral(": no accessible name");
        }
    }
    return problems;
}

}  // namespace evenhand::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page.h"

#include <QEvent>

namespace evenhand::ui {

Page::Page(const QString& id, UiContext& context, QWidget* parent) : QWidget(parent), m_id(id), m_context(context) {
    setObjectName(id + QStringLiteral("Page"));
}

void Page::setActive(bool active) {
    if (m_active == active) {
        return;
    }
    m_active = active;
    if (active) {
        onActivated();
    } else {
        onDeactivated();
    }
}

void Page::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        Q_EMIT commandsChanged();
    }
    QWidget::changeEvent(event);
}

}  // namespace evenhand::ui

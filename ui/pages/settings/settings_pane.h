// SPDX-License-Identifier: GPL-3.0-or-later
// One part of the settings: shown alone, works only while shown.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QEvent>
#include <QList>
#include <QWidget>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"

namespace evenhand::ui {

class SettingsPane : public QWidget {
    Q_OBJECT

public:
    /// `id` is stable: object name, key of the page's target.
    SettingsPane(const QString& id, UiContext& context, QWidget* parent)
        : QWidget(parent), m_id(id), m_context(context) {
        setObjectName(QStringLiteral("settings.") + id);
    }
    [[nodiscard]] const QString& id() const noexcept { return m_id; }
    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual QString iconName() const = 0;
    [[nodiscard]] virtual QList<QAction*> commands() const { return {}; }
    [[nodiscard]] virtual bool isReady() const { return true; }
    virtual void setActive(bool active) { Q_UNUSED(active) }
    virtual void refresh() {}

Q_SIGNALS:
    void readyChanged();

protected:
    [[nodiscard]] UiContext& context() const noexcept { return m_context; }
    virtual void retranslate() = 0;
    QAction* addCommand(const char* name, const char* iconName) {
        auto* action = new QAction(icon(QLatin1String(iconName)), QString(), this);
        action->setObjectName(QStringLiteral("settings.") + QLatin1String(name));
        addAction(action);
        return action;
    }
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::LanguageChange) {
            retranslate();
        }
        QWidget::changeEvent(event);
    }

private:
    QString m_id;
    UiContext& m_context;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// One part of the settings: shown alone, works only while shown. What it can do itself are buttons in a bar; what can
// be done with rows the description of its table says. Thread: GUI.
#pragma once

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QList>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class SettingsPane : public Translated<QWidget> {
    Q_OBJECT

public:
    /// `id` is stable: object name, key of the page's target.
    SettingsPane(const QString& id, UiContext& context, QWidget* parent);
    [[nodiscard]] const QString& id() const noexcept { return m_id; }
    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual QString iconName() const = 0;
    [[nodiscard]] virtual QList<QAction*> commands() const { return m_actions; }
    [[nodiscard]] virtual bool isReady() const { return true; }
    virtual void setActive(bool active) { Q_UNUSED(active) }
    virtual void refresh() {}
    /// Of the pane or of its tables: "disable" is "settings.disable".
    [[nodiscard]] QAction* action(const char* name) const {
        return findChild<QAction*>(QStringLiteral("settings.") + QLatin1String(name));
    }

Q_SIGNALS:
    void readyChanged();

protected:
    struct PaneAction {
        const char* name;  ///< behind "settings."
        const char* icon;
        std::function<QString()> label;
        std::function<QString()> whyNot;  ///< asked again when the engine's state changes, and by refreshActions()
        std::function<void()> act;
        std::function<QString()> tip = {};
    };
    [[nodiscard]] UiContext& context() const noexcept { return m_context; }
    [[nodiscard]] QVBoxLayout* down() const { return m_down; }
    /// A row of buttons, below what is there.
    void addBar(const std::vector<PaneAction>& actions);
    [[nodiscard]] QLabel* addLabel(const char* name);
    [[nodiscard]] QLabel* addTitle();
    void refreshActions();
    void retranslate() override;

private:
    QString m_id;
    UiContext& m_context;
    QVBoxLayout* m_down;
    QList<QAction*> m_actions;
    std::vector<PaneAction> m_looks;  ///< of these
};

}  // namespace evenhand::ui

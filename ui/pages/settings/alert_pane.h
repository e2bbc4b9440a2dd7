// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts: from when on something is one, and of which this person hears, by sound and by the desktop.
// Thread: GUI.
#pragma once

#include <QCheckBox>
#include <QPointer>
#include <map>
#include <optional>

#include "ui/bridge/feed_channel.h"
#include "ui/dialogs/alert_limits_dialog.h"
#include "ui/pages/settings/settings_pane.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class AlertPane : public SettingsPane {
    Q_OBJECT

public:
    static constexpr int kLimitsReadMs = 500;

    explicit AlertPane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("bell"); }
    [[nodiscard]] bool isReady() const override { return m_limits.has_value(); }
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] AlertLimitsDialog* limitsDialog() const { return m_dialog; }
    [[nodiscard]] QCheckBox* sound() const { return m_sound; }
    [[nodiscard]] QCheckBox* desktop() const { return m_desktop; }
    [[nodiscard]] QCheckBox* role(api::Role role) const { return m_roles.at(role); }

protected:
    void retranslate() override;

private:
    void readLimits();
    void showLimits();
    void showHeard();
    void chooseRoles();

    FeedChannel* m_reads;
    std::optional<Result<api::AlertLimits>> m_limits;  ///< nullopt: not read yet
    QLabel* m_limitsTitle = nullptr;
    FactGrid* m_facts = nullptr;
    QLabel* m_heardTitle = nullptr;
    QCheckBox* m_sound = nullptr;
    QCheckBox* m_desktop = nullptr;
    QLabel* m_rolesTitle = nullptr;
    std::map<api::Role, QCheckBox*> m_roles;
    QPointer<AlertLimitsDialog> m_dialog;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace: where it lives, its currency and zone, how its engine is; and the way to the settings that stand with
// what they are about.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <vector>

#include "ui/pages/settings/settings_pane.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class WorkspacePane : public SettingsPane {
    Q_OBJECT

public:
    explicit WorkspacePane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("server"); }
    void setActive(bool active) override;
    [[nodiscard]] FactGrid* facts() const { return m_facts; }

protected:
    void retranslate() override;

private:
    void refreshFacts();

    FactGrid* m_facts = nullptr;
    QLabel* m_policyTitle = nullptr;
    QLabel* m_policyText = nullptr;
    std::vector<QPushButton*> m_links;
    bool m_active = false;
};

}  // namespace evenhand::ui

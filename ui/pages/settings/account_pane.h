// SPDX-License-Identifier: GPL-3.0-or-later
// One's own account: who one is, what one may do, the password, the look, language and sound.
// Thread: GUI.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

#include "ui/pages/settings/settings_pane.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class AccountPane : public SettingsPane {
    Q_OBJECT

public:
    explicit AccountPane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("key"); }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] QComboBox* language() const { return m_language; }
    void setActive(bool active) override;

protected:
    void retranslate() override;

private:
    void refresh() override;
    void fillLook();

    FactGrid* m_facts = nullptr;
    QLabel* m_lookTitle = nullptr;
    QLabel* m_labels[2] = {};
    QComboBox* m_theme = nullptr;
    QComboBox* m_language = nullptr;
    QCheckBox* m_sound = nullptr;
};

}  // namespace evenhand::ui

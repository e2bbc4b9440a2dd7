// SPDX-License-Identifier: GPL-3.0-or-later
// How returns are decided: what goods mean for the money, and above which amounts others must agree; of the workspace,
// and of a campus that has its own. They hold for decisions made afterwards.
// Thread: GUI.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/returns_types.h"
#include "ui/dialogs/settings_dialog.h"

class QCheckBox;

namespace evenhand::ui {

class ReturnPolicyDialog : public SettingsDialog {
    Q_OBJECT

public:
    /// `campus` is shown first; empty: the workspace.
    ReturnPolicyDialog(UiContext& context, std::vector<api::ReturnPolicyRow> policies, const CampusId& campus,
                       QWidget* parent = nullptr);

    [[nodiscard]] QCheckBox* own() const { return m_own; }
    [[nodiscard]] QComboBox* goods() const { return m_goods; }

protected:
    [[nodiscard]] bool isChanged() const override;
    [[nodiscard]] api::Answer<void> save() override;
    [[nodiscard]] QString savedText() const override;
    void enableFields() override;

private:
    /// An amount, or "never".
    struct Threshold {
        QCheckBox* on = nullptr;
        QLineEdit* edit = nullptr;
    };
    /// `field`: as the engine calls it.
    void addThreshold(const char* field, const QString& caption, const QString& meaning, Threshold& threshold);
    void fill();
    [[nodiscard]] QString problemOf(const Threshold& threshold) const;
    [[nodiscard]] std::optional<Money> amountOf(const Threshold& threshold) const;
    [[nodiscard]] const api::ReturnPolicyRow& shown() const;
    /// nullopt: the campus has none of its own.
    [[nodiscard]] std::optional<api::ReturnPolicy> entered() const;
    [[nodiscard]] bool isWorkspace() const { return shown().campus.empty(); }

    std::vector<api::ReturnPolicyRow> m_policies;
    QCheckBox* m_own = nullptr;
    QComboBox* m_goods = nullptr;
    Threshold m_four;
    Threshold m_second;
};

}  // namespace evenhand::ui

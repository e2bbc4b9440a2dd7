// SPDX-License-Identifier: GPL-3.0-or-later
// How returns are decided: what goods mean for the money, above which amounts others must agree, and the return rules:
// how long something may come back, what the system approves by itself, what restocking costs; of the workspace, and of
// a campus that has its own. They hold for decisions made afterwards.
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
    void addRules();
    /// nullopt: that is none.
    [[nodiscard]] std::optional<std::int64_t> windowDays() const;
    [[nodiscard]] std::optional<std::int64_t> feePoints() const;
    [[nodiscard]] QString whyNotWindow() const;
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
    Threshold m_auto;
    QLineEdit* m_autoReasons = nullptr;     ///< codes with commas between
    QLineEdit* m_window = nullptr;          ///< days; empty: for ever
    QLineEdit* m_fee = nullptr;             ///< percent
    QLineEdit* m_feeFreeReasons = nullptr;  ///< codes with commas between
};

}  // namespace evenhand::ui

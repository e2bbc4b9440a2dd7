// SPDX-License-Identifier: GPL-3.0-or-later
// The timers' settings of one campus: five delays, automatic reassignment, repetition of alerts. They hold for timers
// armed afterwards.
// Thread: GUI.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/api/timer_types.h"
#include "ui/dialogs/settings_dialog.h"

class QCheckBox;

namespace evenhand::ui {

class TimerPolicyDialog : public SettingsDialog {
    Q_OBJECT

public:
    /// `campus` is shown first; empty: the first there is.
    TimerPolicyDialog(UiContext& context, std::vector<api::TimerPolicyRow> policies, const CampusId& campus,
                      QWidget* parent = nullptr);

    /// What the fields say; nullopt while one of them will not do.
    [[nodiscard]] std::optional<api::TimerPolicy> entered() const;

protected:
    [[nodiscard]] bool isChanged() const override;
    [[nodiscard]] api::Answer<void> save() override;
    [[nodiscard]] QString savedText() const override;

private:
    /// The five delays and the repetition.
    static constexpr std::size_t kDelays = 6;
    void setupDelays();
    void fill();
    [[nodiscard]] QString problemOf(std::size_t delay) const;
    [[nodiscard]] const api::TimerPolicyRow* shown() const;

    std::vector<api::TimerPolicyRow> m_policies;
    std::array<QLineEdit*, kDelays> m_delays{};
    QCheckBox* m_autoReassign = nullptr;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// From when on something is an alert, for the whole workspace: how often alerts repeat, spread of weights, budgets, the
// age of the newest backup. Empty or 0: never.
// Thread: GUI.
#pragma once

#include <array>

#include "engine/api/alert_types.h"
#include "ui/dialogs/settings_dialog.h"

namespace evenhand::ui {

class AlertLimitsDialog : public SettingsDialog {
    Q_OBJECT

public:
    AlertLimitsDialog(UiContext& context, const api::AlertLimits& limits, QWidget* parent = nullptr);
    /// The line of a field, as the engine calls it; nullptr: none of that name.
    [[nodiscard]] QLineEdit* field(const QString& name) const;

protected:
    [[nodiscard]] bool isChanged() const override;
    [[nodiscard]] api::Answer<void> save() override;
    [[nodiscard]] QString savedText() const override;

private:
    enum Field : std::size_t { Repeat, Spread, Budget, Pace, BackupAge, kFields };
    /// What is entered in it goes into `into`; what is wrong with it (translated), empty: nothing.
    [[nodiscard]] QString read(std::size_t field, api::AlertLimits& into) const;
    [[nodiscard]] api::AlertLimits entered() const;

    const api::AlertLimits m_before;
    std::array<QLineEdit*, kFields> m_edits{};
};

/// "50, 80, 95"; empty: there are none.
[[nodiscard]] QString percentsText(const std::array<std::int64_t, 3>& percents);

}  // namespace evenhand::ui

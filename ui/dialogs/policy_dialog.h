// SPDX-License-Identifier: GPL-3.0-or-later
// The dispatch policy of a campus: mode, step, start weight, load limit, join rule, how long the assignment log is
// kept, when it is calibrated by itself. Thread: GUI.
#pragma once

#include <optional>

#include "engine/api/dispatch_desk.h"
#include "ui/dialogs/settings_dialog.h"

class QCheckBox;
class QTimeEdit;

namespace evenhand::ui {

class PolicyDialog : public SettingsDialog {
    Q_OBJECT

public:
    PolicyDialog(UiContext& context, api::CampusRow campus, QWidget* parent = nullptr);

    /// What the fields say; nullopt while one of them is not valid.
    [[nodiscard]] std::optional<api::CampusRow> entered() const;

protected:
    [[nodiscard]] bool isChanged() const override;
    [[nodiscard]] api::Answer<void> save() override;
    [[nodiscard]] QString savedText() const override;
    void enableFields() override;

private:
    void setupMode();
    void setupNumbers();
    void setupLimit();
    void setupLog();
    void setupCalibration();
    /// `isValid`: else the hint is said again as what is wrong.
    void add(const char* field, const QString& caption, QWidget* editor, const QString& hint,
             std::function<bool()> isValid = {});
    void fill();
    [[nodiscard]] std::optional<std::int64_t> logTtl() const;
    /// 0: none.
    [[nodiscard]] std::optional<std::int64_t> loadLimit() const;
    [[nodiscard]] bool nameIsValid() const;

    api::CampusRow m_campus;
    QLineEdit* m_name = nullptr;
    QComboBox* m_mode = nullptr;
    QComboBox* m_join = nullptr;
    QLineEdit* m_step = nullptr;
    QLineEdit* m_startWeight = nullptr;
    QCheckBox* m_limits = nullptr;
    QLineEdit* m_loadLimit = nullptr;
    QLineEdit* m_logTtl = nullptr;
    QComboBox* m_logUnit = nullptr;
    QCheckBox* m_calibrates = nullptr;
    QTimeEdit* m_calibrateAt = nullptr;
};

}  // namespace evenhand::ui

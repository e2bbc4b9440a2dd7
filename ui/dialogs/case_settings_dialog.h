// SPDX-License-Identifier: GPL-3.0-or-later
// Which reasons are offered when a return is requested, and from when on one that waits is old.
// Thread: GUI.
#pragma once

#include "engine/api/returns_types.h"
#include "ui/dialogs/settings_dialog.h"

class QPlainTextEdit;

namespace evenhand::ui {

class CaseSettingsDialog : public SettingsDialog {
    Q_OBJECT

public:
    CaseSettingsDialog(UiContext& context, api::CaseSettings settings, QWidget* parent = nullptr);

    [[nodiscard]] QPlainTextEdit* reasons() const { return m_reasons; }
    [[nodiscard]] QLineEdit* ageLimit() const { return m_ageLimit; }

protected:
    [[nodiscard]] bool isChanged() const override;
    [[nodiscard]] api::Answer<void> save() override;
    [[nodiscard]] QString savedText() const override;

private:
    [[nodiscard]] QString whyNotReasons() const;
    [[nodiscard]] QString whyNotLimit() const;
    [[nodiscard]] api::CaseSettings entered() const;

    const api::CaseSettings m_before;
    QPlainTextEdit* m_reasons = nullptr;  ///< a line each: "code = name"
    QLineEdit* m_ageLimit = nullptr;      ///< empty: never
};

}  // namespace evenhand::ui

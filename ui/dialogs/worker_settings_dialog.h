// SPDX-License-Identifier: GPL-3.0-or-later
// How many workers each process has that runs the workspace. In effect as soon as it is saved.
// Thread: GUI.
#pragma once

#include "engine/api/task_board.h"
#include "ui/dialogs/settings_dialog.h"

namespace evenhand::ui {

class WorkerSettingsDialog : public SettingsDialog {
    Q_OBJECT

public:
    WorkerSettingsDialog(UiContext& context, api::WorkerSettings settings, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* workers() const { return m_workers; }

protected:
    [[nodiscard]] bool isChanged() const override;
    [[nodiscard]] api::Answer<void> save() override;
    [[nodiscard]] QString savedText() const override;

private:
    /// nullopt: no number that may be.
    [[nodiscard]] std::optional<std::int64_t> entered() const;

    const api::WorkerSettings m_before;
    QLineEdit* m_workers = nullptr;
};

}  // namespace evenhand::ui

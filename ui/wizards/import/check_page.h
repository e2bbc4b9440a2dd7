// SPDX-License-Identifier: GPL-3.0-or-later
// Third step of an import: a dry run of the whole file. How many rows would be taken, how many not and why.
// Thread: GUI. Invariant: what is shown is of the file and the plan asked for last; an earlier dry run is stopped.
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/shell/import_backend.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class CheckPage : public QWidget {
    Q_OBJECT

public:
    CheckPage(UiContext& context, QWidget* parent);
    ~CheckPage() override;

    void start(const QString& path, const ImportPlan& plan);
    /// What is under way is not wanted any more.
    void stop();
    /// Once it has been counted.
    [[nodiscard]] const std::optional<ImportResult>& result() const noexcept { return m_result; }
    /// Why it cannot be imported; empty: it can.
    [[nodiscard]] QString whyNot() const;
    [[nodiscard]] QTableView* reasons() const { return m_reasons; }

Q_SIGNALS:
    void changed();

private:
    void tick();
    void counted(const Result<ImportResult>& result);
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QString note() const;

    UiContext& m_context;
    ImportPlan m_plan;
    std::shared_ptr<ImportControl> m_control;  ///< of the dry run under way; nullptr: none
    std::optional<ImportResult> m_result;
    QVBoxLayout* m_layout = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_note = nullptr;
    QProgressBar* m_bar = nullptr;
    QTableView* m_reasons = nullptr;
    int m_generation = 0;
};

}  // namespace evenhand::ui

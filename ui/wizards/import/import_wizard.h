// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a file in four steps: the file, its columns, a check of all rows, the import with what came of it. Opened
// while an import is under way it shows that one; closing it stops nothing that was begun.
// Thread: GUI.
#pragma once

#include "ui/shell/import_run.h"
#include "ui/wizards/import/check_page.h"
#include "ui/wizards/import/columns_page.h"
#include "ui/wizards/import/file_page.h"
#include "ui/wizards/import/run_page.h"
#include "ui/wizards/shared/wizard_frame.h"

class QMimeData;

namespace evenhand::ui {

class ImportWizard : public WizardFrame {
    Q_OBJECT

public:
    enum Step { FileStep, ColumnsStep, CheckStep, RunStep };

    /// `run` is the window's and outlives it; the program can import.
    ImportWizard(UiContext& context, ImportRun& run, QWidget* parent);
    ~ImportWizard() override;

    /// Begins with this file; nothing while an import is shown.
    void setFile(const QString& path);
    [[nodiscard]] FilePage* file() const { return m_file; }
    [[nodiscard]] ColumnsPage* columns() const { return m_columns; }
    [[nodiscard]] CheckPage* check() const { return m_check; }
    [[nodiscard]] RunPage* run() const { return m_runPage; }

protected:
    void showReview() override;
    [[nodiscard]] QString whyNotFinish() const override;
    void finish() override;
    [[nodiscard]] QString labelOf(const std::string& field) const override;
    void edited() override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    ImportRun& m_run;
    FilePage* m_file = nullptr;
    ColumnsPage* m_columns = nullptr;
    CheckPage* m_check = nullptr;
    RunPage* m_runPage = nullptr;
};

/// The first local file of what is dragged; empty: there is none.
[[nodiscard]] QString droppedFile(const QMimeData* mime);

}  // namespace evenhand::ui

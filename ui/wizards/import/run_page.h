// SPDX-License-Identifier: GPL-3.0-or-later
// Last step of an import: how far it is, pausing and stopping; then what came of it, with the rows that were rejected.
// It shows the window's import, which goes on without it.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidget>

#include "ui/pages/shared/csv_export.h"
#include "ui/shell/import_run.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class RunPage : public QWidget {
    Q_OBJECT

public:
    /// `run` outlives it.
    RunPage(UiContext& context, ImportRun& run, QWidget* parent);

    [[nodiscard]] QTableView* rejected() const { return m_rejected; }
    /// All rejected rows, to this path.
    void saveRejectedTo(const QString& path);

Q_SIGNALS:
    void anotherRequested();  ///< another file is to be imported

private:
    void setupButtons();
    void refresh();
    void refreshProgress();
    void showRejected();
    [[nodiscard]] CsvExport::Task savingTask() const;

    UiContext& m_context;
    ImportRun& m_run;
    QVBoxLayout* m_layout = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QProgressBar* m_bar = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_another = nullptr;
    QLabel* m_cut = nullptr;
    QTableView* m_rejected = nullptr;
    CsvExport* m_saving = nullptr;
};

}  // namespace evenhand::ui

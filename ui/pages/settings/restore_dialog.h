// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace from a backup, in a new place: the file is looked at first, then what it would bring back stands there,
// and only then it can be restored. Never over what is there. Thread: GUI; the work is done behind RestoreBackend.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "ui/bridge/file_work.h"
#include "ui/shell/restore_backend.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class RestoreDialog : public QDialog {
    Q_OBJECT

public:
    RestoreDialog(UiContext& context, RestoreBackend& backend, const QString& file, QWidget* parent);
    [[nodiscard]] QLineEdit* folder() const { return m_folder; }
    [[nodiscard]] QLineEdit* database() const { return m_database; }
    [[nodiscard]] QPushButton* restoreButton() const { return m_restore; }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] QLabel* outcome() const { return m_outcome; }
    [[nodiscard]] bool isBusy() const noexcept { return m_looking || m_job.has_value(); }
    void reject() override;

Q_SIGNALS:
    void looked();    ///< the file was read, well or not
    void restored();  ///< it came to an end, well or not

private:
    void setupFields();
    void setupButtons();
    void preview();
    void restore();
    void check();
    void showPreview(const RestorePreview& found);

    UiContext& m_context;
    RestoreBackend& m_backend;
    QString m_file;
    std::optional<RestorePreview> m_preview;
    bool m_looking = true;
    bool m_done = false;
    std::optional<int> m_job;
    QLabel* m_outcome = nullptr;
    FactGrid* m_facts = nullptr;
    PathWatch* m_place;  ///< of the folder typed
    QLineEdit* m_folder = nullptr;
    QPushButton* m_browse = nullptr;
    QLineEdit* m_database = nullptr;
    QPushButton* m_restore = nullptr;
    QPushButton* m_close = nullptr;
    QLabel* m_said = nullptr;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Calibrating the weights of a campus: first every change is shown (current, computed, difference), then it is applied
// as differences in one commit, and what was applied is shown as the engine answered it.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/models/synced_rows.h"
#include "ui/shell/ui_context.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace evenhand::ui {

class CalibrationModel : public SyncedRows<api::CalibrationRow> {
    Q_OBJECT

public:
    enum Column { Courier, Duty, Current, Computed, Difference, kColumns };

    using SyncedRows::SyncedRows;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] std::string keyOf(const api::CalibrationRow& row) const override { return row.courier.str(); }
    [[nodiscard]] bool same(const api::CalibrationRow& a, const api::CalibrationRow& b) const override;
};

class CalibrationDialog : public QDialog {
    Q_OBJECT

public:
    CalibrationDialog(UiContext& context, const CampusId& campus, const QString& campusName, QWidget* parent = nullptr);

    [[nodiscard]] bool isLoaded() const noexcept { return m_loaded; }

Q_SIGNALS:
    void loaded();
    void applied();

private:
    void setupTable();
    void setupButtons();
    void preview();
    void apply();
    void check();
    void showRows(std::vector<api::CalibrationRow> rows, bool applied);

    UiContext& m_context;
    CampusId m_campus;
    QString m_campusName;
    bool m_loaded = false;
    bool m_busy = false;
    int m_differing = 0;
    std::vector<api::CalibrationRow> m_seen;  ///< as previewed: what is applied is this, or nothing
    CalibrationModel* m_model;
    QLabel* m_summary = nullptr;
    QTableView* m_table = nullptr;
    QLineEdit* m_reason = nullptr;
    QLabel* m_hint = nullptr;
    QPushButton* m_refresh = nullptr;
    QPushButton* m_apply = nullptr;
};

}  // namespace evenhand::ui

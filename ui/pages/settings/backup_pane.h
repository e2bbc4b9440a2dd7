// SPDX-License-Identifier: GPL-3.0-or-later
// Backups: taken now, one every business day, verified, restored into another place.
// Thread: GUI. Files are written and read elsewhere; here only their progress is shown.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPointer>
#include <QTableView>

#include "engine/api/backup_desk.h"
#include "ui/bridge/feed_channel.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/models/synced_rows.h"
#include "ui/pages/settings/restore_dialog.h"
#include "ui/pages/settings/settings_pane.h"
#include "ui/widgets/empty_hint.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/formats.h"

class QSortFilterProxyModel;

namespace evenhand::ui {

class BackupModel : public SyncedRows<api::BackupRow> {
    Q_OBJECT

public:
    enum Column { Started, Status, Path, Size, Rows, By, Took, Error, ColumnCount };
    BackupModel(const Formats& formats, QObject* parent) : SyncedRows(parent), m_formats(formats) {}
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::BackupRow& row) const override { return std::to_string(row.id.value); }
    [[nodiscard]] bool same(const api::BackupRow& a, const api::BackupRow& b) const override;

private:
    [[nodiscard]] QString shown(const api::BackupRow& row, int column) const;
    const Formats& m_formats;
};

/// What a file says of itself.
[[nodiscard]] std::vector<FactGrid::Fact> factsOf(const api::BackupManifest& manifest, const Formats& formats);

class ManifestDialog : public QDialog {
    Q_OBJECT

public:
    ManifestDialog(const QString& path, const api::BackupManifest& manifest, const Formats& formats, QWidget* parent);
};

class BackupPane : public SettingsPane {
    Q_OBJECT

public:
    enum Act { Take, Plan, Verify, Restore, kActs };
    static constexpr int kReadMs = 500;
    static constexpr std::int64_t kShown = 500;

    explicit BackupPane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("backup"); }
    [[nodiscard]] QList<QAction*> commands() const override { return m_acts; }
    [[nodiscard]] bool isReady() const override { return m_read && m_plan && !m_job; }
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] BackupModel* model() const { return m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QAction* action(Act which) const { return m_acts.at(static_cast<qsizetype>(which)); }
    [[nodiscard]] FormDialog* planDialog() const { return m_planDialog; }
    [[nodiscard]] ManifestDialog* manifest() const { return m_manifest; }
    [[nodiscard]] RestoreDialog* restoreDialog() const { return m_restore; }
    [[nodiscard]] FactGrid* plan() const { return m_planFacts; }
    void takeTo(const QString& path);
    void verifyFile(const QString& path);
    void restoreFile(const QString& path);

protected:
    void retranslate() override;

private:
    void setupActs();
    void read();
    void readPlan();
    void open(Act which);
    void askPlan();
    void chooseFile(Act which);
    void verified(const QString& path, const Result<api::BackupManifest>& manifest);
    void refreshTexts();
    void refreshActions();
    [[nodiscard]] QString whyNot(Act which) const;
    [[nodiscard]] const api::BackupRow* chosen() const;

    BackupModel* m_model = nullptr;
    QSortFilterProxyModel* m_newestFirst = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_problem = nullptr;
    EmptyHint* m_empty = nullptr;
    QLabel* m_planTitle = nullptr;
    FactGrid* m_planFacts = nullptr;
    QList<QAction*> m_acts;
    FeedChannel* m_reads;
    FeedChannel* m_planReads;
    std::optional<Result<std::vector<api::BackupRow>>> m_read;
    std::optional<Result<api::BackupSchedule>> m_plan;
    QPointer<FormDialog> m_planDialog;
    QPointer<ManifestDialog> m_manifest;
    QPointer<RestoreDialog> m_restore;
    std::optional<int> m_job;
};

}  // namespace evenhand::ui

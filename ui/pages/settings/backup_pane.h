// SPDX-License-Identifier: GPL-3.0-or-later
// Backups: taken now, one every business day, verified, restored into another place.
// Thread: GUI. Files are written and read elsewhere; here only their progress is shown.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPointer>

#include "engine/api/backup_desk.h"

namespace evenhand::api {

[[nodiscard]] inline BackupId cacheKey(const BackupRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const BackupRow& a, const BackupRow& b) {
    return a.status != b.status || a.endedAt != b.endedAt || a.bytes != b.bytes || a.rows != b.rows ||
           a.error != b.error || a.path != b.path;
}

}  // namespace evenhand::api

#include "ui/bridge/feed_channel.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/pages/settings/restore_dialog.h"
#include "ui/pages/settings/settings_pane.h"
#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

using BackupTable = QueryPane<api::BackupRow, AnyCell, OneOrder>;

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
    static constexpr int kReadMs = 500;
    static constexpr std::int64_t kShown = 500;

    explicit BackupPane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("backup"); }
    [[nodiscard]] QList<QAction*> commands() const override { return SettingsPane::commands() + m_backups->commands(); }
    [[nodiscard]] bool isReady() const override { return m_backups->isReady() && m_plan && !m_job; }
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] BackupTable::Model* model() const { return &m_backups->model(); }
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
    /// What becomes of the file that is chosen.
    enum class File { Take, Verify, Restore };
    void setupBar();
    [[nodiscard]] BackupTable::Spec describeBackups();
    [[nodiscard]] static std::vector<Column<api::BackupRow, OneOrder>> describeColumns(const Formats& formats);
    void readPlan();
    /// The file of the backup that is selected; a person is asked for one where that is none.
    void open(File which);
    void chooseFile(File which);
    /// The same where it lies at a service: what is there cannot be looked at from here.
    void askForPath(File which, const QString& title, const QString& service);
    [[nodiscard]] QString newFileName() const;
    void verified(const QString& path, const Result<api::BackupManifest>& manifest);
    void refreshTexts();
    [[nodiscard]] QString whyNot(File which) const;

    BackupTable* m_backups = nullptr;
    QLabel* m_planTitle = nullptr;
    FactGrid* m_planFacts = nullptr;
    FeedChannel* m_planReads;
    std::optional<Result<api::BackupSchedule>> m_plan;
    QPointer<FormDialog> m_planDialog;
    QPointer<ManifestDialog> m_manifest;
    QPointer<RestoreDialog> m_restore;
    std::optional<int> m_job;
};

}  // namespace evenhand::ui

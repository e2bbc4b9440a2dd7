// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log: who did what, when, by which way in, and what was refused; one entry in detail; verifying the chain of
// all; export of what is shown.
// Thread: GUI. Reads only while shown. The chain is verified on the engine's reader, the window goes on.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QTimer>
#include <QToolButton>

#include "ui/bridge/feed_channel.h"
#include "ui/dialogs/audit_report_dialog.h"
#include "ui/models/audit_table_model.h"
#include "ui/pages/shared/csv_export.h"
#include "ui/pages/shared/saved_filters.h"
#include "ui/shell/page.h"
#include "ui/tables/paged_view.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/detail_split.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/time_range.h"

namespace evenhand::ui {

class ReadError;
class WrapRow;

class AuditPage : public Page {
    Q_OBJECT

public:
    static constexpr int kStateMs = 2'000;

    explicit AuditPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool showsAllCampuses() const override { return true; }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("audit"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] bool isReady() const override;
    /// "person": login.
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] AuditTableModel& model() { return m_model; }
    [[nodiscard]] PagedView* table() const { return m_table; }
    [[nodiscard]] FactGrid* detail() const { return m_detail; }
    [[nodiscard]] QLabel* stateLabel() const { return m_state; }
    [[nodiscard]] QLabel* emptyLabel() const { return m_empty; }
    [[nodiscard]] QLineEdit* whoField() const { return m_who; }
    [[nodiscard]] QLineEdit* textField() const { return m_text; }
    [[nodiscard]] ChoiceButton* operations() const { return m_operation; }
    [[nodiscard]] ChoiceButton* outcomes() const { return m_outcome; }
    [[nodiscard]] TimeRangeButton* time() const { return m_time; }
    [[nodiscard]] SavedFilters* saved() const { return m_saved; }
    [[nodiscard]] QAction* verifyAction() const { return m_verify; }
    [[nodiscard]] QAction* exportAction() const { return m_export; }
    [[nodiscard]] AuditReportDialog* report() const { return m_report; }
    [[nodiscard]] api::AuditFilter filter() const;
    void exportTo(const QString& path);

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;

private:
    QAction* addCommand(const char* name, const char* iconName, const QKeySequence& keys);
    void setupCommands();
    void setupFilter();
    void setupBar();
    void setupBody();
    void changed();
    void clearFilter();
    [[nodiscard]] QJsonObject filterState() const;
    void setFilterState(const QJsonObject& json);
    void readState();
    void verify();
    void showDetail();
    void refreshTexts();
    void refreshActions();
    void noteReady();
    void retranslateFilter();
    [[nodiscard]] CsvExport::Task exportTask();

    AuditTableModel m_model;
    FeedChannel* m_stateReads;
    std::optional<Result<api::AuditState>> m_stateRead;
    QAction* m_find = nullptr;
    QAction* m_clear = nullptr;
    QAction* m_refresh = nullptr;
    QAction* m_verify = nullptr;
    QAction* m_export = nullptr;
    QAction* m_toggle = nullptr;
    CsvExport* m_exporter = nullptr;
    QLineEdit* m_who = nullptr;
    QLineEdit* m_text = nullptr;
    ChoiceButton* m_operation = nullptr;
    ChoiceButton* m_outcome = nullptr;
    TimeRangeButton* m_time = nullptr;
    SavedFilters* m_saved = nullptr;
    QTimer m_typing;
    WrapRow* m_bar = nullptr;
    QLabel* m_state = nullptr;
    ReadError* m_error = nullptr;
    QLabel* m_count = nullptr;
    PagedView* m_table = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_detailTitle = nullptr;
    FactGrid* m_detail = nullptr;
    QPointer<AuditReportDialog> m_report;
    std::optional<int> m_job;
    bool m_opened = false;
    bool m_setting = false;
};

}  // namespace evenhand::ui

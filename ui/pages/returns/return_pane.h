// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of returns: filter with counts, actions, the table of all of them, one in detail, export of what is shown.
// Thread: GUI. Works only while active.
#pragma once

#include <QLabel>

#include "ui/models/return_table_model.h"
#include "ui/pages/returns/return_action_flow.h"
#include "ui/pages/returns/return_detail_panel.h"
#include "ui/pages/returns/return_filter_bar.h"
#include "ui/pages/shared/csv_export.h"
#include "ui/tables/paged_view.h"
#include "ui/widgets/detail_split.h"

namespace evenhand::ui {

class ReadError;
class WrapRow;

class ReturnPane : public QWidget {
    Q_OBJECT

public:
    static constexpr int kCountMs = 1'000;

    explicit ReturnPane(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] ReturnTableModel& model() { return m_model; }
    [[nodiscard]] PagedView* table() const { return m_table; }
    [[nodiscard]] ReturnFilterBar* filters() const { return m_filters; }
    [[nodiscard]] ReturnActions* actions() const { return m_actions; }
    [[nodiscard]] ReturnActionFlow* flow() const { return m_flow; }
    [[nodiscard]] ReturnDetailPanel* detail() const { return m_detail; }
    [[nodiscard]] QAction* exportAction() const { return m_export; }
    [[nodiscard]] QAction* detailToggle() const { return m_toggle; }
    [[nodiscard]] QLabel* emptyLabel() const { return m_empty; }
    [[nodiscard]] const std::optional<api::ReturnCounts>& counts() const noexcept { return m_counts; }
    void setActive(bool active);
    void refresh();
    [[nodiscard]] bool isReady() const;
    /// Shows it in detail, also if the filter hides it.
    void openReturn(ReturnId id);
    void exportTo(const QString& path);

Q_SIGNALS:
    void readyChanged();
    void opened(const QString& orderNo);  ///< double click

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupBar();
    void setupBody();
    void readCounts();
    void onSelection();
    void begin(ReturnAction action);
    void showMenu(const QPoint& at);
    void refreshTexts();
    void refreshCount();
    void refreshActions();
    [[nodiscard]] CsvExport::Task exportTask();
    void retranslate();

    UiContext& m_context;
    ReturnTableModel m_model;
    FeedChannel* m_countReads;
    std::optional<api::ReturnCounts> m_counts;
    bool m_counted = false;
    ReturnFilterBar* m_filters = nullptr;
    ReturnActions* m_actions = nullptr;
    ReturnActionFlow* m_flow = nullptr;
    CsvExport* m_exporter = nullptr;
    QAction* m_export = nullptr;
    QAction* m_toggle = nullptr;
    WrapRow* m_bar = nullptr;
    QLabel* m_selected = nullptr;
    ReadError* m_error = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_empty = nullptr;
    PagedView* m_table = nullptr;
    DetailSplit* m_split = nullptr;
    ReturnDetailPanel* m_detail = nullptr;
    bool m_selectionDirty = false;
    bool m_opened = false;
    bool m_active = false;
};

}  // namespace evenhand::ui

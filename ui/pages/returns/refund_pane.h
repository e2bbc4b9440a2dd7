// SPDX-License-Identifier: GPL-3.0-or-later
// Money on its way back: refunds by status and cause, also those owed for late and unmatched payments and closed
// orders; what failed or was given up, tried again or recorded by hand. How much waits in each state.
// Thread: GUI. Works only while active.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QTimer>

#include "ui/models/refund_table_model.h"
#include "ui/pages/returns/refund_action_flow.h"
#include "ui/tables/paged_view.h"
#include "ui/widgets/choice_button.h"

class QPushButton;

namespace evenhand::ui {

class ReadError;
class WrapRow;

class RefundPane : public QWidget {
    Q_OBJECT

public:
    static constexpr int kCountMs = 1'000;

    explicit RefundPane(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] RefundTableModel& model() { return m_model; }
    [[nodiscard]] PagedView* table() const { return m_table; }
    [[nodiscard]] RefundActions* actions() const { return m_actions; }
    [[nodiscard]] RefundActionFlow* flow() const { return m_flow; }
    [[nodiscard]] ChoiceButton* statuses() const { return m_status; }
    [[nodiscard]] ChoiceButton* causes() const { return m_cause; }
    [[nodiscard]] QLabel* sums() const { return m_sums; }
    [[nodiscard]] QLabel* emptyLabel() const { return m_empty; }
    [[nodiscard]] const std::optional<api::RefundCounts>& counts() const noexcept { return m_counts; }
    [[nodiscard]] api::RefundFilter filter() const;
    /// Failed ones, and those the sender has given up.
    void showStatuses(const std::vector<api::RefundStatus>& statuses, bool deadOnly);
    void setText(const QString& text);
    void setActive(bool active);
    void refresh();
    [[nodiscard]] bool isReady() const { return !m_model.isLoading() && m_counted && !m_flow->isBusy(); }

Q_SIGNALS:
    void readyChanged();
    void countsChanged();
    void opened(const QString& orderNo);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupFilter();
    void setupBar();
    void setupTable();
    void readCounts();
    void changed();
    void onSelection();
    void begin(RefundAction action);
    void refreshTexts();
    void retranslate();

    UiContext& m_context;
    RefundTableModel m_model;
    FeedChannel* m_countReads;
    std::optional<api::RefundCounts> m_counts;
    bool m_counted = false;
    bool m_opened = false;
    bool m_setting = false;
    RefundActions* m_actions = nullptr;
    RefundActionFlow* m_flow = nullptr;
    QLineEdit* m_text = nullptr;
    ChoiceButton* m_status = nullptr;
    ChoiceButton* m_cause = nullptr;
    QPushButton* m_dead = nullptr;
    QToolButton* m_clear = nullptr;
    QTimer m_typing;
    WrapRow* m_bar = nullptr;
    QLabel* m_sums = nullptr;
    QLabel* m_selected = nullptr;
    ReadError* m_error = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_empty = nullptr;
    PagedView* m_table = nullptr;
};

}  // namespace evenhand::ui

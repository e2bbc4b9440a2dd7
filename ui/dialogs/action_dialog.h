// SPDX-License-Identifier: GPL-3.0-or-later
// Asks before something is done that matters: what will happen to how many, each frozen order with what becomes of it
// (if it is about orders), and the reason. It changes nothing; who opened it acts on accepted(). RowOutcomeDialog tells
// afterwards what became of it; the two serve every page.
// Thread: GUI. Invariants: the rows are those of the moment it was opened, with their versions; it cannot be accepted
// without what it needs.
#pragma once

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStringList>
#include <functional>
#include <vector>

#include "engine/api/limits.h"
#include "engine/api/order_desk.h"
#include "ui/dialogs/draft_dialog.h"

namespace evenhand::ui {

class TextTableModel;

/// One frozen row. Of an order that is not at hand only number and version are known, its id is not valid.
struct ActionRow {
    api::OrderRow order;
    QString whyNot;        ///< empty: it will be done
    QString perRow = {};   ///< what becomes of this row; empty: what Texts::perRow says
    bool changed = false;  ///< while the question stood
};

class ActionDialog : public DraftDialog {
    Q_OBJECT

public:
    struct Texts {
        QString title;
        QString question;  ///< what will happen to how many rows
        QString effect;    ///< what it means, muted; may be empty
        QString confirm;   ///< label of the button
        QString perRow;    ///< what becomes of a row that is fit
        bool danger = false;
        bool reasonNeeded = true;
        QStringList suggestions = {};  ///< reasons offered by one click
        QString reasonHint = {};       ///< in the empty field; empty: what is said of orders
        QString reasonName = {};       ///< what is written is called otherwise than a reason: "Note"
        /// What is done is itself called cancelling: a button "Cancel" could be taken for it.
        bool cancels = false;
    };
    static constexpr int kMaxReason = static_cast<int>(api::kMaxReason);

    /// Without rows it is not about single orders: none are shown and none are needed.
    ActionDialog(const Texts& texts, std::vector<ActionRow> rows, QWidget* parent);

    /// A further field above the reason. `whyNot` says what is missing; empty: nothing. Call recheck() when it changes.
    void addField(const QString& label, QWidget* field, std::function<QString()> whyNot);
    void recheck();
    /// As they are now: of the frozen ones those with another version are left out, each with what it is now.
    void ordersAre(const std::vector<api::OrderRow>& now);
    /// What it is about has changed while it is open: a number of things that are not frozen.
    void setQuestion(const QString& question) { m_question->setText(question); }
    /// Fewer of its rows are left: question and button say so.
    void setTexts(const Texts& texts);
    /// Where a field decides whether it needs one.
    void setReasonNeeded(bool needed);
    [[nodiscard]] QString reason() const;
    /// Those that will be done, with the versions they had when the dialog was opened.
    [[nodiscard]] std::vector<api::OrderRow> fit() const;
    [[nodiscard]] const std::vector<ActionRow>& rows() const noexcept { return m_rows; }
    [[nodiscard]] QPushButton* confirmButton() const { return m_confirm; }
    /// With or without a reason: the units of a return, an amount and the like are enough.
    [[nodiscard]] bool isDeciding() const override { return !reason().isEmpty() || isChanged(); }

protected:
    /// Texts that wrap are as high as the width that the dialog got makes them.
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;

private:
    void fitHeight();
    void placeReason();
    void setupTexts(const Texts& texts);
    void setupRows();
    void setupReason(const Texts& texts);
    void sayReasonHint();
    void setupSuggestions(const QStringList& suggestions);
    void setupButtons(const Texts& texts);
    [[nodiscard]] QString whatIsMissing() const;

    std::vector<ActionRow> m_rows;
    QString m_perRow;
    TextTableModel* m_lines = nullptr;  ///< of m_rows; nullptr: none
    bool m_reasonNeeded;
    QString m_reasonHint;  ///< empty: the usual one
    QString m_reasonName;  ///< empty: it is a reason
    QLabel* m_question = nullptr;
    QGridLayout* m_form = nullptr;
    QWidget* m_reasonLabel = nullptr;
    QWidget* m_suggestions = nullptr;
    QPlainTextEdit* m_reason = nullptr;
    QLabel* m_missing = nullptr;
    QPushButton* m_confirm = nullptr;
    std::vector<std::function<QString()>> m_checks;
};

}  // namespace evenhand::ui

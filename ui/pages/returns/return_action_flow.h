// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with frozen returns: approving one with its units, amount and four eyes before it, or many as
// requested; rejecting, cancelling, goods, taking back.
// Thread: GUI.
#pragma once

#include <QObject>
#include <QPointer>

#include "ui/dialogs/approval_field.h"
#include "ui/pages/returns/return_actions.h"
#include "ui/pages/shared/row_flow.h"

namespace evenhand::ui {

class ReturnActionFlow : public QObject {
    Q_OBJECT

public:
    /// `rows` carries out what is done with rows; it lives as long as `page`.
    ReturnActionFlow(UiContext& context, RowFlow& rows, QWidget* page);

    /// `frozen` as they are shown at this moment.
    void begin(ReturnAction action, const std::vector<api::ReturnRow>& frozen);
    [[nodiscard]] ActionDialog* question() const { return m_rows.question(); }
    [[nodiscard]] RowOutcomeDialog* outcome() const { return m_rows.outcome(); }
    /// The units of the approval that is asked about.
    [[nodiscard]] ApprovalField* approval() const { return m_approval; }
    /// Damaged units per line of the goods that are asked about.
    [[nodiscard]] UnitsGrid* damaged() const { return m_damaged; }
    /// Reading, or an amount is being worked out, or an answer is awaited.
    [[nodiscard]] bool isBusy() const;

Q_SIGNALS:
    void asked();     ///< question() is shown
    void finished();  ///< the outcome is told

private:
    /// How returns are called, and an action on them as on any rows.
    [[nodiscard]] RowWords<api::ReturnRow> words();
    [[nodiscard]] RowAction<api::ReturnRow> describe(ReturnAction which);
    void submit(ReturnAction which, const api::Call& call, const RowFlow::Rows& fit, const QString& note,
                std::function<void(RowFlow::Answers)> done);
    void readDetail(const api::ReturnRow& row, void (ReturnActionFlow::*then)(const api::ReturnDetail&));
    void beginApproval(const api::ReturnDetail& detail);
    void beginReceive(const api::ReturnDetail& detail);
    /// What would take back a decision on these, or that their goods are here.
    [[nodiscard]] RowFlow::Spec undoOf(ReturnAction undo, std::vector<api::ReturnRow> rows,
                                       const std::vector<std::int64_t>& versions);
    /// The same of rows as they stand, those left out for which `whyNot` says something.
    [[nodiscard]] RowFlow::Spec undoSpec(ReturnAction undo, const std::vector<api::ReturnRow>& rows,
                                         std::function<QString(const api::ReturnRow&)> whyNot);
    /// Reads them again first: a refund may have been sent since the decision.
    void readUndo(ReturnAction undo, const std::vector<api::ReturnRow>& rows,
                  const std::function<void(Result<RowFlow::Spec>)>& done);

    UiContext& m_context;
    QPointer<QWidget> m_page;
    RowFlow& m_rows;
    QPointer<ApprovalField> m_approval;
    QPointer<UnitsGrid> m_damaged;
    int m_reading = 0;
};

}  // namespace evenhand::ui

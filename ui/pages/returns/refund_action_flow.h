// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with frozen refunds: trying again, recording by hand, approving, cancelling; in the table of refunds
// and where a return shows its refund.
// Thread: GUI.
#pragma once

#include <QObject>

#include "ui/pages/returns/refund_actions.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/tables/table_spec.h"

namespace evenhand::ui {

[[nodiscard]] RowWords<api::RefundRow> refundWords(UiContext& context, QObject* receiver);
[[nodiscard]] RowAction<api::RefundRow> refundAction(UiContext& context, QObject* receiver, RefundAction action);

class RefundActionFlow : public QObject {
    Q_OBJECT

public:
    RefundActionFlow(UiContext& context, QWidget* page);

    /// `frozen` as they are shown at this moment.
    void begin(RefundAction action, const std::vector<api::RefundRow>& frozen);
    [[nodiscard]] ActionDialog* question() const { return m_rows->question(); }
    [[nodiscard]] RowOutcomeDialog* outcome() const { return m_rows->outcome(); }
    [[nodiscard]] bool isBusy() const { return m_rows->isBusy(); }

Q_SIGNALS:
    void finished();  ///< the outcome is told

private:
    UiContext& m_context;
    RowFlow* m_rows;
};

}  // namespace evenhand::ui

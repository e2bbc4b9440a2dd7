// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with frozen refunds: trying again, recording by hand, approving, cancelling.
// Thread: GUI.
#pragma once

#include <QObject>

#include "ui/pages/returns/refund_actions.h"
#include "ui/pages/shared/row_flow.h"

namespace evenhand::ui {

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
    void submit(RefundAction action, const api::Call& call, const RowFlow::Rows& fit, const QString& reference,
                std::function<void(RowFlow::Answers)> done);
    void addReference(ActionDialog* dialog, const std::shared_ptr<QPointer<QLineEdit>>& shared);

    UiContext& m_context;
    RowFlow* m_rows;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// What became of each order of an action, as the engine answered, with the order as it was read back afterwards.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <vector>

#include "engine/api/order_desk.h"
#include "ui/dialogs/outcome_text.h"

namespace evenhand::ui {

struct OrderOutcome {
    OrderNo orderNo;
    OrderId id;                             ///< to read it back by
    std::optional<Error> error;             ///< nullopt: done
    std::optional<api::OrderRow> readBack;  ///< nullopt: could not be read
    bool leftOut = false;                   ///< was not asked for, because
    QString whyLeftOut;
    QString changedBy = {};  ///< of one that was changed meanwhile: who did what, when
    bool changed = false;    ///< refused because it is no longer what was shown
};

[[nodiscard]] OutcomeKind kindOf(const OrderOutcome& outcome);
[[nodiscard]] OutcomeCounts countOutcomes(const std::vector<OrderOutcome>& outcomes);

class OutcomeDialog : public QDialog {
    Q_OBJECT

public:
    OutcomeDialog(const QString& title, const std::vector<OrderOutcome>& outcomes, QWidget* parent);
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// What became of each order of an action, as the engine answered, with the order as it was read back afterwards.
// Thread: GUI. Conflicts (changed by somebody else meanwhile) are told apart from refusals.
#pragma once

#include <QDialog>
#include <vector>

#include "engine/api/order_desk.h"

namespace evenhand::ui {

struct OrderOutcome {
    OrderNo orderNo;
    OrderId id;                             ///< to read it back by
    std::optional<Error> error;             ///< nullopt: done
    std::optional<api::OrderRow> readBack;  ///< nullopt: could not be read
    bool leftOut = false;                   ///< was not asked for, because
    QString whyLeftOut;
    QString note = {};  ///< of one that was done: what is worth knowing, where others say why not
};

struct OutcomeCounts {
    std::int64_t done = 0;
    std::int64_t conflicts = 0;
    std::int64_t refused = 0;
    std::int64_t leftOut = 0;
};
[[nodiscard]] OutcomeCounts countOutcomes(const std::vector<OrderOutcome>& outcomes);
/// "3 done, 1 changed meanwhile, 2 refused".
[[nodiscard]] QString outcomeSummary(const OutcomeCounts& counts);

class OutcomeDialog : public QDialog {
    Q_OBJECT

public:
    OutcomeDialog(const QString& title, const std::vector<OrderOutcome>& outcomes, QWidget* parent);
};

}  // namespace evenhand::ui

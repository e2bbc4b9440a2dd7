// SPDX-License-Identifier: GPL-3.0-or-later
// What became of each row of an action that is not about orders at hand: messages, letters; as the engine answered,
// with what was read back afterwards.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::ui {

struct RowOutcome {
    QString name;                ///< of the row, plain text
    QString detail;              ///< a second column
    std::optional<Error> error;  ///< nullopt: done
    QString whyLeftOut;          ///< not empty: it was not asked for
    QString now;                 ///< read back; empty: could not be
};

struct RowOutcomeCounts {
    std::int64_t done = 0;
    std::int64_t refused = 0;
    std::int64_t leftOut = 0;
};
[[nodiscard]] RowOutcomeCounts countOutcomes(const std::vector<RowOutcome>& outcomes);
/// "3 done, 2 refused".
[[nodiscard]] QString outcomeSummary(const RowOutcomeCounts& counts);

class RowOutcomeDialog : public QDialog {
    Q_OBJECT

public:
    /// `header`: of the two columns that name a row, and of what was read back.
    RowOutcomeDialog(const QString& title, const QStringList& header, std::vector<RowOutcome> outcomes,
                     QWidget* parent);
};

}  // namespace evenhand::ui

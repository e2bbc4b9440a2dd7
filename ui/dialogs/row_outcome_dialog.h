// SPDX-License-Identifier: GPL-3.0-or-later
// What became of each row of an action, whatever the rows are: as the engine answered, with what was read back
// afterwards.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <QTableView>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "ui/dialogs/outcome_text.h"

namespace evenhand::ui {

struct RowOutcome {
    QString name;                ///< of the row, plain text
    QString detail;              ///< a second column
    std::optional<Error> error;  ///< nullopt: done
    QString whyLeftOut;          ///< not empty: it was not asked for
    QString now;                 ///< read back; empty: could not be
    bool changed = false;        ///< refused because it is no longer what was shown
    QString why = {};            ///< in place of the error's words: who changed it and when, amounts as money
    bool isNotSent = false;      ///< it was confirmed and never asked for: cancelled first
};

[[nodiscard]] OutcomeKind kindOf(const RowOutcome& outcome);

[[nodiscard]] OutcomeCounts countOutcomes(const std::vector<RowOutcome>& outcomes);

class RowOutcomeDialog : public QDialog {
    Q_OBJECT

public:
    /// `header`: of the two columns that name a row, and of what was read back.
    RowOutcomeDialog(const QString& title, const QStringList& header, std::vector<RowOutcome> outcomes,
                     QWidget* parent);
    [[nodiscard]] QTableView* table() const { return m_table; }

private:
    QTableView* m_table;
};

}  // namespace evenhand::ui

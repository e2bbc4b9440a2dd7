// SPDX-License-Identifier: GPL-3.0-or-later
// Pausing and resuming dispatch, of one campus or of several at once: asks, says of each campus what became of it, and
// offers to take it back. Thread: GUI.
#pragma once

#include <QObject>
#include <QWidget>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class PauseFlow : public QObject {
    Q_OBJECT

public:
    /// Dialogs are shown over `window`.
    PauseFlow(UiContext& context, QWidget* window);

    /// Asks for a reason. Each campus as it is shown, with the version of its pause; those that are so already are
    /// left out. Resuming a single one offers no undo: it is paused again where it was.
    void ask(const std::vector<api::CampusRow>& campuses, bool pause);

Q_SIGNALS:
    void finished();  ///< the outcome is told

private:
    [[nodiscard]] RowFlow::Spec specOf(const std::vector<api::CampusRow>& campuses, bool pause);
    void submit(bool pause, const api::Call& call, const RowFlow::Rows& rows,
                const std::function<void(RowFlow::Answers)>& done);
    /// How those of the rows are now, by what all campuses are.
    void readBack(const RowFlow::Rows& rows, const std::function<void(RowFlow::Now)>& done);

    UiContext& m_context;
    RowFlow* m_rows;
};

}  // namespace evenhand::ui

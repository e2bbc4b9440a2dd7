// SPDX-License-Identifier: GPL-3.0-or-later
// Puts couriers on duty and off it, several at once: for each, what became of it, and an undo of those that were done.
// Thread: GUI. Invariant: nobody is told to be on or off duty whom the engine has not put there.
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "ui/pages/shared/row_flow.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// A courier as named in texts.
struct NamedCourier {
    CourierId id;
    QString name;
    std::int64_t dutyVersion = 0;  ///< as the page shows the duty, or as the engine answered; 0: whatever it is now
};

class DutyFlow : public QObject {
    Q_OBJECT

public:
    DutyFlow(UiContext& context, QWidget* window);

    struct Answer {
        NamedCourier courier;
        std::optional<Error> error;  ///< nullopt: done
        std::int64_t version = 0;    ///< of the duty, since
    };
    /// In the order in which they were asked.
    using Done = std::vector<Answer>;
    /// Those that were done, with the version since: what puts them back sends it.
    [[nodiscard]] static std::vector<NamedCourier> changed(const Done& done);

    /// At once; what became of each is told.
    void set(const std::vector<NamedCourier>& couriers, bool onDuty, const QString& reason);
    /// As part of another action, which tells it when it will. `then` runs when all are answered; of none at once.
    void apply(const std::vector<NamedCourier>& couriers, bool onDuty, const QString& reason,
               const std::function<void(const Done&)>& then);
    /// Of none nothing is told.
    void tell(const Done& done, bool onDuty, bool offersUndo);

Q_SIGNALS:
    void finished();  ///< it was told

private:
    [[nodiscard]] RowFlow::Spec specOf(const std::vector<NamedCourier>& couriers, bool onDuty, const QString& reason);

    UiContext& m_context;
    RowFlow* m_rows;
};

}  // namespace evenhand::ui

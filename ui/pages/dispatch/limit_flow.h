// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how many orders couriers may have in hand, and sets it: for each, what became of it, and an undo of those that
// were done. Thread: GUI.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class LimitFlow : public QObject {
    Q_OBJECT

public:
    LimitFlow(UiContext& context, QWidget* window);

    /// Couriers as the page shows them.
    void ask(const std::vector<api::CourierRow>& couriers);

Q_SIGNALS:
    void finished();  ///< it was told

private:
    using Limit = std::optional<std::int64_t>;  ///< 0: none; nullopt: the campus's
    struct Limited {
        CourierId id;
        QString name;
        Limit limit;
        std::int64_t version = 0;
    };
    /// The limit that the courier at this place gets.
    using LimitOf = std::function<Limit(std::size_t)>;
    [[nodiscard]] RowFlow::Spec specOf(const std::vector<Limited>& couriers, const LimitOf& limitOf);
    void addField(ActionDialog& dialog, const api::CourierRow& first, const std::shared_ptr<Limit>& chosen);

    UiContext& m_context;
    RowFlow* m_rows;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on one refund, which of them are possible, and why the others are not; the table of refunds makes its
// buttons of the same rules.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QObject>
#include <optional>
#include <vector>

#include "engine/api/refund_types.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/tables/action_shape.h"

namespace evenhand::ui {

enum class RefundAction : std::uint8_t { Retry, RecordPaid, Approve, RecordFailed, Cancel };

class RefundActions : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kCount = 5;

    RefundActions(EngineBridge& bridge, QWidget* owner, const QString& prefix);

    [[nodiscard]] QAction* action(RefundAction which) const { return m_actions.at(static_cast<std::size_t>(which)); }
    [[nodiscard]] const std::vector<QAction*>& all() const noexcept { return m_actions; }
    /// nullopt: there is none.
    void setRefund(const std::optional<api::RefundRow>& row);
    void refresh();
    void retranslate();

    /// Empty: this refund may be acted on so; else why not (translated).
    [[nodiscard]] static QString whyNot(RefundAction action, const api::RefundRow& row);
    /// What it asks of the engine, whose table says who may.
    [[nodiscard]] static api::Operation operation(RefundAction action);
    /// The same as a button of a table, named "prefix.retry".
    [[nodiscard]] static ActionLook look(RefundAction action, const QString& prefix);

Q_SIGNALS:
    void requested(evenhand::ui::RefundAction action);

private:
    [[nodiscard]] static const ActionShape& shapeOf(RefundAction action);

    EngineBridge& m_bridge;
    std::vector<QAction*> m_actions;
    std::optional<api::RefundRow> m_row;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::RefundAction)

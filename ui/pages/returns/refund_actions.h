// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on selected refunds, which of them are possible, and why the others are not.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QObject>
#include <vector>

#include "engine/api/refund_types.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/tables/table_spec.h"

namespace evenhand::ui {

enum class RefundAction : std::uint8_t { Retry, RecordPaid, Approve, RecordFailed, Cancel };

class RefundActions : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kCount = 5;

    /// `keys`: with shortcuts; of two sets on one page only one may have them.
    RefundActions(EngineBridge& bridge, QWidget* owner, const QString& prefix, bool keys);

    [[nodiscard]] QAction* action(RefundAction which) const { return m_actions.at(static_cast<std::size_t>(which)); }
    [[nodiscard]] const std::vector<QAction*>& all() const noexcept { return m_actions; }
    /// The rows at hand of `selected` selected ones.
    void setSelection(std::vector<api::RefundRow> known, std::int64_t selected);
    void refresh();
    void retranslate();

    /// Empty: this refund may be acted on so; else why not (translated).
    [[nodiscard]] static QString whyNot(RefundAction action, const api::RefundRow& row);
    /// What it asks of the engine, whose table says who may.
    [[nodiscard]] static api::Operation operation(RefundAction action);
    [[nodiscard]] static QString label(RefundAction action);
    [[nodiscard]] static bool single(RefundAction action);
    /// The same as a button of a table, named "prefix.retry".
    [[nodiscard]] static ActionLook look(RefundAction action, const QString& prefix);

Q_SIGNALS:
    void requested(evenhand::ui::RefundAction action);

private:
    [[nodiscard]] QString whyDisabled(RefundAction action) const;

    EngineBridge& m_bridge;
    std::vector<QAction*> m_actions;
    std::vector<api::RefundRow> m_known;
    std::int64_t m_selected = 0;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::RefundAction)

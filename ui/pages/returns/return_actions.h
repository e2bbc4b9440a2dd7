// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on selected returns, which of them are possible, and why the others are not. One set of QActions serves
// buttons, context menu and palette.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QObject>
#include <vector>

#include "engine/api/returns_detail.h"
#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

enum class ReturnAction : std::uint8_t { Approve, Reject, Receive, SkipGoods, Undo, UndoGoods, Cancel };

class ReturnActions : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kCount = 7;

    ReturnActions(EngineBridge& bridge, QWidget* owner);

    [[nodiscard]] QAction* action(ReturnAction which) const { return m_actions.at(static_cast<std::size_t>(which)); }
    [[nodiscard]] const std::vector<QAction*>& all() const noexcept { return m_actions; }
    /// The rows at hand of `selected` selected ones.
    void setSelection(std::vector<api::ReturnRow> known, std::int64_t selected);
    /// Of the return in detail, as the engine says it of who asks; tells why it may not be approved.
    void setFourEyes(ReturnId id, std::optional<api::FourEyes> eyes);
    void refresh();
    void retranslate();

    /// Empty: this return may be acted on so; else why not (translated).
    [[nodiscard]] static QString whyNot(const EngineBridge& bridge, ReturnAction action, const api::ReturnRow& row);
    /// What it asks of the engine, whose table says who may.
    [[nodiscard]] static api::Operation operation(ReturnAction action, const api::ReturnRow& row);
    [[nodiscard]] static QString label(ReturnAction action);
    /// The engine answers it for one return at a time.
    [[nodiscard]] static bool single(ReturnAction action);

Q_SIGNALS:
    void requested(evenhand::ui::ReturnAction action);

private:
    [[nodiscard]] QString whyDisabled(ReturnAction action) const;

    EngineBridge& m_bridge;
    std::vector<QAction*> m_actions;
    std::vector<api::ReturnRow> m_known;
    std::int64_t m_selected = 0;
    ReturnId m_eyesOf;
    std::optional<api::FourEyes> m_eyes;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::ReturnAction)

// SPDX-License-Identifier: GPL-3.0-or-later
// What the table of timers asks for: number, kind, state, when due; the campus is the console's scope.
// Thread: GUI. Typing asks after a short rest, everything else at once. What is relative to now moves with it.
#pragma once

#include <QLineEdit>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "engine/api/timer_types.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/choice_button.h"

namespace evenhand::ui {

class TimerFilterBar : public QWidget {
    Q_OBJECT

public:
    /// `deadOnly`: state and time are not offered.
    TimerFilterBar(UiContext& context, bool deadOnly, QWidget* parent = nullptr);

    /// As of now.
    [[nodiscard]] api::TimerFilter filter() const;
    void clear();
    void setKinds(const std::vector<api::TimerKind>& kinds);
    void setText(const QString& text);
    /// Due between two instants, open at a side that is nullopt.
    void setDue(std::optional<Instant> from, std::optional<Instant> to);
    void focusText();
    [[nodiscard]] ChoiceButton* kinds() const { return m_kind; }
    [[nodiscard]] ChoiceButton* states() const { return m_state; }
    [[nodiscard]] ChoiceButton* due() const { return m_due; }

Q_SIGNALS:
    void filterChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void changed();
    void dueChosen();
    void askBetween();
    void retranslate();

    UiContext& m_context;
    bool m_deadOnly;
    QLineEdit* m_text = nullptr;
    ChoiceButton* m_kind = nullptr;
    ChoiceButton* m_state = nullptr;
    ChoiceButton* m_due = nullptr;
    QToolButton* m_clear = nullptr;
    QTimer m_typing;
    std::optional<Instant> m_from;  ///< of "between"
    std::optional<Instant> m_to;
    bool m_setting = false;
};

}  // namespace evenhand::ui

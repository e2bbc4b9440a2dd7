// SPDX-License-Identifier: GPL-3.0-or-later
// What the queue of returns asks for: number, stages with how many wait in each, time; the campus is the console's
// scope. Opens on what waits for somebody.
// Thread: GUI. Typing asks after a short rest, everything else at once.
#pragma once

#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <map>
#include <optional>

#include "engine/api/returns_types.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/time_range.h"

namespace evenhand::ui {

class ReturnFilterBar : public QWidget {
    Q_OBJECT

public:
    explicit ReturnFilterBar(UiContext& context, QWidget* parent = nullptr);

    /// As of now.
    [[nodiscard]] api::ReturnFilter filter() const;
    /// Every stage, any time, no text.
    void clear();
    void setStages(const std::vector<api::ReturnStage>& stages);
    void setText(const QString& text);
    void focusText();
    /// nullopt: not known; then the buttons carry no figure.
    void setCounts(const std::optional<api::ReturnCounts>& counts);
    [[nodiscard]] QPushButton* stage(api::ReturnStage which) const { return m_stages.at(which); }

Q_SIGNALS:
    void filterChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void changed();
    void refreshStages();
    void retranslate();
    [[nodiscard]] std::optional<std::int64_t> countOf(api::ReturnStage stage) const;

    UiContext& m_context;
    QLineEdit* m_text = nullptr;
    std::map<api::ReturnStage, QPushButton*> m_stages;
    TimeRangeButton* m_time = nullptr;
    QToolButton* m_clear = nullptr;
    QTimer m_typing;
    std::optional<api::ReturnCounts> m_counts;
    bool m_setting = false;
};

}  // namespace evenhand::ui

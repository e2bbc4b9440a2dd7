// SPDX-License-Identifier: GPL-3.0-or-later
// The button of a page's filters that a person keeps by name: choose one, keep the present one, forget one, begin with
// one. Thread: GUI. What is kept is read back as what somebody may have edited by hand.
#pragma once

#include <QJsonObject>
#include <QMenu>
#include <QToolButton>
#include <functional>

#include "ui/shell/ui_context.h"
#include "ui/widgets/time_range.h"

namespace evenhand::ui {

class SavedFilters : public QToolButton {
    Q_OBJECT

public:
    /// `group`: where they are kept among the person's settings ("audit/filters").
    SavedFilters(UiContext& context, QString group, std::function<QJsonObject()> state,
                 std::function<void(const QJsonObject&)> setState, QWidget* parent = nullptr);

    [[nodiscard]] QStringList names() const;
    void save(const QString& name);
    void apply(const QString& name);
    void remove(const QString& name);
    /// The one that the page begins with; empty: none.
    [[nodiscard]] QString defaultName() const;
    void setDefault(const QString& name);
    /// Once, as the page is made.
    void applyDefault();
    void retranslate();

    // Parts of a state.
    static void putRange(QJsonObject& into, const TimeRange& range);
    [[nodiscard]] static TimeRange rangeIn(const QJsonObject& from);
    [[nodiscard]] static QStringList listIn(const QJsonObject& from, const QString& key);

private:
    [[nodiscard]] QString keyOf(const QString& name) const;
    void fill();
    void askName();

    UiContext& m_context;
    const QString m_group;
    const std::function<QJsonObject()> m_state;
    const std::function<void(const QJsonObject&)> m_setState;
    QMenu* m_menu;
};

}  // namespace evenhand::ui

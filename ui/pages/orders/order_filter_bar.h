// SPDX-License-Identifier: GPL-3.0-or-later
// What the orders page asks for: text, status, campus (the console's scope), courier, user, time, unassigned only;
// filters kept by name.
// Thread: GUI. Typing asks after a short rest, everything else at once.
#pragma once

#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "engine/api/order_desk.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/courier_edit.h"
#include "ui/widgets/time_range.h"

namespace evenhand::ui {

class OrderFilterBar : public QWidget {
    Q_OBJECT

public:
    explicit OrderFilterBar(UiContext& context, QWidget* parent = nullptr);

    /// Presets of time are counted from now.
    [[nodiscard]] api::OrderFilter filter() const;
    void clear();
    /// Only this courier, user or number; everything else cleared.
    void showOnly(const QVariantMap& target);
    void focusText();
    [[nodiscard]] QStringList savedNames() const;
    void save(const QString& name);
    void apply(const QString& name);
    void remove(const QString& name);

Q_SIGNALS:
    void filterChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupFields();
    void setupSaved();
    void setupLayout();
    void changed();
    void fillCampuses();
    void fillSaved();
    void askName();
    void retranslate();
    [[nodiscard]] QByteArray state() const;
    void setState(const QByteArray& json);

    UiContext& m_context;
    QLineEdit* m_text = nullptr;
    ChoiceButton* m_status = nullptr;
    ChoiceButton* m_campus = nullptr;
    CourierEdit* m_courier = nullptr;
    QLineEdit* m_user = nullptr;
    TimeRangeButton* m_time = nullptr;
    QPushButton* m_unassigned = nullptr;
    QToolButton* m_clear = nullptr;
    QToolButton* m_saved = nullptr;
    QMenu* m_savedMenu = nullptr;
    QTimer m_typing;
    bool m_setting = false;
};

}  // namespace evenhand::ui

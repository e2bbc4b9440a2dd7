// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses one courier on duty of a campus, fairest first, by typing part of the name, the id or the telephone number.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <vector>

#include "engine/api/dispatch_desk.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace evenhand::ui {

class CourierPicker : public QDialog {
    Q_OBJECT

public:
    /// `couriers` as the board gives them; those off duty and `except` are left out.
    CourierPicker(const QString& title, const std::vector<api::CourierRow>& couriers, const CourierId& except,
                  QWidget* parent = nullptr);

Q_SIGNALS:
    void picked(const evenhand::api::CourierRow& courier);

private:
    void filter(const QString& text);
    void pick();

    std::vector<api::CourierRow> m_couriers;
    QLineEdit* m_search;
    QListWidget* m_list;
    QLabel* m_empty;
    QPushButton* m_choose;
};

}  // namespace evenhand::ui

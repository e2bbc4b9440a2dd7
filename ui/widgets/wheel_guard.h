// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse wheel changes no field that the keyboard is not in: whoever scrolls a page must not set another campus,
// date or number by it. The wheel goes to what the field lies in. For all windows of the program. Thread: GUI.
#pragma once

#include <QObject>

class QApplication;

namespace evenhand::ui {

class WheelGuard final : public QObject {
public:
    explicit WheelGuard(QApplication& app);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace evenhand::ui

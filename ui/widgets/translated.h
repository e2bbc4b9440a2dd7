// SPDX-License-Identifier: GPL-3.0-or-later
// A widget that says its texts anew when the language changes.
// Thread: GUI.
#pragma once

#include <QEvent>

namespace evenhand::ui {

template <typename Base>
class Translated : public Base {
protected:
    using Base::Base;

    /// Sets all texts. The constructor of the widget itself calls it, too.
    virtual void retranslate() = 0;
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::LanguageChange) {
            retranslate();
        }
        Base::changeEvent(event);
    }
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolls what is too high for the window; in width it is as wide as the window, and never cut.
// Thread: GUI.
#pragma once

#include <QScrollArea>

namespace evenhand::ui {

class ScrollColumn : public QScrollArea {
    Q_OBJECT

public:
    /// Takes `content`.
    ScrollColumn(QWidget* content, QWidget* parent);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    /// A content that needs more width now makes the window ask anew.
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace evenhand::ui

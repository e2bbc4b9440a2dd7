// SPDX-License-Identifier: GPL-3.0-or-later
// A label for text that changes all the time, as a clock does. Every new text of a plain QLabel has the layout of the
// whole window worked out again, which costs an idle console more than all else that it does. This one asks for room
// only when a text needs more than it has, and keeps what it got.
// Thread: GUI.
#pragma once

#include <QLabel>

namespace evenhand::ui {

class SteadyLabel : public QLabel {
    Q_OBJECT

public:
    explicit SteadyLabel(QWidget* parent = nullptr);
    /// Plain text.
    void showText(const QString& text);
    /// The next text is of another kind (shorter, another language): it gets the room that it needs and no more.
    void forgetRoom();

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeRoom();
};

}  // namespace evenhand::ui

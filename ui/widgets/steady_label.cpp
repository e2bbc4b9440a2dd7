// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/steady_label.h"

#include <QEvent>

namespace evenhand::ui {

SteadyLabel::SteadyLabel(QWidget* parent) : QLabel(parent) { setTextFormat(Qt::PlainText); }

void SteadyLabel::showText(const QString& text) {
    if (this->text() != text) {
        setText(text);  // of a widget of fixed size: asks for no layout
        makeRoom();
    }
}

void SteadyLabel::forgetRoom() {
    setMinimumSize(0, 0);
    makeRoom();
}

void SteadyLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        forgetRoom();
    }
}

void SteadyLabel::makeRoom() {
    const QSize needed = QLabel::sizeHint();
    const QSize room = minimumSize();
    if (needed.width() > room.width() || needed.height() > room.height()) {
        setFixedSize(needed.expandedTo(room));
    }
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of plain text: what a person or another program wrote is never read as rich text. `muted(wrapped(plainLabel(
// this, name)))` is a note of several lines.
// Thread: GUI.
#pragma once

#include <QLabel>

namespace evenhand::ui {

/// `name`: its object name; may be empty.
[[nodiscard]] inline QLabel* plainLabel(QWidget* parent, const QString& name = {}, const QString& text = {}) {
    auto* label = new QLabel(text, parent);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    return label;
}

/// Goes on in the next line where there is no room.
inline QLabel* wrapped(QLabel* label) {
    label->setWordWrap(true);
    return label;
}

/// Said beside what matters.
inline QLabel* muted(QLabel* label) {
    label->setProperty("muted", true);
    return label;
}

}  // namespace evenhand::ui

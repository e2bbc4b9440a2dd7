// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of windows made in one line each: widgets with their names, labels of plain text, layouts. What a person or
// another program wrote is never read as rich text: `muted(wrapped(plainLabel(this, name)))` is a note of several
// lines. Thread: GUI.
#pragma once

#include <QBoxLayout>
#include <QLabel>

namespace evenhand::ui {

template <typename Part>
Part* named(Part* part, const QString& name) {
    part->setObjectName(name);
    return part;
}
/// `accessible`: for who hears it.
template <typename Part>
Part* named(Part* part, const QString& name, const QString& accessible) {
    part->setAccessibleName(accessible);
    return named(part, name);
}

/// `name`: its object name; may be empty.
[[nodiscard]] inline QLabel* plainLabel(QWidget* parent, const QString& name = {}, const QString& text = {}) {
    auto* label = named(new QLabel(text, parent), name);
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

/// The layout of `parent`, with `margin` pixels around it; between its parts as many as the style wants, if `spacing`
/// does not say it.
template <typename Layout>
Layout* layoutIn(QWidget* parent, int margin, int spacing) {
    auto* layout = new Layout(parent);
    layout->setContentsMargins(margin, margin, margin, margin);
    if (spacing >= 0) {
        layout->setSpacing(spacing);
    }
    return layout;
}
inline QVBoxLayout* columnIn(QWidget* parent, int margin = 0, int spacing = -1) {
    return layoutIn<QVBoxLayout>(parent, margin, spacing);
}
inline QHBoxLayout* rowIn(QWidget* parent, int margin = 0, int spacing = -1) {
    return layoutIn<QHBoxLayout>(parent, margin, spacing);
}

}  // namespace evenhand::ui

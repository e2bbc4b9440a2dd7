// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_label.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void ElidedLabel::setFullText(const QString& text) { setForms({text}); }

void ElidedLabel::setForms(const QStringList& forms) {
    m_shorter.clear();
    for (const QString& form : forms.mid(1)) {
        m_shorter << shownLine(form, kShownText);
    }
    if (const QString full = shownText(forms.value(0)); full != m_full) {
        m_full = full;
        updateGeometry();
    }
    elide();
}

QSize ElidedLabel::minimumSizeHint() const { return {24, QLabel::minimumSizeHint().height()}; }

QSize ElidedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(shownLine(m_full)) + 4, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::elide() {
    // Whether a form has room is asked of what would cut it: a width in whole pixels is rounded.
    const auto fitted = [this](const QString& form) { return fontMetrics().elidedText(form, Qt::ElideRight, width()); };
    QString line = shownLine(m_full, kShownText);
    for (const QString& shorter : m_shorter) {
        if (fitted(line) == line) {
            break;
        }
        line = shorter;
    }
    const QString shown = fitted(line);
    QLabel::setText(shown);  // does nothing where it is the same
    setToolTip(shown == m_full ? QString() : plainToolTip(m_full));
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_label.h"

#include <algorithm>

#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kMaxKept = 260;  // pixels

}  // namespace

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void ElidedLabel::setFullText(const QString& text) { setForms({text}); }

void ElidedLabel::setForms(const QStringList& forms) {
    QStringList shorter;
    for (const QString& form : forms.mid(1)) {
        shorter << shownLine(form, kShownText);
    }
    const QString full = shownText(forms.value(0));
    if (full != m_full || (m_keepsShortest && shorter != m_shorter)) {
        m_full = full;
        m_shorter = shorter;
        updateGeometry();
    }
    m_shorter = shorter;
    elide();
}

QSize ElidedLabel::minimumSizeHint() const {
    const QString shortest = m_shorter.isEmpty() ? shownLine(m_full, kShownText) : m_shorter.last();
    const int kept = m_keepsShortest ? std::min(fontMetrics().horizontalAdvance(shortest) + 4, kMaxKept) : 0;
    return {std::max(24, kept), QLabel::minimumSizeHint().height()};
}

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

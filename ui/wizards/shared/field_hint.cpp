// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/shared/field_hint.h"

#include <QStyle>

namespace evenhand::ui {

FieldHint::FieldHint(const QString& field, QWidget* parent) : QLabel(parent) {
    setObjectName(QStringLiteral("hint.") + field);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setProperty("muted", true);
}

void FieldHint::setHint(const QString& hint, bool warns) {
    m_hint = hint;
    m_warns = warns;
    refresh();
}

void FieldHint::setProblem(const QString& problem) {
    if (problem != m_problem) {
        m_problem = problem;
        refresh();
    }
}

void FieldHint::refresh() {
    setText(m_problem.isEmpty() ? m_hint : m_problem);
    setProperty("muted", m_problem.isEmpty() && !m_warns);
    const QString warning = m_warns ? QStringLiteral("warn") : QString();
    setProperty("tone", m_problem.isEmpty() ? warning : QStringLiteral("bad"));
    style()->unpolish(this);
    style()->polish(this);
}

}  // namespace evenhand::ui

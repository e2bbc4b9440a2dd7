// SPDX-License-Identifier: GPL-3.0-or-later
// The line below a field: what would do, or in red why what stands there will not.
// Thread: GUI. Plain text.
#pragma once

#include <QLabel>

namespace evenhand::ui {

class FieldHint : public QLabel {
    Q_OBJECT

public:
    /// `field` as the engine names it; the object name is "hint.FIELD".
    FieldHint(const QString& field, QWidget* parent);
    /// `warns`: it may be kept, but is hardly meant.
    void setHint(const QString& hint, bool warns = false);
    /// Empty: none. A problem that the engine named stays until something is changed.
    void setProblem(const QString& problem);
    [[nodiscard]] const QString& problem() const noexcept { return m_problem; }

private:
    void refresh();

    QString m_hint;
    QString m_problem;
    bool m_warns = false;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Words in the middle of a table without rows: that there are none, and what that means. Gone as soon as there is one.
// Thread: GUI. Lets the mouse through.
#pragma once

#include <QAbstractItemView>
#include <QLabel>

namespace evenhand::ui {

class EmptyHint : public QLabel {
    Q_OBJECT

public:
    /// `view` has its model already.
    explicit EmptyHint(QAbstractItemView& view);

    /// Empty: nothing is said, because it is not known whether there are rows.
    void setHint(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void place();

    QAbstractItemView& m_view;
};

}  // namespace evenhand::ui

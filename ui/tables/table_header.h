// SPDX-License-Identifier: GPL-3.0-or-later
// The header of a long table: a column by which the engine cannot sort does not look as if a click did something.
// Thread: GUI.
#pragma once

#include <QHeaderView>

#include "ui/models/paged_table.h"

namespace evenhand::ui {

class TableHeader : public QHeaderView {
    Q_OBJECT

public:
    TableHeader(const PagedTable& model, QWidget* parent);

Q_SIGNALS:
    /// A person has moved columns or made them wider or narrower, and let go.
    void arranged();

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    const PagedTable& m_rows;
    /// The window, the language and the style change widths too; only what changes under the hand is a wish.
    bool m_held = false;
    bool m_changed = false;
};

}  // namespace evenhand::ui

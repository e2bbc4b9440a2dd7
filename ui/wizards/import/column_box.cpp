// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/import/column_box.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>

namespace evenhand::ui {

ColumnList::ColumnList(QWidget* parent) : QListWidget(parent) {
    setDragEnabled(true);
    setDragDropMode(QAbstractItemView::DragOnly);
    setUniformItemSizes(true);
}

QStringList ColumnList::mimeTypes() const { return {QLatin1String(kFormat)}; }

QMimeData* ColumnList::mimeData(const QList<QListWidgetItem*>& items) const {
    if (items.isEmpty()) {
        return nullptr;
    }
    auto* mime = new QMimeData;
    mime->setData(QLatin1String(kFormat), QByteArray::number(row(items.front())));
    return mime;
}

ColumnBox::ColumnBox(QWidget* parent) : QComboBox(parent) { setAcceptDrops(true); }

int ColumnBox::droppedIndex(const QMimeData& mime) const {
    if (!mime.hasFormat(QLatin1String(ColumnList::kFormat))) {
        return -1;
    }
    bool isNumber = false;
    const int column = mime.data(QLatin1String(ColumnList::kFormat)).toInt(&isNumber);
    return isNumber && column >= 0 && kColumns + column < count() ? kColumns + column : -1;
}

void ColumnBox::dragEnterEvent(QDragEnterEvent* event) {
    if (droppedIndex(*event->mimeData()) >= 0) {
        event->acceptProposedAction();
    }
}

void ColumnBox::dropEvent(QDropEvent* event) {
    if (const int index = droppedIndex(*event->mimeData()); index >= 0) {
        setCurrentIndex(index);
        event->acceptProposedAction();
    }
}

}  // namespace evenhand::ui

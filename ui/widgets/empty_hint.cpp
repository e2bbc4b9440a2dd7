// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_hint.h"

#include <QEvent>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

EmptyHint::EmptyHint(QAbstractItemView& view) : QLabel(view.viewport()), m_view(view) {
    setObjectName(view.objectName() + QStringLiteral(".empty"));
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignCenter);
    setWordWrap(true);
    setProperty("muted", true);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    view.viewport()->installEventFilter(this);
    const auto* model = view.model();
    connect(model, &QAbstractItemModel::rowsInserted, this, &EmptyHint::refresh);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &EmptyHint::refresh);
    connect(model, &QAbstractItemModel::modelReset, this, &EmptyHint::refresh);
    refresh();
}

void EmptyHint::setHint(const QString& text) {
    setText(text);
    refresh();
}

void EmptyHint::refresh() { setVisible(!text().isEmpty() && m_view.model()->rowCount() == 0); }

void EmptyHint::place() { setGeometry(m_view.viewport()->rect().adjusted(kGapLarge, 0, -kGapLarge, 0)); }

bool EmptyHint::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        place();
    }
    return QLabel::eventFilter(watched, event);
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/read_error.h"

#include <QEvent>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

ReadError::ReadError(QAbstractScrollArea& list, const QString& objectName) : QLabel(&list), m_list(list) {
    setObjectName(objectName);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setProperty("problem", true);
    list.viewport()->installEventFilter(this);
    hide();
}

void ReadError::setError(const std::optional<base::Error>& error) {
    const QString said = error ? shownText(tr("Could not be read: %1").arg(errorText(*error))) : QString();
    setText(said);
    setToolTip(said.isEmpty() ? QString() : tr("A click hides this."));
    m_putAway = m_putAway == said ? m_putAway : QString();
    place();
    raise();
    setVisible(!said.isEmpty() && m_putAway.isEmpty());
}

void ReadError::place() {
    const QRect room = m_list.viewport()->geometry().adjusted(kGapSmall, kGapSmall, -kGapSmall, -kGapSmall);
    const int high = std::min(heightForWidth(room.width()), room.height());
    setGeometry(room.left(), room.bottom() + 1 - high, room.width(), high);
}

bool ReadError::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) {
        place();
    }
    return QLabel::eventFilter(watched, event);
}

void ReadError::mousePressEvent(QMouseEvent*) {
    m_putAway = text();
    hide();
}

}  // namespace evenhand::ui

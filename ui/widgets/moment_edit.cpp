// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/moment_edit.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStyle>
#include <QToolButton>
#include <utility>

#include "ui/widgets/icons.h"

namespace evenhand::ui {

MomentEdit::MomentEdit(const Formats& formats, std::function<Instant()> now, Instant at, bool milliseconds,
                       QWidget* parent)
    : Translated(parent), m_formats(formats), m_now(std::move(now)) {
    setTimeSpec(Qt::UTC);  // holds the zone's wall time; an edit of Qt 6.4 shifts named zones
    setDisplayFormat(milliseconds ? QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz") : QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    setCalendarPopup(true);
    m_nowAction = lineEdit()->addAction(icon(QStringLiteral("clock")), QLineEdit::TrailingPosition);
    m_nowAction->setObjectName(QStringLiteral("now"));
    if (auto* button = lineEdit()->findChild<QToolButton*>()) {
        button->setObjectName(QStringLiteral("momentNow"));
    }
    connect(m_nowAction, &QAction::triggered, this, [this] { setInstant(m_now()); });
    setInstant(at);
    retranslate();
}

Instant MomentEdit::instant(std::optional<Instant> was) const {
    const Instant typed = m_formats.fromZoned(dateTime().date(), dateTime().time());
    return was && was->ms / 1'000 == typed.ms / 1'000 ? *was : typed;
}

void MomentEdit::setInstant(Instant at) {
    const QDateTime wall = m_formats.zoned(at);
    setDateTime(QDateTime(wall.date(), wall.time(), Qt::UTC));
}

QSize MomentEdit::sizeHint() const {
    constexpr int kPadding = 24;  // of the field, and around its text
    constexpr int kArrow = 22;
    const int now = 2 * style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    const QString widest = QString(displayFormat().size(), QLatin1Char('0'));
    const QSize hint = QDateTimeEdit::sizeHint();
    return hint.expandedTo({fontMetrics().horizontalAdvance(widest) + now + kArrow + kPadding, hint.height()});
}

void MomentEdit::retranslate() {
    m_nowAction->setText(tr("Now"));
    m_nowAction->setToolTip(tr("Now"));
    setToolTip(tr("Business time zone: %1").arg(QString::fromLatin1(m_formats.zone().id())));
}

/// QDateTimeEdit goes on to the next part when one is full, and once more for the sign between them when that is typed
/// too; and it takes a digit typed over the whole text for the part the cursor was in. So what is typed as it is shown
/// would be another moment.
void MomentEdit::keyPressEvent(QKeyEvent* event) {
    const QString typed = event->text();
    const bool whole = lineEdit()->hasSelectedText() && lineEdit()->selectedText() == lineEdit()->text();
    if (event->matches(QKeySequence::Paste)) {
        const auto pasted = QDateTime::fromString(QGuiApplication::clipboard()->text().trimmed(), displayFormat());
        if (pasted.isValid()) {
            setDateTime(QDateTime(pasted.date(), pasted.time(), Qt::UTC));
            return;
        }
    }
    if (whole && typed.size() == 1 && typed.front().isDigit()) {
        setSelectedSection(sectionAt(0));
    }
    if (typed.size() == 1 && QStringLiteral("-/:. ").contains(typed.front())) {
        // A part that was just entered is selected whole; one that is half typed is left.
        if (!lineEdit()->hasSelectedText() && currentSectionIndex() + 1 < sectionCount()) {
            setCurrentSectionIndex(currentSectionIndex() + 1);
            setSelectedSection(currentSection());
        }
        return;
    }
    QDateTimeEdit::keyPressEvent(event);
}

}  // namespace evenhand::ui

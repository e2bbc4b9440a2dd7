// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/navigation_bar.h"

#include <QEnterEvent>
#include <QPainter>

#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kWidth = 206;
constexpr int kCompactWidth = 60;
constexpr int kEntryHeight = 38;
constexpr int kHeader = 52;
constexpr int kIcon = 20;

/// "999", "2.6k", "12k": a badge leaves room for the name; the tip has the whole.
QString badgeText(qint64 count) {
    if (count < 1'000) {
        return Formats::number(count);
    }
    // Never more than there are.
    return count < 10'000 ? QStringLiteral("%1.%2k").arg(count / 1'000).arg(count / 100 % 10)
                          : QStringLiteral("%1k").arg(Formats::number(count / 1'000));
}

/// "99+": beside an icon there is room for three signs.
QString compactText(qint64 count) { return count > 99 ? QStringLiteral("99+") : Formats::number(count); }

}  // namespace

NavigationButton::NavigationButton(const QString& iconName, QWidget* parent)
    : QAbstractButton(parent), m_iconName(iconName) {
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void NavigationButton::setBadge(std::optional<qint64> count, const QString& note) {
    const QString number = count ? Formats::number(*count) : QString();
    const QString said = number.isEmpty() || note.isEmpty() ? number : tr("%1, %2", "count, of what").arg(number, note);
    if (said != accessibleDescription()) {
        setAccessibleDescription(said);
    }
    if (m_badge != count) {
        m_badge = count;
        update();
    }
}

void NavigationButton::setCompact(bool compact) {
    m_compact = compact;
    updateGeometry();
    update();
}

QSize NavigationButton::sizeHint() const { return {byText(m_compact ? kCompactWidth : kWidth), byText(kEntryHeight)}; }

void NavigationButton::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void NavigationButton::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void NavigationButton::paintEvent(QPaintEvent*) {
    const Colors& c = colorsOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect box = rect().adjusted(8, 2, -8, -2);
    if (isChecked() || underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(c.accent, 1.5) : QPen(Qt::NoPen));
        painter.setBrush(isChecked() ? c.selection : (underMouse() ? c.panelAlt : QColor(Qt::transparent)));
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    const QColor ink = isChecked() ? c.text : c.textMuted;
    const int iconLeft = m_compact ? box.left() + 4 : box.left() + 10;
    painter.drawPixmap(iconLeft, box.center().y() - kIcon / 2 + 1,
                       iconPixmap(m_iconName, kIcon, isChecked() ? c.accent : c.textMuted, devicePixelRatioF()));
    QRect textBox = box.adjusted(10 + kIcon + 10, 0, -10, 0);
    if (m_badge && *m_badge > 0) {
        const QFont small = scaledFont(font(), m_compact ? -2.5 : -1.0, QFont::DemiBold);
        const QString count = m_compact ? compactText(*m_badge) : badgeText(*m_badge);
        const int width =
            std::max(m_compact ? 15 : 20, QFontMetrics(small).horizontalAdvance(count) + (m_compact ? 7 : 12));
        const int high = byText(m_compact ? 15 : 18);
        const QRect pill = m_compact ? QRect(box.right() - width + 7, box.top() - 1, width, high)
                                     : QRect(textBox.right() - width + 4, box.center().y() + 1 - high / 2, width, high);
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.tone(m_tone).fill);
        painter.drawRoundedRect(pill, pill.height() / 2.0, pill.height() / 2.0);
        painter.setFont(small);
        painter.setPen(c.tone(m_tone).text);
        painter.drawText(pill, Qt::AlignCenter, count);
        textBox.setRight(pill.left() - 4);
    }
    if (m_compact) {
        return;
    }
    painter.setFont(scaledFont(font(), 0, isChecked() ? QFont::DemiBold : QFont::Normal));
    painter.setPen(ink);
    painter.drawText(textBox, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(text(), Qt::ElideRight, textBox.width()));
}

NavigationBar::NavigationBar(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("navigationBar"));
    // May be narrower, so that the window can become so narrow that only icons are shown.
    setMinimumWidth(byText(kCompactWidth));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(0, byText(kHeader) + kGap, 0, kGap);
    m_layout->setSpacing(0);
    m_layout->addStretch();
}

NavigationButton* NavigationBar::addEntry(const QString& id, const QString& iconName) {
    auto* button = named(new NavigationButton(iconName, this), QStringLiteral("nav.") + id);
    const int index = count();
    m_entries.push_back(button);
    m_layout->insertWidget(index, button);
    connect(button, &QAbstractButton::clicked, this, [this, index] { Q_EMIT chosen(index); });
    return button;
}

void NavigationBar::setCompact(bool compact) {
    if (m_compact == compact) {
        return;
    }
    m_compact = compact;
    updateGeometry();
    for (auto* button : m_entries) {
        button->setCompact(compact);
    }
}

QSize NavigationBar::sizeHint() const {
    return {byText(m_compact ? kCompactWidth : kWidth), QWidget::sizeHint().height()};
}

void NavigationBar::setCurrent(int index) { entry(index)->setChecked(true); }

void NavigationBar::paintEvent(QPaintEvent*) {
    const Colors& c = colorsOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    painter.setPen(c.border);
    painter.drawLine(rect().topRight(), rect().bottomRight());
    painter.setRenderHint(QPainter::Antialiasing);
    QIcon(QStringLiteral(":/evenhand/icons/evenhand.svg"))
        .paint(&painter, QRect(m_compact ? (width() - 26) / 2 : 16, byText(kHeader) / 2 - 13, 26, 26));
    if (m_compact) {
        return;
    }
    painter.setFont(scaledFont(font(), 2.5, QFont::DemiBold));
    painter.setPen(c.text);
    painter.drawText(QRect(52, 0, width() - 60, byText(kHeader)), Qt::AlignVCenter | Qt::AlignLeft, tr("Evenhand"));
}

}  // namespace evenhand::ui

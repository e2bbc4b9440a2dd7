// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/top_bar.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <cstdlib>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/navigator.h"
#include "ui/shell/scope_figures.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kHeight = 52;
constexpr int kMinDigits = 105;  // the width of all that is shown in a narrow window

/// "UTC+8", "UTC-3:30", "UTC".
QString offsetText(int seconds) {
    QString text = QStringLiteral("UTC");
    if (const int minutes = std::abs(seconds) / 60; minutes > 0) {
        text += (seconds < 0 ? QLatin1Char('-') : QLatin1Char('+')) + QString::number(minutes / 60);
        text += minutes % 60 > 0 ? QStringLiteral(":%1").arg(minutes % 60, 2, 10, QLatin1Char('0')) : QString();
    }
    return text;
}

}  // namespace

TopBar::TopBar(UiContext& context, QMenu* personMenu, QWidget* parent) : Translated(parent), m_context(context) {
    setObjectName(QStringLiteral("topBar"));
    setFixedHeight(byText(kHeight));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kGapLarge, 0, kGapLarge, 0);
    layout->setSpacing(kGapLarge);
    setupScope();
    setupSearch();
    setupAlerts();
    m_engine = new EnginePill(context.bridge, context.formats, this);
    setupClock();
    setupPerson(personMenu);
    layout->addWidget(m_scope);
    layout->addWidget(m_scopeNote);
    layout->addWidget(m_search, 3);
    layout->addStretch(1);
    layout->addWidget(m_alerts);
    layout->addWidget(m_engine);
    layout->addWidget(m_clock);
    layout->addWidget(m_zone);
    layout->addWidget(m_person);
    retranslate();
}

void TopBar::setupScope() {
    m_scope = named(new QComboBox(this), QStringLiteral("campusScope"));
    m_scope->setMinimumWidth(byText(168));
    m_scope->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(&m_context.scope, &CampusScope::campusesChanged, this, &TopBar::fillScope);
    connect(&m_context.scope, &CampusScope::currentChanged, this, &TopBar::fillScope);
    connect(m_scope, &QComboBox::activated, this, [this](int index) {
        m_context.scope.setCurrent(CampusId(m_scope->itemData(index).toString().toStdString()));
    });
    m_scopeNote = named(new Pill(this), QStringLiteral("allCampuses"));
    m_scopeNote->hide();
    connect(&m_context.scope, &CampusScope::currentChanged, this, &TopBar::refreshScopeNote);
}

void TopBar::setShowsAllCampuses(bool all) {
    if (m_showsAll != all) {
        m_showsAll = all;
        refreshScopeNote();
    }
}

void TopBar::refreshScopeNote() {
    m_scopeNote->setPill(tr("All campuses"), Tone::Info);
    m_scopeNote->setToolTip(tr("This page shows all campuses, whichever is chosen"));
    m_scopeNote->setVisible(m_showsAll && !m_context.scope.current().empty());
    refreshZone();
}

void TopBar::setupSearch() {
    m_search = named(new QPushButton(this), QStringLiteral("searchButton"));
    m_search->setProperty("role", QStringLiteral("search"));
    m_search->setMaximumWidth(byText(420));
    m_search->setIcon(icon(QStringLiteral("search")));
    connect(m_search, &QPushButton::clicked, this, &TopBar::searchRequested);
}

void TopBar::setupAlerts() {
    m_alerts = named(new QPushButton(this), QStringLiteral("alertButton"));
    m_alerts->setProperty("role", QStringLiteral("danger"));
    m_alerts->setIcon(icon(QStringLiteral("bell")));
    m_alerts->setFocusPolicy(Qt::TabFocus);
    m_alerts->hide();
    connect(m_alerts, &QPushButton::clicked, this, [this] {
        m_context.navigator.open(QStringLiteral("delayed"), {{QStringLiteral("alerts"), true}});
    });
    connect(&m_context.figures, &ScopeFigures::changed, this, &TopBar::refreshAlerts);
}

void TopBar::refreshAlerts() {
    const auto firing = m_context.figures.alerts();
    m_alerts->setVisible(firing > 0);
    m_alerts->setText(tr("%1 alerts", nullptr, Formats::plural(firing)).arg(Formats::number(firing)));
    refreshZone();
}

void TopBar::setupClock() {
    m_clock = named(new SteadyLabel(this), QStringLiteral("businessClock"));
    m_clock->setFont(figureFont(font()));
    m_zone = muted(plainLabel(this, QStringLiteral("businessZone")));
    m_zone->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(&m_context.bridge, &EngineBridge::statusPolled, this, &TopBar::refreshClock);
}

void TopBar::setupPerson(QMenu* menu) {
    m_person = named(new QToolButton(this), QStringLiteral("personButton"));
    m_person->setIcon(icon(QStringLiteral("person")));
    m_person->setIconSize({18, 18});
    m_person->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_person->setText(text(m_context.bridge.actor().name));
    m_person->setPopupMode(QToolButton::InstantPopup);
    m_person->setAutoRaise(true);
    m_person->setFocusPolicy(Qt::StrongFocus);
    m_person->setMenu(menu);
}

void TopBar::fillScope() {
    const QSignalBlocker block(m_scope);
    m_scope->clear();
    m_scope->addItem(icon(QStringLiteral("campus")), tr("All campuses"), QString());
    for (const auto& campus : m_context.scope.campuses()) {
        m_scope->addItem(icon(QStringLiteral("campus")), m_context.scope.nameOf(campus.id), text(campus.id));
    }
    const int at = m_scope->findData(text(m_context.scope.current()));
    m_scope->setCurrentIndex(at < 0 ? 0 : at);
}

void TopBar::setCompact(bool compact) {
    if (m_compact == compact) {
        return;
    }
    m_compact = compact;
    m_engine->setCompact(compact);
    m_person->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    layout()->setSpacing(compact ? kGap : kGapLarge);
    retranslate();
    m_clock->forgetRoom();
    refreshZone();
}

QSize TopBar::minimumSizeHint() const {
    return {kMinDigits * fontMetrics().horizontalAdvance(QLatin1Char('0')), byText(kHeight)};
}

/// In words where all of them have room, else by its distance from UTC. Whatever stands there now, the answer is the
/// same, so that it does not flicker.
void TopBar::refreshZone() {
    const QString words = tr("business time");
    const int others = layout()->totalMinimumSize().width() - m_zone->minimumSizeHint().width();
    const bool fits = !m_compact && others + m_zone->fontMetrics().horizontalAdvance(words) <= width();
    const QString shown = fits ? words : offsetText(m_zoneOffset);
    if (m_zone->text() != shown) {
        m_zone->setText(shown);
    }
}

void TopBar::refreshClock() {
    const QDateTime now = m_context.formats.zoned(m_context.bridge.status().now);
    const QString shown = now.toString(m_compact ? QStringLiteral("HH:mm:ss") : QStringLiteral("yyyy-MM-dd  HH:mm:ss"));
    m_clock->showText(shown);
    const QString zone = tr("Business time zone: %1").arg(QString::fromLatin1(m_context.formats.zone().id()));
    const QString tip =
        plainToolTip(m_compact ? now.toString(QStringLiteral("yyyy-MM-dd")) + QLatin1Char('\n') + zone : zone);
    if (m_clock->toolTip() != tip) {
        m_clock->setToolTip(tip);
        m_zone->setToolTip(tip);
    }
    if (const int offset = now.offsetFromUtc(); offset != m_zoneOffset) {
        m_zoneOffset = offset;  // also twice a year
        refreshZone();
    }
}

void TopBar::retranslate() {
    fillScope();
    refreshClock();
    refreshAlerts();
    refreshScopeNote();
    m_alerts->setToolTip(tr("Firing alerts that nobody has acknowledged"));
    m_scope->setToolTip(tr("Campus shown on every page"));
    m_scope->setAccessibleName(tr("Campus"));
    m_search->setText(m_compact ? tr("Search    Ctrl+K") : tr("Search or run a command    Ctrl+K"));
    m_search->setToolTip(tr("Orders, people, pages and commands"));
    m_person->setToolTip(plainToolTip(tr("%1: appearance, language, help", "person").arg(m_person->text())));
    m_person->setAccessibleName(m_person->text());
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    refreshZone();
}

void TopBar::paintEvent(QPaintEvent*) {
    const Colors& c = colorsOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    painter.setPen(c.border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

}  // namespace evenhand::ui

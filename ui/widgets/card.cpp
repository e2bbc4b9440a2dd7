// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card.h"

#include <QLabel>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "ui/widgets/elided_label.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {

Card::Card(QWidget* parent)
    : QFrame(parent),
      m_head(new WrapRow),
      m_layout(new QVBoxLayout(this)),
      m_title(plainLabel(this)),
      m_figures(new ElidedLabel(this)) {
    setProperty("card", true);
    m_layout->setContentsMargins(1, 1, 1, 1);
    m_layout->setSpacing(0);
    m_head->setContentsMargins(kGap + kGapSmall, kGapSmall, kGapSmall, kGapSmall);
    m_head->setSpacing(kGap);
    m_layout->addLayout(m_head);
    m_title->setFont(scaledFont(font(), 0, QFont::DemiBold));
    m_title->setMinimumHeight(controlHeight());
    m_figures->setProperty("muted", true);
    m_figures->keepShortest();
    m_head->addWidget(m_title);
    m_head->addWidget(m_figures, 1);
}

void Card::setTitle(const QString& title) { m_title->setText(title); }

void Card::setFigures(const QString& figures, const QString& shortest) {
    // Written with one space or with more.
    static const QRegularExpression dot(QStringLiteral("\\s+·\\s+"));
    QStringList forms;
    for (auto parts = figures.split(dot); !parts.isEmpty(); parts.removeLast()) {
        forms << parts.join(QStringLiteral("   ·   "));
    }
    if (!shortest.isEmpty()) {
        forms << shortest;
    }
    m_figures->setForms(forms);
}

QString Card::figures() const { return m_figures->fullText(); }

void Card::setLeading(QWidget* widget) {
    m_title->hide();
    m_head->setContentsMargins(kGapSmall, kGapSmall, kGapSmall, 0);
    m_head->insertWidget(0, widget);
}

void Card::addTool(QWidget* widget) { m_head->addWidget(widget); }

void Card::setBody(QWidget* widget) { m_layout->addWidget(widget, 1); }

}  // namespace evenhand::ui

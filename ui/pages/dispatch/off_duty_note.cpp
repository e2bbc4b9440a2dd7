// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/off_duty_note.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <utility>

#include "ui/pages/dispatch/courier_table.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {

OffDutyNote::OffDutyNote(std::function<QString(const api::CourierRow&)> whyNot, QWidget* parent)
    : QWidget(parent),
      m_whyNot(std::move(whyNot)),
      m_label(new ElidedLabel(this)),
      m_button(new QToolButton(this)),
      m_menu(new QMenu(this)) {
    setObjectName(QStringLiteral("offDuty"));
    m_label->setObjectName(QStringLiteral("offDutyNote"));
    m_label->setProperty("problem", true);
    m_label->keepShortest();
    m_button->setObjectName(QStringLiteral("offDutyHandOver"));
    m_button->setIcon(icon(QStringLiteral("handover")));
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_menu->setObjectName(QStringLiteral("offDutyCouriers"));
    m_button->setMenu(m_menu);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kGap, kGapSmall, kGap, kGapSmall);
    row->addWidget(m_label, 1);
    row->addWidget(m_button);
    connect(m_menu, &QMenu::aboutToShow, this, &OffDutyNote::fillMenu);
    retranslate();
}

void OffDutyNote::setBoards(const std::vector<const api::DispatchBoard*>& boards) {
    m_couriers.clear();
    for (const auto* board : boards) {
        for (const auto& courier : board->couriers) {
            if (!courier.onDuty && courier.inHand > 0) {
                m_couriers.push_back(courier);
            }
        }
    }
    refresh();
}

void OffDutyNote::fillMenu() {
    m_menu->clear();
    for (const auto& courier : m_couriers) {
        QString name = shownLine(nameOf(courier));
        if (!courier.phone.empty()) {  // somebody may rather call them first
            name += QStringLiteral(" · ") + shownLine(text(courier.phone));
        }
        name.replace(QLatin1Char('&'), QStringLiteral("&&"));  // no key of a menu
        auto* action =
            m_menu->addAction(tr("All of %1, %2…", "courier, orders").arg(name, countedOrders(courier.inHand)));
        action->setObjectName(QStringLiteral("offDuty_") + text(courier.id));
        connect(action, &QAction::triggered, this, [this, courier] { Q_EMIT handOver(courier); });
        setActionState(*action, m_whyNot(courier));
    }
}

void OffDutyNote::refresh() {
    QStringList names;
    for (const auto& courier : m_couriers) {
        names << tr("%1 (%2)", "courier, orders").arg(shownLine(nameOf(courier)), countedOrders(courier.inHand));
    }
    // Names of a whole crew seldom have room: then how many they are, with the names in the tip and the menu.
    const QStringList forms{tr("Off duty with orders in hand: %1", "couriers").arg(wordList(names)),
                            tr("Off duty with orders in hand: %1", "couriers").arg(countedCouriers(std::ssize(names)))};
    if (m_label->fullText() != forms.front()) {  // boards come many times a second in a rush
        m_label->setForms(forms);
    }
    setVisible(!m_couriers.empty());
}

void OffDutyNote::retranslate() {
    m_button->setText(tr("Hand over"));
    m_button->setToolTip(tr("Give the orders of somebody who is off duty to those on duty"));
    refresh();
}

}  // namespace evenhand::ui

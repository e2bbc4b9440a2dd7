// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/choice_button.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyle>
#include <algorithm>

namespace evenhand::ui {

bool TickMenu::tick() {
    QAction* action = activeAction();
    if (!action || !action->isCheckable() || !action->isEnabled()) {
        return false;
    }
    action->trigger();
    return true;
}

void TickMenu::mouseReleaseEvent(QMouseEvent* event) {
    if (actionAt(event->pos()) == nullptr || !tick()) {
        QMenu::mouseReleaseEvent(event);
    }
}

void TickMenu::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || !tick()) {
        QMenu::keyPressEvent(event);
    }
}

ChoiceButton::ChoiceButton(bool single, QWidget* parent)
    : QPushButton(parent), m_single(single), m_menu(single ? new QMenu(this) : new TickMenu(this)) {
    setProperty("role", QStringLiteral("filter"));
    setMenu(m_menu);
}

void ChoiceButton::setTitle(const QString& title, const QString& anyLabel) {
    m_title = title;
    m_any = anyLabel;
    refresh();
}

void ChoiceButton::setChoices(const std::vector<Choice>& choices) {
    m_choices = choices;
    refresh();
}

void ChoiceButton::setChosen(const QStringList& keys) {
    if (m_chosen != keys) {
        m_chosen = keys;
        refresh();
        Q_EMIT chosenChanged();
    }
}

void ChoiceButton::toggled(const QString& key, bool on) {
    QStringList keys = m_single ? QStringList() : m_chosen;
    keys.removeAll(key);
    if (on) {
        keys << key;
    }
    setChosen(keys);
}

void ChoiceButton::clearChosen() { setChosen({}); }

void ChoiceButton::refresh() {
    // Ticking must not close the menu that is open, so entries are kept where they still fit.
    const bool same = m_menu->actions().size() == static_cast<qsizetype>(m_choices.size()) + 2;
    if (!same) {
        m_menu->clear();
        m_menu->addAction(m_any, this, &ChoiceButton::clearChosen);
        m_menu->addSeparator();
        for (std::size_t i = 0; i < m_choices.size(); ++i) {
            auto* action = m_menu->addAction(QString());
            action->setCheckable(true);
            connect(action, &QAction::triggered, this,
                    [this, action](bool on) { toggled(action->data().toString(), on); });
        }
    }
    m_menu->actions().at(0)->setText(m_any);
    QString only;
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        auto* action = m_menu->actions().at(static_cast<qsizetype>(i) + 2);
        QString label = m_choices[i].label;
        if (m_chosen.contains(m_choices[i].key)) {
            only = label;
        }
        label.replace(QLatin1Char('&'), QStringLiteral("&&"));
        action->setText(label);
        action->setData(m_choices[i].key);
        action->setObjectName(QStringLiteral("choice.") + m_choices[i].key);
        action->setChecked(m_chosen.contains(m_choices[i].key));
    }
    QString shown = m_title;
    if (m_chosen.size() == 1) {
        shown = tr("%1: %2").arg(m_title, only.isEmpty() ? m_chosen.front() : only);
    } else if (m_chosen.size() > 1) {
        shown = tr("%1: %2 chosen").arg(m_title).arg(m_chosen.size());
    }
    setText(shown.replace(QLatin1Char('&'), QStringLiteral("&&")));
    setProperty("active", !m_chosen.isEmpty());
    style()->unpolish(this);
    style()->polish(this);
}

}  // namespace evenhand::ui

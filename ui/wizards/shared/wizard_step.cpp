// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/shared/wizard_step.h"

#include <QLabel>
#include <QLineEdit>

#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kHintHeight = 28;

}  // namespace

WizardStep::WizardStep(const char* name, QWidget* parent) : QWidget(parent) {
    setObjectName(QLatin1String(name));
    m_down = columnIn(this, 0, kGap);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(kGapLarge);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    m_down->addLayout(m_grid);
}

bool WizardStep::isWarned(const std::string& /*field*/) const { return false; }

bool WizardStep::isBlank(const std::string& field) const {
    const auto* edit = qobject_cast<const QLineEdit*>(m_fields.at(field).widget);
    return edit != nullptr && edit->text().isEmpty();
}

void WizardStep::addField(const char* field, QWidget* widget, Room room, const QString& caption) {
    const int row = m_grid->rowCount();
    const QString called = caption.isEmpty() ? labelOf(field) : caption;
    auto* label = plainLabel(this, {}, called);
    label->setBuddy(widget);
    widget->setAccessibleName(called);
    auto* below = new FieldHint(QLatin1String(field), this);
    below->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_grid->addWidget(label, row, 0, room == Room::Rest ? Qt::AlignTop : Qt::Alignment());
    m_grid->addWidget(widget, row, 1, room == Room::Own ? Qt::AlignLeft : Qt::Alignment());
    m_grid->addWidget(below, row + 1, 1);
    m_grid->setRowMinimumHeight(row + 1, kHintHeight);
    if (room == Room::Rest) {
        m_grid->setRowStretch(row, 1);
        m_down->setStretchFactor(m_grid, 1);
    }
    const QString why = whyFixed(field);
    widget->setEnabled(why.isEmpty());
    widget->setToolTip(plainToolTip(why));
    m_fields[field] = {widget, below};
    m_order.emplace_back(field);
}

void WizardStep::done() {
    m_done = true;
    check();
}

void WizardStep::check() {
    if (!m_done) {
        return;  // still being made
    }
    for (const auto& [name, field] : m_fields) {
        const QString fixed = whyFixed(name);
        const bool free = fixed.isEmpty();
        field.hint->setHint(free ? hintOf(name) : fixed, free && isWarned(name));
        field.hint->setProblem(free && !isBlank(name) ? problemOf(name) : QString());
    }
    Q_EMIT changed();
}

QString WizardStep::problem() const {
    for (const auto& field : m_order) {
        if (isFixed(field)) {
            continue;
        }
        if (const QString why = problemOf(field); !why.isEmpty()) {
            return tr("%1: %2", "field, why").arg(labelOf(field), why);
        }
    }
    return {};
}

void WizardStep::refused(const std::string& field, const QString& why) {
    if (const auto found = m_fields.find(field); found != m_fields.end()) {
        found->second.hint->setProblem(why);
        found->second.widget->setFocus();
    }
}

QWidget* WizardStep::first() const {
    for (const auto& field : m_order) {
        if (m_fields.at(field).widget->isEnabled()) {
            return m_fields.at(field).widget;
        }
    }
    return nullptr;
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fact_grid.h"

#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

FactGrid::FactGrid(QWidget* parent) : QWidget(parent) {
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(kGapLarge);
    m_grid->setVerticalSpacing(kGapSmall);
    m_grid->setColumnStretch(1, 1);
}

void FactGrid::setFacts(const std::vector<Fact>& facts) {
    // Labels are reused: a panel that follows a live order must not flicker.
    while (m_rows.size() < facts.size()) {
        const int row = static_cast<int>(m_rows.size());
        auto* name = muted(plainLabel(this));
        auto* value = wrapped(plainLabel(this));
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_grid->addWidget(name, row, 0, Qt::AlignTop);
        m_grid->addWidget(value, row, 1);
        m_rows.emplace_back(name, value);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        auto [name, value] = m_rows[i];
        const bool used = i < facts.size();
        name->setVisible(used);
        value->setVisible(used);
        if (used) {
            name->setText(facts[i].name);
            value->setText(shownText(facts[i].value));
            // A label lays its window out anew for each of these, also where nothing differs; facts come with each
            // poll.
            const Qt::Alignment side = (facts[i].number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop;
            if (value->alignment() != side) {
                value->setAlignment(side);
            }
            const auto weight = facts[i].strong ? QFont::DemiBold : QFont::Normal;
            if (value->font().weight() != weight || value->font().pointSizeF() != font().pointSizeF()) {
                value->setFont(scaledFont(font(), 0, weight));
            }
        }
    }
}

QString FactGrid::valueOf(const QString& name) const {
    for (const auto& [label, value] : m_rows) {
        if (!label->isHidden() && label->text() == name) {
            return value->text();
        }
    }
    return {};
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/quantity_grid.h"

#include <algorithm>

#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr std::size_t kShown = 200;

bool same(const std::vector<QuantityGrid::Row>& a, const std::vector<QuantityGrid::Row>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.name == y.name && x.tip == y.tip && x.cells == y.cells;
    });
}

}  // namespace

QuantityGrid::QuantityGrid(QWidget* parent) : QWidget(parent) {
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(kGap);
    m_grid->setVerticalSpacing(2);
}

QLabel* QuantityGrid::label(bool muted, Qt::Alignment alignment) {
    auto* made = plainLabel(this);
    made->setProperty("muted", muted);
    made->setAlignment(alignment | Qt::AlignVCenter);
    return made;
}

void QuantityGrid::setRows(const QStringList& header, const std::vector<Row>& rows) {
    if (header == m_header && same(rows, m_rows)) {
        return;  // a panel that follows a live return must not flicker
    }
    m_header = header;
    m_rows = rows;
    while (auto* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (int column = 0; column < header.size(); ++column) {
        auto* head = label(true, Qt::AlignRight);
        head->setText(header.at(column));
        head->setFont(scaledFont(font(), -1));
        m_grid->addWidget(head, 0, column);
        m_grid->setColumnStretch(column, 1);
    }
    int at = 1;
    for (std::size_t i = 0; i < std::min(rows.size(), kShown); ++i) {
        auto* name = new ElidedLabel(this);
        name->setOfAnyLength();
        name->setFullText(rows[i].name);
        if (!rows[i].tip.isEmpty()) {
            name->setToolTip(plainToolTip(rows[i].tip));
        }
        m_grid->addWidget(name, at++, 0, 1, static_cast<int>(header.size()));
        for (int column = 0; column < rows[i].cells.size(); ++column) {
            auto* value = label(false, Qt::AlignRight);
            value->setText(rows[i].cells.at(column));
            value->setTextInteractionFlags(Qt::TextSelectableByMouse);
            m_grid->addWidget(value, at, column);
        }
        ++at;
    }
    if (rows.size() > kShown) {
        auto* more = label(true, Qt::AlignLeft);
        more->setText(tr("and %1 more").arg(rows.size() - kShown));
        m_grid->addWidget(more, at, 0, 1, static_cast<int>(header.size()));
    }
}

QString QuantityGrid::cell(const QString& name, const QString& column) const {
    const auto at = m_header.indexOf(column);
    for (const auto& row : m_rows) {
        if (row.name == name) {
            return row.cells.value(at);
        }
    }
    return {};
}

}  // namespace evenhand::ui

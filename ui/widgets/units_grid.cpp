// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/units_grid.h"

#include <QGridLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/widgets/elided_label.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kNameWidth = 150;
constexpr int kSpinWidth = 84;
constexpr int kShownLines = 7;

QLabel* cell(const QString& words, QWidget* parent, bool muted) {
    auto* label = plainLabel(parent, {}, words);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    label->setProperty("muted", muted);
    return label;
}

}  // namespace

UnitsGrid::UnitsGrid(const Header& header, std::vector<Line> lines, QWidget* parent)
    : QWidget(parent), m_lines(std::move(lines)) {
    setObjectName(QStringLiteral("unitsGrid"));
    m_scroll = named(new QScrollArea(this), QStringLiteral("unitsScroll"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* inner = new QWidget(m_scroll);
    auto* grid = new QGridLayout(inner);
    grid->setContentsMargins(0, 0, kGap, 0);
    grid->setHorizontalSpacing(kGapLarge);
    grid->setVerticalSpacing(kGapSmall);
    grid->setColumnStretch(0, 1);
    auto* name = cell(header.name, inner, true);
    name->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    grid->addWidget(name, 0, 0);
    int column = 1;
    for (const auto& figure : header.figures) {
        grid->addWidget(cell(figure, inner, true), 0, column++);
    }
    auto* value = cell(header.value, inner, true);
    value->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    grid->addWidget(value, 0, column++);
    if (!header.rest.isEmpty()) {
        grid->addWidget(cell(header.rest, inner, true), 0, column);
    }
    const auto shown = std::min(m_lines.size(), kMaxLines);
    for (std::size_t i = 0; i < shown; ++i) {
        addLine(grid, i, !header.rest.isEmpty());
    }
    if (m_lines.size() > shown) {
        const auto left = static_cast<std::int64_t>(m_lines.size() - shown);
        auto* more = cell(tr("%1 more lines, unchanged", nullptr, Formats::plural(left)).arg(Formats::number(left)),
                          inner, true);
        grid->addWidget(more, grid->rowCount(), 0, 1, column);
    }
    m_scroll->setWidget(inner);
    auto* layout = columnIn(this);
    layout->addWidget(m_scroll);
    fit();
}

void UnitsGrid::showEvent(QShowEvent* event) {
    fit();  // before the first showing the style has not told its sizes yet
    QWidget::showEvent(event);
}

void UnitsGrid::fit() {
    auto* inner = m_scroll->widget();
    inner->layout()->invalidate();
    const int shown = static_cast<int>(std::min(m_lines.size(), kMaxLines));
    const int needed = inner->sizeHint().height();
    const int perLine = shown > 0 ? needed / (shown + 1) + 1 : needed;
    m_scroll->setFixedHeight(std::min(needed, perLine * (std::min(shown, kShownLines) + 1)) + 4);
    m_scroll->setMinimumWidth(inner->minimumSizeHint().width() + kGapLarge);
}

void UnitsGrid::addLine(QGridLayout* grid, std::size_t at, bool withRest) {
    const Line& line = m_lines[at];
    auto* parent = grid->parentWidget();
    const int row = static_cast<int>(at) + 1;
    auto* name = new ElidedLabel(parent);
    name->setOfAnyLength();
    name->setFullText(line.name);
    name->setMinimumWidth(byText(kNameWidth));
    grid->addWidget(name, row, 0);
    int column = 1;
    for (const auto& figure : line.figures) {
        grid->addWidget(cell(figure, parent, false), row, column++);
    }
    auto* spin = named(new QSpinBox(parent), QStringLiteral("units.") + line.key, line.name);
    spin->setRange(static_cast<int>(line.low), static_cast<int>(line.high));
    spin->setValue(static_cast<int>(line.value));
    spin->setFixedWidth(byText(kSpinWidth));
    spin->setEnabled(line.high > line.low);
    grid->addWidget(spin, row, column++);
    m_spins.push_back(spin);
    QLabel* rest = nullptr;
    if (withRest) {
        rest = cell(Formats::number(line.high - line.value), parent, false);
        rest->setObjectName(QStringLiteral("rest.") + line.key);
        grid->addWidget(rest, row, column);
    }
    connect(spin, &QSpinBox::valueChanged, this, [this, rest, high = line.high](int now) {
        if (rest) {
            rest->setText(Formats::number(high - now));
        }
        Q_EMIT changed();
    });
}

std::int64_t UnitsGrid::value(std::size_t line) const {
    return line < m_spins.size() ? m_spins[line]->value() : m_lines.at(line).value;
}

std::int64_t UnitsGrid::sum() const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        sum += value(i);
    }
    return sum;
}

void UnitsGrid::lock(const QString& why) {
    for (auto* spin : m_spins) {
        spin->setEnabled(false);
        spin->setToolTip(plainToolTip(why));
    }
}

}  // namespace evenhand::ui

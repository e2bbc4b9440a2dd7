// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fact_grid.h"

#include <QGridLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>
#include <algorithm>

#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

// Both have room side by side in the narrowest panel. In pixels, by the desktop's text.
constexpr int kMinFactName = 112;
constexpr int kMinFactValue = 144;        // a figure is whole up to here
constexpr int kMaxFactName = 260;         // longer ones go on in the next line
constexpr qsizetype kMeasuredFact = 200;  // characters: more than have room in a line

/// Goes on in the next line where there is no room. What cannot be broken (a long number) is shown shortened in its
/// middle, with the whole as its tip, instead of pushing what stands beside it out of sight. Selected and copied is
/// the whole.
class FactLabel : public QLabel {
public:
    FactLabel(int least, QWidget* parent) : QLabel(parent), m_least(least) {
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
    }
    /// Where there is room it is one line, of `widest` pixels at most.
    void setOneLine(int widest) { m_widest = widest; }

    [[nodiscard]] QSize sizeHint() const override {
        if (m_widest == 0) {
            return QLabel::sizeHint();
        }
        const int line = std::min(lineWidth(), byText(m_widest));
        return {line, heightForWidth(line)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override {
        const QSize broken = QLabel::minimumSizeHint();
        const int wanted = m_widest == 0 ? broken.width() : std::max(lineWidth(), broken.width());
        return {std::min(wanted, byText(m_least)), std::min(broken.height(), sizeHint().height())};
    }

protected:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ToolTip && isTooLong()) {
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainToolTip(text()), this);
            return true;
        }
        return QLabel::event(event);
    }
    void paintEvent(QPaintEvent* event) override {
        if (!isTooLong() || hasSelectedText()) {
            QLabel::paintEvent(event);
            return;
        }
        QPainter painter(this);
        const QString line = fontMetrics().elidedText(shownLine(text()), Qt::ElideMiddle, width());
        style()->drawItemText(&painter, rect(), static_cast<int>(alignment()) | Qt::TextSingleLine, palette(),
                              isEnabled(), line, foregroundRole());
    }

private:
    [[nodiscard]] int lineWidth() const {
        return fontMetrics().horizontalAdvance(shownLine(text(), kMeasuredFact)) + 4;
    }
    /// A word of it is wider than the label.
    [[nodiscard]] bool isTooLong() const { return QLabel::minimumSizeHint().width() > width(); }

    const int m_least;
    int m_widest = 0;
};

}  // namespace

/// Does not pass on that a label asks for a new layout, as long as it is told so: a label asks with each of its texts.
class FactGrid::Grid : public QGridLayout {
public:
    using QGridLayout::QGridLayout;
    void setKept(bool kept) { m_kept = kept; }
    void invalidate() override {
        if (!m_kept) {
            QGridLayout::invalidate();
        }
    }

private:
    bool m_kept = false;
};

FactGrid::FactGrid(QWidget* parent) : QWidget(parent) {
    m_grid = new Grid(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(kGapLarge);
    m_grid->setVerticalSpacing(kGapSmall);
    m_grid->setColumnStretch(1, 1);
}

// A countdown would otherwise have all of its window laid out every second, which takes some 14 ms. Digits break a line
// nowhere else than other digits do, so that the text has the same lines at any width.
void FactGrid::show(QLabel& label, const QString& text) {
    const QFontMetrics metrics = label.fontMetrics();
    const QString before = label.text();
    const bool sameRoom =
        std::equal(before.begin(), before.end(), text.begin(), text.end(), [&metrics](QChar was, QChar now) {
            return was == now ||
                   (was.isDigit() && now.isDigit() && metrics.horizontalAdvance(was) == metrics.horizontalAdvance(now));
        });
    m_grid->setKept(sameRoom);
    label.setText(text);
    m_grid->setKept(false);
}

void FactGrid::setFacts(const std::vector<Fact>& facts) {
    // Labels are reused: a panel that follows a live order must not flicker.
    while (m_rows.size() < facts.size()) {
        const int row = static_cast<int>(m_rows.size());
        auto* name = new FactLabel(kMinFactName, this);
        name->setOneLine(kMaxFactName);
        muted(name);
        auto* value = new FactLabel(kMinFactValue, this);
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
            show(*name, facts[i].name);
            show(*value, shownText(facts[i].value));
            // A label lays its window out anew for each of these, also where nothing differs; facts come with each
            // poll.
            const Qt::Alignment side = (facts[i].number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop;
            if (value->alignment() != side) {
                static_cast<FactLabel*>(value)->setOneLine(facts[i].number ? kMinFactValue : 0);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tone_delegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>

#include "ui/widgets/column_room.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/ring_view.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kPadding = 8;
constexpr int kMark = 10;  // a colour that is told apart elsewhere too

QColor inkOf(const QModelIndex& index, const QString& shown, const Colors& c) {
    if (shown == Formats::dash() || shown == QStringLiteral("…") || index.data(FadedRole).toBool()) {
        return c.textFaint;
    }
    if (const QVariant ink = index.data(InkRole); ink.isValid()) {
        return c.tone(static_cast<Tone>(ink.toInt())).text;
    }
    return index.data(StrongRole).toBool() ? c.text : c.textMuted;
}

/// Numbers are those that stand at the right.
bool isFigure(const QModelIndex& index) { return (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0; }

/// Belongs to its table.
class TitleKeeper final : public QObject {
public:
    explicit TitleKeeper(QTableView& table) : QObject(&table), m_header(*table.horizontalHeader()) {
        m_header.installEventFilter(this);
        connect(table.model(), &QAbstractItemModel::headerDataChanged, this, &TitleKeeper::widenAll);
        connect(&m_header, &QHeaderView::sectionResized, this, [this](int column, int before, int now) {
            if (before == 0 && now > 0 && m_shown) {
                widen(column);
            }
        });
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Show && !m_shown) {  // the style is known now
            m_shown = true;
            widenAll();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void widenAll() {
        for (int column = 0; m_shown && column < m_header.count(); ++column) {
            widen(column);
        }
    }
    void widen(int column) {
        const int least = m_header.sectionSizeHint(column) + kHeaderSlack;
        if (!m_header.isSectionHidden(column) && m_header.sectionSize(column) < least) {
            m_header.resizeSection(column, least);
        }
    }

    QHeaderView& m_header;
    bool m_shown = false;
};

/// Of a short list.
int widestCell(const QTableView& table, int column) {
    constexpr int kMeasured = 50;
    QStyleOptionViewItem option;
    option.initFrom(&table);
    option.font = table.font();
    int widest = 0;
    for (int row = 0; row < std::min(table.model()->rowCount(), kMeasured); ++row) {
        const auto index = table.model()->index(row, column);
        widest = std::max(widest, table.itemDelegateForIndex(index)->sizeHint(option, index).width());
    }
    return widest;
}

}  // namespace

QString fittedCell(const QFontMetrics& metrics, const QString& shown, bool isNumber, int width) {
    const bool hasDigits = std::any_of(shown.begin(), shown.end(), [](QChar sign) { return sign.isDigit(); });
    if (!isNumber || !hasDigits) {
        return fittedLine(metrics, shown, width);
    }
    if (metrics.horizontalAdvance(shown) <= width) {
        return shown;  // as it is: eliding measures by fractions of a pixel, and would cut what just fits
    }
    const QString shorter = Formats::shortFigure(shown);
    return !shorter.isEmpty() && metrics.horizontalAdvance(shorter) <= width ? shorter : QStringLiteral("…");
}

void ToneDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Colors& c = colorsOf(option.palette);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->fillRect(option.rect, c.selection);
    }
    painter->setPen(c.grid);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    if (index.column() == 0 && view && view->hasFocus() && view->currentIndex().row() == index.row()) {
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height() - 1), c.accent);
    }
    QRect box = option.rect.adjusted(kPadding, 0, -kPadding, -1);
    if (const QVariant mark = index.data(Qt::DecorationRole); mark.canConvert<QBrush>()) {
        const auto brush = mark.value<QBrush>();
        QPainterPath square;
        square.addRect(QRect(box.left(), box.center().y() - kMark / 2, kMark, kMark));
        painter->fillPath(square, brush.color());
        drawHatch(*painter, square, brush, c.panel);
        box.setLeft(box.left() + kMark + kPadding);
    }
    const QString shown = shownLine(index.data(Qt::DisplayRole).toString());
    if (const QVariant pill = index.data(PillRole); pill.isValid()) {
        const Tone tone = index.data(FadedRole).toBool() ? Tone::Muted : static_cast<Tone>(pill.toInt());
        drawPill(*painter, box, shown, c.tone(tone), option.font);
        return;
    }
    const QVariant alignment = index.data(Qt::TextAlignmentRole);
    painter->setFont(option.font);
    painter->setPen(inkOf(index, shown, c));
    painter->drawText(box,
                      (alignment.isValid() ? alignment.toInt() : static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter)) |
                          Qt::TextSingleLine,
                      fittedCell(option.fontMetrics, shown, isFigure(index), box.width()));
}

bool ToneDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                             const QModelIndex& index) {
    const QString shown = shownLine(index.data(Qt::DisplayRole).toString());
    const int room = option.rect.width() - 2 * kPadding;
    if (event->type() == QEvent::ToolTip && isFigure(index) && index.data(Qt::ToolTipRole).toString().isEmpty() &&
        view->fontMetrics().horizontalAdvance(shown) > room) {
        QToolTip::showText(event->globalPos(), plainToolTip(shown), view);
        return true;
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

QSize ToneDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QString shown = shownLine(index.data(Qt::DisplayRole).toString());
    const int mark = index.data(Qt::DecorationRole).canConvert<QBrush>() ? kMark + kPadding : 0;
    const int words = index.data(PillRole).isValid() ? pillWidth(shown, option.font)
                                                     : option.fontMetrics.horizontalAdvance(shown) + 1;
    return {2 * kPadding + mark + words, tableRowHeight()};
}

void styleTable(QTableView& table, bool several) {
    table.setItemDelegate(new ToneDelegate(&table));
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(several ? QAbstractItemView::ExtendedSelection : QAbstractItemView::SingleSelection);
    table.setContextMenuPolicy(Qt::CustomContextMenu);
    table.setWordWrap(false);
    table.setShowGrid(false);
    table.setTabKeyNavigation(false);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(tableRowHeight());
    table.verticalHeader()->setMinimumSectionSize(tableRowHeight());
    auto* header = table.horizontalHeader();
    header->setHighlightSections(false);
    header->setFixedHeight(tableRowHeight() + 2);
    header->setMinimumSectionSize(40);
    header->setStretchLastSection(true);
    header->setSectionsClickable(header->isSortIndicatorShown());
}

void fitColumns(QTableView& table, std::span<const int> least) {
    if (table.horizontalHeader()->stretchLastSection()) {
        if (auto* room = table.findChild<ColumnRoom*>(QString(), Qt::FindDirectChildrenOnly)) {
            room->forget();
            return;
        }
        for (std::size_t column = 0; column < least.size(); ++column) {
            table.setColumnWidth(static_cast<int>(column), byText(least[column]));
        }
        new ColumnRoom(table, {least.begin(), least.end()}, {});
        return;
    }
    for (std::size_t column = 0; column < least.size(); ++column) {
        const int at = static_cast<int>(column);
        table.setColumnWidth(
            at, std::max({byText(least[column]), table.horizontalHeader()->sectionSizeHint(at) + kHeaderSlack,
                          std::min(widestCell(table, at), byText(kWholeCell))}));
    }
}

void keepTitlesWhole(QTableView& table) { new TitleKeeper(table); }

std::int64_t selectedRows(const QTableView& table) {
    std::int64_t count = 0;
    for (const auto& range : table.selectionModel()->selection()) {
        count += range.left() == 0 ? range.height() : 0;
    }
    return count;
}

}  // namespace evenhand::ui

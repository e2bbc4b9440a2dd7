// SPDX-License-Identifier: GPL-3.0-or-later
// What of a window's text is not there as a whole: labels, buttons, tiles, fields, tabs, titles and cells of tables,
// and what widgets paint themselves: pills, entries of the navigation, rankings, events, plots. What people have
// written and is long may be cut where its tip has the whole.
#pragma once

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScrollArea>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStyleOptionFrame>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include "tests/ui/painted_text.h"
#include "ui/plots/base_plot.h"
#include "ui/shell/navigation_bar.h"
#include "ui/widgets/column_room.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/ranking_view.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tile.h"
#include "ui/widgets/timeline_view.h"

namespace evenhand::test {

inline const QChar kDots(0x2026);
inline constexpr int kBoxCharacters = 10;

/// Whose text has less room than it needs; those that shorten it themselves and say the whole are none of them.
inline QStringList cut(const QWidget& root) {
    QStringList found;
    for (auto* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty()) {
            continue;
        }
        bool isCut = false;
        QString words;
        if (const auto* label = qobject_cast<QLabel*>(widget); label != nullptr && !label->text().isEmpty()) {
            words = label->text();
            const int needed =
                label->wordWrap() ? label->heightForWidth(label->width()) : label->minimumSizeHint().height();
            isCut = needed > label->height();
            const auto* said = qobject_cast<const ui::ElidedLabel*>(widget);
            if (said != nullptr && words.endsWith(kDots) && !said->fullText().endsWith(kDots)) {
                isCut = isCut || !said->isOfAnyLength() || said->toolTip().isEmpty();
            }
            if (qobject_cast<const ui::ElidedLabel*>(widget) == nullptr && !label->wordWrap()) {
                isCut = isCut || label->sizeHint().width() > label->width();
            }
        } else if (const auto* button = qobject_cast<QAbstractButton*>(widget);
                   button != nullptr && !button->text().isEmpty() && qobject_cast<const ui::Tile*>(widget) == nullptr &&
                   qobject_cast<const ui::NavigationButton*>(widget) == nullptr) {
            const auto* tool = qobject_cast<const QToolButton*>(widget);
            words = button->text();
            isCut =
                (tool == nullptr || tool->toolButtonStyle() != Qt::ToolButtonIconOnly) &&
                (button->sizeHint().width() > button->width() || button->minimumSizeHint().height() > button->height());
        } else if (const auto* tile = qobject_cast<const ui::Tile*>(widget); tile != nullptr) {
            words = tile->text();
            isCut = tile->minimumSizeHint().height() > tile->height();
        }
        if (isCut) {
            found << QStringLiteral("%1 “%2”: %3 of %4 wide, %5 of %6 high")
                         .arg(widget->objectName(), words)
                         .arg(widget->width())
                         .arg(widget->sizeHint().width())
                         .arg(widget->height())
                         .arg(widget->sizeHint().height());
        }
    }
    for (const auto* area : root.findChildren<QScrollArea*>()) {
        if (area->isVisible() && area->widget() != nullptr &&
            area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
            area->widget()->width() > area->viewport()->width()) {
            found << QStringLiteral("%1: %2 wide in %3, and nothing to scroll by")
                         .arg(area->objectName())
                         .arg(area->widget()->width())
                         .arg(area->viewport()->width());
        }
    }
    return found;
}

/// Tiles: what they are called, their figure and what is said of it.
inline QStringList cutTiles(const QWidget& root) {
    constexpr int kTileInset = 12;
    QStringList found;
    for (const auto* tile : root.findChildren<ui::Tile*>()) {
        if (!tile->isVisible()) {
            continue;
        }
        const int room = tile->width() - 2 * kTileInset;
        const auto [figure, font] = tile->fitted(room);
        const QString said = tile->accessibleDescription();
        const auto note = said.indexOf(QStringLiteral(", "));
        const std::pair<QString, QFont> lines[] = {
            {tile->text(), tile->font()},
            {figure, font},
            {note < 0 ? QString() : said.mid(note + 2), ui::scaledFont(tile->font(), -1)}};
        for (const auto& [line, of] : lines) {
            if (QFontMetrics(of).horizontalAdvance(line) > room) {
                found << QStringLiteral("%1 “%2” in %3").arg(tile->objectName(), line).arg(room);
            }
        }
    }
    return found;
}

/// Fields that do not say whole what is to be typed there, boxes whose choice cannot be read, and tabs.
inline QStringList cutFields(const QWidget& root) {
    QStringList found;
    for (const auto* field : root.findChildren<QLineEdit*>()) {
        if (!field->isVisible() || !field->text().isEmpty()) {
            continue;
        }
        QStyleOptionFrame option;
        option.initFrom(field);
        option.lineWidth = 1;
        const int room = field->style()->subElementRect(QStyle::SE_LineEditContents, &option, field).width() - 4;
        if (field->fontMetrics().horizontalAdvance(field->placeholderText()) > room) {
            found << QStringLiteral("%1 “%2” in %3").arg(field->objectName(), field->placeholderText()).arg(room);
        }
    }
    for (const auto* box : root.findChildren<QComboBox*>()) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.editable = box->isEditable();
        option.frame = true;
        const int room =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box).width();
        // A name that somebody has given may be long; its box must show the beginning.
        const int needed = std::min(box->fontMetrics().horizontalAdvance(box->currentText()),
                                    box->fontMetrics().averageCharWidth() * kBoxCharacters);
        if (box->isVisible() && !box->visibleRegion().isEmpty() && !box->isEditable() && needed > room) {
            found << QStringLiteral("%1 “%2” in %3").arg(box->objectName(), box->currentText()).arg(room);
        }
    }
    for (const auto* tabs : root.findChildren<QTabBar*>()) {
        for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i) {
            if (tabs->tabRect(i).right() >= tabs->width() ||
                tabs->fontMetrics().horizontalAdvance(tabs->tabText(i)) > tabs->tabRect(i).width()) {
                found << QStringLiteral("%1 “%2”").arg(tabs->objectName(), tabs->tabText(i));
            }
        }
    }
    return found;
}

/// Titles of columns, and columns beyond the edge.
inline QStringList cutTitles(const QWidget& root) {
    QStringList found;
    for (const auto* table : root.findChildren<QTableView*>()) {
        const auto* header = table->horizontalHeader();
        for (int column = 0; header->isVisible() && column < header->count(); ++column) {
            if (header->isSectionHidden(column)) {
                continue;
            }
            const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
            const int room = header->sectionSize(column);
            const int end = header->sectionViewportPosition(column) + room;
            if (header->sectionSizeHint(column) > room) {
                found << QStringLiteral("%1: title “%2” in %3").arg(table->objectName(), title).arg(room);
            }
            if (end > table->viewport()->width()) {
                found << QStringLiteral("%1: “%2” ends at %3 of %4")
                             .arg(table->objectName(), title)
                             .arg(end)
                             .arg(table->viewport()->width());
            }
        }
    }
    return found;
}

/// Cells in view: figures, codes, states and names as a whole; only what is longer than a name is may be cut.
inline QStringList cutCells(const QWidget& root, int& seen) {
    QStringList found;
    for (const auto* table : root.findChildren<QTableView*>()) {
        const int rows = table->isVisible() && table->model() != nullptr ? table->model()->rowCount() : 0;
        for (int row = std::max(table->rowAt(0), 0); row < rows; ++row) {
            if (table->rowViewportPosition(row) + table->rowHeight(row) > table->viewport()->height()) {
                break;
            }
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                const auto index = table->model()->index(row, column);
                const QString text = index.data().toString();
                const int width = table->columnWidth(column);
                if (table->isColumnHidden(column) || text.isEmpty() || table->indexWidget(index) != nullptr ||
                    (table->wordWrap() && table->rowHeight(row) > ui::tableRowHeight())) {
                    continue;
                }
                ++seen;
                const QString painted = paintedText(*table, index, width);
                const bool isFigure = (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
                // So are names that people have given, in a column that has what the others leave over.
                const bool isTitle = table->horizontalHeader()->sectionResizeMode(column) == QHeaderView::Stretch;
                const bool isLong = !isFigure && (isTitle || table->fontMetrics().horizontalAdvance(text) + 17 >
                                                                 ui::byText(ui::kWholeCell));
                if (painted.contains(kDots) && !text.contains(kDots) && !isLong) {
                    found
                        << QStringLiteral("%1: “%2” of “%3” in %4").arg(table->objectName(), painted, text).arg(width);
                }
            }
        }
    }
    return found;
}

/// What `axis` is called, or the words in the middle of a plot, where there is no room for them.
inline QStringList cutPlots(const QWidget& root) {
    QStringList found;
    for (auto* plot : root.findChildren<ui::BasePlot*>()) {
        if (!plot->isVisible() || plot->visibleRegion().isEmpty()) {
            continue;
        }
        for (const auto* axis : plot->axisRect()->axes()) {
            const int room = axis->orientation() == Qt::Horizontal ? plot->width() : plot->height();
            const int needed = QFontMetrics(axis->labelFont()).horizontalAdvance(axis->label());
            if (axis->visible() && needed > room) {
                found << QStringLiteral("%1: axis “%2” in %3").arg(plot->objectName(), axis->label()).arg(room);
            }
        }
        for (const QString& line : plot->notice().split(QLatin1Char('\n'))) {
            if (plot->fontMetrics().horizontalAdvance(line) > plot->width()) {
                found << QStringLiteral("%1: “%2” in %3").arg(plot->objectName(), line).arg(plot->width());
            }
        }
    }
    return found;
}

/// What widgets paint themselves; `seen` counts the texts.
inline QStringList cutPainted(const QWidget& root, int& seen) {
    QStringList found = cutPlots(root);
    QList<QPointer<QWidget>> widgets;
    for (auto* widget : root.findChildren<QWidget*>()) {
        widgets << widget;
    }
    for (const auto& widget : widgets) {
        // Painting lays out first, by which a widget may be replaced.
        if (widget == nullptr || !widget->isVisible() || widget->visibleRegion().isEmpty()) {
            continue;
        }
        QStringList cut;
        if (const auto* events = qobject_cast<const ui::TimelineView*>(widget.data()); events != nullptr) {
            // Below stands who did it and what was written of it: that may be long, and its tip has the whole.
            const QString painted = textsPaintedBy(*widget).join(QString());
            for (const auto& entry : events->entries()) {
                ++seen;
                cut << (painted.contains(entry.title) ? QStringList() : QStringList(entry.title));
            }
        } else if (qobject_cast<const ui::Pill*>(widget.data()) != nullptr ||
                   qobject_cast<const ui::RankingView*>(widget.data()) != nullptr ||
                   qobject_cast<const ui::NavigationButton*>(widget.data()) != nullptr) {
            for (const QString& text : textsPaintedBy(*widget)) {
                ++seen;
                const bool isShortened = text.contains(kDots) && !widget->accessibleName().contains(kDots);
                cut << (isShortened ? QStringList(text) : QStringList());
            }
        }
        for (const QString& text : cut) {
            found << QStringLiteral("%1 “%2” in %3×%4")
                         .arg(widget->objectName(), text)
                         .arg(widget->width())
                         .arg(widget->height());
        }
    }
    return found;
}

}  // namespace evenhand::test

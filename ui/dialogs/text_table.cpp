// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/text_table.h"

#include <QHeaderView>
#include <QLayout>
#include <QPainter>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTimer>
#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/widgets/column_room.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/row_copying.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/text_order.h"

namespace evenhand::ui {
namespace {

constexpr int kMeasuredRows = 200;
constexpr int kFirstRows = 4;  // shown without scrolling
constexpr int kMaxRowsHigh = 400;
constexpr int kMaxHeight = 400;
constexpr int kMinReason = 200;  // pixels of the last column
constexpr int kCellRoom = 36;    // around a text: the cell's padding and that of a pill

/// Of a row whose reason stands in a column of that width.
int wrappedHeight(const QFontMetrics& metrics, const QString& shown, int width) {
    const QRect needed = metrics.boundingRect(0, 0, std::max(width - 16, 40), kMaxHeight, Qt::TextWordWrap, shown);
    return std::max(tableRowHeight(), needed.height() + 10);
}

class CellDelegate final : public QStyledItemDelegate {
public:
    CellDelegate(int pillColumn, QObject* parent) : QStyledItemDelegate(parent), m_pillColumn(pillColumn) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Colors& c = colorsOf(option.palette);
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->fillRect(option.rect, c.selection);
        }
        painter->setPen(c.grid);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        const QRect box = option.rect.adjusted(8, 0, -8, -1);
        const QString shown = shownLine(index.data().toString());
        if (index.column() == m_pillColumn) {
            drawPill(*painter, box, shown, c.tone(static_cast<Tone>(index.data(TextTableModel::ToneRole).toInt())),
                     option.font);
            return;
        }
        painter->setFont(option.font);
        painter->setPen(index.column() == 0 ? c.text : c.textMuted);
        if (wraps(option, index)) {
            painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, shown);
            return;
        }
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          fittedLine(option.fontMetrics, shown, box.width()));
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        if (!wraps(option, index)) {
            return {0, tableRowHeight()};
        }
        const int width = static_cast<const QTableView*>(option.widget)->columnWidth(index.column());
        return {0, wrappedHeight(option.fontMetrics, shownLine(index.data().toString()), width)};
    }

private:
    /// The last column, of reasons, where the table measures its rows.
    static bool wraps(const QStyleOptionViewItem& option, const QModelIndex& index) {
        const auto* table = qobject_cast<const QTableView*>(option.widget);
        return table != nullptr && table->wordWrap() && index.column() == index.model()->columnCount() - 1;
    }

    int m_pillColumn;
};

class SortedTexts final : public QSortFilterProxyModel {
public:
    SortedTexts(QAbstractItemModel* source, QObject* parent) : QSortFilterProxyModel(parent) { setSourceModel(source); }

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        return m_order.compare(left.data().toString(), right.data().toString()) < 0;
    }

private:
    TextOrder m_order;
};

/// No taller than what it holds, so that a short list leaves no hole, and never lower than its first rows, however many
/// lines their texts take. Between the two it wants to be whole, up to a height.
class TextTable final : public QTableView {
public:
    using QTableView::QTableView;

    [[nodiscard]] QSize sizeHint() const override {
        return {QTableView::sizeHint().width(), std::clamp(kMaxHeight, minimumHeight(), maximumHeight())};
    }
    /// Rows of one line until it is shown: a hidden table measures its texts in a column that has no width yet.
    void fitWhenShown() {
        fit();
        m_later.setSingleShot(true);
        connect(&m_later, &QTimer::timeout, this, [this] {
            if (isVisible()) {
                fit();
            }
        });
        // Afterwards: while rows are being resized the header still answers with the sizes before.
        connect(verticalHeader(), &QHeaderView::sectionResized, this, [this] { m_later.start(0); });
    }
    /// Before it is shown, when the last column does not know yet how wide it will be.
    void fitFor(int lastColumn) {
        const int last = model()->columnCount() - 1;
        const bool wraps = wordWrap() && last >= 0;
        fitTo([&](int row) {
            const QString shown = shownLine(model()->index(row, last).data().toString());
            return wraps ? wrappedHeight(fontMetrics(), shown, lastColumn) : tableRowHeight();
        });
    }

protected:
    void showEvent(QShowEvent* event) override {
        QTableView::showEvent(event);
        m_later.start(0);
    }
    void resizeEvent(QResizeEvent* event) override {
        QTableView::resizeEvent(event);
        // A bar that comes at the side takes room from the last column, of which the header knows nothing yet.
        auto* header = horizontalHeader();
        const int last = model()->columnCount() - 1;
        const int others = header->length() - header->sectionSize(last);
        header->resizeSection(last, std::max(viewport()->width() - others, header->sectionSizeHint(last)));
    }

private:
    void fit() {
        const auto* rows = verticalHeader();
        fitTo([rows](int row) { return rows->sectionSize(row); });
    }
    template <typename HeightOf>
    void fitTo(HeightOf heightOf) {
        int first = 0;
        int all = 0;
        for (int row = 0; row < std::min(model()->rowCount(), kMaxRowsHigh); ++row) {
            all += heightOf(row);
            first = row < kFirstRows ? all : first;
        }
        const int frame = tableRowHeight() + 4;
        setMinimumHeight(frame + first);
        setMaximumHeight(frame + all);
        updateGeometry();
    }

    QTimer m_later;
};

}  // namespace

TextTableModel::TextTableModel(QStringList header, std::vector<TextRow> rows, QObject* parent)
    : QAbstractTableModel(parent), m_header(std::move(header)), m_rows(std::move(rows)) {}

void TextTableModel::setRow(int row, TextRow line) {
    m_rows.at(static_cast<std::size_t>(row)) = std::move(line);
    Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
}

int TextTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TextTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_header.size());
}

QVariant TextTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto& row = m_rows.at(static_cast<std::size_t>(index.row()));
    switch (role) {
        case Qt::DisplayRole: return row.cells.value(index.column());
        case Qt::ToolTipRole: return plainToolTip(row.cells.value(index.column()));
        case ToneRole: return static_cast<int>(row.tone);
        default: return {};
    }
}

QVariant TextTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    }
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? QVariant(m_header.value(section)) : QVariant();
}

QTableView* makeTextTable(TextTableModel* model, int pillColumn, const std::vector<int>& widths, QWidget* parent) {
    auto* table = new TextTable(parent);
    model->setParent(table);
    table->setModel(new SortedTexts(model, table));
    table->setItemDelegate(new CellDelegate(pillColumn, table));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    // A reason is read whole: rows are as high as their texts, where there are not too many to measure.
    const bool wraps = model->rowCount() <= kMeasuredRows;
    table->setWordWrap(wraps);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(wraps ? QHeaderView::ResizeToContents : QHeaderView::Fixed);
    table->verticalHeader()->setMinimumSectionSize(tableRowHeight());
    table->verticalHeader()->setDefaultSectionSize(tableRowHeight());
    table->horizontalHeader()->setHighlightSections(false);
    // As they were given, until a header is clicked; its third click gives that order back.
    table->horizontalHeader()->setSortIndicatorClearable(true);
    table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    table->setSortingEnabled(true);
    addCopying(*table);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setFixedHeight(tableRowHeight());
    table->fitWhenShown();
    // The keyboard stops only where there is something to scroll.
    table->setFocusPolicy(model->rowCount() > kFirstRows ? Qt::StrongFocus : Qt::ClickFocus);
    // As given, or as its titles, names and figures need; a text that is longer than these is cut.
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const int column = static_cast<int>(i);
        int needed = table->horizontalHeader()->sectionSizeHint(column) + kGap;
        for (int row = 0; row < std::min(model->rowCount(), kMeasuredRows); ++row) {
            const QString shown = shownLine(model->index(row, column).data().toString());
            const int whole = table->fontMetrics().horizontalAdvance(shown) + kCellRoom;
            needed = std::max(needed, whole > byText(kWholeCell) ? 0 : whole);
        }
        table->setColumnWidth(column, std::max(byText(widths[i]), needed));
    }
    return table;
}

void fitToTexts(QTableView& table, QWidget& window, int beside, int most) {
    table.ensurePolished();
    const auto& model = *table.model();
    const QFontMetrics metrics = table.fontMetrics();
    const int rows = std::min(model.rowCount(), kMeasuredRows);
    std::vector<int> widths;
    for (int column = 0; column < model.columnCount(); ++column) {
        int needed = table.horizontalHeader()->sectionSizeHint(column) + kGap;
        for (int row = 0; row < rows; ++row) {
            const QString shown = shownLine(model.index(row, column).data().toString());
            needed = std::max(needed, metrics.horizontalAdvance(shown) + kCellRoom);
        }
        widths.push_back(std::min(needed, most));
    }
    const auto margins = window.layout()->contentsMargins();
    const int around = margins.left() + margins.right() + 2 * table.frameWidth() +
                       table.verticalScrollBar()->sizeHint().width() + byText(beside);
    window.resize(std::max(window.width(), std::accumulate(widths.begin(), widths.end(), around)), window.height());
    fitToScreen(window);
    // On a small screen the reason goes on in a second line, and the widest of the others give way.
    widths.back() = std::min(widths.back(), kMinReason);
    const auto others = widths.end() - 1;
    for (int over = std::accumulate(widths.begin(), widths.end(), around) - window.width(); over > 0; --over) {
        --*std::max_element(widths.begin(), others);
    }
    for (auto column = widths.begin(); column != others; ++column) {
        table.setColumnWidth(static_cast<int>(column - widths.begin()), *column);
    }
    static_cast<TextTable&>(table).fitFor(window.width() - around - std::accumulate(widths.begin(), others, 0));
    window.layout()->activate();
    window.resize(window.width(), window.sizeHint().height());
    fitToScreen(window);
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/results_popover.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

constexpr int kResultsWidth = 720;
constexpr int kTimeWidth = 90;
constexpr int kMinRows = 3;  // what comes while it is open has some room
constexpr int kMaxRows = 12;

}  // namespace

ResultsPopover::ResultsPopover(UiContext& context, const ResultHistory& history, QWidget* parent)
    : Translated(parent, Qt::Popup), m_context(context), m_history(history) {
    setObjectName(QStringLiteral("resultsPopover"));
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("card", true);
    setFixedWidth(byText(kResultsWidth));
    auto* layout = columnIn(this, kGapLarge, kGap);
    m_title = new QLabel(this);
    m_title->setFont(scaledFont(font(), 1, QFont::DemiBold));
    m_table = named(new QTableView(this), QStringLiteral("resultsTable"));
    m_table->setModel(&m_model);
    styleTable(*m_table, false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->hide();
    m_older = named(new QLabel(this), QStringLiteral("resultsOlder"));
    m_older->setProperty("muted", true);
    m_rows = named(new QPushButton(this), QStringLiteral("resultsRows"));
    m_undo = named(new QPushButton(this), QStringLiteral("resultsUndo"));
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_older, 1);
    bottom->addWidget(m_rows);
    bottom->addWidget(m_undo);
    layout->addWidget(m_title);
    layout->addWidget(m_table);
    layout->addLayout(bottom);
    auto* copied = new QAction(this);
    copied->setShortcut(QKeySequence::Copy);
    addAction(copied);
    connect(copied, &QAction::triggered, this, &ResultsPopover::copy);
    connect(m_table, &QTableView::activated, this, &ResultsPopover::showRows);  // a double click, or Enter
    connect(m_rows, &QPushButton::clicked, this, &ResultsPopover::showRows);
    connect(m_undo, &QPushButton::clicked, this, &ResultsPopover::undo);
    connect(&history, &ResultHistory::changed, this, &ResultsPopover::fill);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ResultsPopover::showOffers);
    retranslate();
    m_table->selectRow(0);
}

void ResultsPopover::retranslate() {
    m_title->setText(tr("Results of this session"));
    m_table->setAccessibleName(m_title->text());
    m_rows->setText(tr("Show each row"));
    fill();
}

void ResultsPopover::fill() {
    const int row = m_table->currentIndex().row();
    m_model.clear();
    const Colors& colors = colorsOf(palette());
    for (const auto& entry : m_history.entries()) {
        auto* at = new QStandardItem(m_context.formats.time(entry.at));
        auto* told = new QStandardItem(shownLine(entry.notice.text));
        told->setForeground(colors.tone(entry.notice.tone).text);
        told->setToolTip(plainToolTip(entry.notice.text));
        if (m_context.notices.isOffered(entry.notice.serial)) {
            told->setIcon(icon(QStringLiteral("undo")));
        }
        for (auto* item : {at, told}) {
            item->setEditable(false);
        }
        m_model.appendRow({at, told});
    }
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(0, byText(kTimeWidth));
    m_older->setText(m_history.entries().empty() ? tr("Nothing has been done yet.")
                     : m_history.dropped() > 0
                         ? tr("%1 older results are no longer listed.", nullptr, Formats::plural(m_history.dropped()))
                               .arg(Formats::number(m_history.dropped()))
                         : QString());
    if (m_model.rowCount() > 0) {
        m_table->selectRow(std::clamp(row, 0, m_model.rowCount() - 1));
    }
    showOffers();
}

const ResultHistory::Entry* ResultsPopover::chosen() const {
    const int row = m_table->currentIndex().row();
    const auto& entries = m_history.entries();
    return row >= 0 && row < static_cast<int>(entries.size()) ? &entries[static_cast<std::size_t>(row)] : nullptr;
}

void ResultsPopover::showOffers() {
    const auto* entry = chosen();
    const bool offered = entry != nullptr && m_context.notices.isOffered(entry->notice.serial);
    m_undo->setText(offered ? entry->notice.undoText : tr("Undo"));
    m_undo->setEnabled(offered);
    m_undo->setToolTip(offered            ? QString()
                       : entry == nullptr ? tr("Choose a result.")
                                          : tr("This can no longer be undone here."));
    const bool listed = entry != nullptr && entry->notice.showRows;
    m_rows->setEnabled(listed);
    m_rows->setToolTip(listed ? QString() : entry == nullptr ? tr("Choose a result.") : tr("It has no list of rows."));
}

void ResultsPopover::showRows() {
    const auto* entry = chosen();
    if (entry == nullptr || !entry->notice.showRows) {
        return;
    }
    const auto show = entry->notice.showRows;
    auto* over = parentWidget()->window();
    close();  // before the list: a popup would stand over it
    show(over);
}

void ResultsPopover::undo() {
    const auto* entry = chosen();
    if (entry == nullptr) {
        return;
    }
    const auto serial = entry->notice.serial;
    auto& notices = m_context.notices;
    close();  // before it asks: a popup would stand over the question
    notices.undoResult(serial);
}

void ResultsPopover::copy() {
    if (const auto* entry = chosen()) {
        QGuiApplication::clipboard()->setText(m_context.formats.dateTime(entry->at) + QLatin1Char('\t') +
                                              entry->notice.text);
    }
}

void ResultsPopover::openAbove(QWidget* anchor) {
    const int rows = std::clamp(m_model.rowCount(), kMinRows, kMaxRows);
    m_table->setFixedHeight(rows * tableRowHeight() + 2 * m_table->frameWidth());
    popUpAbove(*this, *anchor);
    m_table->setFocus(Qt::PopupFocusReason);
}

}  // namespace evenhand::ui

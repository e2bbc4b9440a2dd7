// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/outcomes_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/pages/dispatch/dispatch_delegate.h"
#include "ui/pages/dispatch/dispatch_roles.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

OutcomesModel::OutcomesModel(std::vector<OutcomeLine> lines, QObject* parent)
    : QAbstractTableModel(parent), m_lines(std::move(lines)) {
    std::stable_partition(m_lines.begin(), m_lines.end(), [](const OutcomeLine& line) { return !line.done; });
}

int OutcomesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int OutcomesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant OutcomesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto& line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == kToneRole && index.column() == Result) {
        return static_cast<int>(line.done ? Tone::Good : Tone::Bad);
    }
    if (role == Qt::ToolTipRole && index.column() == Detail) {
        return plainToolTip(line.detail);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(index.column())) {
        case What: return line.what;
        case Result: return line.done ? tr("Done") : tr("Not done");
        case Detail: return line.detail;
        case kColumns: break;
    }
    return {};
}

QVariant OutcomesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case What: return tr("Order");
        case Result: return tr("Outcome");
        case Detail: return tr("Detail");
        case kColumns: break;
    }
    return {};
}

OutcomesDialog::OutcomesDialog(const QString& title, const QString& summary, std::vector<OutcomeLine> lines,
                               QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("outcomesDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    resize(640, 380);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGap);
    auto* label = new QLabel(summary, this);
    label->setObjectName(QStringLiteral("outcomesSummary"));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    layout->addWidget(label);
    auto* view = new QTableView(this);
    view->setObjectName(QStringLiteral("outcomesTable"));
    view->setModel(new OutcomesModel(std::move(lines), view));
    view->setItemDelegate(new DispatchDelegate(view));
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(kRowHeight);
    view->horizontalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setStretchLastSection(true);
    view->setColumnWidth(OutcomesModel::What, 170);
    view->setColumnWidth(OutcomesModel::Result, 100);
    layout->addWidget(view, 1);
    auto* buttons = new QDialogButtonBox(this);
    auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    close->setObjectName(QStringLiteral("outcomesClose"));
    close->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/voucher_table_model.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

VoucherTableModel::VoucherTableModel(const Formats& formats, QObject* parent)
    : SyncedRows(parent), m_formats(formats) {}

VoucherTableModel::~VoucherTableModel() = default;

bool VoucherTableModel::same(const api::ProductRow& a, const api::ProductRow& b) const {
    return a.name == b.name && a.unitPrice == b.unitPrice && a.stock == b.stock;
}

int VoucherTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant VoucherTableModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (row == nullptr) {
        return {};
    }
    const auto column = static_cast<Column>(index.column());
    const bool number = column == Price || column == OnHand;
    switch (role) {
        case Qt::DisplayRole:
            switch (column) {
                case Name: return text(row->name);
                case SkuColumn: return text(row->sku);
                case Price: return m_formats.money(row->unitPrice);
                case OnHand: return row->stock > 0 ? Formats::number(row->stock) : tr("no stock");
                case kColumns: break;
            }
            return {};
        case Qt::ToolTipRole: return plainToolTip(text(row->name));
        case Qt::TextAlignmentRole:
            return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case StrongRole: return column == Name;
        case InkRole: return column == OnHand && row->stock <= 0 ? QVariant(static_cast<int>(Tone::Bad)) : QVariant();
        default: return {};
    }
}

QVariant VoucherTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    const auto column = static_cast<Column>(section);
    if (role == Qt::TextAlignmentRole) {
        const bool number = column == Price || column == OnHand;
        return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
        case Name: return tr("Product");
        case SkuColumn: return tr("SKU");
        case Price: return tr("Price (%1)").arg(m_formats.currency());
        case OnHand: return tr("On hand");
        case kColumns: break;
    }
    return {};
}

}  // namespace evenhand::ui

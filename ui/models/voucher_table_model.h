// SPDX-License-Identifier: GPL-3.0-or-later
// Products of the catalogue that a flash sale may sell, with what is on hand.
// Thread: GUI. The owner feeds it; it asks nobody.
#pragma once

#include "engine/api/order_desk.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class VoucherTableModel : public SyncedRows<api::ProductRow> {
    Q_OBJECT

public:
    enum Column { Name, SkuColumn, Price, OnHand, kColumns };

    explicit VoucherTableModel(const Formats& formats, QObject* parent = nullptr);
    ~VoucherTableModel() override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] std::string keyOf(const api::ProductRow& row) const override { return row.sku.str(); }
    [[nodiscard]] bool same(const api::ProductRow& a, const api::ProductRow& b) const override;

private:
    const Formats& m_formats;
};

}  // namespace evenhand::ui

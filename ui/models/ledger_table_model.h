// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of the ledger, however many, in order of writing; see paged_rows.h. They never change.
// Thread: GUI.
#pragma once

#include "engine/api/ledger_desk.h"

namespace evenhand::api {

using LedgerEntryId = base::NumberId<struct LedgerEntryTag>;
[[nodiscard]] inline LedgerEntryId cacheKey(const LedgerRow& row) { return {row.entry}; }
[[nodiscard]] inline bool changed(const LedgerRow&, const LedgerRow&) { return false; }

}  // namespace evenhand::api

#include "ui/bridge/engine_bridge.h"
#include "ui/models/paged_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class LedgerTableModel : public PagedRows<api::LedgerRow, api::LedgerFilter> {
    Q_OBJECT

public:
    enum Column {
        EntryColumn,
        AtColumn,
        KindColumn,
        DebitColumn,
        CreditColumn,
        AmountColumn,
        OrderColumn,
        PaymentColumn,
        ActorColumn,
        ColumnCount
    };

    LedgerTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);

    [[nodiscard]] int orderColumn() const override { return EntryColumn; }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] api::Answer<std::vector<api::LedgerRow>> askPage(const api::LedgerFilter& filter, Span span) override;
    [[nodiscard]] api::Answer<std::int64_t> askCount(const api::LedgerFilter& filter) override;
    [[nodiscard]] QString display(const api::LedgerRow& row, int column) const override;
    [[nodiscard]] QVariant look(const api::LedgerRow& row, int column, int role) const override;

private:
    EngineBridge& m_bridge;
    const Formats& m_formats;
};

}  // namespace evenhand::ui

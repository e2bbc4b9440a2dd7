// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of dispatch that were given up: why, how often tried, of which order.
// Thread: GUI.
#pragma once

#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class DeadLettersModel : public SyncedRows<api::DeadLetterRow> {
    Q_OBJECT

public:
    enum Column { Order, Reason, Attempts, Topic, At, kColumns };

    explicit DeadLettersModel(const Formats& formats, QObject* parent = nullptr);
    void retranslate();
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] std::string keyOf(const api::DeadLetterRow& row) const override { return std::to_string(row.id); }
    [[nodiscard]] bool same(const api::DeadLetterRow& a, const api::DeadLetterRow& b) const override;

private:
    const Formats& m_formats;
};

}  // namespace evenhand::ui

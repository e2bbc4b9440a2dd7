// SPDX-License-Identifier: GPL-3.0-or-later
// Deliveries of webhooks, however many, in order of making; see paged_rows.h.
// Thread: GUI.
#pragma once

#include "engine/api/webhook_types.h"

namespace evenhand::api {

[[nodiscard]] inline DeliveryId cacheKey(const DeliveryRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const DeliveryRow& a, const DeliveryRow& b) {
    return a.status != b.status || a.attempts != b.attempts || a.lastStatus != b.lastStatus ||
           a.lastError != b.lastError || a.nextTry != b.nextTry;
}

}  // namespace evenhand::api

#include "ui/bridge/engine_bridge.h"
#include "ui/models/paged_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class DeliveryTableModel : public PagedRows<api::DeliveryRow, api::DeliveryFilter> {
    Q_OBJECT

public:
    enum Column {
        AtColumn,
        EventColumn,
        SubjectColumn,
        StatusColumn,
        AttemptsColumn,
        AnswerColumn,
        ErrorColumn,
        NextColumn,
        EndpointColumn,
        MessageColumn,
        ColumnCount
    };

    DeliveryTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);

    [[nodiscard]] int orderColumn() const override { return AtColumn; }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] api::Answer<std::vector<api::DeliveryRow>> askPage(const api::DeliveryFilter& filter,
                                                                     Span span) override;
    [[nodiscard]] api::Answer<std::int64_t> askCount(const api::DeliveryFilter& filter) override;
    [[nodiscard]] QString display(const api::DeliveryRow& row, int column) const override;
    [[nodiscard]] QVariant look(const api::DeliveryRow& row, int column, int role) const override;

private:
    EngineBridge& m_bridge;
    const Formats& m_formats;
};

}  // namespace evenhand::ui

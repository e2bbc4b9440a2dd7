// SPDX-License-Identifier: GPL-3.0-or-later
// What there is of a flash sale row by row: messages that were read and are not acknowledged, dead letters, what was
// done by whom; and what can be done about the first two, with what became of each reservation.
// Thread: GUI. They read only while active and a sale is shown. Invariant: what is done is done to rows of the sale
// that was shown when it was asked.
#pragma once

#include <string>

#include "engine/api/seckill_types.h"

namespace evenhand::api {

/// A message is named by a text.
struct MessageKey {
    std::string value;
    [[nodiscard]] bool valid() const noexcept { return !value.empty(); }
    auto operator<=>(const MessageKey&) const = default;
};
[[nodiscard]] inline MessageKey cacheKey(const PendingRow& row) { return {row.messageId}; }
[[nodiscard]] inline bool changed(const PendingRow& a, const PendingRow& b) {
    return a.user != b.user || a.orderNo != b.orderNo || a.consumer != b.consumer || a.attempts != b.attempts ||
           a.reservedAt != b.reservedAt || a.idleMs != b.idleMs || a.nextTry != b.nextTry || a.ordered != b.ordered;
}

[[nodiscard]] inline DeadLetterId cacheKey(const SeckillLetterRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const SeckillLetterRow& a, const SeckillLetterRow& b) {
    return a.reason != b.reason || a.attempts != b.attempts;
}

/// With its place, so that it has a name.
struct NumberedLog : ActivityLogRow {
    std::int64_t number = 0;  ///< from the oldest
};
using NumberedLogId = base::NumberId<struct NumberedLogTag>;
[[nodiscard]] inline NumberedLogId cacheKey(const NumberedLog& row) { return {row.number}; }
[[nodiscard]] inline bool changed(const NumberedLog& a, const NumberedLog& b) {
    return a.at != b.at || a.actor != b.actor || a.action != b.action || a.amount != b.amount || a.reason != b.reason;
}

}  // namespace evenhand::api

#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

struct OfSale : AnyCell {
    ActivityId activity = {};
};

template <typename Row>
class SaleTable : public QueryPane<Row, OfSale, OneOrder> {
public:
    using Table = QueryPane<Row, OfSale, OneOrder>;
    using typename Table::Spec;

    SaleTable(Spec spec, UiContext& context, QWidget* parent)
        : Table(ofShown(std::move(spec), this), context, parent) {}

    /// The rows are of this one; empty: none is shown.
    void setActivity(const ActivityId& activity) {
        const auto before = std::exchange(m_activity, activity);
        if (before == activity) {
            return;
        }
        if (before.empty() || activity.empty()) {
            SaleTable::setActive(m_shown);
        }
        this->changed();
    }
    void setActive(bool active) override {
        m_shown = active;
        Table::setActive(active && !m_activity.empty());
    }
    [[nodiscard]] bool isReady() const override { return !this->isActive() || Table::isReady(); }

private:
    static Spec ofShown(Spec spec, SaleTable* pane) {
        spec.always = [pane](OfSale& filter) { filter.activity = pane->m_activity; };
        spec.look.shownOf = [pane] { return QStringLiteral("sale=") + text(pane->m_activity); };
        return spec;
    }

    ActivityId m_activity;
    bool m_shown = false;
};

class PendingPane : public SaleTable<api::PendingRow> {
    Q_OBJECT

public:
    PendingPane(UiContext& context, QWidget* parent);
    ~PendingPane() override;
    [[nodiscard]] static std::vector<Column<api::PendingRow, OneOrder>> describeColumns(UiContext& context);

private:
    [[nodiscard]] static Spec describe(UiContext& context, PendingPane* pane);
    [[nodiscard]] static std::vector<RowAction<api::PendingRow>> describeActions(UiContext& context, PendingPane* pane);

    ActivityId m_asked;  ///< whose rows the question is about
};

class LetterPane : public SaleTable<api::SeckillLetterRow> {
    Q_OBJECT

public:
    LetterPane(UiContext& context, QWidget* parent);
    ~LetterPane() override;
    /// Whether trying again may succeed.
    void setPhase(api::ActivityPhase phase);
    [[nodiscard]] static std::vector<Column<api::SeckillLetterRow, OneOrder>> describeColumns(UiContext& context);

private:
    [[nodiscard]] static Spec describe(UiContext& context, LetterPane* pane);
    [[nodiscard]] static RowAction<api::SeckillLetterRow> describeAction(UiContext& context, LetterPane* pane,
                                                                         bool retry);

    api::ActivityPhase m_phase = api::ActivityPhase::Draft;
};

class SaleLogPane : public SaleTable<api::NumberedLog> {
    Q_OBJECT

public:
    SaleLogPane(UiContext& context, QWidget* parent);
    ~SaleLogPane() override;
    [[nodiscard]] static std::vector<Column<api::NumberedLog, OneOrder>> describeColumns(UiContext& context);

private:
    [[nodiscard]] static Spec describe(UiContext& context);
};

}  // namespace evenhand::ui

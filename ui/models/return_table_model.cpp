// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/return_table_model.h"

#include <algorithm>

#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kOldMs = 24LL * 3'600'000;
constexpr std::int64_t kVeryOldMs = 3 * kOldMs;

bool waits(const api::ReturnRow& row) {
    return row.stage == api::ReturnStage::Approval || row.stage == api::ReturnStage::SecondApproval;
}

}  // namespace

ReturnTableModel::ReturnTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats, QObject* parent)
    : PagedRows(parent), m_bridge(bridge), m_scope(scope), m_formats(formats) {
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] { touchVisible(AgeColumn, AgeColumn); });
    connect(&m_bridge, &EngineBridge::returnsChanged, this, &PagedTable::refresh);
    connect(&m_bridge, &EngineBridge::refundsChanged, this, &PagedTable::refresh);
    connect(&m_scope, &CampusScope::campusesChanged, this, [this] { touchVisible(CampusColumn, CampusColumn); });
}

void ReturnTableModel::setTicking(bool ticking) {
    if (ticking) {
        m_tick.start();
    } else {
        m_tick.stop();
    }
}

api::ReturnQuery ReturnTableModel::query() const { return {filter(), m_descending, std::nullopt, 0, kBlock}; }

int ReturnTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

api::Answer<std::vector<api::ReturnRow>> ReturnTableModel::askPage(const api::ReturnFilter& filter, Span span) {
    return m_bridge.returns().page(m_bridge.call(), {filter, m_descending, std::nullopt, span.offset, span.limit});
}

api::Answer<std::int64_t> ReturnTableModel::askCount(const api::ReturnFilter& filter) {
    return m_bridge.returns().count(m_bridge.call(), filter);
}

QString ReturnTableModel::title(int column) const {
    switch (column) {
        case NumberColumn: return tr("Return");
        case StageColumn: return tr("Stage");
        case AgeColumn: return tr("Age");
        case AmountColumn: return tr("Amount (%1)").arg(m_formats.currency());
        case UnitsColumn: return tr("Units");
        case OrderColumn: return tr("Order");
        case UserColumn: return tr("User");
        case CampusColumn: return tr("Campus");
        case RequesterColumn: return tr("Requested by");
        case RequestedColumn: return tr("Requested");
        case GoodsColumn: return tr("Goods");
        case RefundColumn: return tr("Refund");
        case FirstColumn: return tr("First approval by");
        default: return {};
    }
}

bool ReturnTableModel::isNumber(int column) const {
    return column == AgeColumn || column == AmountColumn || column == UnitsColumn;
}

QString ReturnTableModel::display(const api::ReturnRow& row, int column) const {
    switch (column) {
        case NumberColumn: return text(row.number);
        case StageColumn: return label(row.stage);
        case AgeColumn: return Formats::duration(std::max<std::int64_t>(0, m_bridge.now().ms - row.requestedAt.ms));
        case AmountColumn: return m_formats.money(row.amount);
        case UnitsColumn: return Formats::number(row.units);
        case OrderColumn: return text(row.orderNo);
        case UserColumn: return text(row.user);
        case CampusColumn: return m_scope.nameOf(row.campus);
        case RequesterColumn: return actorLabel(row.requester);
        case RequestedColumn: return m_formats.dateTime(row.requestedAt);
        case GoodsColumn: return label(row.goods);
        case RefundColumn: return row.refund ? label(*row.refund) : Formats::dash();
        case FirstColumn: return actorLabel(row.firstApprover);
        default: return {};
    }
}

QString ReturnTableModel::hint(const api::ReturnRow& row, int column) const {
    if (column == AgeColumn) {
        return tr("Requested %1").arg(m_formats.dateTime(row.requestedAt));
    }
    return display(row, column);
}

QVariant ReturnTableModel::look(const api::ReturnRow& row, int column, int role) const {
    if (role == PillRole) {
        return column == StageColumn ? QVariant(static_cast<int>(tone(row.stage))) : QVariant();
    }
    if (role == StrongRole) {
        return column == NumberColumn || column == AmountColumn || column == AgeColumn;
    }
    if (role == InkRole && column == AgeColumn && waits(row)) {
        const std::int64_t age = m_bridge.now().ms - row.requestedAt.ms;
        return age > kVeryOldMs ? QVariant(static_cast<int>(Tone::Bad))
                                : (age > kOldMs ? QVariant(static_cast<int>(Tone::Warn)) : QVariant());
    }
    if (role == InkRole && column == RefundColumn && row.refund) {
        return static_cast<int>(tone(*row.refund));
    }
    return {};
}

}  // namespace evenhand::ui

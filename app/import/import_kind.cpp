// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/import_kind.h"

#include <array>

#include "app/import/list_columns.h"
#include "app/import/order_row.h"
#include "app/import/return_row.h"
#include "engine/base/money.h"
#include "engine/base/text_table.h"

namespace evenhand::import {
namespace {

constexpr base::TextTable<ImportKind, 6> kKinds{{{ImportKind::Couriers, "couriers"},
                                                 {ImportKind::Products, "products"},
                                                 {ImportKind::Stock, "stock"},
                                                 {ImportKind::Orders, "orders"},
                                                 {ImportKind::Returns, "returns"},
                                                 {ImportKind::Rosters, "rosters"}}};
static_assert(base::inOrder(kKinds));
constexpr auto kAllKinds = base::valuesOf(kKinds);

// Ids first, then names: see ListColumns::check().
constexpr KindField kCouriers[]{{Field::CourierId}, {Field::Campus}, {Field::Name}, {Field::Phone}, {Field::OnDuty}};
constexpr KindField kProducts[]{{Field::SkuCode}, {Field::Name}, {Field::UnitPrice}, {Field::Stock}};
constexpr KindField kStock[]{{Field::SkuCode}, {Field::Stock}, {Field::ReasonText, false}};
constexpr KindField kOrders[]{{Field::OrderNo},  {Field::User},      {Field::Campus},   {Field::SkuCode},
                              {Field::Quantity}, {Field::UnitPrice}, {Field::PlacedAt}, {Field::ProductName, false}};
constexpr KindField kReturns[]{{Field::ReturnNumber},     {Field::OrderNo, false}, {Field::User, false},
                               {Field::SkuCode},          {Field::Quantity},       {Field::ReturnedAt},
                               {Field::ReasonText, false}};
constexpr KindField kRosters[]{{Field::CourierId}, {Field::Monday}, {Field::Tuesday},  {Field::Wednesday},
                               {Field::Thursday},  {Field::Friday}, {Field::Saturday}, {Field::Sunday}};

}  // namespace

std::string_view toText(ImportKind kind) noexcept { return base::textOf(kKinds, kind); }

std::optional<ImportKind> importKindFrom(std::string_view text) noexcept { return base::valueOf(kKinds, text); }

std::span<const ImportKind> allImportKinds() noexcept { return kAllKinds; }

std::span<const KindField> fieldsOf(ImportKind kind) noexcept {
    switch (kind) {
        case ImportKind::Couriers: return kCouriers;
        case ImportKind::Products: return kProducts;
        case ImportKind::Stock: return kStock;
        case ImportKind::Orders: return kOrders;
        case ImportKind::Returns: return kReturns;
        case ImportKind::Rosters: return kRosters;
    }
    return {};
}

Result<void> checkHeader(ImportKind kind, const Profile& profile, const CsvRecord& header) {
    // Where the columns are says nothing of money and time.
    const QTimeZone anyZone = QTimeZone::utc();
    switch (kind) {
        case ImportKind::Couriers:
        case ImportKind::Products:
        case ImportKind::Stock:
        case ImportKind::Rosters: return ListColumns(kind, profile).readHeader(header);
        case ImportKind::Orders:
            return OrderRowReader(profile, 0, Money{base::kMaxMoneyMinor}, anyZone, latestInstant({}))
                .readHeader(header);
        case ImportKind::Returns: return ReturnRowReader(profile, anyZone, latestInstant({})).readHeader(header);
    }
    return {};
}

}  // namespace evenhand::import

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/shop_types.h"

#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

constexpr base::TextTable<StockChange, 7> kStockChange{{{StockChange::Received, "received"},
                                                        {StockChange::Corrected, "corrected"},
                                                        {StockChange::Imported, "imported"},
                                                        {StockChange::Ordered, "ordered"},
                                                        {StockChange::OrderedInSale, "ordered_in_sale"},
                                                        {StockChange::ToSale, "to_sale"},
                                                        {StockChange::FromSale, "from_sale"}}};
static_assert(base::inOrder(kStockChange));

}  // namespace

std::string_view toText(StockChange value) noexcept { return base::textOf(kStockChange, value); }

std::optional<StockChange> stockChangeFrom(std::string_view text) noexcept {
    const auto found = base::valueOf(kStockChange, text);
    return found && *found <= StockChange::Imported ? found : std::nullopt;
}

}  // namespace evenhand::api

// SPDX-License-Identifier: GPL-3.0-or-later
// What can be imported, and which fields a row of each has.
// Thread: value types and pure functions, any thread.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/import/csv_reader.h"
#include "app/import/profile.h"

namespace evenhand::import {

enum class ImportKind : std::uint8_t {
    Couriers,
    Products,
    Stock,  ///< what was counted on hand, of products that are there
    Orders,
    Returns,
    Rosters  ///< weeks of couriers who are there
};
/// "couriers", "products", "stock", "orders", "returns", "rosters", and back.
[[nodiscard]] std::string_view toText(ImportKind kind) noexcept;
[[nodiscard]] std::optional<ImportKind> importKindFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const ImportKind> allImportKinds() noexcept;

struct KindField {
    Field field = Field::OrderNo;
    bool needed = true;
};
/// In the order in which a person would look for them. Of a return either the order number or the user is needed.
[[nodiscard]] std::span<const KindField> fieldsOf(ImportKind kind) noexcept;

/// Whether a file with this header can be read so: every field that is needed has its column, or a constant.
/// InvalidArgument (header) naming what is missing or there twice.
[[nodiscard]] Result<void> checkHeader(ImportKind kind, const Profile& profile, const CsvRecord& header);

}  // namespace evenhand::import

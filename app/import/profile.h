// SPDX-License-Identifier: GPL-3.0-or-later
// How a foreign file is read: which of its columns is which, the form of its dates, constants for what it does not
// have, and the prefix that marks return rows. Written as JSON:
//   {"columns": {"order_no": "InvoiceNo", …}, "constants": {"campus": "north"}, "date_format": "d/M/yyyy H:mm",
//    "also_date_format": "d.M.yyyy", "return_prefix": "C", "negative_returns": true, "guest": "guest",
//    "minor_units": 2, "integer_ids": ["user_id"], "delimiter": ";"}
// All members are optional; a field without a column and without a constant keeps its own name as the column, and one
// whose column is null is not in the file. Where
// orders and returns share a file (there is a prefix), a return has its number in the column of the order number and
// its time in that of `placed_at`, unless `return_no` and `at` have columns of their own. Value type, any thread.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::import {

enum class Field : std::uint8_t {
    OrderNo,
    User,
    Campus,
    SkuCode,
    Quantity,
    UnitPrice,
    PlacedAt,
    ProductName,
    ReturnNumber,
    ReturnedAt,
    ReasonText,  ///< of a return, or of a count of stock
    CourierId,
    Name,  ///< of a courier or a product in its own list
    Phone,
    OnDuty,
    Stock,
    Monday,  ///< the shifts of the weekday, in a roster
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday
};
inline constexpr std::size_t kOrderFieldCount = 8;  ///< those of orders come first
inline constexpr std::size_t kFieldCount = 23;
/// "order_no", "user_id", "campus", "sku", "quantity", "unit_price", "placed_at", "product_name", "return_no", "at",
/// "reason", "courier_id", "name", "phone", "on_duty", "stock", "mon" … "sun".
[[nodiscard]] std::string_view fieldName(Field field) noexcept;

struct Profile {
    std::string name;
    std::array<std::string, kFieldCount> columns;                   ///< the file's name of each; empty: not in it
    std::array<std::optional<std::string>, kFieldCount> constants;  ///< instead of a column
    std::string dateFormat;                                         ///< see TimestampReader; empty: ISO 8601
    std::string alsoDateFormat;                                     ///< a second form of dates; empty: there is none
    std::string returnPrefix;       ///< order numbers beginning so are returns; empty: there are none
    bool negativeReturns = false;   ///< quantities of return rows are negative
    std::string guest = "guest";    ///< the user of rows without one
    std::optional<int> minorUnits;  ///< digits of a price after the point; absent: those of the workspace's currency
    std::array<bool, kFieldCount> integerId{};  ///< "17850.0" means "17850"
    char delimiter = ',';

    [[nodiscard]] const std::string& column(Field field) const { return columns[static_cast<std::size_t>(field)]; }
    /// What a message calls it: by its column, or by itself where it has none.
    [[nodiscard]] std::string wordFor(Field field) const;
    [[nodiscard]] const std::optional<std::string>& constant(Field field) const {
        return constants[static_cast<std::size_t>(field)];
    }

    /// Evenhand's own columns.
    [[nodiscard]] static Profile native();
    /// Built in: the columns of the UCI "Online Retail" data set.
    [[nodiscard]] static Profile onlineRetail();
    /// InvalidArgument naming the member that is wrong; unknown members are wrong too.
    [[nodiscard]] static Result<Profile> fromJson(std::string_view json, std::string name);
    /// What fromJson() reads as this one. Members that are as in native() are left out.
    [[nodiscard]] std::string toJson() const;
    /// A built-in name, else a file. NotFound, InvalidArgument.
    [[nodiscard]] static Result<Profile> load(const std::string& nameOrPath);
    bool operator==(const Profile&) const = default;
};

}  // namespace evenhand::import

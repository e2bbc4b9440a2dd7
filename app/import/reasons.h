// SPDX-License-Identifier: GPL-3.0-or-later
// Why a row is not taken, in the order in which the reasons are tested: the first that applies is reported.
// Value types, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace evenhand::import {

enum class Reason : std::uint8_t {
    WrongColumns,
    NotUtf8,
    TooLong,
    ReturnRow,
    MissingOrderNo,
    MissingSku,
    BadNumber,
    NonPositiveQuantity,
    NegativePrice,
    SubMinorPrice,
    BadDate,
    InFuture,
    ConflictingHeader,
    DuplicateOrder,
    UnknownSku,
    Disabled,
    OutOfStock,
    // Lists of couriers, products and rosters only.
    MissingCourierId,
    MissingCampus,
    BadOnDuty,
    CampusChanged,
    NegativeStock,
    UnknownCourier,
    BadShifts,
    // Returns only.
    OrderRow,
    MissingReturnNo,
    NoCustomer,
    DuplicateReturn,
    NumberReused,
    NoDeduction,
    WrongStatus,
    ExceedsDeducted,
};
inline constexpr std::size_t kReasonCount = 32;

/// "wrong_columns", "not_utf8", … in reports.
[[nodiscard]] std::string_view reasonName(Reason reason) noexcept;

/// A row that is not taken: why, for programs and for people.
struct Rejection {
    Reason reason = Reason::WrongColumns;
    std::string message;
};

}  // namespace evenhand::import

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/reasons.h"

namespace evenhand::import {

std::string_view reasonName(Reason reason) noexcept {
    switch (reason) {
        case Reason::WrongColumns: return "wrong_columns";
        case Reason::NotUtf8: return "not_utf8";
        case Reason::TooLong: return "too_long";
        case Reason::ReturnRow: return "return_row";
        case Reason::MissingOrderNo: return "missing_order_no";
        case Reason::MissingSku: return "missing_sku";
        case Reason::BadNumber: return "bad_number";
        case Reason::NonPositiveQuantity: return "non_positive_quantity";
        case Reason::NegativePrice: return "negative_price";
        case Reason::SubMinorPrice: return "sub_minor_price";
        case Reason::BadDate: return "bad_date";
        case Reason::InFuture: return "in_future";
        case Reason::ConflictingHeader: return "conflicting_header";
        case Reason::DuplicateOrder: return "duplicate_order";
        case Reason::UnknownSku: return "unknown_sku";
        case Reason::Disabled: return "disabled";
        case Reason::OutOfStock: return "out_of_stock";
        case Reason::MissingCourierId: return "missing_courier_id";
        case Reason::MissingCampus: return "missing_campus";
        case Reason::BadOnDuty: return "bad_on_duty";
        case Reason::CampusChanged: return "campus_changed";
        case Reason::NegativeStock: return "negative_stock";
        case Reason::UnknownCourier: return "unknown_courier";
        case Reason::BadShifts: return "bad_shifts";
        case Reason::OrderRow: return "order_row";
        case Reason::MissingReturnNo: return "missing_return_no";
        case Reason::NoCustomer: return "no_customer";
        case Reason::DuplicateReturn: return "duplicate_return";
        case Reason::NumberReused: return "number_reused";
        case Reason::NoDeduction: return "no_deduction";
        case Reason::WrongStatus: return "wrong_status";
        case Reason::ExceedsDeducted: return "exceeds_deducted";
    }
    return "unknown";
}

}  // namespace evenhand::import

// SPDX-License-Identifier: GPL-3.0-or-later
// Where the number of a payment may stand: it is used where one of these tables has it, and nothing else is then paid
// with it. For rows that are held in memory (HotRows) and for SQL. Internal to engine/store. Thread: pure, any thread.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace evenhand::store {

/// Payments that were accepted, and money that is owed back. Their column is payment_no.
inline constexpr std::array<std::string_view, 2> kPaymentTables{"payment", "owed_payment"};

/// A condition in SQL; each table has a parameter, the number.
[[nodiscard]] inline std::string paymentNumberUsedSql() {
    std::string sql;
    for (const auto table : kPaymentTables) {
        sql.append(sql.empty() ? "" : " OR ").append("EXISTS (SELECT 1 FROM ").append(table);
        sql.append(" WHERE payment_no = ?)");
    }
    return sql;
}

}  // namespace evenhand::store

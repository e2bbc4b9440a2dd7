// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/kept_rows.h"

#include <boost/json/parse.hpp>
#include <string_view>

#include "engine/wire/values/value.h"

namespace evenhand::ingest {
namespace {

/// True if the row's error is KeyReused. After any other error the batch may have been lost, and with it the answer
/// that was found.
bool isRepeated(const boost::json::value& row, std::string_view member) {
    const auto* outcome = row.if_object();
    const auto* error = outcome != nullptr ? outcome->if_contains(member) : nullptr;
    const auto* code = error != nullptr && error->is_object() ? error->get_object().if_contains("code") : nullptr;
    return code != nullptr && code->is_string() && code->get_string() == wire::nameOf(ErrorCode::KeyReused);
}

}  // namespace

std::optional<boost::json::value> keptAnswer(const Error* error, const api::Once& once) {
    if (error == nullptr || error->code != ErrorCode::KeyReused || !once.repeated()) {
        return std::nullopt;
    }
    return boost::json::object{{"value", boost::json::parse(*once.repeated())}};
}

void putKeptRows(boost::json::array& rows, const api::Once& once) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (const auto& kept = once.repeated(row); kept && isRepeated(rows[row], "error")) {
            rows[row] = boost::json::parse(*kept);
        }
    }
}

void putKeptResults(boost::json::array& rows, const api::Once& once) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (const auto& kept = once.repeated(row); kept && isRepeated(rows[row], "problem")) {
            rows[row] = boost::json::object{{"value", boost::json::parse(*kept)}};
        }
    }
}

}  // namespace evenhand::ingest

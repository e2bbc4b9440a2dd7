// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the engine as JSON objects of the API. Money is an integer of minor units, an instant one of milliseconds
// since 1970; what there is none of is left out. Thread: pure, any thread.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "engine/api/campaign_types.h"
#include "engine/api/order_desk.h"

namespace evenhand::ingest {

[[nodiscard]] boost::json::object orderJson(const api::OrderRow& row);
[[nodiscard]] boost::json::object orderJson(const api::OrderDetail& detail);
/// The schema of such objects. What a row says of its order is in both by api::kOrderFields.
[[nodiscard]] std::string orderSchema();
[[nodiscard]] boost::json::object drawJson(const api::DrawAnswer& draw);

}  // namespace evenhand::ingest

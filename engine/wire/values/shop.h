// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of campuses, couriers and products, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/shop_types.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(ProductSort, Sku, Name, UnitPrice, Stock)
BOOST_DESCRIBE_ENUM(StockChange, Received, Corrected, Imported, Ordered, OrderedInSale, ToSale, FromSale)

BOOST_DESCRIBE_STRUCT(NewCampus, (), (id, name))
BOOST_DESCRIBE_STRUCT(CampusEdit, (), (id, name, version))
BOOST_DESCRIBE_STRUCT(NewCourier, (), (id, campus, name, phone))
BOOST_DESCRIBE_STRUCT(CourierEdit, (), (id, name, phone, version))
BOOST_DESCRIBE_STRUCT(NewProduct, (), (sku, name, unitPrice, stock, lowStock))
BOOST_DESCRIBE_STRUCT(ProductEdit, (), (sku, name, unitPrice, lowStock, version))
BOOST_DESCRIBE_STRUCT(ProductFilter, (), (text, disabled, lowOnly))
BOOST_DESCRIBE_STRUCT(ProductQuery, (), (filter, sort, descending, offset, limit, after))
BOOST_DESCRIBE_STRUCT(StockHistoryRow, (), (at, change, units, cameBack, about, reason, actor))
BOOST_DESCRIBE_STRUCT(StockAnswer, (), (stock))

}  // namespace evenhand::api

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/shop.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::ProductSort);
EVENHAND_WIRE_ENUM(evenhand::api::StockChange);
EVENHAND_WIRE_STRUCT(evenhand::api::NewCampus);
EVENHAND_WIRE_STRUCT(evenhand::api::CampusEdit);
EVENHAND_WIRE_STRUCT(evenhand::api::NewCourier);
EVENHAND_WIRE_STRUCT(evenhand::api::CourierEdit);
EVENHAND_WIRE_STRUCT(evenhand::api::NewProduct);
EVENHAND_WIRE_STRUCT(evenhand::api::ProductEdit);
EVENHAND_WIRE_STRUCT(evenhand::api::ProductFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::ProductQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::StockHistoryRow);
EVENHAND_WIRE_STRUCT(evenhand::api::StockAnswer);

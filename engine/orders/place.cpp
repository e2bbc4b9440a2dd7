// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/place.h"

#include <QCryptographicHash>
#include <optional>
#include <unordered_map>

#include "engine/alerts/low_stock.h"
#include "engine/api/limits.h"
#include "engine/base/new_order_no.h"
#include "engine/draws/draw.h"
#include "engine/order_events/order_events.h"
#include "engine/orders/pay.h"
#include "engine/store/records/campaign_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/deduction_store.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/product_store.h"
#include "engine/timer_queue/stage.h"

namespace evenhand::orders {
namespace {

using runtime::UnitOfWork;
using Lines = std::vector<api::OrderLine>;

Result<void> validateLine(const api::OrderLine& line) {
    EVENHAND_TRY(base::validateId(line.sku.str(), "sku"));
    if (line.quantity < 1 || line.quantity > api::kMaxOrderQuantity) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(api::kMaxOrderQuantity), "quantity",
                    std::to_string(line.quantity));
    }
    if (line.unitPrice.minor < 0 || line.unitPrice.minor > base::kMaxMoneyMinor) {
        return fail(ErrorCode::InvalidArgument, "must be 0 to " + std::to_string(base::kMaxMoneyMinor), "unit_price",
                    std::to_string(line.unitPrice.minor));
    }
    return {};
}

Result<void> validate(const api::PlaceOrder& request) {
    EVENHAND_TRY(base::validateId(request.key, "key"));
    if (!request.orderNo.empty()) {
        EVENHAND_TRY(base::validateId(request.orderNo.str(), "order_no"));
    }
    EVENHAND_TRY(base::validateId(request.user.str(), "user"));
    EVENHAND_TRY(base::validateId(request.campus.str(), "campus"));
    if (request.lines.empty() || request.lines.size() > api::kMaxOrderLines) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(api::kMaxOrderLines), "lines",
                    std::to_string(request.lines.size()));
    }
    for (const auto& line : request.lines) {
        EVENHAND_TRY(validateLine(line));
    }
    return {};
}

Result<Money> totalOf(UnitOfWork& work, const Lines& lines) {
    Money total;
    for (const auto& line : lines) {
        EVENHAND_TRY(store::meta::checkAmount(work.database(), line.unitPrice, "unit_price"));
        EVENHAND_ASSIGN(const auto amount, base::multiply(line.unitPrice, line.quantity));
        EVENHAND_ASSIGN(total, base::add(total, amount));
    }
    EVENHAND_TRY(store::meta::checkAmount(work.database(), total, "total"));
    return total;
}

/// Everything but the key, each part with its length in front, so that no two bodies read alike.
std::string bodyHash(const api::PlaceOrder& request) {
    std::string body;
    body.reserve(64 + 32 * request.lines.size());
    const auto add = [&body](std::string_view part) {
        body += std::to_string(part.size());
        body += ':';
        body += part;
    };
    add(request.orderNo.str());
    add(request.user.str());
    add(request.campus.str());
    add(request.placedAt ? std::to_string(request.placedAt->ms) : std::string());
    for (const auto& line : request.lines) {
        add(line.sku.str());
        body += std::to_string(line.quantity);
        body += '@';
        body += std::to_string(line.unitPrice.minor);
        body += ';';
    }
    if (request.draw) {
        add(request.draw->campaign.str());
        add(request.draw->id.str());
    }
    const auto hash = QCryptographicHash::hash(QByteArrayView(body.data(), static_cast<qsizetype>(body.size())),
                                               QCryptographicHash::Blake2b_160);
    return hash.toStdString();
}

OrderNo makeOrderNo(UnitOfWork& work) {
    constexpr std::size_t kChance = 5;
    return OrderNo(std::string(base::NewOrderNo<kChance>(work.now(), work.rng().next())));
}

/// What the lines ask of each SKU, in the order of first mention, and what there is.
struct Demand {
    std::vector<store::deductions::Line> bySku;
    std::vector<std::optional<store::products::Offer>> offers;
    std::vector<std::size_t> skuOfLine;
};

Result<Demand> demandOf(UnitOfWork& work, const Lines& lines) {
    Demand demand;
    demand.skuOfLine.reserve(lines.size());
    std::vector<std::string_view> skus;
    std::unordered_map<std::string_view, std::size_t> index;
    for (const auto& line : lines) {
        const std::string_view sku = line.sku.str();
        std::size_t at = skus.size();
        if (lines.size() > 1) {
            at = index.emplace(sku, skus.size()).first->second;
        }
        if (at == skus.size()) {
            skus.push_back(sku);
            demand.bySku.push_back({sku, 0});
        }
        demand.bySku[at].quantity += line.quantity;
        demand.skuOfLine.push_back(at);
    }
    EVENHAND_ASSIGN(demand.offers, store::products::offersOf(work.database(), skus));
    return demand;
}

Error unknownSku(std::string_view sku) {
    return {ErrorCode::UnknownSku, "is not in the catalogue", "sku", std::string(sku)};
}
Error disabledSku(std::string_view sku) {
    return {ErrorCode::Disabled, "the product is disabled", "sku", std::string(sku)};
}
Error outOfStock(std::string_view sku, std::int64_t left) {
    return {ErrorCode::OutOfStock, "only " + std::to_string(left) + " left", "sku", std::string(sku)};
}

/// The first thing that cannot be had, if any.
std::optional<Error> shortage(const Demand& demand) {
    for (std::size_t i = 0; i < demand.bySku.size(); ++i) {
        const auto& offer = demand.offers[i];
        if (!offer) {
            return unknownSku(demand.bySku[i].sku);
        }
        if (offer->disabled) {
            return disabledSku(demand.bySku[i].sku);
        }
        if (offer->stock < demand.bySku[i].quantity) {
            return outOfStock(demand.bySku[i].sku, offer->stock);
        }
    }
    return std::nullopt;
}

/// What placing decides about: the campus stays as it is, the products are taken from, a draw's campaign stays.
Result<void> lockForPlacing(UnitOfWork& work, const api::PlaceOrder& request) {
    if (work.database().roots() == nullptr) {
        return {};
    }
    std::int64_t campaign = 0;
    if (request.draw) {
        EVENHAND_ASSIGN(campaign, store::campaigns::numberOf(work.database(), request.draw->campaign));
    }
    return work.lock([&](auto& roots) {
        roots.add(request.campus, store::Hold::Read);
        for (const auto& line : request.lines) {
            roots.add(line.sku);
        }
        if (campaign != 0) {
            roots.addCampaign(campaign, store::Hold::Read);
        }
    });
}

/// The answer to a key that was used before; nullopt if it was not.
Result<std::optional<api::PlacedOrder>> firstAnswer(UnitOfWork& work, const api::PlaceOrder& request,
                                                    const std::string& hash) {
    EVENHAND_ASSIGN(const auto first, store::orders::findByKey(work.database(), request.key));
    if (!first) {
        return std::optional<api::PlacedOrder>();
    }
    if (first->bodyHash != hash) {
        return fail(ErrorCode::KeyReused, "the key was used for another order", "key", request.key);
    }
    api::PlacedOrder placed{first->id, first->orderNo, first->payable, true, {}};
    if (request.draw) {
        EVENHAND_ASSIGN(placed.draw, campaigns::answerOfOrder(work, first->id));
    }
    return std::optional<api::PlacedOrder>(std::move(placed));
}

/// Takes what the order asks for.
Result<void> takeStock(UnitOfWork& work, const Demand& demand) {
    for (std::size_t i = 0; i < demand.bySku.size(); ++i) {
        const auto& line = demand.bySku[i];
        EVENHAND_ASSIGN(const bool taken, store::products::take(work.database(), line.sku, line.quantity));
        if (!taken) {  // in a shared deployment somebody else may have been quicker
            return tl::unexpected<Error>(outOfStock(line.sku, 0));
        }
        if (auto left = demand.offers[i].value_or(store::products::Offer{}); left.lowStock) {
            left.stock -= line.quantity;
            EVENHAND_TRY(alerts::settleStock(work, line.sku, left));
        }
    }
    return {};
}

/// The writes: nothing of it may fail for a reason that could have been checked.
Result<std::optional<OrderId>> insertOrder(UnitOfWork& work, const api::PlaceOrder& request, const OrderNo& orderNo,
                                           const std::string& hash, Money payable, Money discount, const Lines& lines,
                                           const Demand& demand) {
    auto& database = work.database();
    const std::int64_t flags = request.placedAt ? 0 : store::orders::kTimersOfAllStages;
    EVENHAND_ASSIGN(const auto timer, timers::nextTimer(work, request.campus, flags, api::TimerKind::Unpaid));
    store::OrderRow order;
    order.number = orderNo.str();
    order.key = request.key;
    order.bodyHash = hash;
    order.user = request.user.str();
    order.campus = request.campus.str();
    order.payable = payable.minor;
    order.discount = discount.minor;
    order.placedAt = request.placedAt.value_or(work.now()).ms;
    order.createdAt = work.now().ms;
    store::orders::setTimer(order, timer);
    order.state.timerFlags = flags;
    EVENHAND_ASSIGN(const auto id, store::orders::insert(database, std::move(order)));
    if (!id) {
        return id;
    }
    EVENHAND_TRY(timers::placed(work, *id, request.campus, timer));
    EVENHAND_TRY(store::orders::insertLines(database, *id, lines));
    EVENHAND_TRY(takeStock(work, demand));
    EVENHAND_TRY(store::deductions::insert(database, *id, work.now(), demand.bySku));
    EVENHAND_TRY(note(work, *id, request.campus, {}, api::EventKind::Placed, {}));
    return id;
}

/// Why nothing was inserted: the order number or the campus, which is not there or takes no new orders.
Error whyNotInserted(UnitOfWork& work, const api::PlaceOrder& request, const OrderNo& orderNo) {
    const auto exists = store::orders::numberExists(work.database(), orderNo);
    if (!exists) {
        return exists.error();
    }
    if (*exists) {
        return {ErrorCode::AlreadyExists, "the order number is taken", "order_no", orderNo.str()};
    }
    const auto campus = store::campuses::find(work.database(), request.campus);
    if (!campus) {
        return campus.error();
    }
    if (*campus && (*campus)->row.disabledAt) {
        return {ErrorCode::Disabled, "the campus is disabled", "campus", request.campus.str()};
    }
    return {ErrorCode::NotFound, "no such campus", "campus", request.campus.str()};
}

}  // namespace

void prefetchPlacing(const api::PlaceOrder& request, store::ReadAhead& ahead) {
    ahead.requestKeys.push_back(request.key);
    ahead.orderNumbers.push_back(request.orderNo.str());
    ahead.campuses.push_back(request.campus.str());
    for (const auto& line : request.lines) {
        ahead.skus.push_back(line.sku.str());
    }
    if (request.payWith) {
        ahead.paymentNumbers.push_back(request.payWith->str());
    }
}

namespace {

/// Everything that could refuse the order has been looked at before its draw.
Result<api::PlacedOrder> placeWithDraw(UnitOfWork& work, const api::PlaceOrder& request, const std::string& hash,
                                       Money total, const Demand& demand) {
    EVENHAND_ASSIGN(auto first, firstAnswer(work, request, hash));
    if (first) {
        return std::move(*first);
    }
    const auto orderNo = request.orderNo.empty() ? makeOrderNo(work) : request.orderNo;
    EVENHAND_ASSIGN(const bool exists, store::orders::numberExists(work.database(), orderNo));
    if (exists) {
        return tl::unexpected<Error>(whyNotInserted(work, request, orderNo));
    }
    EVENHAND_ASSIGN(const auto discount, campaigns::drawForOrder(work, *request.draw, request.user, total));
    const Money payable{total.minor - discount.answer.amount.minor};
    EVENHAND_ASSIGN(const auto id,
                    insertOrder(work, request, orderNo, hash, payable, discount.answer.amount, request.lines, demand));
    if (!id) {
        return tl::unexpected<Error>(whyNotInserted(work, request, orderNo));
    }
    EVENHAND_TRY(campaigns::useForOrder(work, discount, *id));
    api::PlacedOrder placed{*id, orderNo, payable, false, {}};
    placed.draw = discount.answer;
    return placed;
}

}  // namespace

Result<api::PlacedOrder> place(UnitOfWork& work, const api::PlaceOrder& request) {
    EVENHAND_TRY(validate(request));
    EVENHAND_ASSIGN(const auto payable, totalOf(work, request.lines));
    const auto hash = bodyHash(request);
    EVENHAND_TRY(lockForPlacing(work, request));
    EVENHAND_ASSIGN(const auto demand, demandOf(work, request.lines));
    if (auto error = shortage(demand)) {
        EVENHAND_ASSIGN(auto first, firstAnswer(work, request, hash));
        if (first) {
            return std::move(*first);
        }
        return tl::unexpected<Error>(std::move(*error));
    }
    if (request.draw) {
        return placeWithDraw(work, request, hash, payable, demand);
    }
    const auto orderNo = request.orderNo.empty() ? makeOrderNo(work) : request.orderNo;
    EVENHAND_ASSIGN(const auto id, insertOrder(work, request, orderNo, hash, payable, {}, request.lines, demand));
    if (id) {
        return api::PlacedOrder{*id, orderNo, payable, false, {}};
    }
    EVENHAND_ASSIGN(auto first, firstAnswer(work, request, hash));
    if (first) {
        return std::move(*first);
    }
    return tl::unexpected<Error>(whyNotInserted(work, request, orderNo));
}

Result<api::PlacedOrder> placeAvailable(UnitOfWork& work, const api::PlaceOrder& request) {
    EVENHAND_TRY(validate(request));
    if (request.draw) {
        return fail(ErrorCode::InvalidArgument, "imported orders have no draw", "draw");
    }
    const auto orderNo = request.orderNo.empty() ? makeOrderNo(work) : request.orderNo;
    EVENHAND_TRY(lockForPlacing(work, request));
    EVENHAND_ASSIGN(const bool exists, store::orders::numberExists(work.database(), orderNo));
    EVENHAND_ASSIGN(const auto first, store::orders::findByKey(work.database(), request.key));
    if (exists || first) {
        return fail(ErrorCode::AlreadyExists, "the order number is taken", "order_no", orderNo.str());
    }
    EVENHAND_ASSIGN(auto demand, demandOf(work, request.lines));
    api::PlacedOrder placed;
    Lines kept;
    for (auto& line : demand.bySku) {
        line.quantity = 0;
    }
    for (std::size_t i = 0; i < request.lines.size(); ++i) {
        const auto& line = request.lines[i];
        auto& sku = demand.bySku[demand.skuOfLine[i]];
        const auto& offer = demand.offers[demand.skuOfLine[i]];
        if (!offer) {
            placed.skipped.emplace_back(i, unknownSku(sku.sku));
        } else if (offer->disabled) {
            placed.skipped.emplace_back(i, disabledSku(sku.sku));
        } else if (offer->stock - sku.quantity < line.quantity) {
            placed.skipped.emplace_back(i, outOfStock(sku.sku, offer->stock - sku.quantity));
        } else {
            sku.quantity += line.quantity;
            kept.push_back(line);
        }
    }
    if (kept.empty()) {
        return tl::unexpected<Error>(placed.skipped.front().second);
    }
    Demand taken;
    for (std::size_t i = 0; i < demand.bySku.size(); ++i) {
        if (demand.bySku[i].quantity > 0) {
            taken.bySku.push_back(demand.bySku[i]);
            taken.offers.push_back(demand.offers[i]);
        }
    }
    EVENHAND_ASSIGN(placed.payable, totalOf(work, kept));
    EVENHAND_ASSIGN(const auto id,
                    insertOrder(work, request, orderNo, bodyHash(request), placed.payable, {}, kept, taken));
    if (!id) {
        return tl::unexpected<Error>(whyNotInserted(work, request, orderNo));
    }
    placed.id = *id;
    placed.orderNo = orderNo;
    if (request.payWith) {
        EVENHAND_TRY(pay(work, {*request.payWith, orderNo, placed.payable}));
    }
    return placed;
}

}  // namespace evenhand::orders

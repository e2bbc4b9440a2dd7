// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/order_placer.h"

#include <algorithm>

#include "app/import/each_product.h"
#include "engine/base/ids.h"
#include "engine/base/sha1.h"

namespace evenhand::import {
namespace {

/// Is the order number in the workspace already?
Result<bool> exists(api::EngineApi& engine, const api::Actor& actor, const OrderNo& orderNo, InFlight& inFlight) {
    auto detail = inFlight.wait(engine.orders().detail({actor, {}, {}, {}, {}, true}, orderNo));
    if (detail) {
        return true;
    }
    if (detail.error().code == ErrorCode::NotFound) {
        return false;
    }
    return fail(std::move(detail).error());
}

/// Why a line was left out.
Reason reasonOf(ErrorCode code) {
    return code == ErrorCode::UnknownSku ? Reason::UnknownSku
           : code == ErrorCode::Disabled ? Reason::Disabled
                                         : Reason::OutOfStock;
}

Verdict allLines(std::size_t count, std::optional<Reason> reason) {
    Verdict verdict;
    verdict.duplicate = reason == Reason::DuplicateOrder;
    verdict.lines.assign(count, reason);
    return verdict;
}

class EnginePlacer final : public OrderPlacer {
public:
    EnginePlacer(api::EngineApi& engine, Catalogue& catalogue, InFlight& inFlight, PlacerOptions options)
        : m_engine(engine), m_catalogue(catalogue), m_inFlight(inFlight), m_options(std::move(options)) {}

    Result<void> place(OrderToPlace order, Settle settle) override {
        EVENHAND_TRY(prepare(order));
        if (m_options.paid) {
            order.request.payWith = importPaymentNo(order.request.orderNo);
        }
        const api::Call call = callAt(order.request.placedAt);
        std::vector<std::string> skus;
        for (const auto& line : order.request.lines) {
            skus.push_back(line.sku.str());
        }
        const auto request = std::make_shared<api::PlaceOrder>(std::move(order.request));
        return m_inFlight.ask<api::PlacedOrder>(
            [this, call, request] { return m_engine.orders().placeAvailable(call, *request); },
            [this, skus = std::move(skus),
             settle = std::move(settle)](const Result<api::PlacedOrder>& answer) -> Result<void> {
                EVENHAND_ASSIGN(const Verdict verdict, judge(answer, skus));
                settle(verdict);
                return {};
            });
    }

private:
    api::Call callAt(std::optional<Instant> placedAt) const {
        return {m_options.actor, {}, m_options.carriesTime ? placedAt : std::nullopt, {}, {}, true};
    }

    Result<Verdict> judge(const Result<api::PlacedOrder>& answer, const std::vector<std::string>& skus) const {
        if (answer) {
            if (answer->repeated) {
                return allLines(skus.size(), Reason::DuplicateOrder);
            }
            Verdict verdict = allLines(skus.size(), std::nullopt);
            for (const auto& [index, error] : answer->skipped) {
                verdict.lines.at(index) = reasonOf(error.code);
            }
            return verdict;
        }
        const ErrorCode code = answer.error().code;
        if (code == ErrorCode::AlreadyExists) {
            return allLines(skus.size(), Reason::DuplicateOrder);
        }
        if (code == ErrorCode::Disabled && answer.error().field == "campus") {
            return allLines(skus.size(), Reason::Disabled);
        }
        if (code == ErrorCode::UnknownSku || code == ErrorCode::OutOfStock || code == ErrorCode::Disabled) {
            Verdict verdict;
            for (const auto& sku : skus) {
                verdict.lines.emplace_back(!m_catalogue.knows(sku)                  ? Reason::UnknownSku
                                           : m_catalogue.disabledSkus.contains(sku) ? Reason::Disabled
                                                                                    : Reason::OutOfStock);
            }
            return verdict;
        }
        if (code == ErrorCode::Overflow) {
            return allLines(skus.size(), Reason::BadNumber);
        }
        return fail(answer.error());
    }

    /// Makes what the order needs and the workspace lacks; for an order that is already there nothing is made.
    Result<void> prepare(const OrderToPlace& order) {
        const api::PlaceOrder& request = order.request;
        const bool newCampus = !m_catalogue.campuses.contains(request.campus.str());
        const bool newSku = m_options.stockForNewSku &&
                            std::any_of(request.lines.begin(), request.lines.end(),
                                        [this](const auto& line) { return !m_catalogue.knows(line.sku.str()); });
        if (!newCampus && !newSku) {
            return {};
        }
        if (m_catalogue.anyOrders) {
            EVENHAND_ASSIGN(const bool known, exists(m_engine, m_options.actor, request.orderNo, m_inFlight));
            if (known) {
                return {};
            }
        }
        if (newCampus) {
            EVENHAND_TRY(makeCampus(request));
        }
        return newSku ? makeProducts(order) : Result<void>{};
    }

    Result<void> makeCampus(const api::PlaceOrder& request) {
        m_catalogue.campuses.insert(request.campus.str());
        const api::Call call = callAt(request.placedAt);
        return m_inFlight.ask<void>(
            [this, call, campus = request.campus] {
                return m_engine.dispatch().upsertCampus(call, {campus, campus.str(), {}});
            },
            [](Result<void> answer) { return answer; });
    }

    Result<void> makeProducts(const OrderToPlace& order) {
        std::vector<api::ProductRow> products;
        for (std::size_t i = 0; i < order.request.lines.size(); ++i) {
            const auto& line = order.request.lines[i];
            if (m_catalogue.stock.emplace(line.sku.str(), *m_options.stockForNewSku).second) {
                products.push_back({line.sku, order.productNames[i], line.unitPrice, *m_options.stockForNewSku});
            }
        }
        const api::Call call = callAt(order.request.placedAt);
        return m_inFlight.ask<void>(
            [this, call, products] { return m_engine.orders().upsertProducts(call, products, false); },
            [](Result<void> answer) { return answer; });
    }

    api::EngineApi& m_engine;
    Catalogue& m_catalogue;
    InFlight& m_inFlight;
    PlacerOptions m_options;
};

class DryRunPlacer final : public OrderPlacer {
public:
    DryRunPlacer(api::EngineApi& engine, Catalogue& catalogue, InFlight& inFlight, PlacerOptions options)
        : m_engine(engine), m_catalogue(catalogue), m_inFlight(inFlight), m_options(std::move(options)) {}

    Result<void> place(OrderToPlace order, Settle settle) override {
        const auto& lines = order.request.lines;
        if (m_catalogue.anyOrders) {
            EVENHAND_ASSIGN(const bool known, exists(m_engine, m_options.actor, order.request.orderNo, m_inFlight));
            if (known) {
                settle(allLines(lines.size(), Reason::DuplicateOrder));
                return {};
            }
        }
        if (m_catalogue.disabledCampuses.contains(order.request.campus.str())) {
            settle(allLines(lines.size(), Reason::Disabled));
            return {};
        }
        Verdict verdict;
        std::vector<std::pair<std::int64_t*, std::int64_t>> taken;
        Result<Money> payable = Money{};
        for (const auto& line : lines) {
            verdict.lines.push_back(take(line, taken));
            if (!verdict.lines.back() && payable) {
                payable = base::multiply(line.unitPrice, line.quantity).andThen([&](Money m) {
                    return base::add(*payable, m);
                });
            }
        }
        // The engine would refuse the whole order.
        if (!payable || *payable > m_engine.workspace().largestAmount) {
            for (const auto& [stock, quantity] : taken) {
                *stock += quantity;
            }
            verdict = allLines(lines.size(), Reason::BadNumber);
        }
        settle(verdict);
        return {};
    }

private:
    std::optional<Reason> take(const api::OrderLine& line, std::vector<std::pair<std::int64_t*, std::int64_t>>& taken) {
        if (m_options.stockForNewSku) {
            m_catalogue.stock.emplace(line.sku.str(), *m_options.stockForNewSku);
        }
        const auto found = m_catalogue.stock.find(line.sku.str());
        if (found == m_catalogue.stock.end()) {
            return Reason::UnknownSku;
        }
        if (m_catalogue.disabledSkus.contains(line.sku.str())) {
            return Reason::Disabled;
        }
        if (found->second < line.quantity) {
            return Reason::OutOfStock;
        }
        found->second -= line.quantity;
        taken.emplace_back(&found->second, line.quantity);
        return std::nullopt;
    }

    api::EngineApi& m_engine;
    Catalogue& m_catalogue;
    InFlight& m_inFlight;
    PlacerOptions m_options;
};

}  // namespace

Result<Catalogue> Catalogue::read(api::EngineApi& engine, const api::Actor& actor, InFlight& inFlight) {
    const api::Call call{actor, {}, {}, {}, {}, true};
    Catalogue catalogue;
    EVENHAND_TRY(eachProduct(engine, actor, inFlight, [&](const api::ProductRow& product) {
        catalogue.stock.emplace(product.sku.str(), product.stock);
        if (product.disabledAt) {
            catalogue.disabledSkus.insert(product.sku.str());
        }
    }));
    EVENHAND_ASSIGN(const auto campuses, inFlight.wait(engine.dispatch().campuses(call)));
    for (const auto& campus : campuses) {
        catalogue.campuses.insert(campus.id.str());
        if (campus.disabledAt) {
            catalogue.disabledCampuses.insert(campus.id.str());
        }
    }
    EVENHAND_ASSIGN(const auto orders, inFlight.wait(engine.orders().count(call, {})));
    catalogue.anyOrders = orders > 0;
    return catalogue;
}

std::unique_ptr<OrderPlacer> enginePlacer(api::EngineApi& engine, Catalogue& catalogue, InFlight& inFlight,
                                          PlacerOptions options) {
    return std::make_unique<EnginePlacer>(engine, catalogue, inFlight, std::move(options));
}

std::unique_ptr<OrderPlacer> dryRunPlacer(api::EngineApi& engine, Catalogue& catalogue, InFlight& inFlight,
                                          PlacerOptions options) {
    return std::make_unique<DryRunPlacer>(engine, catalogue, inFlight, std::move(options));
}

PaymentNo importPaymentNo(const OrderNo& orderNo) {
    constexpr std::string_view kPrefix = "import-";
    std::string number(kPrefix);
    if (base::utf8Length(orderNo.str()) + static_cast<std::int64_t>(kPrefix.size()) <=
        static_cast<std::int64_t>(base::kMaxIdCharacters)) {
        return PaymentNo(number + orderNo.str());
    }
    return PaymentNo(number.append(base::sha1Text(base::sha1Hex(orderNo.str()))));
}

}  // namespace evenhand::import

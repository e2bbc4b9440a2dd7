// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/base/counted.h"
#include "engine/order_closing/close.h"
#include "engine/orders/catalogue.h"
#include "engine/orders/csv_export.h"
#include "engine/orders/match_payment.h"
#include "engine/orders/orders.h"
#include "engine/orders/pay.h"
#include "engine/orders/place.h"
#include "engine/orders/report.h"
#include "engine/orders/write_note.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/pages/order_counts.h"
#include "engine/store/pages/order_numbers.h"
#include "engine/store/pages/order_page_store.h"
#include "engine/store/records/payment_store.h"
#include "engine/store/records/product_store.h"

namespace evenhand::orders {
namespace {

constexpr std::int64_t kFarOffset = 10'000;  ///< from here on it is worth knowing how many rows there are

using api::Answer;
using api::Call;
using api::Operation;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;

std::string describe(const api::CourierReport& report) {
    const auto by = " by " + report.courier.str();
    switch (report.kind) {
        case api::CourierReport::Kind::PickedUp: return "picked up" + by;
        case api::CourierReport::Kind::Delivered: return "delivered" + by;
        case api::CourierReport::Kind::Failed: return "failed" + by + ": " + report.note;
    }
    return {};
}

Result<void> noteAndReport(UnitOfWork& work, const api::CourierReport& report) {
    work.note("order " + report.orderNo.str(), describe(report));
    return orders::report(work, report);
}
void prefetchReport(const api::CourierReport& report, store::ReadAhead& ahead) {
    ahead.orderNumbers.push_back(report.orderNo.str());
}
void prefetchOrder(const api::OrderRef& ref, store::ReadAhead& ahead) {
    ahead.orderNumbers.push_back(ref.orderNo.str());
}

void noteProducts(UnitOfWork& work, const std::vector<api::ProductRow>& products, bool addStock, int minorDigits) {
    constexpr std::size_t kNamed = 20;
    std::string detail;
    for (std::size_t i = 0; i < std::min(products.size(), kNamed); ++i) {
        const auto& product = products[i];
        detail += (i == 0 ? "" : ", ") + product.sku.str() + " at " +
                  base::formatMoney(product.unitPrice, minorDigits) + (addStock ? ", stock +" : ", stock ") +
                  std::to_string(product.stock);
    }
    if (products.size() > kNamed) {
        detail += ", …";
    }
    work.note(
        products.size() == 1 ? "product " + products.front().sku.str() : base::counted(std::ssize(products), "product"),
        std::move(detail));
}

class OrderDeskImpl final : public api::OrderDesk, private runtime::Desk<Operation::OrdersRead> {
public:
    OrderDeskImpl(runtime::Engine& engine, runtime::Reader& reader, int minorDigits, std::function<Instant()> now,
                  std::shared_ptr<store::OrderNumbers> numbers)
        : Desk(engine, reader), m_minorDigits(minorDigits), m_now(std::move(now)), m_numbers(std::move(numbers)) {}

    Answer<api::PlacedOrder> place(const Call& call, api::PlaceOrder request) override {
        return one<api::PlaceOrder, api::PlacedOrder>(call, Operation::OrdersPlace, std::move(request), orders::place,
                                                      prefetchPlacing);
    }
    void placeMany(const Call& call, std::vector<api::PlaceOrder> requests,
                   api::BatchCompletion<api::PlacedOrder> done) override {
        many<api::PlaceOrder, api::PlacedOrder>(call, Operation::OrdersPlace, std::move(requests), orders::place,
                                                std::move(done), prefetchPlacing);
    }
    Answer<api::PlacedOrder> placeAvailable(const Call& call, api::PlaceOrder request) override {
        return one<api::PlaceOrder, api::PlacedOrder>(call, Operation::OrdersPlace, std::move(request),
                                                      orders::placeAvailable, prefetchPlacing);
    }
    Answer<api::PlacedOrder> placeByHand(const Call& call, api::PlaceOrder request) override {
        return command<api::PlacedOrder>(
            call, Operation::OrdersPlaceByHand,
            [request = std::move(request), digits = m_minorDigits](UnitOfWork& work) -> Result<api::PlacedOrder> {
                EVENHAND_ASSIGN(auto placed, orders::place(work, request));
                work.note("order " + placed.orderNo.str(), "for " + request.user.str() + " at " + request.campus.str() +
                                                               ", " + base::counted(std::ssize(request.lines), "line") +
                                                               ", " + base::formatMoney(placed.payable, digits));
                return placed;
            });
    }
    Answer<api::PaymentAnswer> pay(const Call& call, api::PayOrder request) override {
        return one<api::PayOrder, api::PaymentAnswer>(call, Operation::OrdersPay, std::move(request), orders::pay,
                                                      prefetchPaying);
    }
    void payMany(const Call& call, std::vector<api::PayOrder> requests,
                 api::BatchCompletion<api::PaymentAnswer> done) override {
        many<api::PayOrder, api::PaymentAnswer>(call, Operation::OrdersPay, std::move(requests), orders::pay,
                                                std::move(done), prefetchPaying);
    }
    Answer<api::PaymentAnswer> recordPayment(const Call& call, api::PayOrder request) override {
        return one<api::PayOrder, api::PaymentAnswer>(call, Operation::OrdersRecordPayment, std::move(request),
                                                      orders::recordPayment, prefetchPaying);
    }
    Answer<api::MatchAnswer> matchPayment(const Call& call, api::MatchPayment request) override {
        return command<api::MatchAnswer>(
            call, Operation::OrdersMatchPayment,
            [request = std::move(request)](UnitOfWork& work) { return orders::matchPayment(work, request); });
    }
    Answer<std::vector<api::RowOutcome>> cancel(const Call& call, std::vector<api::OrderRef> refs) override {
        return actOnRows<api::OrderRef, api::RowOutcome>(
            call, Operation::OrdersCancel, std::move(refs),
            [](UnitOfWork& work, const api::OrderRef& ref) {
                work.note("order " + ref.orderNo.str());
                return close(work, ref, api::CloseReason::Cancelled).map([&] {
                    return api::RowOutcome{ref.orderNo, std::nullopt};
                });
            },
            [](const api::OrderRef& ref, const Error& error) {
                return api::RowOutcome{ref.orderNo, error};
            },
            prefetchOrder);
    }
    Answer<std::vector<api::RowOutcome>> note(const Call& call, std::vector<api::OrderRef> refs,
                                              std::string text) override {
        return actOnRows<api::OrderRef, api::RowOutcome>(
            call, Operation::OrdersNote, std::move(refs),
            [text = std::move(text)](UnitOfWork& work, const api::OrderRef& ref) {
                work.note("order " + ref.orderNo.str(), text);
                return writeNote(work, ref.orderNo, text).map([&] {
                    return api::RowOutcome{ref.orderNo, std::nullopt};
                });
            },
            [](const api::OrderRef& ref, const Error& error) {
                return api::RowOutcome{ref.orderNo, error};
            });
    }
    Answer<void> report(const Call& call, api::CourierReport report) override {
        return one<api::CourierReport, void>(call, Operation::OrdersReport, std::move(report), noteAndReport,
                                             prefetchReport);
    }
    Answer<void> upsertProducts(const Call& call, std::vector<api::ProductRow> products, bool addStock) override {
        return command<void>(call, Operation::OrdersUpsertProducts,
                             [products = std::move(products), addStock, digits = m_minorDigits](UnitOfWork& work) {
                                 noteProducts(work, products, addStock, digits);
                                 return orders::upsertProducts(work, products, addStock);
                             });
    }

    Answer<std::vector<api::OrderRow>> page(const Call& call, api::OrderQuery query) override {
        query.filter.lateAt = lateAt(query.filter);
        return read<std::vector<api::OrderRow>>(
            call,
            [query = std::move(query), kept = m_counts,
             numbers = m_numbers](store::Database& database) -> Result<std::vector<api::OrderRow>> {
                auto whole = query;
                EVENHAND_TRY(numbers->complete(database, whole.filter));
                if (whole.offset < kFarOffset) {
                    return store::orderPages::page(database, whole);
                }
                EVENHAND_ASSIGN(const auto total, kept->count(database, whole.filter));
                return store::orderPages::page(database, whole, total);
            });
    }
    Answer<std::int64_t> count(const Call& call, api::OrderFilter filter) override {
        filter.lateAt = lateAt(filter);
        return read<std::int64_t>(call,
                                  [filter = std::move(filter), kept = m_counts,
                                   numbers = m_numbers](store::Database& database) -> Result<std::int64_t> {
                                      auto whole = filter;
                                      EVENHAND_TRY(numbers->complete(database, whole));
                                      return kept->count(database, whole);
                                  });
    }
    Answer<std::vector<api::OrderRow>> rows(const Call& call, std::vector<OrderId> ids) override {
        using Rows = std::vector<api::OrderRow>;
        return read<Rows>(call, [ids = std::move(ids)](store::Database& database) -> Result<Rows> {
            EVENHAND_TRY(runtime::checkRowIds(ids.size()));
            return store::orderPages::rows(database, ids);
        });
    }
    Answer<api::OrderDetail> detail(const Call& call, OrderNo orderNo) override {
        return read<api::OrderDetail>(call, [orderNo = std::move(orderNo)](store::Database& database) {
            return store::orderPages::detail(database, orderNo);
        });
    }
    Answer<std::vector<api::ProductRow>> products(const Call& call, std::string prefix, std::int64_t limit) override {
        return read<std::vector<api::ProductRow>>(call, [prefix = std::move(prefix), limit](store::Database& database) {
            return store::products::findByPrefix(database, prefix, limit);
        });
    }
    Answer<std::vector<api::OwedPaymentRow>> owedPayments(const Call& call, std::int64_t offset,
                                                          std::int64_t limit) override {
        return read<std::vector<api::OwedPaymentRow>>(call, [offset, limit](store::Database& database) {
            return store::payments::owed(database, offset, limit);
        });
    }
    Answer<std::int64_t> exportCsv(const Call& call, api::OrderQuery query, std::string path,
                                   std::function<void(std::int64_t)> progress) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::OrdersRead); !allowed) {
            return refused<std::int64_t>(std::move(allowed).error());
        }
        query.filter.lateAt = lateAt(query.filter);
        return exportOrders(m_engine, m_reader, call, std::move(query), m_numbers, std::move(path), m_minorDigits,
                            std::move(progress));
    }

private:
    template <typename Request, typename T>
    Answer<T> one(const Call& call, Operation operation, Request request, Result<T> (*run)(UnitOfWork&, const Request&),
                  runtime::Prefetch<Request> prefetch) {
        auto allowed = checkOperation(m_engine, call, operation);
        if (!allowed) {
            return refused<T>(std::move(allowed).error());
        }
        return m_engine.askRule<Request, T>(*std::move(allowed), std::move(request), run, prefetch);
    }
    template <typename Request, typename T>
    void many(const Call& call, Operation operation, std::vector<Request> requests,
              Result<T> (*run)(UnitOfWork&, const Request&), api::BatchCompletion<T> done,
              runtime::Prefetch<Request> prefetch) {
        auto allowed = checkOperation(m_engine, call, operation);
        if (!allowed) {
            runtime::refuseAll(requests.size(), allowed.error(), done);
            return;
        }
        m_engine.askMany<Request, T>(*std::move(allowed), std::move(requests), run, std::move(done), prefetch);
    }
    /// What is late is late at engine time.
    [[nodiscard]] Instant lateAt(const api::OrderFilter& filter) const { return filter.lateOnly ? m_now() : Instant{}; }

    const int m_minorDigits;
    const std::function<Instant()> m_now;
    // Both of the reader's connection.
    const std::shared_ptr<store::OrderCounts> m_counts = std::make_shared<store::OrderCounts>();
    const std::shared_ptr<store::OrderNumbers> m_numbers;
};

}  // namespace

std::unique_ptr<api::OrderDesk> makeOrderDesk(runtime::Engine& engine, runtime::Reader& reader, int minorDigits,
                                              std::function<Instant()> now,
                                              std::shared_ptr<store::OrderNumbers> numbers) {
    return std::make_unique<OrderDeskImpl>(engine, reader, minorDigits, std::move(now), std::move(numbers));
}

}  // namespace evenhand::orders

// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of orders of an engine, whose answers a test refuses, keeps back or changes; everything else passes through.
// Thread: as the engine behind it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fakes/altered_engine.h"

namespace evenhand::test {

/// The desk of orders, with refusals and slow exports as a test wants them.
class AlteredOrders final : public api::OrderDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;
    using Outcomes = std::vector<api::RowOutcome>;
    using Progress = std::function<void(std::int64_t)>;

public:
    explicit AlteredOrders(api::OrderDesk& behind) : m_behind(behind) {}

    std::optional<Error> cancelRefusal;    ///< of cancelling, nothing is done
    std::optional<Error> productsRefusal;  ///< of reading the catalogue
    int reads = 0;                         ///< of pages and rows
    api::OrderQuery lastQuery;
    /// What becomes of the engine's answer; empty: nothing.
    AnswerChange<api::OrderDetail> onDetail;
    AnswerChange<std::vector<api::OrderRow>> onPage;
    AnswerChange<std::vector<api::OrderRow>> onRows;
    AnswerChange<Outcomes> onNote;
    /// Answers who places an order by hand instead of the engine.
    std::function<Answer<api::PlacedOrder>(const Call&, api::PlaceOrder)> placeInstead;
    /// Answers a payment by hand instead of the engine.
    std::function<Answer<api::PaymentAnswer>(api::PayOrder)> recordInstead;
    /// Exports instead of the engine.
    std::function<Answer<std::int64_t>(Progress)> exportInstead;

    Answer<api::PlacedOrder> place(const Call& c, api::PlaceOrder request) override {
        return m_behind.place(c, std::move(request));
    }
    void placeMany(const Call& c, std::vector<api::PlaceOrder> requests,
                   api::BatchCompletion<api::PlacedOrder> done) override {
        m_behind.placeMany(c, std::move(requests), std::move(done));
    }
    Answer<api::PlacedOrder> placeAvailable(const Call& c, api::PlaceOrder request) override {
        return m_behind.placeAvailable(c, std::move(request));
    }
    Answer<api::PlacedOrder> placeByHand(const Call& c, api::PlaceOrder request) override {
        return placeInstead ? placeInstead(c, std::move(request)) : m_behind.placeByHand(c, std::move(request));
    }
    Answer<api::PaymentAnswer> pay(const Call& c, api::PayOrder request) override {
        return m_behind.pay(c, std::move(request));
    }
    Answer<api::PaymentAnswer> recordPayment(const Call& c, api::PayOrder request) override {
        return recordInstead ? recordInstead(std::move(request)) : m_behind.recordPayment(c, std::move(request));
    }
    Answer<api::MatchAnswer> matchPayment(const Call& c, api::MatchPayment request) override {
        return m_behind.matchPayment(c, std::move(request));
    }
    void payMany(const Call& c, std::vector<api::PayOrder> requests,
                 api::BatchCompletion<api::PaymentAnswer> done) override {
        m_behind.payMany(c, std::move(requests), std::move(done));
    }
    Answer<Outcomes> cancel(const Call& c, std::vector<api::OrderRef> orders) override {
        return cancelRefusal ? refused<Outcomes>(*cancelRefusal) : m_behind.cancel(c, std::move(orders));
    }
    Answer<Outcomes> note(const Call& c, std::vector<api::OrderRef> orders, std::string text) override {
        return changed(onNote, m_behind.note(c, std::move(orders), std::move(text)));
    }
    Answer<void> report(const Call& c, api::CourierReport report) override {
        return m_behind.report(c, std::move(report));
    }
    Answer<void> upsertProducts(const Call& c, std::vector<api::ProductRow> products, bool keepStock) override {
        return m_behind.upsertProducts(c, std::move(products), keepStock);
    }
    Answer<std::vector<api::OrderRow>> page(const Call& c, api::OrderQuery query) override {
        ++reads;
        lastQuery = query;
        return changed(onPage, m_behind.page(c, std::move(query)));
    }
    Answer<std::int64_t> count(const Call& c, api::OrderFilter filter) override {
        return m_behind.count(c, std::move(filter));
    }
    Answer<std::vector<api::OrderRow>> rows(const Call& c, std::vector<OrderId> ids) override {
        ++reads;
        return changed(onRows, m_behind.rows(c, std::move(ids)));
    }
    Answer<api::OrderDetail> detail(const Call& c, OrderNo orderNo) override {
        return changed(onDetail, m_behind.detail(c, std::move(orderNo)));
    }
    Answer<std::vector<api::ProductRow>> products(const Call& c, std::string prefix, std::int64_t limit) override {
        return productsRefusal ? refused<std::vector<api::ProductRow>>(*productsRefusal)
                               : m_behind.products(c, std::move(prefix), limit);
    }
    Answer<std::vector<api::OwedPaymentRow>> owedPayments(const Call& c, std::int64_t offset,
                                                          std::int64_t limit) override {
        return m_behind.owedPayments(c, offset, limit);
    }
    Answer<std::int64_t> exportCsv(const Call& c, api::OrderQuery query, std::string path, Progress progress) override {
        return exportInstead ? exportInstead(std::move(progress))
                             : m_behind.exportCsv(c, std::move(query), std::move(path), std::move(progress));
    }

private:
    api::OrderDesk& m_behind;
};

}  // namespace evenhand::test

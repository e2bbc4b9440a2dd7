// SPDX-License-Identifier: GPL-3.0-or-later
// An engine whose reads of orders and of dispatch can be refused or kept back; everything else passes through. Thread:
// as the engine behind it.
#pragma once

#include <functional>
#include <utility>

#include "tests/support/altered_engine.h"

namespace evenhand::test {

class AlteredOrders : public AlteredEngine {
public:
    explicit AlteredOrders(api::EngineApi& behind)
        : AlteredEngine(behind), m_orders(*this, behind), m_dispatch(*this, behind) {}

    api::OrderDesk& orders() override { return m_orders; }
    api::DispatchDesk& dispatch() override { return m_dispatch; }

    /// What becomes of the engine's answer; empty: nothing.
    template <typename T>
    using Change = std::function<api::Answer<T>(api::Answer<T>)>;
    Change<api::OrderDetail> onDetail;
    Change<std::vector<api::OrderRow>> onPage;
    Change<std::vector<api::OrderRow>> onRows;
    Change<std::vector<api::AssignmentEvidence>> onEvidence;
    Change<std::vector<api::DeadLetterRow>> onDeadLetters;

private:
    template <typename T>
    static api::Answer<T> changed(const Change<T>& change, api::Answer<T> answer) {
        return change ? change(std::move(answer)) : answer;
    }

    class Orders final : public api::OrderDesk {
        using Call = api::Call;
        template <typename T>
        using Answer = api::Answer<T>;

    public:
        Orders(AlteredOrders& engine, api::EngineApi& behind) : m_engine(engine), m_desk(behind.orders()) {}
        Answer<api::PlacedOrder> place(const Call& call, api::PlaceOrder order) override {
            return m_desk.place(call, std::move(order));
        }
        void placeMany(const Call& call, std::vector<api::PlaceOrder> orders,
                       api::BatchCompletion<api::PlacedOrder> done) override {
            m_desk.placeMany(call, std::move(orders), std::move(done));
        }
        Answer<api::PlacedOrder> placeAvailable(const Call& call, api::PlaceOrder order) override {
            return m_desk.placeAvailable(call, std::move(order));
        }
        Answer<api::PaymentAnswer> pay(const Call& call, api::PayOrder payment) override {
            return m_desk.pay(call, std::move(payment));
        }
        void payMany(const Call& call, std::vector<api::PayOrder> payments,
                     api::BatchCompletion<api::PaymentAnswer> done) override {
            m_desk.payMany(call, std::move(payments), std::move(done));
        }
        Answer<api::PaymentAnswer> recordPayment(const Call& call, api::PayOrder payment) override {
            return m_desk.recordPayment(call, std::move(payment));
        }
        Answer<std::vector<api::RowOutcome>> cancel(const Call& call, std::vector<api::OrderRef> orders) override {
            return m_desk.cancel(call, std::move(orders));
        }
        Answer<void> report(const Call& call, api::CourierReport report) override {
            return m_desk.report(call, std::move(report));
        }
        Answer<void> upsertProducts(const Call& call, std::vector<api::ProductRow> products, bool add) override {
            return m_desk.upsertProducts(call, std::move(products), add);
        }
        Answer<std::vector<api::OrderRow>> page(const Call& call, api::OrderQuery query) override {
            return changed(m_engine.onPage, m_desk.page(call, std::move(query)));
        }
        Answer<std::int64_t> count(const Call& call, api::OrderFilter filter) override {
            return m_desk.count(call, std::move(filter));
        }
        Answer<std::vector<api::OrderRow>> rows(const Call& call, std::vector<OrderId> ids) override {
            return changed(m_engine.onRows, m_desk.rows(call, std::move(ids)));
        }
        Answer<api::OrderDetail> detail(const Call& call, OrderNo orderNo) override {
            return changed(m_engine.onDetail, m_desk.detail(call, std::move(orderNo)));
        }
        Answer<std::vector<api::ProductRow>> products(const Call& call, std::string prefix,
                                                      std::int64_t limit) override {
            return m_desk.products(call, std::move(prefix), limit);
        }
        Answer<std::vector<api::OwedPaymentRow>> owedPayments(const Call& call, std::int64_t offset,
                                                              std::int64_t limit) override {
            return m_desk.owedPayments(call, offset, limit);
        }
        Answer<std::int64_t> exportCsv(const Call& call, api::OrderQuery query, std::string path,
                                       std::function<void(std::int64_t)> progress) override {
            return m_desk.exportCsv(call, std::move(query), std::move(path), std::move(progress));
        }

    private:
        AlteredOrders& m_engine;
        api::OrderDesk& m_desk;
    };

    class Dispatch final : public api::DispatchDesk {
        using Call = api::Call;
        template <typename T>
        using Answer = api::Answer<T>;

    public:
        Dispatch(AlteredOrders& engine, api::EngineApi& behind) : m_engine(engine), m_desk(behind.dispatch()) {}
        Answer<void> upsertCampus(const Call& call, api::CampusRow campus) override {
            return m_desk.upsertCampus(call, std::move(campus));
        }
        Answer<void> setPaused(const Call& call, CampusId campus, bool paused) override {
            return m_desk.setPaused(call, std::move(campus), paused);
        }
        Answer<void> upsertCouriers(const Call& call, std::vector<api::CourierInput> couriers) override {
            return m_desk.upsertCouriers(call, std::move(couriers));
        }
        Answer<void> setDuty(const Call& call, CourierId courier, bool onDuty) override {
            return m_desk.setDuty(call, std::move(courier), onDuty);
        }
        Answer<std::vector<api::ReassignOutcome>> reassign(const Call& call, std::vector<api::OrderRef> orders,
                                                           api::ReassignTarget target) override {
            return m_desk.reassign(call, std::move(orders), std::move(target));
        }
        Answer<std::vector<api::ReassignOutcome>> handOver(const Call& call, CourierId from,
                                                           api::ReassignTarget target) override {
            return m_desk.handOver(call, std::move(from), std::move(target));
        }
        Answer<std::vector<api::ReassignOutcome>> undoReassign(const Call& call,
                                                               std::vector<api::ReassignOutcome> done) override {
            return m_desk.undoReassign(call, std::move(done));
        }
        Answer<std::vector<api::CalibrationRow>> previewCalibration(const Call& call, CampusId campus) override {
            return m_desk.previewCalibration(call, std::move(campus));
        }
        Answer<std::vector<api::CalibrationRow>> calibrate(const Call& call, CampusId campus) override {
            return m_desk.calibrate(call, std::move(campus));
        }
        Answer<void> retryDeadLetters(const Call& call, std::vector<std::int64_t> ids) override {
            return m_desk.retryDeadLetters(call, std::move(ids));
        }
        void takeMany(const Call& call, std::vector<Take> requests, api::BatchCompletion<CourierId> done) override {
            m_desk.takeMany(call, std::move(requests), std::move(done));
        }
        Answer<std::vector<api::CampusRow>> campuses(const Call& call) override { return m_desk.campuses(call); }
        Answer<api::DispatchBoard> board(const Call& call, CampusId campus) override {
            return m_desk.board(call, std::move(campus));
        }
        Answer<std::vector<api::WaitingOrder>> waiting(const Call& call, CampusId campus, std::int64_t limit) override {
            return m_desk.waiting(call, std::move(campus), limit);
        }
        Answer<std::vector<api::FairnessPoint>> fairness(const Call& call, CampusId campus, Instant from, Instant to,
                                                         int points) override {
            return m_desk.fairness(call, std::move(campus), from, to, points);
        }
        Answer<std::vector<api::AssignmentEvidence>> evidence(const Call& call, OrderNo orderNo) override {
            return changed(m_engine.onEvidence, m_desk.evidence(call, std::move(orderNo)));
        }
        Answer<std::vector<api::DeadLetterRow>> deadLetters(const Call& call, std::int64_t limit) override {
            return changed(m_engine.onDeadLetters, m_desk.deadLetters(call, limit));
        }
        Answer<std::vector<api::CourierRow>> findCouriers(const Call& call, std::string prefix,
                                                          std::int64_t limit) override {
            return m_desk.findCouriers(call, std::move(prefix), limit);
        }

    private:
        AlteredOrders& m_engine;
        api::DispatchDesk& m_desk;
    };

    Orders m_orders;
    Dispatch m_dispatch;
};

}  // namespace evenhand::test

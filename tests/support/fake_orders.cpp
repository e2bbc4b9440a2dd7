// SPDX-License-Identifier: GPL-3.0-or-later
// The orders of FakeEngine.
#include <QPromise>
#include <algorithm>
#include <fstream>

#include "tests/support/fake_engine_answer.h"
#include "tests/support/fake_reply.h"

namespace evenhand::test {

struct FakeEngine::Export {
    QPromise<Result<std::int64_t>> promise;
    std::int64_t total = 0;
    std::int64_t done = 0;
    std::string path;
    std::function<void(std::int64_t)> progress;
};

api::Answer<api::PlacedOrder> FakeEngine::place(const Call&, api::PlaceOrder) {
    placeNew(1);
    return answer<api::PlacedOrder>(api::PlacedOrder{{m_count}, orderNoOf(m_count), at(m_count).payable, false, {}});
}
void FakeEngine::placeMany(const Call& call, std::vector<api::PlaceOrder> requests,
                           api::BatchCompletion<api::PlacedOrder> done) {
    std::vector<Result<api::PlacedOrder>> answers;
    for (auto& request : requests) {
        answers.push_back(place(call, std::move(request)).result());
    }
    done(std::move(answers));
}
api::Answer<api::PlacedOrder> FakeEngine::placeAvailable(const Call& call, api::PlaceOrder request) {
    return place(call, std::move(request));
}

api::Answer<api::PaymentAnswer> FakeEngine::pay(const Call& call, api::PayOrder request) {
    m_reasons.push_back(call.reason);
    if (m_commandError) {
        return answer<api::PaymentAnswer>(fail(*m_commandError));
    }
    auto changed = row(request.orderNo);
    if (!changed.id.valid()) {
        return answer<api::PaymentAnswer>(
            api::PaymentAnswer{api::PaymentOutcome::Unmatched, api::OwedKind::UnknownOrder, false});
    }
    if (request.version != 0 && request.version != changed.version) {
        return answer<api::PaymentAnswer>(fail(ErrorCode::Conflict, "changed meanwhile"));
    }
    if (changed.status == api::OrderStatus::Closed) {
        return answer<api::PaymentAnswer>(api::PaymentAnswer{api::PaymentOutcome::Late, api::OwedKind::Late, false});
    }
    if (changed.status != api::OrderStatus::WaitPay) {
        return answer<api::PaymentAnswer>(
            api::PaymentAnswer{api::PaymentOutcome::Unmatched, api::OwedKind::SecondPayment, false});
    }
    if (changed.payable != request.amount) {
        return answer<api::PaymentAnswer>(
            api::PaymentAnswer{api::PaymentOutcome::Unmatched, api::OwedKind::WrongAmount, false});
    }
    changed.status = api::OrderStatus::Paid;
    changed.paidAt = m_status.now;
    changed.wait = api::WaitReason::Message;
    store(std::move(changed), api::EventKind::Paid);
    return answer<api::PaymentAnswer>(api::PaymentAnswer{});
}
void FakeEngine::payMany(const Call& call, std::vector<api::PayOrder> requests,
                         api::BatchCompletion<api::PaymentAnswer> done) {
    std::vector<Result<api::PaymentAnswer>> answers;
    for (auto& request : requests) {
        answers.push_back(pay(call, std::move(request)).result());
    }
    done(std::move(answers));
}

std::optional<Error> FakeEngine::refused(const api::OrderRef& ref) const {
    const auto id = idOf(ref.orderNo);
    if (!id) {
        return Error{ErrorCode::NotFound, "no such order", "order_no", ref.orderNo.str()};
    }
    if (ref.version != 0 && at(*id).version != ref.version) {
        return Error{ErrorCode::Conflict, "changed meanwhile", "version", std::to_string(ref.version)};
    }
    return std::nullopt;
}

api::Answer<std::vector<api::RowOutcome>> FakeEngine::cancel(const Call& call, std::vector<api::OrderRef> refs) {
    m_reasons.push_back(call.reason);
    if (m_commandError) {
        return answer<std::vector<api::RowOutcome>>(fail(*m_commandError));
    }
    std::vector<api::RowOutcome> outcomes;
    for (const auto& ref : refs) {
        auto error = refused(ref);
        if (!error && !api::mayMove(row(ref.orderNo).status, api::OrderStatus::Closed)) {
            error = Error{ErrorCode::WrongStatus, "cannot be closed now", "status", {}};
        }
        outcomes.push_back({ref.orderNo, error});
        if (!error) {
            auto changed = row(ref.orderNo);
            changed.status = api::OrderStatus::Closed;
            changed.closeReason = api::CloseReason::Cancelled;
            store(std::move(changed), api::EventKind::Closed);
        }
    }
    return answer<std::vector<api::RowOutcome>>(std::move(outcomes));
}

api::Answer<void> FakeEngine::report(const Call&, api::CourierReport report) {
    if (m_commandError) {
        return answer<void>(fail(*m_commandError));
    }
    auto changed = row(report.orderNo);
    if (report.epoch != changed.epoch) {
        return answer<void>(fail(ErrorCode::StaleEpoch, "older epoch"));
    }
    if (report.version != 0 && report.version != changed.version) {
        return answer<void>(fail(ErrorCode::Conflict, "changed meanwhile"));
    }
    auto to = api::OrderStatus::Delivering;
    auto what = api::EventKind::PickedUp;
    if (report.kind == api::CourierReport::Kind::Delivered) {
        to = api::OrderStatus::Delivered;
        what = api::EventKind::Delivered;
    } else if (report.kind == api::CourierReport::Kind::Failed) {
        to = api::OrderStatus::WaitPickUp;
        what = api::EventKind::DeliveryFailed;
    }
    if (!api::mayMove(changed.status, to)) {
        return answer<void>(fail(ErrorCode::WrongStatus, "not now"));
    }
    changed.status = to;
    store(std::move(changed), what);
    return answer<void>({});
}

api::Answer<void> FakeEngine::upsertProducts(const Call&, std::vector<api::ProductRow>, bool) {
    return answer<void>({});
}

std::vector<std::int64_t> FakeEngine::select(const api::OrderFilter& f) const {
    std::vector<std::int64_t> ids;
    for (std::int64_t id = 1; id <= m_count; ++id) {
        const auto row = at(id);
        const bool fits =
            (f.statuses.empty() || std::count(f.statuses.begin(), f.statuses.end(), row.status) > 0) &&
            (f.campus.empty() || f.campus == row.campus) && (f.courier.empty() || f.courier == row.courier) &&
            (f.user.empty() || f.user == row.user) &&
            (!f.unassignedOnly || (row.status == api::OrderStatus::Paid && row.courier.empty())) &&
            (!f.lateOnly || row.isLate(m_status.now)) && (!f.placedFrom || row.placedAt >= *f.placedFrom) &&
            (!f.placedTo || row.placedAt < *f.placedTo) &&
            (f.only.empty() || std::find(f.only.begin(), f.only.end(), row.id) != f.only.end()) &&
            (f.text.empty() || row.orderNo.str().starts_with(f.text) || row.user.str().starts_with(f.text) ||
             (f.text.size() >= 4 && row.orderNo.str().find(f.text) != std::string::npos));
        if (fits) {
            ids.push_back(id);
        }
    }
    return ids;
}

const std::vector<std::int64_t>& FakeEngine::sorted(const api::OrderQuery& query) {
    if (m_sortedFor && m_sortedFor->filter == query.filter && m_sortedFor->sort == query.sort &&
        m_sortedFor->descending == query.descending) {
        return m_sorted;
    }
    m_sorted = select(query.filter);
    if (query.sort != api::OrderSort::Placed && query.sort != api::OrderSort::OrderNo) {
        std::stable_sort(m_sorted.begin(), m_sorted.end(),
                         [this, &query](std::int64_t a, std::int64_t b) { return fakeLess(at(a), at(b), query.sort); });
    }
    if (query.descending) {
        std::reverse(m_sorted.begin(), m_sorted.end());
    }
    m_sortedFor = query;
    return m_sorted;
}

api::Answer<std::vector<api::OrderRow>> FakeEngine::page(const Call&, api::OrderQuery query) {
    ++m_pageCalls;
    m_lastQuery = query;
    std::vector<OrderRow> rows;
    const bool plain = query.filter == api::OrderFilter{} && query.sort == api::OrderSort::Placed;
    const std::int64_t total = plain ? m_count : static_cast<std::int64_t>(sorted(query).size());
    for (std::int64_t i = query.offset; i < std::min(total, query.offset + query.limit); ++i) {
        const auto id = plain ? (query.descending ? m_count - i : i + 1) : m_sorted[static_cast<std::size_t>(i)];
        rows.push_back(at(id));
    }
    return read<std::vector<OrderRow>>(std::move(rows));
}

api::Answer<std::int64_t> FakeEngine::count(const Call&, api::OrderFilter filter) {
    return read<std::int64_t>(filter == api::OrderFilter{} ? m_count
                                                           : static_cast<std::int64_t>(select(filter).size()));
}

api::Answer<std::vector<api::OrderRow>> FakeEngine::rows(const Call&, std::vector<OrderId> ids) {
    ++m_rowsCalls;
    std::vector<OrderRow> rows;
    for (const auto id : ids) {
        if (id.value >= 1 && id.value <= m_count) {
            rows.push_back(at(id.value));
        }
    }
    return read<std::vector<OrderRow>>(std::move(rows));
}

api::Answer<api::OrderDetail> FakeEngine::detail(const Call&, OrderNo orderNo) {
    const auto id = idOf(orderNo);
    if (!id) {
        return read<api::OrderDetail>(fail(ErrorCode::NotFound, "no such order", "order_no", orderNo.str()));
    }
    return read<api::OrderDetail>(fakeDetail(at(*id), m_events[*id]));
}

api::Answer<std::vector<api::ProductRow>> FakeEngine::products(const Call&, std::string, std::int64_t) {
    return read<std::vector<api::ProductRow>>(std::vector<api::ProductRow>{});
}
api::Answer<std::vector<api::OwedPaymentRow>> FakeEngine::owedPayments(const Call&, std::int64_t, std::int64_t) {
    return read<std::vector<api::OwedPaymentRow>>(std::vector<api::OwedPaymentRow>{});
}

api::Answer<std::int64_t> FakeEngine::exportCsv(const Call&, api::OrderQuery query, std::string path,
                                                std::function<void(std::int64_t)> progress) {
    if (m_readError) {
        return answer<std::int64_t>(fail(*m_readError));
    }
    m_lastQuery = query;
    m_export = std::make_shared<Export>();
    m_export->total = static_cast<std::int64_t>(select(query.filter).size());
    m_export->path = std::move(path);
    m_export->progress = std::move(progress);
    m_export->promise.start();
    auto future = m_export->promise.future();
    if (!m_exportHeld) {
        exportStep(m_export->total);
    }
    return future;
}

void FakeEngine::exportStep(std::int64_t number) {
    if (!m_export) {
        return;
    }
    if (m_export->promise.isCanceled()) {
        m_export->promise.finish();
        m_export.reset();
        return;
    }
    m_export->done = std::min(m_export->total, m_export->done + number);
    m_export->progress(m_export->done);
    if (m_export->done == m_export->total) {
        std::ofstream(m_export->path) << "order_no\n" << m_export->total << "\n";
        m_export->promise.addResult(Result<std::int64_t>(m_export->total));
        m_export->promise.finish();
        m_export.reset();
    }
}

}  // namespace evenhand::test

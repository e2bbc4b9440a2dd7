// SPDX-License-Identifier: GPL-3.0-or-later
// The dispatch of FakeEngine.
#include <algorithm>

#include "tests/support/fake_engine_answer.h"
#include "tests/support/fake_reply.h"

namespace evenhand::test {

api::Answer<void> FakeEngine::upsertCampus(const Call&, api::CampusRow campus) {
    if (const auto known = m_campuses.find(campus.id); known != m_campuses.end()) {
        campus.policy.paused = known->second.policy.paused;
    }
    return putCampus(std::move(campus));
}

api::Answer<void> FakeEngine::putCampus(api::CampusRow campus) {
    m_campuses[campus.id] = campus;
    api::Event event;
    event.kind = api::Event::Kind::CampusChanged;
    event.campus = campus.id;
    publish({event});
    return answer<void>({});
}

api::Answer<void> FakeEngine::setPaused(const Call&, CampusId campus, bool paused) {
    if (m_commandError) {
        return answer<void>(fail(*m_commandError));
    }
    auto changed = m_campuses.at(campus);
    changed.policy.paused = paused;
    return putCampus(std::move(changed));
}

api::Answer<void> FakeEngine::upsertCouriers(const Call&, std::vector<api::CourierInput>) { return answer<void>({}); }

api::Answer<void> FakeEngine::setDuty(const Call&, CourierId courier, bool onDuty) {
    if (m_commandError) {
        return answer<void>(fail(*m_commandError));
    }
    m_couriers.at(courier).onDuty = onDuty;
    api::Event event;
    event.kind = api::Event::Kind::CourierChanged;
    event.courier = courier;
    event.campus = m_couriers.at(courier).campus;
    publish({event});
    return answer<void>({});
}

CourierId FakeEngine::fairest(const CampusId& campus, const CourierId& except) const {
    const api::CourierRow* best = nullptr;
    for (const auto& [id, courier] : m_couriers) {
        if (courier.campus == campus && courier.onDuty && id != except && (!best || courier.weight > best->weight)) {
            best = &courier;
        }
    }
    return best ? best->id : CourierId();
}

api::Answer<std::vector<api::ReassignOutcome>> FakeEngine::reassign(const Call& call, std::vector<api::OrderRef> refs,
                                                                    api::ReassignTarget target) {
    m_reasons.push_back(call.reason);
    if (m_commandError) {
        return answer<std::vector<api::ReassignOutcome>>(fail(*m_commandError));
    }
    std::vector<api::ReassignOutcome> outcomes;
    for (const auto& ref : refs) {
        auto error = refused(ref);
        auto changed = row(ref.orderNo);
        const auto from = changed.courier;
        const bool open = changed.status == api::OrderStatus::Paid || changed.status == api::OrderStatus::WaitPickUp ||
                          changed.status == api::OrderStatus::Delivering;
        if (!error && !open) {
            error = Error{ErrorCode::WrongStatus, "not open", "status", {}};
        }
        const auto to = target.to.empty() ? fairest(changed.campus, from) : target.to;
        if (!error && to.empty()) {
            error = Error{ErrorCode::NoCourierOnDuty, "nobody else on duty", {}, {}};
        }
        if (!error) {
            changed.courier = to;
            changed.courierName = m_couriers.at(to).name;
            changed.epoch += 1;
            m_couriers.at(to).weight -= 10;
            store(changed, api::EventKind::ReassignRequested);
        }
        outcomes.push_back({ref.orderNo, error, from, changed.epoch});
    }
    return answer<std::vector<api::ReassignOutcome>>(std::move(outcomes));
}

api::Answer<std::vector<api::ReassignOutcome>> FakeEngine::handOver(const Call& call, CourierId from,
                                                                    api::ReassignTarget target) {
    std::vector<api::OrderRef> refs;
    api::OrderFilter filter;
    filter.courier = from;
    filter.statuses = {api::OrderStatus::WaitPickUp, api::OrderStatus::Delivering};
    for (const auto id : select(filter)) {
        refs.push_back({orderNoOf(id), 0});
    }
    return reassign(call, std::move(refs), std::move(target));
}

api::Answer<std::vector<api::ReassignOutcome>> FakeEngine::undoReassign(const Call& call,
                                                                        std::vector<api::ReassignOutcome> done) {
    m_reasons.push_back(call.reason);
    std::vector<api::ReassignOutcome> outcomes;
    for (const auto& each : done) {
        auto changed = row(each.orderNo);
        std::optional<Error> error;
        if (changed.epoch != each.epoch) {
            error = Error{ErrorCode::StaleEpoch, "moved on", "epoch", {}};
        } else {
            changed.courier = each.from;
            changed.courierName = m_couriers.contains(each.from) ? m_couriers.at(each.from).name : std::string();
            changed.epoch += 1;
            store(changed, api::EventKind::Assigned);
        }
        outcomes.push_back({each.orderNo, error, each.from, changed.epoch});
    }
    return answer<std::vector<api::ReassignOutcome>>(std::move(outcomes));
}

api::Answer<std::vector<api::CalibrationRow>> FakeEngine::previewCalibration(const Call&, CampusId campus) {
    std::vector<api::CalibrationRow> rows;
    for (const auto& [id, courier] : m_couriers) {
        if (courier.campus == campus) {
            const std::int64_t difference = rows.size() % 3 == 1 ? 10 : 0;
            rows.push_back({id, courier.name, courier.onDuty, courier.weight, courier.weight + difference, difference});
        }
    }
    return read<std::vector<api::CalibrationRow>>(std::move(rows));
}

api::Answer<std::vector<api::CalibrationRow>> FakeEngine::calibrate(const Call& call, CampusId campus) {
    auto rows = previewCalibration(call, campus).result();
    for (const auto& row : *rows) {
        m_couriers.at(row.courier).weight = row.computed;
    }
    return answer<std::vector<api::CalibrationRow>>(std::move(rows));
}

api::Answer<void> FakeEngine::retryDeadLetters(const Call&, std::vector<std::int64_t> ids) {
    std::erase_if(m_deadLetters, [&ids](const auto& row) { return std::count(ids.begin(), ids.end(), row.id) > 0; });
    api::Event event;
    event.kind = api::Event::Kind::DeadLettersChanged;
    publish({event});
    return answer<void>({});
}

void FakeEngine::takeMany(const Call&, std::vector<Take> requests, api::BatchCompletion<CourierId> done) {
    std::vector<Result<CourierId>> answers;
    for (const auto& request : requests) {
        answers.emplace_back(fairest(request.campus, {}));
    }
    done(std::move(answers));
}

api::Answer<std::vector<api::CampusRow>> FakeEngine::campuses(const Call&) {
    std::vector<api::CampusRow> rows;
    for (const auto& [id, campus] : m_campuses) {
        rows.push_back(campus);
    }
    return read<std::vector<api::CampusRow>>(std::move(rows));
}

api::Answer<api::DispatchBoard> FakeEngine::board(const Call&, CampusId campus) {
    ++m_boardCalls;
    if (!m_campuses.contains(campus)) {
        return read<api::DispatchBoard>(fail(ErrorCode::NotFound, "no such campus", "campus", campus.str()));
    }
    api::DispatchBoard board;
    board.campus = m_campuses.at(campus);
    board.at = m_status.now;
    for (const auto& [id, courier] : m_couriers) {
        if (courier.campus == campus) {
            board.couriers.push_back(courier);
        }
    }
    std::stable_sort(board.couriers.begin(), board.couriers.end(),
                     [](const auto& a, const auto& b) { return a.weight > b.weight; });
    std::int64_t sum = 0, low = INT64_MAX, high = INT64_MIN, onDuty = 0;
    for (const auto& courier : board.couriers) {
        if (courier.onDuty) {
            sum += courier.weight;
            low = std::min(low, courier.weight);
            high = std::max(high, courier.weight);
            ++onDuty;
        }
    }
    board.meanWeight = onDuty ? static_cast<double>(sum) / static_cast<double>(onDuty) : 0;
    board.spreadWeight = onDuty ? high - low : 0;
    api::OrderFilter filter;
    filter.campus = campus;
    filter.unassignedOnly = true;
    board.waiting = static_cast<std::int64_t>(select(filter).size());
    return read<api::DispatchBoard>(std::move(board));
}

api::Answer<std::vector<api::WaitingOrder>> FakeEngine::waiting(const Call&, CampusId campus, std::int64_t limit) {
    api::OrderFilter filter;
    filter.campus = campus;
    filter.unassignedOnly = true;
    std::vector<api::WaitingOrder> rows;
    for (const auto id : select(filter)) {
        if (static_cast<std::int64_t>(rows.size()) < limit) {
            const auto row = at(id);
            rows.push_back({row, row.wait.value_or(api::WaitReason::Message), row.paidAt.value_or(row.placedAt)});
        }
    }
    return read<std::vector<api::WaitingOrder>>(std::move(rows));
}

api::Answer<std::vector<api::FairnessPoint>> FakeEngine::fairness(const Call&, CampusId, Instant from, Instant to,
                                                                  int points) {
    std::vector<api::FairnessPoint> rows;
    for (int i = 0; i < points; ++i) {
        const auto at = from.plusMs((to.ms - from.ms) * (i + 1) / points);
        rows.push_back({at, i % 7 % 2, i * 3});
    }
    return read<std::vector<api::FairnessPoint>>(std::move(rows));
}

api::Answer<std::vector<api::AssignmentEvidence>> FakeEngine::evidence(const Call&, OrderNo orderNo) {
    const auto order = row(orderNo);
    std::vector<api::AssignmentEvidence> rows;
    if (!order.courier.empty()) {
        rows.push_back(fakeEvidence(order, m_couriers));
    }
    return read<std::vector<api::AssignmentEvidence>>(std::move(rows));
}

api::Answer<std::vector<api::DeadLetterRow>> FakeEngine::deadLetters(const Call&, std::int64_t) {
    return read<std::vector<api::DeadLetterRow>>(m_deadLetters);
}

api::Answer<std::vector<api::CourierRow>> FakeEngine::findCouriers(const Call&, std::string prefix,
                                                                   std::int64_t limit) {
    std::vector<api::CourierRow> rows;
    for (const auto& [id, courier] : m_couriers) {
        if ((id.str().starts_with(prefix) || courier.name.starts_with(prefix)) &&
            static_cast<std::int64_t>(rows.size()) < limit) {
            rows.push_back(courier);
        }
    }
    return read<std::vector<api::CourierRow>>(std::move(rows));
}

}  // namespace evenhand::test

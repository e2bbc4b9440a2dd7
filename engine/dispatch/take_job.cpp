// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/take_job.h"

#include <optional>
#include <string>

#include "engine/dispatch/loads.h"
#include "engine/dispatch/steps.h"
#include "engine/store/records/campus_store.h"

namespace evenhand::dispatch {

TakeJob::TakeJob(api::Call call, std::vector<api::DispatchDesk::Take> takes, api::BatchCompletion<CourierId> done)
    : Job(std::move(call)), m_takes(std::move(takes)), m_done(std::move(done)), m_results(m_takes.size()) {}

Result<const TakeJob::Campus*> TakeJob::campusOf(runtime::UnitOfWork& work, const CampusId& id) {
    if (m_last != nullptr && m_lastId == id) {
        return m_last;
    }
    auto it = m_campuses.find(id);
    if (it == m_campuses.end()) {
        EVENHAND_ASSIGN(const auto record, store::campuses::find(work.database(), id));
        if (!record) {
            return fail(ErrorCode::NotFound, "no such campus", "campus", id.str());
        }
        it = m_campuses.emplace(id, Campus{CampusKeys(id), record->row.policy, record->row.paused}).first;
    }
    m_lastId = id;
    m_last = &it->second;
    return m_last;
}

Result<CourierId> TakeJob::takeOne(runtime::UnitOfWork& work, const api::DispatchDesk::Take& request) {
    if (request.epoch < 1) {
        return fail(ErrorCode::InvalidArgument, "must be at least 1", "epoch", std::to_string(request.epoch));
    }
    EVENHAND_TRY(base::validateId(request.orderNo.str(), "order_no"));
    EVENHAND_ASSIGN(const auto* campus, campusOf(work, request.campus));
    const auto& policy = campus->policy;
    if (campus->paused) {
        return fail(ErrorCode::WrongStatus, "dispatch of the campus is paused", "campus", request.campus.str());
    }
    const auto log = campus->keys.log(request.orderNo.str(), request.epoch);
    std::optional<Attempt> attempt;
    if (!work.atomic()) {
        attempt = Attempt{campus->keys.maker(request.orderNo.str(), request.epoch), std::to_string(work.rng().next())};
    }
    EVENHAND_ASSIGN(auto taken, take(work.keyspace(), campus->keys, log, policy.step, policy.logTtlMs, Choice{},
                                     attempt ? &*attempt : nullptr, 1));
    if (!taken) {
        EVENHAND_ASSIGN(const auto onDuty, countOnDuty(work.keyspace(), campus->keys));
        return onDuty > 0 ? fail(ErrorCode::LoadLimit, "every courier on duty has as many orders as allowed", "campus",
                                 request.campus.str())
                          : fail(ErrorCode::NoCourierOnDuty, "no courier is on duty", "campus", request.campus.str());
    }
    if (!taken->repeated) {
        work.undoWith([&] {
            return [keys = campus->keys, log, attempt = *attempt](keyspace::Keyspace& keyspace) -> Result<void> {
                EVENHAND_TRY(undoTake(keyspace, keys, log, &attempt));
                return {};
            };
        });
        // Nobody will report here that it was delivered.
        EVENHAND_TRY(work.atomic() ? addInHand(work.keyspace(), campus->keys, taken->courier, -1)
                                   : work.afterCommit(
                                         [keys = campus->keys, courier = taken->courier](keyspace::Keyspace& keyspace) {
                                             return addInHand(keyspace, keys, courier, -1);
                                         }));
    }
    return CourierId(std::move(taken->courier));
}

bool TakeJob::run(std::size_t index, runtime::UnitOfWork& work) {
    m_results[index] = takeOne(work, m_takes[index]);
    return m_results[index].has_value();
}

void TakeJob::refuse(std::size_t index, const Error& error) { m_results[index] = tl::unexpected<Error>(error); }

void TakeJob::resolve() { m_done(std::move(m_results)); }

}  // namespace evenhand::dispatch

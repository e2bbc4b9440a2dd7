// SPDX-License-Identifier: GPL-3.0-or-later
// Many strong-mode takes for orders that somebody else dispatches: one script run each.
// Thread: the engine's.
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/dispatch/keys.h"
#include "engine/runtime/engine.h"

namespace evenhand::dispatch {

class TakeJob final : public runtime::Job {
public:
    TakeJob(api::Call call, std::vector<api::DispatchDesk::Take> takes, api::BatchCompletion<CourierId> done);
    [[nodiscard]] std::size_t size() const noexcept override { return m_takes.size(); }
    [[nodiscard]] bool run(std::size_t index, runtime::UnitOfWork& work) override;
    void refuse(std::size_t index, const Error& error) override;
    void resolve() override;

private:
    struct Campus {
        CampusKeys keys;
        api::CampusPolicy policy;
        bool paused = false;
    };
    /// Read once per job: a policy that changes while the job runs counts from the next job on.
    Result<const Campus*> campusOf(runtime::UnitOfWork& work, const CampusId& id);
    Result<CourierId> takeOne(runtime::UnitOfWork& work, const api::DispatchDesk::Take& take);

    std::vector<api::DispatchDesk::Take> m_takes;
    api::BatchCompletion<CourierId> m_done;
    std::vector<Result<CourierId>> m_results;
    std::unordered_map<CampusId, Campus> m_campuses;
    const Campus* m_last = nullptr;
    CampusId m_lastId;
};

}  // namespace evenhand::dispatch

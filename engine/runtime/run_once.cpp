// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/run_once.h"

#include <cstdint>
#include <optional>

#include "engine/store/records/answer_store.h"

namespace evenhand::runtime {
namespace {

enum class Before : std::uint8_t {
    New,
    Answered,
    AnsweredByOther,  ///< by one of its keys; another is not known yet
};

Result<Before> answeredBefore(api::Once& once, store::Database& database) {
    std::optional<std::string> answer;
    bool unknown = false;
    for (const auto& key : once.keys()) {
        EVENHAND_ASSIGN(auto kept, store::answers::find(database, key.id));
        if (!kept) {
            unknown = true;
            continue;
        }
        if (kept->body != key.body) {
            return fail(ErrorCode::KeyReused, "the key was used for another request", "idempotency_key");
        }
        answer = std::move(kept->answer);
    }
    if (!answer) {
        return Before::New;
    }
    once.repeat(*std::move(answer));
    return unknown ? Before::AnsweredByOther : Before::Answered;
}

/// From now on the request is known by all of its keys, so that none of them is good for another one.
Result<void> keepOthers(const api::Once& once, UnitOfWork& work) {
    for (const auto& key : once.keys()) {
        EVENHAND_ASSIGN(const auto kept, store::answers::find(work.database(), key.id));
        if (!kept) {
            EVENHAND_TRY(store::answers::keep(work.database(), key.id, {key.body, *once.repeated()}, work.now()));
        }
    }
    return {};
}

Result<void> keep(const api::Once& once, UnitOfWork& work) {
    for (const auto& key : once.keys()) {
        EVENHAND_TRY(store::answers::keep(work.database(), key.id, {key.body, once.written()}, work.now()));
    }
    return {};
}

}  // namespace

bool runOnce(Job& job, std::size_t index, UnitOfWork& work) {
    api::Once* once = job.call().once.get();
    if (once == nullptr) {
        return job.run(index, work);
    }
    once->start();
    if (job.size() != 1) {
        job.refuse(index, {ErrorCode::Internal, "only one command can have one answer", {}, {}});
        return false;
    }
    const auto before = answeredBefore(*once, work.database());
    if (!before) {
        job.refuse(index, before.error());
        return false;
    }
    if (*before != Before::New) {
        if (*before == Before::AnsweredByOther) {
            if (auto kept = keepOthers(*once, work); !kept) {
                job.refuse(index, kept.error());
                return false;
            }
        }
        job.refuse(index, {ErrorCode::KeyReused, "answered before", {}, {}});
        return *before == Before::AnsweredByOther;
    }
    if (!job.run(index, work)) {
        return false;
    }
    if (auto kept = keep(*once, work); !kept) {
        job.refuse(index, kept.error());
        return false;
    }
    return true;
}

}  // namespace evenhand::runtime

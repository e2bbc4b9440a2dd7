// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/run_once.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/store/records/answer_store.h"

namespace evenhand::runtime {
namespace {

enum class Before : std::uint8_t {
    New,
    Answered,
    AnsweredByOther,  ///< by one of its keys; another is not known yet
};

struct Known {
    std::optional<std::string> answer;
    bool byAll = true;
};

Result<Known> look(const std::vector<api::Once::Key>& keys, store::Database& database) {
    Known known;
    for (const auto& key : keys) {
        EVENHAND_ASSIGN(auto kept, store::answers::find(database, key.id));
        if (!kept) {
            known.byAll = false;
            continue;
        }
        if (kept->body != key.body) {
            return fail(ErrorCode::KeyReused, "the key was used for another request", "idempotency_key");
        }
        known.answer = std::move(kept->answer);
    }
    return known;
}

Result<Before> answeredBefore(api::Once& once, store::Database& database) {
    EVENHAND_ASSIGN(auto known, look(once.keys(), database));
    if (!known.answer) {
        EVENHAND_TRY(look(once.requestKeys(), database));  // another request may have had an effect in other rows only
        return Before::New;
    }
    once.repeat(*std::move(known.answer));
    return known.byAll ? Before::Answered : Before::AnsweredByOther;
}

/// A key is good for one request, also where that has more rows than have had an effect: so it is kept itself, with the
/// first row that has one.
Result<void> keepRequest(const api::Once& once, UnitOfWork& work) {
    for (const auto& key : once.requestKeys()) {
        EVENHAND_ASSIGN(const auto kept, store::answers::find(work.database(), key.id));
        if (!kept) {
            EVENHAND_TRY(store::answers::keep(work.database(), key.id, {key.body, {}}, work.now()));
        }
    }
    return {};
}

/// From now on the request is known by all of its keys, so that none of them is good for another one.
Result<void> keepOthers(const api::Once& once, UnitOfWork& work) {
    const auto& answer = *once.repeated(once.row());
    for (const auto& key : once.keys()) {
        EVENHAND_ASSIGN(const auto kept, store::answers::find(work.database(), key.id));
        if (!kept) {
            EVENHAND_TRY(store::answers::keep(work.database(), key.id, {key.body, answer}, work.now()));
        }
    }
    return keepRequest(once, work);
}

Result<void> keep(const api::Once& once, UnitOfWork& work) {
    if (!once.isDone()) {
        return fail(ErrorCode::Internal, "the job has not told what its command gave: there is no answer to keep");
    }
    const auto& answer = once.written(once.row());
    for (const auto& key : once.keys()) {
        EVENHAND_TRY(store::answers::keep(work.database(), key.id, {key.body, answer}, work.now()));
    }
    return keepRequest(once, work);
}

}  // namespace

bool runOnce(Job& job, std::size_t index, UnitOfWork& work) {
    api::Once* once = job.call().once.get();
    if (once == nullptr) {
        return job.run(index, work);
    }
    once->start(index, job.size());
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

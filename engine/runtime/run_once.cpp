// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/run_once.h"

#include "engine/store/answer_store.h"

namespace evenhand::runtime {
namespace {

/// True: it was answered before.
Result<bool> answeredBefore(api::Once& once, store::Database& database) {
    for (const auto& key : once.keys()) {
        EVENHAND_ASSIGN(auto kept, store::answers::find(database, key.id));
        if (!kept) {
            continue;
        }
        if (kept->body != key.body) {
            return fail(ErrorCode::KeyReused, "the key was used for another request", "idempotency_key");
        }
        once.repeat(std::move(kept->answer));
        return true;
    }
    return false;
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
    if (*before) {
        job.refuse(index, {ErrorCode::KeyReused, "answered before", {}, {}});
        return false;
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

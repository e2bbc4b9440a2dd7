// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "engine/rebuild/rebuild.h"
#include "engine/rebuild/walk.h"
#include "engine/runtime/desk_support.h"

namespace evenhand::rebuild {
namespace {

using api::Answer;
using api::Call;
using api::KeyspaceComparison;
using api::Operation;

class KeyspaceDeskImpl final : public api::KeyspaceDesk {
public:
    explicit KeyspaceDeskImpl(runtime::Engine& engine) : m_engine(engine) {}

    Answer<KeyspaceComparison> compare(const Call& call, std::vector<api::KeyspacePart> parts) override {
        return walk(call, Operation::KeyspaceCompare, std::move(parts), false);
    }
    Answer<KeyspaceComparison> rebuild(const Call& call, std::vector<api::KeyspacePart> parts) override {
        return walk(call, Operation::KeyspaceRebuild, std::move(parts), true);
    }

private:
    /// One command per piece, so that others run in between.
    Answer<KeyspaceComparison> walk(const Call& call, Operation operation, std::vector<api::KeyspacePart> parts,
                                    bool fix) {
        auto allowed = runtime::checkOperation(m_engine, call, operation);
        if (!allowed) {
            return runtime::refused<KeyspaceComparison>(std::move(allowed).error());
        }
        auto first = begin(std::move(parts), fix);
        if (!first) {
            return runtime::refused<KeyspaceComparison>(std::move(first).error());
        }
        allowed->once.reset();  // several commands, and doing it again does no harm
        return walkOn(*allowed, *first);
    }
    Answer<KeyspaceComparison> walkOn(const Call& call, const Walk& walk) {
        return m_engine
            .ask<Walk>(call,
                       [walk](runtime::UnitOfWork& work) -> Result<Walk> {
                           auto next = walk;
                           EVENHAND_TRY(step(work, next));
                           return next;
                       })
            .then([this, call](Result<Walk> next) {
                if (!next) {
                    return runtime::refused<KeyspaceComparison>(next.error());
                }
                return next->ended ? runtime::ready<KeyspaceComparison>(next->result) : walkOn(call, *next);
            })
            .unwrap();
    }

    runtime::Engine& m_engine;
};

}  // namespace

std::unique_ptr<api::KeyspaceDesk> makeKeyspaceDesk(runtime::Engine& engine) {
    return std::make_unique<KeyspaceDeskImpl>(engine);
}

}  // namespace evenhand::rebuild

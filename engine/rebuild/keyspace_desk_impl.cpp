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

/// One command per piece, so that others run in between.
Answer<KeyspaceComparison> walkOn(runtime::Engine& engine, const Call& call, const Walk& walk) {
    return engine
        .ask<Walk>(call,
                   [walk](runtime::UnitOfWork& work) -> Result<Walk> {
                       auto next = walk;
                       EVENHAND_TRY(step(work, next));
                       return next;
                   })
        .then([&engine, call](Result<Walk> next) {
            if (!next) {
                return runtime::refused<KeyspaceComparison>(next.error());
            }
            return next->ended ? runtime::ready<KeyspaceComparison>(next->result) : walkOn(engine, call, *next);
        })
        .unwrap();
}

class KeyspaceDeskImpl final : public api::KeyspaceDesk {
public:
    KeyspaceDeskImpl(runtime::Engine& engine, Closing* closing) : m_engine(engine), m_closing(closing) {}

    Answer<KeyspaceComparison> compare(const Call& call, std::vector<api::KeyspacePart> parts) override {
        return walk(call, Operation::KeyspaceCompare, std::move(parts), false);
    }
    Answer<KeyspaceComparison> rebuild(const Call& call, std::vector<api::KeyspacePart> parts) override {
        return walk(call, Operation::KeyspaceRebuild, std::move(parts), true);
    }

private:
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
        return fix && m_closing != nullptr ? walkAlone(*allowed, *first) : walkOn(m_engine, *allowed, *first);
    }
    Answer<KeyspaceComparison> walkAlone(const Call& call, const Walk& walk) {
        return m_closing->close(call.reason)
            .then([this, call, walk](Result<void> closed) {
                if (!closed) {
                    return runtime::refused<KeyspaceComparison>(closed.error());
                }
                return walkOn(m_engine, call, walk)
                    .then([closing = m_closing, whole = walk.opens](Result<KeyspaceComparison> found) {
                        closing->open(whole && found && found->partsAgree());
                        return found;
                    });
            })
            .unwrap();
    }

    runtime::Engine& m_engine;
    Closing* const m_closing;
};

}  // namespace

std::unique_ptr<api::KeyspaceDesk> makeKeyspaceDesk(runtime::Engine& engine, Closing* closing) {
    return std::make_unique<KeyspaceDeskImpl>(engine, closing);
}

Answer<KeyspaceComparison> rebuildAll(runtime::Engine& engine, const Call& call) {
    auto first = begin({}, true);
    return first ? walkOn(engine, call, *first) : runtime::refused<KeyspaceComparison>(std::move(first).error());
}

}  // namespace evenhand::rebuild

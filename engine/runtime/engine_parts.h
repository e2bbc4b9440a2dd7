// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine has besides EngineCore that keeps the keyspace itself: the keyspace with its scripts, and what keeps
// it in the database (journal, snapshots) and the database in its files (checkpoints). Threads: the engine's.
#pragma once

#include <memory>
#include <utility>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/runtime/engine_core.h"
#include "engine/runtime/engine_unit.h"
#include "engine/runtime/journal_compactor.h"
#include "engine/runtime/unit_runner.h"
#include "engine/runtime/wal_checkpointer.h"
#include "engine/script/script_host.h"
#include "engine/store/database/journal_store.h"

namespace evenhand::runtime {

struct EngineParts final : EngineCore {
    EngineParts(const Clock& machineClock, OpenDatabase open, EngineOptions with)
        : EngineCore(machineClock, std::move(open), std::move(with)),
          scripts(keyspace, {}, &clock),
          unit(keyspace, options.seed),
          runner(unit),
          compactor(keyspace, clock, options.compaction),
          checkpointer(openDatabase, [this] { return paceNs(); }) {
        unit.attach(&audit);
    }

    keyspace::EmbeddedKeyspace keyspace;
    script::ScriptHost scripts;
    EngineUnit unit;
    UnitRunner runner;
    std::unique_ptr<store::JournalStore> journal;
    JournalCompactor compactor;
    WalCheckpointer checkpointer;

    std::int64_t seq = 0;  ///< last committed journal record
};

}  // namespace evenhand::runtime

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/node_store.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>

#include "engine/store/database/meta_table.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/records/ledger_store.h"
#include "engine/store/records/task_store.h"

namespace evenhand::store::nodes {
namespace {

constexpr int kEndsWithinS = 30;
constexpr int kTries = 5;  ///< after deadlocks
constexpr std::int64_t kSlotFreeAfterMs = base::kDayMs;
constexpr std::int64_t kForgottenAfterMs = 30 * base::kDayMs;

/// Rows of id_block: the first two have ids, the others are there to be locked.
constexpr std::array<std::string_view, 4> kKinds{"orders", "deduction", "audit", "node"};

std::string lockName(std::string_view node) { return "evenhand.node." + std::string(node); }

Result<void> makeRows(Database& database) {
    const std::string sql = std::string(database.dialect().insertIgnore()) + " id_block(kind, next_id) VALUES (?, 1)";
    for (const auto kind : kKinds) {
        EVENHAND_TRY(database.statement(sql).bind(kind).write());
    }
    return {};
}

/// Whatever was in the tables before there were blocks: a restore, say.
Result<void> raise(Database& database) {
    EVENHAND_TRY(
        database
            .statement("UPDATE id_block SET next_id = GREATEST(next_id, (SELECT COALESCE(MAX(order_id), 0) + 1 "
                       "FROM orders)) WHERE kind = 'orders'")
            .write());
    EVENHAND_TRY(
        database
            .statement("UPDATE id_block SET next_id = GREATEST(next_id, (SELECT COALESCE(MAX(deduction_id), 0) "
                       "+ 1 FROM deduction)) WHERE kind = 'deduction'")
            .write());
    return {};
}

Result<std::int64_t> freeSlot(Database& database, std::string_view node, Instant now) {
    std::set<std::int64_t> taken;
    auto& statement = database.statement("SELECT slot FROM engine_node WHERE at >= ?");
    statement.bind(now.plusMs(-kSlotFreeAfterMs));
    EVENHAND_TRY(eachRow(statement, [&](const Statement& row) { taken.insert(row.number("slot")); }));
    for (std::int64_t slot = 1; slot <= kSlots; ++slot) {
        if (!taken.contains(slot)) {
            return slot;
        }
    }
    return 1 + static_cast<std::int64_t>(std::hash<std::string_view>{}(node) % static_cast<std::size_t>(kSlots));
}

/// Each by its key: a statement that looked at all rows would wait for the batches of all engines, also of one that is
/// frozen.
Result<void> forgetOld(Database& database, Instant before) {
    auto& old = database.statement("SELECT node FROM engine_node WHERE at < ?");
    EVENHAND_ASSIGN(const auto nodes, readAll(old.bind(before), [](const Statement& row) { return row.text("node"); }));
    for (const auto& node : nodes) {
        EVENHAND_TRY(database.statement("DELETE FROM engine_node WHERE node = ?").bind(node).write());
    }
    return {};
}

Result<Joined> enter(Database& database, std::string_view node) {
    // One after the other, or two would find the same slot free.
    EVENHAND_TRY(readNumber(database.statement("SELECT next_id FROM id_block WHERE kind = 'node' FOR UPDATE")));
    EVENHAND_TRY(raise(database));
    EVENHAND_ASSIGN(const auto now, databaseTime(database));
    EVENHAND_TRY(forgetOld(database, now.plusMs(-kForgottenAfterMs)));
    Joined joined;
    EVENHAND_ASSIGN(joined.slot, freeSlot(database, node, now));
    EVENHAND_ASSIGN(joined.newest.ms,
                    readNumber(database.statement("SELECT COALESCE(MAX(at), 0) FROM engine_node WHERE batch > 0")));
    EVENHAND_TRY(database.statement("INSERT INTO engine_node(node, slot, batch, at) VALUES (?, ?, 0, ?)")
                     .bind(node)
                     .bind(joined.slot)
                     .bind(now)
                     .write());
    EVENHAND_TRY(ledger::openStripe(database, joined.slot));
    EVENHAND_TRY(tasks::openStripe(database, joined.slot));
    return joined;
}

/// The connection that has this lock; 0: none.
Result<std::int64_t> holderOf(Database& database, const std::string& lock) {
    auto& statement = database.statement("SELECT COALESCE(IS_USED_LOCK(?), 0)");
    return readNumber(statement.bind(lock));
}

/// One that has gone already is what was wanted.
Result<void> endConnection(Database& database, std::int64_t connection) {
    constexpr std::string_view kNoSuchThread = "(error 1094)";
    auto killed = database.execute("KILL CONNECTION " + std::to_string(connection));
    return killed || killed.error().message.find(kNoSuchThread) != std::string::npos ? Result<void>() : killed;
}

}  // namespace

Result<Joined> join(Database& database, std::string_view node) {
    EVENHAND_TRY(makeRows(database));
    for (int tries = 1;; ++tries) {
        EVENHAND_TRY(database.begin());
        auto joined = enter(database, node);
        if (joined) {
            if (auto done = database.commit(); !done) {
                joined = fail(std::move(done).error());
            }
        }
        if (joined) {
            return joined;
        }
        // The others are at work meanwhile.
        const bool again = database.faultKind() == Database::FaultKind::Conflict && tries < kTries;
        database.rollback();
        if (!again) {
            return joined;
        }
    }
}

Result<void> leave(Database& database, std::string_view node) {
    EVENHAND_TRY(database.begin());
    auto left = database.statement("DELETE FROM engine_node WHERE node = ?").bind(node).write();
    auto done = left ? database.commit() : Result<void>(fail(std::move(left).error()));
    if (!done) {
        database.rollback();
    }
    return done;
}

Result<bool> isConnected(Database& database, std::string_view node) {
    EVENHAND_ASSIGN(const auto holder, holderOf(database, lockName(node)));
    return holder != 0;
}

Result<void> disconnect(Database& database, std::string_view node) {
    EVENHAND_ASSIGN(const auto holder, holderOf(database, lockName(node)));
    return holder == 0 ? Result<void>() : endConnection(database, holder);
}

Result<void> holdName(Database& database, std::string_view node) {
    const auto name = lockName(node);
    EVENHAND_ASSIGN(const auto holder, holderOf(database, name));
    EVENHAND_ASSIGN(const auto own, readNumber(database.statement("SELECT CONNECTION_ID()")));
    if (holder == own) {
        return {};  // GET_LOCK again would count twice
    }
    if (holder != 0) {
        EVENHAND_TRY(endConnection(database, holder));
    }
    auto& lock = database.statement("SELECT COALESCE(GET_LOCK(?, ?), 0)");
    lock.bind(name).bind(std::int64_t{kEndsWithinS});
    EVENHAND_ASSIGN(const auto got, readNumber(lock));
    return got == 1 ? Result<void>()
                    : fail(ErrorCode::Storage, "this engine's connection from before does not end", "database",
                           database.location());
}

Result<void> writeBatch(Database& database, std::string_view node, std::int64_t slot, std::int64_t batch, Instant at) {
    EVENHAND_TRY(database.flush());
    EVENHAND_ASSIGN(const bool there,
                    changedOne(database.statement("UPDATE engine_node SET batch = ?, at = ? WHERE node = ?")
                                   .bind(batch)
                                   .bind(at)
                                   .bind(node)));
    if (!there) {  // forgotten, after it had nothing to do for very long
        EVENHAND_TRY(database.statement("INSERT INTO engine_node(node, slot, batch, at) VALUES (?, ?, ?, ?)")
                         .bind(node)
                         .bind(slot)
                         .bind(batch)
                         .bind(at)
                         .write());
    }
    return {};
}

Result<std::optional<std::int64_t>> lastBatch(Database& database, std::string_view node) {
    auto& statement = database.statement("SELECT batch FROM engine_node WHERE node = ?");
    return readOne(statement.bind(node), [](const Statement& row) { return row.number("batch"); });
}

Result<Instant> databaseTime(Database& database) {
    EVENHAND_ASSIGN(const auto ms,
                    readNumber(database.statement("SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)")));
    return Instant{ms};
}

Result<void> setShared(Database& database) { return meta::set(database, kDeploymentEntry, kSharedDeployment); }

Result<bool> isShared(Database& database) {
    EVENHAND_ASSIGN(const auto deployment, meta::text(database, kDeploymentEntry));
    return deployment == kSharedDeployment;
}

}  // namespace evenhand::store::nodes

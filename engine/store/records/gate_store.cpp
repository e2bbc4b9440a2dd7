// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/gate_store.h"

#include <utility>

#include "engine/store/database/sql_text.h"
#include "engine/store/records/node_store.h"

namespace evenhand::store::gate {

Result<Gate> read(Database& database) {
    for (int i = 0; i < 2; ++i) {
        auto& statement = database.statement(
            "SELECT number, is_open, reason, until_at, owner, beat, masters FROM keyspace_gate WHERE slot = 1");
        EVENHAND_ASSIGN(auto found, readOne(statement, [](const Statement& row) {
                            return Gate{row.number("number"), row.number("is_open") != 0,
                                        row.text("reason"),   Instant{row.number("until_at")},
                                        row.text("owner"),    row.number("beat"),
                                        row.text("masters")};
                        }));
        if (found) {
            return *std::move(found);
        }
        const std::string first = std::string(database.dialect().insertIgnore()) +
                                  " keyspace_gate (slot, number, is_open, reason, until_at, owner, beat, masters) "
                                  "VALUES (1, 0, 1, '', 0, '', 0, '')";
        EVENHAND_TRY(database.statement(first).write());
    }
    return fail(ErrorCode::WorkspaceDamaged, "the row of the keyspace's gate cannot be made", "table", "keyspace_gate");
}

Result<bool> close(Database& database, Gate& seen, std::string_view owner, std::string_view reason, Instant until) {
    auto& statement = database.statement(
        "UPDATE keyspace_gate SET number = number + 1, is_open = 0, reason = ?, until_at = ?, owner = ?, beat = 0 "
        "WHERE slot = 1 AND number = ? AND beat = ?");
    EVENHAND_ASSIGN(const bool ours,
                    changedOne(statement.bind(reason).bind(until).bind(owner).bind(seen.number).bind(seen.beat)));
    if (ours) {
        seen = {seen.number + 1, false, std::string(reason), until, std::string(owner), 0, seen.masters};
    }
    return ours;
}

Result<bool> renew(Database& database, Gate& held) {
    auto& statement =
        database.statement("UPDATE keyspace_gate SET beat = beat + 1 WHERE slot = 1 AND number = ? AND owner = ?");
    EVENHAND_ASSIGN(const bool ours, changedOne(statement.bind(held.number).bind(held.owner)));
    held.beat += ours ? 1 : 0;
    return ours;
}

Result<bool> open(Database& database, Gate& held, std::string_view masters) {
    auto& statement = database.statement(
        "UPDATE keyspace_gate SET number = number + 1, is_open = 1, reason = '', until_at = 0, owner = '', beat = 0, "
        "masters = ? WHERE slot = 1 AND number = ? AND owner = ?");
    EVENHAND_ASSIGN(const bool ours, changedOne(statement.bind(masters).bind(held.number).bind(held.owner)));
    if (ours) {
        held = {held.number + 1, true, {}, {}, {}, 0, std::string(masters)};
    }
    return ours;
}

Result<void> saw(Database& database, std::string_view node, std::int64_t number) {
    auto& statement = database.statement("UPDATE engine_node SET gate = ? WHERE node = ?");
    EVENHAND_TRY(statement.bind(number).bind(node).write());
    return {};
}

Result<std::vector<std::string>> notSeenBy(Database& database, std::int64_t number) {
    auto& statement = database.statement("SELECT node FROM engine_node WHERE gate < ?");
    EVENHAND_ASSIGN(const auto found,
                    readAll(statement.bind(number), [](const Statement& row) { return row.text("node"); }));
    std::vector<std::string> connected;
    for (const auto& node : found) {
        EVENHAND_ASSIGN(const bool there, nodes::isConnected(database, node));
        if (there) {
            connected.push_back(node);
        }
    }
    return connected;
}

}  // namespace evenhand::store::gate

// SPDX-License-Identifier: GPL-3.0-or-later
// A small domain for tests of the engine: each command writes to the database and to the keyspace, may publish, and may
// fail at a chosen point. Whatever happens, both sides must tell the same story.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/workspace/workspace_core.h"
#include "engine/runtime/engine.h"

namespace evenhand::test {

struct ToyCommand {
    enum class Fails : std::uint8_t { Never, AtOnce, AfterKeyspace, AfterDatabase, AtTheEnd };
    std::int64_t id = 0;
    Fails fails = Fails::Never;
    bool publish = false;
    bool database = true;
    bool keyspace = true;
};

/// Answers the engine time at which it ran.
inline Result<std::int64_t> runToy(runtime::UnitOfWork& work, const ToyCommand& command) {
    using Fails = ToyCommand::Fails;
    const auto id = std::to_string(command.id);
    const auto failing = [&](Fails point) { return command.fails == point; };
    const auto no = [&] { return fail(ErrorCode::Conflict, "as told", "id", id); };
    if (failing(Fails::AtOnce)) {
        return no();
    }
    if (command.keyspace) {
        EVENHAND_TRY(work.keyspace().call({"HSET", "toy:done", id, std::to_string(work.now().ms)}));
        EVENHAND_TRY(work.keyspace().call({"INCR", "toy:count"}));
        EVENHAND_TRY(work.keyspace().call({"ZADD", "toy:order", id, "m" + id}));
    }
    if (failing(Fails::AfterKeyspace)) {
        return no();
    }
    if (command.database) {
        EVENHAND_TRY(work.database()
                         .statement("INSERT INTO product (sku, name, unit_price, stock) VALUES (?, 'toy', 1, ?)")
                         .bind(id)
                         .bind(work.now())
                         .write());
        EVENHAND_TRY(work.database()
                         .statement("INSERT INTO stock_entry (sku, at, quantity, actor) VALUES (?, ?, 1, ?)")
                         .bind(id)
                         .bind(work.now())
                         .bind(work.call().actor.name)
                         .write());
    }
    if (failing(Fails::AfterDatabase)) {
        return no();
    }
    if (command.publish) {
        EVENHAND_TRY(work.publish("toy", {{"id", id}}));
    }
    work.emit({api::Event::Kind::OrderChanged, OrderId{command.id}, {}, {}, {}});
    if (failing(Fails::AtTheEnd)) {
        return no();
    }
    return work.now().ms;
}

/// What both sides hold: id → engine time.
struct ToyState {
    std::map<std::int64_t, std::int64_t> inDatabase;
    std::map<std::int64_t, std::int64_t> inKeyspace;
    std::int64_t count = 0;
    std::set<std::int64_t> entries;  ///< ids in stock_entry
    std::uint64_t digest = 0;
    /// Empty if both sides agree, else what does not.
    [[nodiscard]] std::string disagreement() const {
        std::set<std::int64_t> ids;
        for (const auto& [id, at] : inDatabase) {
            ids.insert(id);
        }
        if (inDatabase != inKeyspace) {
            return "database has " + std::to_string(inDatabase.size()) + ", keyspace " +
                   std::to_string(inKeyspace.size());
        }
        if (count != static_cast<std::int64_t>(inDatabase.size())) {
            return "count is " + std::to_string(count) + " of " + std::to_string(inDatabase.size());
        }
        return ids == entries ? std::string() : std::string("half a command in the database");
    }
};

inline Result<ToyState> readToy(store::Database& database, keyspace::EmbeddedKeyspace& keyspace) {
    ToyState state;
    auto& products = database.statement("SELECT sku, stock FROM product");
    EVENHAND_TRY(products.query());
    while (products.next()) {
        state.inDatabase[std::stoll(products.text("sku"))] = products.number("stock");
    }
    EVENHAND_TRY(products.status());
    auto& entries = database.statement("SELECT sku FROM stock_entry");
    EVENHAND_TRY(entries.query());
    while (entries.next()) {
        state.entries.insert(std::stoll(entries.text("sku")));
    }
    EVENHAND_TRY(entries.status());
    EVENHAND_ASSIGN(const auto done, keyspace.call({"HGETALL", "toy:done"}));
    for (std::size_t i = 0; i + 1 < done.elements.size(); i += 2) {
        state.inKeyspace[std::stoll(done.elements[i].text)] = std::stoll(done.elements[i + 1].text);
    }
    EVENHAND_ASSIGN(const auto count, keyspace.call({"GET", "toy:count"}));
    state.count = count.isNil() ? 0 : std::stoll(count.text);
    state.digest = keyspace.digest();
    return state;
}

inline api::Call toyCall(std::optional<Instant> at = std::nullopt) {
    return {api::Actor::administrator("test"), "because", at};
}

}  // namespace evenhand::test

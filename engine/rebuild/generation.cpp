// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rebuild/generation.h"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/base/number_text.h"
#include "engine/store/database/meta_table.h"
#include "engine/store/records/generation_store.h"

namespace evenhand::rebuild {
namespace {

/// What the key holds: "WORKSPACE:NUMBER".
struct Mark {
    std::string workspace;
    std::int64_t number = 0;
};

std::optional<Mark> markOf(const std::string& text) {
    const auto colon = text.rfind(':');
    if (colon == std::string::npos) {
        return std::nullopt;
    }
    const auto number = base::numberFrom(std::string_view(text).substr(colon + 1));
    return number ? std::optional(Mark{text.substr(0, colon), *number}) : std::nullopt;
}

/// Empty: there is none. What is no text stands for itself.
Result<std::string> carriedBy(keyspace::Keyspace& keyspace) {
    EVENHAND_ASSIGN(const auto type, keyspace.call({"TYPE", kGenerationKey}));
    if (type.text == "none") {
        return std::string();
    }
    if (type.text != "string") {
        return type.text;
    }
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"GET", kGenerationKey}));
    return reply.text.empty() ? std::string("?") : reply.text;
}

Result<std::string> workspaceOf(store::Database& database) {
    EVENHAND_ASSIGN(const auto id, store::meta::text(database, "workspace_id"));
    return id.value_or(std::string());
}

}  // namespace

Result<api::KeyspaceGeneration> checkGeneration(store::Database& database, keyspace::Keyspace& keyspace) {
    using State = api::GenerationState;
    EVENHAND_ASSIGN(const auto newest, store::generations::newest(database));
    EVENHAND_ASSIGN(const auto workspace, workspaceOf(database));
    api::KeyspaceGeneration generation;
    EVENHAND_ASSIGN(generation.found, carriedBy(keyspace));
    if (newest) {
        generation.number = newest->number;
        generation.openedAt = newest->openedAt;
    }
    if (generation.found.empty()) {
        generation.state = newest ? State::Missing : State::Same;
        return generation;
    }
    const auto mark = markOf(generation.found);
    if (!mark || mark->workspace != workspace || mark->number > generation.number) {
        generation.state = State::Foreign;
    } else {
        generation.state = mark->number == generation.number ? State::Same : State::Older;
    }
    return generation;
}

Result<std::int64_t> openGeneration(runtime::UnitOfWork& work) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto newest, store::generations::newest(database));
    EVENHAND_ASSIGN(const auto workspace, workspaceOf(database));
    EVENHAND_ASSIGN(const auto carried, carriedBy(work.keyspace()));
    const auto mark = markOf(carried);
    // Also above one that a database has forgotten which was put back to an earlier time.
    const auto known = newest ? newest->number : 0;
    const auto number = std::max(known, mark && mark->workspace == workspace ? mark->number : 0) + 1;
    EVENHAND_TRY(
        store::generations::insert(database, {number, work.wallNow()}, work.call().actor.name, work.call().reason));
    const auto carry = [text = workspace + ':' + std::to_string(number)](keyspace::Keyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(keyspace.call({"SET", kGenerationKey, text}));
        return {};
    };
    EVENHAND_TRY(work.afterCommit(carry));
    return number;
}

}  // namespace evenhand::rebuild

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/root_locks.h"

#include <utility>

namespace evenhand::store {
namespace {

std::string_view nameOf(RootKind kind) {
    switch (kind) {
        case RootKind::Campus: return "campus";
        case RootKind::Product: return "product";
        case RootKind::Order: return "order";
        case RootKind::Campaign: return "campaign";
        case RootKind::Activity: return "activity";
        case RootKind::Task: return "task";
        case RootKind::Person: return "person";
    }
    return {};
}

}  // namespace

std::string text(const Root& root) {
    return std::string(nameOf(root.kind)) + " " +
           (infoOf(root.kind).numbered ? std::to_string(root.number) : root.text);
}

bool RootLocks::has(const Held& held, const Root& root, Hold hold) {
    const auto found = held.find(root);
    return found != held.end() && found->second >= hold;
}

void RootLocks::keep(Held& held, const Root& root, Hold hold) {
    auto& now = held.try_emplace(root, hold).first->second;
    now = now < hold ? hold : now;
}

Roots RootLocks::ask(const Roots& roots) {
    Roots missing;
    for (const auto& [root, hold] : roots.holds()) {
        keep(m_unit, root, hold);
        if (!has(m_transaction, root, hold)) {
            missing.add(root, hold);
        }
    }
    return missing;
}

void RootLocks::taken(const Roots& roots) {
    for (const auto& [root, hold] : roots.holds()) {
        keep(m_transaction, root, hold);
    }
}

void RootLocks::made(const Root& root) { keep(m_unit, root, Hold::Change); }

Result<void> RootLocks::check(std::string_view table, const Root& root, Hold needed) {
    if (!checks || !m_inUnit || m_ownsAll || has(m_unit, root, needed)) {
        return {};
    }
    const Error error{
        ErrorCode::Internal,
        "the unit \"" + m_name + "\" writes a row of " + std::string(table) + " and has not locked " + text(root),
        std::string(table), text(root)};
    m_complaints.push_back(error.message);
    return fail(error);
}

void RootLocks::keepComplaint(Error error) { m_complaint = std::move(error); }

std::optional<Error> RootLocks::takeComplaint() { return std::exchange(m_complaint, std::nullopt); }

void RootLocks::transactionEnded() {
    m_transaction.clear();
    unitEnded();
}

void RootLocks::unitBegins(std::string_view name) {
    unitEnded();
    m_name = name;
    m_inUnit = true;
}

void RootLocks::unitEnded() {
    m_unit.clear();
    m_inUnit = m_ownsAll = false;
}

}  // namespace evenhand::store

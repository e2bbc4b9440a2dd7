// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/locks/lock.h"

#include "engine/base/number_text.h"
#include "engine/script/replies.h"
#include "engine/script/script_library.h"

namespace evenhand::locks {
namespace {

using keyspace::Keyspace;
using keyspace::Reply;
using Number = base::NumberText;

}  // namespace

Result<Grant> take(Keyspace& keyspace, const LockKeys& keys, std::string_view holder, std::int64_t leaseMs,
                   Instant now) {
    static const auto& script = script::scriptNamed("lock_take");
    EVENHAND_ASSIGN(const auto reply,
                    keyspace.run(script, {keys.lock, keys.fence}, {holder, Number(leaseMs), Number(now.ms)}));
    const auto& parts = reply.elements;
    if (parts.size() != 2 || parts[0].type != Reply::Type::Integer) {
        return script::oddReply(script.name);
    }
    if (parts[0].integer == 0) {
        return fail(ErrorCode::Busy, "somebody else is at work on it", "holder", parts[1].text);
    }
    return Grant{std::string(holder), parts[1].integer, leaseMs};
}

Result<void> renew(Keyspace& keyspace, const LockKeys& keys, const Grant& grant) {
    static const auto& script = script::scriptNamed("lock_renew");
    EVENHAND_ASSIGN(const auto reply,
                    keyspace.run(script, {keys.lock}, {grant.holder, Number(grant.fence), Number(grant.leaseMs)}));
    return reply.integer == 1 ? Result<void>()
                              : fail(ErrorCode::Conflict, "the lock has run out", "holder", grant.holder);
}

Result<bool> release(Keyspace& keyspace, const LockKeys& keys, const Grant& grant) {
    static const auto& script = script::scriptNamed("lock_release");
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {keys.lock}, {grant.holder, Number(grant.fence)}));
    return reply.integer == 1;
}

}  // namespace evenhand::locks

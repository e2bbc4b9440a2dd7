// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/member_check.h"

#include <set>
#include <string>

#include "engine/base/ids.h"

namespace evenhand::cluster {
namespace {

constexpr std::int64_t kMinLeaseMs = 1'000;
constexpr std::int64_t kMaxLeaseMs = base::kHourMs;

}  // namespace

Result<void> checkMember(const api::Member& member, std::int64_t leaseMs) {
    EVENHAND_TRY(base::validateId(member.id, "id"));
    EVENHAND_TRY(base::validateText(member.name, "name", base::kMaxNameCharacters));
    if (member.name.empty()) {
        return fail(ErrorCode::InvalidArgument, "a name is needed", "name");
    }
    const std::set<std::uint32_t> distinct(member.positions.begin(), member.positions.end());
    if (distinct.empty() || distinct.size() != member.positions.size()) {
        return fail(ErrorCode::InvalidArgument, "at least one position, and none twice", "positions");
    }
    if (leaseMs < kMinLeaseMs || leaseMs > kMaxLeaseMs) {
        return fail(ErrorCode::InvalidArgument, "must be 1000 to 3600000", "lease_ms", std::to_string(leaseMs));
    }
    return {};
}

}  // namespace evenhand::cluster

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/deployment_health.h"

namespace evenhand::api {

std::string_view toText(PartKind value) noexcept {
    switch (value) {
        case PartKind::Database: return "database";
        case PartKind::Keyspace: return "keyspace";
        case PartKind::Membership: return "membership";
        case PartKind::Service: return "service";
    }
    return {};
}

std::string_view toText(PartState value) noexcept {
    switch (value) {
        case PartState::Unknown: return "unknown";
        case PartState::Well: return "well";
        case PartState::Impaired: return "impaired";
        case PartState::Away: return "away";
    }
    return {};
}

std::string_view toText(PartRole value) noexcept {
    switch (value) {
        case PartRole::None: return "";
        case PartRole::Master: return "master";
        case PartRole::Replica: return "replica";
        case PartRole::Leader: return "leader";
        case PartRole::Follower: return "follower";
        case PartRole::DueWork: return "due_work";
    }
    return {};
}

std::string_view toText(Persistence value) noexcept {
    switch (value) {
        case Persistence::Unknown: return "unknown";
        case Persistence::Snapshots: return "snapshots";
        case Persistence::Log: return "log";
    }
    return {};
}

}  // namespace evenhand::api

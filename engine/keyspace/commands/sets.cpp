// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/commands/command_table.h"

namespace evenhand::keyspace {

Reply cmdSAdd(const Call& call) {
    auto [key, wrong] = lookup(call, call[1], Type::Set);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        key = call.store.create(call[1], Type::Set);
    }
    std::int64_t added = 0;
    for (const std::string_view member : call.args.subspan(2)) {
        const std::uint32_t hash = hash32(member);
        if (key->set->members.find(member, hash) == nullptr) {
            call.store.setAdd(key, member, hash);
            ++added;
        }
    }
    return Reply::number(added);
}

Reply cmdSRem(const Call& call) {
    return removeMembers(call, Type::Set, [&call](Key* key, std::string_view member) {
        auto* node = key->set->members.find(member, hash32(member));
        if (node != nullptr) {
            call.store.setErase(key, node);
        }
        return node != nullptr;
    });
}

Reply cmdSIsMember(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Set);
    if (wrong) {
        return wrongType();
    }
    return Reply::number(key != nullptr && key->set->members.find(call[2], hash32(call[2])) != nullptr ? 1 : 0);
}

Reply cmdSCard(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Set);
    if (wrong) {
        return wrongType();
    }
    return number(key == nullptr ? 0 : key->length());
}

Reply cmdSMembers(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Set);
    if (wrong) {
        return wrongType();
    }
    std::vector<Reply> all;
    if (key != nullptr) {
        const auto& members = key->set->members;
        all.reserve(members.size());
        for (std::uint32_t slot = 0; slot < members.slotCount(); ++slot) {
            if (const SetNode* node = members.at(slot); node != nullptr) {
                all.push_back(bulk(node->name()));
            }
        }
    }
    return Reply::array(std::move(all));
}

}  // namespace evenhand::keyspace

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/commands/command_table.h"

namespace evenhand::keyspace {

namespace {

// True if the field is new.
bool putField(Store& store, Key* key, std::string_view field, std::string_view value) {
    const std::uint32_t hash = hash32(field);
    if (HashNode* node = key->hashValue->fields.find(field, hash); node != nullptr) {
        store.hashSet(key, node, value);
        return false;
    }
    store.hashAdd(key, field, hash, value);
    return true;
}

HashNode* findField(const Key* key, std::string_view field) {
    return key->hashValue->fields.find(field, hash32(field));
}

}  // namespace

Reply cmdHSet(const Call& call) {
    if (call.size() % 2 == 1) {
        return wrongArity("hset");
    }
    auto [key, wrong] = lookup(call, call[1], Type::Hash);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        key = call.store.create(call[1], Type::Hash);
    }
    std::int64_t created = 0;
    for (std::size_t i = 2; i < call.size(); i += 2) {
        created += putField(call.store, key, call[i], call[i + 1]) ? 1 : 0;
    }
    return Reply::number(created);
}

Reply cmdHSetNx(const Call& call) {
    auto [key, wrong] = lookup(call, call[1], Type::Hash);
    if (wrong) {
        return wrongType();
    }
    if (key != nullptr && findField(key, call[2]) != nullptr) {
        return Reply::number(0);
    }
    if (key == nullptr) {
        key = call.store.create(call[1], Type::Hash);
    }
    putField(call.store, key, call[2], call[3]);
    return Reply::number(1);
}

Reply cmdHGet(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Hash);
    if (wrong) {
        return wrongType();
    }
    const HashNode* node = key != nullptr ? findField(key, call[2]) : nullptr;
    return node == nullptr ? Reply::nil() : bulk(node->value());
}

Reply cmdHMGet(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Hash);
    if (wrong) {
        return wrongType();
    }
    std::vector<Reply> values;
    values.reserve(call.size() - 2);
    for (const std::string_view field : call.args.subspan(2)) {
        const HashNode* node = key != nullptr ? findField(key, field) : nullptr;
        values.push_back(node == nullptr ? Reply::nil() : bulk(node->value()));
    }
    return Reply::array(std::move(values));
}

Reply cmdHGetAll(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Hash);
    if (wrong) {
        return wrongType();
    }
    std::vector<Reply> all;
    if (key != nullptr) {
        const auto& fields = key->hashValue->fields;
        all.reserve(std::size_t{2} * fields.size());
        for (std::uint32_t slot = 0; slot < fields.slotCount(); ++slot) {
            if (const HashNode* node = fields.at(slot); node != nullptr) {
                all.push_back(bulk(node->name()));
                all.push_back(bulk(node->value()));
            }
        }
    }
    return Reply::array(std::move(all));
}

Reply cmdHDel(const Call& call) {
    return removeMembers(call, Type::Hash, [&call](Key* key, std::string_view member) {
        auto* node = findField(key, member);
        if (node != nullptr) {
            call.store.hashErase(key, node);
        }
        return node != nullptr;
    });
}

Reply cmdHExists(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Hash);
    if (wrong) {
        return wrongType();
    }
    return Reply::number(key != nullptr && findField(key, call[2]) != nullptr ? 1 : 0);
}

Reply cmdHIncrBy(const Call& call) {
    std::int64_t delta = 0;
    if (!parseInteger(call[3], delta)) {
        return notInteger();
    }
    auto [key, wrong] = lookup(call, call[1], Type::Hash);
    if (wrong) {
        return wrongType();
    }
    HashNode* node = key != nullptr ? findField(key, call[2]) : nullptr;
    std::int64_t value = 0;
    if (node != nullptr && !parseInteger(node->value(), value)) {
        return Reply::error("ERR hash value is not an integer");
    }
    if (__builtin_add_overflow(value, delta, &value)) {
        return Reply::error("ERR increment or decrement would overflow");
    }
    const std::string text = formatInteger(value);
    if (node != nullptr) {
        call.store.hashSet(key, node, text);
    } else {
        key = key != nullptr ? key : call.store.create(call[1], Type::Hash);
        call.store.hashAdd(key, call[2], hash32(call[2]), text);
    }
    return Reply::number(value);
}

Reply cmdHLen(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Hash);
    if (wrong) {
        return wrongType();
    }
    return number(key == nullptr ? 0 : key->length());
}

}  // namespace evenhand::keyspace

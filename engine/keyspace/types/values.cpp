// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/types/values.h"

#include <algorithm>

namespace evenhand::keyspace {

SetNode* SetNode::make(std::string_view member, std::uint32_t hash) {
    auto* node = static_cast<SetNode*>(allocate(std::max(sizeof(SetNode), offsetof(SetNode, data) + member.size())));
    node->hash = hash;
    node->slot = 0;
    node->size = static_cast<std::uint32_t>(member.size());
    copyBytes(node->data, member);
    return node;
}

HashNode* HashNode::make(std::string_view field, std::uint32_t hash, std::string_view value) {
    // What malloc would round up anyway is given to the value, so that growing counters stay in place.
    const std::size_t wanted = offsetof(HashNode, data) + field.size() + value.size();
    const std::size_t bytes = std::max<std::size_t>(24, (wanted + 8 + 15) / 16 * 16 - 8);
    auto* node = static_cast<HashNode*>(allocate(bytes));
    node->hash = hash;
    node->slot = 0;
    node->nameSize = static_cast<std::uint32_t>(field.size());
    node->valueSize = static_cast<std::uint32_t>(value.size());
    node->valueCapacity = static_cast<std::uint32_t>(bytes - offsetof(HashNode, data) - field.size());
    copyBytes(node->data, field);
    copyBytes(node->data + field.size(), value);
    return node;
}

HashNode* HashValue::setValue(HashNode* node, std::string_view value) {
    if (value.size() <= node->valueCapacity && !(node->valueCapacity > 256 && value.size() < node->valueCapacity / 4)) {
        copyBytes(node->data + node->nameSize, value);
        node->valueSize = static_cast<std::uint32_t>(value.size());
        return node;
    }
    HashNode* fresh = HashNode::make(node->name(), node->hash, value);
    fields.replace(node, fresh);
    HashNode::destroy(node);
    return fresh;
}

}  // namespace evenhand::keyspace

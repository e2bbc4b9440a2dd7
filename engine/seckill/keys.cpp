// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/keys.h"

#include <charconv>

#include "engine/runtime/topics.h"

namespace evenhand::seckill {
namespace {

std::string encoded(std::string_view id) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string text;
    text.reserve(id.size());
    for (const char c : id) {
        if (c == '{' || c == '}' || c == '%' || c == ':') {
            const auto byte = static_cast<unsigned char>(c);
            text += '%';
            text += kHex[byte >> 4U];
            text += kHex[byte & 15U];
        } else {
            text += c;
        }
    }
    return text;
}

}  // namespace

ActivityKeys::ActivityKeys(const ActivityId& activity) : topic(std::string(kTopicPrefix) + encoded(activity.str())) {
    const auto prefix = "seckill:{" + topic + "}:";
    live = prefix + "live";
    slots = prefix + "slots";
    stream = runtime::streamKey(topic);
}

ActivityId activityOf(std::string_view topic) {
    topic.remove_prefix(std::min(topic.size(), kTopicPrefix.size()));
    std::string id;
    for (std::size_t i = 0; i < topic.size(); ++i) {
        unsigned byte = 0;
        if (topic[i] == '%' && i + 2 < topic.size() &&
            std::from_chars(topic.data() + i + 1, topic.data() + i + 3, byte, 16).ptr == topic.data() + i + 3) {
            id += static_cast<char>(byte);
            i += 2;
        } else {
            id += topic[i];
        }
    }
    return ActivityId(std::move(id));
}

}  // namespace evenhand::seckill

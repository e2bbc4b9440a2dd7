// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/hash_tag.h"

#include <charconv>

namespace evenhand::base {

std::string hashTagOf(std::string_view id) {
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

std::string idOfHashTag(std::string_view tag) {
    std::string id;
    for (std::size_t i = 0; i < tag.size(); ++i) {
        unsigned byte = 0;
        if (tag[i] == '%' && i + 2 < tag.size() &&
            std::from_chars(tag.data() + i + 1, tag.data() + i + 3, byte, 16).ptr == tag.data() + i + 3) {
            id += static_cast<char>(byte);
            i += 2;
        } else {
            id += tag[i];
        }
    }
    return id;
}

}  // namespace evenhand::base

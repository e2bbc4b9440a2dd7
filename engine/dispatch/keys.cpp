// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/keys.h"

namespace evenhand::dispatch {
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

CampusKeys::CampusKeys(const CampusId& campus)
    : m_prefix("dispatch:{" + encoded(campus.str()) + "}:"),
      m_weights(m_prefix + "weights"),
      m_kept(m_prefix + "kept"),
      m_open(m_prefix + "open") {}

std::string CampusKeys::log(std::string_view orderNo, std::int64_t epoch) const {
    std::string key = m_prefix;
    key += "log:";
    key += std::to_string(epoch);
    key += ':';
    key += orderNo;
    return key;
}

std::string CampusKeys::releasedMark(std::string_view orderNo, std::int64_t epoch) const {
    return m_prefix + "released:" + std::to_string(epoch) + ":" + std::string(orderNo);
}

}  // namespace evenhand::dispatch

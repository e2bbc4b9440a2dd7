// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/keys.h"

#include "engine/base/hash_tag.h"

namespace evenhand::dispatch {

CampusKeys::CampusKeys(const CampusId& campus)
    : m_prefix("dispatch:{" + base::hashTagOf(campus.str()) + "}:"),
      m_weights(m_prefix + "weights"),
      m_kept(m_prefix + "kept"),
      m_open(m_prefix + "open"),
      m_inHand(m_prefix + "in_hand"),
      m_limits(m_prefix + "limits") {}

std::string CampusKeys::log(std::string_view orderNo, std::int64_t epoch) const {
    std::string key = m_prefix;
    key += "log:";
    key += std::to_string(epoch);
    key += ':';
    key += orderNo;
    return key;
}

std::string CampusKeys::maker(std::string_view orderNo, std::int64_t epoch) const {
    return m_prefix + "maker:" + std::to_string(epoch) + ":" + std::string(orderNo);
}

std::string CampusKeys::releasedMark(std::string_view orderNo, std::int64_t epoch) const {
    return m_prefix + "released:" + std::to_string(epoch) + ":" + std::string(orderNo);
}

}  // namespace evenhand::dispatch

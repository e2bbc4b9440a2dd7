// SPDX-License-Identifier: GPL-3.0-or-later
// Requests as etcd's JSON gateway takes them: keys and values in base64, 64-bit integers as strings. Thread: pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/cluster/etcd/messages.h"

namespace evenhand::etcd {

[[nodiscard]] std::string grantText(std::int64_t ttlS);
/// Of keepalive, revoke and timetolive alike.
[[nodiscard]] std::string leaseText(std::int64_t id);
[[nodiscard]] std::string putText(const Put& put);
/// Also of deleterange.
[[nodiscard]] std::string spanText(const KeySpan& span);
[[nodiscard]] std::string txnText(const Txn& txn);
[[nodiscard]] std::string watchText(const KeySpan& span, std::int64_t fromRevision);
/// Of what has nothing to be said: the list of servers, the status of one.
[[nodiscard]] std::string nothingText();
[[nodiscard]] std::string signInText(std::string_view user, std::string_view password);

}  // namespace evenhand::etcd

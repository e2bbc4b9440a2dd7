// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of etcd's JSON gateway: members that are zero or empty are left out, 64-bit integers come as strings, keys
// and values in base64. Every function answers Unreachable (membership; the value is the server) where the text is no
// answer of etcd's: something else listens there, or it was cut.
// Thread: pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/cluster/etcd/messages.h"

namespace evenhand::etcd {

[[nodiscard]] Result<Lease> readGrant(std::string_view text, const std::string& server);
/// Seconds that it has from now on; 0: it has ended.
[[nodiscard]] Result<std::int64_t> readKeepAlive(std::string_view text, const std::string& server);
/// Seconds that are left; -1: it has ended.
[[nodiscard]] Result<std::int64_t> readTimeToLive(std::string_view text, const std::string& server);
/// The revision afterwards: of put, deleterange, revoke.
[[nodiscard]] Result<std::int64_t> readRevision(std::string_view text, const std::string& server);
[[nodiscard]] Result<RangeAnswer> readRange(std::string_view text, const std::string& server);
[[nodiscard]] Result<TxnAnswer> readTxn(std::string_view text, const std::string& server);
/// One line of a watch.
[[nodiscard]] Result<WatchNews> readNews(std::string_view line, const std::string& server);
[[nodiscard]] Result<std::vector<Server>> readServers(std::string_view text, const std::string& server);
[[nodiscard]] Result<ServerStatus> readServerStatus(std::string_view text, const std::string& server);
/// The token of authenticate.
[[nodiscard]] Result<std::string> readToken(std::string_view text, const std::string& server);

/// What an answer with another status than 200 says.
struct Refusal {
    enum class Kind {
        Elsewhere,  ///< this server cannot at the moment: another one may
        Token,      ///< the token is not valid (any more)
        Told,       ///< by each of them
    };
    Kind kind = Kind::Elsewhere;
    Error error;
};
[[nodiscard]] Refusal refusalOf(int status, std::string_view body, const std::string& server);

}  // namespace evenhand::etcd

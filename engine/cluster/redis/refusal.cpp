// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/refusal.h"

#include <array>
#include <string>
#include <utility>

#include "engine/base/number_text.h"
#include "engine/cluster/redis/key_slot.h"

namespace evenhand::redis {
namespace {

constexpr std::array<std::pair<std::string_view, RefusalKind>, 15> kKinds{{
    {"MOVED", RefusalKind::Moved},
    {"ASK", RefusalKind::Ask},
    {"TRYAGAIN", RefusalKind::NotNow},
    {"LOADING", RefusalKind::NotNow},
    {"BUSY", RefusalKind::NotNow},
    {"NOREPLICAS", RefusalKind::NotNow},
    {"CLUSTERDOWN", RefusalKind::MapOutdated},
    {"READONLY", RefusalKind::MapOutdated},
    {"MASTERDOWN", RefusalKind::MapOutdated},
    {"NOSCRIPT", RefusalKind::NoScript},
    {"NOPERM", RefusalKind::NoRights},
    {"NOAUTH", RefusalKind::NoRights},
    {"OOM", RefusalKind::ServerFault},
    {"MISCONF", RefusalKind::ServerFault},
    {"CROSSSLOT", RefusalKind::CrossSlot},
}};

/// "3999 127.0.0.1:6381", "3999 ::1:6381", "3999 :6381".
std::optional<Refusal> redirection(RefusalKind kind, std::string_view rest, const NodeAddress& asked) {
    const auto blank = rest.find(' ');
    const auto colon = rest.rfind(':');
    if (blank == std::string_view::npos || colon == std::string_view::npos || colon < blank) {
        return std::nullopt;
    }
    const auto slot = base::numberFrom(rest.substr(0, blank));
    const auto host = rest.substr(blank + 1, colon - blank - 1);
    const auto port = base::numberFrom(rest.substr(colon + 1));
    constexpr std::int64_t kMaxPortNumber = 65'535;
    if (!slot || *slot < 0 || *slot >= kSlotCount || !port || *port < 1 || *port > kMaxPortNumber || host == "?") {
        return std::nullopt;
    }
    return Refusal{kind,
                   static_cast<std::uint16_t>(*slot),
                   {host.empty() ? asked.host : std::string(host), static_cast<std::uint16_t>(*port)}};
}

}  // namespace

Refusal refusalOf(std::string_view text, const NodeAddress& asked) {
    const auto blank = text.find(' ');
    const auto word = text.substr(0, blank);
    for (const auto& [known, kind] : kKinds) {
        if (word != known) {
            continue;
        }
        if (kind != RefusalKind::Moved && kind != RefusalKind::Ask) {
            return {kind};
        }
        const auto rest = blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1);
        return redirection(kind, rest, asked).value_or(Refusal{});
    }
    return {};
}

}  // namespace evenhand::redis

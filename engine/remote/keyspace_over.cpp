// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace keyspace_parts {

EVENHAND_PARTS(EVENHAND_CALLS_KEYSPACE)

class RemoteKeyspace final : EVENHAND_MADE_OF(EVENHAND_CALLS_KEYSPACE) {
public:
    explicit RemoteKeyspace(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace keyspace_parts

std::unique_ptr<api::KeyspaceDesk> keyspaceOver(RemoteLine& line) {
    return std::make_unique<keyspace_parts::RemoteKeyspace>(line);
}

}  // namespace evenhand::remote

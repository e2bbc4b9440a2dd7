// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace backups_parts {

EVENHAND_PARTS(EVENHAND_CALLS_BACKUPS)

class RemoteBackup final : EVENHAND_MADE_OF(EVENHAND_CALLS_BACKUPS) {
public:
    explicit RemoteBackup(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace backups_parts

std::unique_ptr<api::BackupDesk> backupsOver(RemoteLine& line) {
    return std::make_unique<backups_parts::RemoteBackup>(line);
}

}  // namespace evenhand::remote

// SPDX-License-Identifier: GPL-3.0-or-later
// Backups, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/backup_desk.h"
#include "engine/wire/values/audit.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(BackupStatus, Running, Verified, Failed)

BOOST_DESCRIBE_STRUCT(BackupRow, (),
                      (id, status, path, startedAt, endedAt, bytes, rows, auditHead, scheduled, actor, error))
BOOST_DESCRIBE_STRUCT(BackupManifest, (),
                      (program, formatVersion, schemaVersion, workspaceId, currency, timeZone, source, at, rows, bytes,
                       auditHead))
BOOST_DESCRIBE_STRUCT(BackupSchedule, (), (folder, minuteOfDay, keep, version))

}  // namespace evenhand::api

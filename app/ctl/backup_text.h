// SPDX-License-Identifier: GPL-3.0-or-later
// How backups are shown. Thread: the program's main thread.
#pragma once

#include <QJsonObject>
#include <string>

#include "app/ctl/console_io.h"
#include "app/ctl/row_texts.h"
#include "engine/api/backup_desk.h"

namespace evenhand::ctl {

void printManifest(ConsoleIo& io, const api::BackupManifest& manifest);
[[nodiscard]] QJsonObject manifestDocument(const api::BackupManifest& manifest);

}  // namespace evenhand::ctl

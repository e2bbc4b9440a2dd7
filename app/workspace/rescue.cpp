// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/rescue.h"

#include <csignal>
#include <filesystem>

#include "app/workspace/take_backup.h"
#include "app/workspace/workspace_folder.h"
#include "engine/base/log.h"

namespace evenhand::app {
Result<std::string> rescueLostFiles(store::Database& database, const std::string& folder,
                                    const std::string& workspaceId, Instant at) {
    // Even a program that is being ended waits for this, because no other copy of the data is left.
    std::signal(SIGALRM, SIG_IGN);
    std::error_code ignored;
    const auto place = folderPath(folder);
    Error last{ErrorCode::Storage, "there is no folder to save it in", "path", folder};
    for (const auto& into : {place, place.parent_path()}) {
        if (!std::filesystem::is_directory(into, ignored)) {
            continue;
        }
        const auto path = (into / (rescuedPrefix(place, into) + backupName(workspaceId, at, false))).string();
        auto writer = BackupFileWriter::create(path);
        const auto written = writer ? takeBackup(**writer, database, at, {})
                                    : Result<api::BackupManifest>(tl::unexpect, std::move(writer).error());
        if (written) {
            base::log(base::LogLevel::Error, "workspace",
                      "the workspace's files were gone when it was closed; what was acknowledged has been saved: " +
                          path + " (evenhandctl restore creates a workspace from it)");
            return path;
        }
        last = written.error();
    }
    base::log(base::LogLevel::Error, "workspace",
              "the workspace's files were gone when it was closed, and what was acknowledged could not be saved: " +
                  last.text());
    return fail(last);
}

}  // namespace evenhand::app

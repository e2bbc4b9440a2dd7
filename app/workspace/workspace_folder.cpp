// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/workspace_folder.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/workspace/backup_format.h"
#include "engine/base/durable_file.h"

namespace evenhand::app {
namespace {

namespace fs = std::filesystem;

/// In the order in which they are removed.
constexpr std::array<std::string_view, 4> kRestoring{"restoring.db-wal", "restoring.db-shm", "restoring.db-journal",
                                                     "restoring.db"};

/// Makes it, and the ones above it that are missing. Their names are on the disk before anybody is told that something
/// lies in them; also that of one that is there: whoever made it may have been killed before.
Result<void> makeFolders(const std::string& folder) {
    std::error_code error;
    const auto place = folderPath(folder);
    std::vector<fs::path> holders{place.parent_path()};
    while (!fs::exists(holders.back(), error) && holders.back().has_relative_path()) {
        holders.push_back(holders.back().parent_path());
    }
    if (fs::create_directories(place, error); error) {
        return fail(ErrorCode::Storage, "the folder cannot be made: " + error.message(), "path", folder);
    }
    for (const auto& holder : holders) {
        if (::access(holder.c_str(), R_OK) == 0) {  // what may not be read cannot be opened to be synced
            EVENHAND_TRY(base::syncFolder(holder.string()));
        }
    }
    return {};
}

/// Left by a making or restoring that was killed. An anchor or a mark only beside what it was written for; one that
/// lies there alone is evidence. A small file that never got its name (base/durable_file.h) is none.
bool countsForNothing(const std::string& folder, std::string_view name) {
    std::error_code ignored;
    const bool unnamed =
        name.find(".new-") != std::string_view::npos &&
        (name.starts_with("audit.anchor") || name.starts_with("work.mark") || name.starts_with("database.url") ||
         name.starts_with("keyspace.url") || name.starts_with("membership.url"));
    // Addresses without that of a database: it is written after them.
    return unnamed || name == "workspace.lock" || name == "keyspace.url" || name == "membership.url" ||
           std::find(kRestoring.begin(), kRestoring.end(), name) != kRestoring.end() ||
           ((name == "audit.anchor" || name == "work.mark") && fs::exists(restoringPath(folder), ignored));
}

}  // namespace

FolderUndo::FolderUndo(const std::string& folder) : m_folder(folder) {
    std::error_code error;
    for (fs::path path(folder); !path.empty() && !fs::exists(path, error); path = path.parent_path()) {
        m_folders.push_back(path);
    }
    m_lockWasThere = fs::exists(folder + "/workspace.lock", error);
}

FolderUndo::~FolderUndo() {
    std::error_code error;
    if (m_files) {
        for (const auto* name : {"workspace.db", "workspace.db-wal", "workspace.db-shm", "workspace.db-journal",
                                 "database.url", "keyspace.url", "membership.url", "audit.anchor", "work.mark"}) {
            fs::remove(m_folder + "/" + name, error);
        }
        for (const auto name : kRestoring) {
            fs::remove(m_folder + "/" + std::string(name), error);
        }
        if (!m_lockWasThere) {
            fs::remove(m_folder + "/workspace.lock", error);
        }
    }
    for (const auto& path : m_folders) {
        fs::remove(path, error);  // only if it is empty
    }
}

Result<void> makeFolder(const std::string& folder) {
    std::error_code error;
    const auto failed = [&](const char* doing) {
        return fail(ErrorCode::Storage, std::string(doing) + ": " + error.message(), "path", folder);
    };
    if (fs::exists(databasePath(folder), error) || fs::exists(folder + "/database.url", error)) {
        return fail(ErrorCode::AlreadyExists, "there is a workspace already", "path", folder);
    }
    if (fs::exists(folder, error)) {
        if (!fs::is_directory(folder, error)) {
            return fail(ErrorCode::AlreadyExists, "this is a file, not a folder", "path", folder);
        }
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
            if (!countsForNothing(folder, entry->path().filename().string())) {
                return fail(ErrorCode::AlreadyExists, "the folder is not empty", "path", folder);
            }
        }
        if (error) {
            return failed("the folder cannot be read");
        }
    }
    EVENHAND_TRY(makeFolders(folder));
    fs::permissions(folder, fs::perms::owner_all, error);
    if (error) {
        return failed("the folder cannot be made private");
    }
    return {};
}

void removeUnfinished(const std::string& folder) {
    std::error_code ignored;
    if (fs::exists(restoringPath(folder), ignored)) {
        // Before the database: whoever is killed in between must not leave them alone, as evidence of a workspace.
        for (const auto* name : {"audit.anchor", "work.mark"}) {
            fs::remove(fs::path(folder) / name, ignored);
        }
    }
    removeRestoring(folder);
}

void removeRestoring(const std::string& folder) {
    std::error_code ignored;
    for (const auto name : kRestoring) {
        fs::remove(fs::path(folder) / name, ignored);
    }
}

Result<void> nameRestored(const std::string& folder) {
    std::error_code error;
    if (fs::rename(restoringPath(folder), databasePath(folder), error); error) {
        return fail(ErrorCode::Storage, "the database cannot be renamed to its final name: " + error.message(), "path",
                    folder);
    }
    removeRestoring(folder);
    return base::syncFolder(folder);
}

fs::path folderPath(const std::string& folder) {
    std::error_code ignored;
    const auto place = fs::absolute(folder, ignored).lexically_normal();
    return place.has_filename() ? place : place.parent_path();
}

std::string rescuedPrefix(const fs::path& place, const fs::path& into) {
    return place == into ? "rescued-" : "rescued-" + place.filename().string() + "-";
}

std::string rescuedFrom(const std::string& folder) {
    std::error_code ignored;
    const auto place = folderPath(folder);
    const auto into = fs::is_directory(place, ignored) ? place : place.parent_path();
    const auto prefix = rescuedPrefix(place, into);
    std::string newest;
    for (fs::directory_iterator file(into, ignored), end; !ignored && file != end; file.increment(ignored)) {
        const auto name = file->path().filename().string();
        if (name.starts_with(prefix) && name.ends_with(backupFormat::kSuffix)) {
            newest = std::max(newest, file->path().string());  // of one workspace their names tell when
        }
    }
    return newest;
}

}  // namespace evenhand::app

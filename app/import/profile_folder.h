// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles that people have saved in a workspace: FOLDER/import-profiles/NAME.json, as --profile reads them.
// Thread: reads and writes files on the calling one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/import/profile.h"

namespace evenhand::import {

class ProfileFolder {
public:
    /// `workspaceFolder` empty: there is none, and nothing is saved.
    explicit ProfileFolder(const std::string& workspaceFolder);

    /// By name; files that are no profiles are left out.
    [[nodiscard]] std::vector<Profile> all() const;
    /// NotFound, InvalidArgument.
    [[nodiscard]] Result<Profile> load(const std::string& name) const;
    /// Takes the place of an earlier one of its name. InvalidArgument (name), Storage.
    [[nodiscard]] Result<void> save(const Profile& profile) const;

private:
    [[nodiscard]] std::string fileOf(const std::string& name) const { return m_folder + '/' + name + ".json"; }

    std::string m_folder;
};

/// What may be the name of a saved profile: 1 to 64 characters that can name a file, and not a built-in one's.
/// InvalidArgument (name).
[[nodiscard]] Result<void> checkProfileName(std::string_view name);

/// What --profile names: a built-in one, else a file, else one that was saved in the workspace. NotFound,
/// InvalidArgument.
[[nodiscard]] Result<Profile> findProfile(const std::string& nameOrPath, const std::string& workspaceFolder);

}  // namespace evenhand::import

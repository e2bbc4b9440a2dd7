// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/profile_folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "engine/base/durable_file.h"
#include "engine/base/ids.h"

namespace evenhand::import {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolder = "/import-profiles";
constexpr std::string_view kEnding = ".json";
constexpr std::size_t kMaxProfiles = 200;  // looked at

}  // namespace

ProfileFolder::ProfileFolder(const std::string& workspaceFolder)
    : m_folder(workspaceFolder.empty() ? std::string() : workspaceFolder + std::string(kFolder)) {}

std::vector<Profile> ProfileFolder::all() const {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(m_folder, error), end; !error && it != end && names.size() < kMaxProfiles;
         it.increment(error)) {
        if (it->path().extension() == kEnding) {
            names.push_back(it->path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    std::vector<Profile> profiles;
    for (const auto& name : names) {
        if (auto profile = load(name)) {
            profiles.push_back(*std::move(profile));
        }
    }
    return profiles;
}

Result<Profile> ProfileFolder::load(const std::string& name) const {
    EVENHAND_TRY(checkProfileName(name));
    EVENHAND_ASSIGN(auto profile, Profile::load(fileOf(name)));
    profile.name = name;
    return profile;
}

Result<void> ProfileFolder::save(const Profile& profile) const {
    EVENHAND_TRY(checkProfileName(profile.name));
    if (m_folder.empty()) {
        return fail(ErrorCode::Storage, "this workspace has no folder", "path");
    }
    std::error_code error;
    fs::create_directories(m_folder, error);
    if (error) {
        return fail(ErrorCode::Storage, "the folder cannot be made: " + error.message(), "path", m_folder);
    }
    return base::replaceFile(fileOf(profile.name), profile.toJson(), base::FileMode::Shared);
}

Result<void> checkProfileName(std::string_view name) {
    EVENHAND_TRY(base::validateId(name, "name"));
    if (name.find('/') != std::string_view::npos || name.find('\\') != std::string_view::npos || name.front() == '.') {
        return fail(ErrorCode::InvalidArgument, "must not have a slash, nor a point at its beginning", "name",
                    std::string(name));
    }
    if (name == Profile::native().name || name == Profile::onlineRetail().name) {
        return fail(ErrorCode::InvalidArgument, "is the name of a built-in profile", "name", std::string(name));
    }
    return {};
}

Result<Profile> findProfile(const std::string& nameOrPath, const std::string& workspaceFolder) {
    auto found = Profile::load(nameOrPath);
    if (found || found.error().code != ErrorCode::NotFound || !checkProfileName(nameOrPath)) {
        return found;
    }
    auto saved = ProfileFolder(workspaceFolder).load(nameOrPath);
    // What was asked for is told as it was asked for, not as the file that it might have been.
    return saved || saved.error().code != ErrorCode::NotFound ? std::move(saved) : std::move(found);
}

}  // namespace evenhand::import

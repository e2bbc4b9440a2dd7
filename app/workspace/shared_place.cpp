// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/shared_place.h"

#include <QFile>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "engine/base/durable_file.h"

namespace evenhand::app {
namespace {

std::string keyspaceFile(const std::string& folder) { return folder + "/keyspace.url"; }
std::string membershipFile(const std::string& folder) { return folder + "/membership.url"; }

Secret passwordFrom(const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr ? Secret(std::string(value)) : Secret();
}

Result<std::string> readLine(const std::string& path) {
    constexpr qint64 kMaxLength = 4096;
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxLength) {
        return fail(ErrorCode::Storage, "the address cannot be read: " + file.errorString().toStdString(), "path",
                    path);
    }
    return file.readAll().trimmed().toStdString();
}

Result<void> writeLine(const std::string& path, const std::string& line) {
    auto written = base::replaceFile(path, line + '\n', base::FileMode::Private);
    if (!written) {
        written.error().message = "the address cannot be written: " + written.error().message;
    }
    return written;
}

}  // namespace

Result<SharedPlace> SharedPlace::of(const std::string& keyspace, const std::string& membership) {
    SharedPlace place;
    auto parsed = redis::RedisAddress::parse(keyspace);
    if (!parsed) {
        const auto& wrong = parsed.error();  // its fields are those of a database's address too
        const bool whole = wrong.field == "keyspace" || wrong.field == "password";
        return fail(ErrorCode::InvalidArgument,
                    whole ? wrong.message : wrong.field + " \"" + wrong.value + "\": " + wrong.message, "keyspace");
    }
    place.keyspace = std::move(*parsed);
    if (!place.keyspace.password.empty()) {
        return fail(ErrorCode::InvalidArgument, "no password stands in the address; set $EVENHAND_KEYSPACE_PASSWORD",
                    "keyspace");
    }
    EVENHAND_ASSIGN(place.membership, etcd::Address::fromUrl(membership));
    place.keyspace.password = passwordFrom("EVENHAND_KEYSPACE_PASSWORD");
    place.membershipPassword = passwordFrom("EVENHAND_MEMBERSHIP_PASSWORD");
    return place;
}

bool isSharedPlace(const std::string& folder) {
    std::error_code ignored;
    return std::filesystem::exists(keyspaceFile(folder), ignored);
}

Result<std::optional<SharedPlace>> readSharedPlace(const std::string& folder) {
    if (!isSharedPlace(folder)) {
        return std::optional<SharedPlace>();
    }
    EVENHAND_ASSIGN(const auto keyspace, readLine(keyspaceFile(folder)));
    EVENHAND_ASSIGN(const auto membership, readLine(membershipFile(folder)));
    EVENHAND_ASSIGN(auto place, SharedPlace::of(keyspace, membership));
    return std::optional(std::move(place));
}

Result<void> writeSharedPlace(const std::string& folder, const SharedPlace& place) {
    EVENHAND_TRY(writeLine(membershipFile(folder), place.membership.url()));
    return writeLine(keyspaceFile(folder), place.keyspace.text());
}

}  // namespace evenhand::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/owner.h"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <string>

namespace evenhand::ctl {

api::Actor localOwner() {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    const uid_t user = ::geteuid();
    if (::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr) {
        return api::Actor::administrator("local:" + std::string(found->pw_name), api::Via::CommandLine);
    }
    return api::Actor::administrator("local:" + std::to_string(user), api::Via::CommandLine);
}

}  // namespace evenhand::ctl

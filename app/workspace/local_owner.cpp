// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/local_owner.h"

#include <pwd.h>
#include <unistd.h>

#include <array>

namespace evenhand::app {

std::string localPerson() {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    const uid_t user = ::geteuid();
    if (::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr) {
        return "local:" + std::string(found->pw_name);
    }
    return "local:" + std::to_string(user);
}

api::Actor localOwner(api::Via via) { return api::Actor::administrator(localPerson(), via); }

}  // namespace evenhand::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Who is signed in: the grants that live, so that a change of roles or the end of a session is seen at once by all that
// is done with them. Grants are in memory only: closing the workspace ends them, and a session that is stored gets
// another one where it is taken up.
// Thread: any. Invariant: changes are told in the order of their commits (AccountJob), so that the last one counts.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/actor.h"
#include "engine/base/ids.h"

namespace evenhand::accounts {

class Sessions {
public:
    [[nodiscard]] std::shared_ptr<const api::Grant> open(PersonId person, api::Permissions permissions);
    /// nullopt: not signed in, or not any more.
    [[nodiscard]] std::optional<PersonId> personOf(const api::Actor& actor) const;
    void change(PersonId person, api::Permissions permissions);
    /// All of a person but `except`.
    void endAll(PersonId person, const api::Grant* except = nullptr);
    void end(const api::Grant* grant);
    /// The session of this grant is stored, by this hash of its token.
    void keep(const api::Grant* grant, std::string hash);
    /// Empty: it is not stored.
    [[nodiscard]] std::string keptAs(const api::Grant* grant) const;
    /// As keptAs(); nullopt: it was so already.
    std::optional<std::string> setLocked(const api::Grant* grant, bool locked);
    /// The session that is stored by this hash.
    [[nodiscard]] bool isLocked(const std::string& hash) const;

private:
    struct Session {
        PersonId person;
        std::weak_ptr<api::Grant> grant;
        std::string hash{};
    };
    mutable std::mutex m_mutex;
    std::vector<Session> m_sessions;
};

}  // namespace evenhand::accounts

// SPDX-License-Identifier: GPL-3.0-or-later
// Attempts to sign in, as units of work: begin() counts the attempt as failed before its password is looked at, end()
// says what came of it. A login that nobody has goes the same way, with its failures in memory.
// Thread: the engine's, within units.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "engine/api/account_types.h"
#include "engine/lock_out/lock_out.h"
#include "engine/runtime/audit_log.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/person_store.h"

namespace evenhand::accounts {

/// An attempt under way.
struct Attempt {
    std::optional<store::people::Record> person;  ///< as before it; nullopt: nobody has this login
    std::string login;                            ///< as typed, fit to be shown
    std::optional<Error> refusal;                 ///< it ends here: Locked, or what the check before it said
    std::string address{};                        ///< where it comes from; empty: not over a line
};

class SignIns {
public:
    static constexpr std::size_t kMaxUnknown = 10'000;
    static constexpr std::size_t kMaxAddresses = 10'000;

    explicit SignIns(const Clock& clock) : m_clock(clock) {}

    /// By login, or of who is signed in. `first`: looked at before the attempt counts.
    using First = std::function<Result<void>(const store::people::Record&)>;
    [[nodiscard]] Result<Attempt> begin(runtime::UnitOfWork& work, const std::variant<std::string, PersonId>& who,
                                        api::Via via, api::Operation operation, const First& first = {},
                                        const std::string& address = {});
    /// The person as they are now; nullopt: refused (SignInRefused, which the caller makes). Either is in the audit
    /// log.
    [[nodiscard]] Result<std::optional<store::people::Record>> end(runtime::UnitOfWork& work, const Attempt& attempt,
                                                                   bool fits, api::Via via, api::Operation operation);

private:
    [[nodiscard]] Result<Attempts> countUnknown(const std::string& key, Instant now,
                                                const api::AccountSettings& settings);
    /// With one more; Locked while the address has to wait.
    [[nodiscard]] Result<AddressAttempts> attemptsFrom(const std::string& address, Instant now,
                                                       const api::AccountSettings& settings) const;
    void keep(const std::string& address, const AddressAttempts& attempts);

    const Clock& m_clock;
    std::map<std::string, Attempts> m_unknown;
    std::map<std::string, AddressAttempts> m_addresses;
    runtime::RefusalLimit m_locked;  ///< entries about attempts that came too early
};

/// A login that somebody typed, as it may stand in a log: at most 64 characters, nothing that is no character.
[[nodiscard]] std::string shownLogin(std::string_view typed);

}  // namespace evenhand::accounts

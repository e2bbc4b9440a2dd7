// SPDX-License-Identifier: GPL-3.0-or-later
// Who acts. People who have signed in carry a grant that the engine can change and end at any moment; the program's own
// parts (engine, workers, demo, the owner of the workspace's folder) carry a fixed set.
// Thread: values and atomics, any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/api/permission.h"

namespace evenhand::api {

/// The way in, stored in the audit log: "engine", "console", "command_line", "http".
enum class Via : std::uint8_t { Engine, Console, CommandLine, Http };
[[nodiscard]] std::string_view toText(Via value) noexcept;
[[nodiscard]] std::optional<Via> viaFrom(std::string_view text) noexcept;

/// What a signed-in person may do at this moment. Made by AccountDesk::signIn(), shared by everything that is done in
/// that session; a change of roles is seen by the next question, also of commands that wait in the inbox.
class Grant {
public:
    explicit Grant(Permissions permissions) : m_permissions(permissions) {}
    [[nodiscard]] Permissions permissions() const noexcept { return m_permissions.load(std::memory_order_acquire); }
    /// Signed out, disabled, or the password was reset: nothing is allowed any more (SessionEnded).
    [[nodiscard]] bool ended() const noexcept { return m_ended.load(std::memory_order_acquire); }
    /// The console is locked: what it has asked for goes on, but its session is not taken up over another line.
    [[nodiscard]] bool locked() const noexcept { return m_locked.load(std::memory_order_acquire); }

    // For engine/accounts only.
    void change(Permissions permissions) noexcept {
        if (!ended()) {
            m_permissions.store(permissions, std::memory_order_release);
        }
    }
    void end() noexcept {
        m_ended.store(true, std::memory_order_release);
        m_permissions.store(0, std::memory_order_release);
    }
    void setLocked(bool locked) noexcept { m_locked.store(locked, std::memory_order_release); }

private:
    std::atomic<Permissions> m_permissions;
    std::atomic<bool> m_ended{false};
    std::atomic<bool> m_locked{false};
};

struct Actor {
    std::string name;             ///< a person's login; "local:root", "system", …: those have a colon or are reserved
    Permissions permissions = 0;  ///< of an actor without a grant
    std::shared_ptr<const Grant> grant{};  ///< of a signed-in person
    Via via = Via::Engine;
    std::string called{};  ///< a signed-in person's own name, as it was then; empty: none, or nobody has signed in

    [[nodiscard]] bool may(Permission permission) const noexcept {
        return !ended() && ((grant ? grant->permissions() : permissions) & bitOf(permission)) != 0;
    }
    [[nodiscard]] bool ended() const noexcept { return grant && grant->ended(); }
    /// May do everything, also what only workers do.
    [[nodiscard]] static Actor administrator(std::string name, Via via = Via::Engine) {
        return {std::move(name), ~Permissions{0}, {}, via};
    }
};

}  // namespace evenhand::api

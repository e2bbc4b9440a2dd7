// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a workspace in MySQL or MariaDB for one engine at a time, among all machines that reach the database.
//
// The lease row names the owner, the id of its writing connection, an epoch that each change of owner raises, and an
// expiry by the database's clock, which a thread of its own puts off. The owner's writing connection also holds a named
// lock of the server, which goes when the connection does, after its rollback. A taker, of an expired or given back
// lease: ends the former owner's connection (the holder of the named lock, if it is the one in the row), waits for its
// rollback by taking the named lock, then raises the epoch. Every commit checks the epoch last, under the row's lock.
//
// So: whoever commits owns the workspace at that moment; an engine that stalled and was replaced can write nothing
// more, whatever it has sent; after a crash the next engine goes on without an operator, at once on the same machine,
// else when the lease has expired. Threads: acquire(), check(), release() on the writing connection's; the rest on any.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"
#include "engine/store/database/mysql_settings.h"

namespace evenhand::store {

struct LeaseTimes {
    std::int64_t leaseMs = 10'000;
    std::int64_t renewMs = 2'500;
};

/// Who runs a workspace, for people.
struct LeaseHolder {
    std::string process;           ///< "host, process 12"
    std::optional<Instant> since;  ///< by that machine's clock; nullopt: it does not say
    std::int64_t epoch = 0;
};

class WorkspaceLease {
public:
    /// `owner`: who this is, for people on other machines; made unique by thisProcess(). `clock`: by which acquire()
    /// waits; outlives the lease.
    WorkspaceLease(MysqlSettings settings, const std::string& owner, LeaseTimes times, const Clock& clock);
    ~WorkspaceLease();
    WorkspaceLease(const WorkspaceLease&) = delete;
    WorkspaceLease& operator=(const WorkspaceLease&) = delete;

    /// "host, process 123 (…)": a name that no other process has, ever.
    [[nodiscard]] static std::string thisProcess();

    /// Called, on a thread of the lease, when the lease was lost (WorkspaceInUse) or the server does not answer
    /// (Storage); not again until acquire() has succeeded since. Set before acquire().
    void onTrouble(std::function<void(const Error&)> trouble) { m_trouble = std::move(trouble); }

    /// Takes the workspace, or takes it again after a reconnection; waits for a lease that is about to expire, at most
    /// its length. WorkspaceInUse names the owner.
    [[nodiscard]] Result<void> acquire(Database& database);
    /// From now on acquire() does not wait, and gives up if it does: the process is about to end. Any thread.
    void stopWaiting() noexcept { m_hurry = true; }
    /// The last statement before a commit. WorkspaceInUse: somebody else has taken over.
    [[nodiscard]] Result<void> check(Database& database);
    /// Who runs the workspace at this moment; nullopt: nobody, so that acquire() would not wait. Takes nothing.
    [[nodiscard]] Result<std::optional<LeaseHolder>> holder(Database& database) const;
    /// Gives the workspace back, so that the next engine need not wait.
    void release(Database& database);

    [[nodiscard]] std::int64_t epoch() const noexcept { return m_epoch.load(); }

private:
    struct Row {
        std::string owner;
        std::int64_t connection = 0;
        std::int64_t epoch = 0;
        std::int64_t expiresAt = 0;
        std::int64_t now = 0;     ///< the database's clock
        std::int64_t holder = 0;  ///< connection that holds the named lock, 0: none
        std::int64_t self = 0;    ///< this connection
    };
    enum class Claim : std::uint8_t { Take, Wait, InUse };

    [[nodiscard]] Result<Row> read(Database& database) const;
    [[nodiscard]] Claim judge(const Row& row) const;
    [[nodiscard]] Result<bool> endHolder(Database& database, const Row& row) const;
    [[nodiscard]] Result<bool> write(Database& database, const Row& seen);
    [[nodiscard]] Error inUse(const std::string& owner, std::int64_t epoch) const;
    void startKeeper();
    void stopKeeper();
    void keep();
    void tell(const Error& error);

    std::atomic<bool> m_hurry{false};
    const MysqlSettings m_settings;
    const std::string m_owner;
    const LeaseTimes m_times;
    const Clock& m_clock;
    std::string m_lockName;
    std::function<void(const Error&)> m_trouble;
    std::atomic<std::int64_t> m_epoch{0};  ///< 0: not the owner
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_stop = false;
    bool m_told = false;
    std::thread m_keeper;
};

}  // namespace evenhand::store

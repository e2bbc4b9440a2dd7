// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/workspace_lease.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <tuple>

#include "engine/base/invariant.h"
#include "engine/store/database/checksum.h"

namespace evenhand::store {
namespace {

constexpr std::int64_t kPollMs = 100;
constexpr int kRollbackWaitS = 30;
constexpr std::string_view kProcess = ", process ";

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("unknown host");
}

/// Tells one boot of a machine from another, and containers that do not see each other's processes apart.
std::string bootId() {
    std::string id;
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::getline(file, id);
    std::error_code error;
    const auto space = std::filesystem::read_symlink("/proc/self/ns/pid", error);
    return id.empty() || error ? std::string() : id + "/" + space.string();
}

/// When process `pid` started, in the kernel's ticks: tells it from a later one of the same number.
std::string startTime(std::int64_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(file, text);
    constexpr int kFieldAfterName = 20;  // field 22 of proc(5); the name in brackets is field 2
    auto at = text.rfind(')');
    for (int i = 0; at != std::string::npos && i < kFieldAfterName; ++i) {
        at = text.find(' ', at + 1);
    }
    return at == std::string::npos ? std::string() : text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

std::string identity(std::int64_t pid) {
    return hostName() + std::string(kProcess) + std::to_string(pid) + " (" + bootId() + "/" + startTime(pid) + ")";
}

/// "host, process 12" of "host, process 12 (…)".
std::string shown(const std::string& owner) { return owner.substr(0, owner.find(" (")); }

/// True if `owner` was a process of this boot of this machine that is not there any more.
bool isDead(const std::string& owner) {
    const auto at = owner.find(kProcess);
    if (at == std::string::npos || bootId().empty()) {
        return false;
    }
    const char* const begin = owner.data() + at + kProcess.size();
    std::int64_t pid = 0;
    std::from_chars(begin, owner.data() + owner.size(), pid);
    if (pid <= 0 || owner.find("(" + bootId() + "/") == std::string::npos || owner.substr(0, at) != hostName()) {
        return false;
    }
    // A living process of that number may be a later one; its identity then has another start time. One of another user
    // (EPERM) lives.
    return (::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH) || !owner.starts_with(identity(pid));
}

constexpr char kSince = '@';

/// A process may hold several leases. When it began to, for whoever waits: "…#0@1767225600000".
std::string numbered(const std::string& owner, Instant now) {
    static std::atomic<std::uint64_t> counter{0};
    return owner + "#" + std::to_string(counter.fetch_add(1)) + kSince + std::to_string(now.ms);
}

std::optional<Instant> sinceOf(const std::string& owner) {
    const auto at = owner.rfind(kSince);
    Instant since;
    if (at == std::string::npos || at < owner.rfind(')')) {
        return std::nullopt;
    }
    const char* const end = owner.data() + owner.size();
    const auto read = std::from_chars(owner.data() + at + 1, end, since.ms);
    return read.ec == std::errc() && read.ptr == end ? std::optional(since) : std::nullopt;
}

constexpr std::string_view kNow = "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)";

}  // namespace

std::string WorkspaceLease::thisProcess() { return identity(::getpid()); }

WorkspaceLease::WorkspaceLease(MysqlSettings settings, const std::string& owner, LeaseTimes times, const Clock& clock)
    : m_settings(std::move(settings)), m_owner(numbered(owner, clock.now())), m_times(times), m_clock(clock) {
    // Names of locks are server-wide and at most 64 characters.
    m_lockName = "evenhand/" + std::to_string(checksum64(m_settings.database));
}

WorkspaceLease::~WorkspaceLease() { stopKeeper(); }

Error WorkspaceLease::inUse(const std::string& owner, std::int64_t epoch) const {
    return {ErrorCode::WorkspaceInUse,
            "the workspace is run by another engine: " + shown(owner) + ", epoch " + std::to_string(epoch), "database",
            m_settings.url()};
}

Result<WorkspaceLease::Row> WorkspaceLease::read(Database& database) const {
    static const std::string sql = "SELECT owner, connection_id, epoch, expires_at, " + std::string(kNow) +
                                   " AS server_now, IS_USED_LOCK(?) AS lock_holder, CONNECTION_ID() AS own_connection "
                                   "FROM engine_lease WHERE slot = 1";
    // Expiry, clock and holder in one statement, so that they are of one moment. The clock is the server's: it is the
    // only one that all machines share.
    for (int i = 0; i < 2; ++i) {
        auto& statement = database.statement(sql);
        statement.bind(m_lockName);
        EVENHAND_TRY(statement.query());
        if (statement.next()) {
            Row row{statement.text("owner"),           statement.number("connection_id"),
                    statement.number("epoch"),         statement.number("expires_at"),
                    statement.number("server_now"),    statement.number("lock_holder"),
                    statement.number("own_connection")};
            statement.finish();
            return row;
        }
        EVENHAND_TRY(statement.status());
        const std::string first =
            std::string(database.dialect().insertIgnore()) +
            " engine_lease (slot, owner, connection_id, epoch, expires_at) VALUES (1, '', 0, 0, 0)";
        EVENHAND_TRY(database.statement(first).write());
    }
    return fail(ErrorCode::WorkspaceDamaged, "the lease row cannot be made", "database", m_settings.url());
}

WorkspaceLease::Claim WorkspaceLease::judge(const Row& row) const {
    const bool mine = row.owner == m_owner && row.epoch == m_epoch.load();
    const bool strangerHolds = row.holder != 0 && row.holder != row.self && row.holder != row.connection;
    if (strangerHolds) {
        return Claim::Wait;  // somebody is taking over at this moment
    }
    // After a reconnection the row is still this engine's, and its own old connection may hold the lock: no reason to
    // wait.
    if (mine || row.expiresAt <= row.now) {
        return Claim::Take;
    }
    if (row.holder != 0) {
        return Claim::InUse;
    }
    // The owner's connection has gone before its lease: it may be reconnecting, unless it is known to have died.
    return isDead(row.owner) ? Claim::Take : Claim::Wait;
}

Result<void> WorkspaceLease::acquire(Database& database) {
    // The keeper first: it must not renew a lease that is changing hands, and startKeeper() makes a new one.
    stopKeeper();
    // A lease that nobody renews has run out by then: its length, and one renewal that was on its way.
    const auto giveUpNs = m_clock.monotonicNs() + (m_times.leaseMs + m_times.renewMs) * base::kNsPerMs;
    while (true) {
        EVENHAND_ASSIGN(const auto row, read(database));
        const auto claim = judge(row);
        if (claim == Claim::Take) {
            // Before the row changes: what the former owner left open keeps its locks until the server has rolled it
            // back, and this engine's writes would run into them.
            EVENHAND_ASSIGN(const bool free, endHolder(database, row));
            bool taken = false;
            if (free) {
                EVENHAND_ASSIGN(taken, write(database, row));
            }
            if (taken) {
                startKeeper();
                return {};
            }
        }
        // A take-over may lose its race again and again. It is tried at once, but not beyond the time limit either.
        const bool lostRace = claim == Claim::Take;
        if (claim == Claim::InUse || (m_hurry && !lostRace) || m_clock.monotonicNs() >= giveUpNs) {
            m_epoch = 0;
            return fail(inUse(row.owner, row.epoch));
        }
        if (!lostRace) {
            std::this_thread::sleep_for(std::chrono::milliseconds(kPollMs));
        }
    }
}

/// Ends the connection that may still be writing, and waits until the server has rolled back what it left open.
Result<bool> WorkspaceLease::endHolder(Database& database, const Row& row) const {
    constexpr std::string_view kNoSuchThread = "(error 1094)";
    if (row.holder != 0 && row.holder != row.self) {
        auto killed = database.execute("KILL CONNECTION " + std::to_string(row.holder));
        if (!killed && killed.error().message.find(kNoSuchThread) == std::string::npos) {
            return fail(killed.error());
        }
    }
    if (row.holder == row.self) {
        return true;  // GET_LOCK again would count twice, and one RELEASE_LOCK would not end it
    }
    auto& lock = database.statement("SELECT GET_LOCK(?, ?)");
    lock.bind(m_lockName).bind(std::int64_t{row.holder == 0 ? 1 : kRollbackWaitS});
    EVENHAND_TRY(lock.query());
    const bool got = lock.next() && lock.onlyNumber() == 1;
    EVENHAND_TRY(lock.status());
    lock.finish();
    if (!got && row.holder == 0) {
        return false;  // somebody else was faster
    }
    if (!got) {
        return fail(ErrorCode::Storage, "the connection of the former engine, " + shown(row.owner) + ", does not end",
                    "database", m_settings.url());
    }
    return true;
}

/// Writes the row if it still is what was judged; else gives the named lock back and answers false.
Result<bool> WorkspaceLease::write(Database& database, const Row& seen) {
    static const std::string sql =
        "UPDATE engine_lease SET owner = ?, connection_id = CONNECTION_ID(), epoch = ?, expires_at = " +
        std::string(kNow) + " + ? WHERE slot = 1 AND owner = ? AND epoch = ? AND (expires_at = ? OR owner = ?)";
    // The statement also compares the expiry: an owner that has renewed it since it was judged is alive, and keeps it.
    // The own lease is taken whatever its expiry, and its epoch stays, for nobody else has owned the workspace.
    const bool mine = seen.owner == m_owner && seen.epoch == m_epoch.load();
    const auto epoch = mine ? seen.epoch : seen.epoch + 1;
    auto& update = database.statement(sql);
    update.bind(m_owner)
        .bind(epoch)
        .bind(m_times.leaseMs)
        .bind(seen.owner)
        .bind(seen.epoch)
        .bind(seen.expiresAt)
        .bind(m_owner);
    EVENHAND_ASSIGN(const auto rows, update.write());
    if (rows == 1) {
        m_epoch = epoch;
        return true;
    }
    auto& unlock = database.statement("SELECT RELEASE_LOCK(?)");
    unlock.bind(m_lockName);
    EVENHAND_TRY(unlock.query());
    unlock.finish();
    return false;
}

Result<void> WorkspaceLease::check(Database& database) {
    // FOR UPDATE keeps the row until the commit: whoever takes over has to wait for it, and then reads what was
    // committed. Without it a takeover could come between this look and the commit.
    auto& row = database.statement("SELECT owner, epoch FROM engine_lease WHERE slot = 1 FOR UPDATE");
    EVENHAND_TRY(row.query());
    if (!row.next()) {
        EVENHAND_TRY(row.status());
        return fail(ErrorCode::WorkspaceDamaged, "the lease row is gone", "database", m_settings.url());
    }
    const auto owner = row.text("owner");
    const auto epoch = row.number("epoch");
    row.finish();
    if (epoch != m_epoch.load() || owner != m_owner) {
        m_epoch = 0;
        return fail(inUse(owner, epoch));
    }
    return {};
}

Result<std::optional<LeaseHolder>> WorkspaceLease::holder(Database& database) const {
    EVENHAND_ASSIGN(const auto row, read(database));
    if (judge(row) == Claim::Take) {
        return std::optional<LeaseHolder>();
    }
    return std::optional(LeaseHolder{shown(row.owner), sinceOf(row.owner), row.epoch});
}

void WorkspaceLease::release(Database& database) {
    stopKeeper();  // first: it would put the expiry off again
    const auto epoch = m_epoch.exchange(0);
    if (epoch == 0 || !database.isOpen()) {
        return;
    }
    // If this fails, the next engine waits for the expiry, or sees that this process has ended.
    auto& update =
        database.statement("UPDATE engine_lease SET expires_at = 0 WHERE slot = 1 AND owner = ? AND epoch = ?");
    std::ignore = update.bind(m_owner).bind(epoch).write();
}

void WorkspaceLease::startKeeper() {
    EVENHAND_INVARIANT(!m_keeper.joinable(), "two threads would renew one lease, one of them without an end");
    m_stop = m_told = false;
    m_keeper = std::thread([this] { keep(); });
}

void WorkspaceLease::stopKeeper() {
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
    if (m_keeper.joinable()) {
        m_keeper.join();
    }
}

void WorkspaceLease::tell(const Error& error) {
    if (!m_told && m_trouble) {
        m_told = true;
        m_trouble(error);
    }
}

void WorkspaceLease::keep() {
    static const std::string sql =
        "UPDATE engine_lease SET expires_at = " + std::string(kNow) + " + ? WHERE slot = 1 AND owner = ? AND epoch = ?";
    auto settings = m_settings;  // a server that stalls is to be noticed within the lease
    settings.connectTimeoutS = settings.readTimeoutS = settings.writeTimeoutS =
        static_cast<int>(std::max<std::int64_t>(1, m_times.leaseMs / 2'000));
    // A connection of its own: a renewal within the engine's transaction would wait for its commit, and be rolled back
    // with it.
    std::unique_ptr<Database> database;
    std::unique_lock lock(m_mutex);
    while (!m_changed.wait_for(lock, std::chrono::milliseconds(m_times.renewMs), [this] { return m_stop; })) {
        lock.unlock();
        if (!database) {
            if (auto opened = Database::openMysql(settings, Database::Access::ReadWrite); opened) {
                database = *std::move(opened);
            } else {
                tell(opened.error());
            }
        }
        if (database) {
            auto& update = database->statement(sql);
            const auto rows = update.bind(m_times.leaseMs).bind(m_owner).bind(m_epoch.load()).write();
            if (!rows) {
                tell(rows.error());
                database.reset();
            } else if (*rows == 0 && m_epoch.load() != 0) {  // 0: check() has found it out already
                tell({ErrorCode::WorkspaceInUse, "another engine has taken the workspace over", "database",
                      m_settings.url()});
            }
        }
        lock.lock();
    }
}

}  // namespace evenhand::store

// SPDX-License-Identifier: GPL-3.0-or-later
// Where a simulated workspace lies, with the faults that can happen there: a disk in memory, or a real MariaDB server
// behind a proxy that cuts connections; and the files beside it, which are real and can fail too while they are
// watched.
//
// What the engine is told of its place is the same in every process and on every machine (kPlace), whatever the folder
// is called: a path stands in rows, in the audit chain's hashes and in messages, and its length moves writes, so faults
// that were planned by number. Nothing else of a run on SQLite hangs on the process. On MariaDB without faults neither;
// with faults about one run in a hundred does not repeat, so it may not be made small either: cuts hit what comes over
// the line by number, but the engine looks for the server again in real time, and how far that was when somebody asked
// decides whether an answer is "done" or "unknown". Thread: confined to its owner; of several in
// one process one at a time, from enter() to another's.
#pragma once

#include <QMap>
#include <QTemporaryDir>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/workspace/workspace.h"
#include "plan.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/servers/fault_disk.h"
#include "tests/support/servers/file_faults.h"

namespace evenhand::testing {
class CuttingProxy;
class MariadbServer;
}  // namespace evenhand::testing

namespace evenhand::sim {

class SimulatedStore {
public:
    /// A file descriptor of this process, open on the store's folder.
    static constexpr int kDescriptor = 700;
    static constexpr const char* kPlace = "/proc/self/fd/700";

    /// `name`: what its folder is called, among those for temporary files; the system adds some letters.
    explicit SimulatedStore(const std::string& name);
    virtual ~SimulatedStore();
    SimulatedStore(const SimulatedStore&) = delete;
    SimulatedStore& operator=(const SimulatedStore&) = delete;

    /// From now on kPlace is this one.
    void enter() const;
    [[nodiscard]] std::string folder() const { return outside() + "/" + m_name.toStdString(); }
    /// A folder beside the workspace's, for backups.
    [[nodiscard]] std::string outside() const { return kPlace; }
    [[nodiscard]] const std::shared_ptr<test::MemorySecrets>& secrets() const { return m_secrets; }
    /// For WorkspaceOptions and RestoreOptions: a new place in the same kind of database.
    [[nodiscard]] virtual std::string newDatabase() = 0;
    virtual void prepare(app::OpenOptions& options) = 0;

    /// What is there now is what every run begins with; nothing is open.
    virtual void keep() = 0;
    [[nodiscard]] virtual bool kept() const = 0;
    virtual void begin() = 0;

    /// As FaultDisk::plan(), as far as this kind of store can fail.
    virtual void plan(test::Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed) = 0;
    /// As plan(), of the real files in outside(): backups, what is restored, anchors. Until restFiles() or restart().
    void planFiles(test::Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed);
    void restFiles() { m_files.rest(); }
    /// The process died, by a plan.
    [[nodiscard]] bool dead() const { return storageDead() || m_files.dead(); }
    /// The fault of a plan has been met.
    [[nodiscard]] bool struck() const { return storageStruck() || m_files.struck(); }
    /// The next process comes; nothing is open. Ends the plans. Only after a fault that kills has been planned.
    virtual void restart(bool losePower) = 0;
    /// A restore into folder() has come so far that there is something to open.
    [[nodiscard]] bool isRestored() const;
    /// What was restored into folder() by the system's files is where it belongs.
    virtual void adopt() {}
    /// The next workspace lies in another folder; begin() comes back to the first.
    void moveOn() {
        m_former = m_name;
        m_name = QStringLiteral("w%1").arg(++m_moves);
    }
    /// Back to the one before moveOn(), which is as it was left.
    void moveBack() { m_name = m_former; }
    /// Published backups, those that are scheduled too.
    [[nodiscard]] std::vector<std::string> backups() const;

protected:
    [[nodiscard]] virtual bool storageDead() const = 0;
    [[nodiscard]] virtual bool storageStruck() const = 0;
    virtual void die(test::Fault how) = 0;
    void backHome();
    QTemporaryDir m_folder;
    test::FileFaults m_files;
    QString m_name = QStringLiteral("w0");
    QString m_former = m_name;
    int m_moves = 0;
    std::shared_ptr<test::MemorySecrets> m_secrets = std::make_shared<test::MemorySecrets>();
    std::map<std::string, Secret> m_keptSecrets;
};

/// SQLite on a disk in memory (tests/support/servers/fault_disk.h).
class DiskStore final : public SimulatedStore {
public:
    using SimulatedStore::SimulatedStore;
    [[nodiscard]] std::string newDatabase() override { return {}; }
    void prepare(app::OpenOptions& options) override { options.vfs = m_disk.vfs(); }
    void adopt() override;
    void keep() override;
    [[nodiscard]] bool kept() const override { return m_image != nullptr; }
    void begin() override;
    void plan(test::Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed) override {
        m_disk.plan(fault, at, count, seed);
    }
    void restart(bool losePower) override;

private:
    [[nodiscard]] bool storageDead() const override { return m_disk.dead(); }
    [[nodiscard]] bool storageStruck() const override { return m_disk.struck(); }
    void die(test::Fault how) override { m_disk.die(how); }
    test::FaultDisk m_disk;
    std::shared_ptr<const test::FaultDisk::Image> m_image;
};

/// A real MariaDB server, started at first use, behind a proxy that cuts connections at a COMMIT or at any statement:
/// before the server sees it, or before the client hears of it. A process that dies is one that nobody lets through any
/// more.
class ServerStore final : public SimulatedStore {
public:
    explicit ServerStore(const std::string& name);
    ~ServerStore() override;
    [[nodiscard]] std::string newDatabase() override;
    void prepare(app::OpenOptions& options) override;
    void keep() override;
    [[nodiscard]] bool kept() const override { return !m_kept.empty(); }
    void begin() override;
    void plan(test::Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed) override;
    void restart(bool losePower) override;

private:
    [[nodiscard]] bool storageDead() const override;
    [[nodiscard]] bool storageStruck() const override;
    void die(test::Fault how) override;
    std::unique_ptr<testing::MariadbServer> m_server;
    std::unique_ptr<testing::CuttingProxy> m_proxy;
    std::string m_first, m_kept;  ///< names of databases: that of the runs, and what each begins with
    std::vector<std::string> m_others;
    QMap<QString, QByteArray> m_keptFiles;  ///< of the folder
    int m_cutsBefore = 0;
};

[[nodiscard]] std::unique_ptr<SimulatedStore> makeStore(Store kind, const std::string& name = "evenhand-sim");

}  // namespace evenhand::sim

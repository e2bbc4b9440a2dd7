// SPDX-License-Identifier: GPL-3.0-or-later
// Where a simulated workspace lies, with the faults that can happen there: a disk in memory, or a real MariaDB server
// behind a proxy that cuts connections. Thread: confined to its owner.
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

namespace evenhand::testing {
class CuttingProxy;
class MariadbServer;
}  // namespace evenhand::testing

namespace evenhand::sim {

class SimulatedStore {
public:
    virtual ~SimulatedStore() = default;

    [[nodiscard]] std::string folder() const { return m_folder.filePath(m_name).toStdString(); }
    /// A folder beside the workspace's, for backups.
    [[nodiscard]] std::string outside() const { return m_folder.path().toStdString(); }
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
    /// The process died, by the plan.
    [[nodiscard]] virtual bool dead() const = 0;
    /// The plan's fault has been met.
    [[nodiscard]] virtual bool struck() const = 0;
    /// The next process comes; nothing is open. Ends the plan. Only after a fault that kills has been planned.
    virtual void restart(bool losePower) = 0;
    /// What was restored into folder() by the system's files is where it belongs.
    virtual void adopt() {}
    /// The next workspace lies in another folder; begin() comes back to the first.
    void moveOn() { m_name = QStringLiteral("w%1").arg(++m_moves); }

protected:
    void backHome();
    QTemporaryDir m_folder;
    QString m_name = QStringLiteral("w0");
    int m_moves = 0;
    std::shared_ptr<test::MemorySecrets> m_secrets = std::make_shared<test::MemorySecrets>();
    std::map<std::string, Secret> m_keptSecrets;
};

/// SQLite on a disk in memory (tests/support/servers/fault_disk.h).
class DiskStore final : public SimulatedStore {
public:
    [[nodiscard]] std::string newDatabase() override { return {}; }
    void prepare(app::OpenOptions& options) override { options.vfs = m_disk.vfs(); }
    void adopt() override;
    void keep() override;
    [[nodiscard]] bool kept() const override { return m_image != nullptr; }
    void begin() override;
    void plan(test::Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed) override {
        m_disk.plan(fault, at, count, seed);
    }
    [[nodiscard]] bool dead() const override { return m_disk.dead(); }
    [[nodiscard]] bool struck() const override { return m_disk.struck(); }
    void restart(bool losePower) override { m_disk.restart(losePower); }

private:
    test::FaultDisk m_disk;
    std::shared_ptr<const test::FaultDisk::Image> m_image;
};

/// A real MariaDB server, started at first use, behind a proxy that cuts connections at a COMMIT: before the server
/// sees it, or before the client hears of it. A process that dies is one that nobody lets through any more. Waiting for
/// a server takes real time, so after a fault a trace may differ from one run to the next.
class ServerStore final : public SimulatedStore {
public:
    ServerStore();
    ~ServerStore() override;
    [[nodiscard]] std::string newDatabase() override;
    void prepare(app::OpenOptions& options) override;
    void keep() override;
    [[nodiscard]] bool kept() const override { return !m_kept.empty(); }
    void begin() override;
    void plan(test::Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed) override;
    [[nodiscard]] bool dead() const override;
    [[nodiscard]] bool struck() const override;
    void restart(bool losePower) override;

private:
    std::unique_ptr<testing::MariadbServer> m_server;
    std::unique_ptr<testing::CuttingProxy> m_proxy;
    std::string m_first, m_kept;  ///< names of databases: that of the runs, and what each begins with
    std::vector<std::string> m_others;
    QMap<QString, QByteArray> m_files;  ///< of the folder
    int m_cutsBefore = 0;
};

[[nodiscard]] std::unique_ptr<SimulatedStore> makeStore(Store kind);

}  // namespace evenhand::sim

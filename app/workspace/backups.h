// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of backups: checks and records in the engine, reading and writing on threads of its own.
//
// Steps of a backup: create the file (so that a bad path is refused before anything is recorded), insert a row RUNNING
// and an audit entry, write the snapshot, verify it, rename the file, record the outcome in the row. The answer comes
// with the last commit. Without threads (OpenOptions::threaded) everything but the engine's part runs on the calling
// thread. Threads: the desk's functions from any; start() and stop() on the thread that makes it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "app/workspace/take_backup.h"
#include "engine/api/backup_desk.h"
#include "engine/runtime/background_work.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::app {

class Backups final : public api::BackupDesk {
public:
    struct Place {
        runtime::Engine& engine;
        runtime::Reader& reader;
        runtime::OpenForReading open;
        const Clock& clock;
        std::string folder;  ///< the workspace's, in which no backup is written
        std::string workspaceId;
        std::string timeZone;
        bool threaded = true;
        /// Sets when the automatic backup is due, or that it is never due if there is no folder. Called in the
        /// transaction that writes the schedule.
        std::function<Result<void>(runtime::UnitOfWork&, const api::BackupSchedule&)> plan = {};
        /// Takes a backup, where it takes more than a connection that reads.
        std::function<Result<api::BackupManifest>(BackupFileWriter&, Instant, const BackupProgress&)> takeBackup = {};
        /// See EmbeddedEngine::readLostFiles(); nullptr if files cannot be lost.
        std::function<bool(std::function<bool(store::Database&)>)> readLostFiles = {};
    };
    explicit Backups(Place place);
    ~Backups() override { stop(); }

    /// Marks rows that a former process has left RUNNING as failed. The engine must be running.
    void start();
    /// Cancels running backups, which leave no file. Call while the engine is still running.
    void stop();

    api::Answer<api::BackupRow> take(const api::Call& call, std::string path,
                                     std::function<void(std::int64_t, std::int64_t)> progress) override;
    api::Answer<api::BackupManifest> verify(const api::Call& call, std::string path) override;
    api::Answer<void> setSchedule(const api::Call& call, api::BackupSchedule schedule) override;
    api::Answer<api::BackupSchedule> schedule(const api::Call& call) override;
    api::Answer<std::vector<api::BackupRow>> backups(const api::Call& call, std::int64_t limit) override;

    /// Takes one scheduled backup, then deletes old ones. Permission and errors as for take(), and NotFound (folder) if
    /// there is no schedule any more, Storage (folder).
    [[nodiscard]] api::Answer<api::BackupRow> takeScheduled(const api::Call& call);

private:
    struct Taking;
    [[nodiscard]] api::Answer<api::BackupRow> begin(const api::Call& call, std::string path, bool scheduled,
                                                    std::function<void(std::int64_t, std::int64_t)> progress);
    void makeFile(const std::shared_ptr<Taking>& taking);
    void record(const std::shared_ptr<Taking>& taking);
    [[nodiscard]] bool saveLostFiles(const std::shared_ptr<Taking>& taking);
    void write(const std::shared_ptr<Taking>& taking);
    void close(const std::shared_ptr<Taking>& taking, const Result<api::BackupManifest>& written);
    void answer(const std::shared_ptr<Taking>& taking, Result<api::BackupRow> result);

    const Place m_place;
    std::atomic<bool> m_stopping{false};
    std::atomic<bool> m_taking{false};
    runtime::BackgroundWork m_background;  ///< the last member: it must end before what it uses is destroyed
};

}  // namespace evenhand::app

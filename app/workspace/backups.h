// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of backups: checks and records in the engine, reading and writing on threads of its own.
//
// A backup is: the file made (so that a path that will not do is refused before anything is recorded), a row RUNNING
// and its audit entry, the snapshot, its verification, the file's name, the row's outcome. The answer comes with the
// last commit. Without threads (OpenOptions::threaded) everything but the engine's part happens at once where it is
// asked. Threads: the desk's functions from any; start() and stop() on the thread that makes it.
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
        std::string folder;  ///< of the workspace, where no backup goes
        std::string workspaceId;
        std::string timeZone;
        bool threaded = true;
        /// Has the automatic backup come at its minute from now on, or never if there is no folder. In the transaction
        /// that writes the schedule.
        std::function<Result<void>(runtime::UnitOfWork&, const api::BackupSchedule&)> plan = {};
        /// See EmbeddedEngine::readLostFiles(); nullptr: nothing is ever lost.
        std::function<bool(std::function<bool(store::Database&)>)> readLostFiles = {};
    };
    explicit Backups(Place place);
    ~Backups() override { stop(); }

    /// With a running engine: rows that a process has left RUNNING are failures.
    void start();
    /// Ends what is being written, which leaves no file. The engine must still answer afterwards.
    void stop();

    api::Answer<api::BackupRow> take(const api::Call& call, std::string path,
                                     std::function<void(std::int64_t, std::int64_t)> progress) override;
    api::Answer<api::BackupManifest> verify(const api::Call& call, std::string path) override;
    api::Answer<void> setSchedule(const api::Call& call, api::BackupSchedule schedule) override;
    api::Answer<api::BackupSchedule> schedule(const api::Call& call) override;
    api::Answer<std::vector<api::BackupRow>> backups(const api::Call& call, std::int64_t limit) override;

    /// One automatic backup by the schedule, and then the deletion of old ones. Permission as take(). NotFound
    /// (folder): there is no schedule any more; otherwise as take(), also Storage (folder).
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
    runtime::BackgroundWork m_background;  ///< last: it ends before what it uses goes
};

}  // namespace evenhand::app

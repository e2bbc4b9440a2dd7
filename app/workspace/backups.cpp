// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/backups.h"

#include <QPromise>

#include "engine/alerts/letters.h"
#include "engine/alerts/raise.h"
#include "engine/api/limits.h"
#include "engine/base/invariant.h"
#include "engine/base/within.h"
#include "engine/runtime/conflict.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/records/backup_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::app {
namespace {

using api::Operation;
using runtime::UnitOfWork;

constexpr int kThreads = 3;  // for a backup, for reading a file and for listing a folder
constexpr std::int64_t kMaxKept = 1'000;
constexpr int kMinutesOfDay = 24 * 60;

/// Runs `then` with the result, on the thread that delivers it.
template <typename T, typename Then>
void whenDone(api::Answer<T> answer, Then then) {
    answer.then([then = std::move(then)](const Result<T>& result) { then(result); });
}

api::Call systemCall() { return {api::Actor::administrator("system"), {}, {}}; }

void tellChanged(UnitOfWork& work) {
    api::Event event;
    event.kind = api::Event::Kind::BackupsChanged;
    work.emit(event);
}

/// Raises the alert if the newest backup failed and resolves it if it is good.
Result<void> settleAlert(UnitOfWork& work, bool failed, const std::string& why) {
    alerts::Condition condition;
    condition.kind = api::AlertKind::BackupFailed;
    condition.detail = alerts::detailOf(why);
    return alerts::settle(work, failed, condition);
}

void fill(api::BackupRow& row, const api::BackupManifest& written) {
    row.status = api::BackupStatus::Verified;
    row.bytes = written.bytes;
    row.auditHead = written.auditHead;
    for (const auto& [table, rows] : written.rows) {
        row.rows += rows;
    }
}

Result<void> put(UnitOfWork& work, const api::BackupSchedule& schedule, const Backups::Place& place) {
    EVENHAND_TRY(runtime::changeSettings(work, store::SettingKind::Backups, {}, "backup schedule", schedule.version));
    EVENHAND_TRY(store::backups::setSchedule(work.database(), schedule));
    tellChanged(work);
    return place.plan ? place.plan(work, schedule) : Result<void>();
}

}  // namespace

/// A backup in progress.
struct Backups::Taking {
    api::Call call;
    api::BackupRow row;
    std::function<void(std::int64_t, std::int64_t)> progress;
    std::unique_ptr<BackupFileWriter> writer;
    QPromise<Result<api::BackupRow>> promise;
};

Backups::Backups(Place place) : m_place(std::move(place)), m_background(m_place.threaded ? kThreads : 0) {}

void Backups::start() {
    whenDone(
        m_place.reader.ask<std::vector<api::BackupRow>>(
            [](store::Database& database, const auto&) { return store::backups::newest(database, api::kMaxPageRows); }),
        [this](const Result<std::vector<api::BackupRow>>& rows) {
            const bool left = rows && std::any_of(rows->begin(), rows->end(), [](const api::BackupRow& row) {
                                  return row.status == api::BackupStatus::Running;
                              });
            if (left && !m_taking) {
                (void)m_place.engine.ask<std::int64_t>(systemCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
                    tellChanged(work);
                    EVENHAND_ASSIGN(const auto failed, store::backups::failUnfinished(work.database(), work.now()));
                    EVENHAND_TRY(settleAlert(work, failed > 0, "the program ended before it was done"));
                    return failed;
                });
            }
        });
}

void Backups::stop() {
    m_stopping = true;
    m_background.stop();
}

api::Answer<api::BackupRow> Backups::take(const api::Call& call, std::string path,
                                          std::function<void(std::int64_t, std::int64_t)> progress) {
    return begin(call, std::move(path), false, std::move(progress));
}

api::Answer<api::BackupRow> Backups::begin(const api::Call& call, std::string path, bool scheduled,
                                           std::function<void(std::int64_t, std::int64_t)> progress) {
    auto named = runtime::checkOperation(m_place.engine, call, Operation::BackupsTake);
    if (!named) {
        return runtime::refused<api::BackupRow>(named.error());
    }
    if (m_taking.exchange(true)) {
        return runtime::refused<api::BackupRow>(
            {ErrorCode::Busy, "a backup is already being written; wait for it", {}, {}});
    }
    auto taking = std::make_shared<Taking>();
    taking->call = *std::move(named);
    taking->call.once.reset();  // a repeated request needs no kept answer: it hears that the file exists
    taking->row.path = std::move(path);
    taking->row.scheduled = scheduled;
    taking->row.actor = call.actor.name;
    taking->progress = std::move(progress);
    taking->promise.start();
    auto future = taking->promise.future();
    m_background.start([this, taking] { makeFile(taking); });
    return future;
}

void Backups::makeFile(const std::shared_ptr<Taking>& taking) {
    if (auto good = checkBackupPath(taking->row.path, m_place.folder); !good) {
        answer(taking, tl::unexpected<Error>(good.error()));
        return;
    }
    auto writer = BackupFileWriter::create(taking->row.path);
    if (!writer) {
        answer(taking, tl::unexpected<Error>(writer.error()));
        return;
    }
    taking->writer = *std::move(writer);
    if (!saveLostFiles(taking)) {
        record(taking);
    }
}

/// If the workspace's files are gone, a backup copies what the engine's open files still hold. It has no row and no
/// audit entry, because the database cannot be written.
bool Backups::saveLostFiles(const std::shared_ptr<Taking>& taking) {
    return m_place.readLostFiles && m_place.readLostFiles([this, taking](store::Database& database) {
        taking->row.startedAt = m_place.clock.now();
        const auto written =
            takeBackup(*taking->writer, database, taking->row.startedAt, [&taking](std::int64_t rows, std::int64_t of) {
                if (taking->progress) {
                    taking->progress(rows, of);
                }
                return !taking->promise.isCanceled();
            });
        taking->writer.reset();
        if (!written) {
            answer(taking, tl::unexpected<Error>(written.error()));
            return false;
        }
        fill(taking->row, *written);
        taking->row.endedAt = m_place.clock.now();
        taking->row.error = "not in the list: the workspace's files are gone, this is a copy of what was open";
        answer(taking, taking->row);
        return true;
    });
}

void Backups::record(const std::shared_ptr<Taking>& taking) {
    auto recorded = m_place.engine.ask<api::BackupRow>(
        taking->call, [row = taking->row](UnitOfWork& work) mutable -> Result<api::BackupRow> {
            row.startedAt = work.now();
            EVENHAND_ASSIGN(row.id, store::backups::insert(work.database(), row));
            work.note(backupSubject(row.path), row.path);
            tellChanged(work);
            return row;
        });
    whenDone(std::move(recorded), [this, taking](const Result<api::BackupRow>& row) {
        if (!row) {
            taking->writer.reset();
            answer(taking, row);
            return;
        }
        taking->row = *row;
        m_background.start([this, taking] { write(taking); });
    });
}

void Backups::write(const std::shared_ptr<Taking>& taking) {
    if (m_stopping) {
        taking->writer.reset();
        close(taking, fail(ErrorCode::Cancelled, "cancelled; no file was written"));
        return;
    }
    const auto progress = [this, &taking](std::int64_t rows, std::int64_t of) {
        if (taking->progress) {
            taking->progress(rows, of);
        }
        return !m_stopping.load() && !taking->promise.isCanceled();
    };
    auto written = m_place.takeBackup ? m_place.takeBackup(*taking->writer, taking->row.startedAt, progress)
                                      : takeBackup(*taking->writer, m_place.open, taking->row.startedAt, progress);
    taking->writer.reset();
    close(taking, written);
}

void Backups::close(const std::shared_ptr<Taking>& taking, const Result<api::BackupManifest>& written) {
    auto& row = taking->row;
    EVENHAND_INVARIANT(row.status == api::BackupStatus::Running, "a backup that is over would get another end");
    row.status = written ? api::BackupStatus::Verified : api::BackupStatus::Failed;
    if (written) {
        fill(row, *written);
    } else {
        row.error = written.error().text();
    }
    const bool cancelled = !written && written.error().code == ErrorCode::Cancelled;
    auto updated = m_place.engine.ask<api::BackupRow>(
        systemCall(), [row, cancelled](UnitOfWork& work) mutable -> Result<api::BackupRow> {
            row.endedAt = work.now();
            tellChanged(work);
            EVENHAND_TRY(store::backups::update(work.database(), row));
            if (!cancelled) {
                EVENHAND_TRY(settleAlert(work, row.status == api::BackupStatus::Failed, row.error));
            }
            return row;
        });
    whenDone(std::move(updated), [this, taking, written](const Result<api::BackupRow>& updatedRow) {
        if (!written) {
            answer(taking, tl::unexpected<Error>(written.error()));
        } else if (!updatedRow) {
            // The backup is good, but it could not be entered in the list.
            taking->row.error = "not in the list: " + updatedRow.error().text();
            answer(taking, taking->row);
        } else {
            answer(taking, updatedRow);
        }
    });
}

void Backups::answer(const std::shared_ptr<Taking>& taking, Result<api::BackupRow> result) {
    m_taking = false;
    taking->promise.addResult(std::move(result));
    taking->promise.finish();
}

api::Answer<api::BackupManifest> Backups::verify(const api::Call& call, std::string path) {
    if (auto named = runtime::checkOperation(m_place.engine, call, Operation::BackupsVerify); !named) {
        return runtime::refused<api::BackupManifest>(named.error());
    }
    auto promise = std::make_shared<QPromise<Result<api::BackupManifest>>>();
    promise->start();
    auto future = promise->future();
    m_background.start([this, promise, path = std::move(path)] {
        promise->addResult(verifyBackup(
            path, [&](std::int64_t, std::int64_t) { return !m_stopping.load() && !promise->isCanceled(); }));
        promise->finish();
    });
    return future;
}

api::Answer<void> Backups::setSchedule(const api::Call& call, api::BackupSchedule schedule) {
    auto named = runtime::checkOperation(m_place.engine, call, Operation::BackupsSetSchedule);
    if (!named) {
        return runtime::refused<void>(named.error());
    }
    for (const auto& good : {base::within(schedule.minuteOfDay, 0, kMinutesOfDay - 1, "minute_of_day"),
                             base::within(schedule.keep, 1, kMaxKept, "keep")}) {
        if (!good) {
            return runtime::refused<void>(good.error());
        }
    }
    auto promise = std::make_shared<QPromise<Result<void>>>();
    promise->start();
    auto future = promise->future();
    const auto done = [promise](const Result<void>& result) {
        promise->addResult(result);
        promise->finish();
    };
    m_background.start([this, done, named = *std::move(named), schedule = std::move(schedule)] {
        if (!schedule.folder.empty()) {
            if (const auto good = checkBackupFolder(schedule.folder, m_place.folder); !good) {
                done(good);
                return;
            }
        }
        whenDone(m_place.engine.ask<void>(named,
                                          [this, schedule](UnitOfWork& work) { return put(work, schedule, m_place); }),
                 done);
    });
    return future;
}

api::Answer<api::BackupSchedule> Backups::schedule(const api::Call& call) {
    if (auto named = runtime::checkOperation(m_place.engine, call, Operation::BackupsRead); !named) {
        return runtime::refused<api::BackupSchedule>(named.error());
    }
    return m_place.reader.ask<api::BackupSchedule>(
        [](store::Database& database, const auto&) -> Result<api::BackupSchedule> {
            EVENHAND_ASSIGN(const auto change, store::settingChanges::last(database, store::SettingKind::Backups, {}));
            EVENHAND_ASSIGN(auto schedule, store::backups::schedule(database));
            schedule.version = change.version;
            return schedule;
        });
}

api::Answer<std::vector<api::BackupRow>> Backups::backups(const api::Call& call, std::int64_t limit) {
    if (auto named = runtime::checkOperation(m_place.engine, call, Operation::BackupsRead); !named) {
        return runtime::refused<std::vector<api::BackupRow>>(named.error());
    }
    if (auto good = base::within(limit, 1, api::kMaxPageRows, "limit"); !good) {
        return runtime::refused<std::vector<api::BackupRow>>(good.error());
    }
    return m_place.reader.ask<std::vector<api::BackupRow>>(
        [limit](store::Database& database, const auto&) { return store::backups::newest(database, limit); });
}

api::Answer<api::BackupRow> Backups::takeScheduled(const api::Call& call) {
    if (auto named = runtime::checkOperation(m_place.engine, call, Operation::BackupsTake); !named) {
        return runtime::refused<api::BackupRow>(named.error());
    }
    auto promise = std::make_shared<QPromise<Result<api::BackupRow>>>();
    promise->start();
    auto future = promise->future();
    const auto done = [promise](const Result<api::BackupRow>& result) {
        promise->addResult(result);
        promise->finish();
    };
    whenDone(schedule(call), [this, call, done](const Result<api::BackupSchedule>& known) {
        if (!known) {
            done(tl::unexpected<Error>(known.error()));
            return;
        }
        if (known->folder.empty()) {
            done(fail(ErrorCode::NotFound, "automatic backups were switched off", "folder"));
            return;
        }
        const auto path = known->folder + "/" + backupName(m_place.workspaceId, m_place.clock.now(), true);
        whenDone(begin(call, path, true, {}), [this, done, plan = *known](const Result<api::BackupRow>& row) {
            if (!row) {
                done(row);
                return;
            }
            m_background.start([this, done, plan, row] {
                const auto deleted = deleteOldBackups(plan.folder, m_place.workspaceId, plan.keep, m_place.clock.now());
                done(deleted ? row : Result<api::BackupRow>(tl::unexpect, deleted.error()));
            });
        });
    });
    return future;
}

}  // namespace evenhand::app

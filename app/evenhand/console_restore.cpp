// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/console_restore.h"

#include <QPromise>
#include <memory>
#include <utility>

#include "app/workspace/keychain.h"
#include "app/workspace/restore.h"

namespace evenhand::app {

api::Answer<ui::RestorePreview> ConsoleRestore::preview(std::string file) {
    auto promise = std::make_shared<QPromise<Result<ui::RestorePreview>>>();
    promise->start();
    auto future = promise->future();
    m_pool.start([promise, file = std::move(file), folder = m_folder] {
        auto found = previewRestore(file, folder);
        if (found) {
            promise->addResult(Result<ui::RestorePreview>(ui::RestorePreview{
                std::move(found->manifest), found->orders, found->people, found->outwardPending, found->entriesSince}));
        } else {
            promise->addResult(Result<ui::RestorePreview>(fail(found.error())));
        }
        promise->finish();
    });
    return future;
}

api::Answer<api::BackupManifest> ConsoleRestore::restore(api::Actor actor, ui::RestoreRequest request,
                                                         std::function<void(std::int64_t, std::int64_t)> progress) {
    auto promise = std::make_shared<QPromise<Result<api::BackupManifest>>>();
    promise->start();
    auto future = promise->future();
    m_pool.start([promise, actor = std::move(actor), request = std::move(request), progress = std::move(progress)] {
        RestoreOptions options;
        options.file = request.file;
        options.folder = request.folder;
        options.database = request.database;
        options.actor = actor;
        OpenOptions open;
        open.secrets = systemSecrets();  // for the key of the audit log
        auto made = app::restore(options, open, [&](std::int64_t rows, std::int64_t of) {
            progress(rows, of);
            return !promise->isCanceled();
        });
        promise->addResult(std::move(made));
        promise->finish();
    });
    return future;
}

}  // namespace evenhand::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/workspace_opener.h"

#include <QPromise>
#include <utility>

namespace evenhand::app {
namespace {

PasswordSource sourceOf(const TypedPassword& typed) {
    if (!typed.password) {
        return knownPassword;
    }
    return [password = *typed.password](const store::MysqlSettings&) -> Result<std::string> { return password; };
}

Result<Opened> openNow(const std::string& folder, const TypedPassword& typed) {
    OpenOptions options;
    options.password = sourceOf(typed);
    options.secrets = systemSecrets();
    EVENHAND_ASSIGN(auto workspace, Workspace::open(folder, std::move(options)));
    Opened opened{std::make_shared<std::unique_ptr<Workspace>>(std::move(workspace)), {}};
    if (typed.keep && typed.password) {
        EVENHAND_ASSIGN(const auto address, readAddress(folder));
        if (address) {
            EVENHAND_ASSIGN(const auto settings, store::MysqlSettings::fromUrl(*address));
            if (const auto kept = keepPassword(settings, *typed.password); !kept) {
                opened.warning = kept.error().message;
            }
        }
    }
    return opened;
}

}  // namespace

template <typename T>
QFuture<Result<T>> WorkspaceOpener::run(std::function<Result<T>()> work, std::mutex* oneByOne) {
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    auto future = promise->future();
    m_pool.start([promise, oneByOne, work = std::move(work)] {
        std::unique_lock<std::mutex> turn;
        if (oneByOne != nullptr) {
            turn = std::unique_lock(*oneByOne);
        }
        if (!promise->isCanceled()) {
            auto result = work();
            if (!promise->isCanceled()) {
                promise->addResult(std::move(result));
            }
        }
        promise->finish();
    });
    return future;
}

QFuture<Result<Opened>> WorkspaceOpener::open(const QString& folder, const TypedPassword& password) {
    return run<Opened>([folder = folder.toStdString(), password] { return openNow(folder, password); }, &m_opening);
}

QFuture<Result<Opened>> WorkspaceOpener::connect(const store::MysqlSettings& settings, const QString& folder,
                                                 const WorkspaceOptions& options, const TypedPassword& password) {
    const auto work = [settings, folder = folder.toStdString(), options, password]() -> Result<Opened> {
        EVENHAND_ASSIGN(const auto address, readAddress(folder));
        if (!address || *address != settings.url()) {
            auto making = options;
            making.database = settings.url();
            OpenOptions open;
            open.password = sourceOf(password);
            open.secrets = systemSecrets();
            EVENHAND_TRY(WorkspaceCore::create(folder, making, open));
        }
        return openNow(folder, password);
    };
    return run<Opened>(work, &m_opening);
}

void WorkspaceOpener::discard(const Opened& opened) {
    m_pool.start([workspace = opened.workspace] { workspace->reset(); });
}

QFuture<Result<DatabaseFound>> WorkspaceOpener::test(const store::MysqlSettings& settings,
                                                     const TypedPassword& password) {
    return run<DatabaseFound>(
        [settings, password] { return testDatabase(settings.url(), sourceOf(password), kTestTimeoutS); });
}

}  // namespace evenhand::app

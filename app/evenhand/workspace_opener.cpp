// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/workspace_opener.h"

#include <QDir>
#include <QFileInfo>
#include <QPromise>
#include <algorithm>
#include <utility>

#include "app/evenhand/demo.h"
#include "app/reach/accepted_services.h"
#include "app/service/system_random.h"
#include "engine/remote/line/certificate_check.h"

namespace evenhand::app {
namespace {

PasswordSource sourceOf(const TypedPassword& typed) {
    if (!typed.password) {
        return knownPassword;
    }
    return [password = *typed.password](const store::MysqlSettings&) -> Result<std::string> { return password; };
}

/// Remembers the first address whose certificate is not trusted, about which the person is asked.
class FirstRefusal {
public:
    using Which = std::pair<std::size_t, std::string>;  ///< place of the address, fingerprint
    void note(std::size_t which, const std::string& fingerprint) {
        const std::scoped_lock lock(m_mutex);
        if (!m_first) {
            m_first.emplace(which, fingerprint);
        }
    }
    [[nodiscard]] std::optional<Which> first() const {
        const std::scoped_lock lock(m_mutex);
        return m_first;
    }

private:
    mutable std::mutex m_mutex;
    std::optional<Which> m_first;
};

}  // namespace

OpenOptions WorkspaceOpener::optionsFor(bool demo, const TypedPassword& password) const {
    OpenOptions options = demo ? demoOptions() : OpenOptions();
    options.password = sourceOf(password);
    options.secrets = demo ? m_demoSecrets : m_secrets();
    return options;
}

Result<Opened> WorkspaceOpener::openNow(const std::string& folder, const TypedPassword& typed, bool demo) const {
    auto workspace = Workspace::open(folder, optionsFor(demo, typed));
    const bool forAuditor = !workspace && isAuditFault(workspace.error());
    if (forAuditor) {
        auto options = optionsFor(demo, typed);
        options.readOnlyWhy = workspace.error().message;
        workspace = Workspace::openReadOnly(folder, std::move(options));
    }
    if (!workspace) {
        return fail(workspace.error());
    }
    Opened opened{std::make_shared<std::unique_ptr<Workspace>>(*std::move(workspace)), {}, forAuditor};
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

QFuture<Result<Opened>> WorkspaceOpener::open(const QString& folder, const TypedPassword& password, bool demo) {
    return run<Opened>(
        [this, folder = folder.toStdString(), password, demo] { return openNow(folder, password, demo); }, &m_opening);
}

QFuture<Result<Opened>> WorkspaceOpener::create(const QString& folder, const WorkspaceOptions& options, bool demo) {
    const auto work = [this, folder, options, demo]() -> Result<Opened> {
        if (!QDir().mkpath(QFileInfo(folder).absolutePath())) {
            return fail(ErrorCode::Storage, "cannot make the folder", "folder", folder.toStdString());
        }
        EVENHAND_ASSIGN(auto workspace, Workspace::create(folder.toStdString(), options, optionsFor(demo, {})));
        return Opened{std::make_shared<std::unique_ptr<Workspace>>(std::move(workspace)), {}, false};
    };
    return run<Opened>(work, &m_opening);
}

QFuture<Result<Opened>> WorkspaceOpener::connect(const store::MysqlSettings& settings, const QString& folder,
                                                 const WorkspaceOptions& options, const TypedPassword& password) {
    const auto work = [this, settings, folder = folder.toStdString(), options, password]() -> Result<Opened> {
        EVENHAND_ASSIGN(const auto address, readAddress(folder));
        if (!address || *address != settings.url()) {
            auto making = options;
            making.database = settings.url();
            EVENHAND_TRY(WorkspaceCore::create(folder, making, optionsFor(false, password)));
        }
        return openNow(folder, password, false);
    };
    return run<Opened>(work, &m_opening);
}

Result<Reached> WorkspaceOpener::reachNow(const ServiceCall& call, const Clock& clock) {
    if (!call.authorityFile.empty() && remote::fingerprintOfFile(call.authorityFile).empty()) {
        return fail(ErrorCode::InvalidArgument, "holds no certificate in PEM", "authority", call.authorityFile);
    }
    remote::KnownServices known(knownServicesPath());
    remote::LineOptions options;
    options.addresses = call.addresses;
    options.trust = trustOf(call.addresses, call.authorityFile, known, [&](const remote::ServiceAddress& address) {
        const auto just = std::find_if(call.accepted.begin(), call.accepted.end(),
                                       [&](const auto& each) { return each.first == address; });
        return just != call.accepted.end() ? just->second : std::string();
    });
    options.clock = &clock;
    options.random = systemRandom;
    const auto refused = std::make_shared<FirstRefusal>();
    options.untrusted = [refused](std::size_t which, const std::string& fingerprint) {
        refused->note(which, fingerprint);
    };
    auto engine = remote::RemoteEngine::connect(options);
    if (!engine) {
        const auto first = refused->first();
        if (!first) {
            return fail(engine.error());
        }
        return Reached{nullptr,
                       Untrusted{call.addresses[first->first], first->second, options.trust[first->first].fingerprint},
                       {}};
    }
    Reached reached{std::make_shared<std::unique_ptr<remote::RemoteEngine>>(*std::move(engine)), {}, {}};
    for (const auto& [address, fingerprint] : call.accepted) {
        if (const auto kept = known.remember(address, fingerprint); !kept) {
            reached.warning = kept.error().message;
        }
    }
    return reached;
}

QFuture<Result<Reached>> WorkspaceOpener::reach(ServiceCall call, const Clock& clock) {
    return run<Reached>([call = std::move(call), &clock] { return reachNow(call, clock); }, nullptr);
}

void WorkspaceOpener::discard(std::unique_ptr<remote::RemoteEngine> engine) {
    m_pool.start(
        [held = std::make_shared<std::unique_ptr<remote::RemoteEngine>>(std::move(engine))] { held->reset(); });
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

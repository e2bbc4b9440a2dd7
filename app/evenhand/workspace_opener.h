// SPDX-License-Identifier: GPL-3.0-or-later
// Opens, makes and tests workspaces on a thread of its own, and calls services: a server may answer late or never, a
// keychain may ask its owner first, and the window must not freeze for it.
// Thread: made and used on the GUI thread; what is opened is handed over to it by the future.
// Invariant: workspaces are opened one after the other; one whose future was cancelled is closed before the next
// begins.
#pragma once

#include <QFuture>
#include <QString>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/workspace/keychain.h"
#include "app/workspace/workspace.h"
#include "engine/remote/remote_engine.h"

namespace evenhand::app {

/// What came of opening; taken out once.
struct Opened {
    std::shared_ptr<std::unique_ptr<Workspace>> workspace;
    std::string warning;      ///< the password could not be kept; empty: nothing to say
    bool forAuditor = false;  ///< the audit log fails: read-only, to be looked at and exported
    [[nodiscard]] std::unique_ptr<Workspace> take() const { return std::move(*workspace); }
};

/// A password that a person typed; nullopt: the one of environment or keychain.
struct TypedPassword {
    std::optional<std::string> password;
    bool keep = false;  ///< in the keychain, once it has worked
};

/// Where a service may be, and what makes it the one that is meant.
struct ServiceCall {
    using Accepted = std::pair<remote::ServiceAddress, std::string>;
    std::vector<remote::ServiceAddress> addresses;  ///< at least one
    std::string authorityFile;                      ///< PEM; empty: the system's authorities
    /// Fingerprints that a person has just accepted; remembered once the service has answered.
    std::vector<Accepted> accepted;
};

/// No authority vouches for its certificate, and nobody has accepted this one.
struct Untrusted {
    remote::ServiceAddress address;
    std::string fingerprint;  ///< 64 hexadecimal digits
    std::string before;       ///< of another one that was accepted; empty: none was
};

/// What came of calling a service; taken out once.
struct Reached {
    std::shared_ptr<std::unique_ptr<remote::RemoteEngine>> engine;  ///< nullptr: see `untrusted`
    std::optional<Untrusted> untrusted;
    std::string warning;  ///< what was accepted could not be remembered; empty: nothing to say
};

class WorkspaceOpener {
public:
    /// A test gives up after this time at the latest.
    static constexpr int kTestTimeoutS = 8;
    static constexpr int kThreads = 4;  ///< tests that were given up end by themselves, beside the next one

    /// Made where they are asked, on a thread of the pool.
    using SecretSource = std::function<std::shared_ptr<api::SecretStore>()>;
    explicit WorkspaceOpener(SecretSource secrets = systemSecrets) : m_secrets(std::move(secrets)) {
        m_pool.setMaxThreadCount(kThreads);
    }
    /// Waits for what is under way.
    ~WorkspaceOpener() { m_pool.waitForDone(); }

    /// Secrets of the demo's workspace, which is thrown away, are kept in memory.
    [[nodiscard]] QFuture<Result<Opened>> open(const QString& folder, const TypedPassword& password, bool demo = false);
    /// Makes the workspace in a file of the folder, with the folders around it, and opens it.
    [[nodiscard]] QFuture<Result<Opened>> create(const QString& folder, const WorkspaceOptions& options, bool demo);
    /// Makes the workspace in the database if it is empty, connects the folder to it (unless it already is), opens it.
    [[nodiscard]] QFuture<Result<Opened>> connect(const store::MysqlSettings& settings, const QString& folder,
                                                  const WorkspaceOptions& options, const TypedPassword& password);
    [[nodiscard]] QFuture<Result<DatabaseFound>> test(const store::MysqlSettings& settings,
                                                      const TypedPassword& password);

    /// Errors as RemoteEngine::connect(). What is answered after it was cancelled is thrown away. `clock` outlives
    /// this.
    [[nodiscard]] QFuture<Result<Reached>> reach(ServiceCall call, const Clock& clock);
    /// Closes what was opened and is not wanted any more, off the calling thread.
    void discard(const Opened& opened);
    /// Likewise: a line that looks up a name may not end at once.
    void discard(std::unique_ptr<remote::RemoteEngine> engine);

private:
    template <typename T>
    QFuture<Result<T>> run(std::function<Result<T>()> work, std::mutex* oneByOne = nullptr);
    [[nodiscard]] OpenOptions optionsFor(bool demo, const TypedPassword& password) const;
    [[nodiscard]] static Result<Reached> reachNow(const ServiceCall& call, const Clock& clock);
    [[nodiscard]] Result<Opened> openNow(const std::string& folder, const TypedPassword& typed, bool demo) const;

    const SecretSource m_secrets;
    const std::shared_ptr<api::SecretStore> m_demoSecrets = memorySecrets();
    std::mutex m_opening;
    QThreadPool m_pool;
};

}  // namespace evenhand::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Opens, creates and tests workspaces and connects to services on threads of its own. A server may answer late or never
// and a keychain may ask its owner first, and the window must not freeze meanwhile.
// Thread: GUI; what is opened is handed over to it by the future.
// Invariant: workspaces are opened one after the other. If a future was cancelled, its workspace is closed before the
// next one is opened.
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

/// The outcome of opening. Call take() once.
struct Opened {
    std::shared_ptr<std::unique_ptr<Workspace>> workspace;
    std::string warning;      ///< why the password was not saved; empty: no problem
    bool forAuditor = false;  ///< the audit log failed verification: the workspace is read-only
    [[nodiscard]] std::unique_ptr<Workspace> take() const { return std::move(*workspace); }
};

/// A password that a person typed; nullopt: the one in the environment or the keychain is used.
struct TypedPassword {
    std::optional<std::string> password;
    bool keep = false;  ///< save it in the keychain once it has worked
};

/// The addresses of a service and how its certificate is checked.
struct ServiceCall {
    using Accepted = std::pair<remote::ServiceAddress, std::string>;
    std::vector<remote::ServiceAddress> addresses;  ///< at least one
    std::string authorityFile;                      ///< PEM; empty: the system's authorities
    /// Fingerprints that the person has just accepted. They are saved once the service has answered.
    std::vector<Accepted> accepted;
};

/// A certificate that no authority vouches for and that nobody has accepted.
struct Untrusted {
    remote::ServiceAddress address;
    std::string fingerprint;  ///< 64 hexadecimal digits
    std::string before;       ///< the fingerprint that was accepted before; empty: none was
};

/// The outcome of connecting to a service. Take it out once.
struct Reached {
    std::shared_ptr<std::unique_ptr<remote::RemoteEngine>> engine;  ///< nullptr: see `untrusted`
    std::optional<Untrusted> untrusted;
    std::string warning;  ///< why an accepted fingerprint was not saved; empty: no problem
};

class WorkspaceOpener {
public:
    /// A test gives up after this time.
    static constexpr int kTestTimeoutS = 8;
    static constexpr int kThreads = 4;  ///< abandoned tests may still run beside the next one

    /// Makes the store of secrets, on the thread of the pool that uses it.
    using SecretSource = std::function<std::shared_ptr<api::SecretStore>()>;
    explicit WorkspaceOpener(SecretSource secrets = systemSecrets) : m_secrets(std::move(secrets)) {
        m_pool.setMaxThreadCount(kThreads);
    }
    /// Waits for what is still running.
    ~WorkspaceOpener() { m_pool.waitForDone(); }

    /// The secrets of the demo, which is thrown away, are kept in memory.
    [[nodiscard]] QFuture<Result<Opened>> open(const QString& folder, const TypedPassword& password, bool demo = false);
    /// Creates the folder and a workspace in it, and opens it.
    [[nodiscard]] QFuture<Result<Opened>> create(const QString& folder, const WorkspaceOptions& options, bool demo);
    /// Creates a workspace in the database if that is empty, connects the folder to it if it is not yet, and opens it.
    [[nodiscard]] QFuture<Result<Opened>> connect(const store::MysqlSettings& settings, const QString& folder,
                                                  const WorkspaceOptions& options, const TypedPassword& password);
    [[nodiscard]] QFuture<Result<DatabaseFound>> test(const store::MysqlSettings& settings,
                                                      const TypedPassword& password);

    /// Errors: as RemoteEngine::connect(). An answer after cancelling is thrown away. `clock` must outlive this.
    [[nodiscard]] QFuture<Result<Reached>> reach(ServiceCall call, const Clock& clock);
    /// Closes a workspace that is no longer wanted, on a thread of the pool.
    void discard(const Opened& opened);
    /// The same for a service: a line that is looking up a name cannot end at once.
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

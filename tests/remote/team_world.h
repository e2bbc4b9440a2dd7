// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace with threads, served at a free port, and consoles that connect to it.
// Thread: confined to its owner.
#pragma once

#include <QTemporaryDir>
#include <memory>
#include <string>

#include "app/service/http_host.h"
#include "app/service/system_random.h"
#include "app/workspace/workspace.h"
#include "engine/remote/remote_engine.h"
#include "tests/support/fakes/memory_secrets.h"

namespace evenhand::test {

class TeamWorld {
public:
    /// One campus "north" with the couriers "ann" and "bob" on duty, a product "tea" at 250. `server`: limits and
    /// certificate; the port is chosen.
    explicit TeamWorld(ingest::ServerOptions server = {});
    ~TeamWorld();

    /// Connects to `port`; 0: the service's own.
    [[nodiscard]] Result<std::unique_ptr<remote::RemoteEngine>> connect(std::uint16_t port = 0);
    /// Options of a console on this machine, which a test may change.
    [[nodiscard]] remote::LineOptions lineOptions(std::uint16_t port = 0) const;
    /// connect() that ends the test if it fails.
    [[nodiscard]] std::unique_ptr<remote::RemoteEngine> console(std::uint16_t port = 0);
    /// Adds a person who need not change the password.
    [[nodiscard]] bool addPerson(const std::string& login, std::vector<api::Role> roles);
    [[nodiscard]] Result<api::SignedIn> signIn(api::EngineApi& engine, const std::string& login);
    template <typename T>
    static Result<T> wait(api::Answer<T> answer) {
        answer.waitForFinished();
        return answer.resultCount() > 0 ? answer.result() : Result<T>(fail(ErrorCode::Cancelled, "no answer"));
    }
    /// Restarts the service at the same port.
    void restart();
    void stopService();
    /// The folder where exports wait until they are sent.
    [[nodiscard]] QString exportsFolder() const { return m_folder.filePath(QStringLiteral("exports")); }

    ingest::ServerOptions server;  ///< options of the next start

    static constexpr const char* kPassword = "correct-horse-battery";
    api::Call call{api::Actor::administrator("local:tester"), "because", {}};
    std::unique_ptr<app::Workspace> workspace;
    std::unique_ptr<app::HttpHost> host;

private:
    void serve(std::uint16_t port);

    QTemporaryDir m_folder;
    base::SystemClock m_clock;
    std::shared_ptr<MemorySecrets> m_secrets = std::make_shared<MemorySecrets>();
};

/// An order for one unit of tea, numbered "T00001" and so on.
[[nodiscard]] api::PlaceOrder oneTea(const std::string& key);

}  // namespace evenhand::test

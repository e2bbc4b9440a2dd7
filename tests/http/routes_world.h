// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace with threads, served over HTTP at a port of its own, and curl in front of it: a storefront's view.
// Thread: confined to its owner.
#pragma once

#include <QTemporaryDir>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/service/http_host.h"
#include "app/workspace/workspace.h"
#include "curl_run.h"
#include "tests/support/fakes/memory_secrets.h"

namespace evenhand::test {

struct Sent {
    std::string token;                      ///< empty: none
    std::string key;                        ///< Idempotency-Key; empty: none
    std::vector<std::string> headers = {};  ///< more: "Name: value"
};

class RoutesWorld {
public:
    RoutesWorld();
    ~RoutesWorld();

    /// "all": every scope. "orders.read" …: that scope alone. Made when first asked for.
    [[nodiscard]] std::string token(const std::string& scope = "all");
    [[nodiscard]] api::TokenCreated& made(const std::string& scope);
    [[nodiscard]] CurlAnswer get(const std::string& path, const Sent& sent);
    [[nodiscard]] CurlAnswer post(const std::string& path, const std::string& body, const Sent& sent);
    /// POST with the token of everything and a new key.
    [[nodiscard]] CurlAnswer post(const std::string& path, const std::string& body);
    [[nodiscard]] CurlAnswer get(const std::string& path) { return get(path, {token(), {}}); }
    /// A signed notification; `seconds` from now.
    [[nodiscard]] CurlAnswer notify(const std::string& body, std::int64_t seconds = 0, const Sent& more = {});

    // Short words.
    [[nodiscard]] std::string place(const std::string& user = "ann", int units = 1);  ///< the order number
    [[nodiscard]] bool pay(const std::string& orderNo, std::int64_t minor = 500);
    /// Paid, and with a courier.
    [[nodiscard]] bool assigned(const std::string& orderNo);
    [[nodiscard]] std::string status(const std::string& orderNo);
    [[nodiscard]] std::int64_t orders();  ///< how many there are

    template <typename T>
    Result<T> wait(api::Answer<T> answer) {
        answer.waitForFinished();
        return answer.resultCount() > 0 ? answer.result() : Result<T>(fail(ErrorCode::Cancelled, "no answer"));
    }
    [[nodiscard]] std::string url(const std::string& path) const;
    /// Ends the server and the workspace, and opens both again.
    void restart();

    api::Call call{api::Actor::administrator("local:tester"), "because", {}};
    std::shared_ptr<MemorySecrets> secrets = std::make_shared<MemorySecrets>();
    std::unique_ptr<app::Workspace> workspace;
    std::unique_ptr<app::HttpHost> host;

private:
    [[nodiscard]] CurlAnswer send(const std::string& path, const std::optional<std::string>& body, const Sent& sent);
    void serve();
    [[nodiscard]] app::OpenOptions options() const;

    QTemporaryDir m_folder;
    std::map<std::string, api::TokenCreated> m_tokens;
    int m_keys = 0;
};

}  // namespace evenhand::test

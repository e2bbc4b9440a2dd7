// SPDX-License-Identifier: GPL-3.0-or-later
// A request that has its effect once, however often it is sent: the engine keeps its answer in the same unit of work as
// the effect, so that neither is ever there without the other, and gives it again instead of running the command.
//
// Hangs on Call::once of a call that is one command. A request that is refused leaves nothing: it may be sent again,
// also changed. Thread: made anywhere; between submission and answer the engine's; then the caller's.
#pragma once

#include <any>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace evenhand::api {

class Once {
public:
    /// A request with the same id is a repetition. Its body must then be the same, else KeyReused (idempotency_key).
    struct Key {
        std::string id;    ///< 1 … 64 characters: a hash of who asks and their key
        std::string body;  ///< a hash of what they ask
    };
    /// The answer to keep; `result` holds a `const T*` of the command's Result<T> (of Result<void>: nothing).
    using Write = std::function<std::string(const std::any& result)>;

    Once(std::vector<Key> keys, Write write) : m_keys(std::move(keys)), m_write(std::move(write)) {}

    /// The kept answer of a repeated request. Holds only after KeyReused; after another error its batch may be lost.
    [[nodiscard]] const std::optional<std::string>& repeated() const noexcept { return m_repeated; }
    /// After an answer without an error: the answer that was kept.
    [[nodiscard]] const std::string& written() const noexcept { return m_written; }

    // For the engine.
    [[nodiscard]] const std::vector<Key>& keys() const noexcept { return m_keys; }
    void start() {
        m_written.clear();
        m_repeated.reset();
    }
    template <typename T>
    void done(const T& value) {
        m_written = m_write(std::any(&value));
    }
    void done() { m_written = m_write(std::any()); }
    void repeat(std::string answer) { m_repeated = std::move(answer); }

private:
    std::vector<Key> m_keys;
    Write m_write;
    std::string m_written;
    std::optional<std::string> m_repeated;
};

}  // namespace evenhand::api

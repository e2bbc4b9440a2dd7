// SPDX-License-Identifier: GPL-3.0-or-later
// A request that has its effect once, however often it is sent: the engine keeps its answer in the same unit of work as
// the effect, so that neither is ever there without the other, and gives it again instead of running the command.
//
// Hangs on Call::once of a call that is one job. Of several commands, as the rows of a bulk action, some may be refused
// and others not. So each row has a kept answer of its own, and of a request that is sent again only those rows run
// that have none. A request, or a row of one, that is refused leaves nothing: it may be sent again, also changed as
// long as nothing of the request has had an effect. Thread: made anywhere; between submission and answer the engine's;
// then the caller's.
#pragma once

#include <any>
#include <cstddef>
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
        /// 1 … 64 characters: a hash of who asks and their key. Of a call that may have several rows at most 50: the
        /// answer of a row is kept under "ID/ROW".
        std::string id;
        /// A hash of what they ask. Rows are known by their places: the same body must mean the same ones in the same
        /// order.
        std::string body;
    };
    /// The answer to keep; `result` holds a `const T*` of the command's Result<T> (of Result<void>: nothing). T of a
    /// bulk action is the outcome of a row.
    using Write = std::function<std::string(const std::any& result)>;

    Once(std::vector<Key> keys, Write write) : m_keys(std::move(keys)), m_write(std::move(write)) {}

    /// The kept answer of a repeated request, or of one row of it. Holds only after KeyReused (of that row); after
    /// another error its batch may be lost.
    [[nodiscard]] const std::optional<std::string>& repeated(std::size_t row = 0) const noexcept {
        return rowOf(row).repeated;
    }
    /// After an answer without an error: the answer that was kept.
    [[nodiscard]] const std::string& written(std::size_t row = 0) const noexcept { return rowOf(row).written; }

    // For the engine, which runs one row after the other.
    /// A row is about to run, perhaps again, since its batch was rolled back: what came of it before does not count.
    void start(std::size_t row, std::size_t rows) {
        if (m_rows.size() != rows) {
            m_rows.assign(rows, Row());
        }
        m_row = row;
        m_rows[row] = Row();
        m_rowKeys = m_keys;
        if (rows > 1) {
            for (auto& key : m_rowKeys) {
                key.id += '/' + std::to_string(row);
            }
        }
    }
    [[nodiscard]] std::size_t row() const noexcept { return m_row; }
    /// Those of the row that was started.
    [[nodiscard]] const std::vector<Key>& keys() const noexcept { return m_rowKeys; }
    /// Those of the request itself, where it has several rows; else none.
    [[nodiscard]] std::vector<Key> requestKeys() const { return m_rows.size() > 1 ? m_keys : std::vector<Key>(); }
    template <typename T>
    void done(const T& value) {
        write(std::any(&value));
    }
    void done() { write(std::any()); }
    /// Whether the row that was started has told what it gave.
    [[nodiscard]] bool isDone() const noexcept { return m_rows[m_row].isDone; }
    void repeat(std::string answer) { m_rows[m_row].repeated = std::move(answer); }

private:
    struct Row {
        std::optional<std::string> repeated;
        std::string written;
        bool isDone = false;
    };
    [[nodiscard]] const Row& rowOf(std::size_t row) const noexcept {
        static const Row kNotRun;  // the job was refused before it could begin
        return row < m_rows.size() ? m_rows[row] : kNotRun;
    }
    void write(const std::any& result) {
        m_rows[m_row].written = m_write(result);
        m_rows[m_row].isDone = true;
    }

    std::vector<Key> m_keys;
    Write m_write;
    std::vector<Row> m_rows = std::vector<Row>(1);
    std::size_t m_row = 0;  ///< that was started last
    std::vector<Key> m_rowKeys;
};

}  // namespace evenhand::api

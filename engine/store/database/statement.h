// SPDX-License-Identifier: GPL-3.0-or-later
// A prepared statement of a database connection, which keeps it for the next use (Database::statement).
// Thread: that of its connection.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/store/database/column_name.h"

namespace evenhand::store {

/// In which turn rows that were held back are inserted: one that others refer to has to be there before them. Who
/// gathers rows knows what refers to what.
enum class InsertTurn : std::uint8_t {
    First,   ///< refers to no row that may be held back
    Second,  ///< refers to rows of the first turn, and others refer to it
    Last,    ///< no row that may be held back refers to it
};

/// A prepared statement, bound left to right and run; reused through Database::statement(). Operating errors come
/// back as Storage (disk full, I/O, locked, constraint → see Database::errorOf), never as exceptions.
class Statement {
public:
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    // Binding, in order of the '?' in the text. Text is UTF-8.
    Statement& bind(std::int64_t value);
    Statement& bind(std::string_view text);
    Statement& bind(Instant instant) { return bind(instant.ms); }
    Statement& bindBlob(std::string_view bytes);
    Statement& bindNull();
    template <typename T>
    Statement& bind(const std::optional<T>& value) {
        return value ? bind(*value) : bindNull();
    }

    /// Runs a statement that writes; makes the pending savepoint first. Answers the rows affected.
    [[nodiscard]] Result<std::int64_t> write();
    /// Runs an INSERT … VALUES (?, …) whose rows the caller knows to fit, or one that changes a row known to be there
    /// (Dialect::onConflict): the database may hold it back and send many as one statement, at the latest before a
    /// statement that names its table and before the commit. Where it fails after all, the transaction is faulted and
    /// fails at commit().
    [[nodiscard]] Result<void> gather(InsertTurn turn = InsertTurn::Last);
    /// Runs a query; then next() until false. Always step to the end or call finish().
    [[nodiscard]] Result<void> query();
    [[nodiscard]] bool next();
    void finish();
    /// True if stepping ended by an error or a cancel rather than at the end.
    [[nodiscard]] Result<void> status() const;
    /// The row id made by the last write() into a {pk} table.
    [[nodiscard]] std::int64_t lastInsertId() const;

    // Columns of the current row, by the name that the result has for them: a plain column its own, anything else the
    // one behind AS. A name that the result has not, or has twice, is a fault of the program and ends it. Read in the
    // same order for each row, a column costs one comparison of addresses.
    [[nodiscard]] bool isNull(ColumnName column) const;
    [[nodiscard]] std::int64_t number(ColumnName column) const;
    [[nodiscard]] std::string text(ColumnName column) const;
    [[nodiscard]] std::string blob(ColumnName column) const;
    [[nodiscard]] std::optional<std::int64_t> maybeNumber(ColumnName column) const;
    /// The value of a stored word, by the function of engine/api that reads it (api::orderStatusFrom). An unknown word
    /// is damage, see Database::takeDamage(); the value that is answered then means nothing.
    template <typename Code>
    [[nodiscard]] Code code(ColumnName column, std::optional<Code> (*from)(std::string_view)) const {
        return codeAt(positionOf(column), from);
    }
    /// The same of a column that may be NULL.
    template <typename Code>
    [[nodiscard]] std::optional<Code> maybeCode(ColumnName column,
                                                std::optional<Code> (*from)(std::string_view)) const {
        const int at = positionOf(column);
        return isNullAt(at) ? std::nullopt : std::optional(codeAt(at, from));
    }
    /// Reports an unknown word in this column, whose text may hold several, as damage.
    void unknownWord(ColumnName column, std::string_view word) const;

    /// The number of a result with one column only, which needs no name: COUNT(*).
    [[nodiscard]] std::int64_t onlyNumber() const;

    // By position, from 0: for results whose columns are not known when the program is written (any table's rows, a
    // pragma's answer). All others have names.
    [[nodiscard]] bool isNullAt(int column) const;
    [[nodiscard]] std::int64_t numberAt(int column) const;
    [[nodiscard]] std::string textAt(int column) const;
    [[nodiscard]] std::string blobAt(int column) const;

    struct Impl;  ///< one per kind of database; database_impl.h
    explicit Statement(std::unique_ptr<Impl> impl);

private:
    friend class Database;
    struct KnownColumn {
        const char* literal;
        int position;
    };

    [[nodiscard]] int positionOf(ColumnName column) const;
    [[nodiscard]] int findPosition(ColumnName column) const;
    [[nodiscard]] std::string_view view(int column) const;  ///< valid until the next step
    template <typename Code>
    [[nodiscard]] Code codeAt(int column, std::optional<Code> (*from)(std::string_view)) const {
        const auto word = view(column);
        const auto known = from(word);
        if (!known) {
            unknownWordAt(column, word);
        }
        return known.value_or(Code{});
    }
    void unknownWordAt(int column, std::string_view word) const;

    std::unique_ptr<Impl> m_impl;
    // Where the columns are, in the order in which they were first asked for; as long as the text is the same, so are
    // its result's columns. `m_column`: which of them the row's reader is expected to ask for next.
    mutable std::vector<KnownColumn> m_columns;
    mutable std::size_t m_column = 0;
};

}  // namespace evenhand::store

// SPDX-License-Identifier: GPL-3.0-or-later
// What evenhandctl prints: the result on standard output (text for people or one JSON document), diagnostics and the
// progress bar on standard error.
// Thread: the program's main thread.
#pragma once

#include <QJsonObject>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"

namespace evenhand::ctl {

class ConsoleIo {
public:
    explicit ConsoleIo(bool json);

    [[nodiscard]] bool json() const noexcept { return m_json; }
    /// Text for people; nothing with --json.
    void text(std::string_view line);
    /// The document; nothing without --json.
    void document(const QJsonObject& object);
    /// A line on standard error.
    void note(std::string_view line);
    /// "evenhandctl: message (field = value)" on standard error; with --json also {"error": {…}} as the document,
    /// unless one was written.
    void error(const base::Error& error);
    void usageError(std::string_view message, std::string_view command);
    /// False if standard output could not be written (a full disk, a closed pipe).
    [[nodiscard]] bool finish();

    /// A bar on a terminal's standard error, at most ten times a second; nothing elsewhere.
    void progress(std::string_view what, std::int64_t done, std::int64_t total);
    void endProgress();

private:
    void write(std::string_view text);

    bool m_json;
    bool m_terminal;
    bool m_barShown = false;
    bool m_documentWritten = false;
    bool m_failed = false;
    std::chrono::steady_clock::time_point m_lastBar;
};

/// What somebody else wrote, fit for a terminal: control characters as their pictures, marks that turn the direction of
/// writing or are not to be seen as their numbers, bytes that are no UTF-8 as U+FFFD. With `lines` line breaks stay,
/// else they are blanks. Everything that is printed for people goes through here; documents (--json) do not.
[[nodiscard]] std::string shown(std::string_view text, bool lines = false);

/// The cells of a terminal that text takes; Chinese characters take two each.
[[nodiscard]] std::size_t terminalWidth(std::string_view text);

/// Lines of columns, for people: the first left, the others right aligned.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header) : m_rows{std::move(header)} {}
    void add(const std::vector<std::string>& row);
    [[nodiscard]] std::string str() const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

/// An integer of a JSON document, exact beyond 2^53 too.
[[nodiscard]] QJsonValue number(std::int64_t value);
[[nodiscard]] QString text(std::string_view utf8);

}  // namespace evenhand::ctl

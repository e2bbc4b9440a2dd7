// SPDX-License-Identifier: GPL-3.0-or-later
#include "script_mutants.h"

#include <QFile>
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <utility>

namespace evenhand::conformance {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair kSwaps[] = {
    {" >= ", " > "},
    {" > ", " >= "},
    {" <= ", " < "},
    {" < ", " <= "},
    {" == ", " ~= "},
    {" ~= ", " == "},
    {" and ", " or "},
    {" or ", " and "},
    {" + ", " - "},
    {" - ", " + "},
    {"not ", ""},
    {"'NX', ", ""},
    {"'PX'", "'EX'"},
    {"LPUSH", "RPUSH"},
    {"RPUSH", "LPUSH"},
    {"LPOP", "RPOP"},
    {"HSETNX", "HSET"},
    {"'ZRANGE'", "'ZREVRANGE'"},
    {"'ZREVRANGE'", "'ZRANGE'"},
    {"floor", "ceil"},
    {"min(", "max("},
};
constexpr std::string_view kBlocks[] = {"if",    "else",     "elseif", "end",    "for",
                                        "local", "function", "while",  "repeat", "until"};

bool isWordSign(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

/// Collects the changes of one line.
class Line {
public:
    explicit Line(std::string_view code) : m_code(code) {}

    void collect() {
        leftOut();
        swaps();
        numbers();
        texts();
        conditions();
    }
    [[nodiscard]] const std::vector<std::string>& changed() const { return m_changed; }

private:
    /// `length` signs at `at` become `text`.
    void replace(std::size_t at, std::size_t length, std::string_view text) {
        std::string changed(m_code);
        changed.replace(at, length, text);
        if (std::find(m_changed.begin(), m_changed.end(), changed) == m_changed.end()) {
            m_changed.push_back(std::move(changed));
        }
    }
    void leftOut() {
        std::size_t length = 0;
        while (length < m_code.size() && isWordSign(m_code[length])) {
            ++length;
        }
        // Without what opens or closes a block there is no script.
        if (std::find(std::begin(kBlocks), std::end(kBlocks), m_code.substr(0, length)) == std::end(kBlocks)) {
            replace(0, m_code.size(), "");
        }
    }
    void swaps() {
        for (const auto& [from, to] : kSwaps) {
            for (auto at = m_code.find(from); at != std::string_view::npos; at = m_code.find(from, at + 1)) {
                replace(at, from.size(), to);
            }
        }
    }
    /// One more and one less. Those in quotes and in names are none.
    void numbers() {
        for (std::size_t at = 0; at < m_code.size();) {
            std::size_t end = at;
            while (end < m_code.size() && isDigit(m_code[end])) {
                ++end;
            }
            if (end == at) {
                ++at;
                continue;
            }
            const char left = at > 0 ? m_code[at - 1] : ' ';
            const char right = end < m_code.size() ? m_code[end] : ' ';
            if (!isWordSign(left) && left != '\'' && left != '%' && !isWordSign(right) && right != '\'') {
                const auto number = std::stoll(std::string(m_code.substr(at, end - at)));
                replace(at, end - at, std::to_string(number + 1));
                replace(at, end - at, std::to_string(number - 1));
            }
            at = end;
        }
    }
    /// Another name of a field, another word, another command.
    void texts() {
        for (auto at = m_code.find('\''); at != std::string_view::npos; at = m_code.find('\'', at + 1)) {
            at = m_code.find('\'', at + 1);
            if (at == std::string_view::npos) {
                return;
            }
            replace(at, 0, "_");
        }
    }
    /// Always, never, and without one of its parts.
    void conditions() {
        const auto begin = m_code.starts_with("if ") ? 3 : m_code.starts_with("elseif ") ? 7 : 0;
        const auto end = m_code.rfind(" then");
        if (begin == 0 || end == std::string_view::npos) {
            return;
        }
        replace(begin, end - begin, "true");
        replace(begin, end - begin, "false");
        struct Part {
            std::size_t at, end;
        };
        std::vector<Part> parts{{static_cast<std::size_t>(begin), end}};
        int depth = 0;
        for (auto at = static_cast<std::size_t>(begin); at < end; ++at) {
            depth += m_code[at] == '(' ? 1 : m_code[at] == ')' ? -1 : 0;
            for (const std::string_view word : {" and ", " or "}) {
                if (depth == 0 && m_code.substr(at).starts_with(word)) {
                    parts.back().end = at;
                    parts.push_back({at + word.size(), end});
                }
            }
        }
        for (std::size_t i = 0; parts.size() > 1 && i < parts.size(); ++i) {
            // With the word before it, or of the first with the one behind it.
            const auto from = i == 0 ? parts[i].at : parts[i - 1].end;
            const auto to = i == 0 ? parts[1].at : parts[i].end;
            replace(from, to - from, "");
        }
    }

    std::string_view m_code;
    std::vector<std::string> m_changed;
};

}  // namespace

std::vector<Mutant> mutantsOf(std::string_view source) {
    std::vector<Mutant> mutants;
    int number = 1;
    for (std::size_t at = 0; at < source.size(); ++number) {
        const auto end = std::min(source.find('\n', at), source.size());
        auto code = source.substr(at, end - at);
        const auto comment = code.starts_with("--") ? 0 : code.find(" --");
        code = trimmed(code.substr(0, comment));
        if (!code.empty()) {
            Line line(code);
            line.collect();
            const auto begin = static_cast<std::size_t>(code.data() - source.data());
            for (const auto& after : line.changed()) {
                std::string whole(source);
                whole.replace(begin, code.size(), after);
                mutants.push_back({number, std::string(code), after, std::move(whole)});
            }
        }
        at = end + 1;
    }
    return mutants;
}

std::vector<Harmless> readHarmless(const QString& path, QString& fault) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        fault = path + QStringLiteral(": ") + file.errorString();
        return {};
    }
    constexpr std::string_view kBecause = "because ";
    std::vector<Harmless> all;
    Harmless next;
    for (int number = 1; !file.atEnd(); ++number) {
        auto text = file.readLine().toStdString();
        text.erase(text.find_last_not_of("\r\n") + 1);
        const std::string_view line = text;
        const bool indented = line.starts_with("  ");
        if (line.empty()) {
            continue;
        }
        if (line.starts_with(kBecause)) {
            next = {{}, {}, {}, std::string(line.substr(kBecause.size()))};
        } else if (!indented && !next.reason.empty() && next.before.empty()) {
            next.script = line;
        } else if (indented && !next.script.empty() && next.before.empty()) {
            next.before = trimmed(line);
        } else if (indented && !next.script.empty()) {
            const auto after = trimmed(line);
            next.after = after == "(left out)" ? std::string_view() : after;
            all.push_back(next);
            next.before.clear();
        } else {
            fault = QStringLiteral("%1:%2: this line is not one of the list").arg(path).arg(number);
            return {};
        }
    }
    return all;
}

}  // namespace evenhand::conformance

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keyspace_server/inline_command.h"

#include <charconv>
#include <cstddef>

namespace evenhand::keyspace_server {
namespace {

bool isBlank(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f' || c == '\0';
}

/// The escape at line[at] (behind the backslash); moves `at` to its last character.
char unescape(std::string_view line, std::size_t& at) noexcept {
    if (line[at] == 'x' && at + 2 < line.size()) {
        unsigned value = 0;
        const char* digits = line.data() + at + 1;
        const auto [end, error] = std::from_chars(digits, digits + 2, value, 16);
        if (error == std::errc{} && end == digits + 2) {
            at += 2;
            return static_cast<char>(value);
        }
    }
    switch (line[at]) {
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        case 'b': return '\b';
        case 'a': return '\a';
        default: return line[at];
    }
}

/// Reads behind the opening quote; `at` ends behind the closing one.
bool readQuoted(std::string_view line, std::size_t& at, char quote, std::string& word) {
    for (; at < line.size(); ++at) {
        const char c = line[at];
        if (c == quote) {
            ++at;
            return at == line.size() || isBlank(line[at]);
        }
        if (c == '\\' && at + 1 < line.size() && (quote == '"' || line[at + 1] == '\'')) {
            ++at;
            word.push_back(quote == '"' ? unescape(line, at) : '\'');
        } else {
            word.push_back(c);
        }
    }
    return false;
}

}  // namespace

bool splitInlineCommand(std::string_view line, std::vector<std::string>& words) {
    std::size_t at = 0;
    for (;;) {
        while (at < line.size() && isBlank(line[at])) {
            ++at;
        }
        if (at == line.size()) {
            return true;
        }
        std::string word;
        while (at < line.size() && !isBlank(line[at])) {
            const char c = line[at++];
            if (c != '"' && c != '\'') {
                word.push_back(c);
            } else if (!readQuoted(line, at, c, word)) {
                return false;
            }
        }
        words.push_back(std::move(word));
    }
}

}  // namespace evenhand::keyspace_server

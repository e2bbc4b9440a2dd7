// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/commands/call.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdlib>

#include "engine/keyspace/commands/command_table.h"

namespace evenhand::keyspace {

Reply wrongArity(std::string_view name) {
    return Reply::error("ERR wrong number of arguments for '" + std::string(name) + "' command");
}

std::string echoed(std::string_view argument, std::size_t limit) {
    std::string text(argument.substr(0, std::min(argument.find('\0'), limit)));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\r' || c == '\n'; }, ' ');
    return text;
}

Reply unknownSubcommand(const Call& call) {
    std::string upper(call.command.name);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return Reply::error("ERR unknown subcommand '" + echoed(call[1], 128) + "'. Try " + upper + " HELP.");
}

bool parseInteger(std::string_view s, std::int64_t& out) noexcept {
    if (s.empty() || s.size() > 20) {
        return false;
    }
    const char* p = s.data();
    const char* end = p + s.size();
    const char first = *p == '-' && s.size() > 1 ? p[1] : *p;
    if (first < '0' || first > '9' || (first == '0' && s.size() > 1)) {
        return false;
    }
    const auto [stop, error] = std::from_chars(p, end, out);
    return error == std::errc() && stop == end;
}

namespace {

// strtod in the C locale, whatever the program's locale is.
double strtodC(const char* s, char** end) noexcept {
    static const locale_t kC = newlocale(LC_ALL_MASK, "C", nullptr);
    return strtod_l(s, end, kC);
}

bool shortInteger(std::string_view s, double& out) noexcept {
    std::int64_t integer = 0;
    if (s.size() <= 15 && s != "-0" && parseInteger(s, integer)) {
        out = static_cast<double>(integer);
        return true;
    }
    return false;
}

bool isBlank(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

bool parseDouble(std::string_view s, double& out) {
    if (shortInteger(s, out)) {
        return true;
    }
    if (s.empty() || isBlank(s.front())) {
        return false;
    }
    const std::string text(s);
    char* end = nullptr;
    errno = 0;
    out = strtodC(text.c_str(), &end);
    return end == text.c_str() + text.size() && !std::isnan(out) && !(errno == ERANGE && (std::isinf(out) || out == 0));
}

bool parseBound(std::string_view s, double& out) {
    if (shortInteger(s, out)) {
        return true;
    }
    const std::string text(s);
    char* end = nullptr;
    out = strtodC(text.c_str(), &end);
    return *end == '\0' && !std::isnan(out);
}

std::optional<Reply> parsePositive(std::string_view s, std::int64_t& out) {
    if (!parseInteger(s, out)) {
        return Reply::error(text::kNotPositive);
    }
    if (out < 0) {
        return Reply::error(text::kNotPositive);
    }
    return std::nullopt;
}

std::string formatInteger(std::int64_t value) {
    char buffer[24];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    static_cast<void>(error);
    return {buffer, static_cast<std::size_t>(end - buffer)};
}

std::string formatDouble(double value) {
    if (value > -1e15 && value < 1e15) {
        const auto integer = static_cast<std::int64_t>(value);
        if (static_cast<double>(integer) == value && !(integer == 0 && std::signbit(value))) {
            return formatInteger(integer);
        }
    }
    if (std::isinf(value)) {
        return value > 0 ? "inf" : "-inf";
    }
    char buffer[40];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 17);
    static_cast<void>(error);
    return {buffer, static_cast<std::size_t>(end - buffer)};
}

namespace {

// One [...] class; `p` is after the bracket and ends at its last byte (as in Redis, a missing ']' closes at the end).
bool matchesClass(std::string_view pattern, std::size_t& p, char c) noexcept {
    const bool negated = p < pattern.size() && pattern[p] == '^';
    if (negated) {
        ++p;
    }
    bool match = false;
    for (;; ++p) {
        if (p + 1 < pattern.size() && pattern[p] == '\\') {
            ++p;
            match = match || pattern[p] == c;
        } else if (p >= pattern.size()) {
            --p;
            break;
        } else if (pattern[p] == ']') {
            break;
        } else if (p + 2 < pattern.size() && pattern[p + 1] == '-') {
            const auto [low, high] = std::minmax(pattern[p], pattern[p + 2]);
            p += 2;
            match = match || (c >= low && c <= high);
        } else {
            match = match || pattern[p] == c;
        }
    }
    return negated ? !match : match;
}

}  // namespace

bool matchesGlob(std::string_view pattern, std::string_view s) noexcept {
    // Iterative with one restart point: the last star swallows one more byte whenever the rest does not fit.
    std::size_t p = 0;
    std::size_t i = 0;
    std::size_t star = std::string_view::npos;
    std::size_t restart = 0;
    while (i < s.size()) {
        bool fits = false;
        std::size_t next = p;
        if (p < pattern.size()) {
            switch (pattern[p]) {
                case '*':
                    star = p++;
                    restart = i;
                    continue;
                case '?': fits = true; break;
                case '[':
                    ++next;
                    fits = matchesClass(pattern, next, s[i]);
                    break;
                case '\\':
                    if (p + 1 < pattern.size()) {
                        ++next;
                    }
                    fits = pattern[next] == s[i];
                    break;
                default: fits = pattern[p] == s[i];
            }
        }
        if (fits) {
            p = next + 1;
            ++i;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            i = ++restart;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') {
        ++p;
    }
    return p >= pattern.size();
}

bool clampRange(std::int64_t& start, std::int64_t& stop, std::int64_t length) noexcept {
    if (start < 0) {
        start += length;
    }
    if (stop < 0) {
        stop += length;
    }
    if (start < 0) {
        start = 0;
    }
    if (start > stop || start >= length) {
        return false;
    }
    if (stop >= length) {
        stop = length - 1;
    }
    return true;
}

}  // namespace evenhand::keyspace

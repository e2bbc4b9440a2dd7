// SPDX-License-Identifier: GPL-3.0-or-later
#include "reply_compare.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace evenhand::conformance {

using keyspace::Reply;

namespace {

bool near(std::int64_t a, std::int64_t b, std::int64_t tolerance) { return std::llabs(a - b) <= tolerance; }

/// Nil and nil array are one to hiredis.
Reply plain(Reply reply) {
    if (reply.type == Reply::Type::NilArray) {
        reply.type = Reply::Type::Nil;
    }
    for (Reply& element : reply.elements) {
        element = plain(std::move(element));
    }
    return reply;
}

Reply sorted(Reply reply, std::size_t group) {
    if (reply.type != Reply::Type::Array || reply.elements.size() % group != 0) {
        return reply;
    }
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < reply.elements.size(); i += group) {
        std::string row;
        for (std::size_t j = i; j < i + group; ++j) {
            row += show(reply.elements[j]) + " ";
        }
        rows.push_back(std::move(row));
    }
    std::sort(rows.begin(), rows.end());
    Reply result = Reply::array();
    for (std::string& row : rows) {
        result.elements.push_back(Reply::bulk(std::move(row)));
    }
    return result;
}

/// Equal but for integers that are instants (epoch milliseconds) or stand at `idleIndex` of a row.
bool sameButTimes(const Reply& a, const Reply& b, std::int64_t tolerance, std::size_t idleIndex) {
    constexpr std::int64_t kInstant = 1'000'000'000'000;
    if (a.type == Reply::Type::Integer && b.type == Reply::Type::Integer) {
        return a.integer == b.integer ||
               (a.integer > kInstant && b.integer > kInstant && near(a.integer, b.integer, tolerance));
    }
    if (a.type != Reply::Type::Array || b.type != Reply::Type::Array) {
        return a == b;
    }
    if (a.elements.size() != b.elements.size()) {
        return false;
    }
    std::string previous;
    for (std::size_t i = 0; i < a.elements.size(); ++i) {
        const Reply& left = a.elements[i];
        const Reply& right = b.elements[i];
        const bool integers = left.type == Reply::Type::Integer && right.type == Reply::Type::Integer;
        // The shape of Redis' radix tree is its own affair.
        const bool hidden = previous == "radix-tree-keys" || previous == "radix-tree-nodes";
        const bool idle = integers && (previous == "idle" || i == idleIndex);
        if (!(integers && hidden) && !(idle && near(left.integer, right.integer, tolerance)) &&
            !sameButTimes(left, right, tolerance, idleIndex)) {
            return false;
        }
        previous = left.type == Reply::Type::Bulk ? left.text : std::string();
    }
    return true;
}

bool sameTime(const Reply& a, const Reply& b, std::int64_t tolerance) {
    if (a.type != Reply::Type::Array || b.type != Reply::Type::Array || a.elements.size() != 2 ||
        b.elements.size() != 2) {
        return a == b;
    }
    const auto millis = [](const Reply& reply) {
        return std::atoll(reply.elements[0].text.c_str()) * 1000 + std::atoll(reply.elements[1].text.c_str()) / 1000;
    };
    return near(millis(a), millis(b), tolerance);
}

}  // namespace

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool sameReply(const Arguments& command, const Reply& redis, const Reply& embedded, std::int64_t elapsedMs) {
    // A script of the generator that runs one command answers like that command.
    if (!command.empty() && command.size() > 3 && lowered(command[0]).starts_with("eval") &&
        (command[1].find("unpack(ARGV)") != std::string::npos || command[0] == "EVALSHA")) {
        const std::size_t keys = static_cast<std::size_t>(std::atoll(command[2].c_str()));
        if (3 + keys < command.size()) {
            return sameReply(Arguments(command.begin() + 3 + static_cast<std::ptrdiff_t>(keys), command.end()), redis,
                             embedded, elapsedMs);
        }
    }
    const Reply a = plain(redis);
    const Reply b = plain(embedded);
    if (a == b || command.empty()) {
        return a == b;
    }
    const std::int64_t tolerance = elapsedMs + 2;
    const std::string name = lowered(command[0]);
    const bool integers = a.type == Reply::Type::Integer && b.type == Reply::Type::Integer;
    if (name == "hgetall") {
        return sorted(a, 2) == sorted(b, 2);
    }
    if (name == "smembers") {
        return sorted(a, 1) == sorted(b, 1);
    }
    if ((name == "pttl" || name == "ttl") && integers && a.integer >= 0 && b.integer >= 0) {
        return near(a.integer, b.integer, name == "ttl" ? tolerance / 1000 + 1 : tolerance);
    }
    if (name == "time") {
        return sameTime(a, b, tolerance);
    }
    constexpr std::size_t kIdleOfPending = 2;
    if (name == "xpending" || name == "xinfo") {
        return sameButTimes(a, b, tolerance, name == "xpending" && command.size() > 3 ? kIdleOfPending : SIZE_MAX);
    }
    return false;
}

bool sameScriptReply(const ScriptCase& given, const Reply& redis, const Reply& embedded) {
    Reply a = plain(redis);
    Reply b = plain(embedded);
    const auto order = [](Reply& reply, const std::vector<int>& places, std::size_t group) {
        for (const int place : places) {
            if (place == ScriptCase::kWholeReply) {
                reply = sorted(std::move(reply), group);
            } else if (static_cast<std::size_t>(place) < reply.elements.size()) {
                Reply& element = reply.elements[static_cast<std::size_t>(place)];
                element = sorted(std::move(element), group);
            }
        }
    };
    for (Reply* reply : {&a, &b}) {
        order(*reply, given.pairsAt, 2);
        order(*reply, given.setsAt, 1);
    }
    return a == b;
}

std::string show(const Reply& reply) {
    const auto quote = [](const std::string& text) {
        std::string out = "\"";
        for (const char c : text) {
            if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
                out.push_back(c);
            } else {
                constexpr const char* kDigits = "0123456789abcdef";
                const auto byte = static_cast<unsigned char>(c);
                out.append("\\x").append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 0xf]);
            }
        }
        return out + "\"";
    };
    switch (reply.type) {
        case Reply::Type::Nil: return "nil";
        case Reply::Type::NilArray: return "nil-array";
        case Reply::Type::Integer: return ":" + std::to_string(reply.integer);
        case Reply::Type::Bulk: return quote(reply.text);
        case Reply::Type::Status: return "+" + reply.text;
        case Reply::Type::Error: return "-" + reply.text;
        case Reply::Type::Array: {
            std::string out = "[";
            for (const Reply& element : reply.elements) {
                out += (out.size() > 1 ? " " : "") + show(element);
            }
            return out + "]";
        }
    }
    return {};
}

std::string show(const Arguments& command) {
    Reply reply = Reply::array();
    for (const std::string& argument : command) {
        reply.elements.push_back(Reply::bulk(argument));
    }
    return show(reply);
}

}  // namespace evenhand::conformance

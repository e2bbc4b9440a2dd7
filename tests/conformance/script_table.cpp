// SPDX-License-Identifier: GPL-3.0-or-later
#include "script_table.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <map>
#include <optional>

namespace evenhand::conformance {
namespace {

using keyspace::Reply;

std::string escaped(std::string_view bytes) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f) {
            text += {'\\', 'x', kHex[byte >> 4U], kHex[byte & 0xfU]};
        } else {
            text += c;
        }
    }
    return text;
}

/// Blanks part, single quotes hold together, \xHH is a byte. nullopt: an open quote or a bad byte.
std::optional<Arguments> split(const std::string& line) {
    Arguments parts;
    bool open = false;
    bool begun = false;
    const auto part = [&]() -> std::string& {
        if (!begun) {
            parts.emplace_back();
            begun = true;
        }
        return parts.back();
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\'') {
            open = !open;
            (void)part();
        } else if (line[i] == ' ' && !open) {
            begun = false;
        } else if (line.compare(i, 2, "\\x") == 0) {
            if (i + 4 > line.size()) {
                return std::nullopt;
            }
            part() += static_cast<char>(std::stoi(line.substr(i + 2, 2), nullptr, 16));
            i += 3;
        } else {
            part() += line[i];
        }
    }
    return open ? std::nullopt : std::optional(parts);
}

std::string pairs(const Reply& reply, const char* between, bool sorted) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        all.push_back(escaped(reply.elements[i].text) + between + escaped(reply.elements[i + 1].text));
    }
    if (sorted) {
        std::sort(all.begin(), all.end());
    }
    std::string text;
    for (const auto& each : all) {
        text += (text.empty() ? "" : " ") + each;
    }
    return text;
}

std::string valueOf(const std::string& key, const std::string& type, const Execute& execute) {
    if (type == "string") {
        return "\"" + escaped(execute({"GET", key}).text) + "\"";
    }
    if (type == "hash") {
        return "{" + pairs(execute({"HGETALL", key}), ":", true) + "}";
    }
    if (type == "zset") {
        return "<" + pairs(execute({"ZRANGE", key, "0", "-1", "WITHSCORES"}), ":", false) + ">";
    }
    if (type == "list") {
        std::string text;
        for (const auto& each : execute({"LRANGE", key, "0", "-1"}).elements) {
            text += (text.empty() ? "\"" : " \"") + escaped(each.text) + "\"";
        }
        return "(" + text + ")";
    }
    if (type == "stream") {
        std::string text = "~";
        for (const auto& entry : execute({"XRANGE", key, "-", "+"}).elements) {
            text += escaped(entry.elements[0].text) + " " + pairs(entry.elements[1], " ", false) + ";";
        }
        return text + "~";
    }
    return "a " + type;
}

}  // namespace

std::vector<TableCase> readTable(const QString& path, QString& fault) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        fault = path + QStringLiteral(": ") + file.errorString();
        return {};
    }
    std::vector<TableCase> cases;
    std::string script;
    Arguments keys;
    bool inCase = false;
    for (int number = 1; !file.atEnd(); ++number) {
        const auto line = file.readLine().trimmed().toStdString();
        const auto blank = line.find(' ');
        const auto word = line.substr(0, blank);
        const auto rest = blank == std::string::npos ? std::string() : line.substr(blank + 1);
        const auto parts = split(rest);
        const auto bad = [&](const char* why) {
            fault = QStringLiteral("%1:%2: %3").arg(path).arg(number).arg(QLatin1String(why));
            return std::vector<TableCase>();
        };
        if (line.empty()) {
            continue;
        }
        if (word == "script") {
            script = rest;
            keys.clear();
            inCase = false;
        } else if (word == "case") {
            TableCase begun;
            begun.script = script;
            begun.keys = keys;
            begun.place = QStringLiteral("%1:%2 %3: %4")
                              .arg(QFileInfo(path).fileName())
                              .arg(number)
                              .arg(QString::fromStdString(script), QString::fromStdString(rest));
            cases.push_back(std::move(begun));
            inCase = true;
        } else if (line == "embedded" && inCase) {
            cases.back().embeddedAlone = true;
        } else if (word == "reply" && inCase) {
            cases.back().reply = rest;
        } else if (word == "then" && inCase) {
            cases.back().unchanged = rest == "as given";
            if (!cases.back().unchanged) {
                cases.back().then.push_back(rest);
            }
        } else if (!parts) {
            return bad("an open quote or a bad byte");
        } else if (word == "keys") {
            (inCase ? cases.back().keys : keys) = *parts;
        } else if (word == "given" && inCase) {
            cases.back().given.push_back(*parts);
        } else if (word == "run" && inCase) {
            cases.back().arguments = *parts;
        } else {
            return bad("this line is not one of a table");
        }
    }
    return cases;
}

std::vector<std::string> contents(const Execute& execute) {
    constexpr std::int64_t kRoundMs = 10'000;
    std::map<std::string, std::string> lines;
    for (const auto& each : execute({"KEYS", "*"}).elements) {
        const auto& key = each.text;
        auto value = valueOf(key, execute({"TYPE", key}).text, execute);
        if (const auto left = execute({"PTTL", key}).integer; left >= 0) {
            value += " px " + std::to_string((left + kRoundMs - 1) / kRoundMs * kRoundMs);
        }
        lines[key] = escaped(key) + " " + value;
    }
    std::vector<std::string> all;
    for (auto& [key, line] : lines) {
        all.push_back(std::move(line));
    }
    return all;
}

std::string written(const Reply& reply) {
    using Type = Reply::Type;
    switch (reply.type) {
        case Type::Nil:
        case Type::NilArray: return "nil";
        case Type::Integer: return std::to_string(reply.integer);
        case Type::Bulk: return "\"" + escaped(reply.text) + "\"";
        case Type::Status: return "+" + escaped(reply.text);
        case Type::Error: return "-" + escaped(reply.text.substr(0, reply.text.find(" script: ")));
        case Type::Array: break;
    }
    std::string all = "[";
    for (const auto& element : reply.elements) {
        all += (all.size() > 1 ? " " : "") + written(element);
    }
    return all + "]";
}

}  // namespace evenhand::conformance

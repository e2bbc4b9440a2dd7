// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_generator.h"

namespace evenhand::conformance {

bool CommandGenerator::mayDistort(const Arguments& command) {
    return command[0] != "XREADGROUP" && command[0] != "SCAN" && !(command.size() > 1 && command[1].starts_with("y:"));
}

void CommandGenerator::learnId(const std::string& id) { m_ids[m_rng.below(m_ids.size())] = id; }

void CommandGenerator::beginEpisode(std::int64_t nowMs) {
    m_nowMs = nowMs;
    m_deadlines.clear();
    m_ids = {"1-1", "5-0", "7"};
    m_lastMs = 10;
}

std::string CommandGenerator::pick(std::initializer_list<const char*> choices) {
    return choices.begin()[m_rng.below(choices.size())];
}

std::string CommandGenerator::key(char kind) {
    if (chance(3)) {
        kind = "shlezx"[m_rng.below(6)];  // not y: its scores are to stay equal
    }
    return std::string(1, kind) + ":" + std::to_string(m_rng.below(6));
}

std::string CommandGenerator::number() {
    if (chance(85)) {
        return std::to_string(m_rng.between(-30, 30));
    }
    return chance(50) ? pick({"9223372036854775807", "-9223372036854775808", "9223372036854775808",
                              "4611686018427387904", "-4611686018427387905", "1000000007"})
                      : junk();
}

std::string CommandGenerator::count() { return chance(90) ? std::to_string(m_rng.between(-3, 8)) : number(); }

std::string CommandGenerator::score() {
    if (chance(60)) {
        return std::to_string(m_rng.between(-10, 10));
    }
    if (chance(85)) {
        // No "-0": whether Redis keeps its sign depends on how it happens to store the set.
        return pick({"1.5",
                     "0",
                     "2.25",
                     "inf",
                     "-inf",
                     "+inf",
                     "1e3",
                     "0.1",
                     "3.0",
                     "-7.125",
                     "1e-7",
                     "1e17",
                     "123456789012345678",
                     "0.30000000000000004",
                     "1e300",
                     "infinity",
                     ".5",
                     "5.",
                     "0x10",
                     "1e22"});
    }
    return chance(50) ? pick({"nan", "abc", "", "1 ", " 1", "1e400", "1e-400", "--1", "1,5"}) : junk();
}

std::string CommandGenerator::scoreBound() {
    if (chance(25)) {
        return pick({"-inf", "+inf", "inf"});
    }
    return chance(25) ? "(" + score() : score();
}

std::string CommandGenerator::lexBound() {
    if (chance(30)) {
        return pick({"-", "+"});
    }
    return chance(95) ? pick({"[", "("}) + member() : member();
}

std::string CommandGenerator::member() {
    if (chance(85)) {
        return std::string(1, static_cast<char>('a' + m_rng.below(12)));
    }
    switch (m_rng.below(6)) {
        case 0: return std::to_string(m_rng.between(-100, 100));
        case 1: return {};
        case 2: return std::string("\0\xff\r\n", 4);
        case 3: return std::string(70 + m_rng.below(3), 'm');
        case 4: return std::string(300, static_cast<char>('p' + m_rng.below(2)));
        default: return "m" + std::to_string(m_rng.below(300));
    }
}

std::string CommandGenerator::value() { return chance(60) ? number() : member(); }

std::string CommandGenerator::junk() {
    return pick({"abc",
                 "",
                 "1.5",
                 " 1",
                 "1 ",
                 "-1",
                 "nan",
                 "1e3",
                 "+5",
                 "0x10",
                 "00",
                 "9223372036854775808",
                 "-9223372036854775809",
                 "99999999999999999999",
                 "0",
                 "*",
                 "(",
                 "[",
                 "-",
                 "+",
                 "$"});
}

std::int64_t CommandGenerator::farSeconds() {
    for (;;) {
        const std::int64_t seconds = 1'000'000 + m_rng.between(0, 1'000'000) * 1'000;
        if (m_deadlines.insert(seconds).second) {
            return seconds;
        }
    }
}

void CommandGenerator::some(Arguments& command, const std::string& text, std::uint64_t percent) {
    if (chance(percent)) {
        command.push_back(text);
    }
}

/// Drops, doubles or spoils an argument; never one that could block or set a near deadline.
Arguments CommandGenerator::distort(Arguments command) {
    if (command.size() < 2) {
        command.push_back(member());
        return command;
    }
    const std::size_t at = 1 + m_rng.below(command.size() - 1);
    switch (m_rng.below(4)) {
        case 0: command.erase(command.begin() + static_cast<std::ptrdiff_t>(at)); break;
        case 1: command.resize(at); break;
        case 2: command.push_back(chance(50) ? member() : junk()); break;
        default: command[at] = junk(); break;
    }
    return command;
}

Arguments CommandGenerator::plain() {
    switch (m_rng.below(14)) {
        case 0:
        case 1: return strings();
        case 2: return keysAndTime();
        case 3:
        case 4: return hashes();
        case 5: return lists();
        case 6: return sets();
        case 7:
        case 8: return sortedSets();
        case 9: return sortedSetRanges();
        case 10:
        case 11: return streams();
        case 12: return streamGroups();
        default: return streamClaims();
    }
}

Arguments CommandGenerator::next() {
    if (chance(1)) {
        Arguments unknown{pick({"foo", "NOSUCH", "geT2", "x\r\ny"})};
        for (std::uint64_t i = m_rng.below(4); i > 0; --i) {
            unknown.push_back(member());
        }
        return unknown;
    }
    if (chance(8)) {
        return scripts();
    }
    if (chance(8)) {
        return approximateTrims();
    }
    Arguments command = plain();
    if (chance(5) && mayDistort(command)) {
        command = distort(std::move(command));
    }
    if (chance(3)) {
        for (char& c : command[0]) {
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        }
    }
    return command;
}

Arguments CommandGenerator::strings() {
    const std::string name = key('s');
    switch (m_rng.below(8)) {
        case 0:
        case 1: {
            Arguments command{"SET", name, value()};
            some(command, pick({"NX", "XX", "nx"}), 25);
            some(command, "GET", 15);
            if (chance(25)) {
                const std::string option = pick({"EX", "PX", "EXAT", "PXAT", "px", "KEEPTTL"});
                command.push_back(option);
                const std::int64_t far = farSeconds();
                if (option == "EX") {
                    command.push_back(chance(90) ? std::to_string(far) : junk());
                } else if (option == "PX" || option == "px") {
                    command.push_back(std::to_string(far * 1000));
                } else if (option == "EXAT") {
                    command.push_back(std::to_string(chance(70) ? m_nowMs / 1000 + far : 1 + far / 1000));
                } else if (option == "PXAT") {
                    command.push_back(std::to_string(chance(70) ? m_nowMs + far * 1000 : far));
                }
            }
            some(command, pick({"KEEPTTL", "XX", "GET", "bad"}), 4);
            return command;
        }
        case 2: return {"GET", name};
        case 3: return {"INCR", name};
        case 4: return {"INCRBY", name, number()};
        case 5: return {"DECRBY", name, number()};
        case 6: return {"SET", name, value()};
        default: return {"GET", name};
    }
}

Arguments CommandGenerator::keysAndTime() {
    const char kind = "shlezyx"[m_rng.below(7)];
    const std::string name = key(kind);
    switch (m_rng.below(9)) {
        case 0: {
            Arguments command{"DEL", name};
            some(command, key('h'), 30);
            some(command, name, 20);
            return command;
        }
        case 1: {
            Arguments command{"EXISTS", name};
            some(command, key('l'), 50);
            some(command, name, 30);
            return command;
        }
        case 2: return {"TYPE", name};
        case 3:
        case 4: {
            const bool millis = chance(50);
            const std::int64_t far = farSeconds();
            std::string when = std::to_string(millis ? far * 1000 : far);
            if (chance(10)) {
                when = pick({"-1", "0", "9223372036854775807", "-9223372036854775808", "9223372036854775", "x", "1.5"});
            }
            Arguments command{millis ? "PEXPIRE" : "EXPIRE", name, when};
            some(command, pick({"NX", "XX", "GT", "LT", "gt"}), 40);
            some(command, pick({"NX", "XX", "GT", "LT", "bad"}), 5);
            return command;
        }
        case 5: return {"PERSIST", name};
        case 6: return {"TTL", name};
        case 7: return {"PTTL", name};
        default: return chance(30) ? Arguments{"TIME"} : Arguments{"SCAN", pick({"abc", "1x", " 1"}), "COUNT", "10"};
    }
}

Arguments CommandGenerator::hashes() {
    const std::string name = key('h');
    switch (m_rng.below(10)) {
        case 0:
        case 1: {
            Arguments command{"HSET", name, member(), value()};
            for (std::uint64_t i = m_rng.below(4); i > 0; --i) {
                command.push_back(member());
                command.push_back(value());
            }
            return command;
        }
        case 2: return {"HSETNX", name, member(), value()};
        case 3: return {"HGET", name, member()};
        case 4: {
            Arguments command{"HMGET", name, member()};
            some(command, member(), 60);
            some(command, member(), 40);
            return command;
        }
        case 5: return {"HGETALL", name};
        case 6: {
            Arguments command{"HDEL", name, member()};
            some(command, member(), 50);
            some(command, member(), 50);
            return command;
        }
        case 7: return {"HEXISTS", name, member()};
        case 8: return {"HINCRBY", name, member(), number()};
        default: return {"HLEN", name};
    }
}

Arguments CommandGenerator::lists() {
    const std::string name = key('l');
    switch (m_rng.below(9)) {
        case 0:
        case 1:
        case 2: {
            Arguments command{pick({"LPUSH", "RPUSH"}), name, value()};
            for (std::uint64_t i = m_rng.below(4); i > 0; --i) {
                command.push_back(value());
            }
            return command;
        }
        case 3:
        case 4: {
            Arguments command{pick({"LPOP", "RPOP"}), name};
            some(command, count(), 40);
            return command;
        }
        case 5: return {"LLEN", name};
        case 6: return {"LRANGE", name, number(), number()};
        case 7: return {"LINDEX", name, number()};
        default: return {"LREM", name, count(), value()};
    }
}

Arguments CommandGenerator::sets() {
    const std::string name = key('e');
    switch (m_rng.below(6)) {
        case 0:
        case 1: {
            Arguments command{"SADD", name, value()};
            some(command, member(), 60);
            some(command, value(), 60);
            return command;
        }
        case 2: {
            Arguments command{"SREM", name, value()};
            some(command, member(), 60);
            return command;
        }
        case 3: return {"SISMEMBER", name, value()};
        case 4: return {"SCARD", name};
        default: return {"SMEMBERS", name};
    }
}

}  // namespace evenhand::conformance

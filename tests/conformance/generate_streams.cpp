// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_generator.h"

namespace evenhand::conformance {

std::string CommandGenerator::streamId() {
    if (chance(60)) {
        return m_ids[m_rng.below(m_ids.size())];
    }
    if (chance(60)) {
        return std::to_string(m_rng.below(m_lastMs + 5)) + (chance(50) ? "-" + std::to_string(m_rng.below(4)) : "");
    }
    return pick({"-", "+", "0", "0-0", "18446744073709551615-18446744073709551615", "18446744073709551615", "abc", "5-",
                 "-5", "1-x", "18446744073709551616", "", "$", ">", "5-5-5", "1.5"});
}

std::string CommandGenerator::newStreamId(const std::string& /*streamKey*/) {
    std::string id;
    if (chance(80)) {
        m_lastMs += m_rng.below(3);
        id = std::to_string(m_lastMs) + "-" + std::to_string(m_rng.below(20));
    } else if (chance(60)) {
        m_lastMs += m_rng.below(2);
        id = std::to_string(m_lastMs) + "-*";
    } else if (chance(15)) {
        return "*";
    } else {
        return streamId();
    }
    if (id.back() != '*') {
        if (m_ids.size() < 40) {
            m_ids.push_back(id);
        } else {
            m_ids[m_rng.below(m_ids.size())] = id;
        }
    }
    return id;
}

Arguments CommandGenerator::streams() {
    const std::string name = key('x');
    switch (m_rng.below(10)) {
        case 0:
        case 1:
        case 2:
        case 3:
        case 4: {
            Arguments command{"XADD", name};
            some(command, "NOMKSTREAM", 10);
            if (chance(20)) {
                const bool byLength = chance(60);
                command.push_back(byLength ? "MAXLEN" : "MINID");
                some(command, "=", 40);
                command.push_back(byLength ? (chance(95) ? std::to_string(m_rng.below(30)) : count()) : streamId());
                some(command, "LIMIT", 2);
            }
            command.push_back(newStreamId(name));
            for (std::uint64_t i = 1 + m_rng.below(3); i > 0; --i) {
                command.push_back(member());
                command.push_back(value());
            }
            return command;
        }
        case 5: return {"XLEN", name};
        case 6: {
            const bool reverse = chance(50);
            const auto bound = [this](const char* open) {
                return chance(40) ? open : (chance(20) ? "(" : "") + streamId();
            };
            Arguments command{reverse ? "XREVRANGE" : "XRANGE", name, bound(reverse ? "+" : "-"),
                              bound(reverse ? "-" : "+")};
            if (chance(40)) {
                command.insert(command.end(), {"COUNT", count()});
            }
            return command;
        }
        case 7: {
            Arguments command{"XDEL", name, streamId()};
            some(command, streamId(), 40);
            return command;
        }
        case 8: {
            Arguments command{"XTRIM", name};
            const bool byLength = chance(60);
            command.push_back(byLength ? "MAXLEN" : "MINID");
            some(command, "=", 40);
            command.push_back(byLength ? std::to_string(m_rng.below(25)) : streamId());
            some(command, "bad", 3);
            return command;
        }
        default: {
            Arguments command{"XINFO", pick({"STREAM", "GROUPS", "STREAM", "stream"}), name};
            if (command[1] != "GROUPS" && chance(50)) {
                command.push_back("FULL");
                if (chance(50)) {
                    command.insert(command.end(), {"COUNT", count()});
                }
            }
            return command;
        }
    }
}

/// One stream of small entries that only grows and is only trimmed approximately: there Redis trims by whole nodes of
/// a hundred entries; elsewhere the result would depend on how it has packed them.
Arguments CommandGenerator::approximateTrims() {
    const std::string name = "q:0";
    const auto bound = [this](Arguments& command) {
        if (chance(70)) {
            command.insert(command.end(), {"MAXLEN", "~", std::to_string(m_rng.below(250))});
        } else {
            command.insert(command.end(), {"MINID", "~", std::to_string(m_lastMs - m_rng.below(m_lastMs))});
        }
        if (chance(20)) {
            command.insert(command.end(), {"LIMIT", std::to_string(m_rng.below(3) * 100)});
        }
    };
    switch (m_rng.below(25)) {
        case 0: {
            Arguments command{"XTRIM", name};
            bound(command);
            return command;
        }
        case 1: return {"XRANGE", name, "-", "+", "COUNT", "2"};
        case 2: return {"XLEN", name};
        default: {
            Arguments command{"XADD", name};
            if (chance(4)) {
                bound(command);
            }
            m_lastMs += m_rng.below(3);
            command.insert(command.end(), {std::to_string(m_lastMs) + "-*", "f", "v"});
            return command;
        }
    }
}

Arguments CommandGenerator::streamGroups() {
    const std::string name = key('x');
    switch (m_rng.below(8)) {
        case 0: {
            Arguments command{"XGROUP", "CREATE", name, group(), chance(70) ? pick({"$", "0", "0-0"}) : streamId()};
            some(command, "MKSTREAM", 40);
            if (chance(10)) {
                command.insert(command.end(), {"ENTRIESREAD", count()});
            }
            return command;
        }
        case 1: {
            switch (m_rng.below(5)) {
                case 0: return {"XGROUP", "SETID", name, group(), chance(50) ? pick({"$", "0"}) : streamId()};
                case 1: return {"XGROUP", chance(30) ? "DESTROY" : "CREATECONSUMER", name, group(), consumer()};
                case 2: return {"XGROUP", "DELCONSUMER", name, group(), consumer()};
                case 3: return {"XGROUP", "CREATECONSUMER", name, group(), consumer()};
                default:
                    return chance(30) ? Arguments{"XGROUP", "DESTROY", name, group()}
                                      : Arguments{"XGROUP", "bad", name};
            }
        }
        case 2:
        case 3:
        case 4:
        case 5: {
            Arguments command{"XREADGROUP", "GROUP", group(), consumer()};
            if (chance(70)) {
                command.insert(command.end(), {"COUNT", count()});
            }
            some(command, "NOACK", 15);
            command.push_back("STREAMS");
            const std::size_t many = chance(15) ? 2 : 1;
            for (std::size_t i = 0; i < many; ++i) {
                command.push_back(key('x'));
            }
            for (std::size_t i = 0; i < many; ++i) {
                command.push_back(chance(80) ? ">" : chance(60) ? "0" : streamId());
            }
            some(command, "0", 2);
            return command;
        }
        case 6: {
            Arguments command{"XACK", name, group(), streamId()};
            some(command, streamId(), 50);
            some(command, streamId(), 50);
            return command;
        }
        default: return {"XINFO", "CONSUMERS", name, group()};
    }
}

/// Idle times are either what the test takes (far below the thresholds) or set to days.
Arguments CommandGenerator::streamClaims() {
    const std::string name = key('x');
    const std::string idle = pick({"0", "0", "100000000", "-5"});
    switch (m_rng.below(6)) {
        case 0: return {"XPENDING", name, group()};
        case 1:
        case 2: {
            Arguments command{"XPENDING", name, group()};
            if (chance(30)) {
                command.insert(command.end(), {"IDLE", idle});
            }
            command.insert(command.end(), {chance(50) ? "-" : streamId(), chance(50) ? "+" : streamId(), count()});
            some(command, consumer(), 40);
            return command;
        }
        case 3:
        case 4: {
            Arguments command{"XCLAIM", name, group(), consumer(), idle, streamId()};
            some(command, streamId(), 50);
            some(command, streamId(), 30);
            if (chance(20)) {
                command.insert(command.end(), {"IDLE", std::to_string(200'000'000 + m_rng.below(1'000'000))});
            } else if (chance(10)) {
                command.insert(command.end(), {"TIME", std::to_string(m_nowMs - 300'000'000)});
            }
            if (chance(20)) {
                command.insert(command.end(), {"RETRYCOUNT", count()});
            }
            some(command, "FORCE", 25);
            some(command, "JUSTID", 25);
            if (chance(8)) {
                command.insert(command.end(), {"LASTID", streamId()});
            }
            return command;
        }
        default: {
            Arguments command{"XAUTOCLAIM", name, group(),
                              consumer(),   idle, chance(60) ? pick({"0", "-", "0-0"}) : streamId()};
            if (chance(50)) {
                command.insert(command.end(), {"COUNT", count()});
            }
            some(command, "JUSTID", 25);
            return command;
        }
    }
}

}  // namespace evenhand::conformance

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keyspace_server/resp_session.h"

#include <sodium.h>
#include <array>
#include <charconv>

#include "engine/base/ascii_text.h"
#include "engine/base/log.h"

namespace evenhand::keyspace_server {
namespace {

using keyspace::Reply;
using Arguments = std::span<const std::string_view>;

/// Compares digests, so that neither content nor length shows in the time it takes.
bool samePassword(std::string_view given, std::string_view expected) noexcept {
    std::array<unsigned char, crypto_generichash_BYTES> a{};
    std::array<unsigned char, crypto_generichash_BYTES> b{};
    const auto hash = [](std::array<unsigned char, crypto_generichash_BYTES>& out, std::string_view text) {
        crypto_generichash(out.data(), out.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                           nullptr, 0);
    };
    hash(a, given);
    hash(b, expected);
    return sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

void appendNumber(std::string& out, char mark, std::int64_t value) {
    std::array<char, 24> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    out.push_back(mark);
    out.append(text.data(), end.ptr);
    out.append("\r\n");
}

void appendLine(std::string& out, char mark, std::string_view text) {
    out.push_back(mark);
    for (const char c : text) {
        out.push_back(c == '\r' || c == '\n' ? ' ' : c);
    }
    out.append("\r\n");
}

Reply wrongArity(std::string_view name) {
    return Reply::error("ERR wrong number of arguments for '" + std::string(name) + "' command");
}

}  // namespace

void appendReply(std::string& out, const Reply& reply) {
    switch (reply.type) {
        case Reply::Type::Nil: out.append("$-1\r\n"); return;
        case Reply::Type::NilArray: out.append("*-1\r\n"); return;
        case Reply::Type::Integer: appendNumber(out, ':', reply.integer); return;
        case Reply::Type::Status: appendLine(out, '+', reply.text); return;
        case Reply::Type::Error: appendLine(out, '-', reply.text); return;
        case Reply::Type::Bulk:
            appendNumber(out, '$', static_cast<std::int64_t>(reply.text.size()));
            out.append(reply.text).append("\r\n");
            return;
        case Reply::Type::Array:
            appendNumber(out, '*', static_cast<std::int64_t>(reply.elements.size()));
            for (const Reply& element : reply.elements) {
                appendReply(out, element);
            }
            return;
    }
}

void RespSession::run(Arguments arguments, std::string& out) {
    const std::string name = base::lowered(arguments[0]);
    // A page in a browser can have it send requests of HTTP to this machine, but not ones that are not of HTTP.
    if (name == "post" || name == "host:") {
        base::log(base::LogLevel::Warning, "keyspace-server",
                  "closed a connection that speaks HTTP, perhaps for a page that attacks this machine");
        m_closing = true;
        return;
    }
    Reply reply;
    if (!authenticated() && name != "auth" && name != "hello" && name != "quit") {
        reply = Reply::error("NOAUTH Authentication required.");
    } else if (!ownCommand(name, arguments, reply)) {
        reply = execute(arguments);
    }
    appendReply(out, reply);
}

Reply RespSession::execute(Arguments arguments) {
    auto& keyspace = m_backend.keyspace;
    keyspace.setNow(m_backend.clock.now());
    const auto mark = keyspace.mark();
    Reply reply = keyspace.execute(arguments);
    if (reply.isError() && m_backend.scripts != nullptr && m_backend.scripts->timedOut() &&
        reply.text.starts_with("BUSY")) {
        keyspace.undoTo(mark);
    }
    keyspace.commit();
    return reply;
}

Reply RespSession::authenticate(Arguments arguments) {
    if (arguments.size() < 2) {
        return wrongArity("auth");
    }
    if (arguments.size() > 3) {
        return Reply::error("ERR syntax error");
    }
    const bool named = arguments.size() == 3;
    if (m_backend.password.empty() && !named) {
        return Reply::error(
            "ERR AUTH <password> called without any password configured for the default user. Are you sure your "
            "configuration is correct?");
    }
    // With no password any is right for the default user, as in Redis.
    const bool user = !named || arguments[1] == "default";
    if (user && (m_backend.password.empty() || samePassword(arguments.back(), m_backend.password))) {
        m_authenticated = true;
        return Reply::ok();
    }
    return Reply::error("WRONGPASS invalid username-password pair or user is disabled.");
}

Reply RespSession::hello(Arguments arguments) {
    std::size_t at = 1;
    if (arguments.size() > at) {
        if (arguments[at] == "3") {
            return Reply::error("NOPROTO unsupported protocol version");
        }
        if (arguments[at] != "2") {
            return Reply::error("ERR Protocol version is not an integer or out of range");
        }
        ++at;
    }
    for (; at < arguments.size(); ++at) {
        const std::string option = base::lowered(arguments[at]);
        if (option == "auth" && at + 2 < arguments.size()) {
            const std::array<std::string_view, 3> auth{"auth", arguments[at + 1], arguments[at + 2]};
            if (Reply reply = authenticate(auth); reply.isError()) {
                return reply;
            }
            at += 2;
        } else if (option == "setname" && at + 1 < arguments.size()) {
            m_name = arguments[++at];
        } else {
            return Reply::error("ERR Syntax error in HELLO option '" + std::string(arguments[at]) + "'");
        }
    }
    if (!authenticated()) {
        return Reply::error(
            "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO <proto> AUTH "
            "<user> <pass> option can be used to authenticate the client and select the RESP protocol version at "
            "the same time");
    }
    const auto text = [](const char* value) { return Reply::bulk(value); };
    return Reply::array({text("server"), text("redis"), text("version"), text("7.0.15"), text("proto"),
                         Reply::number(2), text("id"), Reply::number(static_cast<std::int64_t>(m_id)), text("mode"),
                         text("standalone"), text("role"), text("master"), text("modules"), Reply::array()});
}

Reply RespSession::client(Arguments arguments) {
    const std::string what = arguments.size() > 1 ? base::lowered(arguments[1]) : std::string();
    if (what == "id") {
        return Reply::number(static_cast<std::int64_t>(m_id));
    }
    if (what == "getname") {
        return m_name.empty() ? Reply::nil() : Reply::bulk(m_name);
    }
    if (what == "setname" && arguments.size() == 3) {
        m_name = arguments[2];
        return Reply::ok();
    }
    return Reply::error("ERR only CLIENT ID, GETNAME and SETNAME are available here");
}

bool RespSession::ownCommand(std::string_view name, Arguments arguments, Reply& reply) {
    if (name == "quit") {
        m_closing = true;
        reply = Reply::ok();
    } else if (name == "auth") {
        reply = authenticate(arguments);
    } else if (name == "hello") {
        reply = hello(arguments);
    } else if (name == "client") {
        reply = client(arguments);
    } else {
        return false;
    }
    return true;
}

}  // namespace evenhand::keyspace_server

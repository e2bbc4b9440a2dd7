// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/etcd/answers.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/base/number_text.h"
#include "engine/base/sha256.h"
#include "engine/json/json_text.h"

namespace evenhand::etcd {
namespace {

/// Codes of gRPC, as the gateway hands them on.
enum GrpcCode : std::int64_t {
    kUnknown = 2,
    kInvalidArgument = 3,
    kDeadlineExceeded = 4,
    kNotFound = 5,
    kPermissionDenied = 7,
    kResourceExhausted = 8,
    kFailedPrecondition = 9,
    kInternal = 13,
    kUnavailable = 14,
    kUnauthenticated = 16,
};

/// Reads members; the first that cannot be read makes all of it unreadable, which is asked once, at the end.
class Fields {
public:
    Fields(const boost::json::object& members, bool& readable) : m_members(members), m_readable(readable) {}

    /// 0 if it is left out.
    [[nodiscard]] std::int64_t integer(std::string_view name) {
        const auto* found = m_members.if_contains(name);
        if (found == nullptr) {
            return 0;
        }
        if (const auto* number = found->if_int64()) {
            return *number;
        }
        const auto* text = found->if_string();
        const auto number = text != nullptr ? base::numberFrom({text->data(), text->size()}) : std::nullopt;
        m_readable = m_readable && number.has_value();
        return number.value_or(0);
    }
    /// An id of 64 bits without sign; 0 if it is left out.
    [[nodiscard]] std::uint64_t id(std::string_view name) {
        if (!has(name)) {
            return 0;
        }
        const auto written = text(name);
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), value);
        m_readable = m_readable && error == std::errc() && end == written.data() + written.size();
        return value;
    }
    /// Texts of a list, which may be left out.
    [[nodiscard]] std::vector<std::string> texts(std::string_view name) {
        std::vector<std::string> all;
        const auto* found = m_members.if_contains(name);
        if (found == nullptr) {
            return all;
        }
        m_readable = m_readable && found->is_array();
        for (std::size_t i = 0; m_readable && i < found->get_array().size(); ++i) {
            const auto* entry = found->get_array()[i].if_string();
            m_readable = entry != nullptr;
            if (entry != nullptr) {
                all.emplace_back(entry->data(), entry->size());
            }
        }
        return all;
    }
    [[nodiscard]] bool flag(std::string_view name) {
        const auto* found = m_members.if_contains(name);
        m_readable = m_readable && (found == nullptr || found->is_bool());
        return found != nullptr && found->is_bool() && found->get_bool();
    }
    [[nodiscard]] std::string text(std::string_view name) {
        const auto* found = m_members.if_contains(name);
        m_readable = m_readable && (found == nullptr || found->is_string());
        return found != nullptr && found->is_string()
                   ? std::string(found->get_string().data(), found->get_string().size())
                   : std::string();
    }
    [[nodiscard]] std::string bytes(std::string_view name) {
        auto decoded = base::fromBase64(text(name));
        m_readable = m_readable && decoded.has_value();
        return std::move(decoded).value_or(std::string());
    }
    /// Must be there.
    [[nodiscard]] Fields object(std::string_view name) {
        static const boost::json::object kNone;
        const auto* found = m_members.if_contains(name);
        m_readable = m_readable && found != nullptr && found->is_object();
        return {found != nullptr && found->is_object() ? found->get_object() : kNone, m_readable};
    }
    [[nodiscard]] bool has(std::string_view name) const { return m_members.if_contains(name) != nullptr; }
    /// Of the entries of a list, which may be left out.
    template <typename Read>
    void each(std::string_view name, Read&& read) {
        const auto* found = m_members.if_contains(name);
        if (found == nullptr) {
            return;
        }
        m_readable = m_readable && found->is_array();
        for (std::size_t i = 0; m_readable && i < found->get_array().size(); ++i) {
            const auto* entry = found->get_array()[i].if_object();
            m_readable = entry != nullptr;
            if (entry != nullptr) {
                Fields fields(*entry, m_readable);
                read(fields);
            }
        }
    }
    void refuse() { m_readable = false; }

private:
    const boost::json::object& m_members;
    bool& m_readable;
};

tl::unexpected<Error> unreadable(const std::string& server) {
    return fail(ErrorCode::Unreachable, "etcd cannot be reached: what answers there is not etcd", "membership", server);
}

/// `read` gets the members of an answer that has etcd's header, and the header's revision.
template <typename T, typename Read>
Result<T> answerOf(std::string_view text, const std::string& server, Read&& read) {
    const auto members = parseAnswer(text);
    bool readable = true;
    Fields fields(members, readable);
    const auto revision = fields.object("header").integer("revision");
    T out = read(fields, revision);
    if (!readable) {
        return unreadable(server);
    }
    return out;
}

/// Of answers that come as a stream, the gateway puts each into "result".
template <typename T, typename Read>
Result<T> streamedAnswerOf(std::string_view text, const std::string& server, Read&& read) {
    const auto members = parseAnswer(text);
    bool readable = true;
    Fields fields(members, readable);
    if (fields.has("error")) {  // it has begun well, and then failed
        const auto reason = fields.object("error").text("message");
        return fail(ErrorCode::Unreachable, "etcd cannot be reached: " + reason, "membership", server);
    }
    auto result = fields.object("result");
    T out = read(result, result.object("header").integer("revision"));
    if (!readable) {
        return unreadable(server);
    }
    return out;
}

KeyValue keyValueOf(Fields& fields) {
    KeyValue kv;
    kv.key = fields.bytes("key");
    kv.value = fields.bytes("value");
    kv.createRevision = fields.integer("create_revision");
    kv.modRevision = fields.integer("mod_revision");
    kv.lease = fields.integer("lease");
    if (kv.key.empty() || kv.modRevision <= 0) {
        fields.refuse();
    }
    return kv;
}

std::vector<KeyValue> keyValuesOf(Fields& fields) {
    std::vector<KeyValue> kvs;
    fields.each("kvs", [&kvs](Fields& one) { kvs.push_back(keyValueOf(one)); });
    return kvs;
}

/// etcd numbers what has happened from 1 on.
std::int64_t revisionFrom(Fields& fields, std::int64_t revision) {
    if (revision <= 0) {
        fields.refuse();
    }
    return revision;
}

}  // namespace

Result<Lease> readGrant(std::string_view text, const std::string& server) {
    return answerOf<Lease>(text, server, [](Fields& fields, std::int64_t /*revision*/) {
        const Lease lease{fields.integer("ID"), fields.integer("TTL")};
        if (lease.id == 0 || lease.ttlS <= 0) {
            fields.refuse();
        }
        return lease;
    });
}

Result<std::int64_t> readKeepAlive(std::string_view text, const std::string& server) {
    return streamedAnswerOf<std::int64_t>(
        text, server, [](Fields& fields, std::int64_t /*revision*/) { return fields.integer("TTL"); });
}

Result<std::int64_t> readTimeToLive(std::string_view text, const std::string& server) {
    return answerOf<std::int64_t>(text, server,
                                  [](Fields& fields, std::int64_t /*revision*/) { return fields.integer("TTL"); });
}

Result<std::int64_t> readRevision(std::string_view text, const std::string& server) {
    return answerOf<std::int64_t>(text, server, revisionFrom);
}

Result<RangeAnswer> readRange(std::string_view text, const std::string& server) {
    return answerOf<RangeAnswer>(text, server, [](Fields& fields, std::int64_t revision) {
        return RangeAnswer{revisionFrom(fields, revision), keyValuesOf(fields)};
    });
}

Result<TxnAnswer> readTxn(std::string_view text, const std::string& server) {
    return answerOf<TxnAnswer>(text, server, [](Fields& fields, std::int64_t revision) {
        TxnAnswer answer{fields.flag("succeeded"), revisionFrom(fields, revision), {}};
        fields.each("responses", [&answer](Fields& response) {
            if (response.has("response_range")) {
                auto range = response.object("response_range");
                answer.read.push_back(keyValuesOf(range));
            }
        });
        return answer;
    });
}

Result<WatchNews> readNews(std::string_view line, const std::string& server) {
    std::string reason;
    auto news = streamedAnswerOf<WatchNews>(line, server, [&reason](Fields& fields, std::int64_t revision) {
        WatchNews told;
        told.revision = revision;
        told.compactedTo = fields.integer("compact_revision");
        if (fields.flag("canceled") && told.compactedTo == 0) {
            reason = fields.text("cancel_reason");
            reason = reason.empty() ? "the watch was cancelled" : reason;
        }
        fields.each("events", [&told](Fields& event) {
            auto kv = event.object("kv");
            told.events.push_back({event.text("type") == "DELETE", keyValueOf(kv)});
        });
        return told;
    });
    if (news && !reason.empty()) {
        return fail(ErrorCode::Unreachable, "etcd does not tell what changes: " + reason, "membership", server);
    }
    return news;
}

Result<std::vector<Server>> readServers(std::string_view text, const std::string& server) {
    return answerOf<std::vector<Server>>(text, server, [](Fields& fields, std::int64_t /*revision*/) {
        std::vector<Server> servers;
        fields.each("members", [&servers](Fields& one) {
            Server each;
            each.id = one.id("ID");
            each.name = one.text("name");
            each.urls = one.texts("clientURLs");
            servers.push_back(std::move(each));
        });
        if (servers.empty()) {
            fields.refuse();
        }
        return servers;
    });
}

Result<ServerStatus> readServerStatus(std::string_view text, const std::string& server) {
    return answerOf<ServerStatus>(text, server, [](Fields& fields, std::int64_t /*revision*/) {
        ServerStatus status;
        status.id = fields.object("header").id("member_id");
        status.leader = fields.id("leader");
        status.version = fields.text("version");
        status.dbBytes = fields.integer("dbSize");
        for (const auto& each : fields.texts("errors")) {
            status.trouble += (status.trouble.empty() ? "" : "; ") + each;
        }
        if (status.id == 0 || status.version.empty()) {
            fields.refuse();
        }
        return status;
    });
}

Result<std::string> readToken(std::string_view text, const std::string& server) {
    return answerOf<std::string>(text, server, [](Fields& fields, std::int64_t /*revision*/) {
        auto token = fields.text("token");
        const bool clean = token.find_first_of("\r\n") == std::string::npos;  // it becomes a header
        if (token.empty() || !clean) {
            fields.refuse();
        }
        return token;
    });
}

Refusal refusalOf(int status, std::string_view body, const std::string& server) {
    using Kind = Refusal::Kind;
    const auto members = parseAnswer(body);
    bool readable = true;
    Fields fields(members, readable);
    const auto code = fields.integer("code");
    const auto reason = fields.text("message");
    if (!readable || code == 0) {
        return {Kind::Elsewhere, unreadable(server).value()};
    }
    const auto told = [&](Kind kind, ErrorCode meaning, std::string message) {
        return Refusal{kind, Error{meaning, std::move(message), "membership", server}};
    };
    const bool asksWho = reason.find("user name is empty") != std::string::npos ||
                         reason.find("authentication failed") != std::string::npos;
    switch (code) {
        case kUnauthenticated: return told(Kind::Token, ErrorCode::SignInRefused, "etcd does not know the user");
        case kPermissionDenied:
            return told(Kind::Told, ErrorCode::PermissionDenied, "etcd does not let the user do this");
        case kNotFound: return told(Kind::Told, ErrorCode::NotFound, "the lease has ended, join again");
        case kResourceExhausted: return told(Kind::Told, ErrorCode::Storage, "etcd takes nothing more: " + reason);
        case kUnknown:
        case kDeadlineExceeded:
        case kInternal:
        case kUnavailable: return told(Kind::Elsewhere, ErrorCode::Unreachable, "etcd cannot be reached: " + reason);
        default: break;
    }
    if (code == kInvalidArgument && asksWho) {
        return told(Kind::Told, ErrorCode::SignInRefused, "etcd refuses the user or the password");
    }
    if (code == kFailedPrecondition && reason.find("authentication is not enabled") != std::string::npos) {
        return told(Kind::Told, ErrorCode::SignInRefused, "etcd has no users: leave the one of the address out");
    }
    if (code == kInvalidArgument && reason.find("revision of auth store is old") != std::string::npos) {
        return told(Kind::Token, ErrorCode::SignInRefused, "etcd does not know the user");
    }
    return told(Kind::Told, ErrorCode::Internal, "etcd refused " + std::to_string(status) + ": " + reason);
}

}  // namespace evenhand::etcd

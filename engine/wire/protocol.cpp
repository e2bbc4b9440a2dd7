// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/protocol.h"

#include <initializer_list>
#include <tuple>
#include <utility>

#include "engine/base/sha256.h"
#include "engine/wire/call_types.h"
#include "engine/wire/calls.h"
#include "engine/wire/described_types.h"
#include "engine/wire/session_grant.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"

namespace evenhand::wire {
namespace {

class CallTexts {
public:
    template <typename Function, typename... Name>
    void add(const char* kind, const char* name, Name... names) {
        std::string text = std::string(kind) + ' ' + name + '(';
        const std::array<std::string_view, sizeof...(Name)> sent{std::string_view(names)...};
        std::size_t next = 0;
        addArguments(static_cast<CallTypes<Function>*>(nullptr), [&](const std::string& type) {
            if (next < sent.size()) {
                text += std::string(next > 0 ? ", " : "") + std::string(sent[next]) + ": " + type;
            }
            ++next;
        });
        m_calls += text + ')' + progressOf(static_cast<CallTypes<Function>*>(nullptr)) + " gives " +
                   m_types.of<typename CallTypes<Function>::Result>() + '\n';
    }
    [[nodiscard]] TypeTexts& types() noexcept { return m_types; }
    [[nodiscard]] std::string whole() const { return m_calls + '\n' + m_types.described(); }

private:
    template <typename Types, typename Add>
    requires requires { typename Types::Arguments; }
    void addArguments(Types*, Add add) {
        const auto each = [&](auto* argument) {
            using T = std::remove_pointer_t<decltype(argument)>;
            if constexpr (!kIsCallback<T>) {
                add(m_types.of<T>());
            }
        };
        std::apply([&](auto*... argument) { (each(argument), ...); }, pointersTo<typename Types::Arguments>());
    }
    template <typename Types, typename Add>
    requires requires { typename Types::Request; }
    void addArguments(Types*, Add add) { add(m_types.of<std::vector<typename Types::Request>>()); }
    /// " tells int64" for a call whose callback gets a number while it runs.
    template <typename Types>
    requires requires { typename Types::Arguments; }
    std::string progressOf(Types*) {
        std::string text;
        const auto each = [&](auto* argument) {
            if constexpr (kIsCallback<std::remove_pointer_t<decltype(argument)>>) {
                text += " tells" + figuresOf(argument);
            }
        };
        std::apply([&](auto*... argument) { (each(argument), ...); }, pointersTo<typename Types::Arguments>());
        return text;
    }
    template <typename Types>
    requires requires { typename Types::Request; }
    static std::string progressOf(Types*) { return {}; }
    template <typename... A>
    std::string figuresOf(std::function<void(A...)>*) {
        std::string text;
        ((text += ' ' + m_types.of<std::decay_t<A>>()), ...);
        return text;
    }
    template <typename Tuple>
    static auto pointersTo() {
        return []<typename... T>(std::tuple<T...>*) { return std::tuple<T*...>(); }(static_cast<Tuple*>(nullptr));
    }

    std::string m_calls;
    TypeTexts m_types;
};

#define EVENHAND_TEXT(kind, Desk, desk, function, ...) \
    texts.add<decltype(&api::Desk::function)>(kind, #desk "." #function __VA_OPT__(, ) __VA_ARGS__);
#define EVENHAND_TEXT_READ(...) EVENHAND_TEXT("read", __VA_ARGS__)
#define EVENHAND_TEXT_AGAIN(...) EVENHAND_TEXT("again", __VA_ARGS__)
#define EVENHAND_TEXT_DO(...) EVENHAND_TEXT("do", __VA_ARGS__)
#define EVENHAND_TEXT_MANY(...) EVENHAND_TEXT("many", __VA_ARGS__)
#define EVENHAND_TEXT_SAY(...) EVENHAND_TEXT("say", __VA_ARGS__)
#define EVENHAND_TEXT_SAVE(...) EVENHAND_TEXT("save", __VA_ARGS__)
#define EVENHAND_TEXT_INSIDE(...)
#define EVENHAND_TEXT_DESK(Desk, desk, TABLE)                                                               \
    TABLE(EVENHAND_TEXT_READ, EVENHAND_TEXT_AGAIN, EVENHAND_TEXT_DO, EVENHAND_TEXT_MANY, EVENHAND_TEXT_SAY, \
          EVENHAND_TEXT_SAVE, EVENHAND_TEXT_INSIDE)

/// The messages that are not calls, one a line, with the name and type of each member, as handled by
/// engine/ingest/desks/desk_session.cpp and engine/remote/line/remote_line.cpp. Of hello only the members that programs
/// of all versions must understand.
std::string frameTexts(TypeTexts& types) {
    std::string text = std::string(kSubprotocol) + " at " + std::string(kConsolePath) + '\n';
    const auto line = [&](const char* who, std::initializer_list<std::pair<const char*, std::string>> members) {
        text += who;
        for (const auto& [name, type] : members) {
            text += std::string(" ") + name + " (" + type + ')';
        }
        text += '\n';
    };
    const auto words = types.of<std::string>();
    const auto id = types.of<std::int64_t>();
    const auto permissions = types.of<api::Permissions>();
    const auto flag = types.of<bool>();
    line("console:", {{"hello", "program, protocol: " + words + ", via: " + types.of<api::Via>()}});
    line("console:", {{"id", id}, {"signInState", "null"}});
    line("console:", {{"id", id}, {"signIn", types.of<api::SignIn>()}});
    line("console:", {{"id", id}, {"resume", words}});
    line("console:", {{"id", id}, {"signOut", "null"}});
    line("console:", {{"id", id},
                      {"call", words},
                      {"arguments", "members"},
                      {"reason", words + ", may be missing"},
                      {"key", words + ", may be missing"},
                      {"bulk", flag + ", may be missing"},
                      {"file", words + ", may be missing"}});
    line("console:", {{"cancel", id}});
    line("service:", {{"hello", "program, protocol: " + words + ", now: " + types.of<Instant>() + ", actor: " +
                                    types.of<std::optional<std::string>>() + ", permissions: " + permissions}});
    line("service:",
         {{"id", id},
          {"value", "as the call gives; " + types.of<api::SignInState>() + "; " + types.of<SessionGrant>()}});
    line("service:", {{"id", id}, {"problem", types.of<Error>()}});
    line("service:", {{"id", id}, {"progress", "list of what the call tells"}});
    line("service:", {{"id", id}, {"bytes", words + " in Base64"}});
    line("service:", {{"workspace", types.of<api::WorkspaceInfo>()}});
    line("service:", {{"status", types.of<api::EngineStatus>()}});
    line("service:", {{"events", "list of " + types.of<api::Event>() + " without members that say nothing"}});
    line("service:", {{"grant", "permissions: " + permissions + ", ended: " + flag}});
    return text;
}

bool saysNothing(const boost::json::value& value) {
    return value.is_null() || (value.is_bool() && !value.get_bool()) || (value.is_int64() && value.get_int64() == 0) ||
           (value.is_string() && value.get_string().empty());
}

}  // namespace

const std::string& protocolText() {
    static const std::string s_text = [] {
        CallTexts texts;
        EVENHAND_CALL_DESKS(EVENHAND_TEXT_DESK)
        const auto frames = frameTexts(texts.types());  // first, because it describes more types
        return frames + '\n' + texts.whole();
    }();
    return s_text;
}

const std::string& protocolHash() {
    constexpr std::size_t kDigits = 32;
    static const std::string s_hash = base::hexOf(base::bytesOf(base::sha256(protocolText()))).substr(0, kDigits);
    return s_hash;
}

boost::json::object writeEvent(const api::Event& event) {
    Writing out;
    boost::json::object text;
    auto whole = write(event, out);
    for (auto& member : whole.get_object()) {
        if (!saysNothing(member.value())) {
            text.emplace(member.key(), std::move(member.value()));
        }
    }
    return text;
}

Result<api::Event> readEvent(const boost::json::value& value) {
    static const boost::json::object s_nothing = [] {
        Writing out;
        return write(api::Event{}, out).get_object();
    }();
    Reading in;
    api::Event event;
    if (const auto* object = readObject(value, in)) {
        auto whole = s_nothing;
        for (const auto& member : *object) {
            whole[member.key()] = member.value();
        }
        read(boost::json::value(std::move(whole)), event, in);
    }
    return in.ok() ? Result<api::Event>(std::move(event)) : fail(in.fault());
}

}  // namespace evenhand::wire

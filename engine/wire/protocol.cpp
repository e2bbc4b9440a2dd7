// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/protocol.h"

#include <array>
#include <functional>
#include <initializer_list>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/base/sha256.h"
#include "engine/wire/call_types.h"
#include "engine/wire/calls.h"
#include "engine/wire/values/type_texts.h"
#include "engine/wire/values/value.h"

namespace evenhand::wire {
namespace {

/// One that is called back counts for what it tells: " tells int64".
template <typename... Figure>
std::string toldText(TypeTexts& texts, std::function<void(Figure...)>*) {
    std::string text = " tells";
    ((text += ' ' + typeText<std::decay_t<Figure>>(texts)), ...);
    return text;
}
struct ArgumentText {
    TypeTexts::Text text;
    bool isCalledBack;
};
template <typename T>
[[nodiscard]] consteval ArgumentText argumentText() {
    if constexpr (kIsCallback<T>) {
        return {[](TypeTexts& texts) { return toldText(texts, static_cast<T*>(nullptr)); }, true};
    } else {
        return {typeText<T>, false};
    }
}
template <typename... T>
[[nodiscard]] consteval auto argumentTexts(std::tuple<T...>*) {
    return std::array<ArgumentText, sizeof...(T)>{argumentText<T>()...};
}
template <typename Types>
inline constexpr auto kArgumentTexts = argumentTexts(static_cast<typename Types::Arguments*>(nullptr));
template <typename Types>
requires requires { typename Types::Request; }
inline constexpr auto kArgumentTexts<Types> =
    std::array{ArgumentText{typeText<std::vector<typename Types::Request>>, false}};

class CallTexts {
public:
    template <typename Function>
    void add(const char* kind, const char* name, std::initializer_list<std::string_view> sent) {
        using Types = CallTypes<Function>;
        add(kind, name, sent, kArgumentTexts<Types>, typeText<typename Types::Result>);
    }
    [[nodiscard]] TypeTexts& types() noexcept { return m_types; }
    [[nodiscard]] std::string whole() const { return m_calls + '\n' + m_types.described(); }

private:
    void add(const char* kind, const char* name, std::span<const std::string_view> sent,
             std::span<const ArgumentText> arguments, TypeTexts::Text result);

    std::string m_calls;
    TypeTexts m_types;
};

void CallTexts::add(const char* kind, const char* name, std::span<const std::string_view> sent,
                    std::span<const ArgumentText> arguments, TypeTexts::Text result) {
    std::string text = std::string(kind) + ' ' + name + '(';
    std::string progress;
    std::size_t next = 0;
    for (const auto& argument : arguments) {
        const auto type = argument.text(m_types);
        if (argument.isCalledBack) {
            progress += type;
        } else if (next < sent.size()) {  // else the path of a file, which is the service's
            text += next > 0 ? ", " : "";
            text += sent[next++];
            text += ": " + type;
        }
    }
    m_calls += text + ')' + progress + " gives " + result(m_types) + '\n';
}

#define EVENHAND_TEXT(kind, Desk, desk, function, ...) \
    texts.add<decltype(&api::Desk::function)>(kind, #desk "." #function, {__VA_ARGS__});
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

/// What is said beside the calls: each line is a message, its members by name and type, as handled by
/// engine/ingest/desks/desk_session.cpp and engine/remote/line/remote_line.cpp. Of hello only what both programs must
/// understand whatever their versions.
std::string frameTexts(TypeTexts& types) {
    std::string text = std::string(kSubprotocol) + " at " + std::string(kConsolePath) + '\n';
    const auto line = [&](const char* who, std::initializer_list<std::pair<const char*, std::string>> members) {
        text += who;
        for (const auto& [name, type] : members) {
            text += std::string(" ") + name + " (" + type + ')';
        }
        text += '\n';
    };
    const auto words = typeText<std::string>(types);
    const auto id = typeText<std::int64_t>(types);
    const auto permissions = typeText<api::Permissions>(types);
    const auto flag = typeText<bool>(types);
    line("console:", {{"hello", "program, protocol: " + words + ", via: " + typeText<api::Via>(types)}});
    line("console:", {{"id", id}, {"signInState", "null"}});
    line("console:", {{"id", id}, {"signIn", typeText<api::SignIn>(types)}});
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
    line("service:", {{"hello", "program, protocol: " + words + ", now: " + typeText<Instant>(types) + ", actor: " +
                                    typeText<std::optional<std::string>>(types) + ", permissions: " + permissions}});
    line("service:",
         {{"id", id},
          {"value", "as the call gives; " + typeText<api::SignInState>(types) + "; " + typeText<SessionGrant>(types)}});
    line("service:", {{"id", id}, {"problem", typeText<Error>(types)}});
    line("service:", {{"id", id}, {"progress", "list of what the call tells"}});
    line("service:", {{"id", id}, {"bytes", words + " in Base64"}});
    line("service:", {{"workspace", typeText<api::WorkspaceInfo>(types)}});
    line("service:", {{"status", typeText<api::EngineStatus>(types)}});
    line("service:", {{"events", "list of " + typeText<api::Event>(types) + " without members that say nothing"}});
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
        const auto frames = frameTexts(texts.types());  // describes more types, so before the whole
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

// SPDX-License-Identifier: GPL-3.0-or-later
// How a function of a desk is called by its name. Included by engine/ingest/desks/*_calls.cpp alone.
// Thread: as served_call.h.
#pragma once

#include <any>
#include <boost/json/serialize.hpp>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/ingest/desks/kept_rows.h"
#include "engine/ingest/desks/served_call.h"
#include "engine/wire/call_types.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"

namespace evenhand::ingest {

template <typename T>
[[nodiscard]] boost::json::value problemValue(const T& error) {
    wire::Writing out;
    return wire::write(Result<std::monostate>(tl::unexpected(error)), out);
}

/// What is kept as the answer to a key: the whole result, or that of each row.
template <typename T>
[[nodiscard]] std::shared_ptr<api::Once> onceOf(const api::Once::Key& key) {
    if (key.id.empty()) {
        return nullptr;
    }
    return std::make_shared<api::Once>(std::vector{key}, [](const std::any& result) {
        wire::Writing out;
        if constexpr (wire::kIsA<T, std::vector>) {
            if (const auto* row = std::any_cast<const typename T::value_type*>(&result)) {
                return boost::json::serialize(wire::write(**row, out));
            }
        }
        if constexpr (!std::is_void_v<T>) {
            if (const auto* whole = std::any_cast<const T*>(&result)) {
                return boost::json::serialize(wire::write(**whole, out));
            }
        }
        return std::string("null");  // it gives nothing, or its desk reads what it gives afterwards
    });
}

/// A callback that sends progress to whoever waits for the answer.
template <typename Callback>
struct ProgressTo;
template <typename... A>
struct ProgressTo<std::function<void(A...)>> {
    static std::function<void(A...)> of(const std::shared_ptr<CallSink>& sink) {
        return [sink](const std::decay_t<A>&... figures) {
            wire::Writing out;
            sink->progress(boost::json::array{wire::write(figures, out)...});
        };
    }
};

template <typename Arguments>
class ArgumentReader {
public:
    ArgumentReader(const Asked& asked, std::span<const std::string_view> names) : m_asked(asked), m_names(names) {}

    /// Reads the arguments into `into`. Callbacks send to the sink; where a file is to be saved, its path is one of the
    /// service's own.
    bool read(Arguments& into, bool saves) {
        std::apply([&](auto&... argument) { (readOne(argument, saves), ...); }, into);
        wire::refuseOthers(m_asked.arguments, m_names.data(), m_names.size(), m_in);
        return m_in.ok();
    }
    [[nodiscard]] const Error& fault() const { return m_in.fault(); }

private:
    template <typename T>
    void readOne(T& into, bool saves) {
        if constexpr (wire::kIsCallback<T>) {
            into = ProgressTo<T>::of(m_asked.sink);
        } else {
            if (m_next == m_names.size()) {
                if constexpr (std::is_same_v<T, std::string>) {
                    into = saves ? m_asked.file : std::string();
                }
                return;
            }
            const auto name = m_names[m_next++];
            if (const auto* found = m_in.ok() ? wire::readMember(m_asked.arguments, name, m_in) : nullptr) {
                m_in.enter(name);
                wire::read(*found, into, m_in);
                m_in.leave();
            }
        }
    }

    const Asked& m_asked;
    std::span<const std::string_view> m_names;
    std::size_t m_next = 0;
    wire::Reading m_in;
};

/// Answers a repeated call with what was kept the first time.
template <typename T>
[[nodiscard]] boost::json::value answerValue(const Result<T>& result, const api::Once* once) {
    wire::Writing out;
    if (once != nullptr) {
        if (auto kept = keptAnswer(result ? nullptr : &result.error(), *once)) {
            return *std::move(kept);
        }
    }
    auto value = wire::write(result, out);
    if constexpr (wire::kIsA<T, std::vector>) {
        if (once != nullptr && result) {
            putKeptRows(value.get_object()["value"].get_array(), *once);
        }
    }
    return value;
}

template <auto DeskOf, auto Function, bool Saves>
void runAsked(api::EngineApi& engine, Asked asked, std::span<const std::string_view> names) {
    using Types = wire::CallTypes<decltype(Function)>;
    using T = typename Types::Result;
    typename Types::Arguments arguments;
    ArgumentReader<typename Types::Arguments> reader(asked, names);
    if (!reader.read(arguments, Saves)) {
        asked.sink->answer(problemValue(reader.fault()));
        return;
    }
    auto once = onceOf<T>(asked.key);
    asked.call.once = once;
    auto future = std::apply(
        [&](auto&... argument) { return ((engine.*DeskOf)().*Function)(asked.call, std::move(argument)...); },
        arguments);
    asked.sink->onCancel([future]() mutable { future.cancel(); });
    future.then([sink = asked.sink, once](const Result<T>& result) { sink->answer(answerValue(result, once.get())); })
        .onCanceled([sink = asked.sink] {
            sink->answer(problemValue(Error{ErrorCode::Cancelled, "cancelled", {}, {}}));
        });
}

template <auto DeskOf, auto Function>
void runMany(api::EngineApi& engine, Asked asked, std::span<const std::string_view> names) {
    using Types = wire::CallTypes<decltype(Function)>;
    using T = typename Types::Result;
    using Arguments = std::tuple<std::vector<typename Types::Request>>;
    Arguments arguments;
    ArgumentReader<Arguments> reader(asked, names);
    if (!reader.read(arguments, false)) {
        asked.sink->answer(problemValue(reader.fault()));
        return;
    }
    auto once = onceOf<std::vector<T>>(asked.key);
    asked.call.once = once;
    ((engine.*DeskOf)().*Function)(asked.call, std::move(std::get<0>(arguments)),
                                   [sink = asked.sink, once](const std::vector<Result<T>>& results) {
                                       wire::Writing out;
                                       auto rows = wire::write(results, out);
                                       if (once) {
                                           putKeptResults(rows.get_array(), *once);
                                       }
                                       sink->answer(boost::json::object{{"value", std::move(rows)}});
                                   });
}

}  // namespace evenhand::ingest

// One macro for each kind of line in the table. The names are literals, so they live as long as the program.
#define EVENHAND_SERVED(kind, saves, Desk, desk, function, ...)                                              \
    {evenhand::ingest::CallKind::kind,                                                                       \
     #desk "." #function,                                                                                    \
     {__VA_ARGS__},                                                                                          \
     [](evenhand::api::EngineApi& engine, evenhand::ingest::Asked asked) {                                   \
         static constexpr auto names = evenhand::wire::namesOf(__VA_ARGS__);                                 \
         static_assert(names.size() + (saves ? 1 : 0) ==                                                     \
                       evenhand::wire::CallTypes<decltype(&evenhand::api::Desk::function)>::kSent);          \
         evenhand::ingest::runAsked<&evenhand::api::EngineApi::desk, &evenhand::api::Desk::function, saves>( \
             engine, std::move(asked), names);                                                               \
     }},
#define EVENHAND_SERVED_READ(Desk, desk, ...) EVENHAND_SERVED(Read, false, Desk, desk, __VA_ARGS__)
#define EVENHAND_SERVED_DO(Desk, desk, ...) EVENHAND_SERVED(Do, false, Desk, desk, __VA_ARGS__)
#define EVENHAND_SERVED_SAY(Desk, desk, ...) EVENHAND_SERVED(Say, false, Desk, desk, __VA_ARGS__)
#define EVENHAND_SERVED_SAVE(Desk, desk, ...) EVENHAND_SERVED(Save, true, Desk, desk, __VA_ARGS__)
#define EVENHAND_SERVED_MANY(Desk, desk, function, ...)                                              \
    {evenhand::ingest::CallKind::Many,                                                               \
     #desk "." #function,                                                                            \
     {__VA_ARGS__},                                                                                  \
     [](evenhand::api::EngineApi& engine, evenhand::ingest::Asked asked) {                           \
         static constexpr auto names = evenhand::wire::namesOf(__VA_ARGS__);                         \
         evenhand::ingest::runMany<&evenhand::api::EngineApi::desk, &evenhand::api::Desk::function>( \
             engine, std::move(asked), names);                                                       \
     }},
#define EVENHAND_SERVED_INSIDE(Desk, desk, function) \
    {evenhand::ingest::CallKind::Inside, #desk "." #function, {}, nullptr},
/// The calls of one desk, as a function.
#define EVENHAND_SERVED_DESK(function, TABLE)                                                               \
    std::vector<evenhand::ingest::ServedCall> evenhand::ingest::function() {                                \
        return {TABLE(EVENHAND_SERVED_READ, EVENHAND_SERVED_READ, EVENHAND_SERVED_DO, EVENHAND_SERVED_MANY, \
                      EVENHAND_SERVED_SAY, EVENHAND_SERVED_SAVE, EVENHAND_SERVED_INSIDE)};                  \
    }

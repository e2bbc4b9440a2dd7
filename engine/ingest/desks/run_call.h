// SPDX-License-Identifier: GPL-3.0-or-later
// How a function of a desk is called by its name. Included by engine/ingest/desks/*_calls.cpp alone. There are some two
// hundred functions: what need not be compiled for each of them, or for each type that they give, is in run_call.cpp.
// Thread: as served_call.h.
#pragma once

#include <QFuture>
#include <any>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/ingest/desks/served_call.h"
#include "engine/wire/call_types.h"
#include "engine/wire/values/value.h"

namespace evenhand::ingest {

// --- arguments
// --------------------------------------------------------------------------------------------------------

/// How far it is, to whoever waits for the answer.
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

/// Reads the arguments of a call, one after the other.
class ArgumentReader {
public:
    /// Both outlive it.
    ArgumentReader(const Asked& asked, std::span<const std::string_view> names) : m_asked(asked), m_names(names) {}

    /// Callbacks go to the sink; text behind all that was sent is the path of a file to be saved, the service's.
    template <typename T>
    void read(T& into) {
        if constexpr (wire::kIsCallback<T>) {
            into = ProgressTo<T>::of(m_asked.sink);
        } else if (m_next < m_names.size()) {
            if (const auto* found = enter()) {
                wire::read(*found, into, m_in);
                m_in.leave();
            }
        } else if constexpr (std::is_same_v<T, std::string>) {
            into = m_asked.file;
        }
    }
    /// After the last one. False: something was wrong, which has been answered.
    [[nodiscard]] bool done();

private:
    [[nodiscard]] const boost::json::value* enter();

    const Asked& m_asked;
    std::span<const std::string_view> m_names;
    std::size_t m_next = 0;
    wire::Reading m_in;
};

// --- answers
// ----------------------------------------------------------------------------------------------------------

/// What a command has given, as it is kept (api::Once); it gives nothing, or its desk reads what it gives afterwards:
/// "null".
template <typename T>
[[nodiscard]] std::string keptText(const std::any& result) {
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
    return "null";
}
/// A call's one answer to keep: of the whole, or of each row. nullptr: it has no key.
[[nodiscard]] std::shared_ptr<api::Once> onceOf(const api::Once::Key& key, std::string (*textOf)(const std::any&));

/// An answer of a desk, whatever it gives.
class DeskAnswer {
public:
    virtual ~DeskAnswer() = default;
    /// Once there is one.
    [[nodiscard]] virtual const Error* error() const = 0;
    [[nodiscard]] virtual boost::json::value written() const = 0;
};
template <typename T>
class DeskAnswerOf final : public DeskAnswer {
public:
    explicit DeskAnswerOf(api::Answer<T> future) : m_future(std::move(future)) {}
    [[nodiscard]] const Error* error() const override { return result() ? nullptr : &result().error(); }
    [[nodiscard]] boost::json::value written() const override {
        wire::Writing out;
        return wire::write(result(), out);
    }

private:
    [[nodiscard]] const Result<T>& result() const { return *m_future.constBegin(); }
    const api::Answer<T> m_future;
};
/// Answers when `future` is there, with what `answer` holds of it; its rows, if it `hasRows`, are answers that were
/// kept, each where it was given before.
void answerWhenDone(const QFuture<void>& future, std::shared_ptr<const DeskAnswer> answer, bool hasRows,
                    const std::shared_ptr<CallSink>& sink, std::shared_ptr<const api::Once> once);
void answerRows(boost::json::value rows, CallSink& sink, const api::Once* once);

/// For each type that calls give.
template <typename T>
void answer(const api::Answer<T>& future, const std::shared_ptr<CallSink>& sink,
            std::shared_ptr<const api::Once> once) {
    answerWhenDone(QFuture<void>(future), std::make_shared<const DeskAnswerOf<T>>(future), wire::kIsA<T, std::vector>,
                   sink, std::move(once));
}

// --- calls
// ------------------------------------------------------------------------------------------------------------

template <auto DeskOf, typename Desk, typename T, typename... A>
void runWith(api::EngineApi& engine, Asked& asked, std::span<const std::string_view> names,
             api::Answer<T> (Desk::*function)(const api::Call&, A...), std::decay_t<A>... argument) {
    ArgumentReader reader(asked, names);
    (reader.read(argument), ...);
    if (!reader.done()) {
        return;
    }
    auto once = onceOf(asked.key, keptText<T>);
    asked.call.once = once;
    answer<T>(((engine.*DeskOf)().*function)(asked.call, std::move(argument)...), asked.sink, std::move(once));
}
template <auto DeskOf, typename Desk, typename T, typename... A>
void runAsked(api::EngineApi& engine, Asked& asked, std::span<const std::string_view> names,
              api::Answer<T> (Desk::*function)(const api::Call&, A...)) {
    runWith<DeskOf, Desk, T, A...>(engine, asked, names, function, std::decay_t<A>()...);
}

template <auto DeskOf, typename Desk, typename Request, typename T>
void runMany(api::EngineApi& engine, Asked& asked, std::span<const std::string_view> names,
             void (Desk::*function)(const api::Call&, std::vector<Request>, api::BatchCompletion<T>)) {
    std::vector<Request> requests;
    ArgumentReader reader(asked, names);
    reader.read(requests);
    if (!reader.done()) {
        return;
    }
    auto once = onceOf(asked.key, keptText<std::vector<T>>);
    asked.call.once = once;
    ((engine.*DeskOf)().*function)(asked.call, std::move(requests),
                                   [sink = asked.sink, once](const std::vector<Result<T>>& results) {
                                       wire::Writing out;
                                       answerRows(wire::write(results, out), *sink, once.get());
                                   });
}

}  // namespace evenhand::ingest

// A line of the table each; the names live as long as the program.
#define EVENHAND_SERVED(kind, saves, Desk, desk, function, ...)                                       \
    {evenhand::ingest::CallKind::kind,                                                                \
     #desk "." #function,                                                                             \
     {__VA_ARGS__},                                                                                   \
     [](evenhand::api::EngineApi& engine, evenhand::ingest::Asked asked) {                            \
         static constexpr auto names = evenhand::wire::namesOf(__VA_ARGS__);                          \
         static_assert(names.size() + (saves ? 1 : 0) ==                                              \
                       evenhand::wire::CallTypes<decltype(&evenhand::api::Desk::function)>::kSent);   \
         evenhand::ingest::runAsked<&evenhand::api::EngineApi::desk>(engine, asked, names,            \
                                                                     &evenhand::api::Desk::function); \
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
         evenhand::ingest::runMany<&evenhand::api::EngineApi::desk>(engine, asked, names,            \
                                                                    &evenhand::api::Desk::function); \
     }},
#define EVENHAND_SERVED_INSIDE(Desk, desk, function) \
    {evenhand::ingest::CallKind::Inside, #desk "." #function, {}, nullptr},
/// The calls of one desk, as a function.
#define EVENHAND_SERVED_DESK(function, TABLE)                                                               \
    std::vector<evenhand::ingest::ServedCall> evenhand::ingest::function() {                                \
        return {TABLE(EVENHAND_SERVED_READ, EVENHAND_SERVED_READ, EVENHAND_SERVED_DO, EVENHAND_SERVED_MANY, \
                      EVENHAND_SERVED_SAY, EVENHAND_SERVED_SAVE, EVENHAND_SERVED_INSIDE)};                  \
    }

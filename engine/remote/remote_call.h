// SPDX-License-Identifier: GPL-3.0-or-later
// How a function of a desk is asked over the line. Included by engine/remote/*_over.cpp alone, which compile it for
// each desk of the table (engine/wire/calls.h): a desk with a function that stands nowhere there stays abstract, and
// the program does not build.
// Thread: any; answers come on the line's thread.
#pragma once

#include <QPromise>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/remote/line/remote_line.h"
#include "engine/remote/received_file.h"
#include "engine/wire/call_types.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"

namespace evenhand::remote {

template <typename T>
[[nodiscard]] api::Answer<T> readyAnswer(Result<T> result) {
    QPromise<Result<T>> promise;
    promise.start();
    promise.addResult(std::move(result));
    promise.finish();
    return promise.future();
}

template <typename T>
[[nodiscard]] Result<T> resultFrom(const boost::json::object& message) {
    Result<T> result = fail(ErrorCode::Internal, "no answer");
    wire::Reading in;
    wire::read(boost::json::value(message), result, in);
    return in.ok() ? std::move(result)
                   : fail(ErrorCode::Internal, "the service's answer is not understood: " + in.fault().text());
}

/// Calls back with what a progress message says.
template <typename Callback>
struct ProgressFrom;
template <typename... A>
struct ProgressFrom<std::function<void(A...)>> {
    static std::function<void(const boost::json::array&)> of(std::function<void(A...)> callback) {
        if (!callback) {
            return {};
        }
        return [callback = std::move(callback)](const boost::json::array& figures) {
            std::tuple<std::decay_t<A>...> told;
            wire::Reading in;
            if (figures.size() != sizeof...(A)) {
                return;
            }
            std::size_t next = 0;
            std::apply([&](auto&... figure) { (wire::read(figures[next++], figure, in), ...); }, told);
            if (in.ok()) {
                std::apply(callback, told);
            }
        };
    }
};

/// The arguments of a call as they are sent, and what is called back.
class ArgumentWriter {
public:
    ArgumentWriter(LineCall& call, std::span<const std::string_view> names) : m_call(call), m_names(names) {}

    template <typename T>
    void add(const T& argument) {
        if constexpr (wire::kIsCallback<T>) {
            m_call.progress = ProgressFrom<T>::of(argument);
        } else if (m_next < m_names.size()) {
            m_call.arguments[m_names[m_next++]] = wire::write(argument, m_out);
        } else if constexpr (std::is_same_v<T, std::string>) {
            m_path = argument;
        }
    }
    /// Of the file that is saved.
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    [[nodiscard]] Result<void> check() const {
        return m_out.altered ? Result<void>(fail(ErrorCode::InvalidArgument, "is not valid text", "text"))
                             : Result<void>();
    }

private:
    LineCall& m_call;
    std::span<const std::string_view> m_names;
    std::size_t m_next = 0;
    std::string m_path;
    wire::Writing m_out;
};

/// What concerns the call itself and not what is asked.
[[nodiscard]] inline Result<void> checkCall(const api::Call& call) {
    if (call.actor.ended()) {
        return fail(ErrorCode::SessionEnded, "sign in again");
    }
    return call.at ? Result<void>(fail(ErrorCode::Unsupported, "a service has no import clock", "at")) : Result<void>();
}

/// The answer has an outcome for each of a list, which is the first argument, in its order.
template <typename T, typename... A>
inline constexpr bool kAnswersEach = false;
template <typename Outcome, typename Row, typename... A>
inline constexpr bool kAnswersEach<std::vector<Outcome>, std::vector<Row>, A...> = true;

template <typename T, typename Row, typename... A>
[[nodiscard]] api::Answer<T> askInTwo(RemoteLine& line, std::string_view name, std::span<const std::string_view> names,
                                      const api::Call& call, const std::vector<Row>& rows, const A&... others);

template <typename T, bool Saves, typename... A>
[[nodiscard]] api::Answer<T> askLine(RemoteLine& line, AskKind kind, std::string_view name,
                                     std::span<const std::string_view> names, const api::Call& call,
                                     const A&... arguments) {
    LineCall asked;
    asked.kind = kind;
    asked.name = name;
    asked.reason = call.reason;
    asked.bulk = call.bulk;
    ArgumentWriter writer(asked, names);
    (writer.add(arguments), ...);
    if (auto fine = checkCall(call); !fine) {
        return readyAnswer<T>(fail(fine.error()));
    }
    if (auto fine = writer.check(); !fine) {
        return readyAnswer<T>(fail(fine.error()));
    }
    if constexpr (kAnswersEach<T, A...>) {
        const auto rows = std::get<0>(std::tie(arguments...)).size();
        if (kind == AskKind::Do && rows > 1 && boost::json::serialize(asked.arguments).size() > RemoteLine::room()) {
            return askInTwo<T>(line, name, names, call, arguments...);
        }
    }
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    auto future = promise->future();
    asked.isCanceled = [promise] { return promise->isCanceled(); };
    if constexpr (Saves) {
        asked.file = std::filesystem::path(writer.path()).filename().string();
        auto opened = ReceivedFile::open(writer.path());
        if (!opened) {
            return readyAnswer<T>(fail(opened.error()));
        }
        auto file = std::make_shared<ReceivedFile>(std::move(*opened));
        asked.bytes = [file](std::string_view bytes) { file->add(bytes); };
        asked.done = [promise, file](const boost::json::object& message) {
            auto result = resultFrom<T>(message);
            if (const auto kept = result ? file->keep() : Result<void>(); !kept) {
                result = fail(kept.error());
            }
            promise->addResult(std::move(result));
            promise->finish();
        };
    } else {
        asked.done = [promise](const boost::json::object& message) {
            promise->addResult(resultFrom<T>(message));
            promise->finish();
        };
    }
    line.ask(std::move(asked));
    return future;
}

/// A command on each of a list that is too long for one message: two, each with a key of its own, the second once the
/// first is answered. Where the first is refused nothing more is asked; where the second is, some of it may be done.
template <typename T, typename Row, typename... A>
[[nodiscard]] api::Answer<T> askInTwo(RemoteLine& line, std::string_view name, std::span<const std::string_view> names,
                                      const api::Call& call, const std::vector<Row>& rows, const A&... others) {
    const auto half = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
    const auto ask = [&line, name, names, call, others...](const std::vector<Row>& some) {
        return askLine<T, false>(line, AskKind::Do, name, names, call, some, others...);
    };
    return ask(std::vector<Row>(rows.begin(), half))
        .then([ask, rest = std::vector<Row>(half, rows.end())](Result<T> first) {
            return first ? ask(rest).then([before = *std::move(first)](Result<T> second) mutable -> Result<T> {
                if (!second) {
                    auto why = second.error();
                    why.code = ErrorCode::OutcomeUnknown;
                    return fail(std::move(why));
                }
                before.insert(before.end(), std::make_move_iterator(second->begin()),
                              std::make_move_iterator(second->end()));
                return std::move(before);
            })
                         : readyAnswer<T>(fail(first.error()));
        })
        .unwrap();
}

/// A list that is too long for one message goes in two.
template <typename Request, typename T>
void askMany(RemoteLine& line, std::string_view name, std::span<const std::string_view> names, const api::Call& call,
             std::vector<Request> requests, api::BatchCompletion<T> done) {
    LineCall asked;
    asked.kind = AskKind::Do;
    asked.name = name;
    asked.reason = call.reason;
    asked.bulk = call.bulk;
    ArgumentWriter writer(asked, names);
    writer.add(requests);
    const auto count = requests.size();
    auto fine = checkCall(call);
    if (fine) {
        fine = writer.check();
    }
    if (!fine) {
        done(std::vector<Result<T>>(count, fail(fine.error())));
        return;
    }
    if (count > 1 && boost::json::serialize(asked.arguments).size() > RemoteLine::room()) {
        std::vector<Request> rest(std::make_move_iterator(requests.begin() + static_cast<std::ptrdiff_t>(count / 2)),
                                  std::make_move_iterator(requests.end()));
        requests.resize(count / 2);
        askMany<Request, T>(
            line, name, names, call, std::move(requests),
            [&line, name, names, call, rest = std::move(rest), done = std::move(done)](std::vector<Result<T>> first) {
                askMany<Request, T>(line, name, names, call, rest,
                                    [first = std::move(first), done](std::vector<Result<T>> second) mutable {
                                        first.insert(first.end(), std::make_move_iterator(second.begin()),
                                                     std::make_move_iterator(second.end()));
                                        done(std::move(first));
                                    });
            });
        return;
    }
    asked.done = [count, done = std::move(done)](const boost::json::object& message) {
        auto results = resultFrom<std::vector<Result<T>>>(message);
        if (results && results->size() != count) {
            results = fail(ErrorCode::Internal, "the service has answered for another number of rows");
        }
        done(results ? *std::move(results) : std::vector<Result<T>>(count, fail(results.error())));
    };
    line.ask(std::move(asked));
}

/// What all parts of a desk share.
class OnLine {
public:
    explicit OnLine(RemoteLine* line = nullptr) : m_line(line) {}
    virtual ~OnLine() = default;

protected:
    [[nodiscard]] RemoteLine& line() const noexcept { return *m_line; }

private:
    RemoteLine* m_line;
};

}  // namespace evenhand::remote

// A part of a desk for each line of its table: a class with one function, of which the desk is made.
#define EVENHAND_PART(kind, saves, Desk, desk, function, ...)                                                \
    template <typename F>                                                                                    \
    class Part_##function;                                                                                   \
    template <typename T, typename... A>                                                                     \
    class Part_##function<api::Answer<T> (api::Desk::*)(const api::Call&, A...)> : public virtual api::Desk, \
                                                                                   public virtual OnLine {   \
    public:                                                                                                  \
        api::Answer<T> function(const api::Call& call, A... arguments) override {                            \
            static constexpr auto names = wire::namesOf(__VA_ARGS__);                                        \
            return askLine<T, saves>(line(), AskKind::kind, #desk "." #function, names, call, arguments...); \
        }                                                                                                    \
    };
#define EVENHAND_PART_READ(...) EVENHAND_PART(Read, false, __VA_ARGS__)
#define EVENHAND_PART_DO(...) EVENHAND_PART(Do, false, __VA_ARGS__)
#define EVENHAND_PART_SAY(...) EVENHAND_PART(Say, false, __VA_ARGS__)
#define EVENHAND_PART_SAVE(...) EVENHAND_PART(Say, true, __VA_ARGS__)
#define EVENHAND_PART_MANY(Desk, desk, function, ...)                                                          \
    template <typename F>                                                                                      \
    class Part_##function;                                                                                     \
    template <typename R, typename T>                                                                          \
    class Part_##function<void (api::Desk::*)(const api::Call&, std::vector<R>, api::BatchCompletion<T>)>      \
        : public virtual api::Desk, public virtual OnLine {                                                    \
    public:                                                                                                    \
        void function(const api::Call& call, std::vector<R> requests, api::BatchCompletion<T> done) override { \
            static constexpr auto names = wire::namesOf(__VA_ARGS__);                                          \
            askMany<R, T>(line(), #desk "." #function, names, call, std::move(requests), std::move(done));     \
        }                                                                                                      \
    };
// For workers: nothing of it is asked for from outside.
#define EVENHAND_PART_INSIDE(Desk, desk, function)                                                                     \
    template <typename F>                                                                                              \
    class Part_##function;                                                                                             \
    template <typename T, typename... A>                                                                               \
    class Part_##function<api::Answer<T> (api::Desk::*)(A...)> : public virtual api::Desk {                            \
    public:                                                                                                            \
        api::Answer<T> function(A...) override {                                                                       \
            return readyAnswer<T>(fail(ErrorCode::Unsupported, "only inside of the service"));                         \
        }                                                                                                              \
    };                                                                                                                 \
    template <typename R, typename T>                                                                                  \
    class Part_##function<void (api::Desk::*)(const api::Call&, std::vector<R>, api::BatchCompletion<T>)>              \
        : public virtual api::Desk {                                                                                   \
    public:                                                                                                            \
        void function(const api::Call&, std::vector<R> requests, api::BatchCompletion<T> done) override {              \
            done(std::vector<Result<T>>(requests.size(), fail(ErrorCode::Unsupported, "only inside of the service"))); \
        }                                                                                                              \
    };
#define EVENHAND_IS_PART(Desk, desk, function, ...) , public virtual Part_##function<decltype(&api::Desk::function)>
/// The parts of a desk, in the unnamed namespace of its source.
#define EVENHAND_PARTS(TABLE)                                                                              \
    TABLE(EVENHAND_PART_READ, EVENHAND_PART_READ, EVENHAND_PART_DO, EVENHAND_PART_MANY, EVENHAND_PART_SAY, \
          EVENHAND_PART_SAVE, EVENHAND_PART_INSIDE)
/// What a desk is made of: `class RemoteOrders : EVENHAND_MADE_OF(TABLE)`.
#define EVENHAND_MADE_OF(TABLE)                                                                                    \
public                                                                                                             \
    virtual OnLine TABLE(EVENHAND_IS_PART, EVENHAND_IS_PART, EVENHAND_IS_PART, EVENHAND_IS_PART, EVENHAND_IS_PART, \
                         EVENHAND_IS_PART, EVENHAND_IS_PART)

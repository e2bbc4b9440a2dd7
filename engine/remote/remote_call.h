// SPDX-License-Identifier: GPL-3.0-or-later
// How a function of a desk is asked over the line. Included by engine/remote/*_over.cpp alone, which compile it for
// each desk of the table (engine/wire/calls.h): a desk with a function that stands nowhere there stays abstract, and
// the program does not build. There are some two hundred functions: what need not be compiled for each of them, or for
// each type that they give, is in asking.cpp.
// Thread: any; answers come on the line's thread.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/remote/asking.h"
#include "engine/wire/call_types.h"

namespace evenhand::remote {

/// The answer has an outcome for each of a list, which is the first argument, in its order.
template <typename T, typename... A>
inline constexpr bool kAnswersEach = false;
template <typename Outcome, typename Row, typename... A>
inline constexpr bool kAnswersEach<std::vector<Outcome>, std::vector<Row>, A...> = true;

template <typename T, typename Row, typename... A>
[[nodiscard]] api::Answer<T> askInTwo(RemoteLine& line, std::string_view name, std::span<const std::string_view> names,
                                      const api::Call& call, const std::vector<Row>& rows, const A&... others);

template <typename T, typename... A>
[[nodiscard]] api::Answer<T> askLine(RemoteLine& line, AskKind kind, std::string_view name,
                                     std::span<const std::string_view> names, const api::Call& call, bool saves,
                                     const A&... arguments) {
    Asking asking(kind, name, names, call);
    (asking.add(arguments), ...);
    if constexpr (kAnswersEach<T, A...>) {
        const auto rows = std::get<0>(std::tie(arguments...)).size();
        if (kind == AskKind::Do && rows > 1 && asking.check() && asking.isTooMuch()) {
            return askInTwo<T>(line, name, names, call, arguments...);
        }
    }
    return answerTo<T>(line, asking, saves);
}

/// A command on each of a list that is too long for one message: two, each with a key of its own, the second once the
/// first is answered. Where the first is refused nothing more is asked; where the second is, some of it may be done.
template <typename T, typename Row, typename... A>
[[nodiscard]] api::Answer<T> askInTwo(RemoteLine& line, std::string_view name, std::span<const std::string_view> names,
                                      const api::Call& call, const std::vector<Row>& rows, const A&... others) {
    const auto half = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
    const auto ask = [&line, name, names, call, others...](const std::vector<Row>& some) {
        return askLine<T>(line, AskKind::Do, name, names, call, false, some, others...);
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
                         : api::readyAnswer<T>(fail(first.error()));
        })
        .unwrap();
}

/// A list that is too long for one message goes in two.
template <typename Request, typename T>
void askMany(RemoteLine& line, std::string_view name, std::span<const std::string_view> names, const api::Call& call,
             std::vector<Request> requests, api::BatchCompletion<T> done) {
    Asking asking(AskKind::Do, name, names, call);
    asking.add(requests);
    const auto count = requests.size();
    if (const auto fine = asking.check(); !fine) {
        done(std::vector<Result<T>>(count, fail(fine.error())));
        return;
    }
    if (count > 1 && asking.isTooMuch()) {
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
    asking.send(line, [count, done = std::move(done)](const boost::json::object& message) {
        auto results = resultFrom<std::vector<Result<T>>>(message);
        if (results && results->size() != count) {
            results = fail(ErrorCode::Internal, "the service has answered for another number of rows");
        }
        done(results ? *std::move(results) : std::vector<Result<T>>(count, fail(results.error())));
    });
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
            return askLine<T>(line(), AskKind::kind, #desk "." #function, names, call, saves, arguments...); \
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
#define EVENHAND_PART_INSIDE(Desk, desk, function)                                                        \
    template <typename F>                                                                                 \
    class Part_##function;                                                                                \
    template <typename T, typename... A>                                                                  \
    class Part_##function<api::Answer<T> (api::Desk::*)(A...)> : public virtual api::Desk {               \
    public:                                                                                               \
        api::Answer<T> function(A...) override { return api::readyAnswer<T>(fail(onlyInside())); }        \
    };                                                                                                    \
    template <typename R, typename T>                                                                     \
    class Part_##function<void (api::Desk::*)(const api::Call&, std::vector<R>, api::BatchCompletion<T>)> \
        : public virtual api::Desk {                                                                      \
    public:                                                                                               \
        void function(const api::Call&, std::vector<R> requests, api::BatchCompletion<T> done) override { \
            done(std::vector<Result<T>>(requests.size(), fail(onlyInside())));                            \
        }                                                                                                 \
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/line/passing_engine.h"

#include <type_traits>

#include "engine/wire/calls.h"

namespace evenhand::test {
namespace {

/// What all parts of a desk share.
class OnWay {
public:
    explicit OnWay(CallWay* way = nullptr) : m_way(way) {}
    virtual ~OnWay() = default;

protected:
    [[nodiscard]] CallWay& way() const { return *m_way; }

private:
    CallWay* m_way;
};

/// Makes a desk from the parts of its table.
template <typename Made>
class Whole : public Made {
public:
    explicit Whole(CallWay& way) : OnWay(&way) {}
};

}  // namespace

// A part of a desk for each line of its table, as in engine/remote. The desk of the engine behind is fetched for each
// call, because some test engines count that.
#define EVENHAND_PASS(Desk, desk, function, ...)                                                                   \
    template <typename F>                                                                                          \
    class Part_##function;                                                                                         \
    template <typename T, typename... A>                                                                           \
    class Part_##function<api::Answer<T> (api::Desk::*)(const api::Call&, A...)> : public virtual api::Desk,       \
                                                                                   public virtual OnWay {          \
    public:                                                                                                        \
        api::Answer<T> function(const api::Call& call, A... arguments) override {                                  \
            return way().ask<T>(                                                                                   \
                [seen = way().seen(call), ... held = std::decay_t<A>(arguments)](api::EngineApi& behind) mutable { \
                    return behind.desk().function(seen, std::move(held)...);                                       \
                });                                                                                                \
        }                                                                                                          \
    };
#define EVENHAND_PASS_MANY(Desk, desk, function, ...)                                                                 \
    template <typename F>                                                                                             \
    class Part_##function;                                                                                            \
    template <typename R, typename T>                                                                                 \
    class Part_##function<void (api::Desk::*)(const api::Call&, std::vector<R>, api::BatchCompletion<T>)>             \
        : public virtual api::Desk, public virtual OnWay {                                                            \
    public:                                                                                                           \
        void function(const api::Call& call, std::vector<R> requests, api::BatchCompletion<T> done) override {        \
            way().askMany<T>(                                                                                         \
                [seen = way().seen(call), requests = std::move(requests)](api::EngineApi& behind,                     \
                                                                          api::BatchCompletion<T> answered) mutable { \
                    behind.desk().function(seen, std::move(requests), std::move(answered));                           \
                },                                                                                                    \
                std::move(done));                                                                                     \
        }                                                                                                             \
    };
// Functions that no console calls.
#define EVENHAND_PASS_INSIDE(Desk, desk, function)                                                        \
    template <typename F>                                                                                 \
    class Part_##function;                                                                                \
    template <typename T, typename... A>                                                                  \
    class Part_##function<api::Answer<T> (api::Desk::*)(A...)> : public virtual api::Desk {               \
    public:                                                                                               \
        api::Answer<T> function(A...) override {                                                          \
            return answeredNow<T>(fail(ErrorCode::Unsupported, "only inside of the service"));            \
        }                                                                                                 \
    };                                                                                                    \
    template <typename R, typename T>                                                                     \
    class Part_##function<void (api::Desk::*)(const api::Call&, std::vector<R>, api::BatchCompletion<T>)> \
        : public virtual api::Desk {                                                                      \
    public:                                                                                               \
        void function(const api::Call&, std::vector<R>, api::BatchCompletion<T>) override {               \
            qFatal(#desk "." #function " is asked from outside");                                         \
        }                                                                                                 \
    };
#define EVENHAND_IS_PASS(Desk, desk, function, ...) , public virtual Part_##function<decltype(&api::Desk::function)>
#define EVENHAND_PASSING_DESK(Desk, desk, TABLE)                                                             \
    namespace {                                                                                              \
    namespace desk##_way {                                                                                   \
        TABLE(EVENHAND_PASS, EVENHAND_PASS, EVENHAND_PASS, EVENHAND_PASS_MANY, EVENHAND_PASS, EVENHAND_PASS, \
              EVENHAND_PASS_INSIDE)                                                                          \
        class Made : public virtual OnWay TABLE(EVENHAND_IS_PASS, EVENHAND_IS_PASS, EVENHAND_IS_PASS,        \
                                                EVENHAND_IS_PASS, EVENHAND_IS_PASS, EVENHAND_IS_PASS,        \
                                                EVENHAND_IS_PASS) {};                                        \
    }                                                                                                        \
    }

EVENHAND_CALL_DESKS(EVENHAND_PASSING_DESK)

namespace {

// Functions that are in no table.
class Accounts : public accounts_way::Made {
public:
    api::Answer<api::SignInState> signInState() override {
        if (const auto said = way().saidToDoor()) {
            return answeredNow<api::SignInState>(*said);
        }
        return way().ask<api::SignInState>([](api::EngineApi& behind) { return behind.accounts().signInState(); });
    }
    api::Answer<api::SignedIn> signIn(api::SignIn attempt, std::string address) override {
        return way().ask<api::SignedIn>(
            [attempt = std::move(attempt), address = std::move(address)](api::EngineApi& behind) {
                return behind.accounts().signIn(attempt, address);
            });
    }
    api::Answer<void> signOut(const api::Call& call) override {
        return way().ask<void>(
            [seen = way().seen(call)](api::EngineApi& behind) { return behind.accounts().signOut(seen); });
    }
};

class Tokens : public tokens_way::Made {
public:
    std::shared_ptr<const api::TokenBearer> bearer(std::string_view) const override { return nullptr; }
    std::shared_ptr<const api::TokenBearer> bearer(TokenId) const override { return nullptr; }
};

/// No console reads the feed, so the far end answers this call itself. Whoever gets the answer knows that everything
/// sent before has arrived.
class Feed : public feed_way::Made {
public:
    api::Answer<api::FeedSlice> after(const api::Call& call, api::FeedPosition position, std::int64_t limit) override {
        return way().isAsker() ? feed_way::Made::after(call, position, limit)
                               : answeredNow<api::FeedSlice>(api::FeedSlice{});
    }
};

/// The parts of a desk: its table, and for some desks functions that are in no table.
template <typename Made>
struct Desk {
    using Parts = Made;
};
template <>
struct Desk<accounts_way::Made> {
    using Parts = Accounts;
};
template <>
struct Desk<tokens_way::Made> {
    using Parts = Tokens;
};
template <>
struct Desk<feed_way::Made> {
    using Parts = Feed;
};

}  // namespace

PassingEngine::PassingEngine(CallWay& way) {
#define EVENHAND_MAKE_DESK(Desk_, desk, TABLE) m_##desk = std::make_unique<Whole<Desk<desk##_way::Made>::Parts>>(way);
    EVENHAND_CALL_DESKS(EVENHAND_MAKE_DESK)
#undef EVENHAND_MAKE_DESK
}

PassingEngine::~PassingEngine() = default;

}  // namespace evenhand::test

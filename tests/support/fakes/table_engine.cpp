// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakes/table_engine.h"

#include <fstream>
#include <set>

#include "engine/wire/call_types.h"
#include "engine/wire/calls.h"

namespace evenhand::test {
namespace {

class Ruled {
public:
    explicit Ruled(TableRules* rules = nullptr) : m_rules(rules) {}
    virtual ~Ruled() = default;

protected:
    [[nodiscard]] TableRules& rules() const noexcept { return *m_rules; }

private:
    TableRules* m_rules;
};

/// Tells of some progress, and writes what is saved to the last text among the arguments.
template <bool Saves, typename T>
void takePart(const TableRules& rules, const T& argument) {
    if constexpr (wire::kIsCallback<T>) {
        if (argument) {
            [&]<typename... A>(const std::function<void(A...)>& tell) { tell(std::decay_t<A>{}...); }(argument);
        }
    } else if constexpr (Saves && std::is_same_v<T, std::string>) {
        std::ofstream(argument, std::ios::binary) << rules.file;
    }
}

template <typename T, bool Saves, typename... A>
[[nodiscard]] api::Answer<T> answerOf(TableRules& rules, std::string_view name, const api::Call& call,
                                      const A&... arguments) {
    rules.noteAsked(name, call);
    if (!rules.refusal) {
        (takePart<Saves>(rules, arguments), ...);
    }
    return rules.answerAsAll<T>();
}

template <typename R, typename T>
void answerMany(TableRules& rules, std::string_view name, const api::Call& call, const std::vector<R>& requests,
                api::BatchCompletion<T> done) {
    rules.noteAsked(name, call);
    auto give = [done = std::move(done), results = std::vector<Result<T>>(requests.size(), rules.whatIsGiven<T>())] {
        done(results);
    };
    if (rules.holds) {
        rules.held.emplace_back(std::move(give));
    } else {
        give();
    }
}

// A part of a desk for each line of its table: a class with one function, of which the desk is made.
#define EVENHAND_FAKE_PART(saves, Desk, desk, function)                                                      \
    template <typename F>                                                                                    \
    class Part_##function;                                                                                   \
    template <typename T, typename... A>                                                                     \
    class Part_##function<api::Answer<T> (api::Desk::*)(const api::Call&, A...)> : public virtual api::Desk, \
                                                                                   public virtual Ruled {    \
    public:                                                                                                  \
        api::Answer<T> function(const api::Call& call, A... arguments) override {                            \
            return answerOf<T, saves>(rules(), #desk "." #function, call, arguments...);                     \
        }                                                                                                    \
    };
#define EVENHAND_FAKE_ASKED(Desk, desk, function, ...) EVENHAND_FAKE_PART(false, Desk, desk, function)
#define EVENHAND_FAKE_SAVE(Desk, desk, function, ...) EVENHAND_FAKE_PART(true, Desk, desk, function)
#define EVENHAND_FAKE_MANY(Desk, desk, function, ...)                                                          \
    template <typename F>                                                                                      \
    class Part_##function;                                                                                     \
    template <typename R, typename T>                                                                          \
    class Part_##function<void (api::Desk::*)(const api::Call&, std::vector<R>, api::BatchCompletion<T>)>      \
        : public virtual api::Desk, public virtual Ruled {                                                     \
    public:                                                                                                    \
        void function(const api::Call& call, std::vector<R> requests, api::BatchCompletion<T> done) override { \
            answerMany<R, T>(rules(), #desk "." #function, call, requests, std::move(done));                   \
        }                                                                                                      \
    };
#define EVENHAND_FAKE_INSIDE(Desk, desk, function)                                                                \
    template <typename F>                                                                                         \
    class Part_##function;                                                                                        \
    template <typename T, typename... A>                                                                          \
    class Part_##function<api::Answer<T> (api::Desk::*)(A...)> : public virtual api::Desk, public virtual Ruled { \
    public:                                                                                                       \
        api::Answer<T> function(A...) override {                                                                  \
            ++rules().inside;                                                                                     \
            return rules().template answerAsAll<T>();                                                             \
        }                                                                                                         \
    };                                                                                                            \
    template <typename R, typename T>                                                                             \
    class Part_##function<void (api::Desk::*)(const api::Call&, std::vector<R>, api::BatchCompletion<T>)>         \
        : public virtual api::Desk, public virtual Ruled {                                                        \
    public:                                                                                                       \
        void function(const api::Call& call, std::vector<R> requests, api::BatchCompletion<T> done) override {    \
            ++rules().inside;                                                                                     \
            answerMany<R, T>(rules(), #desk "." #function, call, requests, std::move(done));                      \
        }                                                                                                         \
    };
#define EVENHAND_FAKE_IS_PART(Desk, desk, function, ...) \
    , public virtual Part_##function<decltype(&api::Desk::function)>
#define EVENHAND_FAKE_PARTS(TABLE)                                                                                \
    TABLE(EVENHAND_FAKE_ASKED, EVENHAND_FAKE_ASKED, EVENHAND_FAKE_ASKED, EVENHAND_FAKE_MANY, EVENHAND_FAKE_ASKED, \
          EVENHAND_FAKE_SAVE, EVENHAND_FAKE_INSIDE)
#define EVENHAND_FAKE_MADE_OF(TABLE)                                                                                \
public                                                                                                              \
    virtual Ruled TABLE(EVENHAND_FAKE_IS_PART, EVENHAND_FAKE_IS_PART, EVENHAND_FAKE_IS_PART, EVENHAND_FAKE_IS_PART, \
                        EVENHAND_FAKE_IS_PART, EVENHAND_FAKE_IS_PART, EVENHAND_FAKE_IS_PART)
// In a namespace each: desks have functions of the same names, and so parts.
#define EVENHAND_FAKE_DESK(Desk, desk, TABLE)                          \
    namespace desk##_parts {                                           \
        EVENHAND_FAKE_PARTS(TABLE)                                     \
        class Table##Desk : EVENHAND_FAKE_MADE_OF(TABLE) {             \
        public:                                                        \
            explicit Table##Desk(TableRules& rules) : Ruled(&rules) {} \
        };                                                             \
    }

EVENHAND_CALL_DESKS(EVENHAND_FAKE_DESK)

class Accounts final : public accounts_parts::TableAccountDesk {
public:
    explicit Accounts(TableRules& rules) : Ruled(&rules), TableAccountDesk(rules) {}

    api::Answer<api::SignInState> signInState() override {
        api::SignInState state;
        state.needed = rules().hasPeople;
        return rules().answer(Result<api::SignInState>(state));
    }
    api::Answer<api::SignedIn> signIn(api::SignIn attempt, std::string) override {
        if (attempt.login != "ann" || attempt.password.reveal() != "right") {
            return rules().answer(Result<api::SignedIn>(fail(ErrorCode::SignInRefused, "wrong", "login")));
        }
        return rules().answer(Result<api::SignedIn>(enter(attempt.via)));
    }
    api::Answer<void> signOut(const api::Call& call) override {
        for (const auto& grant : rules().grants) {
            if (grant == call.actor.grant) {
                grant->end();
            }
        }
        return rules().answer(Result<void>());
    }

    // What the service asks for by itself is no call that somebody was kept from.
    api::Answer<void> keepSession(const api::Call&, std::string hash) override {
        m_kept.insert(std::move(hash));
        return rules().answer(Result<void>());
    }
    api::Answer<api::SignedIn> resumeSession(std::string hash, api::Via via) override {
        return rules().answer(rules().keepsSessions && m_kept.contains(hash)
                                  ? Result<api::SignedIn>(enter(via))
                                  : fail(ErrorCode::SessionEnded, "sign in again"));
    }
    api::Answer<void> renewSessions(std::vector<std::string>) override { return rules().answer(Result<void>()); }

private:
    api::SignedIn enter(api::Via via) {
        rules().grants.push_back(std::make_shared<api::Grant>(~api::Permissions{0}));
        api::SignedIn entered;
        entered.actor = {"ann", 0, rules().grants.back(), via};
        return entered;
    }

    std::set<std::string> m_kept;  ///< hashes
};

/// About the lines themselves the service is always answered at once.
class Team final : public team_parts::TableTeamDesk {
public:
    explicit Team(TableRules& rules) : Ruled(&rules), TableTeamDesk(rules) {}

    api::Answer<api::EnteredConsole> enter(api::NewConsole) override {
        rules().lines.push_back(std::make_shared<std::atomic<bool>>(false));
        return atOnce(Result<api::EnteredConsole>(api::EnteredConsole{ConsoleId{++m_entered}, rules().lines.back()}));
    }
    api::Answer<void> leave(ConsoleId) override { return atOnce(Result<void>()); }
    api::Answer<void> measured(ConsoleId, std::int64_t) override { return atOnce(Result<void>()); }

private:
    template <typename T>
    [[nodiscard]] static api::Answer<T> atOnce(Result<T> result) {
        TableRules nobodyHolds;
        return nobodyHolds.answer(std::move(result));
    }

    std::int64_t m_entered = 0;
};

class Tokens final : public tokens_parts::TableTokenDesk {
public:
    explicit Tokens(TableRules& rules) : Ruled(&rules), TableTokenDesk(rules) {}

    std::shared_ptr<const api::TokenBearer> bearer(std::string_view) const override { return nullptr; }
    std::shared_ptr<const api::TokenBearer> bearer(TokenId) const override { return nullptr; }
};

class NoEvents final : public api::Subscription {};

}  // namespace

void TableRules::giveOrHold(const std::shared_ptr<TableAnswer>& answer) {
    if (holds) {
        held.emplace_back([answer] { answer->give(); });
    } else {
        answer->give();
    }
}

void TableRules::noteAsked(std::string_view name, const api::Call& call) const {
    if (asked) {
        asked(name, call);
    }
}

TableEngine::TableEngine()
    : m_orders(std::make_unique<orders_parts::TableOrderDesk>(rules)),
      m_dispatch(std::make_unique<dispatch_parts::TableDispatchDesk>(rules)),
      m_shop(std::make_unique<shop_parts::TableShopDesk>(rules)),
      m_shifts(std::make_unique<shifts_parts::TableShiftDesk>(rules)),
      m_timers(std::make_unique<timers_parts::TableTimerDesk>(rules)),
      m_alerts(std::make_unique<alerts_parts::TableAlertDesk>(rules)),
      m_seckill(std::make_unique<seckill_parts::TableSeckillDesk>(rules)),
      m_campaigns(std::make_unique<campaigns_parts::TableCampaignDesk>(rules)),
      m_returns(std::make_unique<returns_parts::TableReturnsDesk>(rules)),
      m_refunds(std::make_unique<refunds_parts::TableRefundDesk>(rules)),
      m_ledger(std::make_unique<ledger_parts::TableLedgerDesk>(rules)),
      m_tasks(std::make_unique<tasks_parts::TableTaskDesk>(rules)),
      m_webhooks(std::make_unique<webhooks_parts::TableWebhookDesk>(rules)),
      m_accounts(std::make_unique<Accounts>(rules)),
      m_tokens(std::make_unique<Tokens>(rules)),
      m_audit(std::make_unique<audit_parts::TableAuditDesk>(rules)),
      m_backups(std::make_unique<backups_parts::TableBackupDesk>(rules)),
      m_feed(std::make_unique<feed_parts::TableFeedDesk>(rules)),
      m_search(std::make_unique<search_parts::TableSearchDesk>(rules)),
      m_team(std::make_unique<Team>(rules)),
      m_keyspace(std::make_unique<keyspace_parts::TableKeyspaceDesk>(rules)) {}

TableEngine::~TableEngine() = default;

std::unique_ptr<api::Subscription> TableEngine::subscribe(EventHandler) { return std::make_unique<NoEvents>(); }

}  // namespace evenhand::test

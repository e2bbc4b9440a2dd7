// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>

#include "acts.h"

namespace evenhand::sim {
namespace {

const Secret kPassword("a long password");  ///< as it was given to them: before anything else it must be changed
const Secret kOwnPassword("a password of one's own");

PersonId personOf(World& world, const std::string& login) {
    if (const auto people = world.read(world.workspace().accounts().people(world.call("root")))) {
        for (const auto& person : *people) {
            if (person.login == login) {
                return person.id;
            }
        }
    }
    return {};
}

/// What a person does with a session of their own, which is over when they sign out.
void ownSession(World& world, const api::Call& theirs) {
    auto& desk = world.workspace().accounts();
    world.ask(desk.unlock(theirs, kOwnPassword));
    world.ask(desk.changePassword(theirs, kOwnPassword, kPassword));
    world.ask(desk.signOut(theirs), [&world, theirs] {
        if (world.alive()) {
            world.ask(world.workspace().orders().cancel(theirs, {{OrderNo("N1"), 0}}),
                      [&world](const auto&) { world.broken("somebody who has signed out has cancelled an order"); });
        }
    });
}

/// Somebody new: a refund clerk.
void employ(World& world) {
    const auto login = "p" + std::to_string(world.next("person"));
    world.ask(
        world.workspace().accounts().create(world.call("root"), {login, login, {api::Role::RefundClerk}}, kPassword),
        [&world, login](const api::PersonRow&) {
            world.made("person").push_back(login);
            world.promise("SELECT login FROM person WHERE login = ?", login, login);
        });
}

/// What a refund clerk may do.
void workOfClerk(World& world, const api::Call& theirs, const std::string& no, const std::function<void()>& done) {
    const api::PayOrder payment{PaymentNo("C" + std::to_string(world.next("clerk"))), OrderNo(no), Money{1}};
    world.ask(world.workspace().orders().recordPayment(theirs, payment), [done](const api::PaymentAnswer&) { done(); });
}

template <typename T>
std::optional<T> awaited(World& world, api::Answer<T> answer) {
    while (!answer.isFinished() && world.alive() && world.step()) {
    }
    if (!answer.isFinished() || !answer.result() || !world.alive()) {
        return std::nullopt;
    }
    return *answer.result();
}

/// With the password of their own, which it is afterwards.
std::optional<api::Actor> signedIn(World& world, const std::string& login) {
    auto& desk = world.workspace().accounts();
    if (auto in = awaited(world, desk.signIn({login, kPassword, api::Via::Console}))) {
        const api::Call theirs{in->actor, "simulated", {}};
        auto changed = desk.changePassword(theirs, kPassword, kOwnPassword);
        while (!changed.isFinished() && world.alive() && world.step()) {
        }
        return changed.isFinished() && changed.result() && world.alive() ? std::optional(in->actor) : std::nullopt;
    }
    if (!world.alive()) {
        return std::nullopt;
    }
    const auto in = awaited(world, desk.signIn({login, kOwnPassword, api::Via::Console}));
    return in ? std::optional(in->actor) : std::nullopt;
}

/// Somebody signs in and works; meanwhile their roles are changed or they are disabled: from the answer on nothing more
/// is done in their name.
void session(World& world, Rng& rng) {
    const bool isNew = rng.below(3) == 0;
    if (isNew && world.made("person").empty()) {
        employ(world);
        while (world.made("person").empty() && world.step()) {
        }
        if (!world.alive()) {
            return;
        }
    }
    const auto newcomer = isNew ? world.some("person", rng) : std::string();
    const std::string login = !newcomer.empty() ? newcomer : rng.below(2) == 0 ? "ann" : "bob";
    auto& desk = world.workspace().accounts();
    const auto actor = signedIn(world, login);
    if (!actor) {
        return;
    }
    world.note("  " + login + " is there");
    const api::Call theirs{*actor, "simulated", {}};
    const auto person = personOf(world, login);
    const auto no = world.some("order", rng);
    const api::PlaceOrder order{"S" + std::to_string(world.next("session")),
                                {},
                                UserId("u"),
                                CampusId("north"),
                                {{Sku("tea"), 1, Money{250}}},
                                {}};
    world.ask(world.workspace().orders().place(theirs, order),
              [&world](const auto&) { world.broken("somebody who may not place orders did"); });
    if (!no.empty()) {
        if (newcomer.empty()) {
            world.ask(world.workspace().orders().cancel(theirs, {{OrderNo(no), 0}}),
                      [&world](const auto&) { ++world.figure("somebody has worked"); });
        } else {
            workOfClerk(world, theirs, no, [&world] { ++world.figure("somebody new has worked"); });
        }
    }
    switch (rng.below(4)) {
        case 0: return ownSession(world, theirs);
        case 1:
            world.ask(desk.changePassword(theirs, Secret("not the password"), kPassword),
                      [&world] { world.broken("a password was changed by somebody who does not know it"); });
            world.ask(desk.unlock(theirs, Secret("not the password")),
                      [&world] { world.broken("a console was unlocked with a wrong password"); });
            break;
        default: break;
    }
    const bool disable = rng.below(2) == 0;
    auto changed = disable ? desk.setDisabled(world.call("root"), {person, 0}, true)
                           : desk.setRoles(world.call("root"), {person, 0}, {api::Role::Auditor});
    world.ask(std::move(changed), [&world, theirs, no](const api::PersonRow&) {
        if (!no.empty() && world.alive()) {
            workOfClerk(world, theirs, no,
                        [&world] { world.broken("somebody who may not any more has recorded a payment"); });
            world.ask(world.workspace().orders().cancel(theirs, {{OrderNo(no), 0}}),
                      [&world](const auto&) { world.broken("somebody who may not any more has cancelled an order"); });
        }
    });
}

void people(World& world, Rng& rng) {
    auto& desk = world.workspace().accounts();
    const auto root = world.call("root");
    const auto newcomer = rng.below(3) == 0 ? world.some("person", rng) : std::string();
    const auto person = personOf(world, !newcomer.empty() ? newcomer : rng.below(2) == 0 ? "ann" : "bob");
    switch (rng.below(7)) {
        case 5: return world.ask(desk.rename(root, {person, 0}, "Renamed"));
        case 0: return employ(world);
        case 1: return world.ask(desk.setDisabled(root, {person, 0}, false));
        case 2: return world.ask(desk.resetPassword(root, {person, 0}, kPassword));
        case 3: return world.ask(desk.signIn({"bob", Secret("a wrong password"), api::Via::Console}));
        case 4: return world.ask(desk.lift(root, {person, 0}));
        default:
            return world.ask(
                desk.setRoles(root, {person, 0}, {newcomer.empty() ? api::Role::Dispatcher : api::Role::RefundClerk}));
    }
}

void settings(World& world, Rng& rng) {
    const auto root = world.call("root");
    const CampusId campus(anyCampus(rng));
    switch (rng.below(6)) {
        case 0: {
            api::TimerPolicy policy;
            policy.unpaidMs = rng.between(0, 3'600'000);
            policy.unassignedMs = rng.between(0, 300'000);
            policy.pickUpLateMs = rng.between(0, 7'200'000);
            policy.deliveryLateMs = rng.between(0, 14'400'000);
            policy.autoConfirmMs = rng.between(0, 200'000'000);
            policy.autoReassign = rng.below(2) == 0;
            return world.ask(world.workspace().timers().setPolicy(root, campus, policy));
        }
        case 1: {
            api::CampusRow row{campus, "Campus " + std::to_string(rng.below(9)), {}};
            row.policy.mode = rng.below(2) == 0 ? api::DispatchMode::Soft : api::DispatchMode::Strong;
            row.policy.joinRule = rng.below(2) == 0 ? api::JoinRule::CatchUp : api::JoinRule::FairFromNow;
            row.policy.startWeight = rng.below(2) == 0 ? row.policy.startWeight : rng.between(1, 5'000);
            row.policy.step = rng.between(1, 30);
            row.policy.logTtlMs = rng.between(60'000, 7'200'000);
            row.policy.calibrateMinute = static_cast<int>(rng.between(-1, 1'439));
            row.policy.loadLimit = rng.below(2) == 0 ? 0 : rng.between(1, 6);
            return world.ask(world.workspace().dispatch().upsertCampus(root, row));
        }
        case 2: {
            api::ReturnPolicy policy;
            policy.goods = static_cast<api::GoodsRule>(rng.below(3));
            policy.fourEyesAbove = Money{rng.between(0, 2'000)};
            policy.secondAbove = rng.below(2) == 0 ? std::optional<Money>() : Money{rng.between(2'000, 6'000)};
            policy.windowDays = rng.below(4) == 0 ? std::optional(rng.between(1, 30)) : std::nullopt;
            policy.autoApproveUpTo =
                rng.below(3) == 0 ? std::optional(Money{rng.between(0, 1'500)}) : std::optional<Money>();
            policy.feePoints = rng.below(2) == 0 ? 0 : rng.between(0, 3'000);
            return world.ask(
                world.workspace().returns().setPolicy(root, rng.below(2) == 0 ? campus : CampusId(), policy));
        }
        case 3: {
            api::RefundSettings settings;
            settings.provider = rng.below(4) == 0 ? api::RefundProviderKind::Manual : api::RefundProviderKind::Http;
            settings.url = "http://localhost:1/";
            settings.timeoutMs = rng.between(100, 20'000);
            settings.leaseMs = settings.timeoutMs + rng.between(1'000, 100'000);
            settings.maxAttempts = rng.between(1, 8);
            settings.holdOwed = rng.below(3) == 0;
            return world.ask(world.workspace().refunds().setSettings(root, settings));
        }
        case 4: {
            api::AccountSettings settings;
            settings.lockAfter = rng.between(4, 9);
            return world.ask(world.workspace().accounts().setSettings(root, settings));
        }
        default: {
            api::BackupSchedule schedule;
            schedule.folder = rng.below(2) == 0 ? std::string() : world.store().outside();
            schedule.minuteOfDay = static_cast<int>(rng.between(0, 1'439));
            schedule.keep = 1;
            return world.ask(world.workspace().backups().setSchedule(root, schedule));
        }
    }
}

/// A token opens once it was made, also for the next process, and never again once it was revoked.
void tokens(World& world, Rng& rng) {
    auto& desk = world.workspace().tokens();
    const auto root = world.call("root");
    const auto known = world.some("token", rng);  // its id and its text
    if (known.empty() || rng.below(3) == 0) {
        api::TokenInput input;
        input.name = "t" + std::to_string(world.next("token"));
        input.scopes = api::bitOf(api::TokenScope::OrdersRead);
        return world.ask(desk.create(root, input), [&world](const api::TokenCreated& made) {
            world.promise("SELECT created_by FROM api_token WHERE name = ?", made.row.input.name, "root");
            world.made("token").push_back(std::to_string(made.row.id.value) + " " + std::string(made.token.reveal()));
        });
    }
    if (rng.below(3) == 0) {
        world.made("perhaps revoked").push_back(known);
        return world.ask(desk.revoke(root, TokenId{std::stoll(known)}), [&world, known](const api::TokenRow& row) {
            world.promise("SELECT revoked_by FROM api_token WHERE name = ?", row.input.name, "root");
            world.made("revoked").push_back(known);
        });
    }
    world.ask(desk.load(), [&world, &desk] {
        const auto opens = [&](const std::string& token) {
            return desk.bearer(token.substr(token.find(' ') + 1)) != nullptr;
        };
        for (const auto& token : world.made("revoked")) {
            if (opens(token)) {
                world.broken("a token that was revoked still opens");
            }
        }
        const auto& perhaps = world.made("perhaps revoked");
        for (const auto& token : world.made("token")) {
            if (std::find(perhaps.begin(), perhaps.end(), token) == perhaps.end() && !opens(token)) {
                world.broken("a token that nobody revoked does not open");
            }
        }
    });
}

void restore(World& world, Rng& rng) { world.backUpAndRestore(rng.below(2) == 0); }

}  // namespace

std::vector<Act> houseActs() {
    return {{"a session", 2, session},
            {"people", 2, people},
            {"tokens", 1, tokens},
            {"settings", 3, settings},
            {"restore a backup", 1, restore}};
}

}  // namespace evenhand::sim

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/interrupt.h"
#include "app/ctl/rehearse_command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "app/workspace/rehearsal.h"

namespace evenhand::ctl {
namespace {

Result<std::optional<api::ActivityRow>> activityOf(Context& context, const ActivityId& id) {
    if (id.empty()) {
        return std::optional<api::ActivityRow>();
    }
    EVENHAND_ASSIGN(const auto reading, Reading::open(context.place()));
    EVENHAND_ASSIGN(const auto all, Reading::wait(reading.engine().seckill().activities({context.actor, {}, {}})));
    for (const auto& row : all) {
        if (row.set.id == id) {
            return std::optional(row);
        }
    }
    return fail(ErrorCode::NotFound, "no such activity", "id", id.str());
}

Result<api::RehearsalPlan> planOf(const Arguments& arguments) {
    api::RehearsalPlan plan;
    plan.copyOf = ActivityId(arguments.value("--activity"));
    const auto read = [&](const char* option, auto& target) -> Result<bool> {
        EVENHAND_ASSIGN(const auto value, arguments.number(option, INT32_MIN, INT32_MAX));
        if (value) {
            target = static_cast<std::remove_reference_t<decltype(target)>>(*value);
        }
        return value.has_value();
    };
    EVENHAND_TRY(read("--stock", plan.stock));
    EVENHAND_TRY(read("--users", plan.users));
    EVENHAND_ASSIGN(const bool attempts, read("--attempts", plan.attempts));
    if (!attempts) {
        plan.attempts = 3 * plan.users;
    }
    EVENHAND_TRY(read("--rate", plan.perSecond));
    EVENHAND_TRY(read("--duplicates", plan.duplicatePercent));
    EVENHAND_TRY(read("--payers", plan.payerPercent));
    EVENHAND_TRY(read("--seed", plan.seed));
    return plan;
}

QJsonObject outcomesOf(const std::array<std::int64_t, api::kAttemptOutcomes>& counts) {
    QJsonObject object;
    for (const auto outcome : api::allAttemptOutcomes()) {
        object.insert(text(api::toText(outcome)), number(counts[static_cast<std::size_t>(outcome)]));
    }
    return object;
}

QJsonObject document(const api::RehearsalResult& result) {
    QJsonArray curve;
    for (const auto& point : result.curve) {
        curve.append(QJsonObject{{QStringLiteral("at_ms"), number(point.atMs)},
                                 {QStringLiteral("attempts"), outcomesOf(point.attempts)},
                                 {QStringLiteral("stock"), number(point.stock)},
                                 {QStringLiteral("orders"), number(point.orders)},
                                 {QStringLiteral("paid"), number(point.paid)}});
    }
    QJsonArray invariants;
    std::int64_t violations = 0;
    for (const auto& verdict : result.verdicts) {
        QJsonArray offenders;
        for (const auto& offender : verdict.offenders) {
            offenders.append(text(offender));
        }
        violations += verdict.violations;
        invariants.append(QJsonObject{{QStringLiteral("id"), text(verdict.id)},
                                      {QStringLiteral("name"), text(verdict.name)},
                                      {QStringLiteral("checked"), number(verdict.checked)},
                                      {QStringLiteral("violations"), number(verdict.violations)},
                                      {QStringLiteral("offenders"), offenders}});
    }
    return {{QStringLiteral("attempts"), outcomesOf(result.attempts)},
            {QStringLiteral("orders"), number(result.orders)},
            {QStringLiteral("paid"), number(result.paid)},
            {QStringLiteral("closed_unpaid"), number(result.closedUnpaid)},
            {QStringLiteral("unsold"), number(result.unsold)},
            {QStringLiteral("sold_out_ms"), result.soldOutMs ? QJsonValue(number(*result.soldOutMs)) : QJsonValue()},
            {QStringLiteral("took_ms"), number(result.tookMs)},
            {QStringLiteral("curve"), curve},
            {QStringLiteral("invariants"), invariants},
            {QStringLiteral("violations"), number(violations)}};
}

void print(ConsoleIo& io, const api::RehearsalResult& result) {
    TextTable attempts({"attempts", std::to_string(result.plan.attempts)});
    for (const auto outcome : api::allAttemptOutcomes()) {
        if (const auto count = result.attempts[static_cast<std::size_t>(outcome)]; count > 0) {
            attempts.add({"  " + std::string(api::toText(outcome)), std::to_string(count)});
        }
    }
    attempts.add({"orders", std::to_string(result.orders)});
    attempts.add({"  paid", std::to_string(result.paid)});
    attempts.add({"  closed unpaid", std::to_string(result.closedUnpaid)});
    attempts.add({"unsold", std::to_string(result.unsold)});
    attempts.add({"sold out after (ms)", result.soldOutMs ? std::to_string(*result.soldOutMs) : std::string("-")});
    attempts.add({"took (ms)", std::to_string(result.tookMs)});
    io.text(attempts.str());
    TextTable verdicts({"invariant", "checked", "violations"});
    for (const auto& verdict : result.verdicts) {
        verdicts.add(
            {verdict.id + "  " + verdict.name, std::to_string(verdict.checked), std::to_string(verdict.violations)});
    }
    io.text("\n" + verdicts.str());
    for (const auto& verdict : result.verdicts) {
        for (const auto& offender : verdict.offenders) {
            io.text(verdict.id + ": " + offender);
        }
    }
    io.text(result.passed() ? "All invariants hold." : "Invariants are violated.");
}

Result<ExitCode> rehearseSeckill(Context& context) {
    EVENHAND_ASSIGN(const auto plan, planOf(context.arguments));
    EVENHAND_ASSIGN(const auto copy, activityOf(context, plan.copyOf));
    EVENHAND_ASSIGN(const auto result, app::runRehearsal(
                                           plan, copy,
                                           [&](const api::RehearsalProgress& progress) {
                                               context.io.progress("attempts", progress.attempts, plan.attempts);
                                           },
                                           [] { return interrupt::requested(); }));
    context.io.endProgress();
    print(context.io, result);
    context.io.document(document(result));
    return result.passed() ? kDone : kInvariantViolated;
}

Result<ExitCode> runRehearse(Context& context) {
    const auto& words = context.arguments.words();
    if (words.size() != 1 || (words.front() != "seckill" && words.front() != "campaign")) {
        return wrongUsage("say what to rehearse: seckill or campaign");
    }
    auto done = words.front() == "seckill" ? rehearseSeckill(context) : rehearseCampaign(context);
    if (!done && done.error().code == ErrorCode::InvalidArgument) {
        context.io.error(done.error());
        return kWrongUsage;  // a rehearsal has nothing but its options
    }
    return done;
}

}  // namespace

Command rehearseCommand() {
    return {"rehearse",
            "seckill|campaign [--users N] [--attempts N] [--rate N] [--duplicates PERCENT] [--seed N] …",
            "runs a simulated crowd through the real engine on a scratch copy, and checks the invariants",
            {{"--activity", "ID", "seckill: whose price and duration to take, from the workspace"},
             {"--stock", "N", "seckill: units (1000)"},
             {"--users", "N", "number of different users (seckill 20000, campaign 1000)"},
             {"--attempts", "N", "in all (seckill: three for each user; campaign: until nothing is left)"},
             {"--rate", "N", "attempts per second (seckill 10000, campaign 1000)"},
             {"--duplicates", "PERCENT", "attempts that are sent twice at once (5)"},
             {"--payers", "PERCENT", "seckill: orders that are paid, the others time out (90)"},
             {"--budget", "N", "campaign: the total amount, in minor units (1000000)"},
             {"--places", "M", "campaign: discounts to give (10000)"},
             {"--max", "D", "campaign: the largest one, divisible by 10 (1000)"},
             {"--queues", "R", "campaign: queues that share them (4)"},
             {"--count-limit", "C", "campaign: draws per user (20)"},
             {"--amount-limit", "A", "campaign: per user, in minor units (10000)"},
             {"--orders", "PERCENT", "campaign: attempts that place an order (30)"},
             {"--seed", "N", "the same seed gives the same rehearsal (1)"}},
            runRehearse,
            [](const Arguments&) -> std::optional<api::Operation> { return api::Operation::SeckillRead; }};
}

}  // namespace evenhand::ctl

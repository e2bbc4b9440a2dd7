// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/interrupt.h"
#include "app/ctl/rehearse_command.h"
#include "app/workspace/campaign_rehearsal.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

Result<api::CampaignRehearsal> rehearsalOf(const Arguments& arguments) {
    api::CampaignRehearsal rehearsal;
    auto& settings = rehearsal.settings;
    settings.name = "Rehearsal";
    settings.shape = {Money{1'000'000}, 10'000, Money{1'000}, 4};
    settings.countLimit = 20;
    settings.amountLimit = Money{10'000};
    settings.end = Instant{86'400'000};
    const auto number = [&](std::string_view option, std::int64_t& value) -> Result<void> {
        EVENHAND_ASSIGN(const auto given, arguments.number(option, 0, INT64_MAX));
        value = given.value_or(value);
        return {};
    };
    EVENHAND_TRY(number("--budget", settings.shape.budget.minor));
    EVENHAND_TRY(number("--places", settings.shape.places));
    EVENHAND_TRY(number("--max", settings.shape.maxDiscount.minor));
    EVENHAND_TRY(number("--queues", settings.shape.queues));
    EVENHAND_TRY(number("--count-limit", settings.countLimit));
    EVENHAND_TRY(number("--amount-limit", settings.amountLimit.minor));
    EVENHAND_TRY(number("--users", rehearsal.users));
    EVENHAND_TRY(number("--attempts", rehearsal.draws));
    EVENHAND_TRY(number("--rate", rehearsal.perSecond));
    EVENHAND_TRY(number("--duplicates", rehearsal.duplicatePercent));
    EVENHAND_TRY(number("--orders", rehearsal.orderPercent));
    EVENHAND_TRY(number("--seed", rehearsal.seed));
    settings.seed = rehearsal.seed;
    return rehearsal;
}

void print(ConsoleIo& io, const api::CampaignRehearsalResult& result) {
    const auto& board = result.board;
    TextTable table({"campaign", std::string(api::toText(board.row.state))});
    // Of no workspace, so of no currency.
    for (const auto& [name, value] : {std::pair{"budget (minor units)", board.row.settings.shape.budget.minor},
                                      {"granted (minor units)", board.granted - board.givenBack},
                                      {"given back (minor units)", board.givenBack},
                                      {"queued (minor units)", board.queued},
                                      {"compensation (minor units)", board.compensation},
                                      {"in flight (minor units)", board.inFlight},
                                      {"unspent (minor units)", board.unspent},
                                      {"places left", board.placesLeft},
                                      {"attempts", result.attempts},
                                      {"draws granted", board.drawsGranted},
                                      {"refused", result.refused},
                                      {"repeated", result.repeated},
                                      {"orders", result.orders},
                                      {"cancelled", result.cancelled},
                                      {"users", board.users}}) {
        table.add({std::string("  ") + name, std::to_string(value)});
    }
    io.text(table.str());
    for (const auto& invariant : result.invariants) {
        if (invariant.violations > 0) {
            io.text(invariant.id + ": " + invariant.offender);
        }
    }
}

QJsonObject document(const api::CampaignRehearsalResult& result, std::int64_t violations) {
    const auto& board = result.board;
    QJsonArray distribution;
    for (const auto draws : board.distribution) {
        distribution.append(number(draws));
    }
    QJsonArray invariants;
    for (const auto& invariant : result.invariants) {
        invariants.append(QJsonObject{{QStringLiteral("id"), text(invariant.id)},
                                      {QStringLiteral("name"), text(invariant.name)},
                                      {QStringLiteral("checked"), number(invariant.checked)},
                                      {QStringLiteral("violations"), number(invariant.violations)}});
    }
    return {{QStringLiteral("state"), text(api::toText(board.row.state))},
            {QStringLiteral("budget"), number(board.row.settings.shape.budget.minor)},
            {QStringLiteral("granted"), number(board.granted - board.givenBack)},
            {QStringLiteral("given_back"), number(board.givenBack)},
            {QStringLiteral("queued"), number(board.queued)},
            {QStringLiteral("compensation"), number(board.compensation)},
            {QStringLiteral("in_flight"), number(board.inFlight)},
            {QStringLiteral("unspent"), number(board.unspent)},
            {QStringLiteral("attempts"), number(result.attempts)},
            {QStringLiteral("draws"), number(board.drawsGranted)},
            {QStringLiteral("refused"), number(result.refused)},
            {QStringLiteral("repeated"), number(result.repeated)},
            {QStringLiteral("orders"), number(result.orders)},
            {QStringLiteral("cancelled"), number(result.cancelled)},
            {QStringLiteral("distribution"), distribution},
            {QStringLiteral("took_ms"), number(result.tookMs)},
            {QStringLiteral("invariants"), invariants},
            {QStringLiteral("violations"), number(violations)}};
}

}  // namespace

Result<ExitCode> rehearseCampaign(Context& context) {
    EVENHAND_ASSIGN(const auto rehearsal, rehearsalOf(context.arguments));
    EVENHAND_ASSIGN(const auto result, app::rehearseCampaign(
                                           rehearsal,
                                           [&](std::int64_t attempts) {
                                               context.io.progress("attempts", attempts,
                                                                   std::max(attempts, rehearsal.draws));
                                           },
                                           [] { return interrupt::requested(); }));
    std::int64_t violations = 0;
    for (const auto& invariant : result.invariants) {
        violations += invariant.violations;
    }
    print(context.io, result);
    context.io.text(violations == 0 ? "All invariants hold." : base::counted(violations, "violation") + ".");
    context.io.document(document(result, violations));
    return violations == 0 ? kDone : kInvariantViolated;
}

}  // namespace evenhand::ctl

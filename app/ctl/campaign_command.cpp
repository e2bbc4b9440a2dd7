// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/command.h"
#include "app/workspace/campaign_rehearsal.h"

namespace evenhand::ctl {
namespace {

struct Wanted {
    api::CampaignShape shape;
    std::int64_t seed = 1;
};

/// Whether the numbers make sense together is for the preview to say.
Result<Wanted> wantedOf(const Arguments& arguments) {
    Wanted wanted;
    const auto number = [&](std::string_view option, std::int64_t& value) -> Result<void> {
        EVENHAND_ASSIGN(const auto given, arguments.number(option, INT64_MIN, INT64_MAX));
        if (!given) {
            return fail(ErrorCode::InvalidArgument, std::string(option) + " is missing");
        }
        value = *given;
        return {};
    };
    EVENHAND_TRY(number("--budget", wanted.shape.budget.minor));
    EVENHAND_TRY(number("--places", wanted.shape.places));
    EVENHAND_TRY(number("--max", wanted.shape.maxDiscount.minor));
    EVENHAND_TRY(number("--queues", wanted.shape.queues));
    EVENHAND_ASSIGN(const auto seed, arguments.number("--seed", 0, INT64_MAX));
    wanted.seed = seed.value_or(1);
    return wanted;
}

ExitCode refuse(ConsoleIo& io, const api::Infeasible& why) {
    QJsonArray nearest;
    std::string hint;
    for (const auto& value : why.nearest) {
        nearest.append(
            QJsonObject{{QStringLiteral("field"), text(value.field)}, {QStringLiteral("value"), number(value.value)}});
        hint += (hint.empty() ? "Nearest feasible: " : ", or ") + value.field + " " + std::to_string(value.value);
    }
    io.note("evenhandctl: " + why.error.text());
    io.note(hint);
    const QJsonObject error{{QStringLiteral("code"), text(base::errorName(why.error.code))},
                            {QStringLiteral("message"), text(why.error.message)},
                            {QStringLiteral("field"), text(why.error.field)},
                            {QStringLiteral("value"), text(why.error.value)},
                            {QStringLiteral("nearest"), nearest}};
    io.document({{QStringLiteral("error"), error}});
    return kWrongUsage;
}

QJsonObject document(const api::CampaignPreview& preview, const std::vector<std::vector<std::int64_t>>& all) {
    QJsonArray queues;
    for (const auto& queue : all) {
        QJsonArray amounts;
        for (const auto amount : queue) {
            amounts.append(number(amount));
        }
        queues.append(amounts);
    }
    QJsonObject lists;
    for (std::size_t i = 0; i < preview.lists.size(); ++i) {
        lists.insert(QString::number(i + 1), QJsonObject{{QStringLiteral("places"), number(preview.lists[i].places)},
                                                         {QStringLiteral("amount"), number(preview.lists[i].amount)}});
    }
    QJsonArray histogram;
    for (const auto places : preview.histogram) {
        histogram.append(number(places));
    }
    QJsonArray warnings;
    for (const auto& warning : preview.warnings) {
        warnings.append(text(warning));
    }
    return {{QStringLiteral("queues"), queues},
            {QStringLiteral("lists"), lists},
            {QStringLiteral("histogram"), histogram},
            {QStringLiteral("warnings"), warnings},
            {QStringLiteral("seed"), number(preview.seed)}};
}

void print(ConsoleIo& io, const api::CampaignPreview& preview, std::int64_t max) {
    constexpr std::int64_t kBar = 40;
    std::int64_t most = 1;
    for (const auto places : preview.histogram) {
        most = std::max(most, places);
    }
    TextTable table({"discount (minor units)", "places", ""});
    const auto width = max / static_cast<std::int64_t>(preview.histogram.size());
    for (std::size_t i = 0; i < preview.histogram.size(); ++i) {
        const auto low = static_cast<std::int64_t>(i) * width;
        const auto places = preview.histogram[i];
        std::string bar(static_cast<std::size_t>((places * kBar + most - 1) / most), '#');
        bar.resize(kBar, ' ');
        table.add({std::to_string(low + 1) + " to " + std::to_string(low + width), std::to_string(places), bar});
    }
    io.text(table.str());
    TextTable lists({"list", "places", "amount (minor units)"});
    const char* const names[] = {"1  even spread", "2  small change", "3  rest"};
    for (std::size_t i = 0; i < preview.lists.size(); ++i) {
        lists.add({names[i], std::to_string(preview.lists[i].places), std::to_string(preview.lists[i].amount)});
    }
    io.text("\n" + lists.str());
    for (const auto& warning : preview.warnings) {
        io.text("Note: " + warning);
    }
}

Result<ExitCode> runCampaign(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"preview"}));
    if (context.arguments.words().front() != "preview") {
        return fail(ErrorCode::InvalidArgument,
                    "\"" + context.arguments.words().front() + "\" is unknown; the only command is preview");
    }
    EVENHAND_ASSIGN(const auto wanted, wantedOf(context.arguments));
    std::vector<std::vector<std::int64_t>> all;
    const auto preview =
        app::previewCampaign(wanted.shape, static_cast<std::uint64_t>(wanted.seed), context.io.json() ? &all : nullptr);
    if (preview.infeasible) {
        return refuse(context.io, *preview.infeasible);
    }
    print(context.io, preview, wanted.shape.maxDiscount.minor);
    context.io.document(document(preview, all));
    return kDone;
}

}  // namespace

Command campaignCommand() {
    return {"campaign",
            "preview --budget N --places M --max D --queues R [--seed S]",
            "shows what a random-discount campaign would give; needs no workspace",
            {{"--budget", "N", "the total amount, in minor units"},
             {"--places", "M", "discounts to give"},
             {"--max", "D", "the largest one, divisible by 10"},
             {"--queues", "R", "queues that share them"},
             {"--seed", "S", "the same seed gives the same amounts (1)"}},
            runCampaign};
}

}  // namespace evenhand::ctl

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_figures.h"

#include <QCoreApplication>
#include <utility>

#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct CampaignFigures {
    Q_DECLARE_TR_FUNCTIONS(CampaignFigures)
};

QString percent(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? QStringLiteral("%1%").arg(
                           Formats::decimal(static_cast<double>(part) * 100 / static_cast<double>(whole), 1))
                     : Formats::dash();
}

/// Leaves no record: counted by this process alone.
bool isFleeting(api::DrawRefusal reason) {
    return reason == api::DrawRefusal::NotStarted || reason == api::DrawRefusal::Paused ||
           reason == api::DrawRefusal::Ended || reason == api::DrawRefusal::UnderWay;
}

QString counted(std::int64_t total, const QString& many) {
    return total < 0 ? Formats::dash() : many.arg(Formats::number(total));
}

template <typename Row>
Column<Row, OneOrder> figure(const char* id, int width, Words title, std::function<std::int64_t(const Row&)> value,
                             std::function<QString(const Row&)> shown) {
    return Column<Row, OneOrder>(id, width, std::move(title), std::move(shown))
        .orderedAs(std::move(value))
        .number()
        .strong();
}

template <typename Spec>
void look(Spec& spec, const char* name, Words sought) {
    spec.look.prefix = QLatin1String(name);
    spec.look.one = QString(QLatin1String(name)).chopped(1);
    spec.look.isCompact = true;
    spec.fields = {
        textField(QStringLiteral("text"), spec.look.one + QStringLiteral("Text"), std::move(sought), &AnyCell::text)};
}

}  // namespace

bool changed(const QueueFigures& a, const QueueFigures& b) {
    return a.of.places != b.of.places || a.of.amount != b.of.amount || a.of.compensation != b.of.compensation ||
           a.of.unspent != b.of.unspent;
}
bool changed(const RefusalFigures& a, const RefusalFigures& b) { return a.of.draws != b.of.draws || a.all != b.all; }
bool changed(const UserFigures& a, const UserFigures& b) {
    return a.of.count != b.of.count || a.of.amount != b.of.amount || a.countLimit != b.countLimit ||
           a.amountLimit != b.amountLimit;
}

std::vector<QueueFigures> queueRows(const api::CampaignBoard& board) {
    std::vector<QueueFigures> rows;
    for (const auto& queue : board.queues) {
        rows.push_back({std::ssize(rows) + 1, queue});
    }
    return rows;
}

std::vector<RefusalFigures> refusalRows(const api::CampaignBoard& board) {
    std::int64_t all = 0;
    for (const auto& refusal : board.refusals) {
        all += refusal.draws;
    }
    std::vector<RefusalFigures> rows;
    for (const auto& refusal : board.refusals) {
        rows.push_back({static_cast<std::int64_t>(refusal.reason) + 1, refusal, all});
    }
    return rows;
}

std::vector<UserFigures> userRows(const api::CampaignBoard& board) {
    const auto& set = board.row.settings;
    std::vector<UserFigures> rows;
    for (const auto& user : board.topUsers) {
        rows.push_back({user, set.countLimit, set.amountLimit.minor});
    }
    return rows;
}

QueueTable::Spec describeQueues(const Formats& formats) {
    using C = Column<QueueFigures, OneOrder>;
    const auto money = [&formats](const char* id, Words title, std::int64_t api::CampaignQueue::*of) {
        return figure<QueueFigures>(
            id, 120, std::move(title), [of](const QueueFigures& row) { return row.of.*of; },
            [&formats, of](const QueueFigures& row) { return formats.money(Money{row.of.*of}); });
    };
    QueueTable::Spec spec;
    look(spec, "campaignQueues", [] { return CampaignFigures::tr("Queue"); });
    auto& texts = spec.look.texts;
    texts.name = [] { return CampaignFigures::tr("Queues"); };
    texts.count = [](std::int64_t total) {
        return counted(total, CampaignFigures::tr("%1 queues", nullptr, Formats::plural(total)));
    };
    texts.empty = [] { return CampaignFigures::tr("Nothing is allocated yet."); };
    texts.next = [] { return CampaignFigures::tr("Start the campaign: its discounts are allocated to queues then."); };
    texts.nextCommand = QStringLiteral("campaign.start");
    texts.emptyFiltered = [] { return CampaignFigures::tr("No queue matches the filter."); };
    texts.exported = [] { return CampaignFigures::tr("Export queues"); };
    texts.fileName = QStringLiteral("queues.csv");
    spec.columns = {
        C(
            "queue", 150, [] { return CampaignFigures::tr("Queue"); },
            [](const QueueFigures& row) { return CampaignFigures::tr("Queue %1").arg(row.number); })
            .orderedAs([](const QueueFigures& row) { return row.number; })
            .strong(),
        figure<QueueFigures>(
            "places", 130, [] { return CampaignFigures::tr("Places left"); },
            [](const QueueFigures& row) { return row.of.places; },
            [](const QueueFigures& row) { return Formats::number(row.of.places); }),
        money(
            "amount", [] { return CampaignFigures::tr("Amount"); }, &api::CampaignQueue::amount),
        money(
            "compensation", [] { return CampaignFigures::tr("Compensation"); }, &api::CampaignQueue::compensation),
        money(
            "unspent", [] { return CampaignFigures::tr("Unspent"); }, &api::CampaignQueue::unspent),
    };
    spec.orderedBy = QStringLiteral("queue");
    spec.isDescending = false;
    return spec;
}

RefusalTable::Spec describeRefusals() {
    using C = Column<RefusalFigures, OneOrder>;
    const auto draws = [](const RefusalFigures& row) { return row.of.draws; };
    RefusalTable::Spec spec;
    look(spec, "campaignRefusals", [] { return CampaignFigures::tr("Reason"); });
    auto& texts = spec.look.texts;
    texts.name = [] { return CampaignFigures::tr("Refusals"); };
    texts.count = [](std::int64_t total) {
        return counted(total, CampaignFigures::tr("%1 reasons", nullptr, Formats::plural(total)));
    };
    texts.empty = [] { return CampaignFigures::tr("Nobody was refused."); };
    texts.next = [] { return CampaignFigures::tr("Nothing to do: refused draws are counted here."); };
    texts.emptyFiltered = [] { return CampaignFigures::tr("No reason matches the filter."); };
    texts.exported = [] { return CampaignFigures::tr("Export refusals"); };
    texts.fileName = QStringLiteral("refusals.csv");
    spec.columns = {
        C(
            "reason", 150, [] { return CampaignFigures::tr("Reason"); },
            [](const RefusalFigures& row) { return label(row.of.reason); })
            .orderedAs([](const RefusalFigures& row) { return row.id; })
            .strong(),
        figure<RefusalFigures>(
            "draws", 130, [] { return CampaignFigures::tr("Draws"); }, draws,
            [](const RefusalFigures& row) { return Formats::number(row.of.draws); }),
        figure<RefusalFigures>(
            "share", 120, [] { return CampaignFigures::tr("Share"); }, draws,
            [](const RefusalFigures& row) { return percent(row.of.draws, row.all); }),
        C(
            "since", 200, [] { return CampaignFigures::tr("Counted since"); },
            [](const RefusalFigures& row) {
                return isFleeting(row.of.reason) ? CampaignFigures::tr("the start of this program")
                                                 : CampaignFigures::tr("the start of the campaign");
            }),
    };
    spec.orderedBy = QStringLiteral("reason");
    spec.isDescending = false;
    return spec;
}

UserTable::Spec describeUsers(const Formats& formats) {
    using C = Column<UserFigures, OneOrder>;
    const auto amount = [](const UserFigures& row) { return row.of.amount; };
    UserTable::Spec spec;
    look(spec, "campaignUsers", [] { return CampaignFigures::tr("User"); });
    auto& texts = spec.look.texts;
    texts.name = [] { return CampaignFigures::tr("Top users"); };
    texts.count = [](std::int64_t total) {
        return counted(total, CampaignFigures::tr("%1 users", nullptr, Formats::plural(total)));
    };
    texts.empty = [] { return CampaignFigures::tr("Nobody was granted anything yet."); };
    texts.next = [] { return CampaignFigures::tr("Nothing to do: users are listed here as they draw."); };
    texts.emptyFiltered = [] { return CampaignFigures::tr("No user matches the filter."); };
    texts.exported = [] { return CampaignFigures::tr("Export top users"); };
    texts.fileName = QStringLiteral("top-users.csv");
    spec.columns = {
        C(
            "user", 150, [] { return CampaignFigures::tr("User"); },
            [](const UserFigures& row) { return text(row.of.user); })
            .strong(),
        figure<UserFigures>(
            "draws", 130, [] { return CampaignFigures::tr("Draws"); },
            [](const UserFigures& row) { return row.of.count; },
            [](const UserFigures& row) {
                return CampaignFigures::tr("%1 of %2")
                    .arg(Formats::number(row.of.count), Formats::number(row.countLimit));
            }),
        figure<UserFigures>(
            "amount", 120, [] { return CampaignFigures::tr("Amount"); }, amount,
            [&formats](const UserFigures& row) { return formats.money(Money{row.of.amount}); }),
        figure<UserFigures>(
            "share", 120, [] { return CampaignFigures::tr("Of the limit"); }, amount,
            [](const UserFigures& row) { return percent(row.of.amount, row.amountLimit); }),
    };
    spec.orderedBy = QStringLiteral("amount");
    return spec;
}

std::vector<FigureRow> settingRows(const api::CampaignRow& row, const Formats& formats) {
    const auto& set = row.settings;
    const std::pair<const char*, QString> values[] = {
        {"campaign", text(row.id)},
        {"begin", formats.dateTime(set.begin)},
        {"end", formats.dateTime(set.end)},
        {"budget", formats.moneyWithCurrency(set.shape.budget)},
        {"places", Formats::number(set.shape.places)},
        {"max_discount", formats.moneyWithCurrency(set.shape.maxDiscount)},
        {"count_limit", Formats::number(set.countLimit)},
        {"amount_limit", formats.moneyWithCurrency(set.amountLimit)},
        {"cap_at_max", set.capAtMax ? CampaignFigures::tr("the largest discount") : CampaignFigures::tr("none")},
        {"queues", Formats::number(set.shape.queues)},
        {"seed", set.seed ? QString::number(*set.seed) : CampaignFigures::tr("generated at start")},
        {"validity_ms", writeDelay(set.validityMs)},
        {"recovery_ms", writeDelay(set.recoveryMs)},
    };
    std::vector<FigureRow> rows;
    for (const auto& [field, value] : values) {
        rows.push_back({{campaignFieldLabel(field), value}, std::nullopt});
    }
    rows.push_back(
        {{CampaignFigures::tr("Started"), row.startedAt ? formats.dateTime(*row.startedAt) : Formats::dash()},
         std::nullopt});
    rows.push_back(
        {{CampaignFigures::tr("Ended"), row.endedAt ? formats.dateTime(*row.endedAt) : Formats::dash()}, std::nullopt});
    return rows;
}

}  // namespace evenhand::ui

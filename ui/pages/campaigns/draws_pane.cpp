// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/draws_pane.h"

#include <iterator>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {

using api::DrawRow;
using api::DrawSort;

/// Draws are given back one by one; all are told together.
struct DrawsPane::Progress {
    std::vector<FlowAnswer> answers;
    std::size_t open = 0;
    std::function<void(RowFlow::Answers)> done;
    void arrived() {
        if (--open == 0) {
            done(std::move(answers));
        }
    }
};

DrawsPane::DrawsPane(UiContext& context, QWidget* parent) : DrawTable(describe(context, this), context, parent) {}

DrawsPane::~DrawsPane() = default;

void DrawsPane::setCampaign(const std::optional<api::CampaignRow>& row) {
    const auto before = campaign();
    m_row = row;
    if (campaign() == before) {
        return;
    }
    if (before.empty() || campaign().empty()) {
        setActive(m_shown);
    }
    changed();
}

void DrawsPane::setActive(bool active) {
    m_shown = active;
    DrawTable::setActive(active && m_row.has_value());
}

QString DrawsPane::shownOf() const { return QStringLiteral("campaign=") + text(campaign()); }

DrawsPane::Spec DrawsPane::describe(UiContext& context, DrawsPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("campaignDraws");
    spec.look.one = QStringLiteral("campaignDraw");
    spec.look.isCompact = true;
    spec.look.shownOf = [pane] { return pane->shownOf(); };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Draws"); };
    texts.count = [](std::int64_t total) { return total < 0 ? Formats::dash() : countedDraws(total); };
    texts.empty = [] { return tr("Nobody has drawn yet."); };
    texts.next = [] { return tr("Start the campaign, if it is not running: its users draw then."); };
    texts.nextCommand = QStringLiteral("campaign.start");
    texts.emptyFiltered = [] { return tr("No draw matches the filter."); };
    texts.exported = [] { return tr("Export draws"); };
    texts.fileName = QStringLiteral("draws.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("at");
    spec.page = [&bridge](const api::DrawFilter& filter, const PageOf<DrawSort>& page) {
        return bridge.campaigns().draws(bridge.call(), {filter, page.descending, page.offset, page.limit, page.sort});
    };
    spec.count = [&bridge](const api::DrawFilter& filter) {
        return bridge.campaigns().countDraws(bridge.call(), filter);
    };
    spec.always = [pane](api::DrawFilter& filter) { filter.campaign = pane->campaign(); };
    spec.fields = describeFields();
    spec.words.header = [] { return QStringList{tr("User"), tr("Amount"), tr("Current state")}; };
    spec.words.frozen = [&formats = context.formats](const DrawRow& row) {
        return FlowRow{
            .name = text(row.user), .detail = formats.money(row.amount), .was = stateNow(row), .key = row.id.str()};
    };
    spec.actions = {describeGiveBack(context, pane)};
    return spec;
}

std::vector<Column<DrawRow, DrawSort>> DrawsPane::describeColumns(UiContext& context) {
    using C = Column<DrawRow, DrawSort>;
    const auto& formats = context.formats;
    const auto brief = [&context](Instant at) { return context.formats.shortTime(at, context.bridge.now()); };
    const auto amount = [](const DrawRow& row) {
        return row.state == api::DrawState::Granted ? std::optional(row.amount) : std::nullopt;
    };
    const auto remark = [brief](const DrawRow& row) {
        if (row.refusal) {
            return label(*row.refusal);
        }
        if (row.givenBackAt) {
            return tr("given back %1").arg(brief(*row.givenBackAt));
        }
        return row.state == api::DrawState::Granted && row.orderNo.empty() && row.validUntil
                   ? tr("no order yet, valid until %1").arg(brief(*row.validUntil))
                   : QString();
    };
    std::vector<C> columns{
        C(
            "state", 96, [] { return tr("State"); }, [](const DrawRow& row) { return label(row.state); })
            .asPill([](const DrawRow& row) { return tone(row.state); }),
        C(
            "at", 100, [] { return tr("Time"); }, [brief](const DrawRow& row) { return brief(row.at); })
            .sortedBy(DrawSort::Drawn)
            .inFile([&formats](const DrawRow& row) { return formats.dateTime(row.at); }),
        C(
            "user", 110, [] { return tr("User"); }, [](const DrawRow& row) { return text(row.user); })
            .strong(),
        C::money(
            "amount", 80, [] { return tr("Amount"); }, formats, amount)
            .strong(),
        C(
            "order", 120, [] { return tr("Order"); },
            [](const DrawRow& row) { return row.orderNo.empty() ? Formats::dash() : text(row.orderNo); }),
        C(
            "queue", 60, [] { return tr("Queue"); },
            [](const DrawRow& row) { return row.queue < 0 ? Formats::dash() : Formats::number(row.queue + 1); }),
        C(
            "remark", 220, [] { return tr("Note"); }, remark),
        C(
            "id", 260, [] { return tr("Draw"); }, [](const DrawRow& row) { return text(row.id); })
            .sortedBy(DrawSort::Id)
            .hidden(),
    };
    for (auto& each : columns) {
        each.withHint([&formats](const DrawRow& row) {
            return tr("Draw %1\n%2", "id, instant").arg(text(row.id), formats.dateTime(row.at));
        });
    }
    return columns;
}

std::vector<FilterField<api::DrawFilter>> DrawsPane::describeFields() {
    return {
        {{.key = QStringLiteral("user"),
          .objectName = QStringLiteral("campaignDrawUser"),
          .title = [] { return tr("User, in full"); },
          .width = 180},
         [](const FieldValue& value, api::DrawFilter& filter) { filter.user = UserId(value.text.toStdString()); }},
        choicesField({.key = QStringLiteral("states"),
                      .objectName = QStringLiteral("campaignDrawState"),
                      .title = [] { return tr("State"); },
                      .any = [] { return tr("Every state"); },
                      .choices = choicesOf(
                          {api::DrawState::Granted, api::DrawState::Refused, api::DrawState::RolledBack}, &label)},
                     &api::DrawFilter::states, &api::drawStateFrom),
    };
}

// --- giving back --------------------------------------------------------------------------------------------

QString DrawsPane::whyNotRow(const DrawRow& row) {
    if (row.state != api::DrawState::Granted) {
        return tr("Nothing was granted.");
    }
    if (row.givenBackAt) {
        return tr("It was already given back.");
    }
    return row.orderNo.empty()
               ? QString()
               : tr("Order %1 has used it: it comes back when the order is closed.").arg(text(row.orderNo));
}

QString DrawsPane::stateNow(const DrawRow& row) {
    if (row.givenBackAt) {
        return tr("given back");
    }
    return row.orderNo.empty() ? label(row.state) : tr("used by order %1").arg(text(row.orderNo));
}

RowAction<DrawRow> DrawsPane::describeGiveBack(UiContext& context, DrawsPane* pane) {
    RowAction<DrawRow> action;
    action.look.name = QStringLiteral("campaign.giveBack");
    action.look.icon = QStringLiteral("undo");
    action.look.label = [] { return tr("Give back…"); };
    action.look.tip = [] { return tr("Take back a granted discount that no order has used"); };
    action.look.operation = api::Operation::CampaignsGiveBack;
    action.whyNot = &DrawsPane::whyNotRow;
    action.effect = [](const DrawRow&) { return tr("given back"); };
    action.ask = [&formats = context.formats, pane](const std::vector<DrawRow>& fit) {
        Money sum;
        for (const auto& row : fit) {
            sum.minor += row.amount.minor;
        }
        const auto count = std::ssize(fit);
        const bool ended = pane->m_row && pane->m_row->state == api::CampaignState::Ended;
        ActionDialog::Texts texts;
        texts.title = tr("Give draws back");
        texts.question = tr("%1 of %2 in all are taken from their users.", "draws, amount", Formats::plural(count))
                             .arg(countedDraws(count), formats.moneyWithCurrency(sum));
        texts.effect = ended ? tr("The campaign has ended: the amounts count as unspent. The places stay used.")
                             : tr("The amounts go to later draws. The places stay used, and so do the users' draws.");
        texts.confirm = tr("Give back");
        texts.danger = true;
        texts.reasonHint = tr("Required; kept in the audit log");
        return texts;
    };
    action.submit = [pane](const api::Call& call, const RowFlow::Rows& rows,
                           std::function<void(RowFlow::Answers)> done) {
        auto progress = std::make_shared<Progress>();
        progress->answers.resize(rows.size());
        progress->open = rows.size();
        progress->done = std::move(done);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            pane->giveBack(call, rows[i], i, progress);
        }
    };
    return action;
}

void DrawsPane::giveBack(const api::Call& call, const FlowRow& row, std::size_t at,
                         const std::shared_ptr<Progress>& progress) {
    whenReady(context().bridge.campaigns().giveBack(call, DrawId(row.key)), this,
              [this, row, at, progress](const Result<api::DrawAnswer>& answer) {
                  auto& mine = progress->answers[at];
                  mine.id = row.id;
                  if (answer) {
                      mine.now = answer->givenBack ? tr("given back") : QString();
                      progress->arrived();
                  } else {
                      mine.error = answer.error();
                      readNow(row, at, progress);
                  }
              });
}

/// It was granted and unused when it was chosen: what it is now tells whether somebody was faster.
void DrawsPane::readNow(const FlowRow& row, std::size_t at, const std::shared_ptr<Progress>& progress) {
    auto& bridge = context().bridge;
    api::DrawQuery query;
    query.filter.id = DrawId(row.key);
    query.limit = 1;
    whenReady(bridge.campaigns().draws(bridge.call(), query), this,
              [at, progress](const Result<std::vector<DrawRow>>& read) {
                  if (read && !read->empty()) {
                      progress->answers[at].now = stateNow(read->front());
                  }
                  progress->arrived();
              });
}

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/more_time.h"

#include <QCoreApplication>
#include <map>
#include <set>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

struct MoreTimeTexts {
    Q_DECLARE_TR_FUNCTIONS(MoreTimeTexts)
};

}  // namespace

ActionLook moreTimeLook(const QString& name) {
    ActionLook look;
    look.name = name;
    look.icon = QStringLiteral("clock");
    look.label = [] { return MoreTimeTexts::tr("Give more time…"); };
    look.operation = api::Operation::TimersPostpone;
    return look;
}

QString moreTimeEffect() { return MoreTimeTexts::tr("not late until then"); }

ActionDialog::Texts moreTimeTexts(const std::vector<LateRow>& rows) {
    std::set<OrderNo> orders;
    for (const auto& row : rows) {
        orders.insert(row.orderNo);
    }
    const auto count = std::ssize(orders);
    const QString counted =
        MoreTimeTexts::tr("%1 late orders", nullptr, Formats::plural(count)).arg(Formats::number(count));
    ActionDialog::Texts texts;
    texts.title = MoreTimeTexts::tr("Give more time");
    texts.question = MoreTimeTexts::tr("%1 will not be late until then.", "n orders").arg(counted);
    texts.effect = MoreTimeTexts::tr("A delay counts from now. Alerts of these orders are resolved.");
    texts.confirm = texts.title;
    return texts;
}

void addMoreTimeField(UiContext& context, ActionDialog& dialog, const MoreTimeField& field) {
    auto* when = new WhenField(
        context.formats, [&context] { return context.bridge.now(); }, &dialog);
    dialog.addField(MoreTimeTexts::tr("Time until"), when, [when] { return when->problem(); });
    QObject::connect(when, &WhenField::changed, &dialog, &ActionDialog::recheck);
    when->setFocus();
    *field = when;
}

void giveMoreTime(EngineBridge& bridge, QObject* receiver, const api::Call& call, const std::vector<LateRow>& rows,
                  const MoreTimeField& field, std::function<void(RowFlow::Answers)> done) {
    const auto* when = field->data();
    const auto at = when != nullptr ? when->instant() : std::nullopt;
    const auto delay = when != nullptr ? when->delayMs() : std::nullopt;
    const std::int64_t byMs = delay ? *delay : at ? at->ms - bridge.now().ms : 0;
    std::map<OrderNo, std::int64_t> ids;
    std::vector<api::TimerRef> late;
    for (const auto& row : rows) {
        ids.emplace(row.orderNo, row.id);
        late.push_back({row.orderNo, std::nullopt, row.limit});
    }
    answerByOrder(bridge.timers().extend(call, std::move(late), byMs), std::move(ids), receiver, std::move(done));
}

}  // namespace evenhand::ui

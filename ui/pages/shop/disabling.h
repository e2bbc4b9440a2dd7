// SPDX-License-Identifier: GPL-3.0-or-later
// Disabling campuses, couriers and products, and enabling them again: one action of their tables, said in the words of
// each. It can be undone: what was disabled is enabled again at the version that this left, and the other way round.
// Thread: GUI.
#pragma once

#include <QCoreApplication>
#include <optional>
#include <utility>
#include <vector>

#include "ui/bridge/continuation.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/tables/ask_rows.h"
#include "ui/tables/table_spec.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

struct DisablingTexts {
    Q_DECLARE_TR_FUNCTIONS(DisablingTexts)
};

/// "Disabled" or "Active".
[[nodiscard]] inline QString shopState(std::optional<Instant> disabledAt) {
    return disabledAt ? DisablingTexts::tr("Disabled") : DisablingTexts::tr("Active");
}

/// What disabling is for rows of one kind. They have `disabledAt` and `version`.
template <typename Row>
struct Disabling {
    QString kind;  ///< "campus": the actions are "shop.campus.disable" and "shop.campus.enable"
    api::Operation operation = api::Operation::ShopRead;
    Words none;                                    ///< while nothing is selected
    std::function<QString(std::int64_t)> counted;  ///< "3 campuses"
    std::function<QString(const Row&)> becomes;    ///< of one that is disabled: "takes no new orders"
    Words means;                                   ///< of all that are disabled
    Words ends;                                    ///< of all that are enabled again
    std::function<api::Answer<std::int64_t>(const api::Call&, const Row&, bool disable)> ask;
    std::function<RowWords<Row>()> words;
};

template <typename Row>
ActionDialog::Texts disablingTexts(const Disabling<Row>& how, const std::vector<Row>& fit, bool disable) {
    ActionDialog::Texts texts;
    const QString which = fit.size() == 1 ? how.words().frozen(fit.front()).name : how.counted(std::ssize(fit));
    texts.title = disable ? DisablingTexts::tr("Disable") : DisablingTexts::tr("Enable");
    texts.question = disable ? DisablingTexts::tr("%1 will be disabled.", "name or count").arg(which)
                             : DisablingTexts::tr("%1 will be enabled again.", "name or count").arg(which);
    texts.effect = disable ? how.means() : how.ends();
    texts.confirm = texts.title;
    texts.danger = disable;
    texts.reasonHint = DisablingTexts::tr("Required; kept in the audit log");
    return texts;
}

/// `pane` bounds what is asked.
template <typename Row>
RowAction<Row> describeDisabling(QObject* pane, const Disabling<Row>& how, bool disable) {
    RowAction<Row> action;
    action.look = {
        .name = QStringLiteral("shop.") + how.kind + (disable ? QStringLiteral(".disable") : QStringLiteral(".enable")),
        .icon = disable ? QStringLiteral("lock") : QStringLiteral("undo"),
        .label = [disable] { return disable ? DisablingTexts::tr("Disable…") : DisablingTexts::tr("Enable…"); },
        .operation = how.operation,
        .whyNone = how.none};
    action.whyNot = [disable](const Row& row) {
        return row.disabledAt.has_value() != disable ? QString()
               : disable                             ? DisablingTexts::tr("Already disabled.")
                                                     : DisablingTexts::tr("Not disabled.");
    };
    action.effect = [how, disable](const Row& row) {
        return disable ? how.becomes(row) : DisablingTexts::tr("takes part again");
    };
    action.ask = [how, disable](const std::vector<Row>& fit) { return disablingTexts(how, fit, disable); };
    action.submitRows = [pane, how, disable](const api::Call& call, const std::vector<Row>& fit,
                                             std::function<void(RowFlow::Answers)> done) {
        std::vector<api::Answer<std::int64_t>> answers;
        for (const auto& row : fit) {
            answers.push_back(how.ask(call, row, disable));
        }
        whenAllReady(answers, pane, [disable, done = std::move(done)](const auto& outcomes) {
            std::vector<FlowAnswer> each(outcomes.size());
            for (std::size_t i = 0; i < each.size(); ++i) {
                if (outcomes[i]) {
                    each[i].version = *outcomes[i];
                    each[i].now = disable ? DisablingTexts::tr("Disabled") : DisablingTexts::tr("Active");
                } else {
                    each[i].error = outcomes[i].error();
                }
            }
            done(std::move(each));
        });
    };
    action.undo = [pane, how, disable](std::vector<Row> before, const std::vector<std::int64_t>& versions) {
        auto back = describeDisabling(pane, how, !disable);
        back.whyNot = {};  // they were not so before, but are now
        back.undo = {};
        for (std::size_t i = 0; i < before.size(); ++i) {
            before[i].version = versions[i];
        }
        return specOf(how.words(), back, before);
    };
    action.undoKind = how.kind;
    return action;
}

}  // namespace evenhand::ui

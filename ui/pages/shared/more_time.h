// SPDX-License-Identifier: GPL-3.0-or-later
// Giving late orders more time from a list whose rows are orders or are about orders. Thread: GUI.
#pragma once

#include <QPointer>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ui/tables/table_spec.h"
#include "ui/widgets/when_field.h"

namespace evenhand::ui {

class EngineBridge;

/// A row of the list, and of the order that it is or is about the limit as it was seen.
struct LateRow {
    std::int64_t id = 0;
    OrderNo orderNo;
    std::optional<Instant> limit;
};
/// Until when, while the question stands.
using MoreTimeField = std::shared_ptr<QPointer<WhenField>>;

/// `name`: the object name of the action.
[[nodiscard]] ActionLook moreTimeLook(const QString& name);
/// What becomes of a row.
[[nodiscard]] QString moreTimeEffect();
[[nodiscard]] ActionDialog::Texts moreTimeTexts(const std::vector<LateRow>& rows);
void addMoreTimeField(UiContext& context, ActionDialog& dialog, const MoreTimeField& field);
/// Extends the order of each row; no two rows are about one.
void giveMoreTime(EngineBridge& bridge, QObject* receiver, const api::Call& call, const std::vector<LateRow>& rows,
                  const MoreTimeField& field, std::function<void(RowFlow::Answers)> done);

/// The action but for whyNot, which is the list's own.
template <typename Row>
[[nodiscard]] RowAction<Row> moreTimeAction(UiContext& context, QObject* receiver, const QString& name,
                                            std::function<LateRow(const Row&)> rowOf) {
    RowAction<Row> action;
    action.look = moreTimeLook(name);
    action.effect = [](const Row&) { return moreTimeEffect(); };
    action.once = [rowOf](const Row& row) { return rowOf(row).orderNo.str(); };
    const auto lateOf = [rowOf = std::move(rowOf)](const std::vector<Row>& rows) {
        std::vector<LateRow> late;
        late.reserve(rows.size());
        for (const auto& row : rows) {
            late.push_back(rowOf(row));
        }
        return late;
    };
    action.ask = [lateOf](const std::vector<Row>& fit) { return moreTimeTexts(lateOf(fit)); };
    auto field = std::make_shared<QPointer<WhenField>>();
    action.addFields = [&context, field](ActionDialog& dialog) { addMoreTimeField(context, dialog, field); };
    action.submitRows = [&bridge = context.bridge, receiver, lateOf, field](
                            const api::Call& call, const std::vector<Row>& fit,
                            std::function<void(RowFlow::Answers)> done) {
        giveMoreTime(bridge, receiver, call, lateOf(fit), field, std::move(done));
    };
    return action;
}

}  // namespace evenhand::ui

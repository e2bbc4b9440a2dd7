// SPDX-License-Identifier: GPL-3.0-or-later
// What a person may enter for a flash sale, field by field, before the engine is asked: the same limits, and the reason
// in words. The engine checks again.
// Thread: GUI.
#pragma once

#include <QString>
#include <optional>

#include "engine/api/seckill_types.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

template <typename T>
struct Checked {
    std::optional<T> value;
    QString problem;  ///< empty if there is a value
};

[[nodiscard]] Checked<std::string> checkActivityName(const QString& text);
[[nodiscard]] Checked<ActivityId> checkActivityId(const QString& text);
/// Whole numbers, commas may group thousands; 1 … `most`. `onHand`: of the voucher, nullopt: not known.
[[nodiscard]] Checked<std::int64_t> checkUnits(const QString& text, std::int64_t most,
                                               std::optional<std::int64_t> onHand);
[[nodiscard]] Checked<std::int64_t> checkCount(const QString& text, std::int64_t least, std::int64_t most);
/// `most`: the workspace's largest amount.
[[nodiscard]] Checked<Money> checkPrice(const QString& text, const Formats& formats, Money most);
/// Of the end, as against begin and now.
[[nodiscard]] QString problemOfEnd(Instant begin, Instant end, Instant now);
/// "noon-tea-0510", from the letters and digits there are.
[[nodiscard]] QString suggestedActivityId(const QString& name, const QDateTime& begin);

/// What may still be changed of an activity: everything but the number of a draft, name and end while it runs, the name
/// afterwards.
[[nodiscard]] bool mayChange(const char* field, const std::optional<api::ActivityState>& state);
/// Why not; empty if it may.
[[nodiscard]] QString whyFixed(const char* field, const std::optional<api::ActivityState>& state);

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The words and tones of returns, refunds and the ledger, in one place, in the language shown.
// Thread: GUI.
#pragma once

#include <QString>
#include <vector>

#include "engine/api/engine_api.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_view.h"

namespace evenhand::ui {

[[nodiscard]] QString label(api::ReturnStage stage);
[[nodiscard]] Tone tone(api::ReturnStage stage);
[[nodiscard]] QString label(api::GoodsState goods);
[[nodiscard]] QString label(api::GoodsRule rule);
[[nodiscard]] QString label(api::RefundStatus status);
[[nodiscard]] Tone tone(api::RefundStatus status);
/// A refund that the sender has given up says so.
[[nodiscard]] QString statusLabel(const api::RefundRow& refund);
[[nodiscard]] Tone tone(const api::RefundRow& refund);
[[nodiscard]] QString label(api::RefundCause cause);
[[nodiscard]] QString label(api::RefundProviderKind provider);
[[nodiscard]] QString label(api::MoneyEventKind kind);
[[nodiscard]] Tone tone(api::MoneyEventKind kind);
[[nodiscard]] QString label(api::LedgerAccount account);
/// "asset", "revenue", …
[[nodiscard]] QString kindOf(api::LedgerAccount account);
[[nodiscard]] QString label(api::LedgerKind kind);

/// "system" and what a person is called.
[[nodiscard]] QString actorLabel(const std::string& actor);
/// Who is called so, or as it is stored.
[[nodiscard]] std::string actorNamed(const QString& typed);
[[nodiscard]] QString countedReturns(std::int64_t count);
[[nodiscard]] QString countedRefunds(std::int64_t count);
[[nodiscard]] QString countedPayments(std::int64_t count);

/// Oldest first, as the engine tells them.
[[nodiscard]] std::vector<TimelineEntry> timelineOf(const std::vector<api::MoneyEvent>& events, const Formats& formats,
                                                    Instant now);
/// Who has agreed and who still must, in whole sentences.
[[nodiscard]] QString fourEyesText(const api::FourEyes& eyes, const Formats& formats);
/// Paid, refunded, granted and on its way, refundable. What is not there is a dash, never 0.
struct MoneyFigures {
    QString paid, discount, succeeded, onItsWay, refundable;
};
[[nodiscard]] MoneyFigures figuresOf(const api::OrderMoney& money, const Formats& formats);

}  // namespace evenhand::ui

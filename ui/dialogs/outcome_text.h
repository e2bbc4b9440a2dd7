// SPDX-License-Identifier: GPL-3.0-or-later
// The words for what became of one row of an action, the same on every page. Refused is a rule's no; changed meanwhile
// is another hand, or what followed from an earlier action; not known is a commit whose answer was lost, which must be
// looked at before it is repeated; not done is what was confirmed, but cancelled before the engine was asked. Thread:
// GUI.
#pragma once

#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "engine/api/order_desk.h"
#include "engine/api/returns_detail.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

/// In the order in which they are shown.
enum class OutcomeKind : std::uint8_t { Unknown, Changed, Refused, NotDone, LeftOut, Done };
[[nodiscard]] OutcomeKind outcomeKind(const std::optional<Error>& error, bool leftOut);
[[nodiscard]] QString outcomeWord(OutcomeKind kind);
[[nodiscard]] Tone outcomeTone(OutcomeKind kind) noexcept;

struct OutcomeCounts {
    std::int64_t done = 0;
    std::int64_t unknown = 0;
    std::int64_t changed = 0;
    std::int64_t refused = 0;
    std::int64_t notDone = 0;
    std::int64_t leftOut = 0;
    void add(OutcomeKind kind) noexcept;
    /// Nothing went otherwise than asked.
    [[nodiscard]] bool allDone() const noexcept { return unknown + changed + refused + notDone == 0; }
};
/// "3 done, 1 changed meanwhile, 2 refused".
[[nodiscard]] QString outcomeSummary(const OutcomeCounts& counts);

/// Of an answer that refuses: rows of one action had the state that allows it when they were shown, so that a state
/// which does not allow it was changed since.
[[nodiscard]] inline bool refusedByState(const std::optional<Error>& error) {
    return error && error->code == ErrorCode::WrongStatus;
}
/// Of so many rows the last change is read and said; more are a matter for the list.
inline constexpr std::size_t kChangesSaid = 20;
/// "Approved by ann, 12:30:05".
[[nodiscard]] QString changeText(const QString& what, const std::string& actor, Instant at, const Formats& formats,
                                 Instant now);

/// Of an answer that says who was quicker, when and with what: "Changed by ann, 12:30:05: Edit a campaign"; empty: it
/// does not.
[[nodiscard]] QString whoChanged(const std::optional<Error>& error, const Formats& formats, Instant now);

/// As errorText(); where the engine says who was quicker, that in place of its words.
[[nodiscard]] QString refusalText(const Error& error, const Formats& formats, Instant now);

/// Of the last of these events; empty: there is none.
[[nodiscard]] QString lastOf(const std::vector<api::MoneyEvent>& events, const Formats& formats, Instant now);

/// Of orders that were given to somebody named: the name.
using BoundFor = std::map<OrderNo, QString>;
/// " With Li Ming now.": the couriers of these orders, to whom those go that nobody has yet, and how many go to the
/// next fairest; empty without orders.
[[nodiscard]] QString whoHasThem(const std::vector<api::OrderRow>& orders, const BoundFor& bound = {});

}  // namespace evenhand::ui

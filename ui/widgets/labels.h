// SPDX-License-Identifier: GPL-3.0-or-later
// The label and the tone of every status, in one place, in the language shown.
// Thread: GUI.
#pragma once

#include <QString>
#include <optional>

#include "engine/api/engine_api.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

[[nodiscard]] QString label(api::OrderStatus status);
[[nodiscard]] Tone tone(api::OrderStatus status);
[[nodiscard]] QString label(api::CloseReason reason);
[[nodiscard]] QString label(api::DispatchMode mode);
[[nodiscard]] QString label(api::JoinRule rule);
[[nodiscard]] QString label(api::WaitReason reason);
[[nodiscard]] Tone tone(api::WaitReason reason);
[[nodiscard]] QString label(api::OwedKind kind);
[[nodiscard]] QString label(api::EventKind kind);
[[nodiscard]] Tone tone(api::EventKind kind);
[[nodiscard]] QString label(api::EngineState state);
[[nodiscard]] Tone tone(api::EngineState state);

[[nodiscard]] QString label(api::TimerKind kind);
[[nodiscard]] QString label(api::TimerState state);
[[nodiscard]] Tone tone(api::TimerState state);
[[nodiscard]] QString label(api::AlertKind kind);
[[nodiscard]] QString label(api::AlertState state);
[[nodiscard]] Tone tone(api::AlertState state);
/// What a timer of this kind does when it is due: "closes the order".
[[nodiscard]] QString effectOf(api::TimerKind kind);
/// "assigned", … of a resolved alert in the language shown; what a person wrote stays as it is.
[[nodiscard]] QString resolutionLabel(const std::string& resolution);

/// "Closed: timeout", "Paid"; what a status column shows.
[[nodiscard]] QString statusLabel(const api::OrderRow& row);

/// UTF-8 text of the engine as QString.
[[nodiscard]] inline QString text(const std::string& utf8) { return QString::fromStdString(utf8); }
template <typename Tag>
[[nodiscard]] QString text(const base::TextId<Tag>& id) {
    return QString::fromStdString(id.str());
}
/// The id where there is no name.
[[nodiscard]] inline QString nameOf(const api::CourierRow& courier) {
    return courier.name.empty() ? text(courier.id) : text(courier.name);
}
/// Data for a tooltip: shown as it is, never read as rich text.
[[nodiscard]] QString plainToolTip(const QString& data);

}  // namespace evenhand::ui

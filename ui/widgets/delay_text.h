// SPDX-License-Identifier: GPL-3.0-or-later
// Delays as people write them: "30 min", "1 h 30 min", "1.5h", "250 ms", "2天"; exact to the millisecond both ways.
// Thread: any; the sentences are in the language shown.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <span>

namespace evenhand::ui {

struct ReadDelay {
    std::optional<std::int64_t> ms;
    QString problem;  ///< why not; empty if it was understood
};

/// Numbers with units (ms, s, min or m, h, d; also in Chinese), each at most once; "0" needs none. The result lies in
/// `lowMs` … `highMs`, else the problem says so. A part of a millisecond, a sign and anything else are refused.
[[nodiscard]] ReadDelay readDelay(const QString& text, std::int64_t lowMs, std::int64_t highMs);
/// "1 h 30 min", "250 ms", "0 s"; readDelay() gives the same number back. 0 … 10 years.
[[nodiscard]] QString writeDelay(std::int64_t ms);
/// 1 s, 5 s, 10 s, 30 s, 1 min … 2 h: what is offered; any other delay can be typed.
[[nodiscard]] std::span<const std::int64_t> delayLevels();

}  // namespace evenhand::ui

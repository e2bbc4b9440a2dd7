// SPDX-License-Identifier: GPL-3.0-or-later
// How commands that act on rows read their words, show times and amounts, and tell what became of each row.
// Thread: the program's main thread.
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ctl/command.h"
#include "engine/api/engine_api.h"
#include "engine/base/clock.h"
#include "engine/base/money.h"

namespace evenhand::ctl {

/// "2026-01-31T18:00:00.000Z".
[[nodiscard]] std::string timeText(Instant instant);
[[nodiscard]] QJsonValue timeValue(std::optional<Instant> instant);

// Money: text in the currency's units, with the currency; documents (--json) in minor units, as numbers. Commands that
// have no workspace have no currency: there text is in minor units too, and says so.
/// "12.50 CNY".
[[nodiscard]] std::string moneyText(Money amount, const api::WorkspaceInfo& workspace);
/// "amount (CNY)", over a column of amounts without it.
[[nodiscard]] std::string moneyHeader(std::string_view name, const api::WorkspaceInfo& workspace);

/// For what a workspace is degraded: notes on standard error, and the member of the document.
/// `told`: those that need not be said, because they were; by their codes, since the text of a clock goes on.
void tellReasons(ConsoleIo& io, const std::vector<api::StandingReason>& reasons,
                 const std::vector<api::StandingReason>& told = {});
[[nodiscard]] QJsonArray reasonsValue(const std::vector<api::StandingReason>& reasons);

/// What became of each row that was acted on: a line for people and an object of the document each.
class OutcomeList {
public:
    explicit OutcomeList(ConsoleIo& io) : m_io(io) {}
    /// `name`: "Refund 7". `row`: what the document says besides the error. `done`: what is said where there is none.
    void add(const std::string& name, QJsonObject row, const std::optional<Error>& error, const std::string& done);
    /// Writes the document, the rows under `member`; kRowsRejected if one was not done.
    [[nodiscard]] ExitCode end(const QString& member);

private:
    ConsoleIo& m_io;
    QJsonArray m_rows;
    bool m_anyError = false;
};

/// Units of durations in ms, the largest first.
inline constexpr std::array<std::pair<std::string_view, std::int64_t>, 5> kDurationUnits{
    {{"d", base::kDayMs}, {"h", 3'600'000}, {"m", base::kMinuteMs}, {"s", 1'000}, {"ms", 1}}};
/// "90s", "5m", "2h", "1d", "250ms" in ms: 1 … kMaxTimerDelayMs; nullopt: it is none.
[[nodiscard]] std::optional<std::int64_t> durationFrom(std::string_view text) noexcept;

[[nodiscard]] tl::unexpected<Error> wrongUsage(std::string message);
/// The words behind the first as row ids, at least one.
[[nodiscard]] Result<std::vector<std::int64_t>> rowIds(const Arguments& arguments);
/// "SKU=3,OTHER=0": units per SKU.
[[nodiscard]] Result<std::vector<std::pair<std::string, std::int64_t>>> unitsPerSku(const std::string& text,
                                                                                    std::string_view option);
/// The --version that somebody has seen: 1 …; without it 0, which is whatever it is now.
[[nodiscard]] Result<std::int64_t> seenVersion(const Arguments& arguments);
/// The --reason; wrong usage if it is missing.
[[nodiscard]] Result<std::string> neededReason(const Arguments& arguments);

}  // namespace evenhand::ctl

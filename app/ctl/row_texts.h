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
#include "engine/base/text_table.h"

namespace evenhand::ctl {

/// Of soft dispatch where one engine is alone (api::WorkspaceInfo::engineAlone).
inline constexpr std::string_view kSameAsStrong =
    "the same as strong: one engine alone has nobody between its two steps";

/// "2026-01-31T18:00:00.000Z".
[[nodiscard]] std::string timeText(Instant instant);
[[nodiscard]] QJsonValue timeValue(std::optional<Instant> instant);
/// Whole days, hours or minutes: "3 d", "5 h", "12 min".
[[nodiscard]] std::string ageText(std::int64_t ms);

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

/// Rows that are listed: a line for people and an object of the document each.
class RowList {
public:
    RowList(ConsoleIo& io, std::vector<std::string> header) : m_io(io), m_table(std::move(header)) {}
    void add(const std::vector<std::string>& cells, const QJsonObject& row);
    /// Writes them, in the document under `member`.
    [[nodiscard]] ExitCode end(const QString& member);
    /// The same of some of `total`, which `counted` says in words: "7 refunds".
    [[nodiscard]] ExitCode end(const QString& member, std::int64_t total, const std::string& counted);

private:
    ConsoleIo& m_io;
    TextTable m_table;
    QJsonArray m_rows;
};

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
/// The first word, one of these; else wrong usage says them all.
[[nodiscard]] Result<std::string> verbOf(const Arguments& arguments, const std::vector<std::string_view>& verbs);
/// The same as a value.
template <typename Verb, std::size_t N>
[[nodiscard]] Result<Verb> verbOf(const Arguments& arguments, const base::TextTable<Verb, N>& verbs) {
    std::vector<std::string_view> names;
    for (const auto& [verb, name] : verbs) {
        names.push_back(name);
    }
    EVENHAND_ASSIGN(const auto word, verbOf(arguments, names));
    return *base::valueOf(verbs, word);
}
/// The value of an option that is one of `names`, alone; without the option none.
template <typename Value, typename From>
[[nodiscard]] Result<std::vector<Value>> oneOf(const Arguments& arguments, std::string_view option, From from,
                                               const std::string& names) {
    if (!arguments.has(option)) {
        return std::vector<Value>();
    }
    const auto value = from(arguments.value(option));
    return value ? Result<std::vector<Value>>(std::vector<Value>{*value})
                 : wrongUsage(std::string(option) + " is " + names);
}
/// The --limit of a list.
[[nodiscard]] Result<std::int64_t> limitOf(const Arguments& arguments);
/// A time with its offset.
[[nodiscard]] Result<Instant> instantOf(const Arguments& arguments, std::string_view option);
/// The words behind the first as row ids, at least one.
[[nodiscard]] Result<std::vector<std::int64_t>> rowIds(const Arguments& arguments);
/// Rows by these ids, as they are now.
template <typename Ref>
[[nodiscard]] std::vector<Ref> refsOf(const std::vector<std::int64_t>& ids) {
    std::vector<Ref> refs;
    for (const auto id : ids) {
        refs.push_back({{id}, 0});
    }
    return refs;
}
/// Of an action that takes one row.
template <typename Outcome>
[[nodiscard]] Result<std::vector<Outcome>> alone(Result<Outcome> outcome) {
    if (!outcome) {
        return fail(std::move(outcome).error());
    }
    return std::vector<Outcome>{*std::move(outcome)};
}
/// "SKU=3,OTHER=0": units per SKU.
[[nodiscard]] Result<std::vector<std::pair<std::string, std::int64_t>>> unitsPerSku(const std::string& text,
                                                                                    std::string_view option);
/// The --version that somebody has seen: 1 …; without it 0, which is whatever it is now.
[[nodiscard]] Result<std::int64_t> seenVersion(const Arguments& arguments);
/// The --reason; wrong usage if it is missing.
[[nodiscard]] Result<std::string> neededReason(const Arguments& arguments);

}  // namespace evenhand::ctl

// SPDX-License-Identifier: GPL-3.0-or-later
// Random-discount campaigns as values. All amounts are minor units. Thread: value types, any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/error.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

/// Draft → Building → Running ⇄ Paused → Ended. A running campaign draws from its begin on, until its end.
enum class CampaignState : std::uint8_t { Draft, Building, Running, Paused, Ended };
enum class CampaignEnd : std::uint8_t { Time, Stopped, Exhausted };
enum class DrawState : std::uint8_t { Granted, Refused, RolledBack };
/// Why a draw gives nothing. The first four leave no record: the same draw may be asked for again.
enum class DrawRefusal : std::uint8_t {
    NotStarted,
    Paused,
    Ended,
    UnderWay,  ///< somebody else is at this draw right now; ask again
    Exhausted,
    CountLimit,
    AmountLimit,
    NothingPayable,
    RolledBack,  ///< it was interrupted and undone
};

// "draft", …; "time", …; "granted", …; "not_started", …
[[nodiscard]] std::string_view toText(CampaignState value) noexcept;
[[nodiscard]] std::string_view toText(CampaignEnd value) noexcept;
[[nodiscard]] std::string_view toText(DrawState value) noexcept;
[[nodiscard]] std::string_view toText(DrawRefusal value) noexcept;
[[nodiscard]] std::optional<CampaignState> campaignStateFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<CampaignEnd> campaignEndFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<DrawState> drawStateFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<DrawRefusal> drawRefusalFrom(std::string_view text) noexcept;

inline constexpr std::int64_t kMaxCampaignMinor = 999'999'999'999;  ///< budget, limits: below 10^12
inline constexpr std::int64_t kMaxCampaignPlaces = 100'000'000;
inline constexpr std::int64_t kMaxCampaignQueues = 10'000;
inline constexpr std::int64_t kMaxCampaignCount = 9'000;  ///< count × 10^12 + amount stays below 2^53
inline constexpr std::int64_t kDiscountStep = 10;         ///< minor units: what the largest discount is divisible by
inline constexpr std::int64_t kMinDrawValidityMs = 1'000;
inline constexpr std::int64_t kMaxDrawValidityMs = 3'652 * base::kDayMs;  ///< 10 years
inline constexpr std::int64_t kMinDrawRecoveryMs = 100;
inline constexpr std::int64_t kMaxDrawRecoveryMs = base::kHourMs;

/// What decides the amounts. Feasible if 1 <= places <= budget <= places × max.
struct CampaignShape {
    Money budget;              ///< 1 … kMaxCampaignMinor
    std::int64_t places = 0;   ///< 1 … kMaxCampaignPlaces
    Money maxDiscount{1'000};  ///< divisible by kDiscountStep
    std::int64_t queues = 1;   ///< 1 … kMaxCampaignQueues
    bool operator==(const CampaignShape&) const = default;
};
struct CampaignSettings {
    std::string name;
    CampaignShape shape;
    std::int64_t countLimit = 1;       ///< draws per user, 1 … kMaxCampaignCount
    Money amountLimit{1'000};          ///< per user, 1 … kMaxCampaignMinor
    Instant begin;                     ///< draws before are refused
    Instant end;                       ///< after begin
    std::optional<std::int64_t> seed;  ///< >= 0; nullopt: one is made when the campaign is started
    bool capAtMax = true;              ///< amount and compensation of one draw together are at most maxDiscount
    /// Of a granted draw without an order, kMinDrawValidityMs … kMaxDrawValidityMs.
    std::int64_t validityMs = 30 * base::kMinuteMs;
    /// An interrupted draw is recovered after, kMinDrawRecoveryMs … kMaxDrawRecoveryMs.
    std::int64_t recoveryMs = 5'000;
    bool operator==(const CampaignSettings&) const = default;
};
/// The fields of CampaignSettings by name ("name", "budget", …, "recovery_ms") that an edit may change now. Limits of
/// users may only be raised once the campaign has been started.
[[nodiscard]] std::span<const std::string_view> editableFields(CampaignState state, bool begun) noexcept;

/// Why settings are refused: the field, and values of that and other fields each of which alone would make it feasible.
struct Infeasible {
    Error error;
    struct Nearest {
        std::string field;
        std::int64_t value = 0;
    };
    std::vector<Nearest> nearest;
};

struct CampaignPreview {
    std::optional<Infeasible> infeasible;  ///< then nothing else is set
    struct List {
        std::int64_t places = 0;
        std::int64_t amount = 0;
    };
    std::vector<List> lists;              ///< 1 the even spread, 2 the small change, 3 the rest
    std::vector<std::int64_t> histogram;  ///< places per tenth of (0, max]
    std::vector<std::int64_t> queues;     ///< places per queue
    std::vector<std::string> warnings;    ///< "few_places", "narrow_spread", … with words for people
    std::int64_t seed = 0;                ///< that was used
    std::vector<std::int64_t> sample;     ///< the first amounts of the first queue, at most 100
};

struct CampaignRow {
    CampaignId id;
    CampaignSettings settings;
    CampaignState state = CampaignState::Draft;
    std::optional<CampaignEnd> ended;
    std::optional<Instant> startedAt, endedAt;
    std::int64_t built = 0;  ///< places in their queues so far
    std::int64_t version = 0;
};

struct DrawRequest {
    CampaignId campaign;
    DrawId id;  ///< a UUID; empty: the engine makes one
    UserId user;
    std::optional<Money> payable;  ///< the discount is at most this; nullopt: no bound
};
/// The draw of an order that is being placed.
struct OrderDraw {
    CampaignId campaign;
    DrawId id;  ///< empty: a new one
    bool operator==(const OrderDraw&) const = default;
};
struct DrawAnswer {
    DrawId id;
    std::optional<DrawRefusal> refusal;  ///< nullopt: granted
    Money amount;
    std::optional<Instant> validUntil;  ///< of a granted draw that has no order yet
    bool givenBack = false;
    bool repeated = false;  ///< this draw was answered before
};

/// Empty members do not filter.
struct DrawFilter {
    CampaignId campaign;
    UserId user;
    std::vector<DrawState> states;
    DrawId id{};
};
/// Drawn: in order of drawing. Id: by the draw's own id, so that draws of one maker stand together.
enum class DrawSort : std::uint8_t { Drawn, Id };
struct DrawQuery {
    DrawFilter filter;
    bool descending = true;
    std::int64_t offset = 0;
    std::int64_t limit = 256;  ///< 1 … 10,000
    DrawSort sort = DrawSort::Drawn;
};
struct DrawRow {
    DrawId id;
    CampaignId campaign;
    UserId user;
    DrawState state = DrawState::Granted;
    std::optional<DrawRefusal> refusal;
    Money amount;
    Instant at;
    std::int64_t queue = -1;  ///< -1: none was taken from
    OrderNo orderNo;          ///< empty: none
    std::optional<Instant> validUntil, givenBackAt;
};

}  // namespace evenhand::api

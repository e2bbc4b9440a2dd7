// SPDX-License-Identifier: GPL-3.0-or-later
// Reading instants of files: ISO 8601 (with or without an offset) or a pattern of a profile, strictly and without a
// locale. Times without an offset are in the given zone.
// Thread: confined to its owner (it remembers the zone's last offset).
#pragma once

#include <QTimeZone>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/clock.h"

namespace evenhand::import {

class TimestampReader {
public:
    /// `pattern`: empty for ISO 8601 (YYYY-MM-DD, T or a blank, hh:mm[:ss[.f…]], then nothing, Z or ±hh[[:]mm]);
    /// else made of yyyy MM M dd d HH H mm m ss s, other characters standing for themselves. A single letter takes
    /// one or two digits ("3" and "03"), a double one exactly two.
    /// `also`: a second pattern, for texts that are not of the first form; empty: there is none.
    TimestampReader(const QTimeZone& zone, std::string pattern, std::string also = {});

    /// nullopt: not an instant, or not one of the years 1970 … 2199. A local time that the zone skips is read with
    /// the offset before the change; of one that it has twice, the earlier is meant.
    [[nodiscard]] std::optional<Instant> read(std::string_view text);

    /// Is `pattern` one that read() understands (it names a year, a month, a day and an hour)?
    [[nodiscard]] static bool validPattern(std::string_view pattern);

private:
    struct Parts {
        int year = -1, month = -1, day = -1, hour = -1, minute = 0, second = 0, milli = 0;
        std::optional<int> offsetSeconds;
    };
    [[nodiscard]] static bool readIso(std::string_view text, Parts& parts);
    [[nodiscard]] static bool readPattern(std::string_view pattern, std::string_view text, Parts& parts);
    [[nodiscard]] std::int64_t zoneToUtc(std::int64_t localMs);

    QTimeZone m_zone;
    std::string m_pattern;
    std::string m_also;
    std::int64_t m_cachedHour = -1;     ///< local hour since 1970 whose offset is known …
    std::int64_t m_cachedOffsetMs = 0;  ///< … and whole
};

}  // namespace evenhand::import

// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges of sorted sets by rank, score and member.
#include <algorithm>

#include "engine/keyspace/commands/command_table.h"

namespace evenhand::keyspace {

namespace {

enum class By : std::uint8_t { Auto, Rank, Score, Lex };
enum class Direction : std::uint8_t { Auto, Forward, Reverse };

struct ScoreRange {
    double min = 0;
    double max = 0;
    bool minExclusive = false;
    bool maxExclusive = false;

    [[nodiscard]] bool below(const ScoreEntry& e) const noexcept {
        return minExclusive ? e.score <= min : e.score < min;
    }
    [[nodiscard]] bool notAbove(const ScoreEntry& e) const noexcept {
        return maxExclusive ? e.score < max : e.score <= max;
    }
};

struct LexBound {
    enum class Kind : std::uint8_t { Lowest, Value, Highest } kind = Kind::Value;
    bool exclusive = false;
    std::string_view value;
};

struct LexRange {
    LexBound min;
    LexBound max;

    [[nodiscard]] bool below(const ScoreEntry& e) const noexcept {
        switch (min.kind) {
            case LexBound::Kind::Lowest: return false;
            case LexBound::Kind::Highest: return true;
            case LexBound::Kind::Value: return min.exclusive ? e.node->name() <= min.value : e.node->name() < min.value;
        }
        return false;
    }
    [[nodiscard]] bool notAbove(const ScoreEntry& e) const noexcept {
        switch (max.kind) {
            case LexBound::Kind::Lowest: return false;
            case LexBound::Kind::Highest: return true;
            case LexBound::Kind::Value: return max.exclusive ? e.node->name() < max.value : e.node->name() <= max.value;
        }
        return false;
    }
};

bool parseScoreBound(std::string_view s, double& value, bool& exclusive) {
    exclusive = !s.empty() && s.front() == '(';
    return parseBound(exclusive ? s.substr(1) : s, value);
}

bool parseScoreRange(std::string_view min, std::string_view max, ScoreRange& range) {
    return parseScoreBound(min, range.min, range.minExclusive) && parseScoreBound(max, range.max, range.maxExclusive);
}

bool parseLexBound(std::string_view s, LexBound& bound) {
    if (s == "+" || s == "-") {
        bound.kind = s == "+" ? LexBound::Kind::Highest : LexBound::Kind::Lowest;
        return true;
    }
    if (s.empty() || (s.front() != '(' && s.front() != '[')) {
        return false;
    }
    bound.exclusive = s.front() == '(';
    bound.value = s.substr(1);
    return true;
}

Reply badScoreRange() { return Reply::error("ERR min or max is not a float"); }

/// A run of entries: ranks [first, last).
struct Ranks {
    std::size_t first = 0;
    std::size_t last = 0;
    [[nodiscard]] std::size_t count() const noexcept { return last > first ? last - first : 0; }
};

template <typename Range>
Ranks ranksOf(const ScoreTree& order, const Range& range) {
    const std::size_t first = order.firstNot([&range](const ScoreEntry& e) { return range.below(e); }).rank;
    const std::size_t last = order.firstNot([&range](const ScoreEntry& e) { return range.notAbove(e); }).rank;
    return {first, last};
}

struct Options {
    By by = By::Auto;
    Direction direction = Direction::Auto;
    bool withScores = false;
    std::int64_t offset = 0;
    std::int64_t limit = -1;
};

std::optional<Reply> parseRangeOptions(const Call& call, Options& options) {
    for (std::size_t i = 4; i < call.size(); ++i) {
        const std::size_t left = call.size() - i - 1;
        if (equalsNoCase(call[i], "withscores")) {
            options.withScores = true;
        } else if (equalsNoCase(call[i], "limit") && left >= 2) {
            if (!parseInteger(call[i + 1], options.offset) || !parseInteger(call[i + 2], options.limit)) {
                return notInteger();
            }
            i += 2;
        } else if (options.direction == Direction::Auto && equalsNoCase(call[i], "rev")) {
            options.direction = Direction::Reverse;
        } else if (options.by == By::Auto && equalsNoCase(call[i], "bylex")) {
            options.by = By::Lex;
        } else if (options.by == By::Auto && equalsNoCase(call[i], "byscore")) {
            options.by = By::Score;
        } else {
            return syntaxError();
        }
    }
    options.by = options.by == By::Auto ? By::Rank : options.by;
    if (options.limit != -1 && options.by == By::Rank) {
        return Reply::error("ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
    }
    if (options.withScores && options.by == By::Lex) {
        return Reply::error("ERR syntax error, WITHSCORES not supported in combination with BYLEX");
    }
    return std::nullopt;
}

// Entries `from` (counted from the end in reverse) and the `count - 1` after it.
Reply collect(const ScoreTree& order, std::size_t from, std::size_t count, bool reverse, bool withScores) {
    if (count == 0) {
        return Reply::array();
    }
    std::vector<Reply> found;
    found.reserve(withScores ? 2 * count : count);
    auto p = order.at(reverse ? order.size() - 1 - from : from);
    for (std::size_t i = 0; i < count; ++i) {
        const ScoreEntry& entry = p.entry();
        found.push_back(bulk(entry.node->name()));
        if (withScores) {
            found.push_back(Reply::bulk(formatDouble(entry.score)));
        }
        reverse ? p.previous() : p.next();
    }
    return Reply::array(std::move(found));
}

// Cuts a run down by LIMIT and answers it.
Reply limited(const ScoreTree& order, const Ranks& ranks, const Options& options, bool reverse) {
    std::size_t count = ranks.count();
    if (options.offset < 0 || static_cast<std::size_t>(options.offset) >= count) {
        return Reply::array();
    }
    const auto offset = static_cast<std::size_t>(options.offset);
    count -= offset;
    if (options.limit >= 0) {
        count = std::min(count, static_cast<std::size_t>(options.limit));
    }
    const std::size_t from = (reverse ? order.size() - ranks.last : ranks.first) + offset;
    return collect(order, from, count, reverse, options.withScores);
}

Reply rankedRange(const Call& call, Options options) {
    if (auto error = parseRangeOptions(call, options)) {
        return *std::move(error);
    }
    const bool reverse = options.direction == Direction::Reverse;
    const std::string_view low = reverse ? call[3] : call[2];
    const std::string_view high = reverse ? call[2] : call[3];
    std::int64_t start = 0;
    std::int64_t stop = 0;
    ScoreRange scores;
    LexRange members;
    if (options.by == By::Rank && (!parseInteger(call[2], start) || !parseInteger(call[3], stop))) {
        return notInteger();
    }
    if (options.by == By::Score && !parseScoreRange(low, high, scores)) {
        return badScoreRange();
    }
    if (options.by == By::Lex && !(parseLexBound(low, members.min) && parseLexBound(high, members.max))) {
        return Reply::error("ERR min or max not valid string range item");
    }
    const auto [key, wrong] = lookup(call, call[1], Type::ZSet);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        return Reply::array();
    }
    const ScoreTree& order = key->zset->order;
    if (options.by == By::Rank) {
        if (!clampRange(start, stop, static_cast<std::int64_t>(order.size()))) {
            return Reply::array();
        }
        return collect(order, static_cast<std::size_t>(start), static_cast<std::size_t>(stop - start + 1), reverse,
                       options.withScores);
    }
    return limited(order, options.by == By::Score ? ranksOf(order, scores) : ranksOf(order, members), options, reverse);
}

}  // namespace

Reply cmdZRange(const Call& call) { return rankedRange(call, {}); }
Reply cmdZRevRange(const Call& call) {
    Options options;
    options.by = By::Rank;
    options.direction = Direction::Reverse;
    return rankedRange(call, options);
}
Reply cmdZRangeByScore(const Call& call) {
    Options options;
    options.by = By::Score;
    options.direction = Direction::Forward;
    return rankedRange(call, options);
}
Reply cmdZRevRangeByScore(const Call& call) {
    Options options;
    options.by = By::Score;
    options.direction = Direction::Reverse;
    return rankedRange(call, options);
}

Reply cmdZCount(const Call& call) {
    ScoreRange scores;
    if (!parseScoreRange(call[2], call[3], scores)) {
        return badScoreRange();
    }
    const auto [key, wrong] = lookup(call, call[1], Type::ZSet);
    if (wrong) {
        return wrongType();
    }
    return number(key == nullptr ? 0 : ranksOf(key->zset->order, scores).count());
}

Reply cmdZRemRangeByScore(const Call& call) {
    ScoreRange scores;
    if (!parseScoreRange(call[2], call[3], scores)) {
        return badScoreRange();
    }
    const auto [key, wrong] = lookup(call, call[1], Type::ZSet);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        return Reply::number(0);
    }
    const Ranks ranks = ranksOf(key->zset->order, scores);
    for (std::size_t i = 0; i < ranks.count(); ++i) {
        call.store.zsetErase(key, key->zset->order.at(ranks.first).entry().node);
    }
    call.store.removeIfEmpty(key);
    return number(ranks.count());
}

}  // namespace evenhand::keyspace

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rebuild/campaign_queue.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "engine/base/counted.h"
#include "engine/base/number_text.h"
#include "engine/draws/steps.h"

namespace evenhand::rebuild {
namespace {

using campaigns::QueueKeys;
using Amounts = std::vector<std::int64_t>;

constexpr std::size_t kPerCommand = 200;  ///< entries that one command takes with ease

std::int64_t sumOf(std::span<const std::int64_t> amounts) {
    return std::accumulate(amounts.begin(), amounts.end(), std::int64_t{0});
}

std::string placesText(std::int64_t count) { return base::counted(count, "place"); }

/// A list of numbers; nullopt: there is something else in it.
std::optional<Amounts> numbersOf(const std::vector<std::string>& entries) {
    Amounts numbers;
    numbers.reserve(entries.size());
    for (const auto& entry : entries) {
        const auto number = base::numberFrom(entry);
        if (!number) {
            return std::nullopt;
        }
        numbers.push_back(*number);
    }
    return numbers;
}

/// The amounts of chunks; nullopt: they are no chunks.
std::optional<Amounts> amountsOf(const std::vector<std::string>& chunks, std::int64_t width) {
    const auto bytes = static_cast<std::size_t>(width);
    Amounts amounts;
    for (const auto& chunk : chunks) {
        if (chunk.empty() || chunk.size() % bytes != 0) {
            return std::nullopt;
        }
        for (std::size_t at = 0; at < chunk.size(); at += bytes) {
            std::int64_t amount = 0;
            for (std::size_t i = 0; i < bytes; ++i) {
                amount = amount << 8 | static_cast<unsigned char>(chunk[at + i]);
            }
            amounts.push_back(amount);
        }
    }
    return amounts;
}

/// A queue as the keyspace has it.
struct FoundQueue {
    std::optional<Amounts> chunks;  ///< with those of the first chunk that are used
    std::int64_t firstChunk = 0;    ///< amounts of the first chunk
    std::optional<Amounts> returned;
    std::optional<Amounts> compensation;
    Texts figures;
};

Result<FoundQueue> readQueue(const Sides& sides, Tally& tally, const QueueKeys& keys, std::int64_t width) {
    FoundQueue queue;
    EVENHAND_ASSIGN(queue.figures, membersOf(sides, tally, keys.figures, Members::Hash));
    EVENHAND_ASSIGN(const auto chunks, listOf(sides, tally, keys.chunks));
    queue.chunks = amountsOf(chunks, width);
    if (!chunks.empty()) {
        queue.firstChunk = static_cast<std::int64_t>(chunks.front().size()) / width;
    }
    EVENHAND_ASSIGN(const auto returned, listOf(sides, tally, keys.returned));
    queue.returned = numbersOf(returned);
    EVENHAND_ASSIGN(const auto compensation, listOf(sides, tally, keys.compensation));
    queue.compensation = numbersOf(compensation);
    return queue;
}

/// Whether the lists can be what is left, with so many used of the first chunk.
struct Judgement {
    bool chunksFit = false;    ///< the end of the share
    bool returnedFit = false;  ///< of what comes before that
    std::int64_t left = 0;     ///< places in the chunks
    std::int64_t beyond = 0;   ///< places that are held or left, less those that there are
    std::int64_t amount = 0;   ///< in chunks and returned
    std::int64_t wanted = 0;   ///< of compensation
    [[nodiscard]] bool listsFit() const noexcept { return chunksFit && returnedFit && beyond == 0 && wanted >= 0; }
};

Judgement judge(const FoundQueue& queue, std::span<const std::int64_t> share, const QueueRows& rows,
                std::int64_t cursor) {
    Judgement found;
    const Amounts none;
    const auto& all = queue.chunks ? *queue.chunks : none;
    const auto& returned = queue.returned ? *queue.returned : none;
    const bool sane = queue.chunks && cursor >= 0 && cursor <= static_cast<std::int64_t>(all.size()) &&
                      (cursor < queue.firstChunk || cursor == 0);
    const auto left = sane ? std::span<const std::int64_t>(all).subspan(static_cast<std::size_t>(cursor))
                           : std::span<const std::int64_t>();
    found.left = static_cast<std::int64_t>(left.size());
    found.chunksFit =
        sane && left.size() <= share.size() && std::equal(left.begin(), left.end(), share.end() - found.left);
    auto before = Amounts(share.begin(), share.end() - (found.chunksFit ? found.left : 0));
    auto sorted = returned;
    std::sort(before.begin(), before.end());
    std::sort(sorted.begin(), sorted.end());
    found.returnedFit = queue.returned && std::includes(before.begin(), before.end(), sorted.begin(), sorted.end());
    found.beyond =
        found.left + static_cast<std::int64_t>(returned.size()) + rows.places - static_cast<std::int64_t>(share.size());
    found.amount = sumOf(left) + sumOf(returned);
    found.wanted = sumOf(share) - rows.kept - found.amount;
    return found;
}

/// RPUSH, some at a time.
Result<void> push(const Sides& sides, std::string_view key, std::span<const std::int64_t> amounts) {
    while (!amounts.empty()) {
        const auto some = amounts.first(std::min(amounts.size(), kPerCommand));
        std::vector<std::string> texts;
        texts.reserve(some.size());
        for (const auto amount : some) {
            texts.push_back(std::to_string(amount));
        }
        std::vector<std::string_view> args{"RPUSH", key};
        args.insert(args.end(), texts.begin(), texts.end());
        EVENHAND_TRY(sides.keyspace.call(args));
        amounts = amounts.subspan(some.size());
    }
    return {};
}

/// In pieces of an average amount: one draw takes one of them.
Amounts piecesOf(std::int64_t compensation, std::span<const std::int64_t> share) {
    const auto mean =
        share.empty() ? 1 : std::max<std::int64_t>(1, sumOf(share) / static_cast<std::int64_t>(share.size()));
    Amounts pieces;
    for (auto rest = compensation; rest > 0; rest -= pieces.back()) {
        pieces.push_back(std::min(rest, mean));
    }
    return pieces;
}

Result<void> writeCompensation(const Sides& sides, const QueueKeys& keys, std::int64_t compensation,
                               std::span<const std::int64_t> share) {
    EVENHAND_TRY(sides.keyspace.call({"DEL", keys.compensation}));
    return push(sides, keys.compensation, piecesOf(compensation, share));
}

/// What is left of a queue when draws hold so many places: those at the head, or the largest.
struct LeftOver {
    std::span<const std::int64_t> chunks;
    Amounts returned;
    std::int64_t compensation = 0;
};

Result<LeftOver> leftOf(std::span<const std::int64_t> share, const QueueRows& rows) {
    const auto held = static_cast<std::size_t>(rows.places);
    LeftOver left;
    if (rows.places >= 0 && held <= share.size()) {
        left.chunks = share.subspan(held);
        left.compensation = sumOf(share.first(held)) - rows.kept;
        if (left.compensation >= 0) {
            return left;
        }
        std::vector<std::size_t> order(share.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return share[a] > share[b]; });
        order.erase(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(held));
        std::sort(order.begin(), order.end());
        for (const auto at : order) {
            left.returned.push_back(share[at]);
        }
        left.chunks = {};
        left.compensation = sumOf(share) - sumOf(left.returned) - rows.kept;
        if (left.compensation >= 0) {
            return left;
        }
    }
    return fail(ErrorCode::WorkspaceDamaged,
                "the draws of a queue hold " + placesText(rows.places) + " of " + std::to_string(rows.kept) +
                    ", more than it was built of",
                "campaign");
}

Result<void> rebuildQueue(const Sides& sides, const QueueKeys& keys, std::span<const std::int64_t> share,
                          std::int64_t width, const QueueRows& rows) {
    EVENHAND_ASSIGN(const auto left, leftOf(share, rows));
    EVENHAND_TRY(sides.keyspace.call({"DEL", keys.chunks}));
    EVENHAND_TRY(sides.keyspace.call({"DEL", keys.returned}));
    EVENHAND_TRY(sides.keyspace.call({"DEL", keys.figures}));
    std::int64_t held = 0;
    for (auto rest = left.chunks; !rest.empty();) {
        const auto some =
            rest.first(std::min(rest.size(), kPerCommand * static_cast<std::size_t>(campaigns::kChunkAmounts)));
        EVENHAND_ASSIGN(held, campaigns::fill(sides.keyspace, keys, held, some, width));
        rest = rest.subspan(some.size());
    }
    EVENHAND_TRY(push(sides, keys.returned, left.returned));
    EVENHAND_TRY(writeCompensation(sides, keys, left.compensation, share));
    const base::NumberText places(static_cast<std::int64_t>(share.size()));
    const base::NumberText amount(sumOf(left.chunks) + sumOf(left.returned));
    const base::NumberText returned(static_cast<std::int64_t>(left.returned.size()));
    EVENHAND_TRY(sides.keyspace.call({"HSET", keys.figures, "places", places, "amount", amount, "returned", returned,
                                      "compensation", base::NumberText(left.compensation)}));
    return {};
}

/// Names the list that cannot be what is left.
void tellLists(Tally& tally, const QueueKeys& keys, const FoundQueue& queue, const Judgement& found,
               const QueueRows& rows, std::int64_t share) {
    if (queue.figures.empty()) {
        tally.differs(keys.figures, {}, "hash", {});
    }
    const auto back = queue.returned ? static_cast<std::int64_t>(queue.returned->size()) : 0;
    const bool backAsCounted = queue.returned && (queue.figures.empty() || back == numberIn(queue.figures, "returned"));
    if (!found.chunksFit || (backAsCounted && found.returnedFit)) {
        tally.differs(keys.chunks, {}, placesText(std::max<std::int64_t>(0, share - rows.places - back)),
                      placesText(found.left));
    }
    if (!found.returnedFit || !backAsCounted) {
        tally.differs(keys.returned, {}, placesText(std::max<std::int64_t>(0, share - rows.places - found.left)),
                      placesText(back));
    }
}

Result<void> settleFigures(const Sides& sides, Tally& tally, const QueueKeys& keys, const FoundQueue& queue,
                           const Judgement& found, std::int64_t cursor, std::int64_t share) {
    Texts expected;
    expectNumber(expected, queue.figures, "places", share);
    expectNumber(expected, queue.figures, "amount", found.amount);
    expectNumber(expected, queue.figures, "compensation", found.wanted);
    expectNumber(expected, queue.figures, "returned", static_cast<std::int64_t>(queue.returned->size()));
    expectNumber(expected, queue.figures, "cursor", cursor);
    return settle(sides, tally, keys.figures, Members::Hash, expected, queue.figures);
}

}  // namespace

Result<void> settleQueue(const Sides& sides, Tally& tally, const QueueKeys& keys, std::span<const std::int64_t> share,
                         std::int64_t width, const QueueRows& rows) {
    EVENHAND_ASSIGN(const auto queue, readQueue(sides, tally, keys, width));
    tally.looked();
    const auto places = static_cast<std::int64_t>(share.size());
    const auto compensation = queue.compensation ? sumOf(*queue.compensation) : -1;
    auto cursor = numberIn(queue.figures, "cursor");
    auto found = judge(queue, share, rows, cursor);
    if (!found.listsFit()) {
        // How many are used of the first chunk stands in the figures, which may be what is wrong.
        const auto other = cursor + found.beyond;
        const auto again = judge(queue, share, rows, other);
        if (again.listsFit() && again.wanted == compensation) {
            cursor = other;
            found = again;
        }
    }
    if (!found.listsFit()) {
        tellLists(tally, keys, queue, found, rows, places);
        if (sides.fixes()) {
            EVENHAND_TRY(rebuildQueue(sides, keys, share, width, rows));
            tally.repaired();
        }
        return {};
    }
    if (compensation != found.wanted) {
        tally.differs(keys.compensation, {}, std::to_string(found.wanted),
                      queue.compensation ? std::to_string(compensation) : std::string("no numbers"));
        if (sides.fixes()) {
            EVENHAND_TRY(writeCompensation(sides, keys, found.wanted, share));
            tally.repaired();
        }
    }
    return settleFigures(sides, tally, keys, queue, found, cursor, places);
}

Result<void> settleEndedQueue(const Sides& sides, Tally& tally, const QueueKeys& keys,
                              std::span<const std::int64_t> share, const QueueRows& rows) {
    for (const std::string_view key : {keys.chunks, keys.returned, keys.compensation}) {
        EVENHAND_ASSIGN(const auto there, sides.keyspace.call({"EXISTS", key}));
        if (there.integer == 0) {
            continue;
        }
        tally.differs(key, {}, {}, "list");
        if (sides.fixes()) {
            EVENHAND_TRY(sides.keyspace.call({"DEL", key}));
            tally.repaired();
        }
    }
    EVENHAND_ASSIGN(const auto found, membersOf(sides, tally, keys.figures, Members::Hash));
    Texts expected{{"ended", "1"}};
    expectNumber(expected, found, "places", static_cast<std::int64_t>(share.size()));
    expectNumber(expected, found, "unspent", sumOf(share) - rows.kept);
    return settle(sides, tally, keys.figures, Members::Hash, expected, found);
}

}  // namespace evenhand::rebuild

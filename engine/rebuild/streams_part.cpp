// SPDX-License-Identifier: GPL-3.0-or-later
// Topics of dispatch: what they have counted, and the messages that orders wait for. A reassignment that named a
// courier or kept one out is asked for again without that: only its message knew. Messages of sales are reservations,
// which the database does not know: they are lost with their stream (stocks_part.cpp).
#include <algorithm>
#include <set>
#include <utility>

#include "engine/base/number_text.h"
#include "engine/dispatch/dispatch_checks.h"
#include "engine/dispatch/topics.h"
#include "engine/rebuild/parts.h"
#include "engine/runtime/topics.h"
#include "engine/runtime/verifier.h"
#include "engine/store/pages/verify_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/order_store.h"

namespace evenhand::rebuild {
namespace {

constexpr std::string_view kDispatchGroup = "dispatch";
constexpr std::int64_t kMessageSlice = 512;

/// An order and its epoch.
using Awaited = std::pair<std::int64_t, std::int64_t>;

Result<bool> isReadableTopic(const Sides& sides, Tally& tally, std::string_view topic) {
    bool readable = true;
    for (const auto& [key, type] : {std::pair(runtime::streamKey(topic), std::string_view("stream")),
                                    std::pair(runtime::retryKey(topic), std::string_view("zset")),
                                    std::pair(runtime::attemptsKey(topic), std::string_view("hash")),
                                    std::pair(runtime::countersKey(topic), std::string_view("hash"))}) {
        EVENHAND_ASSIGN(const bool one, holds(sides, tally, key, type));
        readable = readable && one;
    }
    return readable || sides.fixes();  // what was not is gone by now
}

/// Of what waits for a further attempt only what is in the stream.
Result<void> settleRetries(const Sides& sides, Tally& tally, const std::string& stream, const std::string& key,
                           Members kind) {
    EVENHAND_ASSIGN(const auto found, membersOf(sides, tally, key, kind));
    Texts expected;
    for (const auto& entry : found) {
        EVENHAND_ASSIGN(const auto message, sides.keyspace.call({"XRANGE", stream, entry.first, entry.first}));
        if (!message.elements.empty()) {
            expected.insert(entry);
        }
    }
    return settle(sides, tally, key, kind, expected, found);
}

/// Dead letters and what is still in the stream were added to it once. A stream that is a new one has not counted them:
/// as many messages go through it. False: there are more than one piece may hold.
Result<bool> settleAdded(const Sides& sides, Tally& tally, const std::string& stream,
                         const runtime::TopicFigures& figures, std::int64_t letters) {
    const auto lacking = letters + figures.length - figures.added;
    tally.looked();
    if (lacking <= 0) {
        return true;
    }
    tally.differs(stream, "entries-added", std::to_string(letters + figures.length), std::to_string(figures.added));
    if (!sides.fixes()) {
        return true;
    }
    for (std::int64_t i = 0; i < std::min(lacking, kMessageSlice); ++i) {
        EVENHAND_ASSIGN(const auto id, sides.keyspace.call({"XADD", stream, "*", "lost", "1"}));
        EVENHAND_TRY(sides.keyspace.call({"XDEL", stream, id.text}));
    }
    tally.repaired();
    return lacking <= kMessageSlice;
}

/// False: this topic needs one more piece.
Result<bool> settleTopic(const Sides& sides, Tally& tally, const std::string& topic) {
    const auto stream = runtime::streamKey(topic);
    EVENHAND_ASSIGN(const bool readable, isReadableTopic(sides, tally, topic));
    if (!readable) {
        return true;
    }
    EVENHAND_TRY(settleRetries(sides, tally, stream, runtime::retryKey(topic), Members::SortedSet));
    EVENHAND_TRY(settleRetries(sides, tally, stream, runtime::attemptsKey(topic), Members::Hash));
    EVENHAND_ASSIGN(const auto before, runtime::topicFigures(sides.keyspace, topic));
    EVENHAND_ASSIGN(const auto letters, store::verify::deadLetters(sides.database, topic));
    EVENHAND_ASSIGN(const bool whole, settleAdded(sides, tally, stream, before, letters));
    if (!whole) {
        return false;
    }
    EVENHAND_ASSIGN(const auto now, runtime::topicFigures(sides.keyspace, topic));
    EVENHAND_ASSIGN(const auto found, membersOf(sides, tally, runtime::countersKey(topic), Members::Hash));
    Texts expected;
    expectNumber(expected, found, "dead", letters);
    expectNumber(expected, found, "acknowledged", std::max<std::int64_t>(0, now.added - now.length - letters));
    EVENHAND_TRY(settle(sides, tally, runtime::countersKey(topic), Members::Hash, expected, found));
    if (sides.fixes()) {
        EVENHAND_TRY(ensureGroup(sides, stream, kDispatchGroup));
    }
    return true;
}

/// The orders that a topic has messages for.
Result<void> gatherAwaited(const Sides& sides, std::string_view topic, std::set<Awaited>& orders) {
    const auto stream = runtime::streamKey(topic);
    std::string from = "-";
    while (true) {
        EVENHAND_ASSIGN(const auto entries,
                        sides.keyspace.call({"XRANGE", stream, from, "+", "COUNT", base::NumberText(kMessageSlice)}));
        for (const auto& entry : entries.elements) {
            if (entry.elements.size() < 2) {
                continue;
            }
            from = "(" + entry.elements[0].text;
            Awaited order;
            const auto& fields = entry.elements[1].elements;
            for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
                if (fields[i].text == "order") {
                    order.first = base::numberFrom(fields[i + 1].text).value_or(0);
                } else if (fields[i].text == "epoch") {
                    order.second = base::numberFrom(fields[i + 1].text).value_or(0);
                }
            }
            orders.insert(order);
        }
        if (static_cast<std::int64_t>(entries.elements.size()) < kMessageSlice) {
            return {};
        }
    }
}

/// Every order that waits for its message has one. All at one moment: messages are taken from their streams all the
/// time.
Result<void> settleAwaited(const Sides& sides, Tally& tally) {
    std::set<Awaited> underWay;
    EVENHAND_TRY(gatherAwaited(sides, dispatch::kTopicFirst, underWay));
    EVENHAND_TRY(gatherAwaited(sides, dispatch::kTopicAgain, underWay));
    EVENHAND_ASSIGN(const auto campuses, store::campuses::all(sides.database));
    for (const auto& campus : campuses) {
        EVENHAND_ASSIGN(const auto orders,
                        store::orders::waiting(sides.database, campus.row.id, api::WaitReason::Message, INT64_MAX));
        for (const auto& order : orders) {
            tally.looked();
            if (underWay.contains({order.id.value, order.epoch})) {
                continue;
            }
            const auto topic = order.epoch == 1 ? dispatch::kTopicFirst : dispatch::kTopicAgain;
            tally.differs(runtime::streamKey(topic), "order " + order.orderNo.str(), "message", {});
            if (sides.fixes()) {
                EVENHAND_TRY(dispatch::publishOrder(*sides.work, order.id, order.orderNo, campus.row.id, order.epoch));
                tally.repaired();
            }
        }
    }
    // Who has come on duty meanwhile, or has room again, was told of by a message that may be lost as well.
    if (sides.fixes() && tally.repairs() > 0) {
        for (const auto& campus : campuses) {
            EVENHAND_TRY(dispatch::publishWake(*sides.work, campus.row.id));
        }
    }
    return {};
}

}  // namespace

Result<void> stepStreams(const Sides& sides, Cursor& cursor, Tally& tally) {
    const auto topics = dispatch::dispatchTopics();
    const auto place = static_cast<std::size_t>(cursor.item);
    if (place < topics.size()) {
        EVENHAND_ASSIGN(const bool done, settleTopic(sides, tally, topics[place]));
        cursor.item += done ? 1 : 0;
        return {};
    }
    cursor.ended = true;
    return settleAwaited(sides, tally);
}

}  // namespace evenhand::rebuild

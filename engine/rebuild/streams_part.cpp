// SPDX-License-Identifier: GPL-3.0-or-later
// Topics of dispatch: what they have counted, and the messages that orders wait for. A reassignment that named a
// courier or kept one out is asked for again without that: only its message knew. Messages of sales are reservations,
// which the database does not know: they are lost with their stream (stocks_part.cpp).
//
// Where engines share a workspace the messages are rows, and the streams hold what is relayed and not done: if some of
// it is missing, the relay puts all of it into streams of another generation. What topics have counted is not kept.
#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/number_text.h"
#include "engine/dispatch/dispatch_checks.h"
#include "engine/dispatch/topics.h"
#include "engine/outbox/outbox.h"
#include "engine/rebuild/parts.h"
#include "engine/runtime/topics.h"
#include "engine/runtime/verifier.h"
#include "engine/store/pages/verify_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/node_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/outbox_store.h"

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
Result<void> settleAwaited(const Sides& sides, Tally& tally, const std::set<Awaited>& underWay) {
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

/// Of messages that are rows: those that are relayed and not done are in their streams. Answers how many were looked
/// at, and counts in the cursor what is missing.
Result<std::size_t> lookAtRelayed(const Sides& sides, Cursor& cursor, Tally& tally) {
    EVENHAND_ASSIGN(const auto rows, store::outbox::undone(sides.database, cursor.offset, store::outbox::kMostRows));
    if (rows.empty()) {
        return rows.size();
    }
    EVENHAND_ASSIGN(const auto relay, store::outbox::relayRow(sides.database));
    std::set<std::string> readable;
    std::vector<std::pair<std::int64_t, std::string>> missing;
    for (const auto& row : rows) {
        if (row.number > relay.relayed) {
            break;  // the relay is about to
        }
        const auto stream = outbox::streamOf(row.topic, row.campus.str(), relay.generation);
        tally.looked();
        if (!readable.contains(stream)) {
            EVENHAND_ASSIGN(const bool isStream, holds(sides, tally, stream, "stream"));
            if (!isStream) {
                ++cursor.entries;
                continue;
            }
            readable.insert(stream);
        }
        const auto id = std::to_string(row.number) + "-0";
        EVENHAND_ASSIGN(const auto entry, sides.keyspace.call({"XRANGE", stream, id, id}));
        if (entry.elements.empty()) {
            missing.emplace_back(row.number, stream);
        }
    }
    // Another engine may have handled one in between.
    for (const auto& [number, stream] : missing) {
        EVENHAND_ASSIGN(const auto still, store::outbox::undoneAmong(sides.database, std::span(&number, 1)));
        if (!still.empty()) {
            tally.differs(stream, std::to_string(number) + "-0", "message", {});
            ++cursor.entries;
        }
    }
    cursor.offset = rows.back().number;
    return rows.size();
}

/// From now on everything that is not done goes into new streams; the old ones are dropped.
Result<void> relayAgain(const Sides& sides) {
    EVENHAND_ASSIGN(const auto relay, store::outbox::relayRow(sides.database));
    EVENHAND_ASSIGN(const bool begun, store::outbox::beginGeneration(sides.database, relay.generation + 1));
    if (!begun) {
        return fail(ErrorCode::Conflict, "somebody else has begun another generation of streams", "parts", "streams");
    }
    EVENHAND_ASSIGN(const auto campuses, store::campuses::all(sides.database));
    std::vector<std::string> streams;
    for (const auto& topic : dispatch::dispatchTopics()) {
        streams.push_back(outbox::streamOf(topic, {}, relay.generation));
        for (const auto& campus : campuses) {
            streams.push_back(outbox::streamOf(topic, campus.row.id.str(), relay.generation));
        }
    }
    return sides.work->afterCommit([streams = std::move(streams)](keyspace::Keyspace& keyspace) -> Result<void> {
        for (const auto& stream : streams) {
            EVENHAND_TRY(keyspace.call({"DEL", stream, stream + ":retry", stream + ":attempts"}));
        }
        return {};
    });
}

/// The orders that rows of messages are there for.
Result<std::set<Awaited>> ordersWithRows(const Sides& sides) {
    std::set<Awaited> orders;
    EVENHAND_TRY(store::outbox::eachOpen(sides.database, [&orders](const store::outbox::Row& row) {
        if (row.topic != dispatch::kTopicFirst && row.topic != dispatch::kTopicAgain) {
            return;
        }
        Awaited order;
        for (const auto& [name, value] : outbox::fieldsOf(row.message)) {
            if (name == "order") {
                order.first = base::numberFrom(value).value_or(0);
            } else if (name == "epoch") {
                order.second = base::numberFrom(value).value_or(0);
            }
        }
        orders.insert(order);
    }));
    return orders;
}

Result<void> stepOutbox(const Sides& sides, Cursor& cursor, Tally& tally) {
    if (cursor.stage == 0) {
        EVENHAND_ASSIGN(const auto looked, lookAtRelayed(sides, cursor, tally));
        cursor.stage = looked < store::outbox::kMostRows ? 1 : 0;
        return {};
    }
    if (sides.fixes() && cursor.entries > 0) {
        EVENHAND_TRY(relayAgain(sides));
        tally.repaired(cursor.entries);
    }
    cursor.ended = true;
    EVENHAND_ASSIGN(const auto orders, ordersWithRows(sides));
    return settleAwaited(sides, tally, orders);
}

}  // namespace

Result<void> stepStreams(const Sides& sides, Cursor& cursor, Tally& tally) {
    EVENHAND_ASSIGN(const bool shared, store::nodes::isShared(sides.database));
    if (shared) {
        return stepOutbox(sides, cursor, tally);
    }
    const auto topics = dispatch::dispatchTopics();
    const auto place = static_cast<std::size_t>(cursor.item);
    if (place < topics.size()) {
        EVENHAND_ASSIGN(const bool done, settleTopic(sides, tally, topics[place]));
        cursor.item += done ? 1 : 0;
        return {};
    }
    cursor.ended = true;
    std::set<Awaited> underWay;
    EVENHAND_TRY(gatherAwaited(sides, dispatch::kTopicFirst, underWay));
    EVENHAND_TRY(gatherAwaited(sides, dispatch::kTopicAgain, underWay));
    return settleAwaited(sides, tally, underWay);
}

}  // namespace evenhand::rebuild

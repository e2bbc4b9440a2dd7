// SPDX-License-Identifier: GPL-3.0-or-later
// The stream of live events: the histories of orders and money, from now or from where a client left off.
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "engine/base/number_text.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/http/event_feed.h"
#include "engine/ingest/routes/route_groups.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

/// "ORDERS-MONEY", and behind a dot which histories these are positions of (Services::feedId).
std::string textOf(const api::FeedPosition& position, const std::string& feed) {
    return std::to_string(position.orders) + '-' + std::to_string(position.money) + '.' + feed;
}
std::optional<api::FeedPosition> positionFrom(std::string_view text) {
    text = text.substr(0, text.find('.'));
    const auto dash = text.find('-');
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto orders = base::numberFrom(text.substr(0, dash));
    const auto money = base::numberFrom(text.substr(dash + 1));
    return orders && money && *orders >= 0 && *money >= 0 ? std::optional(api::FeedPosition{*orders, *money})
                                                          : std::nullopt;
}

json::object eventJson(const api::FeedEvent& event) {
    json::object body{{"kind", event.order ? api::toText(*event.order) : api::toText(*event.money)},
                      {"at", event.at.ms}};
    if (!event.orderNo.empty()) {
        body["order_no"] = event.orderNo.str();
        body["user_id"] = event.user.str();
        body["campus_id"] = event.campus.str();
        body["status"] = api::toText(event.status);
        if (!event.courier.empty()) {
            body["courier_id"] = event.courier.str();
        }
        body["epoch"] = event.epoch;
    }
    if (!event.returnNo.empty()) {
        body["return_no"] = event.returnNo.str();
        body["return_status"] = event.returnStatus ? api::toText(*event.returnStatus) : std::string_view();
    }
    if (event.refund.value != 0) {
        body["refund_id"] = event.refund.value;
        body["refund_status"] = event.refundStatus ? api::toText(*event.refundStatus) : std::string_view();
        body["refund_minor"] = event.refundAmount.value_or(Money{}).minor;
    }
    return body;
}

/// Empty: the id is of a client that knows none, and taken for one of these histories.
std::string_view feedOf(std::string_view id) {
    const auto dot = id.find('.');
    return dot == std::string_view::npos ? std::string_view() : id.substr(dot + 1);
}

LiveEvent liveEvent(const api::FeedEvent& event, const std::string& feed) {
    const char* name = event.order ? "order" : event.refund.value != 0 ? "refund" : "return";
    return {textOf(event.position, feed), name, json::serialize(eventJson(event))};
}

class DeskFeed final : public EventFeed {
public:
    DeskFeed(const Services& services, api::Call call, std::optional<api::FeedPosition> begin, OrderNo only)
        : m_inner(std::make_shared<Inner>(
              Inner{services.engine->feed(), std::move(call), std::move(only), services.feedId})),
          m_begin(begin) {}

    void read(const std::string& position, std::size_t limit, Done done) override {
        if (!position.empty()) {
            if (const auto from = positionFrom(position)) {
                go(m_inner, *from, static_cast<std::int64_t>(limit), std::move(done));
            } else {
                done(fail(ErrorCode::Internal, "not a position of this feed", "position", position));
            }
            return;
        }
        if (m_begin) {
            go(m_inner, *m_begin, static_cast<std::int64_t>(limit), std::move(done));
            return;
        }
        m_inner->desk.end(m_inner->call)
            .then([inner = m_inner, done = std::move(done)](const Result<api::FeedPosition>& end) {
                done(end.map([&](const api::FeedPosition& at) {
                    return FeedPage{{}, textOf(at, inner->feed), false};
                }));
            });
    }

private:
    struct Inner {
        api::FeedDesk& desk;
        api::Call call;
        OrderNo only;  ///< empty: all
        std::string feed;
    };
    /// Reads on where a whole slice is of others' orders: an empty page says that there is nothing more.
    static void go(const std::shared_ptr<Inner>& inner, api::FeedPosition from, std::int64_t limit, Done done) {
        inner->desk.after(inner->call, from, limit)
            .then([inner, limit, done = std::move(done)](const Result<api::FeedSlice>& slice) {
                if (!slice) {
                    done(fail(slice.error()));
                    return;
                }
                const bool full = static_cast<std::int64_t>(slice->events.size()) == limit;
                FeedPage page{{}, textOf(slice->position, inner->feed), full};
                for (const auto& event : slice->events) {
                    if (inner->only.empty() || event.orderNo == inner->only) {
                        page.events.push_back(liveEvent(event, inner->feed));
                    }
                }
                if (page.events.empty() && full) {
                    go(inner, slice->position, limit, done);
                } else {
                    done(std::move(page));
                }
            });
    }

    const std::shared_ptr<Inner> m_inner;
    const std::optional<api::FeedPosition> m_begin;
};

constexpr std::string_view kFeedField = "Evenhand-Feed";

/// Why nothing follows the id that a client asks for, and where it can go on: after the end, of these histories.
Response lost(std::string_view reason, std::string_view detail, std::string_view id, const std::string& feed,
              const api::FeedPosition& end) {
    auto response = problem(409, reason, detail, "Last-Event-ID", id);
    auto body = json::parse(response.body).as_object();
    body["feed"] = feed;
    body["end"] = textOf(end, feed);
    response.body = json::serialize(body);
    response.headers.emplace_back(kFeedField, feed);
    return response;
}

Response streamFrom(const Services& services, const api::Call& call, std::optional<api::FeedPosition> begin,
                    OrderNo only) {
    Response response;
    response.headers.emplace_back(kFeedField, services.feedId);
    response.stream = std::make_shared<DeskFeed>(services, call, begin, std::move(only));
    return response;
}

/// Where the position is one: after a restore a client may know more than there is, or what was told to it and is no
/// more.
void resume(const RouteCall& call, const std::string& id, const api::FeedPosition& begin, OrderNo only,
            Respond respond) {
    const auto& services = call.services;
    services.engine->feed().end(call.call).then([&services, asked = call.call, id, begin, only = std::move(only),
                                                 respond = std::move(respond)](const Result<api::FeedPosition>& end) {
        if (!end) {
            respond(problemOf(end.error()));
            return;
        }
        const auto& feed = services.feedId;
        if (const auto theirs = feedOf(id); !theirs.empty() && theirs != feed) {
            respond(lost("feed_changed", "the id belongs to another feed: a backup was restored", id, feed, *end));
        } else if (begin.orders > end->orders || begin.money > end->money) {
            respond(lost("beyond_the_end", "no event has this id yet", id, feed, *end));
        } else {
            respond(streamFrom(services, asked, begin, only));
        }
    });
}

void streamEvents(const RouteCall& call, Respond respond) {
    OrderNo only;
    if (const auto order = call.request->queryValue("order_no")) {
        if (auto good = base::validateId(*order, "order_no"); !good) {
            respond(problemOf(good.error()));
            return;
        }
        only = OrderNo(std::string(*order));
    }
    const auto last = call.request->header("last-event-id");
    if (!last || last->empty()) {
        respond(streamFrom(call.services, call.call, std::nullopt, std::move(only)));
        return;
    }
    const auto begin = positionFrom(*last);
    if (!begin) {
        respond(problem(400, "bad_last_event_id", "is not the id of an event", "Last-Event-ID", *last));
        return;
    }
    resume(call, std::string(*last), *begin, std::move(only), std::move(respond));
}

}  // namespace

std::vector<Route> eventRoutes() {
    return {{.pattern = "/v1/events",
             .scope = api::TokenScope::EventsRead,
             .operationId = "streamEvents",
             .summary =
                 "What happens to orders, returns and refunds, as server-sent events. Last-Event-ID resumes. The id "
                 "of an event is ORDERS-MONEY.FEED; FEED (field Evenhand-Feed of the answer) changes when a backup "
                 "is restored or a loss is accepted. An id of another FEED, or beyond the end, is answered with 409, "
                 "feed and end, the id to continue from. An id without .FEED counts as one of the current feed",
             .query = {{"order_no", "only what is about this order"}},
             .responseType = "text/event-stream",
             .handler = streamEvents}};
}

}  // namespace evenhand::ingest

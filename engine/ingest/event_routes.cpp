// SPDX-License-Identifier: GPL-3.0-or-later
// The stream of live events: the histories of orders and money, from now or from where a client left off.
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "engine/base/number_text.h"
#include "engine/ingest/answering.h"
#include "engine/ingest/event_feed.h"
#include "engine/ingest/route_groups.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

std::string textOf(const api::FeedPosition& position) {
    return std::to_string(position.orders) + '-' + std::to_string(position.money);
}
std::optional<api::FeedPosition> positionFrom(std::string_view text) {
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

LiveEvent liveEvent(const api::FeedEvent& event) {
    const char* name = event.order ? "order" : event.refund.value != 0 ? "refund" : "return";
    return {textOf(event.position), name, json::serialize(eventJson(event))};
}

class DeskFeed final : public EventFeed {
public:
    DeskFeed(api::EngineApi& engine, api::Call call, std::optional<api::FeedPosition> begin, OrderNo only)
        : m_inner(std::make_shared<Inner>(Inner{engine.feed(), std::move(call), std::move(only)})), m_begin(begin) {}

    void read(const std::string& position, std::size_t limit, Done done) override {
        if (!position.empty()) {
            if (const auto from = positionFrom(position)) {
                go(m_inner, *from, static_cast<std::int64_t>(limit), std::move(done));
            } else {
                done(fail(ErrorCode::Internal, "no position of this feed", "position", position));
            }
            return;
        }
        if (m_begin) {
            go(m_inner, *m_begin, static_cast<std::int64_t>(limit), std::move(done));
            return;
        }
        m_inner->desk.end(m_inner->call).then([done = std::move(done)](const Result<api::FeedPosition>& end) {
            done(end.map([](const api::FeedPosition& at) { return FeedPage{{}, textOf(at), false}; }));
        });
    }

private:
    struct Inner {
        api::FeedDesk& desk;
        api::Call call;
        OrderNo only;  ///< empty: all
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
                FeedPage page{{}, textOf(slice->position), full};
                for (const auto& event : slice->events) {
                    if (inner->only.empty() || event.orderNo == inner->only) {
                        page.events.push_back(liveEvent(event));
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

void streamEvents(const RouteCall& call, Respond respond) {
    std::optional<api::FeedPosition> begin;
    if (const auto last = call.request->header("last-event-id"); last && !last->empty()) {
        begin = positionFrom(*last);
        if (!begin) {
            respond(problem(400, "bad_last_event_id", "is not the id of an event", "Last-Event-ID", *last));
            return;
        }
    }
    OrderNo only;
    if (const auto order = call.request->queryValue("order_no")) {
        if (auto good = base::validateId(*order, "order_no"); !good) {
            respond(problemOf(good.error()));
            return;
        }
        only = OrderNo(std::string(*order));
    }
    Response response;
    response.stream = std::make_shared<DeskFeed>(*call.services.engine, call.call, begin, std::move(only));
    respond(std::move(response));
}

}  // namespace

std::vector<Route> eventRoutes() {
    return {{.pattern = "/v1/events",
             .scope = api::TokenScope::EventsRead,
             .operationId = "streamEvents",
             .summary = "What happens to orders, returns and refunds, as server-sent events; Last-Event-ID resumes",
             .query = {{"order_no", "only what is about this order"}},
             .responseType = "text/event-stream",
             .handler = streamEvents}};
}

}  // namespace evenhand::ingest

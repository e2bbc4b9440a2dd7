// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "engine/api/limits.h"
#include "engine/base/within.h"
#include "engine/orders/orders.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/pages/feed_store.h"

namespace evenhand::orders {
namespace {

using api::Answer;
using api::Call;

class FeedDeskImpl final : public api::FeedDesk, private runtime::Desk<api::Operation::OrdersRead> {
public:
    FeedDeskImpl(runtime::Engine& engine, runtime::Reader& reader) : Desk(engine, reader) {}

    Answer<api::FeedPosition> end(const Call& call) override {
        return read<api::FeedPosition>(call, [](store::Database& database) { return store::feed::end(database); });
    }
    Answer<api::FeedSlice> after(const Call& call, api::FeedPosition position, std::int64_t limit) override {
        return read<api::FeedSlice>(call, [position, limit](store::Database& database) -> Result<api::FeedSlice> {
            constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
            EVENHAND_TRY(base::within(std::min(position.orders, position.money), 0, kMax, "position"));
            EVENHAND_TRY(base::within(limit, 1, api::kMaxFeedEvents, "limit"));
            return store::feed::after(database, position, limit);
        });
    }

private:
};

}  // namespace

std::unique_ptr<api::FeedDesk> makeFeedDesk(runtime::Engine& engine, runtime::Reader& reader) {
    return std::make_unique<FeedDeskImpl>(engine, reader);
}

}  // namespace evenhand::orders

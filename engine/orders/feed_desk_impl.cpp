// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/orders.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/pages/feed_store.h"

namespace evenhand::orders {
namespace {

using api::Answer;
using api::Call;
using runtime::refused;

constexpr std::int64_t kMaxEvents = 1'000;

class FeedDeskImpl final : public api::FeedDesk, private runtime::Desk<api::Operation::OrdersRead> {
public:
    FeedDeskImpl(runtime::Engine& engine, runtime::Reader& reader) : Desk(engine, reader) {}

    Answer<api::FeedPosition> end(const Call& call) override {
        return read<api::FeedPosition>(call, [](store::Database& database) { return store::feed::end(database); });
    }
    Answer<api::FeedSlice> after(const Call& call, api::FeedPosition position, std::int64_t limit) override {
        if (position.orders < 0 || position.money < 0 || limit < 1 || limit > kMaxEvents) {
            return refused<api::FeedSlice>({ErrorCode::InvalidArgument, "no such position or limit", "position", {}});
        }
        return read<api::FeedSlice>(call, [position, limit](store::Database& database) {
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

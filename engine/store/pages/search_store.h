// SPDX-License-Identifier: GPL-3.0-or-later
// What a search finds, one kind at a time. What it reads of orders, users, payments, returns and refunds does not grow
// with them: numbers of orders and users are looked through in memory, the others by the beginning of an index. Of
// couriers, campuses, campaigns, sales and people, which are few, all are read; of products once for each change of
// them.
// Thread: that of the Database; of one connection only.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/search_desk.h"
#include "engine/store/pages/order_numbers.h"

namespace evenhand::store {

class SearchStore {
public:
    /// So many are looked at, of users those who came last, of payments, returns and refunds those that begin with what
    /// is typed, in order of id; of them the newest are told.
    static constexpr std::int64_t kMaxLookedAt = 100;

    struct Wanted {
        std::string text;             ///< without spaces around it; not empty
        std::int64_t limit = 0;       ///< 1 … api::kMaxSearchLimit
        std::vector<OrderId> orders;  ///< orderIds(), for orders, returns and refunds
    };
    using Hits = std::vector<api::SearchHit>;

    explicit SearchStore(std::shared_ptr<OrderNumbers> numbers) : m_numbers(std::move(numbers)) {}

    /// The order that has this number, then the newest whose number holds it: one more than the limit, if there is.
    [[nodiscard]] Result<std::vector<OrderId>> orderIds(Database& database, std::string_view text, std::int64_t limit);
    /// One more than the limit, if there is.
    [[nodiscard]] Result<Hits> find(Database& database, api::SearchKind kind, const Wanted& wanted);
    /// Reads on the numbers of some orders; false: all are read.
    [[nodiscard]] Result<bool> readAhead(Database& database);

private:
    struct Product {
        std::string sku;
        std::string name;
        std::optional<Instant> changedAt;
        bool isDisabled = false;
    };
    [[nodiscard]] Result<Hits> users(Database& database, const Wanted& wanted);
    [[nodiscard]] Result<void> readProducts(Database& database);
    [[nodiscard]] Result<Hits> products(Database& database, const Wanted& wanted);

    const std::shared_ptr<OrderNumbers> m_numbers;
    std::vector<Product> m_products;
    /// How many there were, and the sum of their versions: every change raises it, and none goes.
    std::optional<std::pair<std::int64_t, std::int64_t>> m_productsAt;
};

}  // namespace evenhand::store

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/search_store.h"

#include <algorithm>
#include <tuple>

#include "engine/api/pinyin.h"
#include "engine/base/number_text.h"
#include "engine/base/phone_text.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/pages/order_page_store.h"
#include "engine/store/records/person_store.h"

namespace evenhand::store {
namespace {

using api::SearchHit;
using api::SearchKind;
using Wanted = SearchStore::Wanted;
using Hits = SearchStore::Hits;

constexpr std::int64_t kReadAhead = 50'000;  ///< numbers of orders: some tens of milliseconds

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// What was typed, against ids and names.
class Typed {
public:
    explicit Typed(const std::string& text)
        : m_text(QString::fromStdString(text)), m_typed(text), m_small(small(text)), m_isAscii(isAscii(text)) {}

    [[nodiscard]] bool isPartOf(std::string_view text) const {
        if (m_isAscii) {  // much the quicker way, and nearly all that is typed
            return small(text).find(m_small) != std::string::npos;
        }
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
            .contains(m_text, Qt::CaseInsensitive);
    }
    [[nodiscard]] bool means(std::string_view id, std::string_view name) const {
        return isPartOf(id) || isPartOf(name) ||
               (m_isAscii && !isAscii(name) &&
                api::initialsContain(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), m_text));
    }
    /// However the number is grouped: who reads one off a slip types it without the spaces it was entered with.
    [[nodiscard]] bool isPartOfPhone(std::string_view phone) const {
        return isPartOf(phone) || base::phoneContains(phone, m_typed);
    }

private:
    static std::string small(std::string_view text) {
        std::string folded(text);
        std::transform(folded.begin(), folded.end(), folded.begin(),
                       [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
        return folded;
    }

    QString m_text;
    std::string m_typed;
    std::string m_small;
    bool m_isAscii;
};

/// What is called so first, then the newest first; one more than the limit.
Hits inOrder(Hits hits, const Wanted& wanted) {
    const auto key = [&wanted](const SearchHit& hit) {
        return std::tuple(hit.id != wanted.text, !hit.at.has_value(), hit.at ? -hit.at->ms : 0);
    };
    std::stable_sort(hits.begin(), hits.end(), [&key](const SearchHit& a, const SearchHit& b) {
        return std::tuple(key(a), std::string_view(a.id)) < std::tuple(key(b), std::string_view(b.id));
    });
    hits.resize(std::min(hits.size(), static_cast<std::size_t>(wanted.limit) + 1));
    return hits;
}

SearchHit hitOf(SearchKind kind, std::string id) {
    SearchHit hit;
    hit.kind = kind;
    hit.id = std::move(id);
    return hit;
}

Result<Hits> foundOrders(Database& database, const Wanted& wanted) {
    EVENHAND_ASSIGN(const auto rows, orderPages::rows(database, wanted.orders));
    Hits hits;
    for (const auto& row : rows) {
        auto& hit = hits.emplace_back(hitOf(SearchKind::Order, row.orderNo.str()));
        hit.status = api::toText(row.status);
        hit.campus = row.campus;
        hit.user = row.user;
        hit.at = row.placedAt;
    }
    return hits;
}

/// The newest order of a user by the index, so that it does not matter how many they have.
Result<void> addUser(Database& database, Hits& hits, std::string user) {
    auto& newest = database.statement("SELECT placed_at FROM orders WHERE user_id = ? ORDER BY placed_at DESC LIMIT 1");
    newest.bind(user);
    EVENHAND_ASSIGN(const auto at,
                    readOne(newest, [](const Statement& row) { return Instant{row.number("placed_at")}; }));
    if (at) {
        hits.emplace_back(hitOf(SearchKind::User, std::move(user))).at = at;
    }
    return {};
}

Result<Hits> foundCouriers(Database& database, const Wanted& wanted) {
    const Typed typed(wanted.text);
    Hits hits;
    EVENHAND_TRY(
        eachRow(database.statement("SELECT courier_id, campus_id, name, phone, created_at, disabled_at FROM courier"),
                [&](const Statement& row) {
                    auto id = row.text("courier_id");
                    auto campus = row.text("campus_id");
                    auto name = row.text("name");
                    if (!typed.means(id, name) && !typed.isPartOfPhone(row.text("phone"))) {
                        return;
                    }
                    auto& hit = hits.emplace_back(hitOf(SearchKind::Courier, std::move(id)));
                    hit.name = std::move(name);
                    hit.campus = CampusId(std::move(campus));
                    if (const auto at = row.number("created_at"); at > 0) {  // 0: imported when that was not known
                        hit.at = Instant{at};
                    }
                    hit.isDisabled = !row.isNull("disabled_at");
                }));
    return inOrder(std::move(hits), wanted);
}

Result<Hits> foundPayments(Database& database, const Wanted& wanted) {
    const auto end = prefixEnd(wanted.text);
    Hits hits;
    auto& accepted = database.statement(
        "SELECT p.payment_no, p.at, o.order_no, o.campus_id FROM payment p JOIN orders o ON o.order_id = p.order_id "
        "WHERE p.payment_no >= ? AND p.payment_no < ? ORDER BY p.payment_no LIMIT ?");
    accepted.bind(wanted.text).bind(end).bind(SearchStore::kMaxLookedAt);
    EVENHAND_TRY(eachRow(accepted, [&hits](const Statement& row) {
        auto& hit = hits.emplace_back(hitOf(SearchKind::Payment, row.text("payment_no")));
        hit.at = Instant{row.number("at")};
        hit.order = OrderNo(row.text("order_no"));
        hit.campus = CampusId(row.text("campus_id"));
    }));
    auto& owed = database.statement(
        "SELECT payment_no, order_no, at, kind FROM owed_payment WHERE payment_no >= ? AND payment_no < ? "
        "ORDER BY payment_no LIMIT ?");
    owed.bind(wanted.text).bind(end).bind(SearchStore::kMaxLookedAt);
    EVENHAND_TRY(eachRow(owed, [&hits](const Statement& row) {
        auto number = row.text("payment_no");
        if (std::any_of(hits.begin(), hits.end(), [&](const SearchHit& hit) { return hit.id == number; })) {
            return;  // accepted first, and owed back since its order was closed
        }
        auto& hit = hits.emplace_back(hitOf(SearchKind::Payment, std::move(number)));
        hit.order = OrderNo(row.text("order_no"));
        hit.at = Instant{row.number("at")};
        hit.status = row.text("kind");
    }));
    return inOrder(std::move(hits), wanted);
}

/// Adds what is not among them yet.
void addOnce(Hits& hits, SearchHit hit) {
    if (std::none_of(hits.begin(), hits.end(), [&](const SearchHit& known) { return known.row == hit.row; })) {
        hits.push_back(std::move(hit));
    }
}

/// Of each of the wanted orders, where enough of their number was typed. `select`: up to " WHERE ".
template <typename Read>
Result<void> eachOfOrders(Database& database, const Wanted& wanted, const std::string& select, std::string_view column,
                          std::string_view key, Read read) {
    if (wanted.text.size() < api::kMinSearchedOrderPart) {
        return {};
    }
    const std::string sql = select + std::string(column) + " = ? ORDER BY " + std::string(key) + " DESC LIMIT ?";
    for (const auto order : wanted.orders) {
        auto& statement = database.statement(sql);
        statement.bind(order.value).bind(wanted.limit + 1);
        EVENHAND_TRY(eachRow(statement, read));
    }
    return {};
}

Result<Hits> foundReturns(Database& database, const Wanted& wanted) {
    static const std::string columns =
        "SELECT r.return_id, r.return_no, r.status, r.campus_id, r.requested_at, o.order_no FROM ";
    static const std::string select = columns + "goods_return r JOIN orders o ON o.order_id = r.order_id WHERE ";
    Hits hits;
    const auto read = [&hits](const Statement& row) {
        auto hit = hitOf(SearchKind::Return, row.text("return_no"));
        hit.row = row.number("return_id");
        hit.status = row.text("status");
        hit.campus = CampusId(row.text("campus_id"));
        hit.at = Instant{row.number("requested_at")};
        hit.order = OrderNo(row.text("order_no"));
        addOnce(hits, std::move(hit));
    };
    // Only the index first: MariaDB sorts the whole table where the beginning of a number is that of most.
    auto& numbered = database.statement(
        columns +
        "(SELECT return_id FROM goods_return WHERE return_no >= ? AND return_no < ? ORDER BY return_no LIMIT ?) found "
        "JOIN goods_return r ON r.return_id = found.return_id JOIN orders o ON o.order_id = r.order_id");
    numbered.bind(wanted.text).bind(prefixEnd(wanted.text)).bind(SearchStore::kMaxLookedAt);
    EVENHAND_TRY(eachRow(numbered, read));
    EVENHAND_TRY(eachOfOrders(database, wanted, select, "r.order_id", "r.return_id", read));
    return inOrder(std::move(hits), wanted);
}

Result<Hits> foundRefunds(Database& database, const Wanted& wanted) {
    static const std::string columns =
        "SELECT f.refund_id, f.status, f.campus_id, f.requested_at, f.payment_no, o.order_no FROM ";
    static const std::string select = columns + "refund f LEFT JOIN orders o ON o.order_id = f.order_id WHERE ";
    Hits hits;
    const auto read = [&hits](const Statement& row) {
        auto hit = hitOf(SearchKind::Refund, std::to_string(row.number("refund_id")));
        hit.row = row.number("refund_id");
        hit.status = row.text("status");
        hit.campus = CampusId(row.text("campus_id"));
        hit.at = Instant{row.number("requested_at")};
        hit.name = row.text("payment_no");
        hit.order = OrderNo(row.text("order_no"));
        addOnce(hits, std::move(hit));
    };
    if (const auto id = base::numberFrom(wanted.text)) {
        auto& one = database.statement(select + "f.refund_id = ?");
        one.bind(*id);
        EVENHAND_TRY(eachRow(one, read));
    }
    auto& paid = database.statement(  // only the index first, as of returns
        columns +
        "(SELECT refund_id FROM refund WHERE payment_no >= ? AND payment_no < ? ORDER BY payment_no LIMIT ?) found "
        "JOIN refund f ON f.refund_id = found.refund_id LEFT JOIN orders o ON o.order_id = f.order_id");
    paid.bind(wanted.text).bind(prefixEnd(wanted.text)).bind(SearchStore::kMaxLookedAt);
    EVENHAND_TRY(eachRow(paid, read));
    EVENHAND_TRY(eachOfOrders(database, wanted, select, "f.order_id", "f.refund_id", read));
    return inOrder(std::move(hits), wanted);
}

Result<Hits> foundCampaigns(Database& database, const Wanted& wanted) {
    const Typed typed(wanted.text);
    Hits hits;
    EVENHAND_TRY(eachRow(database.statement("SELECT campaign_id, name, state, begin_at FROM campaign"),
                         [&](const Statement& row) {
                             auto id = row.text("campaign_id");
                             auto name = row.text("name");
                             if (typed.means(id, name)) {
                                 auto& hit = hits.emplace_back(hitOf(SearchKind::Campaign, std::move(id)));
                                 hit.name = std::move(name);
                                 hit.status = row.text("state");
                                 hit.at = Instant{row.number("begin_at")};
                             }
                         }));
    return inOrder(std::move(hits), wanted);
}

Result<Hits> foundSales(Database& database, const Wanted& wanted) {
    const Typed typed(wanted.text);
    Hits hits;
    EVENHAND_TRY(eachRow(database.statement("SELECT activity_id, name, campus_id, begin_at, state FROM activity"),
                         [&](const Statement& row) {
                             auto id = row.text("activity_id");
                             auto name = row.text("name");
                             if (typed.means(id, name)) {
                                 auto& hit = hits.emplace_back(hitOf(SearchKind::Sale, std::move(id)));
                                 hit.name = std::move(name);
                                 hit.campus = CampusId(row.text("campus_id"));
                                 hit.at = Instant{row.number("begin_at")};
                                 hit.status = row.text("state");
                             }
                         }));
    return inOrder(std::move(hits), wanted);
}

Result<Hits> foundPersons(Database& database, const Wanted& wanted) {
    const Typed typed(wanted.text);
    EVENHAND_ASSIGN(const auto all, people::all(database));
    Hits hits;
    for (const auto& person : all) {
        if (typed.means(person.login, person.name)) {
            auto& hit = hits.emplace_back(hitOf(SearchKind::Person, person.login));
            hit.name = person.name;
            hit.row = person.id.value;
            hit.at = person.createdAt;
            hit.isDisabled = person.disabled;
        }
    }
    return inOrder(std::move(hits), wanted);
}

Result<Hits> foundCampuses(Database& database, const Wanted& wanted) {
    const Typed typed(wanted.text);
    Hits hits;
    EVENHAND_TRY(
        eachRow(database.statement("SELECT campus_id, name, disabled_at FROM campus"), [&](const Statement& row) {
            auto id = row.text("campus_id");
            auto name = row.text("name");
            if (typed.means(id, name)) {
                auto& hit = hits.emplace_back(hitOf(SearchKind::Campus, id));
                hit.campus = CampusId(std::move(id));
                hit.name = std::move(name);
                hit.isDisabled = !row.isNull("disabled_at");
            }
        }));
    return inOrder(std::move(hits), wanted);
}

}  // namespace

Result<std::vector<OrderId>> SearchStore::orderIds(Database& database, std::string_view text, std::int64_t limit) {
    auto& statement = database.statement("SELECT order_id FROM orders WHERE order_no = ?");
    statement.bind(text);
    EVENHAND_ASSIGN(const auto exact,
                    readOne(statement, [](const Statement& row) { return OrderId{row.number("order_id")}; }));
    EVENHAND_ASSIGN(auto ids, m_numbers->newest(database, text, static_cast<std::size_t>(limit) + 1));
    if (exact) {
        std::erase(ids, *exact);
        ids.insert(ids.begin(), *exact);
        ids.resize(std::min(ids.size(), static_cast<std::size_t>(limit) + 1));
    }
    return ids;
}

Result<bool> SearchStore::readAhead(Database& database) { return m_numbers->readAhead(database, kReadAhead); }

Result<SearchStore::Hits> SearchStore::find(Database& database, api::SearchKind kind, const Wanted& wanted) {
    switch (kind) {
        case SearchKind::Order: return foundOrders(database, wanted);
        case SearchKind::User: return users(database, wanted);
        case SearchKind::Courier: return foundCouriers(database, wanted);
        case SearchKind::Product: return products(database, wanted);
        case SearchKind::Payment: return foundPayments(database, wanted);
        case SearchKind::Return: return foundReturns(database, wanted);
        case SearchKind::Refund: return foundRefunds(database, wanted);
        case SearchKind::Campaign: return foundCampaigns(database, wanted);
        case SearchKind::Sale: return foundSales(database, wanted);
        case SearchKind::Person: return foundPersons(database, wanted);
        case SearchKind::Campus: return foundCampuses(database, wanted);
    }
    return Hits();
}

/// Who is called exactly so is found however many others hold it.
Result<SearchStore::Hits> SearchStore::users(Database& database, const Wanted& wanted) {
    EVENHAND_ASSIGN(const auto orders,
                    m_numbers->firstOfUsers(database, wanted.text, static_cast<std::size_t>(kMaxLookedAt)));
    Hits hits;
    EVENHAND_TRY(addUser(database, hits, wanted.text));
    for (const auto order : orders) {
        auto& first = database.statement("SELECT user_id FROM orders WHERE order_id = ?");
        first.bind(order.value);
        EVENHAND_ASSIGN(auto user, readOne(first, [](const Statement& row) { return row.text("user_id"); }));
        if (user && *user != wanted.text) {
            EVENHAND_TRY(addUser(database, hits, std::move(*user)));
        }
    }
    return inOrder(std::move(hits), wanted);
}

Result<void> SearchStore::readProducts(Database& database) {
    auto& sums = database.statement("SELECT COUNT(*) AS products, COALESCE(SUM(version), 0) AS versions FROM product");
    EVENHAND_ASSIGN(const auto at, readOne(sums, [](const Statement& row) {
                        return std::pair(row.number("products"), row.number("versions"));
                    }));
    if (at == m_productsAt) {
        return {};
    }
    m_productsAt.reset();
    EVENHAND_ASSIGN(
        m_products,
        readAll(database.statement("SELECT sku, name, changed_at, disabled_at FROM product"), [](const Statement& row) {
            return Product{row.text("sku"), row.text("name"), instantOf(row, "changed_at"), !row.isNull("disabled_at")};
        }));
    m_productsAt = at;
    return {};
}

Result<SearchStore::Hits> SearchStore::products(Database& database, const Wanted& wanted) {
    EVENHAND_TRY(readProducts(database));
    const Typed typed(wanted.text);
    Hits hits;
    for (const auto& product : m_products) {
        if (typed.means(product.sku, product.name)) {
            auto& hit = hits.emplace_back(hitOf(SearchKind::Product, product.sku));
            hit.name = product.name;
            hit.at = product.changedAt;
            hit.isDisabled = product.isDisabled;
        }
    }
    return inOrder(std::move(hits), wanted);
}

}  // namespace evenhand::store

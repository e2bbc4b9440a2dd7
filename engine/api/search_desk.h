// SPDX-License-Identifier: GPL-3.0-or-later
// Search of everything that has a number or a name. What is typed is looked for as people type it: any part of an
// order's number, of a user; the beginning of a payment's, a return's number; a part of an id, a name, a phone, or the
// initials of a Chinese name (pinyin.h).
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/call.h"
#include "engine/base/ids.h"

namespace evenhand::api {

/// In the order in which hits are told.
enum class SearchKind : std::uint8_t {
    Order,
    User,
    Courier,
    Product,
    Payment,  ///< also one that is owed back
    Return,
    Refund,
    Campaign,
    Sale,
    Person,  ///< who signs in: permission ReadAudit
    Campus
};
inline constexpr std::size_t kSearchKinds = 11;

// Texts: "order", "user", …
[[nodiscard]] std::string_view toText(SearchKind value) noexcept;
[[nodiscard]] std::optional<SearchKind> searchKindFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const SearchKind> allSearchKinds() noexcept;

inline constexpr std::size_t kMaxSearchText = 100;   ///< characters
inline constexpr std::int64_t kMaxSearchLimit = 50;  ///< hits of a kind
/// Returns and refunds of orders whose numbers hold what is typed are told too, from so many bytes on.
inline constexpr std::size_t kMinSearchedOrderPart = 4;

struct SearchQuery {
    std::string text;               ///< 1 … kMaxSearchText characters; spaces around it do not count
    std::vector<SearchKind> kinds;  ///< empty: all
    std::int64_t limit = 8;         ///< of each kind, 1 … kMaxSearchLimit
};

struct SearchHit {
    SearchKind kind = SearchKind::Order;
    std::string id;             ///< what people call it: a number, an id, a SKU, a login; a refund's row id
    std::string name;           ///< empty: it has none
    std::string status;         ///< stored text of an order's, a return's, …; empty: it has none
    CampusId campus;            ///< empty: none, or all
    OrderNo order;              ///< of a payment, a return, a refund; empty: none
    UserId user;                ///< of an order
    std::int64_t row = 0;       ///< row id of a return or a refund
    std::optional<Instant> at;  ///< placed, paid, asked for, begun, made; nullopt: it is not kept
    bool isDisabled = false;
    bool operator==(const SearchHit&) const = default;
};
struct SearchResult {
    /// By kind; of each what is called exactly so first, then the newest first; where no instant is kept, by id.
    std::vector<SearchHit> hits;
    std::vector<SearchKind> more;  ///< kinds of which there are more than the limit
};

class SearchDesk {
public:
    virtual ~SearchDesk() = default;
    // Permission Read. Kinds that somebody may not read are left out.
    /// InvalidArgument (text, limit).
    virtual Answer<SearchResult> search(const Call& call, SearchQuery query) = 0;
    /// Reads ahead what the first search for orders would have to read, in short reads, so that pages that read
    /// meanwhile do not wait. Answers when that is done, at once if it was.
    virtual Answer<void> prepare(const Call& call) = 0;
};

}  // namespace evenhand::api

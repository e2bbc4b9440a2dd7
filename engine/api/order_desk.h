// SPDX-License-Identifier: GPL-3.0-or-later
// Orders as the outside sees them: placing, paying, closing, courier reports, and the reads of tables and details.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/campaign_types.h"
#include "engine/api/order_types.h"
#include "engine/api/status.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

struct PlacedOrder {
    OrderId id;
    OrderNo orderNo;
    Money payable;
    bool repeated = false;  ///< the key was known with the same body: nothing was done again
    /// Lines left out because `skipUnavailable` was asked for: index and error (UnknownSku, Disabled, OutOfStock).
    std::vector<std::pair<std::size_t, Error>> skipped;
    std::optional<DrawAnswer> draw{};  ///< of the draw that was asked for
};

struct PayOrder {
    PaymentNo paymentNo;
    OrderNo orderNo;
    Money amount;
    /// Of the order as the person who records the payment by hand saw it: Conflict if it has changed since, and nothing
    /// is recorded. 0: whatever it is now. A provider sends 0: it knows no versions, and money is never refused.
    std::int64_t version = 0;
};

struct PaymentAnswer {
    PaymentOutcome outcome = PaymentOutcome::Accepted;
    std::optional<OwedKind> owed;  ///< set unless accepted: the money is owed back
    bool repeated = false;
};

/// A late or unmatched payment that is found to be that of another order.
struct MatchPayment {
    PaymentNo paymentNo;
    OrderNo orderNo;           ///< waits for a payment of just this amount
    std::int64_t version = 0;  ///< of the refund by which the payment would go back, else Conflict; 0: whatever it is
};
struct MatchAnswer {
    PaymentNo paymentNo;
    OrderNo orderNo;
    Money amount;
    bool repeated = false;  ///< it had paid this order before: nothing was done again
};

/// What a courier reports. A report that carries an older epoch than the order's is refused (StaleEpoch).
struct CourierReport {
    enum class Kind : std::uint8_t { PickedUp, Delivered, Failed };
    Kind kind = Kind::PickedUp;
    OrderNo orderNo;
    CourierId courier;
    std::int64_t epoch = 0;
    std::string note;          ///< reason of a failed delivery, needed for Failed
    std::int64_t version = 0;  ///< of the order as a person saw it, else Conflict; 0: whatever it is now
};

/// "picked_up", "delivered", "failed", and back.
[[nodiscard]] std::string_view toText(CourierReport::Kind value) noexcept;
[[nodiscard]] std::optional<CourierReport::Kind> reportKindFrom(std::string_view text) noexcept;

struct ProductRow {
    Sku sku;
    std::string name;
    Money unitPrice;
    std::int64_t stock = 0;  ///< on hand
    // Only in answers.
    std::optional<std::int64_t> lowStock{};  ///< at or below it the product is short; nullopt: it has no limit
    std::optional<Instant> disabledAt{};     ///< set: it cannot be ordered
    std::int64_t version = 0;                ///< of all but the stock, for ShopDesk
};

/// Late: by how long ago the limit of its stage has passed; only with OrderFilter::lateOnly.
enum class OrderSort : std::uint8_t { Placed, OrderNo, Status, Campus, Courier, Payable, User, PaidAt, Late };

/// A shorter text is part of too many order numbers to list them all; it is looked for at their beginning only.
inline constexpr std::size_t kMinOrderNumberPart = 4;

/// Empty members do not filter.
struct OrderFilter {
    std::vector<OrderStatus> statuses;
    CampusId campus;
    CourierId courier;
    UserId user;
    bool unassignedOnly = false;        ///< paid, open and without a courier
    bool lateOnly = false;              ///< the limit of the order's stage has passed
    Instant lateAt{};                   ///< engine time to which `lateOnly` refers; the desk sets it
    std::optional<Instant> placedFrom;  ///< included
    std::optional<Instant> placedTo;    ///< excluded
    std::vector<OrderId> only;          ///< only these, 1,000 at most
    std::string text;                   ///< order number or user begins with it, or the number contains it (from 4
                                        ///< characters on, whatever their case; the newest 4,096)
    std::vector<OrderId> withPart{};    ///< whose number contains `text`; the desk sets it
    bool operator==(const OrderFilter&) const = default;
};

/// A row that was seen: the next page begins after it, whatever was inserted meanwhile.
struct OrderKey {
    Instant placedAt;
    OrderId id;
    bool operator==(const OrderKey&) const = default;
};
struct OrderQuery {
    OrderFilter filter;
    OrderSort sort = OrderSort::Placed;
    bool descending = true;
    std::int64_t offset = 0;
    std::int64_t limit = 256;         ///< 1 … 10,000
    std::optional<OrderKey> after{};  ///< only rows behind this one; with OrderSort::Placed
};

struct OrderLineRow {
    OrderLine line;
    std::string productName;
    std::int64_t returned = 0;  ///< units of approved returns; the rest is what is delivered
};

struct OrderEvent {
    Instant at;
    EventKind kind = EventKind::Placed;
    std::string actor;
    std::string detail;  ///< plain text: courier, reason, amounts
};

struct OwedPaymentRow {
    PaymentNo paymentNo;
    std::string orderNo;  ///< as given by the payer, may name no order
    Money amount;
    Instant at;
    OwedKind kind = OwedKind::Late;
    OrderNo matchedOrderNo{};  ///< that it has paid since; empty: it goes back
};

struct OrderDetail {
    OrderRow row;
    DeductionId deduction;
    std::vector<OrderLineRow> lines;
    std::vector<OrderEvent> events;  ///< oldest first
    std::optional<PaymentNo> paymentNo;
    Money paid;
    Money discount{};                  ///< of a campaign, taken off the lines' total
    std::vector<OwedPaymentRow> owed;  ///< without those that have paid an order since
};

/// One row of a bulk action: what was selected, at which version.
struct OrderRef {
    OrderNo orderNo;
    std::int64_t version = 0;  ///< 0: whatever it is now
};

/// Per-row outcome of a bulk action; an Error with Conflict for a row that somebody changed meanwhile.
struct RowOutcome {
    OrderNo orderNo;
    std::optional<Error> error;  ///< nullopt: done
};

class OrderDesk {
public:
    virtual ~OrderDesk() = default;

    /// Permission PlaceOrders. Errors: InvalidArgument, UnknownSku, OutOfStock, Disabled (campus, sku), NotFound
    /// (campus), KeyReused; those of CampaignDesk::draw(), and AlreadyExists for a draw that another order has used.
    virtual Answer<PlacedOrder> place(const Call& call, PlaceOrder request) = 0;
    virtual void placeMany(const Call& call, std::vector<PlaceOrder> requests, BatchCompletion<PlacedOrder> done) = 0;
    /// As place(), but lines whose SKU is unknown, disabled or out of stock are left out; the error of the first line
    /// if none is left. AlreadyExists if the order number is known. For imports.
    virtual Answer<PlacedOrder> placeAvailable(const Call& call, PlaceOrder request) = 0;
    /// As place(), but permission TakeOrders: for somebody who calls.
    virtual Answer<PlacedOrder> placeByHand(const Call& call, PlaceOrder request) = 0;

    /// Permission PlaceOrders. Money is never dropped: a payment that cannot be accepted is recorded as owed.
    virtual Answer<PaymentAnswer> pay(const Call& call, PayOrder request) = 0;
    virtual void payMany(const Call& call, std::vector<PayOrder> requests, BatchCompletion<PaymentAnswer> done) = 0;

    /// A payment that a person vouches for, not a provider: as pay(), but permission RecordPayments, and a reason is
    /// needed.
    virtual Answer<PaymentAnswer> recordPayment(const Call& call, PayOrder request) = 0;

    /// Permission RecordPayments, and a reason is needed. A late or unmatched payment pays this order, if it could have
    /// been its payment: the order waits for just this amount and is in time. What would have gone back no longer does;
    /// nothing of it may have been sent. The same payment and order again get the same answer. Errors: NotFound
    /// (payment_no: no late or unmatched payment, or nothing of it is owed; order_no), WrongStatus (payment_no: it has
    /// paid another order; refund: it has been sent back; status: of the order), InvalidArgument (amount), Conflict
    /// (version).
    virtual Answer<MatchAnswer> matchPayment(const Call& call, MatchPayment request) = 0;

    /// Permission CancelOrders; a reason is needed. Closes each order that may be closed; gives back what it took.
    virtual Answer<std::vector<RowOutcome>> cancel(const Call& call, std::vector<OrderRef> orders) = 0;
    /// Permission Dispatch. A line in the history of each, whatever its status and version; notes are never changed.
    /// NotFound (order_no), InvalidArgument (note: empty, above kMaxNote characters, control characters).
    virtual Answer<std::vector<RowOutcome>> note(const Call& call, std::vector<OrderRef> orders, std::string text) = 0;
    /// Permission Dispatch. Errors: NotFound, WrongStatus, StaleEpoch, Conflict (stale version), InvalidArgument.
    virtual Answer<void> report(const Call& call, CourierReport report) = 0;

    /// Permission ManageCatalogue. For imports and programs. A known SKU gets the name and price, and `stock` is added
    /// to what is on hand when `addStock`, else it becomes the stock (the difference is recorded as received).
    virtual Answer<void> upsertProducts(const Call& call, std::vector<ProductRow> products, bool addStock) = 0;

    // Reads, answered by the reader thread from committed state. Permission Read.
    virtual Answer<std::vector<OrderRow>> page(const Call& call, OrderQuery query) = 0;
    virtual Answer<std::int64_t> count(const Call& call, OrderFilter filter) = 0;
    /// At most kMaxRowIds (InvalidArgument ids).
    virtual Answer<std::vector<OrderRow>> rows(const Call& call, std::vector<OrderId> ids) = 0;
    virtual Answer<OrderDetail> detail(const Call& call, OrderNo orderNo) = 0;
    /// SKU or name begin with it; in order of SKU. `limit` 1 … kMaxPageRows, here and below.
    virtual Answer<std::vector<ProductRow>> products(const Call& call, std::string textPrefix, std::int64_t limit) = 0;
    /// Newest first, without those that have paid an order since.
    virtual Answer<std::vector<OwedPaymentRow>> owedPayments(const Call& call, std::int64_t offset,
                                                             std::int64_t limit) = 0;
    /// Writes what the query shows, all rows, as CSV (UTF-8, RFC 4180, formula cells defused) to `path`, written
    /// beside and renamed when whole; `progress` is called on the reader thread with rows written. Answers the rows.
    /// Cancelling the future stops it and leaves no file.
    virtual Answer<std::int64_t> exportCsv(const Call& call, OrderQuery query, std::string path,
                                           std::function<void(std::int64_t)> progress) = 0;
};

}  // namespace evenhand::api

// SPDX-License-Identifier: GPL-3.0-or-later
// Messages whose last attempt failed, kept with the reason until an operator deals with them.
// Thread: that of the Database.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::deadLetters {

using Fields = std::vector<std::pair<std::string, std::string>>;

struct NewLetter {
    std::string_view topic;
    std::string_view messageId;
    std::span<const std::pair<std::string, std::string>> fields;  ///< of the message; no line breaks in them
    std::string_view orderNo;                                     ///< empty: about no order
    std::int64_t epoch = 0;
    std::string_view reason;
    std::int64_t attempts = 0;
    Instant at;
};
[[nodiscard]] Result<void> insert(Database& database, const NewLetter& letter);

struct Letter {
    std::string topic;
    Fields fields;
    OrderNo orderNo;
    std::int64_t epoch = 0;
};
/// nullopt: there is none, or it was dealt with.
[[nodiscard]] Result<std::optional<Letter>> findOpen(Database& database, DeadLetterId id);
struct Settled {
    Instant at;
    std::string how;  ///< "retried by ann"
};
/// nullopt: there is none, or it is open.
[[nodiscard]] Result<std::optional<Settled>> settled(Database& database, DeadLetterId id);
[[nodiscard]] Result<bool> resolve(Database& database, DeadLetterId id, Instant at, std::string_view resolution);
/// All open ones of an order.
[[nodiscard]] Result<std::int64_t> resolveOfOrder(Database& database, const OrderNo& orderNo, Instant at,
                                                  std::string_view resolution);
struct OpenLetter {
    api::DeadLetterRow row;
    Fields fields;
};
/// Open ones of a topic, or of all topics that begin so; newest first.
[[nodiscard]] Result<std::vector<OpenLetter>> openOfTopics(Database& database, std::string_view topic, bool prefix,
                                                           std::int64_t limit);
/// Open ones of orders' topics, newest first: not those of flash sales.
[[nodiscard]] Result<std::vector<api::DeadLetterRow>> open(Database& database, std::int64_t limit);

}  // namespace evenhand::store::deadLetters

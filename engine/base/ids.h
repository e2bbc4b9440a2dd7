// SPDX-License-Identifier: GPL-3.0-or-later
// Strong id types: a CourierId is never passed where a CampusId is meant.
// External ids are UTF-8 text, case-sensitive, 1 to 64 characters (checked by validateId at the borders).
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/result.h"

namespace evenhand::base {

template <typename Tag>
class TextId {
public:
    TextId() = default;
    explicit TextId(std::string text) : m_text(std::move(text)) {}
    explicit TextId(std::string_view text) : m_text(text) {}
    explicit TextId(const char* text) : m_text(text) {}
    [[nodiscard]] const std::string& str() const noexcept { return m_text; }
    [[nodiscard]] bool empty() const noexcept { return m_text.empty(); }
    auto operator<=>(const TextId&) const = default;

private:
    std::string m_text;
};

template <typename Tag>
struct NumberId {
    std::int64_t value = 0;  ///< 0: none
    [[nodiscard]] bool valid() const noexcept { return value > 0; }
    auto operator<=>(const NumberId&) const = default;
};

using CampusId = TextId<struct CampusTag>;
using CourierId = TextId<struct CourierTag>;
using UserId = TextId<struct UserTag>;
using OrderNo = TextId<struct OrderNoTag>;
using PaymentNo = TextId<struct PaymentNoTag>;
using Sku = TextId<struct SkuTag>;
using ActivityId = TextId<struct ActivityTag>;
using CampaignId = TextId<struct CampaignTag>;
using DrawId = TextId<struct DrawTag>;                ///< a UUID, given by the caller or made
using OrderId = NumberId<struct OrderIdTag>;          ///< row id, grows with placing
using DeductionId = NumberId<struct DeductionIdTag>;  ///< what a return must name
using ReturnNo = TextId<struct ReturnNoTag>;          ///< from the caller, unique per deduction
using ReturnId = NumberId<struct ReturnIdTag>;        ///< row id
using RefundId = NumberId<struct RefundIdTag>;        ///< row id
using TaskId = NumberId<struct TaskIdTag>;            ///< row id, grows with making
using WebhookId = NumberId<struct WebhookIdTag>;      ///< row id of an endpoint
using DeliveryId = NumberId<struct DeliveryIdTag>;    ///< row id
using PersonId = NumberId<struct PersonIdTag>;        ///< row id
using TokenId = NumberId<struct TokenIdTag>;          ///< row id of a token of the HTTP API
using BackupId = NumberId<struct BackupIdTag>;        ///< row id
using AlertId = NumberId<struct AlertIdTag>;          ///< row id, grows with firing
using DeadLetterId = NumberId<struct DeadLetterTag>;  ///< row id; of every topic's
using LedgerEntryId = NumberId<struct EntryIdTag>;    ///< row id, grows with writing
using RingChangeId = NumberId<struct RingChangeTag>;  ///< row id
using ConsoleId = NumberId<struct ConsoleTag>;        ///< of a connection, for as long as it lasts

inline constexpr std::size_t kMaxIdCharacters = 64;
inline constexpr std::size_t kMaxNameCharacters = 200;

/// Number of Unicode code points of `text`, or -1 if it is not valid UTF-8 (overlong forms, surrogates and
/// code points above U+10FFFF are invalid).
[[nodiscard]] std::int64_t utf8Length(std::string_view text) noexcept;

/// 1..64 characters of UTF-8, not all blank, none hidden or deceptive (ids.cpp); InvalidArgument naming `field` else.
[[nodiscard]] Result<void> validateId(std::string_view text, std::string_view field);
/// 0..200 characters, likewise; marks of direction may stand in text that has letters written from the right.
[[nodiscard]] Result<void> validateName(std::string_view text, std::string_view field);
/// 0..`maxCharacters` characters of valid UTF-8; line breaks and tabs allowed, other control characters refused.
[[nodiscard]] Result<void> validateText(std::string_view text, std::string_view field, std::size_t maxCharacters);
/// The same of what must say something: not empty, not blank.
[[nodiscard]] Result<void> validateNote(std::string_view text, std::string_view field, std::size_t maxCharacters);

}  // namespace evenhand::base

namespace evenhand {
using base::ActivityId;
using base::AlertId;
using base::BackupId;
using base::CampaignId;
using base::CampusId;
using base::ConsoleId;
using base::CourierId;
using base::DeadLetterId;
using base::DeductionId;
using base::DeliveryId;
using base::DrawId;
using base::LedgerEntryId;
using base::OrderId;
using base::OrderNo;
using base::PaymentNo;
using base::PersonId;
using base::RefundId;
using base::ReturnId;
using base::ReturnNo;
using base::RingChangeId;
using base::Sku;
using base::TaskId;
using base::TokenId;
using base::UserId;
using base::WebhookId;
}  // namespace evenhand

template <typename Tag>
struct std::hash<evenhand::base::TextId<Tag>> {
    std::size_t operator()(const evenhand::base::TextId<Tag>& id) const noexcept {
        return std::hash<std::string>{}(id.str());
    }
};

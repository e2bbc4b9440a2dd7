// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a type as the protocol has it: its members by name and type, and of each the same, once.
// Thread: pure.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "engine/wire/values/value.h"

namespace evenhand::wire {

class TypeTexts {
public:
    /// How a value of some type is written; what it is made of is described too.
    using Text = std::string (*)(TypeTexts& texts);
    struct Member {
        std::string_view name;
        Text type;
    };
    /// Both answer the name.
    std::string ofEnum(std::string_view name, std::span<const std::string_view> enumerators);
    std::string ofStruct(std::string_view name, std::span<const Member> members);
    /// All that were described, each in a line, in the order in which they were met last.
    [[nodiscard]] const std::string& described() const noexcept { return m_described; }

private:
    std::set<std::string, std::less<>> m_seen;
    std::string m_described;
};

/// "OrderRow", "CampaignBoard::User": without the namespaces before the first type.
template <typename T>
[[nodiscard]] std::string_view typeName() noexcept {
    std::string_view text = __PRETTY_FUNCTION__;
    constexpr std::string_view kBegin = "T = ";
    text.remove_prefix(text.find(kBegin) + kBegin.size());
    text = text.substr(0, text.find_first_of(";]"));
    for (const std::string_view space : {"evenhand::api::", "evenhand::base::", "evenhand::wire::"}) {
        if (text.starts_with(space)) {
            text.remove_prefix(space.size());
        }
    }
    return text;
}

// Compiled once for each, in engine/wire/values.
template <DescribedStruct T>
std::string structText(TypeTexts& texts);
template <DescribedEnum E>
std::string enumText(TypeTexts& texts);

template <typename T>
std::string typeText(TypeTexts& texts);

template <typename T>
std::string otherText(TypeTexts& texts, std::optional<T>*) {
    return typeText<T>(texts) + " or null";
}
template <typename T>
std::string otherText(TypeTexts& texts, std::vector<T>*) {
    return "list of " + typeText<T>(texts);
}
template <typename T, std::size_t Size>
std::string otherText(TypeTexts& texts, std::array<T, Size>*) {
    return std::to_string(Size) + " of " + typeText<T>(texts);
}
template <typename A, typename B>
std::string otherText(TypeTexts& texts, std::pair<A, B>*) {
    auto first = typeText<A>(texts);
    return "pair of " + first + " and " + typeText<B>(texts);
}
template <typename T>
std::string otherText(TypeTexts& texts, std::map<std::string, T>*) {
    return "members of " + typeText<T>(texts);
}
template <typename Key, typename T>
std::string otherText(TypeTexts& texts, std::map<Key, T>*) {
    auto first = typeText<Key>(texts);
    return "list of pairs of " + first + " and " + typeText<T>(texts);
}
template <typename T>
std::string otherText(TypeTexts& texts, Result<T>*) {
    auto value = typeText<T>(texts);
    return "value " + value + " or problem " + typeText<Error>(texts);
}

template <typename T>
std::string typeText(TypeTexts& texts) {
    if constexpr (std::is_void_v<T> || std::is_same_v<T, std::monostate>) {
        return "null";
    } else if constexpr (std::is_same_v<T, bool>) {
        return "boolean";
    } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, base::Secret>) {
        return "text";
    } else if constexpr (std::is_same_v<T, Money>) {
        return "minor units";
    } else if constexpr (std::is_same_v<T, Instant>) {
        return "epoch ms";
    } else if constexpr (kIsA<T, base::TextId>) {
        return "text id";
    } else if constexpr (kIsA<T, base::NumberId>) {
        return "number id";
    } else if constexpr (std::is_integral_v<T>) {
        return (std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
    } else if constexpr (std::is_floating_point_v<T>) {
        return "number";
    } else if constexpr (DescribedEnum<T>) {
        return enumText<T>(texts);
    } else if constexpr (DescribedStruct<T>) {
        return structText<T>(texts);
    } else {
        return otherText(texts, static_cast<T*>(nullptr));
    }
}

}  // namespace evenhand::wire

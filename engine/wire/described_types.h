// SPDX-License-Identifier: GPL-3.0-or-later
// Describes types for the protocol's document: the name and type of each member, and then each of those types, none
// twice.
// Thread: pure.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "engine/wire/values/struct_codec.h"

namespace evenhand::wire {

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

class TypeTexts {
public:
    /// The name of the type in the document. Describes the types of its members as well.
    template <typename T>
    std::string of() {
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
        } else if constexpr (std::is_integral_v<T>) {
            return (std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
        } else if constexpr (std::is_floating_point_v<T>) {
            return "number";
        } else if constexpr (DescribedEnum<T>) {
            return enumText<T>();
        } else if constexpr (DescribedStruct<T>) {
            return structText<T>();
        } else {
            return ofOther(static_cast<T*>(nullptr));
        }
    }
    /// All descriptions so far, one a line; a type stands behind the types of its members.
    [[nodiscard]] const std::string& described() const noexcept { return m_described; }

private:
    template <typename Tag>
    std::string ofOther(base::TextId<Tag>*) {
        return "text id";
    }
    template <typename Tag>
    std::string ofOther(base::NumberId<Tag>*) {
        return "number id";
    }
    template <typename T>
    std::string ofOther(std::optional<T>*) {
        return of<T>() + " or null";
    }
    template <typename T>
    std::string ofOther(std::vector<T>*) {
        return "list of " + of<T>();
    }
    template <typename T, std::size_t Size>
    std::string ofOther(std::array<T, Size>*) {
        return std::to_string(Size) + " of " + of<T>();
    }
    template <typename A, typename B>
    std::string ofOther(std::pair<A, B>*) {
        return "pair of " + of<A>() + " and " + of<B>();
    }
    template <typename T>
    std::string ofOther(std::map<std::string, T>*) {
        return "members of " + of<T>();
    }
    template <typename Key, typename T>
    std::string ofOther(std::map<Key, T>*) {
        return "list of pairs of " + of<Key>() + " and " + of<T>();
    }
    template <typename T>
    std::string ofOther(Result<T>*) {
        return "value " + of<T>() + " or problem " + of<Error>();
    }
    template <typename T>
    std::string enumText() {
        std::string name(typeName<T>());
        if (m_seen.insert(name).second) {
            std::string text = name + ":";
            boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>(
                [&](auto enumerator) { text += std::string(" ") + enumerator.name; });
            m_described += text + '\n';
        }
        return name;
    }
    template <typename T>
    std::string structText() {
        std::string name(typeName<T>());
        if (m_seen.insert(name).second) {
            std::string text = name + ":";
            boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
                using Member = std::remove_cvref_t<decltype(std::declval<T&>().*member.pointer)>;
                text += std::string(" ") + member.name + " (" + of<Member>() + ")";
            });
            m_described += text + '\n';
        }
        return name;
    }

    std::set<std::string> m_seen;
    std::string m_described;
};

}  // namespace evenhand::wire

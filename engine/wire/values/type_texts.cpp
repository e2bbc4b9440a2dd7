// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/type_texts.h"

namespace evenhand::wire {

std::string TypeTexts::ofEnum(std::string_view name, std::span<const std::string_view> enumerators) {
    if (m_seen.emplace(name).second) {
        m_described += std::string(name) + ':';
        for (const auto enumerator : enumerators) {
            m_described += ' ';
            m_described += enumerator;
        }
        m_described += '\n';
    }
    return std::string(name);
}

std::string TypeTexts::ofStruct(std::string_view name, std::span<const Member> members) {
    if (m_seen.emplace(name).second) {
        std::string text = std::string(name) + ':';
        for (const auto& member : members) {
            text += ' ';
            text += member.name;
            text += " (" + member.type(*this) + ')';
        }
        m_described += text + '\n';
    }
    return std::string(name);
}

}  // namespace evenhand::wire

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/json/json_reader.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <limits>
#include <tuple>

#include "engine/base/counted.h"
#include "engine/base/ids.h"

namespace evenhand::json {
namespace {

constexpr std::size_t kShownValueBytes = 80;

/// As a client reads it again in the answer.
std::string shown(const boost::json::value& value) {
    if (value.is_object()) {
        return "{…}";
    }
    if (value.is_array()) {
        return "[…]";
    }
    if (const auto* text = value.if_string()) {
        return std::string(text->data(), text->size());
    }
    auto out = boost::json::serialize(value);
    out.resize(std::min(out.size(), kShownValueBytes));
    return out;
}

}  // namespace

JsonReader::JsonReader(const boost::json::value& value) : m_fault(std::make_shared<Fault>()) { take(value); }

JsonReader::JsonReader(const boost::json::value& value, std::string path, std::shared_ptr<Fault> fault)
    : m_path(std::move(path)), m_fault(std::move(fault)) {
    take(value);
}

void JsonReader::take(const boost::json::value& value) {
    m_object = value.if_object();
    if (m_object == nullptr) {
        refuseAt(m_path.empty() ? "body" : m_path.substr(0, m_path.size() - 1), "must be an object", shown(value));
    }
}

std::string JsonReader::pathOf(std::string_view name) const {
    return m_path + (name.empty() ? std::string("\"\"") : std::string(name));
}

void JsonReader::refuseAt(std::string path, const std::string& message, std::string value) {
    if (ok()) {
        auto text = path + " " + message;
        m_fault->emplace(Error{ErrorCode::InvalidArgument, std::move(text), std::move(path), std::move(value)});
    }
}

void JsonReader::refuse(std::string_view name, const std::string& message, std::string value) {
    refuseAt(pathOf(name), message, std::move(value));
}

bool JsonReader::has(std::string_view name) const {
    const auto* value = m_object != nullptr ? m_object->if_contains(name) : nullptr;
    return value != nullptr && !value->is_null();
}

const boost::json::value* JsonReader::find(std::string_view name, bool required) {
    m_asked.push_back(name);
    if (m_object == nullptr || !ok()) {
        return nullptr;
    }
    const auto* value = m_object->if_contains(name);
    if (value != nullptr && value->is_null()) {
        value = nullptr;
    }
    if (value == nullptr && required) {
        refuse(name, "is missing");
    }
    return value;
}

std::string JsonReader::textOf(std::string_view name, const boost::json::value& value, std::size_t least,
                               std::size_t most) {
    const auto* string = value.if_string();
    if (string == nullptr) {
        refuse(name, "must be a string", shown(value));
        return {};
    }
    std::string text(string->data(), string->size());
    if (const auto valid = base::validateText(text, name, most); !valid) {
        refuse(name, "must be text of at most " + std::to_string(most) + " characters without control characters",
               text);
    } else if (base::utf8Length(text) < static_cast<std::int64_t>(least)) {
        refuse(name, "must have at least " + std::to_string(least) + " characters", text);
    }
    return ok() ? text : std::string();
}

std::int64_t JsonReader::integerOf(std::string_view name, const boost::json::value& value, std::int64_t least,
                                   std::int64_t most) {
    const auto* number = value.if_int64();
    if (number == nullptr && !value.is_uint64()) {
        refuse(name, "must be an integer", shown(value));
    } else if (number == nullptr || *number < least || *number > most) {
        refuse(name, "must be from " + std::to_string(least) + " to " + std::to_string(most), shown(value));
    }
    return ok() ? *number : 0;
}

std::string JsonReader::id(std::string_view name) {
    const auto* value = find(name, true);
    if (value == nullptr) {
        return {};
    }
    const auto* string = value->if_string();
    if (string == nullptr) {
        refuse(name, "must be a string", shown(*value));
        return {};
    }
    std::string text(string->data(), string->size());
    if (const auto valid = base::validateId(text, name); !valid) {
        refuse(name, text.empty() ? "must be 1 to 64 characters" : valid.error().message, std::move(text));
        return {};
    }
    return text;
}

std::string JsonReader::optionalId(std::string_view name) {
    if (!has(name)) {
        m_asked.push_back(name);
        return {};
    }
    return id(name);
}

std::string JsonReader::text(std::string_view name, std::size_t least, std::size_t most) {
    const auto* value = find(name, true);
    return value == nullptr ? std::string() : textOf(name, *value, least, most);
}

std::string JsonReader::optionalText(std::string_view name, std::size_t most) {
    const auto* value = find(name, false);
    return value == nullptr ? std::string() : textOf(name, *value, 0, most);
}

std::int64_t JsonReader::integer(std::string_view name, std::int64_t least, std::int64_t most) {
    const auto* value = find(name, true);
    return value == nullptr ? 0 : integerOf(name, *value, least, most);
}

std::optional<std::int64_t> JsonReader::optionalInteger(std::string_view name, std::int64_t least, std::int64_t most) {
    const auto* value = find(name, false);
    return value == nullptr ? std::nullopt : std::optional(integerOf(name, *value, least, most));
}

std::int64_t JsonReader::optionalVersion(std::string_view name) {
    return optionalInteger(name, 1, std::numeric_limits<std::int64_t>::max()).value_or(0);
}

Money JsonReader::money(std::string_view name) { return {integer(name, 0, base::kMaxMoneyMinor)}; }

bool JsonReader::flag(std::string_view name) {
    const auto* value = find(name, true);
    if (value != nullptr && !value->is_bool()) {
        refuse(name, "must be true or false", shown(*value));
    }
    return value != nullptr && value->is_bool() && value->get_bool();
}

bool JsonReader::optionalFlag(std::string_view name, bool otherwise) {
    if (!has(name)) {
        m_asked.push_back(name);
        return otherwise;
    }
    return flag(name);
}

Instant JsonReader::instant(std::string_view name) { return {integer(name, 0, base::kMaxInstant.ms)}; }

void JsonReader::object(std::string_view name, const std::function<void(JsonReader&)>& read) {
    if (const auto* value = find(name, true)) {
        JsonReader inner(*value, pathOf(name) + ".", m_fault);
        if (ok()) {
            read(inner);
            std::ignore = inner.finish();  // the fault is kept, and told by the outermost
        }
    }
}

bool JsonReader::optionalObject(std::string_view name, const std::function<void(JsonReader&)>& read) {
    if (!has(name)) {
        m_asked.push_back(name);
        return false;
    }
    object(name, read);
    return true;
}

const boost::json::array* JsonReader::arrayOf(std::string_view name, std::size_t least, std::size_t most) {
    const auto* value = find(name, true);
    if (value == nullptr) {
        return nullptr;
    }
    const auto* array = value->if_array();
    if (array == nullptr) {
        refuse(name, "must be a list", shown(*value));
    } else if (array->size() < least || array->size() > most) {
        refuse(name, "must have " + std::to_string(least) + " to " + std::to_string(most) + " entries",
               base::counted(static_cast<std::int64_t>(array->size()), "entry", "entries"));
    }
    return ok() ? array : nullptr;
}

void JsonReader::list(std::string_view name, std::size_t least, std::size_t most,
                      const std::function<void(JsonReader&)>& read) {
    const auto* array = arrayOf(name, least, most);
    for (std::size_t i = 0; array != nullptr && i < array->size() && ok(); ++i) {
        JsonReader inner((*array)[i], pathOf(name) + "[" + std::to_string(i) + "].", m_fault);
        if (ok()) {
            read(inner);
            std::ignore = inner.finish();  // the fault is kept, and told by the outermost
        }
    }
}

std::vector<std::string> JsonReader::texts(std::string_view name, std::size_t most, std::size_t mostCharacters) {
    const auto* array = arrayOf(name, 0, most);
    std::vector<std::string> all;
    for (std::size_t i = 0; array != nullptr && i < array->size() && ok(); ++i) {
        all.push_back(textOf(std::string(name) + "[" + std::to_string(i) + "]", (*array)[i], 1, mostCharacters));
    }
    return ok() ? all : std::vector<std::string>();
}

std::vector<std::int64_t> JsonReader::integers(std::string_view name, std::size_t count, std::int64_t least,
                                               std::int64_t most) {
    const auto* array = arrayOf(name, 0, count);
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; array != nullptr && i < array->size() && ok(); ++i) {
        all.push_back(integerOf(std::string(name) + "[" + std::to_string(i) + "]", (*array)[i], least, most));
    }
    return ok() ? all : std::vector<std::int64_t>();
}

Result<void> JsonReader::finish() {
    if (ok() && m_object != nullptr) {
        for (const auto& member : *m_object) {
            const std::string_view name = member.key();
            if (std::find(m_asked.begin(), m_asked.end(), name) == m_asked.end()) {
                refuse(name, "is not known here", shown(member.value()));
                break;
            }
        }
    }
    if (!ok()) {
        return fail(**m_fault);
    }
    return {};
}

}  // namespace evenhand::json

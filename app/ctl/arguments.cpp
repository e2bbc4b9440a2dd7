// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/arguments.h"

#include <algorithm>
#include <charconv>

namespace evenhand::ctl {
namespace {

auto usage(std::string message) { return fail(ErrorCode::InvalidArgument, std::move(message)); }

}  // namespace

Result<Arguments> Arguments::parse(std::span<const std::string> words, std::span<const OptionSpec> known) {
    Arguments arguments;
    bool onlyWords = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (onlyWords || word == "-" || !word.starts_with('-')) {
            arguments.m_words.push_back(word);
            continue;
        }
        if (word == "--") {
            onlyWords = true;
            continue;
        }
        const auto equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const auto spec = std::find_if(known.begin(), known.end(), [&](const OptionSpec& o) { return o.name == name; });
        if (spec == known.end()) {
            return usage("unknown option " + name);
        }
        std::string value;
        if (spec->value.empty()) {
            if (equals != std::string::npos) {
                return usage(name + " takes no value");
            }
        } else if (equals != std::string::npos) {
            value = word.substr(equals + 1);
        } else if (i + 1 < words.size()) {
            value = words[++i];
        } else {
            return usage(name + " needs a value (" + std::string(spec->value) + ")");
        }
        if (!arguments.m_options.emplace(name, std::move(value)).second) {
            return usage(name + " is given twice");
        }
    }
    return arguments;
}

std::string Arguments::value(std::string_view name, std::string_view otherwise) const {
    const auto found = m_options.find(name);
    return found == m_options.end() ? std::string(otherwise) : found->second;
}

Result<std::optional<std::int64_t>> Arguments::number(std::string_view name, std::int64_t least,
                                                      std::int64_t most) const {
    const auto found = m_options.find(name);
    if (found == m_options.end()) {
        return std::optional<std::int64_t>();
    }
    const std::string& text = found->second;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
        return usage(std::string(name) + " must be a whole number from " + std::to_string(least) + " to " +
                     std::to_string(most) + ", not \"" + text + "\"");
    }
    return std::optional(value);
}

Result<void> Arguments::expectWords(std::span<const std::string_view> names) const {
    if (m_words.size() < names.size()) {
        return usage(std::string(names[m_words.size()]) + " is missing");
    }
    if (m_words.size() > names.size()) {
        return usage("unexpected argument \"" + m_words[names.size()] + "\"");
    }
    return {};
}

}  // namespace evenhand::ctl

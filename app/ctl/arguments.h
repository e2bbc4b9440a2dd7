// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of one command: `--name value`, `--name=value`, `--flag`, positional words ("-" is one), and `--`
// after which everything is positional. Nothing depends on a locale.
// Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::ctl {

struct OptionSpec {
    std::string_view name;   ///< with its dashes: "--errors"
    std::string_view value;  ///< what it takes, for help ("OUT.csv"); empty: a flag
    std::string_view help;
};

class Arguments {
public:
    /// InvalidArgument: an unknown option, one given twice, one without its value, a flag with one.
    [[nodiscard]] static Result<Arguments> parse(std::span<const std::string> words, std::span<const OptionSpec> known);

    [[nodiscard]] bool has(std::string_view name) const { return m_options.contains(name); }
    /// The option's value, or `otherwise`.
    [[nodiscard]] std::string value(std::string_view name, std::string_view otherwise = {}) const;
    /// A whole number within [least, most]; nullopt if the option was not given. InvalidArgument names it.
    [[nodiscard]] Result<std::optional<std::int64_t>> number(std::string_view name, std::int64_t least,
                                                             std::int64_t most) const;
    [[nodiscard]] const std::vector<std::string>& words() const noexcept { return m_words; }
    /// The positional words, exactly as many as `names`. InvalidArgument names what is missing or too much.
    [[nodiscard]] Result<void> expectWords(std::span<const std::string_view> names) const;

private:
    std::map<std::string, std::string, std::less<>> m_options;
    std::vector<std::string> m_words;
};

}  // namespace evenhand::ctl

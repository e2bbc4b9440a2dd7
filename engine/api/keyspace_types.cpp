// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/keyspace_types.h"

#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

constexpr base::TextTable<KeyspacePart, kKeyspaceParts> kPartTexts{{{KeyspacePart::Weights, "weights"},
                                                                    {KeyspacePart::Timers, "timers"},
                                                                    {KeyspacePart::Stocks, "stocks"},
                                                                    {KeyspacePart::Queues, "queues"},
                                                                    {KeyspacePart::Streams, "streams"}}};
static_assert(base::inOrder(kPartTexts));
constexpr auto kAllKeyspaceParts = base::valuesOf(kPartTexts);

constexpr base::TextTable<GenerationState, 4> kStateTexts{{{GenerationState::Same, "same"},
                                                           {GenerationState::Missing, "missing"},
                                                           {GenerationState::Older, "older"},
                                                           {GenerationState::Foreign, "foreign"}}};
static_assert(base::inOrder(kStateTexts));

}  // namespace

std::string_view toText(KeyspacePart value) noexcept { return base::textOf(kPartTexts, value); }
std::optional<KeyspacePart> keyspacePartFrom(std::string_view text) noexcept { return base::valueOf(kPartTexts, text); }
std::span<const KeyspacePart> allKeyspaceParts() noexcept { return kAllKeyspaceParts; }

std::string_view toText(GenerationState value) noexcept { return base::textOf(kStateTexts, value); }

}  // namespace evenhand::api

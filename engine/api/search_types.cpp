// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/search_desk.h"
#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

constexpr base::TextTable<SearchKind, kSearchKinds> kSearchKindTexts{{{SearchKind::Order, "order"},
                                                                      {SearchKind::User, "user"},
                                                                      {SearchKind::Courier, "courier"},
                                                                      {SearchKind::Product, "product"},
                                                                      {SearchKind::Payment, "payment"},
                                                                      {SearchKind::Return, "return"},
                                                                      {SearchKind::Refund, "refund"},
                                                                      {SearchKind::Campaign, "campaign"},
                                                                      {SearchKind::Sale, "sale"},
                                                                      {SearchKind::Person, "person"},
                                                                      {SearchKind::Campus, "campus"}}};
static_assert(base::inOrder(kSearchKindTexts));
constexpr auto kAllSearchKinds = base::valuesOf(kSearchKindTexts);

}  // namespace

std::string_view toText(SearchKind value) noexcept { return base::textOf(kSearchKindTexts, value); }
std::optional<SearchKind> searchKindFrom(std::string_view text) noexcept {
    return base::valueOf(kSearchKindTexts, text);
}
std::span<const SearchKind> allSearchKinds() noexcept { return kAllSearchKinds; }

}  // namespace evenhand::api

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/campaigns/draw_export.h"

#include "engine/runtime/csv_export.h"
#include "engine/store/records/draw_store.h"

namespace evenhand::campaigns {
namespace {

std::string filterText(const api::DrawFilter& filter) {
    runtime::FilterText text;
    text.add("campaign", filter.campaign.str()).add("user", filter.user.str()).add("draw", filter.id.str());
    text.each("state", filter.states, [](api::DrawState state) { return api::toText(state); });
    return text.str();
}

}  // namespace

api::Answer<std::int64_t> exportDraws(runtime::Engine& engine, runtime::Reader& reader, const api::Call& call,
                                      api::DrawFilter filter, std::string path, int minorDigits,
                                      std::function<void(std::int64_t)> progress) {
    const auto asked = filterText(filter);
    using runtime::csvTime;
    auto slice = [filter = std::move(filter), minorDigits, last = std::int64_t{0}](
                     store::Database& database, base::CsvText& csv) mutable -> Result<std::int64_t> {
        EVENHAND_ASSIGN(const auto rows, store::draws::slice(database, filter, last, runtime::kCsvSliceRows));
        for (const auto& [no, row] : rows) {
            last = no;
            csv.text(row.id.str()).text(row.campaign.str()).text(row.user.str()).plain(api::toText(row.state));
            csv.plain(row.refusal ? api::toText(*row.refusal) : std::string_view());
            csv.plain(base::formatMoney(row.amount, minorDigits)).plain(csvTime(row.at)).text(row.orderNo.str());
            csv.plain(csvTime(row.validUntil)).plain(csvTime(row.givenBackAt)).endLine();
        }
        return static_cast<std::int64_t>(rows.size());
    };
    return runtime::exportCsv(engine, reader, {call, "draws", asked}, std::move(path),
                              "draw_id,campaign,user_id,state,reason,amount,at,order_no,valid_until,given_back_at",
                              std::move(slice), std::move(progress));
}

}  // namespace evenhand::campaigns

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/assignments_export.h"

#include <utility>

#include "engine/runtime/csv_export.h"
#include "engine/store/records/assignment_store.h"

namespace evenhand::dispatch {

api::Answer<std::int64_t> exportAssignments(runtime::Engine& engine, runtime::Reader& reader, const api::Call& call,
                                            std::string path, std::function<void(std::int64_t)> progress) {
    using runtime::csvTime;
    auto slice = [order = OrderId{}, epoch = std::int64_t{0}](store::Database& database,
                                                              base::CsvText& csv) mutable -> Result<std::int64_t> {
        EVENHAND_ASSIGN(const auto rows, store::assignments::slice(database, order, epoch, runtime::kCsvSliceRows));
        for (const auto& row : rows) {
            order = row.order;
            epoch = row.epoch;
            csv.text(row.orderNo).number(row.epoch).text(row.campus).text(row.courier).plain(csvTime(row.at));
            csv.plain(api::toText(row.mode)).number(row.charged).number(row.givenBack).number(row.byName ? 1 : 0);
            csv.plain(csvTime(row.pickedUpAt)).plain(csvTime(row.releasedAt)).text(row.releaseReason).endLine();
        }
        return static_cast<std::int64_t>(rows.size());
    };
    return runtime::exportCsv(engine, reader, {call, "assignments", {}}, std::move(path),
                              "order_no,epoch,campus,courier_id,assigned_at,mode,charged,given_back,by_name,"
                              "picked_up_at,released_at,release_reason",
                              std::move(slice), std::move(progress));
}

}  // namespace evenhand::dispatch

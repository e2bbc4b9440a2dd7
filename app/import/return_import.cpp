// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/return_import.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "app/import/import_looks.h"
#include "app/import/return_row.h"
#include "app/import/return_taker.h"
#include "engine/base/ids.h"

namespace evenhand::import {
namespace {

/// Messages of the reasons that are found by the engine.
std::string messageOf(Reason reason, const ReturnRow& row) {
    const std::string of = row.orderNo.empty() ? "user " + shown(row.user) : "order " + shown(row.orderNo);
    switch (reason) {
        case Reason::NoCustomer: return "user " + shown(row.user) + " is not known";
        case Reason::DuplicateReturn: return "return " + shown(row.returnNo) + " is already in the workspace";
        case Reason::NumberReused:
            return "the number " + shown(row.returnNo) + " is already in the workspace, of another return";
        case Reason::NoDeduction: return "there is no deduction of SKU " + shown(row.sku) + " for " + of;
        case Reason::WrongStatus: return "the status of " + of + " allows no return";
        case Reason::ExceedsDeducted:
            return "less than " + std::to_string(row.units) + " of SKU " + shown(row.sku) +
                   " can still be returned of " + of;
        case Reason::TooLong: return "the return number is too long with the row's position behind it";
        case Reason::WrongColumns:
        case Reason::NotUtf8:
        case Reason::ReturnRow:
        case Reason::MissingOrderNo:
        case Reason::MissingSku:
        case Reason::BadNumber:
        case Reason::NonPositiveQuantity:
        case Reason::NegativePrice:
        case Reason::SubMinorPrice:
        case Reason::BadDate:
        case Reason::InFuture:
        case Reason::ConflictingHeader:
        case Reason::DuplicateOrder:
        case Reason::UnknownSku:
        case Reason::Disabled:
        case Reason::OutOfStock:
        case Reason::MissingCourierId:
        case Reason::MissingCampus:
        case Reason::BadOnDuty:
        case Reason::CampusChanged:
        case Reason::NegativeStock:
        case Reason::UnknownCourier:
        case Reason::BadShifts:
        case Reason::OrderRow:
        case Reason::MissingReturnNo: break;
    }
    return std::string(reasonName(reason));
}

class ReturnImport {
public:
    ReturnImport(api::EngineApi& engine, const InputFile& input, const ReturnImportOptions& options,
                 const ImportHooks& hooks, ImportReport& report)
        : m_engine(engine),
          m_input(input),
          m_options(options),
          m_hooks(hooks),
          m_report(report),
          m_looks(input, hooks, report),
          m_rows(options.profile, QTimeZone(QByteArray::fromStdString(engine.workspace().timeZone)),
                 latestInstant(engine.status().clock)),
          m_inFlight(hooks.step) {}

    Result<void> run() {
        EVENHAND_ASSIGN(ErrorsFile errors, ErrorsFile::create(m_options.errorsPath, m_hooks.rejected));
        EVENHAND_TRY(readRows());
        if (!m_report.cancelled) {
            Result<void> taken = takeReturns();
            Result<void> drained = m_inFlight.drain();  // also after an error: what was asked is counted
            EVENHAND_TRY(std::move(taken));
            EVENHAND_TRY(std::move(drained));
        }
        EVENHAND_TRY(writeErrors(errors));
        return errors.commit();
    }

private:
    /// A row that is good by itself.
    struct Entry {
        Instant at;
        std::int64_t offset = 0;
        std::uint32_t position = 0;  ///< among the rows of its number, from 1
        std::optional<Reason> reason{};
    };

    void reject(Reason reason) {
        m_report.count(reason);
        m_report.things.duplicate += reason == Reason::DuplicateReturn ? 1 : 0;
        m_report.things.rejected += reason == Reason::DuplicateReturn || reason == Reason::OrderRow ? 0 : 1;
    }

    Result<void> readRows() {
        CsvReader reader(m_input.device(), m_options.profile.delimiter);
        EVENHAND_TRY(readHeaderRecord(reader, m_record));
        EVENHAND_TRY(m_rows.readHeader(m_record));
        std::unordered_map<std::string, std::uint32_t> positions;
        while (reader.next(m_record)) {
            const auto read = m_rows.read(m_record);
            const std::uint32_t position = m_rows.returnNo().empty() ? 0 : ++positions[std::string(m_rows.returnNo())];
            if (const auto* row = std::get_if<ReturnRow>(&read)) {
                m_entries.push_back({row->at, m_record.offset, position});
            } else {
                reject(std::get<Rejection>(read).reason);
            }
            if (m_looks.stopsAfterRow(reader)) {
                break;
            }
        }
        return reader.status();
    }

    Result<void> takeReturns() {
        m_taker = m_options.dryRun
                      ? dryRunTaker(m_engine, m_inFlight, m_options.actor)
                      : engineTaker(m_engine, m_inFlight, {m_options.actor, m_options.approve, m_options.carriesTime});
        std::vector<std::uint32_t> ranked(m_entries.size());
        std::iota(ranked.begin(), ranked.end(), 0U);
        std::stable_sort(ranked.begin(), ranked.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return m_entries[a].at < m_entries[b].at; });
        CsvReader reader(m_input.device(), m_options.profile.delimiter);
        const auto total = static_cast<std::int64_t>(ranked.size());
        for (std::int64_t i = 0; i < total; ++i) {
            EVENHAND_ASSIGN(const bool stops, m_looks.stopsBefore("returning", i, total));
            if (stops) {
                return {};
            }
            EVENHAND_TRY(takeOne(reader, m_entries[ranked[static_cast<std::size_t>(i)]]));
        }
        m_looks.tell("returning", total, total);
        return {};
    }

    Result<void> takeOne(CsvReader& reader, Entry& entry) {
        reader.seek(entry.offset);
        const bool there = reader.next(m_record);
        const auto read = there ? m_rows.read(m_record) : std::variant<ReturnRow, Rejection>(Rejection{});
        const auto* row = std::get_if<ReturnRow>(&read);
        if (row == nullptr || row->at != entry.at) {
            EVENHAND_TRY(reader.status());
            return m_looks.changedMeanwhile();
        }
        std::string number = std::string(row->returnNo) + '/' + std::to_string(entry.position);
        if (base::utf8Length(number) > static_cast<std::int64_t>(base::kMaxIdCharacters)) {
            settle(entry, row->units, Reason::TooLong);
            return {};
        }
        ReturnToTake toTake{ReturnNo(std::move(number)), OrderNo(row->orderNo),  UserId(row->user),
                            {Sku(row->sku), row->units}, cleanName(row->reason), row->at};
        return m_taker->take(std::move(toTake), [this, &entry, units = row->units](std::optional<Reason> reason) {
            settle(entry, units, reason);
        });
    }

    void settle(Entry& entry, std::int64_t units, std::optional<Reason> reason) {
        entry.reason = reason;
        if (reason) {
            reject(*reason);
        } else {
            ++m_report.things.accepted;
            m_report.units += units;
        }
    }

    /// Reads the file a last time: what was refused, in file order.
    Result<void> writeErrors(ErrorsFile& errors) {
        if (!errors.wanted() || m_report.things.rejected + m_report.things.duplicate == 0) {
            return {};
        }
        CsvReader reader(m_input.device(), m_options.profile.delimiter);
        EVENHAND_TRY(readHeaderRecord(reader, m_record));
        std::size_t entry = 0;
        while (reader.next(m_record)) {
            const auto read = m_rows.read(m_record);
            if (const auto* rejection = std::get_if<Rejection>(&read)) {
                if (rejection->reason != Reason::OrderRow) {
                    errors.add(m_record, rejection->reason, rejection->message);
                }
                continue;
            }
            if (entry >= m_entries.size()) {
                break;  // cancelled while reading
            }
            if (const auto reason = m_entries[entry++].reason) {
                errors.add(m_record, *reason, messageOf(*reason, std::get<ReturnRow>(read)));
            }
        }
        return reader.status();
    }

    api::EngineApi& m_engine;
    const InputFile& m_input;
    const ReturnImportOptions& m_options;
    const ImportHooks& m_hooks;
    ImportReport& m_report;
    ImportLooks m_looks;
    ReturnRowReader m_rows;
    InFlight m_inFlight;
    std::vector<Entry> m_entries;          // in file order; not changed in size while answers are open
    std::unique_ptr<ReturnTaker> m_taker;  // the answers in flight come to it
    CsvRecord m_record;
};

}  // namespace

Result<void> importReturns(api::EngineApi& engine, const InputFile& input, const ReturnImportOptions& options,
                           const ImportHooks& hooks, ImportReport& report) {
    return ReturnImport(engine, input, options, hooks, report).run();
}

}  // namespace evenhand::import

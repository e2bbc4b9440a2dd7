// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/order_import.h"

#include <algorithm>
#include <map>

#include "app/import/import_looks.h"
#include "app/import/order_index.h"
#include "app/import/order_placer.h"
#include "engine/api/limits.h"

namespace evenhand::import {
namespace {

/// Messages of the reasons that are found across lines or by the engine.
std::string messageOf(Reason reason, const OrderRow& row) {
    switch (reason) {
        case Reason::ConflictingHeader:
            return "user " + shown(row.user) + " or campus " + shown(row.campus) +
                   " differs from the order's first line";
        case Reason::TooLong: return "the order has more than " + std::to_string(api::kMaxOrderLines) + " lines";
        case Reason::DuplicateOrder: return "order " + shown(row.orderNo) + " is already in the workspace";
        case Reason::UnknownSku: return "SKU " + shown(row.sku) + " is not in the catalogue";
        case Reason::Disabled:
            return "campus " + shown(row.campus) + " or SKU " + shown(row.sku) + " is disabled: it takes no new orders";
        case Reason::OutOfStock:
            return "not enough stock of " + shown(row.sku) + " for " + std::to_string(row.quantity);
        case Reason::BadNumber: return "the order's total is above the largest amount";
        case Reason::WrongColumns:
        case Reason::NotUtf8:
        case Reason::ReturnRow:
        case Reason::MissingOrderNo:
        case Reason::MissingSku:
        case Reason::NonPositiveQuantity:
        case Reason::NegativePrice:
        case Reason::SubMinorPrice:
        case Reason::BadDate:
        case Reason::InFuture:
        case Reason::MissingCourierId:
        case Reason::MissingCampus:
        case Reason::BadOnDuty:
        case Reason::CampusChanged:
        case Reason::NegativeStock:
        case Reason::UnknownCourier:
        case Reason::BadShifts:
        case Reason::OrderRow:
        case Reason::MissingReturnNo:
        case Reason::NoCustomer:
        case Reason::DuplicateReturn:
        case Reason::NumberReused:
        case Reason::NoDeduction:
        case Reason::WrongStatus:
        case Reason::ExceedsDeducted: break;
    }
    return std::string(reasonName(reason));
}

class OrderImport {
public:
    OrderImport(api::EngineApi& engine, const InputFile& input, const OrderImportOptions& options,
                const ImportHooks& hooks, ImportReport& report)
        : m_engine(engine),
          m_input(input),
          m_options(options),
          m_hooks(hooks),
          m_report(report),
          m_looks(input, hooks, report),
          m_rows(options.profile, engine.workspace().minorDigits, engine.workspace().largestAmount,
                 QTimeZone(QByteArray::fromStdString(engine.workspace().timeZone)),
                 latestInstant(engine.status().clock)),
          m_inFlight(hooks.step) {}

    Result<void> run() {
        EVENHAND_ASSIGN(ErrorsFile errors, ErrorsFile::create(m_options.errorsPath, m_hooks.rejected));
        EVENHAND_TRY(readRows());
        if (!m_report.cancelled) {
            Result<void> placed = placeOrders();
            Result<void> drained = m_inFlight.drain();  // also after an error: what was asked is counted
            EVENHAND_TRY(std::move(placed));
            EVENHAND_TRY(std::move(drained));
        }
        if (!m_report.cancelled) {
            EVENHAND_TRY(passUnpaidTime());
            m_report.things.rejected = static_cast<std::int64_t>(m_index.orders().size()) - m_report.things.accepted -
                                       m_report.things.duplicate;
        }
        EVENHAND_TRY(writeErrors(errors));
        return errors.commit();
    }

private:
    void reject(Reason reason) {
        m_report.count(reason);
        if (reason != Reason::ReturnRow) {
            ++m_report.lines.rejected;
        }
    }

    Result<void> readRows() {
        CsvReader reader(m_input.device(), m_options.profile.delimiter);
        CsvRecord record;
        EVENHAND_TRY(readHeaderRecord(reader, record));
        EVENHAND_TRY(m_rows.readHeader(record));
        while (reader.next(record)) {
            const auto read = m_rows.read(record);
            if (const auto* row = std::get_if<OrderRow>(&read)) {
                if (const auto reason = m_index.add(*row, record.offset)) {
                    reject(*reason);
                }
            } else {
                reject(std::get<Rejection>(read).reason);
                if (!m_rows.orderNo().empty()) {
                    m_index.mention(m_rows.orderNo());
                }
            }
            if (m_looks.stopsAfterRow(reader)) {
                break;
            }
        }
        return reader.status();
    }

    Result<void> placeOrders() {
        EVENHAND_ASSIGN(m_catalogue, Catalogue::read(m_engine, m_options.actor, m_inFlight));
        const PlacerOptions placing{m_options.actor, m_options.paid, m_options.stockForNewSku, m_options.carriesTime};
        m_placer = m_options.dryRun ? dryRunPlacer(m_engine, m_catalogue, m_inFlight, placing)
                                    : enginePlacer(m_engine, m_catalogue, m_inFlight, placing);
        CsvReader reader(m_input.device(), m_options.profile.delimiter);
        const auto ranked = m_index.inOrderOfTime();
        const auto total = static_cast<std::int64_t>(ranked.size());
        for (std::int64_t i = 0; i < total; ++i) {
            EVENHAND_ASSIGN(const bool stops, m_looks.stopsBefore("placing", i, total));
            if (stops) {
                return {};
            }
            const auto& order = m_index.orders()[ranked[static_cast<std::size_t>(i)]];
            auto lines = m_index.linesOf(order);
            EVENHAND_ASSIGN(OrderToPlace toPlace, readOrder(reader, order, lines));
            EVENHAND_TRY(m_placer->place(std::move(toPlace), [this, lines = std::move(lines),
                                                              campus = CampusId(order.campus),
                                                              at = order.at](const Verdict& verdict) {
                settle(lines, verdict);
                if (std::any_of(verdict.lines.begin(), verdict.lines.end(), [](const auto& line) { return !line; })) {
                    auto& last = m_lastPlaced.try_emplace(campus, at).first->second;
                    last = std::max(last, at);
                }
            }));
        }
        m_looks.tell("placing", total, total);
        return {};
    }

    /// Orders that were imported unpaid close at their time before the import ends; those whose time is still to come
    /// stay open: engine time is not carried past the machine's clock for them.
    Result<void> passUnpaidTime() {
        if (m_options.paid || m_options.dryRun || !m_options.carriesTime || m_lastPlaced.empty()) {
            return {};
        }
        const api::Call call{m_options.actor, {}, {}, {}, {}, true};
        EVENHAND_ASSIGN(const auto policies, m_inFlight.wait(m_engine.timers().policies(call)));
        std::optional<Instant> end;
        for (const auto& row : policies) {
            if (const auto last = m_lastPlaced.find(row.campus); last != m_lastPlaced.end()) {
                const auto due = last->second.plusMs(row.policy.unpaidMs);
                end = end ? std::max(*end, due) : due;
            }
        }
        if (const auto clock = m_engine.status().clock; end && clock.ms > 0) {
            end = std::min(*end, clock);
        }
        return end ? m_inFlight.wait(m_engine.timers().passTime({m_options.actor, {}, end, {}, {}, true}))
                   : Result<void>{};
    }

    Result<OrderToPlace> readOrder(CsvReader& reader, const OrderIndex::Order& order,
                                   const std::vector<std::uint32_t>& lines) {
        OrderToPlace toPlace;
        toPlace.request.key = order.orderNo;
        toPlace.request.orderNo = OrderNo(order.orderNo);
        toPlace.request.user = UserId(order.user.empty() ? m_options.profile.guest : order.user);
        toPlace.request.campus = CampusId(order.campus);
        toPlace.request.placedAt = order.at;
        for (const std::uint32_t line : lines) {
            reader.seek(m_index.lines()[line].offset);
            const bool there = reader.next(m_record);
            const auto read = there ? m_rows.read(m_record) : std::variant<OrderRow, Rejection>(Rejection{});
            const auto* row = std::get_if<OrderRow>(&read);
            if (row == nullptr || row->orderNo != order.orderNo) {
                EVENHAND_TRY(reader.status());
                return m_looks.changedMeanwhile();
            }
            toPlace.request.lines.push_back({Sku(row->sku), row->quantity, row->unitPrice});
            toPlace.productNames.push_back(cleanName(row->productName));
        }
        return toPlace;
    }

    void settle(const std::vector<std::uint32_t>& lines, const Verdict& verdict) {
        std::int64_t accepted = 0;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (verdict.lines[i]) {
                m_index.lines()[lines[i]].reason = verdict.lines[i];
                reject(*verdict.lines[i]);
            } else {
                ++accepted;
            }
        }
        m_report.lines.accepted += accepted;
        m_report.things.duplicate += verdict.duplicate ? 1 : 0;
        m_report.things.accepted += accepted > 0 ? 1 : 0;
        m_report.things.rejected += accepted == 0 && !verdict.duplicate ? 1 : 0;
    }

    /// Reads the file a last time: what was refused, in file order.
    Result<void> writeErrors(ErrorsFile& errors) {
        if (!errors.wanted() || m_report.lines.rejected == 0) {
            return {};
        }
        CsvReader reader(m_input.device(), m_options.profile.delimiter);
        EVENHAND_TRY(readHeaderRecord(reader, m_record));
        std::size_t line = 0;
        while (reader.next(m_record)) {
            const auto read = m_rows.read(m_record);
            if (const auto* rejection = std::get_if<Rejection>(&read)) {
                if (rejection->reason != Reason::ReturnRow) {
                    errors.add(m_record, rejection->reason, rejection->message);
                }
                continue;
            }
            if (line >= m_index.lines().size()) {
                break;  // cancelled while reading
            }
            if (const auto reason = m_index.lines()[line++].reason) {
                errors.add(m_record, *reason, messageOf(*reason, std::get<OrderRow>(read)));
            }
        }
        return reader.status();
    }

    api::EngineApi& m_engine;
    const InputFile& m_input;
    const OrderImportOptions& m_options;
    const ImportHooks& m_hooks;
    ImportReport& m_report;
    ImportLooks m_looks;
    OrderRowReader m_rows;
    OrderIndex m_index;
    Catalogue m_catalogue;
    InFlight m_inFlight;
    std::map<CampusId, Instant> m_lastPlaced;
    std::unique_ptr<OrderPlacer> m_placer;  // the answers in flight come to it
    CsvRecord m_record;
};

}  // namespace

Result<void> importOrders(api::EngineApi& engine, const InputFile& input, const OrderImportOptions& options,
                          const ImportHooks& hooks, ImportReport& report) {
    return OrderImport(engine, input, options, hooks, report).run();
}

}  // namespace evenhand::import

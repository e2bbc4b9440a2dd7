// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/list_import.h"

#include <algorithm>
#include <optional>
#include <span>
#include <variant>

#include "app/import/csv_reader.h"
#include "app/import/in_flight.h"
#include "app/import/row_checks.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::import {
namespace {

constexpr std::int64_t kListRowsPerLook = 256;

/// Columns by name, in the order of the names given.
class Columns {
public:
    explicit Columns(std::span<const std::string_view> names) : m_names(names) {}

    Result<void> readHeader(const CsvRecord& header) {
        std::string missing;
        for (const std::string_view name : m_names) {
            EVENHAND_ASSIGN(const int index, findColumn(header, name));
            if (index < 0) {
                missing += (missing.empty() ? "" : ", ") + std::string(name);
            }
            m_index.push_back(static_cast<std::size_t>(index));
        }
        if (!missing.empty()) {
            return fail(ErrorCode::InvalidArgument, "the header lacks: " + missing, "header", shown(header.raw));
        }
        m_count = header.fieldCount;
        return {};
    }

    /// The rules that need no meaning. The first `ids` columns are ids, the next `names` are names.
    std::optional<Rejection> check(const CsvRecord& record, std::size_t ids, std::size_t names) const {
        if (auto rejection = checkColumns(record, m_count)) {
            return rejection;
        }
        if (auto rejection = checkLine(record)) {
            return rejection;
        }
        std::vector<NamedText> texts;
        for (std::size_t i = 0; i < ids + names; ++i) {
            texts.push_back({m_names[i], value(record, i)});
        }
        return checkTexts(std::span(texts).first(ids), std::span(texts).subspan(ids));
    }

    std::string_view value(const CsvRecord& record, std::size_t index) const { return record.field(m_index[index]); }

private:
    std::span<const std::string_view> m_names;
    std::vector<std::size_t> m_index;
    std::size_t m_count = 0;
};

std::optional<bool> yesOrNo(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (lower == "1" || lower == "true" || lower == "yes") {
        return true;
    }
    if (lower == "0" || lower == "false" || lower == "no") {
        return false;
    }
    return std::nullopt;
}

/// How one kind of list is read and handed over.
template <typename Row>
class Kind {
public:
    virtual ~Kind() = default;
    virtual std::span<const std::string_view> columns() const = 0;
    virtual std::variant<Row, Rejection> read(const Columns& columns, const CsvRecord& record) const = 0;
    virtual api::Answer<void> submit(const api::Call& call, const Row& row) = 0;
    /// What a refusal by the engine means; nullopt: it ends the import.
    virtual std::optional<Rejection> meaningOf(const Error& error) const = 0;
};

class Couriers final : public Kind<api::CourierInput> {
public:
    explicit Couriers(api::EngineApi& engine) : m_engine(engine) {}
    std::span<const std::string_view> columns() const override {
        static constexpr std::string_view kColumns[]{"courier_id", "campus", "name", "phone", "on_duty"};
        return kColumns;
    }
    std::variant<api::CourierInput, Rejection> read(const Columns& columns, const CsvRecord& record) const override {
        if (auto rejection = columns.check(record, 2, 2)) {
            return *std::move(rejection);
        }
        if (columns.value(record, 0).empty()) {
            return Rejection{Reason::MissingCourierId, "the courier id is missing"};
        }
        if (columns.value(record, 1).empty()) {
            return Rejection{Reason::MissingCampus, "the campus is missing"};
        }
        const auto onDuty = yesOrNo(columns.value(record, 4));
        if (!onDuty) {
            return Rejection{Reason::BadOnDuty,
                             "on_duty " + shown(columns.value(record, 4)) + " is not one of 1 0 true false yes no"};
        }
        return api::CourierInput{CourierId(columns.value(record, 0)), CampusId(columns.value(record, 1)),
                                 cleanName(columns.value(record, 2)), cleanName(columns.value(record, 3)), *onDuty};
    }
    api::Answer<void> submit(const api::Call& call, const api::CourierInput& row) override {
        return m_engine.dispatch().upsertCouriers(call, {row});
    }
    std::optional<Rejection> meaningOf(const Error& error) const override {
        if (error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::Conflict) {
            return Rejection{Reason::CampusChanged, error.message};
        }
        if (error.code == ErrorCode::Disabled) {
            return Rejection{Reason::Disabled, error.message + " and cannot come on duty"};
        }
        return std::nullopt;
    }

private:
    api::EngineApi& m_engine;
};

class Products final : public Kind<api::ProductRow> {
public:
    explicit Products(api::EngineApi& engine) : m_engine(engine), m_minorDigits(engine.workspace().minorDigits) {}
    std::span<const std::string_view> columns() const override {
        static constexpr std::string_view kColumns[]{"sku", "name", "unit_price", "stock"};
        return kColumns;
    }
    std::variant<api::ProductRow, Rejection> read(const Columns& columns, const CsvRecord& record) const override {
        if (auto rejection = columns.check(record, 1, 1)) {
            return *std::move(rejection);
        }
        const std::string_view price = columns.value(record, 2);
        const std::string_view stock = columns.value(record, 3);
        if (columns.value(record, 0).empty()) {
            return Rejection{Reason::MissingSku, "the SKU is missing"};
        }
        const auto units = base::parseDecimal(stock, 0);
        const auto amount = base::parseDecimal(price, m_minorDigits);
        if (!units) {
            return Rejection{Reason::BadNumber, "stock " + shown(stock) + " is not a whole number"};
        }
        if (!amount && amount.error() != base::DecimalFault::SubMinor) {
            return Rejection{Reason::BadNumber, "unit_price " + shown(price) + " is not a number, or is too large"};
        }
        if (units->minor < 0) {
            return Rejection{Reason::NegativeStock, "stock " + shown(stock) + " is negative"};
        }
        if (isNegative(price)) {
            return Rejection{Reason::NegativePrice, "unit_price " + shown(price) + " is negative"};
        }
        if (!amount) {
            return Rejection{Reason::SubMinorPrice,
                             "unit_price " + shown(price) + " has a fraction below the smallest unit of the currency"};
        }
        return api::ProductRow{Sku(columns.value(record, 0)), cleanName(columns.value(record, 1)), *amount,
                               units->minor};
    }
    api::Answer<void> submit(const api::Call& call, const api::ProductRow& row) override {
        return m_engine.orders().upsertProducts(call, {row}, false);
    }
    std::optional<Rejection> meaningOf(const Error& error) const override {
        if (error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::Overflow) {
            return Rejection{Reason::BadNumber, error.message};
        }
        return std::nullopt;
    }

private:
    api::EngineApi& m_engine;
    int m_minorDigits;
};

/// A courier's week.
struct WeekRow {
    CourierId courier;
    api::Week week;
};

class Rosters final : public Kind<WeekRow> {
public:
    explicit Rosters(api::EngineApi& engine) : m_engine(engine) {}
    std::span<const std::string_view> columns() const override {
        static constexpr std::string_view kColumns[]{"courier_id", "mon", "tue", "wed", "thu", "fri", "sat", "sun"};
        return kColumns;
    }
    std::variant<WeekRow, Rejection> read(const Columns& columns, const CsvRecord& record) const override {
        if (auto rejection = columns.check(record, 1, api::kWeekdays.size())) {
            return *std::move(rejection);
        }
        if (columns.value(record, 0).empty()) {
            return Rejection{Reason::MissingCourierId, "the courier id is missing"};
        }
        WeekRow row{CourierId(columns.value(record, 0)), {}};
        for (std::size_t i = 0; i < row.week.size(); ++i) {
            const auto text = columns.value(record, i + 1);
            auto hours = api::dayHoursFrom(text, api::kWeekdays[i]);
            if (!hours) {
                return Rejection{Reason::BadShifts, std::string(api::kWeekdays[i]) + " " + shown(text) +
                                                        " is not read: " + hours.error().message};
            }
            row.week[i] = *std::move(hours);
        }
        return row;
    }
    api::Answer<void> submit(const api::Call& call, const WeekRow& row) override {
        return m_engine.shifts().setWeek(call, row.courier, row.week).then([](const Result<std::int64_t>& version) {
            return version ? Result<void>() : Result<void>(fail(version.error()));
        });
    }
    std::optional<Rejection> meaningOf(const Error& error) const override {
        if (error.code == ErrorCode::NotFound) {
            return Rejection{Reason::UnknownCourier, error.message};
        }
        return std::nullopt;
    }

private:
    api::EngineApi& m_engine;
};

template <typename Row>
class ListImport {
public:
    ListImport(Kind<Row>& kind, const InputFile& input, const ListImportOptions& options, const ImportHooks& hooks,
               ImportReport& report)
        : m_kind(kind), m_input(input), m_options(options), m_hooks(hooks), m_report(report), m_inFlight(hooks.step) {}

    Result<void> run() {
        EVENHAND_ASSIGN(m_errors, ErrorsFile::create(m_options.errorsPath));
        CsvReader reader(m_input.device());
        auto record = std::make_shared<CsvRecord>();
        EVENHAND_TRY(readHeaderRecord(reader, *record));
        Columns columns(m_kind.columns());
        EVENHAND_TRY(columns.readHeader(*record));
        Result<void> taken;
        while (taken && reader.next(*record)) {
            if (++m_report.rows % kListRowsPerLook == 0) {
                if (m_hooks.progress) {
                    m_hooks.progress({"reading", reader.position(), m_input.bytes()});
                }
                if (m_hooks.isCancelled()) {
                    m_report.cancelled = true;
                    break;
                }
            }
            taken = takeRow(columns, record);
            record = std::make_shared<CsvRecord>();
        }
        Result<void> drained = m_inFlight.drain();
        EVENHAND_TRY(std::move(taken));
        EVENHAND_TRY(std::move(drained));
        EVENHAND_TRY(reader.status());
        return m_errors.commit();
    }

private:
    void reject(const CsvRecord& record, const Rejection& rejection) {
        m_report.count(rejection.reason);
        ++m_report.things.rejected;
        m_errors.add(record, rejection.reason, rejection.message);
    }

    Result<void> takeRow(const Columns& columns, const std::shared_ptr<CsvRecord>& record) {
        auto read = m_kind.read(columns, *record);
        if (auto* rejection = std::get_if<Rejection>(&read)) {
            // In its turn, so that the errors file keeps the order of the file.
            m_inFlight.then([this, record, rejection = std::move(*rejection)] { reject(*record, rejection); });
            return {};
        }
        if (m_options.dryRun) {
            ++m_report.things.accepted;
            return {};
        }
        return m_inFlight.ask<void>(
            [this, row = std::get<Row>(std::move(read))] {
                return m_kind.submit({m_options.actor, {}, {}}, row);
            },
            [this, record](Result<void> answer) -> Result<void> {
                if (answer) {
                    ++m_report.things.accepted;
                    return {};
                }
                const auto rejection = m_kind.meaningOf(answer.error());
                if (!rejection) {
                    return answer;
                }
                reject(*record, *rejection);
                return {};
            });
    }

    Kind<Row>& m_kind;
    const InputFile& m_input;
    const ListImportOptions& m_options;
    const ImportHooks& m_hooks;
    ImportReport& m_report;
    InFlight m_inFlight;
    ErrorsFile m_errors;
};

}  // namespace

Result<void> importCouriers(api::EngineApi& engine, const InputFile& input, const ListImportOptions& options,
                            const ImportHooks& hooks, ImportReport& report) {
    Couriers couriers(engine);
    return ListImport<api::CourierInput>(couriers, input, options, hooks, report).run();
}

Result<void> importProducts(api::EngineApi& engine, const InputFile& input, const ListImportOptions& options,
                            const ImportHooks& hooks, ImportReport& report) {
    Products products(engine);
    return ListImport<api::ProductRow>(products, input, options, hooks, report).run();
}

Result<void> importRosters(api::EngineApi& engine, const InputFile& input, const ListImportOptions& options,
                           const ImportHooks& hooks, ImportReport& report) {
    Rosters rosters(engine);
    return ListImport<WeekRow>(rosters, input, options, hooks, report).run();
}

}  // namespace evenhand::import

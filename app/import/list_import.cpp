// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/list_import.h"

#include <optional>
#include <unordered_map>
#include <variant>

#include "app/import/csv_reader.h"
#include "app/import/each_product.h"
#include "app/import/import_looks.h"
#include "app/import/in_flight.h"
#include "app/import/list_rows.h"

namespace evenhand::import {
namespace {

constexpr std::int64_t kListRowsPerLook = 256;

/// How one kind of list is read and handed over.
template <typename Row>
class Kind {
public:
    virtual ~Kind() = default;
    [[nodiscard]] virtual ImportKind kind() const = 0;
    /// What has to be known of the workspace before the first row.
    [[nodiscard]] virtual Result<void> begin(const api::Actor&, InFlight&) { return {}; }
    /// Of one row after the other, each once.
    [[nodiscard]] virtual std::variant<Row, Rejection> read(const ListColumns& columns, const CsvRecord& record) = 0;
    [[nodiscard]] virtual api::Answer<void> submit(const api::Call& call, const Row& row) = 0;
    /// What a refusal by the engine means; nullopt: it ends the import.
    [[nodiscard]] virtual std::optional<Rejection> meaningOf(const Error& error) const = 0;
};

class Couriers final : public Kind<api::CourierInput> {
public:
    explicit Couriers(api::EngineApi& engine) : m_engine(engine) {}
    ImportKind kind() const override { return ImportKind::Couriers; }
    std::variant<api::CourierInput, Rejection> read(const ListColumns& columns, const CsvRecord& record) override {
        return readCourier(columns, record);
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

/// A number that the engine finds too large is the row's.
std::optional<Rejection> badNumber(const Error& error) {
    if (error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::Overflow) {
        return Rejection{Reason::BadNumber, error.message};
    }
    return std::nullopt;
}

class Products final : public Kind<api::ProductRow> {
public:
    Products(api::EngineApi& engine, const Profile& profile)
        : m_engine(engine), m_minorDigits(profile.minorUnits.value_or(engine.workspace().minorDigits)) {}
    ImportKind kind() const override { return ImportKind::Products; }
    std::variant<api::ProductRow, Rejection> read(const ListColumns& columns, const CsvRecord& record) override {
        return readProduct(columns, record, m_minorDigits);
    }
    api::Answer<void> submit(const api::Call& call, const api::ProductRow& row) override {
        return m_engine.orders().upsertProducts(call, {row}, false);
    }
    std::optional<Rejection> meaningOf(const Error& error) const override { return badNumber(error); }

private:
    api::EngineApi& m_engine;
    int m_minorDigits;
};

/// What was counted of a product, and by how much the stock differs from it.
struct StockChange {
    StockCount count;
    std::int64_t units = 0;  ///< more or, negative, less than was thought
};

/// What was counted becomes the stock, so that the same file again changes nothing. It is recorded as a correction by
/// the difference from what the stock was when the import began: what is sold meanwhile is neither lost nor sold twice.
class StockCounts final : public Kind<StockChange> {
public:
    explicit StockCounts(api::EngineApi& engine) : m_engine(engine) {}
    ImportKind kind() const override { return ImportKind::Stock; }
    Result<void> begin(const api::Actor& actor, InFlight& inFlight) override {
        return eachProduct(m_engine, actor, inFlight, [this](const api::ProductRow& product) {
            m_stock.emplace(product.sku.str(), product.stock);
        });
    }
    std::variant<StockChange, Rejection> read(const ListColumns& columns, const CsvRecord& record) override {
        auto row = readStock(columns, record);
        if (auto* rejection = std::get_if<Rejection>(&row)) {
            return std::move(*rejection);
        }
        auto& count = std::get<StockCount>(row);
        const auto stock = m_stock.find(count.sku.str());
        if (stock == m_stock.end()) {
            return Rejection{Reason::UnknownSku, "SKU " + shown(count.sku.str()) + " is not in the catalogue"};
        }
        const auto units = count.units - stock->second;
        stock->second = count.units;  // a later row of it starts from there
        return StockChange{std::move(count), units};
    }
    api::Answer<void> submit(const api::Call& call, const StockChange& row) override {
        if (row.units == 0) {
            return QtFuture::makeReadyFuture(Result<void>());
        }
        auto counted = call;
        counted.reason = row.count.reason.empty() ? "counted" : row.count.reason;
        return m_engine.shop()
            .correctStock(counted, row.count.sku, row.units)
            .then([](const Result<api::StockAnswer>& answer) {
                return answer ? Result<void>() : Result<void>(fail(answer.error()));
            });
    }
    std::optional<Rejection> meaningOf(const Error& error) const override {
        if (error.code == ErrorCode::OutOfStock) {
            return Rejection{Reason::OutOfStock, error.message};
        }
        return badNumber(error);
    }

private:
    api::EngineApi& m_engine;
    std::unordered_map<std::string, std::int64_t> m_stock;  ///< by SKU, as it is once the rows before are recorded
};

class Rosters final : public Kind<CourierWeek> {
public:
    explicit Rosters(api::EngineApi& engine) : m_engine(engine) {}
    ImportKind kind() const override { return ImportKind::Rosters; }
    std::variant<CourierWeek, Rejection> read(const ListColumns& columns, const CsvRecord& record) override {
        return readRoster(columns, record);
    }
    api::Answer<void> submit(const api::Call& call, const CourierWeek& row) override {
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
        : m_kind(kind),
          m_input(input),
          m_options(options),
          m_hooks(hooks),
          m_report(report),
          m_looks(input, hooks, report),
          m_inFlight(hooks.step) {}

    Result<void> run() {
        EVENHAND_ASSIGN(m_errors, ErrorsFile::create(m_options.errorsPath, m_hooks.rejected));
        CsvReader reader(m_input.device(), m_options.profile.delimiter);
        auto record = std::make_shared<CsvRecord>();
        EVENHAND_TRY(readHeaderRecord(reader, *record));
        ListColumns columns(m_kind.kind(), m_options.profile);
        EVENHAND_TRY(columns.readHeader(*record));
        EVENHAND_TRY(m_kind.begin(m_options.actor, m_inFlight));
        Result<void> taken;
        while (taken && reader.next(*record)) {
            if (++m_report.rows % kListRowsPerLook == 0) {
                taken = look(reader);
                if (!taken || m_report.cancelled) {
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
        EVENHAND_TRY(unchanged());
        return m_errors.commit();
    }

private:
    Result<void> look(const CsvReader& reader) {
        m_looks.tell("reading", reader.position(), m_input.bytes());
        m_report.cancelled = m_hooks.isCancelled();
        return unchanged();
    }

    /// A file that is cut while it is read ends like one that is whole.
    Result<void> unchanged() const {
        return m_input.changed() ? Result<void>(m_looks.changedMeanwhile()) : Result<void>();
    }

    void reject(const CsvRecord& record, const Rejection& rejection) {
        m_report.count(rejection.reason);
        ++m_report.things.rejected;
        m_errors.add(record, rejection.reason, rejection.message);
    }

    Result<void> takeRow(const ListColumns& columns, const std::shared_ptr<CsvRecord>& record) {
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
                return m_kind.submit({m_options.actor, {}, {}, {}, {}, true}, row);
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
    ImportLooks m_looks;
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
    Products products(engine, options.profile);
    return ListImport<api::ProductRow>(products, input, options, hooks, report).run();
}

Result<void> importStock(api::EngineApi& engine, const InputFile& input, const ListImportOptions& options,
                         const ImportHooks& hooks, ImportReport& report) {
    StockCounts counts(engine);
    return ListImport<StockChange>(counts, input, options, hooks, report).run();
}

Result<void> importRosters(api::EngineApi& engine, const InputFile& input, const ListImportOptions& options,
                           const ImportHooks& hooks, ImportReport& report) {
    Rosters rosters(engine);
    return ListImport<CourierWeek>(rosters, input, options, hooks, report).run();
}

}  // namespace evenhand::import

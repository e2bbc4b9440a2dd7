// SPDX-License-Identifier: GPL-3.0-or-later
// Importing files, as the console asks for it: looking at a file, reading its first rows, a dry run, the import itself.
// The program behind the console does it. A constructor argument of the window; tests have their own.
// Thread: called on the GUI thread, which never waits; answers like a desk.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/api/call.h"
#include "engine/base/money.h"
#include "ui/shell/import_control.h"

namespace evenhand::ui {

enum class ImportKind : std::uint8_t { Couriers, Products, Stock, Orders, Returns, Rosters };
inline constexpr std::size_t kImportKinds = 6;

/// By the names of the command line's columns: "order_no", "sku", …
struct ImportField {
    std::string name;
    bool isNeeded = true;  ///< without a column or a constant no row can be read
};

/// How a file is read, and what becomes of its rows.
struct ImportPlan {
    ImportKind kind = ImportKind::Orders;
    /// What the rest is said on top of: "native", "online-retail", or one that was saved.
    std::string profile = "native";
    std::map<std::string, std::string> columns;    ///< of fields, by name; one that is missing is not in the file
    std::map<std::string, std::string> constants;  ///< the same for every row, in place of a column
    std::string dateFormat;                        ///< "d/M/yyyy H:mm"; empty: ISO 8601
    char delimiter = ',';
    bool paid = false;                           ///< orders: each is paid
    std::optional<std::int64_t> stockForNewSku;  ///< orders: unknown products are created, with so much
    bool approve = false;                        ///< returns: each is approved, where four eyes allow
    bool operator==(const ImportPlan&) const = default;
};

/// A file before it is imported.
struct ImportFile {
    std::string path;
    std::vector<std::string> columns;
    std::vector<std::string> samples;  ///< of the first row, as many as columns; empty: there are no rows
    std::int64_t bytes = 0;
    char delimiter = ',';
    std::vector<ImportPlan> fits;  ///< as what it can be read as it is, best first
};

using ImportValue = std::variant<std::string, std::int64_t, Money, Instant, bool>;
struct ImportRow {
    std::int64_t row = 0;             ///< of the file, from 1, the header included
    std::vector<ImportValue> values;  ///< of the kind's fields; of a row that would be rejected as the file has them
    std::string reason;               ///< "bad_number", …: why it would be rejected; empty: it would be taken
};

struct ImportRejected {
    std::int64_t row = 0;
    std::string reason;
    std::string line;  ///< as it stands in the file; the beginning of a long one
};

struct ImportResult {
    static constexpr std::size_t kKeptRows = 1'000;

    std::int64_t rows = 0;
    std::int64_t accepted = 0, rejected = 0, duplicate = 0;  ///< orders, couriers, …
    std::int64_t acceptedLines = 0, rejectedLines = 0;       ///< of orders; those already there are rejected
    std::int64_t units = 0;                                  ///< of accepted returns
    std::vector<std::pair<std::string, std::int64_t>> reasons;
    std::vector<ImportRejected> rejectedRows;  ///< the first kKeptRows, in the order of the file
    std::int64_t rejectedRowCount = 0;         ///< of all of them
    bool anyRejected = false;                  ///< for another reason than that it is already there
    bool isCancelled = false;                  ///< what is counted as accepted is there, whole
    std::optional<Error> error;                ///< ended by it; likewise
};

class ImportBackend {
public:
    virtual ~ImportBackend() = default;

    /// In the order in which a person would look for them.
    [[nodiscard]] virtual std::vector<ImportField> fields(ImportKind kind) const = 0;
    /// NotFound, InvalidArgument (file: a folder; header: no CSV in UTF-8), Storage.
    virtual api::Answer<ImportFile> look(std::string path) = 0;
    /// The first rows. Errors as look(), and InvalidArgument (header): what is missing or there twice.
    virtual api::Answer<std::vector<ImportRow>> preview(std::string path, ImportPlan plan) = 0;
    /// Keeps the plan's columns under a name; takes the place of an earlier one. InvalidArgument (name), Storage.
    virtual api::Answer<void> saveProfile(std::string name, ImportPlan plan) = 0;
    /// What ended it is in the answer. `dryRun`: only counts. One at a time: a second one waits.
    virtual api::Answer<ImportResult> run(api::Actor actor, std::string path, ImportPlan plan, bool dryRun,
                                          std::shared_ptr<ImportControl> control) = 0;
    /// All rejected rows of the last run as CSV, noted in the audit log; answers how many. InvalidArgument (path),
    /// NotFound (there are none), Storage.
    virtual api::Answer<std::int64_t> saveRejected(api::Actor actor, std::string path) = 0;
};

}  // namespace evenhand::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/console_import.h"

#include <QFile>
#include <QFileInfo>
#include <QPromise>
#include <functional>
#include <utility>

#include "app/import/file_look.h"
#include "engine/base/durable_file.h"

namespace evenhand::app {
namespace {

constexpr int kLooks = 2;
constexpr std::size_t kShownLine = 2'000;  // bytes of a rejected row that the window shows
constexpr qint64 kCopyBytes = 262'144;

using FileKind = import::ImportKind;

FileKind kindOf(ui::ImportKind kind) {
    switch (kind) {
        case ui::ImportKind::Couriers: return FileKind::Couriers;
        case ui::ImportKind::Products: return FileKind::Products;
        case ui::ImportKind::Stock: return FileKind::Stock;
        case ui::ImportKind::Orders: return FileKind::Orders;
        case ui::ImportKind::Returns: return FileKind::Returns;
        case ui::ImportKind::Rosters: return FileKind::Rosters;
    }
    return FileKind::Orders;
}

ui::ImportKind kindOf(FileKind kind) {
    switch (kind) {
        case FileKind::Couriers: return ui::ImportKind::Couriers;
        case FileKind::Products: return ui::ImportKind::Products;
        case FileKind::Stock: return ui::ImportKind::Stock;
        case FileKind::Orders: return ui::ImportKind::Orders;
        case FileKind::Returns: return ui::ImportKind::Returns;
        case FileKind::Rosters: return ui::ImportKind::Rosters;
    }
    return ui::ImportKind::Orders;
}

std::string wordOf(import::Field field) { return std::string(import::fieldName(field)); }

bool isSameName(const std::string& a, const std::string& b) {
    return QString::fromStdString(a).trimmed().compare(QString::fromStdString(b).trimmed(), Qt::CaseInsensitive) == 0;
}

/// A profile in the form that the window edits: which column of the file is used for what.
ui::ImportPlan planFrom(const import::Recognised& fit, const std::vector<std::string>& columns) {
    ui::ImportPlan plan;
    plan.kind = kindOf(fit.kind);
    plan.profile = fit.profile.name;
    plan.dateFormat = fit.profile.dateFormat;
    plan.delimiter = fit.profile.delimiter;
    for (const auto& [field, needed] : import::fieldsOf(fit.kind)) {
        if (const auto& constant = fit.profile.constant(field)) {
            plan.constants[wordOf(field)] = *constant;
            continue;
        }
        for (const auto& column : columns) {
            if (!column.empty() && isSameName(column, fit.profile.column(field))) {
                plan.columns[wordOf(field)] = column;
            }
        }
    }
    return plan;
}

/// Reading something that is no regular file, such as a pipe, could block for ever.
Result<import::InputFile> openFile(const std::string& path, const std::function<bool()>& cancelled) {
    const QFileInfo info(QString::fromStdString(path));
    if (info.exists() && !info.isFile() && !info.isDir()) {
        return fail(ErrorCode::InvalidArgument, "this is not a file", "file", path);
    }
    return import::InputFile::open(path, cancelled);
}

ui::ImportRow rowOf(import::PreviewRow row) {
    return {row.row, std::move(row.values),
            row.rejection ? std::string(import::reasonName(row.rejection->reason)) : std::string()};
}

void tellProgress(ui::ImportControl& control, const import::ImportProgress& progress, std::int64_t rows) {
    using Phase = ui::ImportControl::Phase;
    control.total = progress.total;
    control.done = progress.done;
    control.rows = rows;
    control.phase = progress.phase == "reading" ? Phase::Reading : Phase::Importing;
}

void count(ui::ImportResult& result, const import::ImportReport& report) {
    result.rows = report.rows;
    result.accepted = report.things.accepted;
    result.rejected = report.things.rejected;
    result.duplicate = report.things.duplicate;
    result.acceptedLines = report.lines.accepted;
    result.rejectedLines = report.lines.rejected;
    result.units = report.units;
    result.anyRejected = report.anyRejected();
    result.isCancelled = report.cancelled;
    for (std::size_t i = 0; i < import::kReasonCount; ++i) {
        const auto reason = static_cast<import::Reason>(i);
        if (report.of(reason) > 0) {
            result.reasons.emplace_back(import::reasonName(reason), report.of(reason));
        }
    }
}

}  // namespace

ConsoleImport::ConsoleImport(api::EngineApi& engine, const std::string& folder)
    : m_engine(engine), m_profiles(folder), m_folder(folder) {
    m_looks.setMaxThreadCount(kLooks);
    m_imports.setMaxThreadCount(1);
}

ConsoleImport::~ConsoleImport() {
    if (const auto control = m_control.lock()) {
        control->cancel();
    }
    m_imports.waitForDone();
    m_looks.waitForDone();
}

bool ConsoleImport::end(int patienceMs) {
    if (const auto control = m_control.lock()) {
        control->cancel();
    }
    return m_imports.waitForDone(patienceMs);
}

template <typename T>
api::Answer<T> ConsoleImport::on(QThreadPool& pool, std::function<Result<T>()> work) {
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    auto future = promise->future();
    pool.start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
    return future;
}

std::vector<ui::ImportField> ConsoleImport::fields(ui::ImportKind kind) const {
    std::vector<ui::ImportField> all;
    for (const auto& [field, needed] : import::fieldsOf(kindOf(kind))) {
        all.push_back({wordOf(field), needed});
    }
    return all;
}

api::Answer<ui::ImportFile> ConsoleImport::look(std::string path) {
    return on<ui::ImportFile>(m_looks, [this, path = std::move(path)]() -> Result<ui::ImportFile> {
        EVENHAND_ASSIGN(const auto input, openFile(path, {}));
        EVENHAND_ASSIGN(auto found, import::lookAt(input, m_profiles.all()));
        ui::ImportFile file;
        file.path = path;
        for (const auto& fit : found.fits) {
            file.fits.push_back(planFrom(fit, found.columns));
        }
        file.columns = std::move(found.columns);
        file.samples = std::move(found.samples);
        file.bytes = found.bytes;
        file.delimiter = found.delimiter;
        return file;
    });
}

Result<import::Profile> ConsoleImport::profileOf(const ui::ImportPlan& plan) const {
    import::Profile profile = import::Profile::native();
    if (plan.profile != profile.name) {
        EVENHAND_ASSIGN(profile, import::findProfile(plan.profile, m_folder));
    }
    profile.delimiter = plan.delimiter;
    profile.dateFormat = plan.dateFormat;
    for (const auto& [field, needed] : import::fieldsOf(kindOf(plan.kind))) {
        const auto index = static_cast<std::size_t>(field);
        const auto column = plan.columns.find(wordOf(field));
        const auto constant = plan.constants.find(wordOf(field));
        profile.columns[index] = column == plan.columns.end() ? std::string() : column->second;
        profile.constants[index] = constant == plan.constants.end() ? std::nullopt : std::optional(constant->second);
    }
    // Checked by the rules of saved profiles, so that whatever is imported now can be saved and read again.
    return import::Profile::fromJson(profile.toJson(), plan.profile);
}

Result<import::ImportPlan> ConsoleImport::planOf(const ui::ImportPlan& plan, bool dryRun) const {
    import::ImportPlan made;
    made.kind = kindOf(plan.kind);
    EVENHAND_ASSIGN(made.profile, profileOf(plan));
    made.paid = plan.paid;
    made.stockForNewSku = plan.stockForNewSku;
    made.approve = plan.approve;
    made.dryRun = dryRun;
    return made;
}

api::Answer<std::vector<ui::ImportRow>> ConsoleImport::preview(std::string path, ui::ImportPlan plan) {
    using Rows = std::vector<ui::ImportRow>;
    return on<Rows>(m_looks, [this, path = std::move(path), plan = std::move(plan)]() -> Result<Rows> {
        EVENHAND_ASSIGN(const auto input, openFile(path, {}));
        EVENHAND_ASSIGN(const auto made, planOf(plan, true));
        EVENHAND_ASSIGN(auto read, import::previewRows(m_engine.workspace(), m_engine.status().clock, input, made));
        Rows rows;
        rows.reserve(read.size());
        for (auto& row : read) {
            rows.push_back(rowOf(std::move(row)));
        }
        return rows;
    });
}

api::Answer<void> ConsoleImport::saveProfile(std::string name, ui::ImportPlan plan) {
    return on<void>(m_looks, [this, name = std::move(name), plan = std::move(plan)]() -> Result<void> {
        EVENHAND_ASSIGN(auto profile, profileOf(plan));
        profile.name = name;
        return m_profiles.save(profile);
    });
}

// --- the import ---------------------------------------------------------------------------------------------

api::Answer<ui::ImportResult> ConsoleImport::run(api::Actor actor, std::string path, ui::ImportPlan plan, bool dryRun,
                                                 std::shared_ptr<ui::ImportControl> control) {
    m_control = control;
    return on<ui::ImportResult>(m_imports, [this, actor = std::move(actor), path = std::move(path),
                                            plan = std::move(plan), dryRun, control = std::move(control)] {
        return Result<ui::ImportResult>(runNow(actor, path, plan, dryRun, *control));
    });
}

ui::ImportResult ConsoleImport::runNow(const api::Actor& actor, const std::string& path, const ui::ImportPlan& plan,
                                       bool dryRun, ui::ImportControl& control) {
    ui::ImportResult result;
    import::ImportReport report;
    import::ImportHooks hooks;
    hooks.progress = [&](const import::ImportProgress& progress) { tellProgress(control, progress, report.rows); };
    hooks.cancelled = [&control] { return control.waitIfPaused(); };
    if (!dryRun) {
        hooks.rejected = [&result](const import::CsvRecord& record, import::Reason reason, std::string_view) {
            ++result.rejectedRowCount;
            if (result.rejectedRows.size() < ui::ImportResult::kKeptRows) {
                result.rejectedRows.push_back(
                    {record.row, std::string(import::reasonName(reason)), record.raw.substr(0, kShownLine)});
            }
        };
    }
    const auto imported = [&]() -> Result<void> {
        EVENHAND_ASSIGN(const auto input, openFile(path, [&] { return control.isCancelled(); }));
        EVENHAND_ASSIGN(const auto made, planOf(plan, dryRun));
        const import::ImportSettings settings{actor, dryRun ? std::string() : rejectedPath(), false};
        return import::runImport(m_engine, input, made, settings, hooks, report);
    }();
    count(result, report);
    if (!imported) {
        result.error = imported.error();
    }
    if (!dryRun) {
        m_rejectedRows = imported ? result.rejectedRowCount : 0;
        result.rejectedRowCount = m_rejectedRows;
    }
    return result;
}

std::string ConsoleImport::rejectedPath() const {
    return m_scratch.isValid() ? m_scratch.filePath(QStringLiteral("rejected.csv")).toStdString() : std::string();
}

api::Answer<std::int64_t> ConsoleImport::saveRejected(api::Actor actor, std::string path) {
    return on<std::int64_t>(m_imports,
                            [this, actor = std::move(actor), path = std::move(path)] { return saveNow(actor, path); });
}

Result<std::int64_t> ConsoleImport::saveNow(const api::Actor& actor, const std::string& path) {
    QFile from(QString::fromStdString(rejectedPath()));
    if (m_rejectedRows == 0 || !from.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::NotFound, "there are no rejected rows", "rows");
    }
    EVENHAND_TRY(base::checkOutput(path));
    EVENHAND_ASSIGN(auto to, base::DurableFile::open(path, base::FileMode::Shared));
    for (QByteArray part = from.read(kCopyBytes); !part.isEmpty(); part = from.read(kCopyBytes)) {
        EVENHAND_TRY(to.write({part.constData(), static_cast<std::size_t>(part.size())}));
    }
    EVENHAND_TRY(to.prepare());
    // An export of data: its audit entry is written before the file.
    auto noted = m_engine.audit().noteExport({actor, {}, {}}, {"rejected rows of an import", {}, m_rejectedRows, path});
    noted.waitForFinished();
    if (noted.resultCount() == 0) {
        return fail(ErrorCode::Cancelled, "the engine was shut down");
    }
    EVENHAND_TRY(noted.result());
    EVENHAND_TRY(to.commit());
    return m_rejectedRows;
}

}  // namespace evenhand::app

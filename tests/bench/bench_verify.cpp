// SPDX-License-Identifier: GPL-3.0-or-later
// verify and backup of a workspace of a million orders (times EVENHAND_BENCH_SCALE): every invariant, what each one
// takes, and a backup that is written, read back and restored.
#include <QDir>
#include <chrono>

#include "app/workspace/restore.h"
#include "app/workspace/take_backup.h"
#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/bench_workspaces.h"

namespace evenhand::bench {
namespace {

constexpr double kVerifyS = 60;

template <typename T>
T need(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
    if constexpr (!std::is_void_v<T>) {
        return *std::move(result);
    }
}

void timeChecks(Report& report, const app::WorkspaceCore& core, double scale) {
    std::vector<std::pair<std::string, double>> times;
    std::int64_t violations = 0;
    double recovery = 0;
    const double all = seconds([&] {
        const auto started = std::chrono::steady_clock::now();
        need(core.inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            recovery = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
            for (const auto& check : app::allChecks()) {
                Result<std::vector<runtime::Verdict>> verdicts;
                times.emplace_back(check.id, seconds([&] {
                                       verdicts = runtime::verify(std::span(&check, 1), {database, keyspace});
                                   }));
                EVENHAND_TRY(verdicts);
                for (const auto& verdict : *verdicts) {
                    violations += verdict.finding.violations;
                    for (const auto& offender : verdict.finding.offenders) {
                        report.note(verdict.id + ": " + offender);
                    }
                }
            }
            return {};
        }));
    });
    report.line("verify", all, "s", kVerifyS * scale, false);
    report.line("  recovering the keyspace", recovery, "s");
    for (const auto& [id, took] : times) {
        report.line("  " + id, took, "s");
    }
    report.line("violations", static_cast<double>(violations), "", 0, false);
}

}  // namespace

void verifyAndBackup(Report& report) {
    const double scale = benchScale();
    const auto orders = static_cast<std::int64_t>(1e6 * scale);
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const auto path = [&](const char* name) { return scratch.filePath(QLatin1String(name)).toStdString(); };
    report.note("Making a workspace of " + std::to_string(orders) + " orders …");
    if (!fillWorkspace(path("workspace"), orders, orders)) {
        std::fprintf(stderr, "cannot fill the workspace\n");
        std::exit(1);
    }
    const auto core = need(app::WorkspaceCore::openReadOnly(path("workspace")));
    timeChecks(report, *core, scale);
    api::BackupManifest manifest;
    report.line("backup, written and read back", seconds([&] {
                    const auto writer = need(app::BackupFileWriter::create(path("backup")));
                    manifest = need(app::takeBackup(*writer, core->readers(), core->clock().now(), {}));
                }),
                "s");
    report.line("  its size", static_cast<double>(manifest.bytes) / 1e6, "MB");
    report.line("  resident memory", static_cast<double>(residentBytes()) / 1e6, "MB");
    report.line("reading it", seconds([&] { (void)need(app::verifyBackup(path("backup"), {})); }), "s");
    report.line("restoring it", seconds([&] {
                    (void)need(app::restore({path("backup"), path("restored"), {}, api::Actor::administrator("bench")},
                                            {}, {}));
                }),
                "s");
}

}  // namespace evenhand::bench

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QFileInfo>
#include <atomic>

#include "app/ctl/backup_text.h"
#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "app/workspace/authorize.h"
#include "app/workspace/take_backup.h"
#include "app/workspace/workspace.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

constexpr std::int64_t kBackupLookMs = 50;

struct Taken {
    api::BackupManifest manifest;
    std::string path;
    bool recorded = true;
};

/// A folder gets a file with a name of its own.
std::string fileIn(const std::string& word, const std::string& workspaceId, Instant now) {
    const QFileInfo given(text(word));
    const std::string path = given.absoluteFilePath().toStdString();
    return given.isDir() ? path + "/" + app::backupName(workspaceId, now, false) : path;
}

/// By the engine, which writes it into its list and its audit log.
Result<Taken> takeRecorded(Context& context, app::Workspace& workspace, const std::string& word) {
    const auto path = fileIn(word, workspace.workspace().id, workspace.clockNow());
    std::atomic<std::int64_t> rows{0};
    std::atomic<std::int64_t> of{0};
    auto answer = workspace.backups().take({context.actor, {}, {}}, path, [&](std::int64_t done, std::int64_t total) {
        of = total;
        rows = done;
    });
    while (!answer.isFinished()) {
        if (interrupt::waitMs(kBackupLookMs)) {
            answer.cancel();
            workspace.stop();
            return fail(ErrorCode::Cancelled, "cancelled; no file was written");
        }
        context.io.progress("backup", rows, of);
    }
    context.io.endProgress();
    EVENHAND_ASSIGN(const auto row, answer.result());
    EVENHAND_ASSIGN(const auto reader, app::BackupFileReader::open(row.path));
    return Taken{reader->manifest(), row.path, row.error.empty()};
}

/// Beside the process that runs the workspace, from what is committed.
Result<Taken> takeBeside(Context& context, const std::string& word) {
    EVENHAND_TRY(app::authorize({context.actor, {}, {}}, api::Permission::ManageBackups));
    EVENHAND_ASSIGN(const auto workspace, app::Workspace::openReadOnly(context.workspace, openOptions()));
    const auto path = fileIn(word, workspace->workspace().id, workspace->clockNow());
    auto taken =
        app::takeBackupBeside(*workspace, {context.actor, {}, {}}, path, [&](std::int64_t rows, std::int64_t of) {
            context.io.progress("backup", rows, of);
            return !interrupt::requested();
        });
    context.io.endProgress();
    EVENHAND_TRY(taken);
    return Taken{*std::move(taken), path, false};
}

/// A service writes and reads backups on its own machine, where nothing is known here of what is a folder.
Result<std::string> fileThere(const Context& context, const std::string& word) {
    if (!word.starts_with('/')) {
        return wrongUsage("with --service a backup is a file on the service's machine: say its whole path, /…");
    }
    const auto& service = *context.service;
    return word.ends_with('/') ? word + app::backupName(service.workspace().id, service.status().now, false) : word;
}

Result<Taken> takeAtService(Context& context, const std::string& word) {
    EVENHAND_ASSIGN(auto path, fileThere(context, word));
    const api::Call call{context.actor, {}, {}};
    auto& desk = context.service->backups();
    EVENHAND_ASSIGN(const auto row,
                    Reading::wait(desk.take(call, std::move(path), {}), "cancelled; no file was written"));
    EVENHAND_ASSIGN(auto manifest, Reading::wait(desk.verify(call, row.path)));
    return Taken{std::move(manifest), row.path, row.error.empty()};
}

Result<ExitCode> tellIntact(Context& context, const api::BackupManifest& manifest, const std::string& path) {
    printManifest(context.io, manifest);
    context.io.text("The backup is intact.");
    auto document = manifestDocument(manifest);
    document.insert(QStringLiteral("file"), text(path));
    context.io.document(document);
    return kDone;
}

Result<ExitCode> verifyAtService(Context& context, const std::string& word) {
    EVENHAND_ASSIGN(const auto path, fileThere(context, word));
    EVENHAND_ASSIGN(const auto manifest,
                    Reading::wait(context.service->backups().verify({context.actor, {}, {}}, path)));
    return tellIntact(context, manifest, path);
}

Result<ExitCode> verify(Context& context, const std::string& word) {
    if (context.service != nullptr) {
        return verifyAtService(context, word);
    }
    EVENHAND_TRY(app::authorize({context.actor, {}, {}}, api::Permission::ManageBackups));
    const std::string path = QFileInfo(text(word)).absoluteFilePath().toStdString();
    auto manifest = app::verifyBackup(path, [&](std::int64_t rows, std::int64_t of) {
        context.io.progress("verify", rows, of);
        return !interrupt::requested();
    });
    context.io.endProgress();
    EVENHAND_TRY(manifest);
    return tellIntact(context, *manifest, path);
}

/// By the workspace's own engine where nobody else runs it.
Result<Taken> takeHere(Context& context, const std::string& word) {
    auto options = openOptions();
    options.sendRefunds = false;
    auto workspace = app::Workspace::open(context.workspace, options);
    if (!workspace && workspace.error().code != ErrorCode::WorkspaceInUse) {
        return fail(workspace.error());
    }
    return workspace ? takeRecorded(context, **workspace, word) : takeBeside(context, word);
}

Result<ExitCode> runBackup(Context& context) {
    if (context.arguments.has("--verify")) {
        EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"FILE"}));
        return verify(context, context.arguments.words().at(0));
    }
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"DIR or FILE"}));
    const std::string& word = context.arguments.words().at(0);
    if (word.empty() || word == "-") {
        return fail(ErrorCode::InvalidArgument, "a backup must be a file, because it is read back after writing");
    }
    EVENHAND_ASSIGN(const auto taken,
                    context.service != nullptr ? takeAtService(context, word) : takeHere(context, word));
    printManifest(context.io, taken.manifest);
    context.io.text("Written and verified: " + taken.path + " (" + base::counted(taken.manifest.bytes, "byte") + ")");
    if (!taken.recorded && context.service == nullptr) {
        context.io.note(
            "evenhandctl: another process runs the workspace; the backup is not in its list, only in its "
            "audit log");
    }
    auto document = manifestDocument(taken.manifest);
    document.insert(QStringLiteral("file"), text(taken.path));
    document.insert(QStringLiteral("recorded"), taken.recorded);
    context.io.document(document);
    return kDone;
}

}  // namespace

void printManifest(ConsoleIo& io, const api::BackupManifest& manifest) {
    std::int64_t rows = 0;
    for (const auto& [table, count] : manifest.rows) {
        rows += count;
    }
    const auto count = [&](const char* table) {
        const auto found = manifest.rows.find(table);
        return std::to_string(found == manifest.rows.end() ? 0 : found->second);
    };
    TextTable table({"backup of", manifest.workspaceId});
    table.add({"taken at", timeText(manifest.at)});
    table.add({"from", manifest.source + ", Evenhand " + manifest.program + ", version " +
                           std::to_string(manifest.schemaVersion)});
    table.add({"currency, zone", manifest.currency + ", " + manifest.timeZone});
    table.add({"orders", count("orders")});
    table.add({"people", count("person")});
    table.add({"rows", std::to_string(rows)});
    table.add({"audit entries", std::to_string(manifest.auditHead.seq)});
    io.text(table.str());
}

QJsonObject manifestDocument(const api::BackupManifest& manifest) {
    QJsonObject rows;
    std::int64_t total = 0;
    for (const auto& [table, count] : manifest.rows) {
        rows.insert(text(table), number(count));
        total += count;
    }
    const auto& head = manifest.auditHead;
    return {
        {QStringLiteral("workspace"), text(manifest.workspaceId)},
        {QStringLiteral("program"), text(manifest.program)},
        {QStringLiteral("format"), manifest.formatVersion},
        {QStringLiteral("schema"), manifest.schemaVersion},
        {QStringLiteral("source"), text(manifest.source)},
        {QStringLiteral("currency"), text(manifest.currency)},
        {QStringLiteral("time_zone"), text(manifest.timeZone)},
        {QStringLiteral("at"), text(timeText(manifest.at))},
        {QStringLiteral("bytes"), number(manifest.bytes)},
        {QStringLiteral("rows"), number(total)},
        {QStringLiteral("tables"), rows},
        {QStringLiteral("audit"), QJsonObject{{QStringLiteral("seq"), number(head.seq)},
                                              {QStringLiteral("hash"), text(base::hexOf(base::bytesOf(head.hash)))}}}};
}

Command backupCommand() {
    return {"backup",
            "DIR|FILE | --verify FILE",
            "writes a backup of the workspace and verifies it, also while another process runs it; with --service on "
            "the service's machine",
            {{"--verify", "", "only reads a backup and verifies it"}},
            runBackup};
}

}  // namespace evenhand::ctl

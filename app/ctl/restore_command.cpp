// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>

#include "app/ctl/backup_text.h"
#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/workspace/restore.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

/// What the folder holds that is named as the target.
std::pair<std::string, std::string> targetState(const app::RestorePreview& preview, const std::string& folder) {
    if (!preview.trouble.empty()) {
        return {"unreadable", folder + " holds a workspace that cannot be read: " + preview.trouble};
    }
    if (preview.workspaceThere.empty()) {
        return {"free", "It can be restored into " + folder + " if that is new or empty."};
    }
    const auto orders = base::counted(preview.ordersThere, "order");
    if (!preview.entriesSince) {
        return {"other_workspace", folder + " holds another workspace, " + preview.workspaceThere + ", with " + orders +
                                       "; it is not replaced: choose another folder."};
    }
    return {"same_workspace", folder + " holds this workspace, " +
                                  base::counted(*preview.entriesSince, "audit entry", "audit entries") +
                                  " further, with " + orders + "; it is not replaced: choose another folder."};
}

Result<ExitCode> preview(Context& context, const std::string& file) {
    EVENHAND_ASSIGN(const auto preview, app::previewRestore(file, context.workspace, openOptions()));
    printManifest(context.io, preview.manifest);
    context.io.text("Refunds and webhooks that would be held: " + std::to_string(preview.outwardPending));
    const auto [state, sentence] = targetState(preview, context.workspace);
    context.io.text(sentence);
    auto document = manifestDocument(preview.manifest);
    document.insert(QStringLiteral("file"), text(file));
    document.insert(QStringLiteral("orders"), number(preview.orders));
    document.insert(QStringLiteral("people"), number(preview.people));
    document.insert(QStringLiteral("outward_pending"), number(preview.outwardPending));
    QJsonObject target{{QStringLiteral("folder"), text(context.workspace)}, {QStringLiteral("state"), text(state)}};
    if (!preview.workspaceThere.empty()) {
        target.insert(QStringLiteral("workspace"), text(preview.workspaceThere));
        target.insert(QStringLiteral("orders"), number(preview.ordersThere));
    }
    if (preview.entriesSince) {
        target.insert(QStringLiteral("entries_since"), number(*preview.entriesSince));
    }
    document.insert(QStringLiteral("target"), target);
    context.io.document(document);
    return kDone;
}

Result<ExitCode> runRestore(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"FILE"}));
    const std::string file = QFileInfo(text(context.arguments.words().at(0))).absoluteFilePath().toStdString();
    if (context.arguments.has("--preview")) {
        return preview(context, file);
    }
    app::RestoreOptions options;
    options.file = file;
    options.folder = context.workspace;
    options.database = context.arguments.value("--database", {});
    options.keyspace = context.arguments.value("--keyspace", {});
    options.membership = context.arguments.value("--membership", {});
    options.actor = context.actor;
    auto made = app::restore(options, openOptions(), [&](std::int64_t rows, std::int64_t of) {
        context.io.progress("restore", rows, of);
        return !interrupt::requested();
    });
    context.io.endProgress();
    if (!made && made.error().code == ErrorCode::InvalidArgument &&
        (made.error().field == "keyspace" || made.error().field == "membership")) {
        return wrongUsage("--" + made.error().field + ": " + made.error().message);
    }
    EVENHAND_TRY(made);
    printManifest(context.io, *made);
    context.io.text("Created a workspace in " + context.workspace +
                    ". Refunds and webhooks are held until an administrator releases them.");
    auto document = manifestDocument(*made);
    document.insert(QStringLiteral("file"), text(file));
    document.insert(QStringLiteral("folder"), text(context.workspace));
    context.io.document(document);
    return kDone;
}

}  // namespace

Command restoreCommand() {
    return {"restore",
            "FILE [--preview] [--database URL [--keyspace URL --membership URL]]",
            "creates a workspace from a backup, in a new or empty folder",
            {{"--preview", "", "only shows what is in the backup and in the folder"},
             {"--database", "URL", "puts it into this empty database of MySQL or MariaDB (default: a file)"},
             {"--keyspace", "URL", "with --database: services share it from then on, on this Redis (as init)"},
             {"--membership", "URL", "where these services find each other (as init)"}},
            runRestore};
}

}  // namespace evenhand::ctl

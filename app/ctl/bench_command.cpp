// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>

#include "app/ctl/command.h"

namespace evenhand::ctl {
namespace {

/// The benchmarks are a program of their own beside this one: they bring their peers and a benchmark library.
Result<ExitCode> runBench(Context& context) {
    if (context.arguments.words().size() > 1) {
        return fail(ErrorCode::InvalidArgument, "at most one NAME");
    }
    const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/evenhand_bench");
    if (!QFileInfo(program).isExecutable()) {
        return fail(ErrorCode::NotFound, "the benchmarks are not installed: " + program.toStdString() + " is missing",
                    "program", "evenhand_bench");
    }
    QStringList words;
    if (context.io.json()) {
        words << QStringLiteral("--json");
    }
    for (const std::string& name : context.arguments.words()) {
        words << text(name);
    }
    const int code = QProcess::execute(program, words);
    if (code == kWrongUsage) {
        return fail(ErrorCode::InvalidArgument, "there is no such benchmark");  // it has said which ones there are
    }
    return code == kDone ? kDone : kFailed;
}

}  // namespace

Command benchCommand() { return {"bench", "[NAME]", "runs the benchmarks on scratch workspaces", {}, runBench}; }

}  // namespace evenhand::ctl

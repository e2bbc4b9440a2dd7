// SPDX-License-Identifier: GPL-3.0-or-later
// What a command does with files, in order, as strace sees it: whether what it leaves outlives a loss of power.
// Thread: the test's.
#pragma once

#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>
#include <optional>

#include "tests/cli/cli_support.h"

namespace evenhand::cli {

/// "write PATH", "sync PATH", "rename PATH" (the new one), "remove PATH". Of a folder the path is its own. Nothing
/// where the command failed.
inline QStringList doneWithFiles(const Scratch& scratch, const QStringList& arguments, const QByteArray& input = {},
                                 const std::optional<QProcessEnvironment>& environment = std::nullopt) {
    const auto log = scratch.path(QStringLiteral("calls"));
    const Outcome outcome = scratch.run({}, input, [&](QProcess& process) {
        if (environment) {
            process.setProcessEnvironment(*environment);
        }
        process.setProgram(QStringLiteral("strace"));
        process.setArguments(QStringList{QStringLiteral("-f"), QStringLiteral("-qq"), QStringLiteral("-y"),
                                         QStringLiteral("-o"), log, QStringLiteral("-e"),
                                         QStringLiteral("trace=write,pwrite64,writev,fsync,fdatasync,rename,renameat,"
                                                        "renameat2,unlink,unlinkat"),
                                         ctlPath()} +
                             arguments);
    });
    QStringList done;
    if (outcome.code != 0) {
        qWarning("%s", outcome.text().constData());
        return done;
    }
    static const QRegularExpression kOfFile(QStringLiteral("(write|pwrite64|writev|fsync|fdatasync)\\(\\d+<([^>]*)>"));
    static const QRegularExpression kRename(
        QStringLiteral("rename(?:at2?)?\\([^\"]*\"[^\"]*\", [^\"]*\"([^\"]*)\"[^\"]*(?:\\) = 0| <unfinished)"));
    static const QRegularExpression kRemove(QStringLiteral("unlink(?:at)?\\([^\"]*\"([^\"]*)\""));
    for (const auto& line : QString::fromLocal8Bit(scratch.read(QStringLiteral("calls"))).split(QLatin1Char('\n'))) {
        if (const auto file = kOfFile.match(line); file.hasMatch()) {
            done << (file.captured(1).startsWith(QLatin1Char('f')) ? QStringLiteral("sync ")
                                                                   : QStringLiteral("write ")) +
                        file.captured(2);
        } else if (const auto name = kRename.match(line); name.hasMatch()) {
            done << QStringLiteral("rename ") + name.captured(1);
        } else if (const auto gone = kRemove.match(line); gone.hasMatch()) {
            done << QStringLiteral("remove ") + gone.captured(1);
        }
    }
    return done;
}

/// `path` came by a new name: written beside, under a name that begins with `beside`, synced, renamed, and then its
/// folder synced. Empty: so it was.
inline QString notInOrder(const QStringList& done, const QString& beside, const QString& path) {
    const auto last = [&done](const QString& what) {
        const auto found =
            std::find_if(done.rbegin(), done.rend(), [&what](const auto& call) { return call.startsWith(what); });
        return static_cast<int>(done.rend() - found) - 1;
    };
    const auto written = last(QStringLiteral("write ") + beside);
    const auto synced = last(QStringLiteral("sync ") + beside);
    const auto renamed = done.lastIndexOf(QStringLiteral("rename ") + path);
    const auto kept = done.lastIndexOf(QStringLiteral("sync ") + QFileInfo(path).path());
    return written >= 0 && written < synced && synced < renamed && renamed < kept
               ? QString()
               : QStringLiteral("written %1, synced %2, renamed %3, folder synced %4")
                     .arg(written)
                     .arg(synced)
                     .arg(renamed)
                     .arg(kept);
}

}  // namespace evenhand::cli

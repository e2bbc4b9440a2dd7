// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/temporary_folder.h"

#include <unistd.h>

#include <QDateTime>
#include <QDir>

namespace evenhand::app {
namespace {

// A folder is locked right after it is created, so a very young one may not be locked yet.
constexpr qint64 kJustMadeSeconds = 60;

void removeAbandoned(const QString& prefix) {
    const QDir temporary(QDir::tempPath());
    const auto found = temporary.entryInfoList({prefix + QLatin1Char('*')}, QDir::Dirs | QDir::NoSymLinks);
    for (const auto& each : found) {
        if (each.ownerId() != ::getuid() ||
            each.lastModified().secsTo(QDateTime::currentDateTime()) < kJustMadeSeconds) {
            continue;
        }
        if (const auto lock = FolderLock::take(each.filePath().toStdString())) {
            QDir(each.filePath()).removeRecursively();
        }
    }
}

}  // namespace

TemporaryFolder::TemporaryFolder(const QString& prefix)
    : m_folder(QDir::tempPath() + QLatin1Char('/') + prefix + QStringLiteral("XXXXXX")) {}

TemporaryFolder::~TemporaryFolder() = default;

Result<std::unique_ptr<TemporaryFolder>> TemporaryFolder::make(const QString& kind) {
    const QString prefix = QStringLiteral("evenhand-") + kind + QLatin1Char('-');
    removeAbandoned(prefix);
    std::unique_ptr<TemporaryFolder> made(new TemporaryFolder(prefix));
    if (!made->m_folder.isValid()) {
        return fail(ErrorCode::Storage,
                    "a temporary folder cannot be made: " + made->m_folder.errorString().toStdString(), "path",
                    QDir::tempPath().toStdString());
    }
    EVENHAND_ASSIGN(made->m_lock, FolderLock::take(made->m_folder.path().toStdString()));
    return made;
}

}  // namespace evenhand::app

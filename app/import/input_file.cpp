// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/input_file.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <cstdio>

namespace evenhand::import {
namespace {

constexpr qint64 kCopyBytes = 1024 * 1024;

auto storage(const std::string& name, const std::string& what) { return fail(ErrorCode::Storage, what, "file", name); }

/// Copies what cannot be read twice.
Result<std::unique_ptr<QFile>> spool(QFile& from, const std::string& name, const std::function<bool()>& cancelled) {
    auto copy = std::make_unique<QTemporaryFile>(QDir::tempPath() + QStringLiteral("/evenhand-import-XXXXXX"));
    if (!copy->open()) {
        return storage(name, "no temporary file can be made in " + QDir::tempPath().toStdString() + ": " +
                                 copy->errorString().toStdString());
    }
    QByteArray buffer(kCopyBytes, Qt::Uninitialized);
    for (;;) {
        if (cancelled && cancelled()) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        const qint64 got = from.read(buffer.data(), buffer.size());
        if (got < 0) {
            return storage(name, "reading failed: " + from.errorString().toStdString());
        }
        if (got == 0) {
            break;
        }
        if (copy->write(buffer.constData(), got) != got) {
            return storage(
                name, "copying to " + copy->fileName().toStdString() + " failed: " + copy->errorString().toStdString());
        }
    }
    if (!copy->flush()) {
        return storage(
            name, "copying to " + copy->fileName().toStdString() + " failed: " + copy->errorString().toStdString());
    }
    return std::unique_ptr<QFile>(std::move(copy));
}

std::int64_t modifiedMs(const QFile& file) { return QFileInfo(file).lastModified().toMSecsSinceEpoch(); }

}  // namespace

Result<InputFile> InputFile::open(const std::string& path, const std::function<bool()>& cancelled) {
    InputFile input;
    if (path == "-") {
        input.m_name = "standard input";
        QFile in;
        if (!in.open(stdin, QIODevice::ReadOnly | QIODevice::Unbuffered)) {
            return storage(input.m_name, in.errorString().toStdString());
        }
        EVENHAND_ASSIGN(input.m_file, spool(in, input.m_name, cancelled));
    } else {
        input.m_name = path;
        const QFileInfo info(QString::fromStdString(path));
        if (!info.exists()) {
            return fail(ErrorCode::NotFound, "no such file", "file", path);
        }
        if (info.isDir()) {
            return fail(ErrorCode::InvalidArgument, "this is a directory, not a CSV file", "file", path);
        }
        auto file = std::make_unique<QFile>(info.filePath());
        if (!file->open(QIODevice::ReadOnly)) {
            return storage(path, "cannot be read: " + file->errorString().toStdString());
        }
        if (file->isSequential()) {  // a pipe: <(zcat …)
            EVENHAND_ASSIGN(input.m_file, spool(*file, path, cancelled));
        } else {
            input.m_file = std::move(file);
        }
    }
    input.m_ownCopy = qobject_cast<QTemporaryFile*>(input.m_file.get()) != nullptr;
    if (!input.m_ownCopy) {
        input.m_openedBytes = input.m_file->size();
        input.m_openedModifiedMs = modifiedMs(*input.m_file);
    }
    return input;
}

bool InputFile::changed() const {
    // The name of a copy is not asked for: without a name it is gone with the program, however that ends.
    return !m_ownCopy && (m_file->size() != m_openedBytes || modifiedMs(*m_file) != m_openedModifiedMs);
}

}  // namespace evenhand::import

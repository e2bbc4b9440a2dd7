// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/input_file.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <cerrno>
#include <cstring>

namespace evenhand::import {
namespace {

constexpr qint64 kCopyBytes = 1'048'576;

auto storage(const std::string& name, const std::string& what) { return fail(ErrorCode::Storage, what, "file", name); }

/// Waits until there is something to read, or the end; false: cancelled. A pipe may be silent for ever.
bool waitForInput(int from, const std::function<bool()>& cancelled) {
    constexpr int kLookMs = 100;
    pollfd input{from, POLLIN, 0};
    while (!(cancelled && cancelled())) {
        if (::poll(&input, 1, kLookMs) > 0) {
            return true;
        }
    }
    return false;
}

/// Copies what cannot be read twice.
Result<std::unique_ptr<QFile>> spool(int from, const std::string& name, const std::function<bool()>& cancelled) {
    auto copy = std::make_unique<QTemporaryFile>(QDir::tempPath() + QStringLiteral("/evenhand-import-XXXXXX"));
    if (!copy->open()) {
        return storage(name, "no temporary file can be made in " + QDir::tempPath().toStdString() + ": " +
                                 copy->errorString().toStdString());
    }
    QByteArray buffer(kCopyBytes, Qt::Uninitialized);
    for (;;) {
        if (!waitForInput(from, cancelled)) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        const auto got = ::read(from, buffer.data(), static_cast<std::size_t>(buffer.size()));
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
            continue;
        }
        if (got < 0) {
            return storage(name, std::string("reading failed: ") + std::strerror(errno));
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
        EVENHAND_ASSIGN(input.m_file, spool(STDIN_FILENO, input.m_name, cancelled));
    } else {
        input.m_name = path;
        const QFileInfo info(QString::fromStdString(path));
        if (!info.exists()) {
            return fail(ErrorCode::NotFound, "no such file", "file", path);
        }
        if (info.isDir()) {
            return fail(ErrorCode::InvalidArgument, "this is a directory, not a CSV file", "file", path);
        }
        if (!info.isFile()) {  // a pipe: <(zcat …); opening it would wait for whoever writes into it
            const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
            QFile pipe;
            if (descriptor < 0 || !pipe.open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) {
                return storage(path, std::string("cannot be read: ") + std::strerror(errno));
            }
            EVENHAND_ASSIGN(input.m_file, spool(descriptor, path, cancelled));
        } else {
            auto file = std::make_unique<QFile>(info.filePath());
            if (!file->open(QIODevice::ReadOnly)) {
                return storage(path, "cannot be read: " + file->errorString().toStdString());
            }
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

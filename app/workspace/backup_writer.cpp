// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "app/workspace/backup_file.h"
#include "app/workspace/backup_format.h"
#include "engine/store/database/checksum.h"

namespace evenhand::app {
namespace {

using store::backups::Row;

QString qt(const std::string& text) { return QString::fromStdString(text); }

std::string folderOf(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder.string();
}

void appendVarint(std::string& to, std::uint64_t value) {
    char bytes[keyspace::kMaxVarint];
    to.append(bytes, static_cast<std::size_t>(keyspace::putVarint(bytes, value) - bytes));
}

void appendBytes(std::string& to, backupFormat::Tag tag, std::string_view bytes) {
    to += static_cast<char>(tag);
    appendVarint(to, bytes.size());
    to += bytes;
}

void appendRow(std::string& to, const Row& row) {
    for (const auto& value : row) {
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            to += static_cast<char>(backupFormat::Tag::Number);
            appendVarint(to, keyspace::zigzag(*number));
        } else if (const auto* text = std::get_if<std::string>(&value)) {
            appendBytes(to, backupFormat::Tag::Text, *text);
        } else if (const auto* bytes = std::get_if<store::backups::Bytes>(&value)) {
            appendBytes(to, backupFormat::Tag::Bytes, bytes->data);
        } else {
            to += static_cast<char>(backupFormat::Tag::Null);
        }
    }
}

std::string manifestJson(const api::BackupManifest& manifest, std::span<const store::backups::Table> tables) {
    QJsonArray list;
    for (const auto& table : tables) {
        QJsonArray columns;
        for (const auto& column : table.columns) {
            columns.append(qt(column.name));
        }
        const auto rows = manifest.rows.find(table.name);
        list.append(QJsonObject{
            {QStringLiteral("name"), qt(table.name)},
            {QStringLiteral("columns"), columns},
            {QStringLiteral("rows"), qint64{rows == manifest.rows.end() ? 0 : rows->second}},
        });
    }
    const QJsonObject audit{{QStringLiteral("seq"), qint64{manifest.auditHead.seq}},
                            {QStringLiteral("hash"), qt(base::hexOf(base::bytesOf(manifest.auditHead.hash)))}};
    const QJsonObject object{{QStringLiteral("format"), backupFormat::kVersion},
                             {QStringLiteral("program"), qt(manifest.program)},
                             {QStringLiteral("schema"), manifest.schemaVersion},
                             {QStringLiteral("workspace"), qt(manifest.workspaceId)},
                             {QStringLiteral("currency"), qt(manifest.currency)},
                             {QStringLiteral("time_zone"), qt(manifest.timeZone)},
                             {QStringLiteral("source"), qt(manifest.source)},
                             {QStringLiteral("at"), qint64{manifest.at.ms}},
                             {QStringLiteral("audit"), audit},
                             {QStringLiteral("tables"), list}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

}  // namespace

void FileHandle::close() noexcept {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
        m_descriptor = -1;
    }
}

Result<std::unique_ptr<BackupFileWriter>> BackupFileWriter::create(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) {
        return fail(ErrorCode::AlreadyExists, "the file exists already; a backup never overwrites a file", "path",
                    path);
    }
    const std::string part = path + std::string(backupFormat::kPartSuffix);
    while (true) {
        const int descriptor = ::open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (descriptor < 0) {
            return fail(ErrorCode::Storage, std::string("the backup cannot be written: ") + std::strerror(errno),
                        "path", part);
        }
        std::unique_ptr<BackupFileWriter> writer(new BackupFileWriter(path, descriptor));
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            const bool taken = errno == EWOULDBLOCK;
            const std::string why = taken ? "another backup is being written there" : std::strerror(errno);
            writer->m_published = true;  // another process has taken the name, so its file is not ours to remove
            return fail(taken ? ErrorCode::Busy : ErrorCode::Storage, why, "path", part);
        }
        struct stat file {};
        if (::fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode)) {
            writer->m_published = true;
            return fail(ErrorCode::Storage, "this is not a plain file", "path", part);
        }
        if (file.st_nlink == 0) {
            writer->m_published = true;
            continue;  // the process that had it has just removed it; try again
        }
        if (::ftruncate(descriptor, 0) != 0 || ::fchmod(descriptor, 0600) != 0) {
            return writer->systemError("the backup cannot be written");
        }
        return writer;
    }
}

BackupFileWriter::BackupFileWriter(std::string path, int descriptor)
    : m_path(std::move(path)), m_part(m_path + std::string(backupFormat::kPartSuffix)), m_file(descriptor) {}

BackupFileWriter::~BackupFileWriter() {
    if (!m_published) {
        ::unlink(m_part.c_str());
    }
}

tl::unexpected<Error> BackupFileWriter::systemError(const char* doing) const {
    return fail(ErrorCode::Storage, std::string(doing) + ": " + std::strerror(errno), "path", m_path);
}

Result<void> BackupFileWriter::write(std::string_view bytes) {
    m_hash.addData(QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())));
    while (!bytes.empty()) {
        const auto wrote = ::write(m_file.get(), bytes.data(), bytes.size());
        if (wrote < 0 && errno != EINTR) {
            return systemError("the backup cannot be written");
        }
        if (wrote > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(wrote));
            m_bytes += wrote;
        }
    }
    return {};
}

Result<void> BackupFileWriter::block(std::uint32_t kind, std::string_view raw, std::string_view packed) {
    backupFormat::BlockHead head{kind, static_cast<std::uint32_t>(raw.size()),
                                 static_cast<std::uint32_t>(packed.size()),
                                 store::checksum64(packed, static_cast<std::uint64_t>(m_bytes))};
    EVENHAND_TRY(write(head.bytes()));
    return write(packed);
}

Result<void> BackupFileWriter::begin(const api::BackupManifest& manifest,
                                     std::span<const store::backups::Table> tables) {
    EVENHAND_TRY(write(backupFormat::kMagic));
    const auto json = manifestJson(manifest, tables);
    return block(backupFormat::kManifest, json, json);
}

Result<void> BackupFileWriter::add(std::size_t table, const Row& row) {
    if (table != m_table) {
        EVENHAND_TRY(flushRows());
        m_table = table;
    }
    appendRow(m_rows, row);
    ++m_rowsHeld;
    return m_rows.size() < backupFormat::kBlockBytes ? Result<void>{} : flushRows();
}

Result<void> BackupFileWriter::flushRows() {
    if (m_rowsHeld == 0) {
        return {};
    }
    std::string raw;
    raw.reserve(m_rows.size() + 2 * keyspace::kMaxVarint);
    appendVarint(raw, m_table);
    appendVarint(raw, static_cast<std::uint64_t>(m_rowsHeld));
    raw += m_rows;
    if (raw.size() > backupFormat::kMaxBlockBytes) {
        return fail(ErrorCode::Unsupported, "a row is too large for a backup: " + std::to_string(raw.size()) + " bytes",
                    "path", m_path);
    }
    const QByteArray packed =
        qCompress(reinterpret_cast<const uchar*>(raw.data()), static_cast<qsizetype>(raw.size()), 1);
    m_rowsWritten += m_rowsHeld;
    m_rowsHeld = 0;
    m_rows.clear();
    return block(backupFormat::kRows, raw, {packed.constData(), static_cast<std::size_t>(packed.size())});
}

Result<void> BackupFileWriter::finish() {
    EVENHAND_TRY(flushRows());
    std::string end;
    appendVarint(end, static_cast<std::uint64_t>(m_rowsWritten));
    const QByteArray hash = m_hash.result();
    end.append(hash.constData(), static_cast<std::size_t>(hash.size()));
    EVENHAND_TRY(block(backupFormat::kEnd, end, end));
    if (::fsync(m_file.get()) != 0) {
        return systemError("the backup cannot be flushed to disk");
    }
    // Drops the pages from memory, so that verification reads from the disk.
    (void)::posix_fadvise(m_file.get(), 0, 0, POSIX_FADV_DONTNEED);
    return {};
}

Result<void> BackupFileWriter::publish() {
    if (::renameat2(AT_FDCWD, m_part.c_str(), AT_FDCWD, m_path.c_str(), RENAME_NOREPLACE) != 0) {
        // Not every file system can rename without overwriting. There the name could be taken in between, by a program
        // that ignores the .part file.
        const bool cannot = errno == EINVAL || errno == ENOSYS;
        std::error_code ignored;
        if (errno == EEXIST || (cannot && std::filesystem::exists(m_path, ignored))) {
            return fail(ErrorCode::AlreadyExists, "the file exists already; a backup never overwrites a file", "path",
                        m_path);
        }
        if (!cannot || ::rename(m_part.c_str(), m_path.c_str()) != 0) {
            return systemError("the backup cannot be renamed to its final name");
        }
    }
    m_published = true;
    const FileHandle folder(::open(folderOf(m_path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() < 0 || ::fsync(folder.get()) != 0) {
        return systemError("the backup is written, but its folder cannot be flushed to disk");
    }
    return {};
}

}  // namespace evenhand::app

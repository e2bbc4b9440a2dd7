// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a backup, the same for every database:
//
//   "evenhand-backup 1\n", then blocks: kind, length, packed length (4 bytes each), XXH64 of the payload seeded by the
//   block's place in the file (8 bytes), payload. Little-endian.
//   kind 1  the manifest, JSON: who wrote what, when, of which workspace; per table its columns and number of rows
//   kind 2  rows of one table, deflated: number of the table, number of rows, then per value a tag (NULL, number, text,
//           bytes) and a zigzag varint, or a length and the bytes
//   kind 3  the end: total of rows, and the SHA-256 of every byte before this block. Nothing follows.
//
// It is integrity, not secrecy or authenticity: a file is as private as its mode (0600), and who can change it can
// compute the sums anew. It holds the hashes of passwords, and no secret of the keychain.
// Thread: confined to its owner.
#pragma once

#include <QCryptographicHash>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/api/backup_desk.h"
#include "engine/store/records/backup_store.h"

namespace evenhand::app {

/// Closes itself.
class FileHandle {
public:
    explicit FileHandle(int descriptor = -1) noexcept : m_descriptor(descriptor) {}
    ~FileHandle() { close(); }
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;
    void reset(int descriptor) noexcept {
        close();
        m_descriptor = descriptor;
    }
    void close() noexcept;
    [[nodiscard]] int get() const noexcept { return m_descriptor; }

private:
    int m_descriptor;
};

/// Writes "PATH.part", which is locked meanwhile; it becomes PATH by publish() and is gone otherwise. What a process
/// that was killed has left there is overwritten.
class BackupFileWriter {
public:
    /// Busy: somebody writes it at this moment. AlreadyExists (path), Storage (path).
    [[nodiscard]] static Result<std::unique_ptr<BackupFileWriter>> create(const std::string& path);
    ~BackupFileWriter();

    /// First of all.
    [[nodiscard]] Result<void> begin(const api::BackupManifest& manifest,
                                     std::span<const store::backups::Table> tables);
    /// Tables in the order of the manifest.
    [[nodiscard]] Result<void> add(std::size_t table, const store::backups::Row& row);
    /// The end; all of it is on the disk when this answers.
    [[nodiscard]] Result<void> finish();
    /// Under its name, which nobody else has taken meanwhile (AlreadyExists), durably.
    [[nodiscard]] Result<void> publish();

    [[nodiscard]] const std::string& partPath() const noexcept { return m_part; }
    [[nodiscard]] std::int64_t bytes() const noexcept { return m_bytes; }

private:
    BackupFileWriter(std::string path, int descriptor);
    [[nodiscard]] Result<void> write(std::string_view bytes);
    [[nodiscard]] Result<void> block(std::uint32_t kind, std::string_view raw, std::string_view packed);
    [[nodiscard]] Result<void> flushRows();
    [[nodiscard]] tl::unexpected<Error> systemError(const char* doing) const;

    const std::string m_path;
    const std::string m_part;
    FileHandle m_file;
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
    std::string m_rows;  ///< encoded, of m_table
    std::size_t m_table = 0;
    std::int64_t m_rowsHeld = 0;
    std::int64_t m_rowsWritten = 0;
    std::int64_t m_bytes = 0;
    bool m_published = false;
};

class BackupFileReader {
public:
    /// Reads as far as the manifest. WorkspaceMissing (there is no such file), BackupDamaged (it is none, or where it
    /// is damaged), WorkspaceVersion (newer than this program; says both), Storage (it cannot be read): all name the
    /// path.
    [[nodiscard]] static Result<std::unique_ptr<BackupFileReader>> open(const std::string& path);

    [[nodiscard]] const api::BackupManifest& manifest() const noexcept { return m_manifest; }
    /// Those of its schema.
    [[nodiscard]] const std::vector<store::backups::Table>& tables() const noexcept { return m_tables; }
    [[nodiscard]] std::int64_t totalRows() const noexcept { return m_totalRows; }
    /// All rows, some of one table at a time, in order, and checks everything on the way. An error of `rows` ends it.
    using Rows = std::function<Result<void>(std::size_t table, std::span<const store::backups::Row> rows)>;
    [[nodiscard]] Result<void> read(const Rows& rows);

private:
    struct Block {
        std::uint32_t kind = 0;
        std::string payload;  ///< unpacked
    };
    BackupFileReader(std::string path, int descriptor) : m_path(std::move(path)), m_file(descriptor) {}
    [[nodiscard]] Result<void> readHeader();
    [[nodiscard]] Result<void> parseManifest(const std::string& json);
    [[nodiscard]] Result<void> take(std::string& bytes, std::size_t size);
    [[nodiscard]] Result<Block> nextBlock();
    [[nodiscard]] Result<void> rowsOf(const Block& block, const Rows& rows);
    [[nodiscard]] Result<void> checkEnd(const Block& block);
    [[nodiscard]] Error damaged(const std::string& what) const;

    const std::string m_path;
    FileHandle m_file;
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
    api::BackupManifest m_manifest;
    std::vector<store::backups::Table> m_tables;
    std::vector<std::int64_t> m_rowsSeen;  ///< per table
    std::int64_t m_totalRows = 0;
    std::size_t m_table = 0;     ///< of the last block of rows
    std::int64_t m_offset = 0;   ///< of what is read next
    std::int64_t m_blockAt = 0;  ///< of the present block
    std::int64_t m_size = 0;
    std::vector<store::backups::Row> m_rows;
};

}  // namespace evenhand::app

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
// The sums protect against damage, not against people: the file is only as private as its mode (0600), and whoever can
// change it can compute the sums anew. It holds password hashes, but no secrets from the keychain.
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

/// A file descriptor that its destructor closes.
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

/// Writes "PATH.part", locked meanwhile. publish() renames it to PATH; without that it is deleted. A part file left by
/// a killed process is overwritten.
class BackupFileWriter {
public:
    /// Errors: Busy (it is being written by somebody else), AlreadyExists (path), Storage (path).
    [[nodiscard]] static Result<std::unique_ptr<BackupFileWriter>> create(const std::string& path);
    ~BackupFileWriter();

    /// Call first.
    [[nodiscard]] Result<void> begin(const api::BackupManifest& manifest,
                                     std::span<const store::backups::Table> tables);
    /// Adds a row. The tables must come in the order of the manifest.
    [[nodiscard]] Result<void> add(std::size_t table, const store::backups::Row& row);
    /// Writes the end. When this returns the file is on the disk.
    [[nodiscard]] Result<void> finish();
    /// Gives the file its name, durably. Error: AlreadyExists, if somebody else has taken the name.
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
    std::string m_rows;  ///< encoded rows of m_table
    std::size_t m_table = 0;
    std::int64_t m_rowsHeld = 0;
    std::int64_t m_rowsWritten = 0;
    std::int64_t m_bytes = 0;
    bool m_published = false;
};

class BackupFileReader {
public:
    /// Reads as far as the manifest. Errors, all with the path: WorkspaceMissing (no such file), BackupDamaged (not a
    /// backup, or where it is damaged), WorkspaceVersion (newer than this program; names both versions), Storage (it
    /// cannot be read).
    [[nodiscard]] static Result<std::unique_ptr<BackupFileReader>> open(const std::string& path);

    [[nodiscard]] const api::BackupManifest& manifest() const noexcept { return m_manifest; }
    /// The tables of its schema.
    [[nodiscard]] const std::vector<store::backups::Table>& tables() const noexcept { return m_tables; }
    [[nodiscard]] std::int64_t totalRows() const noexcept { return m_totalRows; }
    /// Reads all rows in order, some of one table at a time, and checks all sums. An error from `rows` ends it.
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
    std::size_t m_table = 0;     ///< table of the last block of rows
    std::int64_t m_offset = 0;   ///< position of the next read
    std::int64_t m_blockAt = 0;  ///< position of the present block
    std::int64_t m_size = 0;
    std::vector<store::backups::Row> m_rows;
};

}  // namespace evenhand::app

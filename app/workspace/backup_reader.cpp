// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimeZone>
#include <cerrno>
#include <cstring>

#include "app/workspace/backup_file.h"
#include "app/workspace/backup_format.h"
#include "engine/store/database/checksum.h"
#include "engine/store/database/migrator.h"

namespace evenhand::app {
namespace {

using store::backups::Kind;
using store::backups::Row;
using store::backups::Value;

constexpr std::int64_t kMaxBlockRows = 1LL << 48;

std::string textOf(const QJsonValue& value) { return value.toString().toStdString(); }

/// True for a text of at most `most` characters without control characters.
bool isPlain(const std::string& text, std::size_t most) {
    return base::validateText(text, "", most).has_value() && text.find_first_of("\r\n\t") == std::string::npos;
}

bool isUuid(const std::string& text) {
    constexpr std::size_t kLength = 36;
    return text.size() == kLength && text.find_first_not_of("0123456789abcdef-") == std::string::npos;
}

bool hasColumns(const store::backups::Table& table, const QJsonArray& columns) {
    if (columns.size() != static_cast<qsizetype>(table.columns.size())) {
        return false;
    }
    for (qsizetype i = 0; i < columns.size(); ++i) {
        if (textOf(columns.at(i)) != table.columns[static_cast<std::size_t>(i)].name) {
            return false;
        }
    }
    return true;
}

bool readValue(keyspace::ByteReader& bytes, Kind kind, Value& value) {
    std::uint8_t tag = 0;
    if (!bytes.byte(tag)) {
        return false;
    }
    switch (static_cast<backupFormat::Tag>(tag)) {
        case backupFormat::Tag::Null: value = std::monostate{}; return true;
        case backupFormat::Tag::Number: {
            std::int64_t number = 0;
            value = std::int64_t{0};
            if (kind != Kind::Number || !bytes.integer(number)) {
                return false;
            }
            value = number;
            return true;
        }
        case backupFormat::Tag::Text: {
            std::string_view text;
            if (kind != Kind::Text || !bytes.bytes(text)) {
                return false;
            }
            value.emplace<std::string>(text);
            return true;
        }
        case backupFormat::Tag::Bytes: {
            std::string_view data;
            if (kind != Kind::Bytes || !bytes.bytes(data)) {
                return false;
            }
            value = store::backups::Bytes{std::string(data)};
            return true;
        }
    }
    return false;
}

}  // namespace

Error BackupFileReader::damaged(const std::string& what) const {
    const auto table = m_table < m_tables.size() && m_blockAt > 0 ? ", table " + m_tables[m_table].name : std::string();
    return {ErrorCode::BackupDamaged,
            "the backup is damaged at byte " + std::to_string(m_blockAt) + table + ": " + what + "; use another one",
            "path", m_path};
}

Result<std::unique_ptr<BackupFileReader>> BackupFileReader::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        const bool missing = errno == ENOENT || errno == ENOTDIR;
        return fail(
            missing ? ErrorCode::WorkspaceMissing : ErrorCode::Storage,
            missing ? "there is no such backup" : std::string("the backup cannot be read: ") + std::strerror(errno),
            "path", path);
    }
    std::unique_ptr<BackupFileReader> reader(new BackupFileReader(path, descriptor));
    struct stat file {};
    if (::fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode)) {
        return fail(ErrorCode::Storage, "the backup cannot be read: this is not a plain file", "path", path);
    }
    reader->m_size = file.st_size;
    EVENHAND_TRY(reader->readHeader());
    return reader;
}

Result<void> BackupFileReader::take(std::string& bytes, std::size_t size) {
    if (m_size - m_offset < static_cast<std::int64_t>(size)) {
        return fail(damaged("it ends too early, it was cut off"));
    }
    bytes.resize(size);
    std::size_t done = 0;
    while (done < size) {
        const auto got = ::read(m_file.get(), bytes.data() + done, size - done);
        if (got < 0 && errno != EINTR) {
            return fail(ErrorCode::Storage, std::string("the backup cannot be read: ") + std::strerror(errno), "path",
                        m_path);
        }
        if (got == 0) {
            return fail(damaged("it ends too early, it was cut off"));
        }
        done += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    m_offset += static_cast<std::int64_t>(size);
    return {};
}

Result<void> BackupFileReader::readHeader() {
    std::string magic;
    const auto size = backupFormat::kMagic.size();
    if (m_size < static_cast<std::int64_t>(size) || !take(magic, size) ||
        !std::string_view(magic).starts_with(backupFormat::kMagicStart)) {
        return fail(ErrorCode::BackupDamaged, "this is not a backup of Evenhand, or its beginning is damaged", "path",
                    m_path);
    }
    if (magic != backupFormat::kMagic) {
        const bool number =
            magic.find_first_not_of("0123456789\n", backupFormat::kMagicStart.size()) == std::string::npos;
        return number ? fail(ErrorCode::WorkspaceVersion,
                             "the backup has format " +
                                 magic.substr(backupFormat::kMagicStart.size(),
                                              magic.find('\n') - backupFormat::kMagicStart.size()) +
                                 ", this program knows format " + std::to_string(backupFormat::kVersion) +
                                 "; use a newer program",
                             "path", m_path)
                      : fail(damaged("its first line is wrong"));
    }
    m_hash.addData(QByteArray::fromRawData(magic.data(), static_cast<qsizetype>(magic.size())));
    EVENHAND_ASSIGN(const auto block, nextBlock());
    if (block.kind != backupFormat::kManifest) {
        return fail(damaged("the manifest is missing"));
    }
    EVENHAND_TRY(parseManifest(block.payload));
    m_rowsSeen.assign(m_tables.size(), 0);
    return {};
}

Result<void> BackupFileReader::parseManifest(const std::string& json) {
    const auto wrong = [this](const char* what) { return fail(damaged(std::string("the manifest's ") + what)); };
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(json));
    if (!document.isObject()) {
        return wrong("text is not a JSON object");
    }
    const auto object = document.object();
    m_manifest.formatVersion = object.value(QLatin1String("format")).toInt();
    m_manifest.schemaVersion = object.value(QLatin1String("schema")).toInt();
    m_manifest.program = textOf(object.value(QLatin1String("program")));
    const int known = store::allMigrations().back().number;
    if (m_manifest.schemaVersion > known && isPlain(m_manifest.program, base::kMaxNameCharacters)) {
        return fail(ErrorCode::WorkspaceVersion,
                    "the backup has version " + std::to_string(m_manifest.schemaVersion) + ", written by Evenhand " +
                        m_manifest.program + ", this program knows version " + std::to_string(known) +
                        "; use a newer program",
                    "path", m_path);
    }
    if (m_manifest.formatVersion != backupFormat::kVersion || m_manifest.schemaVersion < 1) {
        return wrong("versions are wrong");
    }
    m_manifest.workspaceId = textOf(object.value(QLatin1String("workspace")));
    m_manifest.currency = textOf(object.value(QLatin1String("currency")));
    m_manifest.timeZone = textOf(object.value(QLatin1String("time_zone")));
    m_manifest.source = textOf(object.value(QLatin1String("source")));
    m_manifest.at.ms = object.value(QLatin1String("at")).toInteger(-1);
    m_manifest.bytes = m_size;
    if (!isUuid(m_manifest.workspaceId)) {
        return wrong("workspace is not an id");
    }
    if (m_manifest.currency.size() != 3 || !isPlain(m_manifest.currency, 3) ||
        !QTimeZone(QByteArray::fromStdString(m_manifest.timeZone)).isValid() ||
        !isPlain(m_manifest.program, base::kMaxNameCharacters) ||
        !isPlain(m_manifest.source, base::kMaxNameCharacters) || m_manifest.at.ms < 0) {
        return wrong("settings are wrong");
    }
    const auto audit = object.value(QLatin1String("audit")).toObject();
    const auto hex = audit.value(QLatin1String("hash")).toString().toLatin1();
    const auto hash = base::sha256From(QByteArray::fromHex(hex).toStdString());
    m_manifest.auditHead.seq = audit.value(QLatin1String("seq")).toInteger(-1);
    if (!hash || m_manifest.auditHead.seq < 0) {
        return wrong("audit head is wrong");
    }
    m_manifest.auditHead.hash = *hash;
    m_tables = store::backups::tables(m_manifest.schemaVersion);
    const auto list = object.value(QLatin1String("tables")).toArray();
    if (list.size() != static_cast<qsizetype>(m_tables.size())) {
        return wrong("tables are not those of its version");
    }
    for (std::size_t i = 0; i < m_tables.size(); ++i) {
        const auto table = list.at(static_cast<qsizetype>(i)).toObject();
        const auto rows = table.value(QLatin1String("rows")).toInteger(-1);
        if (textOf(table.value(QLatin1String("name"))) != m_tables[i].name ||
            !hasColumns(m_tables[i], table.value(QLatin1String("columns")).toArray()) || rows < 0 ||
            rows > kMaxBlockRows) {
            return wrong("tables are not those of its version");
        }
        m_manifest.rows[m_tables[i].name] = rows;
        m_totalRows += rows;
    }
    return {};
}

Result<BackupFileReader::Block> BackupFileReader::nextBlock() {
    m_blockAt = m_offset;
    std::string bytes;
    EVENHAND_TRY(take(bytes, backupFormat::BlockHead::kSize));
    const auto head = backupFormat::BlockHead::from(bytes);
    if (head.kind != backupFormat::kEnd) {  // the end block holds the hash of everything before it
        m_hash.addData(QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())));
    }
    const bool packs = head.kind == backupFormat::kRows;
    const auto most = packs ? backupFormat::kMaxBlockBytes : backupFormat::kMaxManifestBytes;
    if (head.kind < backupFormat::kManifest || head.kind > backupFormat::kEnd || head.raw > most ||
        head.packed > most || (!packs && head.raw != head.packed)) {
        return fail(damaged("a block's header is wrong"));
    }
    Block block{head.kind, {}};
    EVENHAND_TRY(take(block.payload, head.packed));
    if (store::checksum64(block.payload, static_cast<std::uint64_t>(m_blockAt)) != head.checksum) {
        return fail(damaged("its checksum does not match"));
    }
    if (head.kind != backupFormat::kEnd) {
        m_hash.addData(QByteArray::fromRawData(block.payload.data(), static_cast<qsizetype>(block.payload.size())));
    }
    if (packs) {
        // qUncompress allocates as much as the four bytes before the data say, so these must say what the head of the
        // block says.
        constexpr std::size_t kLength = 4;
        std::uint32_t wants = 0;
        for (std::size_t i = 0; i < kLength && i < block.payload.size(); ++i) {
            wants = (wants << 8U) | static_cast<unsigned char>(block.payload[i]);
        }
        QByteArray raw;
        if (block.payload.size() > kLength && wants == head.raw) {
            raw = qUncompress(reinterpret_cast<const uchar*>(block.payload.data()),
                              static_cast<qsizetype>(block.payload.size()));
        }
        if (raw.size() != static_cast<qsizetype>(head.raw) || raw.isEmpty()) {
            return fail(damaged("a block cannot be unpacked"));
        }
        block.payload.assign(raw.constData(), static_cast<std::size_t>(raw.size()));
    }
    return block;
}

Result<void> BackupFileReader::read(const Rows& rows) {
    while (true) {
        EVENHAND_ASSIGN(const auto block, nextBlock());
        if (block.kind == backupFormat::kEnd) {
            return checkEnd(block);
        }
        if (block.kind != backupFormat::kRows) {
            return fail(damaged("a second manifest"));
        }
        EVENHAND_TRY(rowsOf(block, rows));
    }
}

Result<void> BackupFileReader::rowsOf(const Block& block, const Rows& rows) {
    keyspace::ByteReader bytes(block.payload);
    std::uint64_t table = 0;
    std::uint64_t count = 0;
    if (!bytes.varint(table) || !bytes.varint(count) || table >= m_tables.size() || table < m_table ||
        count > block.payload.size()) {
        return fail(damaged("rows of an unknown table"));
    }
    m_table = static_cast<std::size_t>(table);
    const auto& columns = m_tables[m_table].columns;
    if (m_rows.size() < count) {
        m_rows.resize(static_cast<std::size_t>(count));
    }
    for (std::size_t i = 0; i < count; ++i) {
        m_rows[i].resize(columns.size());
        for (std::size_t column = 0; column < columns.size(); ++column) {
            if (!readValue(bytes, columns[column].kind, m_rows[i][column])) {
                return fail(damaged("row " + std::to_string(m_rowsSeen[m_table] + static_cast<std::int64_t>(i) + 1) +
                                    ", column " + columns[column].name + " cannot be read"));
            }
        }
    }
    if (!bytes.atEnd()) {
        return fail(damaged("a block holds more than its rows"));
    }
    m_rowsSeen[m_table] += static_cast<std::int64_t>(count);
    return rows(m_table, std::span<const Row>(m_rows).first(static_cast<std::size_t>(count)));
}

Result<void> BackupFileReader::checkEnd(const Block& block) {
    const QByteArray hash = m_hash.result();
    keyspace::ByteReader bytes(block.payload);
    std::uint64_t total = 0;
    if (!bytes.varint(total) ||
        bytes.rest() != std::string_view(hash.constData(), static_cast<std::size_t>(hash.size()))) {
        return fail(damaged("the SHA-256 of the whole does not match"));
    }
    if (m_offset != m_size) {
        return fail(damaged("there is data after its end"));
    }
    for (std::size_t i = 0; i < m_tables.size(); ++i) {
        m_table = i;
        if (m_rowsSeen[i] != m_manifest.rows[m_tables[i].name]) {
            return fail(damaged("the manifest says " + std::to_string(m_manifest.rows[m_tables[i].name]) +
                                " rows, there are " + std::to_string(m_rowsSeen[i])));
        }
    }
    return total == static_cast<std::uint64_t>(m_totalRows) ? Result<void>{} : fail(damaged("its number of rows"));
}

}  // namespace evenhand::app

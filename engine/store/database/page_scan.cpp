// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/page_scan.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "engine/store/database/page_checksum.h"
#include "engine/store/database/page_file.h"
#include "engine/store/database/sqlite_error.h"

namespace evenhand::store {
namespace {

constexpr sqlite3_int64 kLockByte = 0x40000000;  // the page with it is never written

/// The beginning of the log's index in shared memory, as SQLite documents it ("WAL-mode File Format", 2.1).
struct LogIndex {
    std::uint32_t version, unused, change;
    std::uint8_t ready, bigEndian;
    std::uint16_t pageSize;
    std::uint32_t frames, pages;
    std::array<std::uint32_t, 2> sum;
    std::array<char, 8> salt;
    std::array<std::uint32_t, 2> ownSum;
};
static_assert(sizeof(LogIndex) == 48);

/// Readers of the files of one connection, whose read transaction keeps the checkpoints of others away from all pages
/// of the database file that are not in the log.
class Scanner {
public:
    explicit Scanner(sqlite3* connection) {
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &m_file);
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &m_log);
        if (m_log != nullptr && m_log->pMethods == nullptr) {
            m_log = nullptr;
        }
    }

    int run(PageScan& found) {
        constexpr int kTries = 5;
        int code = SQLITE_OK;
        for (int time = 0; time < kTries; ++time) {
            found = {};
            m_inLog.clear();
            code = readIndex(m_index);
            if (code == SQLITE_OK) {
                code = readFrames(found);
            }
            LogIndex now{};
            if (code == SQLITE_OK && readIndex(now) == SQLITE_OK && now.salt == m_index.salt) {
                return readPages(found);
            }
            // Otherwise the log was begun anew meanwhile, so all that it held is in the database file.
        }
        return code;
    }

private:
    int readIndex(LogIndex& index) const {
        index = {};
        void volatile* memory = nullptr;
        if (m_log == nullptr || m_file->pMethods->iVersion < 2) {
            return SQLITE_OK;
        }
        constexpr int kRegion = 32768;
        const int code = m_file->pMethods->xShmMap(m_file, 0, kRegion, 0, &memory);
        if (code != SQLITE_OK || memory == nullptr) {
            return code;
        }
        // It is there twice, so that a reader tells that it is being written.
        for (int time = 0; time < 1000; ++time) {
            std::array<LogIndex, 2> copies;
            m_file->pMethods->xShmBarrier(m_file);
            std::memcpy(copies.data(), const_cast<const void*>(memory), sizeof copies);
            if (std::memcmp(&copies[0], &copies[1], sizeof(LogIndex)) == 0) {
                index = copies[0];
                return SQLITE_OK;
            }
        }
        return SQLITE_BUSY;
    }

    int readFrames(PageScan& found) {
        const int size = m_index.pageSize == 1 ? 65536 : m_index.pageSize;
        if (m_index.frames == 0 || !isPageSize(size)) {
            return SQLITE_OK;
        }
        m_inLog.resize(m_index.pages + std::size_t{1});
        std::vector<char> page(static_cast<std::size_t>(size));
        for (std::int64_t i = 0; i < m_index.frames; ++i) {
            const auto at = kLogHeader + i * (kFrameHeader + size);
            std::array<char, kFrameHeader> header{};
            int code = m_log->pMethods->xRead(m_log, header.data(), static_cast<int>(header.size()), at);
            const auto number = (std::int64_t{static_cast<unsigned char>(header[0])} << 24U) |
                                (std::int64_t{static_cast<unsigned char>(header[1])} << 16U) |
                                (std::int64_t{static_cast<unsigned char>(header[2])} << 8U) |
                                std::int64_t{static_cast<unsigned char>(header[3])};
            if (code == SQLITE_OK) {
                code = m_log->pMethods->xRead(m_log, page.data(), size, at + kFrameHeader);
            }
            ++found.checked;
            const bool salted = std::memcmp(header.data() + 8, m_index.salt.data(), m_index.salt.size()) == 0;
            if (code == SQLITE_IOERR_DATA || code == SQLITE_IOERR_SHORT_READ || (code == SQLITE_OK && !salted)) {
                found.bad.push_back({number, true, {}});
            } else if (code != SQLITE_OK) {
                return code;
            }
            if (number < static_cast<std::int64_t>(m_inLog.size())) {
                m_inLog[static_cast<std::size_t>(number)] = true;
            }
        }
        return SQLITE_OK;
    }

    int readPages(PageScan& found) const {
        const int size = checkedPageSize(m_file);
        found.kept = size > 0;
        if (!found.kept) {
            return SQLITE_OK;
        }
        sqlite3_int64 bytes = 0;
        if (const int code = m_file->pMethods->xFileSize(m_file, &bytes); code != SQLITE_OK) {
            return code;
        }
        // Rounded up: of a last page that was cut something is there, and that is damage.
        const std::int64_t last = m_index.pages > 0 ? std::int64_t{m_index.pages} : (bytes + size - 1) / size;
        std::vector<char> page(static_cast<std::size_t>(size));
        for (std::int64_t number = 1; number <= last; ++number) {
            const bool inLog =
                static_cast<std::size_t>(number) < m_inLog.size() && m_inLog[static_cast<std::size_t>(number)];
            const auto at = (number - 1) * size;
            if (inLog || at == kLockByte) {
                continue;
            }
            ++found.checked;
            const int code = m_file->pMethods->xRead(m_file, page.data(), size, at);
            if (code == SQLITE_IOERR_DATA || code == SQLITE_IOERR_SHORT_READ) {
                found.bad.push_back({number, false, {}});
            } else if (code != SQLITE_OK) {
                return code;
            }
        }
        return SQLITE_OK;
    }

    sqlite3_file* m_file = nullptr;
    sqlite3_file* m_log = nullptr;
    LogIndex m_index{};
    std::vector<bool> m_inLog;  ///< by page: the file's page is not the present one, or need not be
};

struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Prepared = std::unique_ptr<sqlite3_stmt, Finalize>;

Prepared prepare(sqlite3* connection, const char* sql) {
    sqlite3_stmt* made = nullptr;
    sqlite3_prepare_v2(connection, sql, -1, &made, nullptr);
    return Prepared(made);
}

/// As far as the database can still be read: each table's pages, up to the first bad one on the way.
void nameTables(sqlite3* connection, PageScan& found) {
    std::vector<std::string> names{"sqlite_schema"};
    if (const auto list = prepare(connection, "SELECT name FROM sqlite_schema WHERE rootpage > 0")) {
        while (sqlite3_step(list.get()) == SQLITE_ROW) {
            names.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(list.get(), 0)));
        }
    }
    const auto name = [&found](std::int64_t number, const std::string& table) {
        for (auto& bad : found.bad) {
            if (bad.number == number && bad.table.empty()) {
                bad.table = table;
            }
        }
    };
    const auto pages = prepare(connection, "SELECT pageno FROM dbstat WHERE name = ?");
    for (const auto& table : names) {
        if (!pages) {
            return;
        }
        sqlite3_bind_text(pages.get(), 1, table.data(), static_cast<int>(table.size()), SQLITE_STATIC);
        int code = SQLITE_ROW;
        while ((code = sqlite3_step(pages.get())) == SQLITE_ROW) {
            name(sqlite3_column_int64(pages.get(), 0), table);
        }
        const auto stopped = takeBadPage();
        if (code != SQLITE_DONE && stopped) {
            name(stopped->number, table);
        }
        sqlite3_reset(pages.get());
    }
}

}  // namespace

Result<PageScan> scanPages(sqlite3* connection, const std::string& path) {
    PageScan found;
    const int code = Scanner(connection).run(found);
    (void)takeBadPage();
    if (code != SQLITE_OK) {
        return fail(sqliteError(code, sqlite3_errstr(code), "reading all pages", path));
    }
    if (!found.bad.empty()) {
        nameTables(connection, found);
    }
    return found;
}

}  // namespace evenhand::store

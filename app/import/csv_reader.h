// SPDX-License-Identifier: GPL-3.0-or-later
// Streaming reader of CSV as in RFC 4180, forgiving where files in the wild are not: LF, CRLF and CR end a record,
// in any mix; a quote inside an unquoted field is a character; text after a closing quote belongs to the field; a
// quote that is never closed does not swallow the rest of the file.
//
// Invariants: memory is one window and one record of at most kMaxRecordBytes, whatever the file holds. A longer
// record is still walked to its end (its fields counted, its UTF-8 checked), only not kept.
// Thread: confined to its owner.
#pragma once

#include <QIODevice>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::import {

/// Bytes of one record without its line end.
inline constexpr std::size_t kMaxRecordBytes = 65'536;

struct CsvRecord {
    std::int64_t offset = 0;          ///< of its first byte in the file
    std::int64_t row = 0;             ///< from 1, the header included; only right when the file is read from its start
    std::size_t fieldCount = 0;       ///< also right when `tooLong`
    std::vector<std::string> fields;  ///< the first fieldCount are this record's; incomplete when `tooLong`
    std::string raw;                  ///< as in the file, without the line end; its beginning when `tooLong`
    bool tooLong = false;
    bool utf8 = true;
    bool quoteOpen = false;  ///< its quote was never closed: it ends at the line's end instead

    [[nodiscard]] std::string_view field(std::size_t index) const noexcept { return fields[index]; }
    /// An empty line: no fields at all.
    [[nodiscard]] bool blank() const noexcept { return fieldCount == 0; }
};

/// Is a sequence of bytes valid UTF-8? Fed piece by piece.
class Utf8Check {
public:
    void reset() noexcept { *this = {}; }
    void feed(unsigned char byte) noexcept;
    /// No invalid byte so far and no sequence cut off.
    [[nodiscard]] bool whole() const noexcept { return m_good && m_missing == 0; }

private:
    unsigned m_low = 0x80;  // range of the next continuation byte
    unsigned m_high = 0xbf;
    int m_missing = 0;
    bool m_good = true;
};

class CsvReader {
public:
    /// `device` is open for reading, seekable, and outlives the reader. A UTF-8 byte order mark is skipped.
    explicit CsvReader(QIODevice& device, char delimiter = ',');

    /// The next record; false at the end of the file or after a read error (see status()). Blank lines are skipped,
    /// but counted in `row`.
    [[nodiscard]] bool next(CsvRecord& record);
    /// Continues at a record's offset.
    void seek(std::int64_t offset);
    /// Where the next record begins.
    [[nodiscard]] std::int64_t position() const noexcept { return m_position; }
    [[nodiscard]] Result<void> status() const;

private:
    static constexpr std::int64_t kWindow = 64LL * 1024;
    /// Each costs a walk to the end of the file; a file made to cost many is not a file of rows.
    static constexpr int kMaxRecoveries = 100;

    /// The byte at `m_position`, or -1 at the end.
    [[nodiscard]] int peek();
    [[nodiscard]] int take();
    bool fill();
    /// `ignoreQuotes`: read the record as if it had none, after its quote turned out never to be closed.
    void readRecord(CsvRecord& record, bool ignoreQuotes);
    void keep(CsvRecord& record, char c);

    QIODevice& m_device;
    char m_delimiter;
    std::string m_window;
    std::int64_t m_windowStart = 0;
    std::int64_t m_position = 0;
    std::int64_t m_row = 0;
    std::size_t m_recordBytes = 0;
    int m_recoveries = 0;
    Utf8Check m_utf8;
    bool m_failed = false;
};

}  // namespace evenhand::import

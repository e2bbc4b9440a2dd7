// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/csv_reader.h"

namespace evenhand::import {

void Utf8Check::feed(unsigned char byte) noexcept {
    // Unicode 15, table 3-7: well-formed UTF-8 byte sequences.
    if (m_missing > 0) {
        if (byte < m_low || byte > m_high) {
            m_good = false;
            m_missing = 0;
            return;
        }
        m_low = 0x80;
        m_high = 0xbf;
        --m_missing;
        return;
    }
    if (byte < 0x80) {
        return;
    }
    if (byte >= 0xc2 && byte <= 0xdf) {
        m_missing = 1;
    } else if (byte >= 0xe0 && byte <= 0xef) {
        m_missing = 2;
        m_low = byte == 0xe0 ? 0xa0 : 0x80;
        m_high = byte == 0xed ? 0x9f : 0xbf;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
        m_missing = 3;
        m_low = byte == 0xf0 ? 0x90 : 0x80;
        m_high = byte == 0xf4 ? 0x8f : 0xbf;
    } else {
        m_good = false;
    }
}

CsvReader::CsvReader(QIODevice& device, char delimiter) : m_device(device), m_delimiter(delimiter) {
    if (peek() == 0xef && m_window.size() >= 3 && m_window.compare(0, 3, "\xef\xbb\xbf") == 0) {
        m_position = 3;
    }
}

bool CsvReader::next(CsvRecord& record) {
    while (!m_failed && peek() >= 0) {
        readRecord(record, false);
        if (record.quoteOpen && m_recoveries < kMaxRecoveries) {
            // Only the first line of it is this record; what follows are rows of their own.
            ++m_recoveries;
            seek(record.offset);
            readRecord(record, true);
            record.quoteOpen = true;
        }
        record.row = ++m_row;
        if (!record.blank()) {
            return !m_failed;
        }
    }
    return false;
}

void CsvReader::seek(std::int64_t offset) { m_position = offset; }

Result<void> CsvReader::status() const {
    if (m_failed) {
        return fail(ErrorCode::Storage, "reading failed: " + m_device.errorString().toStdString());
    }
    return {};
}

int CsvReader::peek() {
    const std::int64_t at = m_position - m_windowStart;
    if (at < 0 || at >= static_cast<std::int64_t>(m_window.size())) {
        if (!fill()) {
            return -1;
        }
        return static_cast<unsigned char>(m_window[0]);
    }
    return static_cast<unsigned char>(m_window[static_cast<std::size_t>(at)]);
}

int CsvReader::take() {
    const int byte = peek();
    if (byte >= 0) {
        ++m_position;
    }
    return byte;
}

bool CsvReader::fill() {
    m_windowStart = m_position;
    m_window.resize(kWindow);
    const qint64 got =
        m_device.seek(m_position) ? m_device.read(m_window.data(), static_cast<qint64>(m_window.size())) : -1;
    m_failed = m_failed || got < 0;
    m_window.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return got > 0;
}

void CsvReader::keep(CsvRecord& record, char c) {
    ++m_recordBytes;
    m_utf8.feed(static_cast<unsigned char>(c));
    if (m_recordBytes > kMaxRecordBytes) {
        record.tooLong = true;
        return;
    }
    record.raw += c;
}

void CsvReader::readRecord(CsvRecord& record, bool ignoreQuotes) {
    record.offset = m_position;
    record.fieldCount = 0;
    record.raw.clear();
    record.tooLong = false;
    record.quoteOpen = false;
    m_recordBytes = 0;
    m_utf8.reset();

    std::string* field = nullptr;
    const auto beginField = [&] {
        if (!record.tooLong) {
            if (record.fields.size() <= record.fieldCount) {
                record.fields.emplace_back();
            }
            field = &record.fields[record.fieldCount];
            field->clear();
        }
        ++record.fieldCount;
    };
    const auto add = [&](char c) {
        if (!record.tooLong) {
            *field += c;
        }
    };

    enum class State { FieldStart, Plain, Quoted, AfterQuote } state = State::FieldStart;
    for (;;) {
        const int byte = take();
        if (byte < 0) {
            record.quoteOpen = state == State::Quoted;
            break;
        }
        const char c = static_cast<char>(byte);
        if (state != State::Quoted && (c == '\n' || c == '\r')) {
            if (c == '\r' && peek() == '\n') {
                (void)take();
            }
            break;
        }
        if (record.fieldCount == 0) {
            beginField();
        }
        keep(record, c);
        if (state == State::Quoted) {
            if (c == '"') {
                state = State::AfterQuote;
            } else {
                add(c);
            }
        } else if (c == m_delimiter) {
            beginField();
            state = State::FieldStart;
        } else if (c == '"' && !ignoreQuotes && state == State::AfterQuote) {
            add(c);  // "" inside quotes
            state = State::Quoted;
        } else if (c == '"' && !ignoreQuotes && state == State::FieldStart) {
            state = State::Quoted;
        } else {
            add(c);
            state = State::Plain;
        }
    }
    record.utf8 = m_utf8.whole();
}

}  // namespace evenhand::import

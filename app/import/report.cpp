// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/report.h"

#include "engine/base/ids.h"

namespace evenhand::import {
namespace {

constexpr std::size_t kFlushBytes = 65'536;

/// Invalid bytes become U+FFFD, so that the file is UTF-8 whatever was read.
std::string asUtf8(const CsvRecord& record) {
    std::string line =
        base::utf8Length(record.raw) >= 0
            ? record.raw
            : QString::fromUtf8(record.raw.data(), static_cast<qsizetype>(record.raw.size())).toStdString();
    if (record.tooLong) {
        line += "…";
    }
    return line;
}

tl::unexpected<Error> notWritten(const Error& error, const std::string& path) {
    return fail(ErrorCode::Storage, "cannot be written: " + error.message, "errors", path);
}

}  // namespace

bool ImportReport::anyRejected() const noexcept {
    for (std::size_t i = 0; i < kReasonCount; ++i) {
        const auto reason = static_cast<Reason>(i);
        const bool wrong = reason != Reason::ReturnRow && reason != Reason::DuplicateOrder &&
                           reason != Reason::OrderRow && reason != Reason::DuplicateReturn;
        if (reasons[i] > 0 && wrong) {
            return true;
        }
    }
    return false;
}

Result<ErrorsFile> ErrorsFile::create(const std::string& path, RejectedRow told) {
    ErrorsFile errors;
    errors.m_told = std::move(told);
    if (path.empty()) {
        return errors;
    }
    errors.m_path = path;
    auto file = base::DurableFile::open(path, base::FileMode::Shared);
    if (!file) {
        return notWritten(file.error(), path);
    }
    errors.m_file = *std::move(file);
    errors.m_text.plain("row").plain("reason").plain("message").plain("line").endLine();
    return errors;
}

void ErrorsFile::add(const CsvRecord& record, Reason reason, std::string_view message) {
    if (m_told) {
        m_told(record, reason, message);
    }
    if (!m_file) {
        return;
    }
    m_text.number(record.row).plain(reasonName(reason)).text(message).text(asUtf8(record)).endLine();
    if (m_text.size() > kFlushBytes) {
        flush();
    }
}

void ErrorsFile::flush() {
    if (m_written) {
        m_written = m_file->write(m_text.str());
    }
    m_text.clear();
}

Result<void> ErrorsFile::commit() {
    if (!m_file) {
        return {};
    }
    flush();
    const auto committed = m_written ? m_file->commit() : m_written;
    return committed ? Result<void>() : notWritten(committed.error(), m_path);
}

}  // namespace evenhand::import

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/report.h"

#include "engine/base/ids.h"

namespace evenhand::import {
namespace {

constexpr std::size_t kFlushBytes = 64 * 1024;

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

Result<ErrorsFile> ErrorsFile::create(const std::string& path) {
    ErrorsFile errors;
    if (path.empty()) {
        return errors;
    }
    errors.m_path = path;
    errors.m_file = std::make_unique<QSaveFile>(QString::fromStdString(path));
    if (!errors.m_file->open(QIODevice::WriteOnly)) {
        return fail(ErrorCode::Storage, "cannot be written: " + errors.m_file->errorString().toStdString(), "errors",
                    path);
    }
    errors.m_text.plain("row").plain("reason").plain("message").plain("line").endLine();
    return errors;
}

void ErrorsFile::add(const CsvRecord& record, Reason reason, std::string_view message) {
    if (m_file == nullptr) {
        return;
    }
    m_text.number(record.row).plain(reasonName(reason)).text(message).text(asUtf8(record)).endLine();
    if (m_text.size() > kFlushBytes) {
        flush();
    }
}

void ErrorsFile::flush() {
    // A failed write is remembered by the file and refused at commit().
    m_file->write(m_text.str().data(), static_cast<qint64>(m_text.size()));
    m_text.clear();
}

Result<void> ErrorsFile::commit() {
    if (m_file == nullptr) {
        return {};
    }
    flush();
    if (!m_file->commit()) {
        return fail(ErrorCode::Storage, "cannot be written: " + m_file->errorString().toStdString(), "errors", m_path);
    }
    return {};
}

}  // namespace evenhand::import

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/csv_export.h"

#include <QDateTime>
#include <QPromise>
#include <QSaveFile>
#include <memory>

namespace evenhand::runtime {
namespace {

/// One export under way. It lives as long as a task of it is with the reader.
class Export : public std::enable_shared_from_this<Export> {
public:
    Export(Reader& reader, std::string path, std::string header, CsvSlice slice,
           std::function<void(std::int64_t)> progress)
        : m_reader(reader),
          m_path(std::move(path)),
          m_header(std::move(header)),
          m_slice(std::move(slice)),
          m_progress(std::move(progress)) {
        m_promise.start();
    }
    [[nodiscard]] api::Answer<std::int64_t> future() { return m_promise.future(); }
    void postNext() {
        m_reader.post(
            [self = shared_from_this()](store::Database& database, const CancelCheck&) { self->step(database); },
            [self = shared_from_this()] { return self->m_promise.isCanceled(); });
    }

private:
    void step(store::Database& database) {
        auto more = writeSlice(database);
        if (m_promise.isCanceled()) {
            m_file.reset();  // the unfinished file goes with it
            m_promise.finish();
        } else if (!more) {
            m_file.reset();
            finish(tl::unexpected<Error>(std::move(more).error()));
        } else if (*more) {
            postNext();
        } else {
            finish(m_file->commit() ? Result<std::int64_t>(m_rows) : fileError());
        }
    }
    Result<bool> writeSlice(store::Database& database) {
        std::string text;
        if (!m_file) {
            m_file = std::make_unique<QSaveFile>(QString::fromStdString(m_path));
            if (!m_file->open(QIODevice::WriteOnly)) {
                return fileError();
            }
            text = m_header + "\r\n";
        }
        base::CsvText csv;
        EVENHAND_ASSIGN(const auto rows, m_slice(database, csv));
        text += csv.str();
        const auto size = static_cast<qint64>(text.size());
        if (m_file->write(text.data(), size) != size) {
            return fileError();
        }
        m_rows += rows;
        if (m_progress) {
            m_progress(m_rows);
        }
        return rows > 0;
    }
    [[nodiscard]] tl::unexpected<Error> fileError() const {
        return fail(ErrorCode::Storage, m_file->errorString().toStdString(), "path", m_path);
    }
    void finish(Result<std::int64_t> result) {
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    Reader& m_reader;
    const std::string m_path;
    const std::string m_header;
    const CsvSlice m_slice;
    const std::function<void(std::int64_t)> m_progress;
    std::unique_ptr<QSaveFile> m_file;
    std::int64_t m_rows = 0;
    QPromise<Result<std::int64_t>> m_promise;
};

}  // namespace

api::Answer<std::int64_t> exportCsv(Reader& reader, std::string path, std::string header, CsvSlice slice,
                                    std::function<void(std::int64_t)> progress) {
    auto job =
        std::make_shared<Export>(reader, std::move(path), std::move(header), std::move(slice), std::move(progress));
    auto future = job->future();
    job->postNext();
    return future;
}

std::string csvTime(const std::optional<Instant>& instant) {
    return instant ? QDateTime::fromMSecsSinceEpoch(instant->ms, Qt::UTC).toString(Qt::ISODateWithMs).toStdString()
                   : std::string();
}

}  // namespace evenhand::runtime

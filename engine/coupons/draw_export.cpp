// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/coupons/draw_export.h"

#include <QDateTime>
#include <QPromise>
#include <QSaveFile>
#include <memory>

#include "engine/base/csv_text.h"
#include "engine/store/draw_store.h"

namespace evenhand::coupons {
namespace {

constexpr std::int64_t kSliceRows = 4096;

std::string isoTime(const std::optional<Instant>& instant) {
    return instant ? QDateTime::fromMSecsSinceEpoch(instant->ms, Qt::UTC).toString(Qt::ISODateWithMs).toStdString()
                   : std::string();
}

/// One export under way. It lives as long as a task of it is with the reader.
class Export : public std::enable_shared_from_this<Export> {
public:
    Export(runtime::Reader& reader, api::DrawFilter filter, std::string path, int minorDigits,
           std::function<void(std::int64_t)> progress)
        : m_reader(reader),
          m_filter(std::move(filter)),
          m_path(std::move(path)),
          m_minorDigits(minorDigits),
          m_progress(std::move(progress)) {
        m_promise.start();
    }
    [[nodiscard]] api::Answer<std::int64_t> future() { return m_promise.future(); }
    void postNext() {
        m_reader.post([self = shared_from_this()](store::Database& database,
                                                  const runtime::CancelCheck&) { self->step(database); },
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
        if (!m_file) {
            m_file = std::make_unique<QSaveFile>(QString::fromStdString(m_path));
            if (!m_file->open(QIODevice::WriteOnly)) {
                return fileError();
            }
            m_file->write("draw_id,campaign,user_id,state,reason,amount,at,order_no,valid_until,given_back_at\r\n");
        }
        EVENHAND_ASSIGN(const auto rows, store::draws::slice(database, m_filter, m_last, kSliceRows));
        base::CsvText csv;
        for (const auto& [no, row] : rows) {
            m_last = no;
            csv.text(row.id.str()).text(row.campaign.str()).text(row.user.str()).plain(api::toText(row.state));
            csv.plain(row.refusal ? api::toText(*row.refusal) : std::string_view());
            csv.plain(base::formatMoney(row.amount, m_minorDigits)).plain(isoTime(row.at)).text(row.orderNo.str());
            csv.plain(isoTime(row.validUntil)).plain(isoTime(row.givenBackAt)).endLine();
        }
        const auto size = static_cast<qint64>(csv.size());
        if (m_file->write(csv.str().data(), size) != size) {
            return fileError();
        }
        m_rows += static_cast<std::int64_t>(rows.size());
        if (m_progress) {
            m_progress(m_rows);
        }
        return static_cast<std::int64_t>(rows.size()) == kSliceRows;
    }
    [[nodiscard]] tl::unexpected<Error> fileError() const {
        return fail(ErrorCode::Storage, m_file->errorString().toStdString(), "path", m_path);
    }
    void finish(Result<std::int64_t> result) {
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    runtime::Reader& m_reader;
    const api::DrawFilter m_filter;
    const std::string m_path;
    const int m_minorDigits;
    std::function<void(std::int64_t)> m_progress;
    std::unique_ptr<QSaveFile> m_file;
    std::int64_t m_last = 0;
    std::int64_t m_rows = 0;
    QPromise<Result<std::int64_t>> m_promise;
};

}  // namespace

api::Answer<std::int64_t> exportDraws(runtime::Reader& reader, api::DrawFilter filter, std::string path,
                                      int minorDigits, std::function<void(std::int64_t)> progress) {
    auto job = std::make_shared<Export>(reader, std::move(filter), std::move(path), minorDigits, std::move(progress));
    auto future = job->future();
    job->postNext();
    return future;
}

}  // namespace evenhand::coupons

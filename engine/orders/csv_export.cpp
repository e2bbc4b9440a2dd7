// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/csv_export.h"

#include <QDateTime>
#include <QPromise>
#include <QSaveFile>
#include <memory>
#include <optional>

#include "engine/base/csv_text.h"
#include "engine/store/order_page_store.h"

namespace evenhand::orders {
namespace {

constexpr std::int64_t kSliceRows = 4096;

std::string isoTime(Instant instant) {
    return QDateTime::fromMSecsSinceEpoch(instant.ms, Qt::UTC).toString(Qt::ISODateWithMs).toStdString();
}

void addLine(base::CsvText& csv, const api::OrderRow& row, int minorDigits) {
    csv.text(row.orderNo.str()).text(row.user.str()).text(row.campus.str()).plain(api::toText(row.status));
    csv.plain(base::formatMoney(row.payable, minorDigits)).plain(isoTime(row.placedAt));
    csv.plain(row.paidAt ? isoTime(*row.paidAt) : std::string()).text(row.courier.str()).text(row.courierName);
    csv.number(row.epoch).plain(row.wait ? api::toText(*row.wait) : std::string_view());
    csv.plain(row.closeReason ? api::toText(*row.closeReason) : std::string_view()).endLine();
}

/// One export under way. It lives as long as a task of it is with the reader.
class Export : public std::enable_shared_from_this<Export> {
public:
    Export(runtime::Reader& reader, api::OrderQuery query, const std::string& path, int minorDigits,
           std::function<void(std::int64_t)> progress)
        : m_reader(reader),
          m_query(std::move(query)),
          m_path(path),
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
            finish(close());
        }
    }

    Result<bool> writeSlice(store::Database& database) {
        if (!m_file) {
            m_file = std::make_unique<QSaveFile>(QString::fromStdString(m_path));
            if (!m_file->open(QIODevice::WriteOnly)) {
                return fileError();
            }
            m_file->write(
                "order_no,user_id,campus,status,payable,placed_at,paid_at,courier_id,courier_name,epoch,"
                "wait_reason,close_reason\r\n");
        }
        EVENHAND_ASSIGN(const auto rows, store::orderPages::slice(database, m_query, m_last, kSliceRows));
        base::CsvText csv;
        for (const auto& row : rows) {
            addLine(csv, row, m_minorDigits);
        }
        const auto size = static_cast<qint64>(csv.size());
        if (m_file->write(csv.str().data(), size) != size) {
            return fileError();
        }
        m_rows += static_cast<std::int64_t>(rows.size());
        if (!rows.empty()) {
            m_last = rows.back();
        }
        if (m_progress) {
            m_progress(m_rows);
        }
        return static_cast<std::int64_t>(rows.size()) == kSliceRows;
    }

    Result<std::int64_t> close() {
        if (!m_file->commit()) {
            return fileError();
        }
        return m_rows;
    }

    tl::unexpected<Error> fileError() const {
        return fail(ErrorCode::Storage, m_file->errorString().toStdString(), "path", m_path);
    }

    void finish(Result<std::int64_t> result) {
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    runtime::Reader& m_reader;
    const api::OrderQuery m_query;
    const std::string m_path;
    const int m_minorDigits;
    std::function<void(std::int64_t)> m_progress;
    std::unique_ptr<QSaveFile> m_file;
    std::optional<api::OrderRow> m_last;
    std::int64_t m_rows = 0;
    QPromise<Result<std::int64_t>> m_promise;
};

}  // namespace

api::Answer<std::int64_t> exportOrders(runtime::Reader& reader, api::OrderQuery query, std::string path,
                                       int minorDigits, std::function<void(std::int64_t)> progress) {
    auto job = std::make_shared<Export>(reader, std::move(query), path, minorDigits, std::move(progress));
    auto future = job->future();
    job->postNext();
    return future;
}

}  // namespace evenhand::orders

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/csv_export.h"

#include <QDateTime>
#include <QPromise>
#include <memory>

#include "engine/base/counted.h"
#include "engine/base/durable_file.h"

namespace evenhand::runtime {
namespace {

/// One export under way. It lives as long as a task of it is with the reader.
class Export : public std::enable_shared_from_this<Export> {
public:
    Export(Engine& engine, Reader& reader, Exported exported, std::string path, std::string header, CsvSlice slice,
           std::function<void(std::int64_t)> progress)
        : m_engine(engine),
          m_reader(reader),
          m_exported(std::move(exported)),
          m_path(std::move(path)),
          m_header(std::move(header)),
          m_slice(std::move(slice)),
          m_progress(std::move(progress)) {
        m_promise.start();
    }
    [[nodiscard]] api::Answer<std::int64_t> future() { return m_promise.future(); }
    void postNext() { post(&Export::step); }

private:
    void post(void (Export::*work)(store::Database&)) {
        m_reader.post([self = shared_from_this(), work](store::Database& database,
                                                        const CancelCheck&) { ((*self).*work)(database); },
                      [self = shared_from_this()] { return self->m_promise.isCanceled(); });
    }
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
        } else if (auto whole = m_file->prepare(); !whole) {
            finish(tl::unexpected<Error>(std::move(whole).error()));
        } else {
            note();
        }
    }
    /// The entry before the file: nothing leaves without one. The file gets its name on the reader's thread, the
    /// engine's must not wait for the disk.
    void note() {
        auto noted = m_engine.noteDone(m_exported.call, exportRecord(m_exported, m_rows, m_path));
        noted.then([self = shared_from_this()](const Result<void>& entry) {
            if (entry) {
                self->post(&Export::publish);
            } else {
                self->finish(tl::unexpected<Error>(entry.error()));
            }
        });
    }
    void publish(store::Database&) {
        auto named = m_file->commit();
        m_file.reset();
        finish(named ? Result<std::int64_t>(m_rows) : tl::unexpected<Error>(std::move(named).error()));
    }
    Result<bool> writeSlice(store::Database& database) {
        std::string text;
        if (!m_file) {
            EVENHAND_ASSIGN(m_file, base::DurableFile::open(m_path, base::FileMode::Shared));
            text = m_header + "\r\n";
        }
        base::CsvText csv;
        EVENHAND_ASSIGN(const auto rows, m_slice(database, csv));
        if (auto damage = database.takeDamage()) {
            return fail(*std::move(damage));  // no file with something else in the place of a word
        }
        text += csv.str();
        EVENHAND_TRY(m_file->write(text));
        m_rows += rows;
        if (m_progress) {
            m_progress(m_rows);
        }
        return rows > 0;
    }
    void finish(Result<std::int64_t> result) {
        m_promise.addResult(std::move(result));
        m_promise.finish();
    }

    Engine& m_engine;
    Reader& m_reader;
    const Exported m_exported;
    const std::string m_path;
    const std::string m_header;
    const CsvSlice m_slice;
    const std::function<void(std::int64_t)> m_progress;
    std::optional<base::DurableFile> m_file;
    std::int64_t m_rows = 0;
    QPromise<Result<std::int64_t>> m_promise;
};

}  // namespace

api::Answer<std::int64_t> exportCsv(Engine& engine, Reader& reader, Exported exported, std::string path,
                                    std::string header, CsvSlice slice, std::function<void(std::int64_t)> progress) {
    auto job = std::make_shared<Export>(engine, reader, std::move(exported), std::move(path), std::move(header),
                                        std::move(slice), std::move(progress));
    auto future = job->future();
    job->postNext();
    return future;
}

namespace {

std::string whereTo(const api::Call& call, const std::string& path) {
    if (!call.sentAs) {
        return "to " + path;
    }
    return std::string("sent to the ") + (call.actor.via == api::Via::CommandLine ? "command line" : "console") +
           (call.sentAs->empty() ? std::string() : " as " + *call.sentAs);
}

}  // namespace

api::AuditRecord exportRecord(const Exported& exported, std::int64_t rows, const std::string& path) {
    api::AuditRecord record;
    record.operation = api::infoOf(api::Operation::DataExport).name;
    record.subject = exported.what;
    record.reason = exported.call.reason;
    record.detail = base::counted(rows, "row") + "; " +
                    (exported.filter.empty() ? std::string("no filter") : "filter " + exported.filter) + "; " +
                    whereTo(exported.call, path);
    return record;
}

FilterText& FilterText::add(std::string_view name, std::string_view value) {
    if (!value.empty()) {
        m_text += m_text.empty() ? "" : ", ";
        m_text.append(name).append("=").append(value);
    }
    return *this;
}

FilterText& FilterText::add(std::string_view name, const std::optional<Instant>& value) {
    return add(name, std::string_view(csvTime(value)));
}

std::string csvTime(const std::optional<Instant>& instant) {
    return instant ? QDateTime::fromMSecsSinceEpoch(instant->ms, Qt::UTC).toString(Qt::ISODateWithMs).toStdString()
                   : std::string();
}

}  // namespace evenhand::runtime

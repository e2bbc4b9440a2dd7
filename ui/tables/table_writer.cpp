// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_writer.h"

#include <QTimer>
#include <algorithm>
#include <utility>

#include "ui/bridge/continuation.h"
#include "ui/bridge/file_work.h"
#include "ui/tables/row_source.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

TableWriter::TableWriter(std::unique_ptr<RowSource> source, TableShape shape, QObject* parent)
    : QObject(parent), m_source(std::move(source)), m_shape(std::move(shape)) {}

TableWriter::~TableWriter() = default;

api::Answer<std::int64_t> TableWriter::toFile(const QString& path, Note note,
                                              std::function<void(std::int64_t)> progress) {
    m_file = std::make_shared<QSaveFile>(path);
    m_noteRows = std::move(note);
    m_progress = std::move(progress);
    m_csv.mark();  // people open the file with a spreadsheet
    for (const auto& each : m_shape.columns) {
        m_csv.text(each.title.toStdString());
    }
    m_csv.endLine();
    m_promise.start();
    readBatch();
    return m_promise.future();
}

void TableWriter::toText(std::function<void(Result<QString>)> done) {
    m_done = std::move(done);
    readBatch();
}

void TableWriter::readBatch() {
    m_source->next(this, [this](const Result<std::size_t>& rows) {
        if (!rows) {
            end(rows.error());
            return;
        }
        m_batch = *rows;
        m_next = 0;
        if (m_batch > 0) {
            QTimer::singleShot(0, this, &TableWriter::writeSlice);
        } else {
            flush(true);
        }
    });
}

void TableWriter::writeSlice() {
    if (m_file && m_promise.isCanceled()) {
        end(Error{ErrorCode::Cancelled, "cancelled", {}, {}});
        return;
    }
    const auto until = std::min(m_batch, m_next + kSlice);
    for (; m_next < until; ++m_next) {
        m_file ? writeRow(m_next) : writeLine(m_next);
        ++m_written;
    }
    if (m_file) {
        m_progress(m_written);
    }
    if (m_next < m_batch) {
        QTimer::singleShot(0, this, &TableWriter::writeSlice);
    } else {
        flush(false);
    }
}

void TableWriter::writeRow(std::size_t row) {
    for (const auto& each : m_shape.columns) {
        const auto cell = m_source->cell(row, each.column).toStdString();
        each.isNumber ? m_csv.plain(cell) : m_csv.text(cell);
    }
    m_csv.endLine();
}

void TableWriter::writeLine(std::size_t row) {
    QStringList cells;
    for (const auto& each : m_shape.columns) {
        cells << shownLine(m_source->cell(row, each.column));
    }
    m_lines << cells.join(QLatin1Char('\t'));
}

void TableWriter::flush(bool last) {
    if (!m_file) {
        last ? end(std::nullopt) : readBatch();
        return;
    }
    if (last && !m_shape.note.isEmpty()) {
        m_csv.text(m_shape.note.toStdString());
        m_csv.endLine();
    }
    const auto write = [file = m_file, bytes = QByteArray::fromStdString(m_csv.str())]() -> Result<void> {
        const bool done =
            (file->isOpen() || file->open(QIODevice::WriteOnly)) && file->write(bytes) == bytes.size() && file->flush();
        if (!done) {
            return fail(ErrorCode::Storage, file->errorString().toStdString(), "path", file->fileName().toStdString());
        }
        return {};
    };
    m_csv.clear();
    whenReady(runForFile(write), this, [this, last](const Result<void>& written) {
        if (!written) {
            end(written.error());
        } else if (last) {
            noteAndPublish();
        } else {
            readBatch();
        }
    });
}

/// Only now is it known how many rows there are, and that they could be written.
void TableWriter::noteAndPublish() {
    if (m_promise.isCanceled()) {
        end(Error{ErrorCode::Cancelled, "cancelled", {}, {}});
        return;
    }
    whenReady(m_noteRows(m_written), this, [this](const Result<void>& noted) {
        if (noted) {
            publish();
        } else {
            end(noted.error());
        }
    });
}

void TableWriter::publish() {
    const auto commit = [file = m_file]() -> Result<void> {
        if (!file->commit()) {
            return fail(ErrorCode::Storage, file->errorString().toStdString(), "path", file->fileName().toStdString());
        }
        return {};
    };
    whenReady(runForFile(commit), this,
              [this](const Result<void>& done) { end(done ? std::nullopt : std::optional<Error>(done.error())); });
}

void TableWriter::end(const std::optional<Error>& error) {
    if (m_file) {
        m_promise.addResult(error ? Result<std::int64_t>(fail(*error)) : Result<std::int64_t>(m_written));
        m_promise.finish();
    } else if (m_done) {
        m_done(error ? Result<QString>(fail(*error)) : Result<QString>(m_lines.join(QLatin1Char('\n'))));
    }
    deleteLater();
}

}  // namespace evenhand::ui

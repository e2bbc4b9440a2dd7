// SPDX-License-Identifier: GPL-3.0-or-later
// Writes rows of a table as CSV to a file or as lines with tabs for the clipboard. Works a slice at a time between what
// else the window has to do, and touches files on another thread only, so that a million rows block nothing.
// Thread: GUI. Invariant: the file is there whole and noted, or as it was before.
#pragma once

#include <QObject>
#include <QPromise>
#include <QSaveFile>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>

#include "engine/api/call.h"
#include "engine/base/csv_text.h"

namespace evenhand::ui {

class RowSource;

/// Which columns, in this order, and what stands below the rows of a file.
struct TableShape {
    struct Each {
        int column = 0;
        QString title;
        bool isNumber = false;  ///< a minus in front is no formula
    };
    std::vector<Each> columns;
    QString note;  ///< a line of its own; empty: none
};

/// Serves one task and is gone after it.
class TableWriter : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kSlice = 100;

    TableWriter(std::unique_ptr<RowSource> source, TableShape shape, QObject* parent);
    ~TableWriter() override;

    /// Somebody is told how many rows leave: the file is there only after the answer, and not at all after a refusal.
    using Note = std::function<api::Answer<void>(std::int64_t rows)>;

    /// Answers the number of rows. A cancelled one leaves no file.
    [[nodiscard]] api::Answer<std::int64_t> toFile(const QString& path, Note note,
                                                   std::function<void(std::int64_t)> progress);
    void toText(std::function<void(Result<QString>)> done);

private:
    void readBatch();
    void writeSlice();
    void writeRow(std::size_t row);
    void writeLine(std::size_t row);
    void flush(bool last);
    void noteAndPublish();
    void publish();
    void end(const std::optional<Error>& error);

    std::unique_ptr<RowSource> m_source;
    TableShape m_shape;
    std::size_t m_batch = 0;  ///< rows of it
    std::size_t m_next = 0;   ///< of these
    std::int64_t m_written = 0;
    // to a file
    std::shared_ptr<QSaveFile> m_file;
    base::CsvText m_csv;
    Note m_noteRows;
    std::function<void(std::int64_t)> m_progress;
    QPromise<Result<std::int64_t>> m_promise;
    // as text
    QStringList m_lines;
    std::function<void(Result<QString>)> m_done;
};

}  // namespace evenhand::ui
